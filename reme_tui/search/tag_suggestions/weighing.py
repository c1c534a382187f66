"""From what speaks for a tag to how likely the note is about it: evidence adds up as log-odds.

Log-odds are log(p / (1 - p)); each piece of evidence is taken to be independent of the others, as in naive Bayes. The
weights are set by hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reme_tui.search.tag_suggestions.habits import Habit
from reme_tui.search.tag_suggestions.mentions import Mention, Place
from reme_tui.search.tag_suggestions.names import By, Units
from reme_tui.search.text.stop_words import is_stop_word

_PLACES: dict[Place, float] = {"title": 2.4, "heading": 0.8, "body": 0.0, "link": 0.0}
"""What a name says by standing there, over and above being somewhere."""
_COUNTS: dict[Place, float] = {"title": 0.0, "heading": 1.0, "body": 1.0, "link": 0.5}
_DOUBTFUL = 0.35
"""How much of a mention one counts for that may be something else."""
_ONCE, _EACH_DOUBLING, _MOST_TIMES = -0.9, 1.2, 8
"""One mention in the body is often a passing one; each time it doubles says more."""
_EACH_HALVING = 0.3
"""What it says against a tag that half of what the body names is others: a list names many, and is about none."""
_LONG = 150
"""Units of a body of which one mention is worth what it is; of a shorter one it is worth more."""
_PRIOR_RATE, _PRIOR_COMMON, _PRIOR_WEIGHT = 0.6, 0.12, 2.5
"""How often notes that name a tag are taken to carry it while the vault says little: of a rare and a common name."""
_COMMON_SHARE = 0.06
"""Of all notes: a name that so many hold without being about it may be a common word."""
_NEAR, _LINKED, _MOST_LIFT = 0.4, 0.3, 2.5
"""What company counts beside a name, and by how much one kind of it can lift a tag at most."""
_SMOOTHING = 2.0
"""Notes of any tag added to a note's company: two neighbours alone prove little."""


def counted(mentions: Iterable[Mention]) -> float:
    """Return how many mentions in a body some come to."""
    return sum(_COUNTS[m.place] * (_DOUBTFUL if m.doubtful else 1) for m in mentions)


@dataclass(frozen=True, slots=True)
class Named:
    """How a note names a tag: the mentions, the surest first, and the vault's habit with that name.

    `size` is the note's in units, `named` how many mentions it has of any tag.
    """

    mentions: tuple[Mention, ...]
    habit: Habit
    size: int
    named: float

    @property
    def counted(self) -> float:
        """How many mentions in the body that comes to; small ones beside others may be the common word, and do not."""
        return counted(m for m in self.mentions if m.small == self.mentions[0].small)

    @property
    def in_title(self) -> bool:
        """Whether the title names it."""
        return any(m.place == "title" and not m.doubtful for m in self.mentions)

    @property
    def in_its_own_right(self) -> bool:
        """Whether more than a passing word names it."""
        return self.counted >= 2 or any(m.place in ("title", "heading") and not m.doubtful for m in self.mentions)


def lift(share: float, weight: float, base: float) -> float:
    """Return by how much a tag is more likely in some company than in the whole vault, as log-odds.

    That company comes to `weight` notes, of which `share` carry the tag; of all tagged notes, `base` do.
    """
    smoothed = (share * weight + base * _SMOOTHING) / (weight + _SMOOTHING)
    return _logit(smoothed) - _logit(base)


def log_odds(path: str, named: Named | None, *, near: float, linked: float, base: float) -> float:
    """Return the log-odds that the note at `path` is about a tag that the share `base` of all tagged notes carries.

    `near` and `linked` are what the company of the note lifts it by.
    """
    if named is None:
        return _logit(base) + near + _LINKED * min(linked, _MOST_LIFT)
    return _named_odds(path, named) + _NEAR * min(near, _MOST_LIFT) + _LINKED * min(linked, _MOST_LIFT)


def probability(odds: float) -> float:
    """Return the probability of log-odds."""
    return 1 / (1 + math.exp(-odds))


def order(mention: Mention) -> tuple[bool, bool, int, int]:
    """Sort mentions by how much they say."""
    return mention.doubtful, mention.small, list(_PLACES).index(mention.place), mention.line


def _named_odds(path: str, named: Named) -> float:
    habit, mentions = named.habit, named.mentions
    prior = _prior(mentions[0].units, habit.elsewhere, mentions)
    odds = _logit(habit.rate(path, prior=prior, weight=_PRIOR_WEIGHT))
    places = {m.place for m in mentions if not m.doubtful}
    odds += max((_PLACES[place] for place in places), default=0.0)
    if times := named.counted:
        shortness = min(2.0, max(0.5, _LONG / max(named.size, 1))) ** 0.5
        odds += _ONCE + _EACH_DOUBLING * math.log2(min(times * shortness, _MOST_TIMES))
        if not named.in_title:
            odds += _EACH_HALVING * math.log2(min(1.0, times / named.named))
    return odds


def _prior(units: Units, elsewhere: float, mentions: Sequence[Mention]) -> float:
    """Return how often a name is taken to be meant before the vault says so."""
    if all(map(is_stop_word, units)):
        return _PRIOR_COMMON / 2
    commonness = min(1.0, elsewhere / _COMMON_SHARE) if len(units) == 1 else 0.0
    if all(m.name.by is By.LAST_PART or m.doubtful or m.small for m in mentions):
        commonness = max(commonness, 0.5)
    return _PRIOR_RATE + (_PRIOR_COMMON - _PRIOR_RATE) * commonness


def _logit(rate: float) -> float:
    bounded = min(max(rate, 0.001), 0.995)
    return math.log(bounded / (1 - bounded))

"""Which tags are suggested for a note: those it most likely is about, as few as say it, or none."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reme_tui.core.snapshot import Snapshot
from reme_tui.search.index.passage_index import PassageIndex, Read
from reme_tui.search.tag_suggestions.company import NO_VOTES, Votes, linked_votes, near_votes
from reme_tui.search.tag_suggestions.habits import Habits
from reme_tui.search.tag_suggestions.mentions import Mention, Mentions, Place, mentions_in
from reme_tui.search.tag_suggestions.names import TagNames
from reme_tui.search.tag_suggestions.values import Kind, NoteSuggestions, Reason, Suggestion
from reme_tui.search.tag_suggestions.weighing import Named, counted, lift, log_odds, order, probability

MOST_TAGS = 3
"""Tags a note may have; ReMe reads no more."""
FIRST, FURTHER = 0.75, 0.85
"""How likely the first tag must be, and any further one."""
_FEW = 5
"""Notes of no tag added to those there are: in a vault of a handful, a tag of all of them is not to be expected."""
_TELLING = math.log(1.5)
"""How much company must lift a tag to be a reason that is told."""
_KINDS: dict[Place, Kind] = {"title": "title", "heading": "heading", "body": "body", "link": "body"}


@dataclass(frozen=True, slots=True)
class _Candidate:
    key: str
    odds: float
    named: Named | None
    company: tuple[Reason, ...]


class Suggester:
    """Suggests tags for the notes of one state of a vault; `read` gives a note's text as in a search.

    Several threads may use it at once; what one works out the others need not.
    """

    def __init__(self, snapshot: Snapshot, index: PassageIndex, names: TagNames, *, read: Read) -> None:
        self.names = names
        self._snapshot = snapshot
        self._index = index
        self._read = read
        self._habits = Habits(snapshot, index, names, read=read)

    def suggest(self, path: str, *, words_only: bool = False) -> NoteSuggestions:
        """Return what is suggested for the note at `path`, which must be one of the snapshot's."""
        tags = self._snapshot.tags
        carried = tags.keys_of(path)
        text = self._read(path)
        near = None if words_only else near_votes(path, self._snapshot, self._index)
        mentions = mentions_in(self._snapshot.notes[path], text, self.names)
        out = self.names.same_as(carried) | mentions.denied
        candidates = [one for one in self._candidates(path, mentions, near or NO_VOTES) if one.key not in out]
        candidates.sort(key=lambda one: (-one.odds, one.key))
        free = max(0, MOST_TAGS - len(carried))
        chosen = self._chosen(candidates, is_tagged=bool(carried))[:free]
        return NoteSuggestions(
            path,
            tuple(map(tags.shown, sorted(carried))),
            tuple(map(self._suggestion, chosen)),
            full=not free,
            in_passing=tuple(tags.shown(one.key) for one in candidates if one.named and one not in chosen),
            with_meaning=near is not None,
            readable=text is not None,
        )

    def _candidates(self, path: str, mentions: Mentions, near: Votes) -> Iterator[_Candidate]:
        tags = self._snapshot.tags
        tagged = max(1, len(self._snapshot.notes) - len(tags.untagged))
        linked = linked_votes(path, self._snapshot)
        named = self._named(mentions)
        for key in sorted({*named, *near.shares, *linked.shares}):
            row = tags.row(key)
            if row is None:
                continue
            base = row.files / (tagged + _FEW)
            by_near = lift(near.shares.get(key, 0.0), near.weight, base)
            if key not in named and by_near <= _TELLING:
                continue  # links alone say where to look, not what it is about
            by_linked = lift(linked.shares.get(key, 0.0), linked.weight, base)
            company: list[Reason] = []
            if by_near > _TELLING:
                company.append(Reason("near", paths=near.paths[key], among=near.among))
            if by_linked > _TELLING:
                company.append(Reason("linked", paths=linked.paths[key], among=linked.among))
            odds = log_odds(path, named.get(key), near=by_near, linked=by_linked, base=base)
            yield _Candidate(key, odds, named.get(key), tuple(company))

    def _named(self, mentions: Mentions) -> dict[str, Named]:
        """Return how each tag is named that is, by key."""
        by_key: defaultdict[str, list[Mention]] = defaultdict(list)
        for mention in sorted(mentions.found, key=order):
            by_key[mention.name.key].append(mention)
        all_of_them = counted(mentions.found)
        named = {}
        for key, own in by_key.items():
            habit = self._habits.of(own[0].units, key, small=own[0].small)
            named[key] = Named(tuple(own), habit, mentions.size, all_of_them)
        return named

    def _chosen(self, candidates: Sequence[_Candidate], *, is_tagged: bool) -> list[_Candidate]:
        """Return the first candidate if it is likely; further ones, all of a tagged note, must stand on their own."""
        chosen: list[_Candidate] = []
        for one in candidates:
            is_further = is_tagged or bool(chosen)
            if probability(one.odds) < (FURTHER if is_further else FIRST):
                break
            on_its_own = one.named and one.named.in_its_own_right
            is_another = one.key not in self.names.same_as([other.key for other in chosen])
            if not is_further or (on_its_own and is_another):
                chosen.append(one)
        return chosen

    def _suggestion(self, one: _Candidate) -> Suggestion:
        reasons = (*(_told(one.named) if one.named else ()), *one.company)
        return Suggestion(self._snapshot.tags.shown(one.key), one.key, probability(one.odds), reasons)


def _told(named: Named) -> Iterator[Reason]:
    """Yield a reason for each kind of place where a tag is named; one heading beside the title mostly is the title."""
    for kind in dict.fromkeys(_KINDS.values()):
        mentions = [m for m in named.mentions if _KINDS[m.place] == kind]
        is_title = kind == "heading" and len(mentions) == 1 and named.in_title
        if mentions and not is_title:
            yield Reason(kind, mentions[0].written, mentions[0].line, len(mentions))

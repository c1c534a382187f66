"""What evidence is: a kind names the keys under which two tags meet, and says what it makes of the two."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

from reme_tui.tidy.duplicates.forms.profiles import Profile

Tier = Literal["high", "likely", "look"]
SURE = 0.95
PROBABLE = 0.8


class Reason(NamedTuple):
    """One plain sentence for a person, and how much it counts: from 0.95 high, from 0.8 likely, below that a look."""

    text: str
    weight: float


class Kind(NamedTuple):
    """One kind of evidence.

    A tag is compared with those that offer a key it seeks; where `seeks` is None, with those that offer the same
    key. `judge` gives the reason, or None; it sees the two tags in any order and nothing else.
    """

    name: str
    offers: Callable[[Profile], Collection[str]]
    seeks: Callable[[Profile], Collection[str]] | None
    judge: Callable[[Profile, Profile], Reason | None]


def tier_of(score: float) -> Tier:
    """The tier of a pair by its score."""
    return "high" if score >= SURE else "likely" if score >= PROBABLE else "look"

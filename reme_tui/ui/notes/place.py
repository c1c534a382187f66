"""Places in notes: where reading stopped, and where a hit's passage is. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reme_tui.core.query.query import Query

if TYPE_CHECKING:
    from reme_tui.search.results import Hit

LineRange = tuple[int, int]
"""The first and the last line, from 1."""

NO_PASSAGE: LineRange = (0, -1)


@dataclass(frozen=True, slots=True)
class Stop:
    """A note and a place in it: a passage to bring into view, or, where given, the row at the top of the screen."""

    path: str
    passage: LineRange = NO_PASSAGE
    row: int | None = None


@dataclass(frozen=True, slots=True)
class ReadingWalk:
    """Places to be read one after the other, such as hits: `noun` says what, `at` which one, None for none of them."""

    noun: str
    stops: tuple[Stop, ...]
    at: int | None = None

    @property
    def stop(self) -> Stop | None:
        """The place it has come to."""
        return None if self.at is None else self.stops[self.at]

    def moved(self, step: int) -> ReadingWalk | None:
        """Return the walk a step further, -1 for back; None at its ends. From nowhere it goes to the first."""
        at = (-1 if self.at is None else self.at) + step
        return replace(self, at=at) if 0 <= at < len(self.stops) else None


def walk_of(hits: Iterable[Hit], path: str) -> ReadingWalk:
    """Return the walk from hit to hit, at the one of `path` when it is one."""
    stops = tuple(Stop(hit.note.path) for hit in hits)
    return ReadingWalk("hit", stops, next((at for at, stop in enumerate(stops) if stop.path == path), None))


def passage_of(hits: Iterable[Hit], path: str, asked: Query) -> LineRange:
    """Return the lines of the best passage of the hit at `path`; none when nothing was looked for in the text."""
    if asked.text or asked.phrases:
        for hit in hits:
            if hit.note.path == path and hit.passages:
                return hit.passages[0].first_line, hit.passages[0].last_line
    return NO_PASSAGE

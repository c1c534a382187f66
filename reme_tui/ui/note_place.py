"""Places in notes: where reading stopped, and where a hit's passage is. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from reme_tui.core.query.query import Query

if TYPE_CHECKING:
    from reme_tui.search.results import Hit

Passage = tuple[int, int]
"""The first and the last line, from 1."""

NO_PASSAGE: Passage = (0, -1)


class Stop(NamedTuple):
    """A note and a place in it: a passage to bring into view, or, where given, the row at the top of the screen."""

    path: str
    passage: Passage = NO_PASSAGE
    row: int | None = None


def passage_of(hits: Iterable[Hit], path: str, asked: Query) -> Passage:
    """Return the lines of the best passage of the hit at `path`; none when nothing was looked for in the text."""
    if asked.text or asked.phrases:
        for hit in hits:
            if hit.note.path == path and hit.passages:
                return hit.passages[0].first_line, hit.passages[0].last_line
    return NO_PASSAGE

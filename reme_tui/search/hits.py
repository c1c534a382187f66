"""Ranked passages as values to show: grouped by note, with their text and what to mark in it."""

from __future__ import annotations

import datetime as dt
import heapq
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import overload

from reme_tui.core.note import Note
from reme_tui.search.asked import Asked
from reme_tui.search.index.passage_index import PassageIndex, Read
from reme_tui.search.ranking import Ranking
from reme_tui.search.results import Hit, PassageHit
from reme_tui.search.text.tokens import mark

PASSAGES_SHOWN = 3
_DAY = 86_400
_EPOCH = dt.date(1970, 1, 1)


class Marks(Sequence[tuple[int, int]]):
    """The marks of a text, worked out when first looked at: that takes longer than all the rest of a hit."""

    def __init__(self, text: str, tokens: frozenset[str], prefix: str) -> None:
        self._wanted = (text, tokens, prefix)

    @cached_property
    def _found(self) -> tuple[tuple[int, int], ...]:
        text, tokens, prefix = self._wanted
        return mark(text, tokens, prefix=prefix)

    @overload
    def __getitem__(self, at: int) -> tuple[int, int]: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[tuple[int, int], ...]: ...

    def __getitem__(self, at: int | slice) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        return self._found[at]

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._found == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found)


def ranked_hits(index: PassageIndex, ranking: Ranking, asked: Asked, *, read: Read, limit: int) -> tuple[Hit, ...]:
    """Return the first `limit` notes of a ranking, each with its best passages."""
    marked = asked.marked
    hits = []
    for first in ranking.notes[:limit].tolist():
        note = index.owners[first]
        found = ranking.fused.best(index.slots_of[note.path])
        text = read(note.path)
        passages = []
        for slot in found[:PASSAGES_SHOWN]:
            passage = index.passage(slot)
            shown = "" if text is None else passage.text(text)
            passages.append(
                PassageHit(
                    first_line=passage.first_line,
                    last_line=passage.last_line,
                    text=shown,
                    marks=Marks(shown, marked, asked.prefix),
                    words=ranking.words.rank(slot),
                    meaning=ranking.meaning.rank(slot),
                )
            )
        best = ranking.fused.rank(found[0])
        hits.append(Hit(note, best.score if best else 0.0, tuple(passages), len(found) - len(passages)))
    return tuple(hits)


def newest_hits(notes: Iterable[Note], *, read: Read, limit: int) -> tuple[Hit, ...]:
    """Return the newest `limit` of `notes`, which all have passages, each with its first."""
    hits = []
    for note in heapq.nsmallest(limit, notes, key=newest_first):
        first, *others = note.passages
        text = read(note.path)
        shown = "" if text is None else first.text(text)
        hit = PassageHit(first.first_line, first.last_line, shown, (), None, None)
        hits.append(Hit(note, 0.0, (hit,), len(others)))
    return tuple(hits)


def newest_first(note: Note) -> tuple[float, str]:
    """Return what sorts notes newest first, then by path; an undated note goes by its file's own time."""
    day = note.date.day.toordinal() if note.date else note.modified // _DAY + _EPOCH.toordinal()
    return -day, note.path

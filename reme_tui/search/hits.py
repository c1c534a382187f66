"""Ranked passages as values to show: grouped by note, with their text and what to mark in it."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import overload

from reme_tui.core.note import Note
from reme_tui.search.arrays import Slots, np
from reme_tui.search.asked import Asked
from reme_tui.search.index.passage_index import PassageIndex, Read, day_of
from reme_tui.search.ranking import Ranking
from reme_tui.search.results import Hit, PassageHit
from reme_tui.search.text.tokens import mark

PASSAGES_SHOWN = 3


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
        found = ranking.fused.best(range(first, first + len(note.passages)))
        text = read(note.path)
        passages = []
        for slot in found[:PASSAGES_SHOWN]:
            passage = note.passages[slot - first]
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


def newest_hits(index: PassageIndex, firsts: Slots, *, read: Read, limit: int) -> tuple[Hit, ...]:
    """Return the newest `limit` of the notes with these first slots, each with its first passage."""
    hits = []
    for note in heapq.nsmallest(limit, _among_newest(index, firsts, limit), key=newest_first):
        first, *others = note.passages
        text = read(note.path)
        shown = "" if text is None else first.text(text)
        hit = PassageHit(first.first_line, first.last_line, shown, (), None, None)
        hits.append(Hit(note, 0.0, (hit,), len(others)))
    return tuple(hits)


def newest_first(note: Note) -> tuple[int, str]:
    """Return what sorts notes newest first, then by path."""
    return -day_of(note), note.path


def _among_newest(index: PassageIndex, firsts: Slots, limit: int) -> list[Note]:
    """Return a few of the notes with these first slots, the newest `limit` among them.

    Of those on the last day that counts, the dated ones precede the others, both by path.
    """
    owners = index.owners
    days = index.days[firsts]
    last = np.partition(days, len(days) - limit)[len(days) - limit] if 0 < limit < len(days) else days.min(initial=0)
    ties = firsts[days == last]
    ties = ties[np.argsort(index.precedence[ties])].tolist()
    undated = bisect_left(ties, True, key=lambda slot: owners[slot].date is None)
    slots = [*firsts[days > last].tolist(), *ties[:undated][:limit], *ties[undated:][:limit]]
    return [owners[slot] for slot in slots]

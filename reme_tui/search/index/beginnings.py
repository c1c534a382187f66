"""All words that begin alike, and the passages that hold them."""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from collections.abc import Sequence

from reme_tui.search.arrays import NO_SLOTS, Bools, Counts, NDArray, Slots, np
from reme_tui.search.index.postings import Segment

_LAST_CHARACTER = "\U0010ffff"


class Beginning:
    """The terms of `segments` that begin with `prefix`; a short one begins thousands in each.

    The postings of all of them lie side by side, and each stretch that is of one term in one segment has a number that
    tells which term that is.
    """

    def __init__(self, segments: Sequence[Segment], alive: Bools, prefix: str) -> None:
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        stretches, lengths, slots = [NO_SLOTS], [NO_SLOTS], [NO_SLOTS]
        counts: list[NDArray[np.integer]] = [NO_SLOTS]
        for segment in segments:
            first, last = segment.terms.place(prefix), segment.terms.place(prefix + _LAST_CHARACTER)
            bounds = segment.bounds[first : last + 1]
            stretches.append(np.fromiter(map(numbers.__getitem__, segment.terms[first:last]), np.int32, last - first))
            lengths.append(np.diff(bounds))
            slots.append(segment.slots[bounds[0] : bounds[-1]])
            counts.append(segment.counts[bounds[0] : bounds[-1]])
        self._stretches, self._lengths = np.concatenate(stretches), np.concatenate(lengths)
        self._slots, self._counts = np.concatenate(slots), np.concatenate(counts)
        self._living = alive[self._slots]
        self._terms = list(numbers)

    def held(self) -> dict[str, int]:
        """Return how many living passages hold each term, where there are any."""
        counts = self._held().tolist()
        return {term: count for term, count in zip(self._terms, counts, strict=True) if count}

    def postings(self, most: int) -> tuple[Slots, Counts]:
        """Return the living passages that hold any of the `most` used terms, and how often all of these."""
        held = (-self._held()).tolist()
        used = heapq.nsmallest(most, range(len(held)), key=lambda number: (held[number], self._terms[number]))
        wanted = np.zeros(len(held), np.bool_)
        wanted[used] = True
        keep = np.repeat(wanted[self._stretches], self._lengths) & self._living
        often = np.bincount(self._slots[keep], self._counts[keep])
        slots = np.flatnonzero(often)
        return slots.astype(np.int32), often[slots].astype(np.int32)

    def _held(self) -> NDArray[np.int64]:
        stretches = np.repeat(self._stretches, self._lengths)[self._living]
        return np.bincount(stretches, minlength=len(self._terms))

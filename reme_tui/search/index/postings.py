"""Postings of a stretch of passages: which passage holds which term, how often.

A segment never changes. Small ones are merged as they come in, up to a size whose merge nobody notices.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reme_tui.search.arrays import Bools, Counts, NDArray, Slots, np
from reme_tui.search.text.tokens import is_word

LAST_CHARACTER = "\U0010ffff"


@dataclass(frozen=True, eq=False)
class Segment:
    """The postings of the passages at the slots `passages`, which were all alive when it was made.

    `terms` is sorted; term number i is held by the passages `slots[bounds[i]:bounds[i + 1]]`, ascending, and occurs
    in each as often as `counts` says.
    """

    passages: Slots
    terms: Sequence[str]
    bounds: Counts
    slots: Slots
    counts: Counts

    def find(self, term: str) -> slice:
        """Return where the postings of `term` lie, an empty slice where there are none."""
        at = bisect_left(self.terms, term)
        if at == len(self.terms) or self.terms[at] != term:
            return slice(0, 0)
        return slice(int(self.bounds[at]), int(self.bounds[at + 1]))

    def completions(self, prefix: str, alive: Bools) -> dict[str, int]:
        """Count the living passages that hold each term that begins with `prefix`, where there are any."""
        first = bisect_left(self.terms, prefix)
        last = bisect_left(self.terms, prefix + LAST_CHARACTER)
        if first == last:
            return {}
        bounds = self.bounds[first : last + 1]
        held = np.add.reduceat(alive[self.slots[bounds[0] : bounds[-1]]].astype(np.int32), bounds[:-1] - bounds[0])
        return {term: count for term, count in zip(self.terms[first:last], held.tolist(), strict=True) if count}

    @cached_property
    def words_by_length(self) -> dict[int, list[str]]:
        """The alphabetic words among the terms by their number of characters."""
        by_length = defaultdict(list)
        for term in filter(is_word, self.terms):
            by_length[len(term)].append(term)
        return dict(by_length)


def build_segment(corpus: Sequence[Sequence[str]], start: int) -> Segment:
    """Count the tokens of passages whose slots begin with `start`. The loops over tokens run in C."""
    lengths = np.fromiter(map(len, corpus), np.int64, len(corpus))
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    tokens = itertools.chain.from_iterable(corpus)
    met = np.fromiter(map(numbers.__getitem__, tokens), np.int64, int(lengths.sum()))
    terms = sorted(numbers)
    place = np.empty(len(terms), np.int64)
    place[np.fromiter(map(numbers.__getitem__, terms), np.int64, len(terms))] = np.arange(len(terms))
    keys = place[met] * len(corpus) + np.repeat(np.arange(len(corpus)), lengths)
    keys.sort()
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    owners, passages = np.divmod(keys[firsts], max(len(corpus), 1))
    counts = np.diff(firsts, append=len(keys))
    every = np.arange(start, start + len(corpus), dtype=np.int32)
    return _assemble(every, terms, owners=owners, slots=passages + start, counts=counts)


def merge_segments(first: Segment, second: Segment, *, alive: Bools) -> Segment:
    """Return one segment for two, the second of later slots, without dead passages."""
    terms = list(dict.fromkeys(sorted([*first.terms, *second.terms])))  # to sort two sorted runs is to merge them
    places = {term: place for place, term in enumerate(terms)}
    owners = np.concatenate([_owners(segment, places) for segment in (first, second)])
    slots = np.concatenate([first.slots, second.slots])
    counts = np.concatenate([first.counts, second.counts])
    keep = np.flatnonzero(alive[slots])
    keep = keep[np.argsort(owners[keep], kind="stable")]
    passages = np.concatenate([first.passages, second.passages])
    passages = passages[alive[passages]]
    return _assemble(passages, terms, owners=owners[keep], slots=slots[keep], counts=counts[keep])


def renumber_segment(segment: Segment, *, alive: Bools, renumbered: Slots) -> Segment:
    """Return the segment without dead passages, each living one at its new slot."""
    keep = np.flatnonzero(alive[segment.slots])
    owners = np.repeat(np.arange(len(segment.terms)), np.diff(segment.bounds))[keep]
    passages = renumbered[segment.passages[alive[segment.passages]]]
    slots = renumbered[segment.slots[keep]]
    return _assemble(passages, segment.terms, owners=owners, slots=slots, counts=segment.counts[keep])


def _owners(segment: Segment, places: dict[str, int]) -> NDArray[np.int64]:
    numbers = np.fromiter(map(places.__getitem__, segment.terms), np.int64, len(segment.terms))
    return np.repeat(numbers, np.diff(segment.bounds))


def _assemble(
    passages: Slots,
    terms: Sequence[str],
    *,
    owners: NDArray[np.int64],
    slots: NDArray[np.integer],
    counts: NDArray[np.integer],
) -> Segment:
    """Return a segment from postings sorted by owner (the term's place), leaving out terms without any."""
    held = np.bincount(owners, minlength=len(terms))
    if not held.all():
        terms = list(itertools.compress(terms, held))
        held = held[held > 0]
    bounds = np.concatenate(([0], np.cumsum(held)))
    return Segment(passages, terms, bounds.astype(np.int32), slots.astype(np.int32), counts.astype(np.int32))

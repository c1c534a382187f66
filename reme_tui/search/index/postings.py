"""Postings of a stretch of passages: which passage holds which term, how often.

A segment never changes. Small ones are merged as they come in, up to a size whose merge nobody notices.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from reme_tui.search.arrays import Bools, Counts, NDArray, Slots, np
from reme_tui.search.index.runs import pieces_of
from reme_tui.search.index.terms import Terms, order_of
from reme_tui.search.text.tokens import Tokens

_MOST_SMALL = np.iinfo(np.int32).max


@dataclass(frozen=True, eq=False)
class Segment:
    """The postings of the passages at the slots `passages`, which were all alive when it was made.

    Of the sorted `terms`, number i is held by the passages `slots[bounds[i]:bounds[i + 1]]`, ascending, and occurs
    in each as often as `counts` says, which are of the smallest type that holds them.
    """

    passages: Slots
    terms: Terms
    bounds: Counts
    slots: Slots
    counts: NDArray[np.integer]

    def find(self, term: str) -> slice:
        """Return where the postings of `term` lie, an empty slice where there are none."""
        at = self.terms.find(term)
        if at is None:
            return slice(0, 0)
        return slice(int(self.bounds[at]), int(self.bounds[at + 1]))


def build_segment(corpus: Iterable[Tokens], start: int) -> Segment:
    """Count the tokens of passages whose slots begin with `start`; one passage's words are held at a time.

    Nothing here is one long call on all tokens or terms: such a call would hold up every other thread.
    """
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    number = numbers.__getitem__
    met, runs = [], []
    for words, run in corpus:
        met.append(np.fromiter(map(number, words), np.int32, len(words)))
        runs.append(run)
    size = len(met)
    pieces, pieces_met, holders = pieces_of(runs)
    order, terms = order_of([*numbers, *pieces])
    bits = size.bit_length()
    small = len(order) << bits <= _MOST_SMALL
    places: NDArray[np.int64] = np.empty(len(order), np.int32 if small else np.int64)
    places[order] = np.arange(len(order)) << bits
    keys = places[np.concatenate([*met, pieces_met + len(numbers)])]
    keys |= np.concatenate([np.repeat(np.arange(size), [len(words) for words in met]), holders]).astype(keys.dtype)
    keys.sort()
    firsts = np.flatnonzero(np.concatenate((keys[:1] == keys[:1], keys[1:] != keys[:-1])))
    counts = np.diff(firsts, append=len(keys))
    keys = keys[firsts]
    every = np.arange(start, start + size, dtype=np.int32)
    return _assemble(every, terms, owners=keys >> bits, slots=(keys & ((1 << bits) - 1)) + start, counts=counts)


def merge_segments(first: Segment, second: Segment, *, alive: Bools) -> Segment:
    """Return one segment for two, the second of later slots, without dead passages."""
    numbers = dict(zip(first.terms, range(len(first.terms)), strict=True))
    met = [numbers.setdefault(term, len(numbers)) for term in second.terms]
    order, terms = order_of(list(numbers))
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    of_first = np.repeat(places[: len(first.terms)], np.diff(first.bounds))
    owners = np.concatenate([of_first, np.repeat(places[met], np.diff(second.bounds))])
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


def _assemble(
    passages: Slots,
    terms: Terms,
    *,
    owners: NDArray[np.integer],
    slots: NDArray[np.integer],
    counts: NDArray[np.integer],
) -> Segment:
    """Return a segment from postings sorted by owner (the term's place), leaving out terms without any."""
    held = np.bincount(owners, minlength=len(terms))
    if not held.all():
        terms = Terms.of(list(itertools.compress(terms, held)))
        held = held[held > 0]
    bounds = np.concatenate(([0], np.cumsum(held)))
    counts = counts.astype(np.min_scalar_type(int(counts.max(initial=0))))
    return Segment(passages, terms, bounds.astype(np.int32), slots.astype(np.int32), counts)

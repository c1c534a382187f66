"""Postings of a stretch of passages: which passage holds which term, how often.

A segment never changes. Small ones are merged as they come in, up to a size whose merge nobody notices.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from reme_tui.search.arrays import Bools, Counts, NDArray, Slots, np
from reme_tui.search.index.terms import Terms

LAST_CHARACTER = "\U0010ffff"
_SAMPLED, _SAMPLES_A_LIST = 64, 32
"""Every so many terms one is looked at, and so many of these lie between two borders: lists of about 2,000 terms."""


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

    def completions(self, prefix: str, alive: Bools) -> dict[str, int]:
        """Count the living passages that hold each term that begins with `prefix`, where there are any."""
        first, last = self.terms.place(prefix), self.terms.place(prefix + LAST_CHARACTER)
        if first == last:
            return {}
        bounds = self.bounds[first : last + 1]
        held = np.add.reduceat(alive[self.slots[bounds[0] : bounds[-1]]].astype(np.int32), bounds[:-1] - bounds[0])
        return {term: count for term, count in zip(self.terms[first:last], held.tolist(), strict=True) if count}

    def postings_of(self, words: Collection[str], prefix: str, alive: Bools) -> tuple[Slots, NDArray[np.integer]]:
        """Return the living passages that hold `words`, which all begin with `prefix`, word by word, and how often."""
        first, last = self.terms.place(prefix), self.terms.place(prefix + LAST_CHARACTER)
        bounds = self.bounds[first : last + 1]
        where = slice(bounds[0], bounds[-1])
        wanted = np.array([term in words for term in self.terms[first:last]], np.bool_)
        keep = np.repeat(wanted, np.diff(bounds))
        keep &= alive[self.slots[where]]
        return self.slots[where][keep], self.counts[where][keep]


def build_segment(corpus: Iterable[Sequence[str]], start: int) -> Segment:
    """Count the tokens of passages whose slots begin with `start`; one passage's are held at a time.

    Nothing here is one long call on all tokens or terms: such a call would hold up every other thread.
    """
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    number = numbers.__getitem__
    met = [np.fromiter(map(number, passage), np.int32, len(passage)) for passage in corpus]
    size = len(met)
    lengths = np.fromiter(map(len, met), np.int64, size)
    terms = list(numbers)
    order = _order_of(terms)
    place = np.empty(len(terms), np.int64)
    place[order] = np.arange(len(terms))
    keys = place[np.concatenate(met, dtype=np.int32)] if met else place
    keys *= size
    keys += np.repeat(np.arange(size), lengths)
    keys.sort()
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    owners, passages = np.divmod(keys[firsts], max(size, 1))
    counts = np.diff(firsts, append=len(keys))
    every = np.arange(start, start + size, dtype=np.int32)
    in_order = [terms[number] for number in order]
    return _assemble(every, in_order, owners=owners, slots=passages + start, counts=counts)


def _order_of(terms: Sequence[str]) -> list[int]:
    """Return the numbers of `terms` by code point: shared out between borders of a sample, then in small lists."""
    borders = sorted(terms[::_SAMPLED])[::_SAMPLES_A_LIST]
    lists: list[list[int]] = [[] for _ in range(len(borders) + 1)]
    for number, term in enumerate(terms):
        lists[bisect_right(borders, term)].append(number)
    return [number for few in lists for number in sorted(few, key=terms.__getitem__)]


def merge_segments(first: Segment, second: Segment, *, alive: Bools) -> Segment:
    """Return one segment for two, the second of later slots, without dead passages."""
    distinct = list(dict.fromkeys(itertools.chain(first.terms, second.terms)))
    terms = [distinct[number] for number in _order_of(distinct)]
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
    return np.repeat(np.array([places[term] for term in segment.terms], np.int64), np.diff(segment.bounds))


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
    counts = counts.astype(np.min_scalar_type(int(counts.max(initial=0))))
    return Segment(passages, Terms.of(terms), bounds.astype(np.int32), slots.astype(np.int32), counts)

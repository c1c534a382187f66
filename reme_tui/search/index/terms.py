"""Sorted terms kept as one stretch of bytes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Self, overload

from reme_tui.search.arrays import NDArray, np

_END = 10
"""The byte of the line feed that ends each term; no term holds one."""
_SORTED_BY = 8
_MASKS = np.array([256**_SORTED_BY - 256 ** (_SORTED_BY - length) for length in range(_SORTED_BY + 1)], np.uint64)
"""What keeps the first bytes of a number of eight."""
_STEP = 64
"""Every so many terms one is kept decoded, to look for others between them."""


def terms_to_bytes(terms: Sequence[str]) -> bytes:
    """Return `terms`, each ended by a line feed."""
    if isinstance(terms, Terms):
        return terms.data
    return "\n".join((*terms, "")).encode("utf-8", "surrogatepass")


def order_of(terms: Sequence[str]) -> tuple[NDArray[np.int64], Terms]:
    """Return the numbers of distinct `terms` by code point, and the terms in that order.

    Nothing here is one long call on all terms that would hold up every other thread: numpy sorts them by their first
    bytes, and only those that begin alike are compared as text.
    """
    data = np.frombuffer(terms_to_bytes(terms) + bytes(_SORTED_BY), np.uint8)
    ends = np.flatnonzero(data[:-_SORTED_BY] == _END)
    starts = np.concatenate(([0], ends[:-1] + 1)) if len(ends) else ends
    beginnings = np.ndarray((len(data) - _SORTED_BY + 1,), f">u{_SORTED_BY}", data, strides=(1,))[starts]
    keys = beginnings.astype(np.uint64) & _MASKS[np.minimum(ends - starts, _SORTED_BY)]
    order = np.argsort(keys)
    for first, last in _runs(keys[order]):
        order[first:last] = sorted(order[first:last].tolist(), key=terms.__getitem__)
    sizes = (ends - starts + 1)[order]
    moved = starts[order] - np.cumsum(sizes) + sizes
    return order, Terms(data[np.repeat(moved, sizes) + np.arange(sizes.sum())].tobytes())


def _runs(keys: NDArray[np.uint64]) -> Iterator[tuple[int, int]]:
    """Yield the first place of each run of equal `keys`, and the one after its last."""
    differs = np.concatenate(([True], keys[1:] != keys[:-1], [True]))
    borders = np.flatnonzero(differs)
    long = np.flatnonzero(np.diff(borders) > 1)
    return zip(borders[long].tolist(), borders[long + 1].tolist(), strict=True)


class Terms(Sequence[str]):
    """Terms that are decoded one by one when asked for; in order by code point, as their bytes are too."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @classmethod
    def of(cls, terms: Sequence[str]) -> Self:
        """Keep `terms`, which are in order."""
        return cls(terms_to_bytes(terms))

    @cached_property
    def _ends(self) -> NDArray[np.int32]:
        return np.flatnonzero(np.frombuffer(self.data, np.uint8) == _END).astype(np.int32)

    @cached_property
    def _marks(self) -> list[str]:
        return [self[place] for place in range(0, len(self), _STEP)]

    @cached_property
    def _starts(self) -> list[int]:
        """Where the bytes of each mark begin, and those of all terms end."""
        return [0, *(self._ends[_STEP - 1 : len(self) - 1 : _STEP] + 1).tolist(), len(self.data)]

    def place(self, term: str) -> int:
        """Return how many terms come before `term`, which need not be among them."""
        start = max(bisect_right(self._marks, term) - 1, 0) * _STEP
        return start + bisect_left(self[start : start + _STEP], term)

    def find(self, term: str) -> int | None:
        """Return the place of `term`, None when it is not among them."""
        number = bisect_right(self._marks, term) - 1
        if number < 0:
            return None
        start, end = self._starts[number : number + 2]
        line = f"{term}\n".encode("utf-8", "surrogatepass")
        if self.data.startswith(line, start):
            return number * _STEP
        at = self.data.find(b"\n" + line, start, end)
        return None if at < 0 else number * _STEP + self.data.count(b"\n", start, at + 1)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        ends = self._ends
        if isinstance(place, slice):
            first, last, _ = place.indices(len(ends))
            return self._text(first, last).split("\n")[:-1] if first < last else []
        return self._text(place, place + 1)[:-1]

    def __iter__(self) -> Iterator[str]:
        return iter(self[:])

    def __len__(self) -> int:
        return len(self._ends)

    def _text(self, first: int, last: int) -> str:
        start = int(self._ends[first - 1]) + 1 if first else 0
        return self.data[start : int(self._ends[last - 1]) + 1].decode("utf-8", "surrogatepass")

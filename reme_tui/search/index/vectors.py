"""The passages' vectors, one byte a component, compared with a query's by brute force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from reme_tui.search.arrays import Floats, NDArray, Slots, Vectors, np

_SCALE = 127
_QUERY_SCALE = 65_536
"""With whole numbers of this size every partial sum stays below 2**24, where float32 is exact: a cosine depends on
neither the order of the passages nor the way BLAS adds."""
_BLOCK = 256
"""Rows that fit into the cache of a core as float32 too."""
_FIRST_CAPACITY = 256


@dataclass(slots=True, eq=False)
class _Buffer:
    """Rows that only grow; `used` is how many some generation has written."""

    rows: NDArray[np.int8]
    used: int


@dataclass(frozen=True, slots=True, eq=False)
class VectorIndex:
    """Vectors of the first `count` slots, of unit length or zero. Immutable; generations share the memory."""

    _buffer: _Buffer
    count: int

    @classmethod
    def empty(cls, dimensions: int) -> Self:
        """Return an index of nothing."""
        return cls(_Buffer(np.zeros((0, dimensions), np.int8), 0), 0)

    @classmethod
    def restored(cls, rows: NDArray[np.int8]) -> Self:
        """Return the index with the `rows` (n, dimensions) another one had."""
        return cls(_Buffer(rows, len(rows)), len(rows))

    @property
    def rows(self) -> NDArray[np.int8]:
        """All rows, (count, dimensions)."""
        return self._buffer.rows[: self.count]

    def extend(self, vectors: Vectors) -> Self:
        """Return the index with the rows of `vectors` (n, dimensions) for the next n slots."""
        buffer, end = self._buffer, self.count + len(vectors)
        if end > len(buffer.rows) or buffer.used != self.count:  # full, or another generation has gone on from here
            rows = np.zeros((max(2 * end, _FIRST_CAPACITY), buffer.rows.shape[1]), np.int8)
            rows[: self.count] = buffer.rows[: self.count]
            buffer = _Buffer(rows, self.count)
        buffer.rows[self.count : end] = np.rint(vectors * _SCALE).clip(-_SCALE, _SCALE)
        buffer.used = end
        return type(self)(buffer, end)

    def take(self, slots: Slots) -> Self:
        """Return the index renumbered: the vectors of those `slots` (ascending) that have one."""
        rows = self._buffer.rows[slots[slots < self.count]]
        return type(self)(_Buffer(rows, len(rows)), len(rows))

    def mean(self, slots: Slots) -> Floats:
        """Return the mean of the vectors of those `slots` that have one, shape (dimensions,); zero for none."""
        rows = self._buffer.rows[slots[slots < self.count]]
        mean: Floats = rows.sum(axis=0, dtype=np.int64) / (_SCALE * max(1, len(rows)))
        return mean

    def cosines(self, query: Vectors, slots: Slots | None = None) -> Floats:
        """Return the cosine of `query` (unit length) with each of `slots`, all below `count`; None is all of them."""
        rows = self._buffer.rows[: self.count] if slots is None else self._buffer.rows[slots]
        whole = np.rint(query * _QUERY_SCALE)
        products = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), _BLOCK):
            block = rows[start : start + _BLOCK].astype(np.float32)
            products[start : start + _BLOCK] = block @ whole
        return products.astype(np.float64) / (_SCALE * _QUERY_SCALE)

"""The passages' vectors, one byte a component, compared with a query's by brute force."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

from reme_tui.search.arrays import Bools, Floats, NDArray, Slots, Vectors, np

_SCALE = 127
_QUERY_SCALE = 65_536
"""With whole numbers of this size every partial sum stays below 2**24, where float32 is exact: a cosine depends on
neither the order of the passages nor the way BLAS adds."""
_UNIT = _SCALE * _QUERY_SCALE
"""The product of a vector with itself."""
_BLOCK = 384
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

    def of(self, slots: Slots) -> Vectors:
        """Return the vectors of `slots`, all below `count`, (len(slots), dimensions)."""
        return np.divide(self._buffer.rows[slots], _SCALE, dtype=np.float32)

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
        return self._products(query, slots).astype(np.float64) / _UNIT

    def nearest(
        self, query: Vectors, slots: Slots | None = None, *, alive: Bools, floor: float, most: int
    ) -> tuple[Slots, Floats]:
        """Return the `most` nearest of `slots` (as in `cosines`) that are alive, and all as near as the last of them.

        Their cosines, given beside them, are positive and no less than `floor`.
        """
        products = self._products(query, slots)
        products[~(alive[: self.count] if slots is None else alive[slots])] = 0
        least: float = max(math.floor(floor * _UNIT), 1)
        if len(products) > most:
            least = max(least, float(np.partition(products, -most)[-most]))
        places = np.flatnonzero(products >= least)
        cosines = products[places].astype(np.float64) / _UNIT
        near = cosines >= floor  # of the whole numbers some may be one too low
        places = places[near]
        return places.astype(np.int32) if slots is None else slots[places], cosines[near]

    def _products(self, query: Vectors, slots: Slots | None) -> Vectors:
        rows = self._buffer.rows[: self.count] if slots is None else self._buffer.rows[slots]
        whole = np.rint(query * _QUERY_SCALE)
        products = np.empty(len(rows), np.float32)
        block = np.empty((min(_BLOCK, len(rows)), rows.shape[1]), np.float32)
        for start in range(0, len(rows), _BLOCK):
            part = rows[start : start + _BLOCK]
            block[: len(part)] = part
            np.dot(block[: len(part)], whole, out=products[start : start + len(part)])
        return products

"""The characters and pairs of CJK runs, taken apart as numbers: there are far too many to make a text of each."""

from __future__ import annotations

from collections.abc import Sequence

from reme_tui.search.arrays import NDArray, np

_END = 10
"""The code of the line feed that ends each run."""
_BITS = 21
"""Of a code point."""


def pieces_of(runs: Sequence[str]) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct characters and pairs of the runs of up to two million passages, and every one that is there.

    Of each of these the second array has its number among the distinct ones, the third that of its passage.
    """
    codes = np.frombuffer("".join(runs).encode("utf-32-le"), "<u4").astype(np.int64)
    holders = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
    alone = codes != _END
    paired = np.flatnonzero(alone[:-1] & alone[1:])
    alone = np.flatnonzero(alone)
    bits = len(runs).bit_length()
    keys = np.concatenate((codes[alone] << _BITS, (codes[paired] << _BITS) | codes[paired + 1])) << bits
    keys |= np.concatenate((holders[alone], holders[paired]))
    keys.sort()
    pieces = keys >> bits
    is_first = np.concatenate((pieces[:1] == pieces[:1], pieces[1:] != pieces[:-1]))
    return _texts(pieces[is_first]), np.cumsum(is_first) - 1, keys & ((1 << bits) - 1)


def _texts(keys: NDArray[np.int64]) -> list[str]:
    codes = np.column_stack((keys >> _BITS, keys & ((1 << _BITS) - 1), np.full(len(keys), _END))).ravel()
    return codes[codes > 0].astype("<u4").tobytes().decode("utf-32-le").split("\n")[:-1]

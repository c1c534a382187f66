"""The one place that imports numpy, so that its threads are settled first.

A BLAS thread per core only waits for its turn while an index is built on the same cores.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

__all__ = ["NO_SLOTS", "Bools", "Counts", "Digests", "Floats", "NDArray", "Slots", "Vectors", "np"]

Slots = NDArray[np.int32]
"""Passage ids, ascending unless said otherwise."""
Counts = NDArray[np.int32]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]
Digests = NDArray[np.uint64]

NO_SLOTS: Slots = np.zeros(0, np.int32)

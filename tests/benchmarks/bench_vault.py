"""Everything that needs a vault in memory, of one first index: reading it, searching it, following its saves.

python -m tests.benchmarks.bench_vault FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.benchmarks import bench_index, bench_saves, bench_search
from tests.benchmarks.measuring import Rows, print_rows


def measure(root: Path) -> Rows:
    """Measure one after the other."""
    rows, workspace = bench_index.measure(root)
    yield from rows
    yield from bench_search.measure(workspace)
    yield from bench_saves.measure(workspace)


if __name__ == "__main__":
    print_rows(measure(Path(sys.argv[1]).resolve()))

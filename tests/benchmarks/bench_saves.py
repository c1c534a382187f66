"""From a saved file to a vault that answers with it, for one file and for many.

    python -m tests.benchmarks.bench_saves FOLDER

What the watcher adds is told by bench_watch. The files are as they were in the end.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from reme_tui.config import Config
from reme_tui.core.query.query import Query
from reme_tui.workspace import Workspace
from tests.benchmarks.measuring import Rows, lateness_beside, print_rows, read, spent, took

ONE_BY_ONE = 60
MANY = (200, 5_000)


def save(paths: Sequence[Path], line: str) -> None:
    """Add a line to each."""
    for path in paths:
        with path.open("a", encoding="utf-8") as file:
            file.write(line)


def measure(workspace: Workspace) -> Rows:
    """Save notes of a vault that has been read."""
    root = workspace.config.vault
    paths = [root / path for path in sorted(workspace.snapshot.notes)]
    before = {path: path.read_bytes() for path in paths[: max(MANY)]}
    try:
        yield from _one_by_one(workspace, paths[:ONE_BY_ONE])
        for count in MANY:
            yield from _together(workspace, paths[: min(count, len(paths))])
    finally:
        for path, data in before.items():
            path.write_bytes(data)


def _follow(workspace: Workspace, paths: Sequence[Path]) -> None:
    workspace.update(frozenset(path.relative_to(workspace.config.vault).as_posix() for path in paths))


def _one_by_one(workspace: Workspace, paths: Sequence[Path]) -> Rows:
    cpu, clock = [], []
    for number, path in enumerate(paths):
        save([path], f"\nsaved{number} #[[link{number}]]\n")
        cpu.append(spent(lambda path=path: clock.append(took(lambda: _follow(workspace, [path])))) * 1e3)
        assert workspace.search(Query(f"saved{number}"), words_only=True).total_notes == 1
    middle = statistics.median(clock) * 1e3
    yield "one save until it can be found", f"{statistics.median(cpu):.1f} ms CPU, {middle:.1f} on the clock"


def _together(workspace: Workspace, paths: Sequence[Path]) -> Rows:
    save(paths, "\neverywhere\n")
    seconds = []
    late = lateness_beside(lambda: seconds.append(spent(lambda: _follow(workspace, paths))))
    assert workspace.search(Query("everywhere"), words_only=True).total_notes >= len(paths)
    bare = spent(lambda: [read(path) for path in paths])
    yield f"{len(paths):,} saves at once", f"{seconds[0]:.2f} s CPU, {seconds[0] / bare:.0f}x reading them"
    yield f"timer of an event loop beside {len(paths):,} saves", str(late)


if __name__ == "__main__":
    loaded = Workspace(Config(Path(sys.argv[1]).resolve(), cache=None))
    loaded.load()
    print_rows(measure(loaded))

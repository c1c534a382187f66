"""Merging two tags over 1,000 notes, against the same writes and fsyncs made bare in the same run.

Run it as `python -m tests.benchmarks.bench_apply [NOTES]`; it prints ratios, for seconds depend on the disk.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.changes import Merge
from reme_tui.tidy.cleanup import Cleanup
from tests.benchmarks.measuring import Rows, print_rows
from tests.tidy.vaults import snapshot_of

ROUNDS = 3
RULES = ReadingRules()
BODY = "A paragraph about nothing in particular, with a [[link]] in it.\n\n" * 12


def write_notes(vault: Path, count: int) -> None:
    """Notes of about 1 KB in folders of a hundred, with either tag or both."""
    tags = (["Project-A", "Alice"], ["Alice", "Project_A", "Project-A"], ["项目A"])
    for number in range(count):
        file = vault / f"daily/{number // 100:02}/note{number:05}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        items = "".join(f"  - {tag}\n" for tag in tags[number % 3])
        file.write_text(f"---\nname: Note {number}\ncreated: 2026-09-17\nmemory_tags:\n{items}---\n\n# Note\n\n{BODY}")


def bare(vault: Path, texts: dict[str, bytes]) -> None:
    """The same new texts by temporary file, fsync, rename and fsync of the folder, and nothing else."""
    for path, data in texts.items():
        folder, name = os.path.split(vault / path)
        temp = os.path.join(folder, ".bare.tmp")
        file = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        os.write(file, data)
        os.fsync(file)
        os.close(file)
        os.replace(temp, os.path.join(folder, name))
        parent = os.open(folder, os.O_RDONLY)
        os.fsync(parent)
        os.close(parent)


def seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def one_round(count: int) -> tuple[float, float, float, float]:
    """Seconds for the bare writes, for planning, for applying and for undoing."""
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder, "vault")
        write_notes(vault, count)
        cleanup = Cleanup(vault, Path(folder, "state"), RULES)
        snapshot = snapshot_of(vault, RULES)
        change = Merge(("Project-A", "项目A"), "Project_A")
        plan = cleanup.plan(change, snapshot)
        assert len(plan.edits) == count
        planning = seconds(lambda: cleanup.plan(change, snapshot))
        applying = seconds(lambda: cleanup.apply(plan))
        texts = {edit.path: (vault / edit.path).read_bytes() for edit in plan.edits}
        undoing = seconds(lambda: cleanup.apply(cleanup.plan_undo()))
        return seconds(lambda: bare(vault, texts)), planning, applying, undoing


def measure(count: int) -> Rows:
    rounds = [one_round(count) for _ in range(ROUNDS)]
    yield f"{count:,} notes written bare, with fsync", f"{statistics.median(r[0] for r in rounds):.2f} s"
    for name, place in (("planned", 1), ("applied", 2), ("undo, planned and applied", 3)):
        yield f"a merge of as many, {name}", f"{statistics.median(r[place] / r[0] for r in rounds):.2f}x that"
    yield "planned and applied", f"{statistics.median((r[1] + r[2]) / r[0] for r in rounds):.2f}x that"


if __name__ == "__main__":
    print_rows(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000))

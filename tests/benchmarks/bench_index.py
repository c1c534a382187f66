"""The first index: CPU against plain loops over the same files, memory, and how late an event loop is meanwhile.

python -m tests.benchmarks.bench_index FOLDER
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from reme_tui.config import Config
from reme_tui.search.index.words import WordIndex
from reme_tui.search.text.tokens import index_tokens, tokens_of
from reme_tui.workspace import Progress, Workspace
from tests.benchmarks.measuring import (
    Lateness,
    Rows,
    batches,
    fastest,
    lateness_beside,
    peak_memory,
    print_rows,
    read,
    spin,
)

CONTROL_SECONDS = 2.0


def read_plainly(paths: Sequence[Path]) -> int:
    """Read and decode, and nothing else."""
    return sum(len(read(path)) for path in paths)


def count_plainly(paths: Sequence[Path]) -> Counter[str]:
    """Read, tokenise and count: what any index of words has to do."""
    total: Counter[str] = Counter()
    for path in paths:
        total.update(index_tokens(read(path)))
    return total


def index_words(paths: Sequence[Path]) -> WordIndex:
    """Read, tokenise and index in parts, a file as one passage."""
    index = WordIndex()
    for part in batches(paths, 1_000):
        index = index.evolve([tokens_of(read(path)) for path in part], ())
    return index


class FirstIndex:
    """A first start of the application's own workspace, in a thread beside an event loop."""

    def __init__(self, root: Path) -> None:
        self.workspace = Workspace(Config(root, cache=None))
        self.marks: list[tuple[str, float, float]] = []

    def run(self) -> Lateness:
        """Read everything, then meaning."""
        return lateness_beside(self._load)

    def spent_until(self, stage: str) -> tuple[float, float]:
        """Return CPU seconds and peak memory (MB) at the last report of a stage."""
        start = self.marks[0][1]
        return next((cpu - start, memory) for name, cpu, memory in reversed(self.marks) if name == stage)

    def _load(self) -> None:
        self._mark(Progress("listing", 0, 0))
        self.workspace.load(self._mark)

    def _mark(self, progress: Progress) -> None:
        self.marks.append((progress.stage, time.process_time(), peak_memory()))


def measure(root: Path) -> tuple[Rows, Workspace]:
    """Index a vault; the rows are worked out as they are taken."""
    with tempfile.TemporaryDirectory() as folder:  # imports what is imported with the first note
        Path(folder, "note.md").write_text("---\nname: a\n---\na\n")
        Workspace(Config(Path(folder), cache=None)).load(meaning=False)
    first = FirstIndex(root)
    control = lateness_beside(lambda: spin(CONTROL_SECONDS))
    late = first.run()
    return _rows(root, first, late=late, control=control), first.workspace


def _rows(root: Path, first: FirstIndex, *, late: Lateness, control: Lateness) -> Rows:
    words, words_memory = first.spent_until("reading")
    meaning, memory = first.spent_until("meaning")
    paths = sorted(root.rglob("*.md"))
    size = sum(path.stat().st_size for path in paths) / 1e6
    yield "vault", f"{len(paths):,} notes, {first.workspace.passage_count:,} passages, {size:.1f} MB"
    rounds = 3 if len(paths) <= 10_000 else 1
    count_plainly(paths[:500])
    plain = fastest(lambda: count_plainly(paths), rounds=rounds)
    bare = fastest(lambda: read_plainly(paths), rounds=rounds)
    alone = fastest(lambda: index_words(paths), rounds=rounds)
    yield "read, tokenise, count", f"{plain:.2f} s, {plain / bare:.0f}x reading alone"
    yield "words of the same files indexed", f"{alone:.2f} s, {alone / plain:.2f}x that"
    yield "first index: notes, tags, links, words", f"{words:.2f} s, {words / plain:.2f}x that"
    yield "meaning of all passages after it", f"{meaning - words:.2f} s"
    yield "peak memory, words", f"{words_memory:.0f} MB"
    yield "peak memory, with model and meaning", f"{memory:.0f} MB"
    yield "timer of an event loop beside it", str(late)
    yield "the same beside a thread that only counts", str(control)


if __name__ == "__main__":
    print_rows(measure(Path(sys.argv[1]).resolve())[0])

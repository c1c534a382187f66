"""How fast the index is built and asked, as ratios of one run.

    python -m tests.benchmarks.bench_search [--notes 10000]

Building is told in CPU seconds of this process. A search is timed in several rounds, of which the fastest counts:
other work on the machine only ever makes one slower.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from reme_tui.core.note import Note, ReadingRules
from reme_tui.core.parse import parse_note
from reme_tui.core.query.query import Query, Scope
from reme_tui.core.snapshot import Change, Snapshot
from reme_tui.search.engine import Engine
from reme_tui.search.index.words import WordIndex
from reme_tui.search.text.tokens import index_tokens
from tests.benchmarks.generate_vault import FUNCTION_WORDS, ONE_PERCENT_TAG, write_vault

RULES = ReadingRules()
ROUNDS = 7


def spent(work: Callable[[], object]) -> float:
    """Return the CPU seconds that `work` takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


def read(path: Path | str) -> str:
    """Read a file as the vault does."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 20).decode("utf-8")
    finally:
        os.close(descriptor)


def count_plainly(paths: Sequence[Path]) -> Counter[str]:
    """Read, tokenise and count: what any index of words has to do."""
    total: Counter[str] = Counter()
    for path in paths:
        total.update(index_tokens(read(path)))
    return total


def parse(root: Path, path: Path) -> tuple[Note, str]:
    """Read and parse one note."""
    text = read(path)
    name = path.relative_to(root).as_posix()
    return parse_note(name, text, digest="", modified=0, rules=RULES), text


def build(root: Path, paths: Sequence[Path], *, part: int = 1_000) -> tuple[Snapshot, Engine]:
    """Read a vault in parts, as a first start does."""
    snapshot, engine = Snapshot.empty(RULES), Engine.empty()
    for parts in batches(paths, part):
        notes = [parse(root, path) for path in parts]
        snapshot = snapshot.evolve(Change(changed=tuple(note for note, _ in notes)))
        engine = engine.evolve(notes, ())
    return snapshot, engine


def batches(paths: Sequence[Path], size: int) -> list[Sequence[Path]]:
    """Cut into parts."""
    return [paths[start : start + size] for start in range(0, len(paths), size)]


def index_words(paths: Sequence[Path], *, part: int = 1_000) -> WordIndex:
    """Read, tokenise and index in parts, a file as one passage."""
    index = WordIndex()
    for parts in batches(paths, part):
        index = index.evolve([index_tokens(read(path)) for path in parts], ())
    return index


def queries(engine: Engine, *, count: int, words: int) -> list[str]:
    """Draw queries as people ask: words as common as they are in the text, without those that are everywhere."""
    rng = random.Random(3)  # noqa: S311  # the same queries every time
    terms: Counter[str] = Counter()
    for segment in engine.index.words.state.segments:
        for number, term in enumerate(segment.terms):
            terms[term] += int(segment.bounds[number + 1] - segment.bounds[number])
    drawn = [term for term in terms if len(term) > 1 and term not in FUNCTION_WORDS]
    picked = rng.choices(drawn, [terms[term] for term in drawn], k=count * words)
    return [" ".join(picked[start : start + words]) for start in range(0, len(picked), words)]


def times_of(tasks: dict[str, Callable[[str], object]], asked: Sequence[str]) -> dict[str, float]:
    """Return for each task the median over the queries of its fastest round, in milliseconds; queries take turns."""
    fastest: dict[str, list[float]] = {name: [] for name in tasks}
    for query in asked:
        for name, task in tasks.items():
            fastest[name].append(min(spent(lambda task=task, query=query: task(query)) for _ in range(ROUNDS)))
    return {name: statistics.median(times) * 1_000 for name, times in fastest.items()}


def bench_building(root: Path, paths: Sequence[Path]) -> tuple[Snapshot, Engine]:
    """Compare building with counting."""
    count_plainly(paths[:500])
    plain = spent(lambda: count_plainly(paths))
    words = spent(lambda: index_words(paths))
    built: list[tuple[Snapshot, Engine]] = []
    whole = spent(lambda: built.append(build(root, paths)))
    print(f"read, tokenise, count           {plain:6.2f} s")
    print(f"words index of the same files   {words:6.2f} s  {words / plain:5.2f}x  (at most 2.5x)")
    print(f"notes, tags, links and engine   {whole:6.2f} s  {whole / plain:5.2f}x")
    return built[0]


def bench_searching(root: Path, snapshot: Snapshot, engine: Engine) -> None:
    """Compare searches with the dense scores and with each other."""
    words = engine.index.words
    words.get_scores(["warm"])
    texts = {path: read(f"{root}/{path}") for path in snapshot.notes}
    tag = Scope(tags=(ONE_PERCENT_TAG,))

    def search(scope: Scope, of: Callable[[str], str | None]) -> Callable[[str], object]:
        return lambda text: engine.search(snapshot, Query(text, scope=scope), read=of)

    tasks: dict[str, Callable[[str], object]] = {
        "dense": lambda text: words.get_scores(text.split()),
        "postings": lambda text: words.score(text.split()),
        "search": search(Scope(), texts.get),
        "tagged": search(tag, texts.get),
        "read": search(Scope(), lambda path: read(f"{root}/{path}")),
    }
    found = times_of(tasks, queries(engine, count=12, words=3))
    faster = {name: found["dense"] / found[name] for name in tasks}
    print(f"inherited get_scores            {found['dense']:6.2f} ms, three words, {words.corpus_size:,} passages")
    print(f"the same scores from postings   {found['postings']:6.2f} ms  {faster['postings']:5.0f}x")
    print(f"search to its first 20 hits     {found['search']:6.2f} ms  {faster['search']:5.0f}x  (at least 20x)")
    print(f"with their texts read from disk {found['read']:6.2f} ms  {faster['read']:5.0f}x")
    ratio = found["search"] / found["tagged"]
    print(f"search within a 1% tag          {found['tagged']:6.2f} ms  {ratio:5.2f}x  (more than 1x)")


def bench_saving(root: Path, paths: Sequence[Path], engine: Engine) -> None:
    """Time one saved note, again and again."""
    times = []
    for path in paths[:200]:
        note, text = parse(root, path)
        started = time.process_time()
        engine = engine.evolve([(note, text)], ())
        times.append((time.process_time() - started) * 1_000)
    print(f"one saved note, engine only     {statistics.median(times):6.2f} ms, at most {max(times):.1f} ms")


def main() -> None:
    """Write a vault, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=10_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_vault(root, arguments.notes)
        paths = sorted(root.rglob("*.md"))
        snapshot, engine = bench_building(root, paths)
        bench_searching(root, snapshot, engine)
        bench_saving(root, paths, engine)


if __name__ == "__main__":
    main()

"""How fast a vault answers, against rank_bm25 and a bare matrix-vector product in the same run.

    python -m tests.benchmarks.bench_search FOLDER

A search is timed in several rounds, of which the fastest counts; figures are medians over the queries.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
from rank_bm25 import BM25Okapi

from reme_tui.config import Config
from reme_tui.core.query.query import Query, Scope
from reme_tui.search.engine import Engine
from reme_tui.search.index.passage_index import passage_tokens
from reme_tui.search.results import Results
from reme_tui.ui.asking.answer import Answer, Answers
from reme_tui.workspace import Workspace
from tests.benchmarks.generate_vault import FUNCTION_WORDS, ONE_PERCENT_TAG
from tests.benchmarks.measuring import Rows, print_rows, spent

ROUNDS = 5
QUERIES = 15
MOST_FOR_RANK_BM25 = 50_000
"""Passages; it holds a dict for each, which is gigabytes for a large vault."""


def queries(engine: Engine, *, count: int, words: int) -> list[str]:
    """Draw queries as people ask: words as common as they are in the text, without those that are everywhere."""
    rng = random.Random(3)  # noqa: S311  # the same queries every time
    terms: Counter[str] = Counter()
    for segment in engine.index.words.state.segments:
        for term, held in zip(segment.terms, np.diff(segment.bounds).tolist(), strict=True):
            terms[term] += held
    drawn = [term for term in terms if len(term) > 1 and term not in FUNCTION_WORDS]
    picked = rng.choices(drawn, [terms[term] for term in drawn], k=count * words)
    return [" ".join(picked[start : start + words]) for start in range(0, len(picked), words)]


def times_of(tasks: dict[str, Callable[[str], object]], asked: Sequence[str]) -> dict[str, list[float]]:
    """Return for each task the fastest round of each query, in milliseconds.

    Queries take turns: none finds its words still looked up from the round before, as what is typed on does.
    """
    fastest = {name: [float("inf")] * len(asked) for name in tasks}
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            for place, query in enumerate(asked):
                milliseconds = spent(lambda task=task, query=query: task(query)) * 1e3
                fastest[name][place] = min(fastest[name][place], milliseconds)
    return fastest


async def answered_after(workspace: Workspace, texts: Sequence[str]) -> tuple[int, float]:
    """Ask as the screen does, a question every millisecond; return how many were searched, and seconds for the last."""
    searched: list[Query] = []

    def search(query: Query, *, prefix: bool, limit: int) -> Results:
        searched.append(query)
        return workspace.search(query, prefix=prefix, limit=limit)

    answers = Answers(cast("Workspace", SimpleNamespace(search=search, counts_in_scope=workspace.counts_in_scope)))
    asking: asyncio.Task[Answer] | None = None
    for text in texts:
        if asking:
            asking.cancel()
        asking = asyncio.create_task(answers.to(Query(text), unfinished=True))
        await asyncio.sleep(0.001)
    started = time.perf_counter()
    if asking:
        await asking
    return len(searched), time.perf_counter() - started


def rank_bm25_of(workspace: Workspace) -> BM25Okapi | None:
    """Return rank_bm25 itself over the same passages, where they are not too many."""
    if workspace.passage_count > MOST_FOR_RANK_BM25:
        return None
    notes = workspace.snapshot.notes
    texts = ((note, workspace.read_text(path)) for path, note in notes.items() if note.passages)
    return BM25Okapi([tokens.listed() for note, text in texts if text for tokens in passage_tokens(note, text)])


def measure(workspace: Workspace) -> Rows:
    """Search a vault that has been read."""
    engine = workspace.state.engine
    asked = queries(engine, count=QUERIES, words=3)
    tag = Scope(tags=(ONE_PERCENT_TAG,))
    tasks: dict[str, Callable[[str], object]] = {
        "search": lambda text: workspace.search(Query(text), limit=20),
        "tagged": lambda text: workspace.search(Query(text, scope=tag), limit=20),
        "words": lambda text: engine.index.words.score(text.split()),
        "none": lambda _text: workspace.search(Query("", scope=tag), limit=20),
    }
    passages, dimensions = workspace.passage_count, engine.index.encoder.dimensions if engine.index.encoder else 256
    matrix, vector = np.ones((passages, dimensions), np.float32), np.ones(dimensions, np.float32)
    tasks["product"] = lambda _text: matrix @ vector
    theirs = rank_bm25_of(workspace)
    if theirs:
        tasks["rank_bm25"] = lambda text: theirs.get_scores(text.split())
    found = {name: statistics.median(times) for name, times in times_of(tasks, asked).items()}
    yield "bare product, passages x dimensions", f"{found['product']:.1f} ms, {passages:,} x {dimensions}"
    yield (
        "search: 3 words, meaning, 20 hits read from disk",
        f"{found['search']:.1f} ms, {found['search'] / found['product']:.1f}x that",
    )
    yield "the same within a 1% tag", f"{found['tagged']:.1f} ms, {found['search'] / found['tagged']:.1f}x faster"
    yield "a 1% tag alone, newest 20", f"{found['none']:.1f} ms"
    ratio = f", rank_bm25 {found['rank_bm25'] / found['words']:.0f}x slower" if theirs else ""
    yield "BM25 of 3 words, every passage that holds one", f"{found['words']:.2f} ms{ratio}"
    typed = [text[:end] for text in asked for end in range(1, len(text) + 1)]
    each = [spent(lambda text=text: workspace.search(Query(text), prefix=True)) * 1e3 for text in typed[:200]]
    yield "each of 200 keys typed", f"{statistics.median(each):.1f} ms, at most {max(each):.0f} ms"
    searched, seconds = asyncio.run(answered_after(workspace, typed[:20]))
    yield "20 keys, one each millisecond", f"{searched} searched, the last answered {seconds * 1e3:.0f} ms after it"


if __name__ == "__main__":
    loaded = Workspace(Config(Path(sys.argv[1]).resolve(), cache=None))
    loaded.load()
    print_rows(measure(loaded))

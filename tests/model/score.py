"""How well a meaning model finds the passage that answers a question, in English, Chinese and across.

    python -m tests.model.score --model reme_tui/model --data tests/model/questions

DATA holds retrieval_en.jsonl and retrieval_zh.jsonl (id, query, passage; the same id, the same topic) and, if the
questions across languages are others, crosslingual.jsonl (query_zh, passage_en, query_en, passage_zh).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DEPTH = 10  # a right passage below this rank counts nothing
RESAMPLES = 2_000

Encode = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True)
class Column:
    """Questions and passages of one direction; the n-th passage answers the n-th question."""

    name: str
    queries: list[str]
    passages: list[str]


def read_rows(path: Path) -> list[dict]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return sorted(rows, key=lambda row: row["id"])


def read_columns(data: Path) -> list[Column]:
    pairs = {lang: read_rows(data / f"retrieval_{lang}.jsonl") for lang in ("en", "zh")}
    columns = [Column(lang, [r["query"] for r in rows], [r["passage"] for r in rows]) for lang, rows in pairs.items()]
    across = data / "crosslingual.jsonl"
    if across.exists():
        rows = read_rows(across)
    else:
        rows = [
            {
                f"{part}_{lang}": row[part]
                for lang, row in zip(pairs, both, strict=True)
                for part in ("query", "passage")
            }
            for both in zip(*pairs.values(), strict=True)
        ]
    for asked, told in (("zh", "en"), ("en", "zh")):
        queries, passages = (
            [r[f"{part}_{lang}"] for r in rows] for part, lang in (("query", asked), ("passage", told))
        )
        columns.append(Column(f"{asked}->{told}", queries, passages))
    return columns


def similarities(column: Column, encode: Encode) -> np.ndarray:
    """Cosine of every question (row) with every passage (column)."""
    queries, passages = (np.asarray(encode(texts), np.float32) for texts in (column.queries, column.passages))
    queries, passages = (v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-9) for v in (queries, passages))
    return queries @ passages.T


def ranks(cosines: np.ndarray) -> np.ndarray:
    """Rank of the right passage of each question; a tie counts half."""
    right = np.diag(cosines)[:, None]
    return 1 + (cosines > right).sum(1) + ((cosines == right).sum(1) - 1) / 2


def reciprocal(found: np.ndarray) -> np.ndarray:
    return np.where(found <= DEPTH, 1 / found, 0)


def interval(per_column: list[np.ndarray]) -> tuple[float, float]:
    """95% interval of the columns' average MRR when topics are drawn again; a topic brings all its columns."""
    scores, draw = np.stack(per_column), np.random.default_rng(0)
    topics = scores.shape[1]
    means = [scores[:, draw.integers(topics, size=topics)].mean() for _ in range(RESAMPLES)]
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def report(encode: Encode, data: Path) -> dict[str, float]:
    """Print the table; MRR by column, and "average"."""
    columns = read_columns(data)
    found = {column.name: ranks(similarities(column, encode)) for column in columns}
    scores = {name: float(reciprocal(rank).mean()) for name, rank in found.items()}
    print(f"{'':8}  R@1   R@5   MRR@{DEPTH}")
    for name, rank in found.items():
        print(f"{name:8} {np.mean(rank <= 1):.3f} {np.mean(rank <= 5):.3f} {scores[name]:.3f}")
    scores["average"] = float(np.mean(list(scores.values())))
    low, high = interval([reciprocal(rank) for rank in found.values()])
    print(f"{'average':8}             {scores['average']:.3f}  (95%: {low:.3f} to {high:.3f}, {len(rank)} topics)")
    return scores


def floor_shares(encode: Encode, data: Path, floor: float) -> tuple[float, float]:
    """Shares of unrelated and of right pairs at or above a cosine, over all columns."""
    unrelated, right = [], []
    for column in read_columns(data):
        cosines = similarities(column, encode)
        right.append(np.diag(cosines))
        unrelated.append(cosines[~np.eye(len(cosines), dtype=bool)])
    return float(np.mean(np.concatenate(unrelated) >= floor)), float(np.mean(np.concatenate(right) >= floor))


def main() -> None:
    parser = argparse.ArgumentParser(description="Score a meaning model on question and passage pairs.")
    parser.add_argument("--model", type=Path, required=True, help="folder with the three model files")
    parser.add_argument("--data", type=Path, required=True, help="folder with the questions")
    arguments = parser.parse_args()
    if not (arguments.model / "model.safetensors").is_file():
        parser.error(f"{arguments.model} holds no model")

    from model2vec import StaticModel

    model = StaticModel.from_pretrained(arguments.model)

    def encode(texts: Sequence[str]) -> np.ndarray:
        return model.encode(list(texts))

    report(encode, arguments.data)
    floor = json.loads((arguments.model / "config.json").read_text(encoding="utf-8"))["reme_tui"]["cosine_floor"]
    unrelated, right = floor_shares(encode, arguments.data, floor)
    print(f"at or above the floor of {floor}: {unrelated:.1%} of unrelated pairs, {right:.1%} of right ones")


if __name__ == "__main__":
    main()

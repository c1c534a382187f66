"""Words and meaning together lose little of what either finds alone, with the model that ships."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reme_tui.config import model_folder
from reme_tui.search.meaning import EncoderMissing, load_encoder
from tests.search.vault import Vault

OWN = Path(__file__).parents[1] / "model" / "questions"
PUBLIC = Path(__file__).parents[3] / "shared" / "data" / "retrieval"
DEPTH = 10
LANGUAGES = ("en", "zh")


@pytest.fixture(scope="module")
def encoder():
    encoder = load_encoder(model_folder())
    if isinstance(encoder, EncoderMissing):
        pytest.skip(encoder.reason)
    return encoder


@pytest.fixture(scope="module", params=[OWN, PUBLIC], ids=["own", "public"])
def data(request):
    if not request.param.is_dir():
        pytest.skip(f"no folder {request.param.name}")
    return request.param


def rows_of(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def path_of(row: dict) -> str:
    return f"{row['id']:03}.md"


def vault_of(rows: list[dict], encoder) -> Vault:
    """One note a passage, without a heading, so that nothing but the passage can be found."""
    return Vault({path_of(row): row["passage"] for row in rows}, encoder)


def reciprocal_rank(found: list[str], wanted: str) -> float:
    return 1 / (found.index(wanted) + 1) if wanted in found[:DEPTH] else 0.0


def mean_reciprocal_rank(vault: Vault, queries: list[dict]) -> float:
    return sum(reciprocal_rank(vault.found(row["query"], limit=DEPTH), path_of(row)) for row in queries) / len(queries)


def meaning_alone(vault: Vault, encoder, rows: list[dict]) -> float:
    """The ranks by cosine of the model with no floor and no words: what fusion is measured against."""
    passages = encoder.encode([row["passage"] for row in rows])
    cosines = encoder.encode([row["query"] for row in rows]) @ passages.T
    ranked = (-cosines).argsort(axis=1, kind="stable")[:, :DEPTH]
    found = [[path_of(rows[at]) for at in places] for places in ranked]
    return sum(reciprocal_rank(paths, path_of(row)) for paths, row in zip(found, rows, strict=True)) / len(rows)


def test_questions_that_share_no_words_lose_little_by_the_fusion(encoder, data):
    fused, alone = 0.0, 0.0
    for language in LANGUAGES:
        rows = rows_of(data / f"retrieval_{language}.jsonl")
        vault = vault_of(rows, encoder)
        fused += mean_reciprocal_rank(vault, rows) / len(LANGUAGES)
        alone += meaning_alone(vault, encoder, rows) / len(LANGUAGES)
    assert fused >= alone - 0.02, f"{fused:.3f} with words, {alone:.3f} by meaning alone"


def keyword_queries(data: Path, language: str) -> list[dict]:
    file = data / "keyword_queries.jsonl"
    return [row for row in rows_of(file) if row["lang"] == language]


def test_words_that_stand_in_one_passage_find_it_first(encoder, data):
    scores = []
    for language in LANGUAGES:
        vault = vault_of(rows_of(data / f"retrieval_{language}.jsonl"), encoder)
        queries = keyword_queries(data, language)
        scores += [mean_reciprocal_rank(vault, [row]) for row in queries]
    assert len(scores) >= 20
    assert sum(scores) / len(scores) >= 0.98, f"{sum(scores) / len(scores):.3f} of {len(scores)}"

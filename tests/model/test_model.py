"""What must hold of the meaning model that ships with the package."""

from __future__ import annotations

import json
import stat
import time
from pathlib import Path

import numpy as np
import pytest
from score import floor_shares, report

from reme_tui.search.meaning import load_encoder

MODEL = Path(__file__).parents[2] / "reme_tui" / "model"
QUESTIONS = Path(__file__).with_name("questions")
MEGABYTES = 1_000_000

pytestmark = pytest.mark.skipif(not (MODEL / "model.safetensors").is_file(), reason="no weights in this tree")


@pytest.fixture(scope="module")
def encode():
    from model2vec import StaticModel

    model = StaticModel.from_pretrained(MODEL)
    return lambda texts: model.encode(list(texts), use_multiprocessing=False)


@pytest.fixture(scope="module")
def config():
    return json.loads((MODEL / "config.json").read_text(encoding="utf-8"))


def test_the_files_are_small_and_readable_by_all():
    files = [MODEL / name for name in ("model.safetensors", "tokenizer.json", "config.json", "MODEL_CARD.md")]
    assert sum(file.stat().st_size for file in files) <= 16 * MEGABYTES
    assert all(file.stat().st_mode & stat.S_IROTH for file in files)
    assert not (MODEL / "README.md").exists()


def test_vectors_have_length_one(encode, config):
    vectors = encode(["a note about the garden", "关于花园的笔记", "Project_A 项目A"])
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, config["hidden_dim"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_every_gb2312_character_has_a_vector(encode):
    codes = (bytes([high, low]) for high in range(0xB0, 0xF8) for low in range(0xA1, 0xFF))
    characters = [c for code in codes if (c := code.decode("gb2312", "ignore"))]
    assert len(characters) == 6763
    assert np.all(np.any(encode(characters), axis=1))


@pytest.mark.parametrize(
    ("written", "folded"),
    [("ＡＢＣ", "abc"), ("Café", "cafe"), ("專案", "专案"), ("Project-A", "project a"), ("Straße", "strasse")],
)
def test_width_case_accents_and_script_do_not_matter(encode, written, folded):
    assert np.array_equal(*encode([written, folded]))


@pytest.mark.parametrize("text", ["", " ", "😀", "한국어", "\u0000", "—…、。"])
def test_what_says_nothing_gives_a_zero_vector(encode, text):
    assert not np.any(encode([text]))


@pytest.mark.parametrize(
    ("text", "says_something"),
    [
        ("长" * 10_000, True),
        ("长短句子" * 2_500, True),
        ("ab长" * 3_000, True),
        ("a" * 10_000, False),
        ("é" * 10_000, False),
    ],
)
def test_text_without_a_blank_does_not_hang(encode, text, says_something):
    started = time.process_time()
    vector = encode([text])
    assert time.process_time() - started < 1
    assert np.all(np.isfinite(vector))
    assert np.any(vector) == says_something


def test_a_text_of_unknown_length_is_read_to_its_end(encode):
    tail = "espresso machine"
    assert not np.array_equal(*encode(["word " * 3_000, "word " * 3_000 + tail]))


def test_the_vector_does_not_depend_on_the_batch(encode):
    texts = ["one note", "另一条笔记", "a much longer note about something else entirely", "短"]
    assert np.allclose(encode(texts), np.concatenate([encode([text]) for text in texts]), atol=1e-6)


def test_questions_find_their_passages(encode):
    scores = report(encode, QUESTIONS)
    assert scores["average"] >= 0.58
    assert min(scores.values()) >= 0.54


def test_the_floor_keeps_unrelated_pairs_out(encode, config):
    unrelated, right = floor_shares(encode, QUESTIONS, config["reme_tui"]["cosine_floor"])
    assert unrelated <= 0.16
    assert right >= 0.84


@pytest.mark.parametrize("text", ["launch zzzz", "宁德时代", "發佈", "2026-08", "Project_A", "Café"])
def test_words_are_known(text):
    assert load_encoder(MODEL).knows(text)


@pytest.mark.parametrize("text", ["zzzzqqq", "lanuch", "hjkl \ud83d", "", "...", "Привет"])
def test_letters_that_make_no_word_have_no_meaning(text):
    assert not load_encoder(MODEL).knows(text)

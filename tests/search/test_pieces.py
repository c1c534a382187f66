"""What the own way to cut texts gives is what the tokenizer itself gives, whatever the text."""

from __future__ import annotations

import random

import pytest
from tokenizers import Tokenizer, pre_tokenizers

from reme_tui.config import model_folder
from reme_tui.search import pieces
from reme_tui.search.pieces import Pieces
from tests.search.model import PAIRS, build_model

SIGNS = [
    *map(chr, range(128)),
    *"éÉßİıŉﬁ½´¨…—–“”„·•™©",
    *"\x85\xa0\u1680\u2003\u200b\u200d\u2028\u2029\u202f\u205f\u3000\ufeff\ufffd\u0301\u0308\u20e3",
    *"黄金發布项目繁體豈ｶﾞがカ，。《》１ＡＢ한글각",
    *"▁▁😀👍🏽👨‍👩‍👧",
]


@pytest.fixture(scope="module", params=["small", "shipped"])
def file(request, tmp_path_factory):
    folder = model_folder() if request.param == "shipped" else build_model(tmp_path_factory.mktemp("model"))
    file = folder / "tokenizer.json"
    if not file.is_file():
        pytest.skip("no model")
    return file


@pytest.fixture(scope="module")
def tokenizer(file):
    found = Tokenizer.from_file(str(file))
    found.no_truncation()
    return found


def as_itself(tokenizer, texts):
    unknown = tokenizer.token_to_id("<unk>")
    found = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    return [[number for number in one.ids if number != unknown] for one in found]


def random_text(rng):
    words = [*PAIRS, *PAIRS.values(), "the", "Reading", "https://example.org/a?b=c", "snake_case", "x" * 120, "金" * 90]
    parts = (rng.choice(words) if rng.random() < 0.4 else rng.choice(SIGNS) for _ in range(rng.randrange(60)))
    return rng.choice(["", " "]).join(parts)


def test_any_text_is_cut_as_the_tokenizer_cuts_it(file, tokenizer, monkeypatch):
    monkeypatch.setattr(pieces, "MOST_WORDS", 50)  # forgets again and again
    mine = Pieces.read(file)
    assert mine is not None
    assert mine.size == tokenizer.get_vocab_size()
    rng = random.Random(7)  # noqa: S311  # the same texts every time
    texts = [random_text(rng) for _ in range(3_000)]
    texts += ["".join(rng.choices(SIGNS[:128], k=30)) for _ in range(1_000)]
    texts += ["a" * 99, "a" * 100, "a" * 101, "金" * 200, "<unk>", "a<unk>b", "▁<unk>", "}", '"', ""]
    wanted = as_itself(tokenizer, texts)
    different = [text for text, own, theirs in zip(texts, mine.cut(texts), wanted, strict=True) if own != theirs]
    assert not different
    assert sum(map(len, wanted)) > 10_000


def split_at_blanks(tokenizer):
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()


def add_a_token(tokenizer):
    tokenizer.add_tokens(["launch"])


def no_normalizer(tokenizer):
    tokenizer.normalizer = None


@pytest.mark.parametrize("change", [split_at_blanks, add_a_token, no_normalizer])
def test_a_tokenizer_of_another_kind_is_left_to_the_library(tokenizer, change, tmp_path):
    other = Tokenizer.from_str(tokenizer.to_str())
    other.save(str(tmp_path / "same.json"), pretty=False)
    change(other)
    other.save(str(tmp_path / "other.json"), pretty=False)
    assert Pieces.read(tmp_path / "same.json") is not None
    assert Pieces.read(tmp_path / "other.json") is None


@pytest.mark.parametrize("size", [1, 7, 40, 300])
def test_a_vocabulary_is_read_whole_whatever_is_taken_of_it_at_once(tokenizer, file, monkeypatch, tmp_path, size):
    monkeypatch.setattr(pieces, "_BLOCK", size * 100 if tokenizer.get_vocab_size() > 1_000 else size)
    found = pieces._read(file)
    assert found is not None
    assert found.vocabulary == tokenizer.get_vocab()
    text = file.read_text(encoding="utf-8")
    last = f'":{len(found.vocabulary) - 1}}}'
    assert last in text
    (tmp_path / "twice.json").write_text(text.replace(last, '":0}'), encoding="utf-8")
    assert pieces._read(tmp_path / "twice.json") is None


def test_a_vocabulary_out_of_order_or_with_escapes_is_left_to_the_library(file, tmp_path):
    text = file.read_text(encoding="utf-8")
    odd = {"order": text.replace(":0,", ":9,"), "escape": text.replace('":0,', '\\u0041":0,'), "none": "{}"}
    for name, changed in odd.items():
        assert changed != text
        (tmp_path / name).write_text(changed, encoding="utf-8")
        assert Pieces.read(tmp_path / name) is None

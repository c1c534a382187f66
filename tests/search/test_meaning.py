from __future__ import annotations

import socket
import threading

import numpy as np
import pytest

from reme_tui.search import meaning
from reme_tui.search.meaning import DEFAULT_COSINE_FLOOR, FILES, EncoderMissing, load_encoder
from tests.search.model import PAIRS, build_model
from tests.search.vault import Vault, note

TEXTS = [
    "confirm the launch",
    "确认发布",
    "",
    "   ",
    "qwerty",
    "😀",
    "Gold, GOLD and 黄金",
    "ＧＯＬＤ",
    "launch " * 5_000,
    "项目" * 2_000,
    "\ud83d launch \x00 [red]",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return build_model(tmp_path_factory.mktemp("model"), reme_tui={"cosine_floor": 0.4})


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def test_vectors_are_of_unit_length_or_zero(folder):
    encoder = load_encoder(folder)
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dimensions) == (len(TEXTS), 24)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    known = np.array(
        [any(word in text.lower() for word in ("launch", "发布", "gold", "ｇｏｌｄ", "项目")) for text in TEXTS]
    )
    np.testing.assert_allclose(lengths, known.astype(float), atol=1e-5)
    assert encoder.encode([]).shape == (0, 24)


def test_words_that_mean_the_same_are_near_in_both_languages(folder):
    english, chinese, other = load_encoder(folder).encode(["confirm the launch", "确认发布", "dinner in the garden"])
    assert english @ chinese > 0.99
    assert english @ other < 0.6


@pytest.mark.parametrize("rows", [meaning.ROWS_A_PART, 7, 1])
def test_the_lean_loader_gives_what_model2vec_gives(folder, monkeypatch, rows):
    monkeypatch.setattr(meaning, "ROWS_A_PART", rows)
    texts = [text.encode("utf-8", "replace").decode() for text in TEXTS] + list(PAIRS)
    lean, stock = meaning.load_lean(folder), meaning.load_stock(folder)
    np.testing.assert_array_equal(lean.encode(texts), stock.encode(texts))
    assert lean.dim == stock.dim


@pytest.mark.parametrize("error", [AttributeError, ImportError, TypeError])
def test_model2vec_itself_loads_where_its_insides_differ(folder, monkeypatch, error):
    def differ(folder):
        raise error("no such thing")

    wanted = load_encoder(folder).encode(TEXTS)
    monkeypatch.setattr(meaning, "load_lean", differ)
    np.testing.assert_array_equal(load_encoder(folder).encode(TEXTS), wanted)


def test_what_the_config_says(folder, tmp_path):
    encoder = load_encoder(folder)
    assert encoder.cosine_floor == 0.4
    other = load_encoder(build_model(tmp_path / "other", seed=2))
    assert other.cosine_floor == DEFAULT_COSINE_FLOOR
    assert other.fingerprint != encoder.fingerprint
    again = load_encoder(build_model(tmp_path / "again", reme_tui={"cosine_floor": 0.4}))
    assert again.fingerprint == encoder.fingerprint


def damage(folder, name, change):
    path = folder / name
    path.write_bytes(change(path.read_bytes()))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: b"\xff" * 64])
def test_any_damage_is_a_reason_on_one_line(tmp_path, name, change):
    folder = build_model(tmp_path / "m")
    damage(folder, name, change)
    missing = load_encoder(folder)
    assert isinstance(missing, EncoderMissing)
    assert missing.reason
    assert "\n" not in missing.reason


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_there_is_named_and_nothing_else_is_tried(tmp_path, name, monkeypatch):
    folder = build_model(tmp_path / "m")
    (folder / name).unlink()
    monkeypatch.setattr(meaning, "_load", lambda folder: pytest.fail("must not be asked"))
    assert name in load_encoder(folder).reason
    assert isinstance(load_encoder(tmp_path / "minishlab" / "potion"), EncoderMissing)


@pytest.mark.parametrize("floor", [-0.1, 1.5, "much", None, [0.3]])
def test_a_floor_that_is_none_is_damage(tmp_path, floor):
    folder = build_model(tmp_path / "m", reme_tui={"cosine_floor": floor})
    assert isinstance(load_encoder(folder), EncoderMissing)


def test_fewer_vectors_than_tokens_is_damage(tmp_path):
    from safetensors.numpy import load_file, save_file

    folder = build_model(tmp_path / "m")
    vectors = load_file(folder / "model.safetensors")["embeddings"]
    save_file({"embeddings": vectors[:-3].copy()}, folder / "model.safetensors")
    assert isinstance(load_encoder(folder), EncoderMissing)


def test_a_search_may_encode_while_passages_are_read(folder):
    encoder = load_encoder(folder)
    wanted = encoder.encode(["confirm the launch"])
    errors = []

    def encode_much():
        try:
            for _ in range(20):
                encoder.encode(["confirm the launch", "确认发布"] * 200)
        except RuntimeError as error:
            errors.append(error)

    reader = threading.Thread(target=encode_much)
    reader.start()
    while reader.is_alive():
        np.testing.assert_array_equal(encoder.encode(["confirm the launch"]), wanted)
    reader.join()
    assert not errors


def test_a_vault_is_searched_by_meaning_across_languages(folder):
    vault = Vault(
        {
            "a.md": note("发布前请确认客户通知。", title="甲"),
            "b.md": note("The dinner in the garden.", title="One"),
            "c.md": note("No word of it is known: qwerty.", title="Two"),
        },
        load_encoder(folder),
    )
    assert vault.found("confirm launch") == ["a.md"]
    assert vault.found("晚饭 花园") == ["b.md"]
    assert vault.search("qwertz").without_meaning == "the model knows none of these words"

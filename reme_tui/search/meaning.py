"""Meaning: text to vectors by a static embedding model, loaded from a folder and never from a network."""

from __future__ import annotations

import functools
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from zlib import crc32

from reme_tui.search.arrays import NDArray, Vectors, np
from reme_tui.search.pieces import Pieces

if TYPE_CHECKING:
    from model2vec import StaticModel

FILES = ("config.json", "model.safetensors", "tokenizer.json")
DEFAULT_COSINE_FLOOR = 0.3
"""For a model whose config.json has no {"reme_tui": {"cosine_floor": ...}}."""
FINGERPRINTED = 1 << 21
"""Bytes at the beginning of each file that tell one model from another."""
ROWS_A_PART = 4_096
"""Vectors read at once."""
MOST_CHARACTERS = 8_000
"""Of a text; what comes after changes its mean little and costs time."""


class Encoder(Protocol):
    """Turns text into vectors.

    `fingerprint` changes whenever the vectors would; at most 2% of unrelated pairs of texts have a cosine of
    `cosine_floor` or more.
    """

    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    @property
    def dimensions(self) -> int: ...  # noqa: D102

    @property
    def cosine_floor(self) -> float: ...  # noqa: D102

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return float32 (len(texts), dimensions), rows of unit length, or all zero where no token is known.

        May be called from several threads at once.
        """

    def knows(self, text: str) -> bool:
        """Whether the vector of a text is made of words, not only of letters that words it never saw consist of."""


@dataclass(frozen=True, slots=True)
class EncoderMissing:
    """There is no model; `reason` says why in one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class StaticEncoder:
    """An Encoder that takes the mean of its tokens' vectors."""

    fingerprint: str
    dimensions: int
    cosine_floor: float
    model: StaticModel

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each text, as Encoder says."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        vectors: Vectors = self.model.encode(list(map(_clean, texts)), use_multiprocessing=False).astype(np.float32)
        return vectors

    def knows(self, text: str) -> bool:
        """Return what Encoder says; of a model with a tokenizer of another kind, that it does."""
        pieces: Pieces | None = getattr(self.model, "pieces", None)
        return pieces is None or pieces.knows(_clean(text))


def _clean(text: str) -> str:
    """Return a text that is not too long, without lone surrogates."""
    return text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()


def load_encoder(folder: Path) -> Encoder | EncoderMissing:
    """Load the model in `folder`, whose three FILES must all be there. Takes some tenths of a second."""
    for name in FILES:
        path = folder / name
        if not path.is_file():
            return EncoderMissing(f"no model: there is no {path}")
        if not os.access(path, os.R_OK):
            return EncoderMissing(f"no model: {path} cannot be read")
    try:
        return _load(folder)
    except Exception as error:  # tokenizers and safetensors raise exceptions of their own making
        reason = " ".join(str(error).split())
        return EncoderMissing(f"no model: {folder} is damaged ({reason[:200] or type(error).__name__})")


def _load(folder: Path) -> Encoder:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    floor = float(config.get("reme_tui", {}).get("cosine_floor", DEFAULT_COSINE_FLOOR))
    if not 0 <= floor <= 1:
        raise ValueError(f"cosine_floor is {floor}")
    model = _load_model(folder)
    return StaticEncoder(_fingerprint(folder), model.dim, floor, model)


def _fingerprint(folder: Path) -> str:
    """Return sizes and checksums of beginnings: two models made one after the other differ from the first vector on."""
    parts = []
    for name in FILES:
        with (folder / name).open("rb") as file:
            parts.append(f"{os.fstat(file.fileno()).st_size:x}.{crc32(file.read(FINGERPRINTED)):08x}")
    return "-".join(parts)


def _load_model(folder: Path) -> StaticModel:
    try:
        model = load_lean(folder)
        model.encode(["a"])
    except (AttributeError, ImportError, TypeError):  # its insides are not those of 0.10
        model = load_stock(folder)
        model.encode(["a"])
    return model


@functools.cache
def _model_class() -> type[StaticModel]:
    from model2vec import StaticModel

    class Untruncated(StaticModel):
        """Never changes its tokenizer after loading: that waits for other threads that encode, or fails beside them."""

        pieces: Pieces | None = None

        def tokenize(self, sentences: Sequence[str]) -> list[list[int]]:
            return self.pieces.cut(sentences) if self.pieces else super().tokenize(sentences)

        def _set_max_length_in_tokenizer(self, max_length: int | None) -> None:
            pass

    return Untruncated


def load_stock(folder: Path) -> StaticModel:
    """Load a model as model2vec does; `folder` must exist, or its name would be looked up on a hub."""
    logging.getLogger("model2vec").setLevel(logging.ERROR)  # it warns of the two settings we override
    model = _model_class().from_pretrained(str(folder), normalize=True, max_length=None)
    model.tokenizer.no_truncation()
    return model


def _in_parts(rows: Any) -> NDArray[Any]:  # noqa: ANN401  # a slice of safetensors, which has no types
    """Return all rows of a tensor that is still on the disk. At one go it would hold up every other thread."""
    count = rows.get_shape()[0]
    return np.concatenate([rows[at : min(at + ROWS_A_PART, count)] for at in range(0, count, ROWS_A_PART)])


def load_lean(folder: Path) -> StaticModel:
    """Load a model without what model2vec's constructor does for training: several times faster, the same vectors.

    Falls back to `load_stock` for folders with more than embeddings and a tokenizer of our kind.
    """
    from safetensors import safe_open

    with safe_open(str(folder / "model.safetensors"), framework="numpy") as tensors:
        names = set(tensors.keys())
        embedding: Any = _in_parts(tensors.get_slice("embeddings")) if "embeddings" in names else None
    pieces = Pieces.read(folder / "tokenizer.json")
    if names != {"embeddings"} or pieces is None or pieces.size != len(embedding):
        return load_stock(folder)
    model: Any = _model_class().__new__(_model_class())
    model.tokens = ()
    model.embedding = embedding
    model.weights = model.token_mapping = model.tokenizer = model.unk_token_id = None
    model.pieces = pieces
    model.config = {}
    model.base_model_name = model.language = None
    model.max_length = None
    model.normalize = True
    made: StaticModel = model
    return made

"""A vault in memory, with its snapshot and engine, and a small model to find things by meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

from reme_tui.core.query.query import Query, Scope
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Change, Snapshot
from reme_tui.search.engine import Engine
from reme_tui.search.text.tokens import index_tokens
from reme_tui.search.why.explain import explain
from tests.notes import parse_note

RULES = ReadingRules()


class Vault:
    """Texts by path, and the state of a workspace that has read them."""

    def __init__(self, texts: Mapping[str, str] | None = None, encoder=None):
        self.texts: dict[str, str] = {}
        self.snapshot = Snapshot.empty(RULES)
        self.engine = Engine.empty()
        if encoder:
            self.engine = self.engine.with_encoder(encoder)
        self.change(texts or {})

    def change(self, texts: Mapping[str, str], removed: Sequence[str] = (), *, encode: bool = True):
        for path in removed:
            del self.texts[path]
        self.texts.update(texts)
        notes = [(read_note(path, text), text) for path, text in texts.items()]
        self.snapshot = self.snapshot.evolve(Change(changed=tuple(note for note, _ in notes), removed=tuple(removed)))
        self.engine = self.engine.evolve(notes, removed)
        if encode:
            self.encode()

    def encode(self):
        while self.engine.pending:
            self.engine = self.engine.encode_pending(self.read, 3)

    def read(self, path):
        return self.texts.get(path)

    def search(self, text="", *, phrases=(), excluded=(), scope=None, order="best", **options):
        query = Query(text, tuple(phrases), tuple(excluded), scope or Scope(), order)
        return self.engine.search(self.snapshot, query, read=self.read, **options)

    def found(self, text="", **options):
        return [hit.note.path for hit in self.search(text, **options).hits]

    def why(self, path, text="", *, phrases=(), excluded=(), scope=None):
        query = Query(text, tuple(phrases), tuple(excluded), scope or Scope())
        return explain(self.engine, self.snapshot, path=path, query=query, read=self.read)


def read_note(path: str, text: str):
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return parse_note(path, text, digest=digest, modified=0, rules=RULES)


def note(body: str, *tags: str, **fields: str) -> str:
    lines = [f"{key}: {value}" for key, value in fields.items()]
    if tags:
        lines.append(f"memory_tags: [{', '.join(tags)}]")
    return "\n".join(["---", *lines, "---", body]) if lines else body


class Concepts:
    """An encoder that knows some words, each as one direction; words of one concept are the same to it."""

    cosine_floor = 0.3

    def __init__(self, *concepts: str, fingerprint: str = "concepts"):
        self.fingerprint = fingerprint
        self.dimensions = len(concepts)
        self._place = {word: place for place, words in enumerate(concepts) for word in words.split()}
        self.encoded: list[str] = []

    def knows(self, text):
        return any(token in self._place for token in index_tokens(text))

    def encode(self, texts):
        self.encoded += texts
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for token in index_tokens(text):
                if token in self._place:
                    row[self._place[token]] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)

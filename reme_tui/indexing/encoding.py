"""Meaning, some passages at a time."""

from __future__ import annotations

from pathlib import Path

from reme_tui.indexing.state import State


def encode_some(state: State, vault: Path, *, limit: int) -> tuple[State, frozenset[str]]:
    """Return the state with `limit` more passages encoded, and the paths of notes that could not be read for that."""
    read, unread = state.reader(vault), set[str]()

    def read_noting(path: str) -> str | None:
        text = read(path)
        if text is None:
            unread.add(path)
        return text

    return State(state.snapshot, state.engine.encode_pending(read_noting, limit)), frozenset(unread)

"""Notes made of what a test is about, without a text they were read from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from reme_tui.core.note import Note, NoteDate, Tag


def bare_note(path: str, *, tags: Iterable[str] = (), day: str = "", **parts: object) -> Note:
    """A note of nothing but its path, `tags`, `day` (ISO) and the `parts` given by their names in Note."""
    given = {
        "title": path,
        "description": "",
        "links": (),
        "passages": (),
        "aliases": (),
        "problems": (),
        "format": "yaml",
        "list_keys": (),
        "digest": "",
        "modified": 0.0,
    }
    return Note(
        path=path,
        tags=tuple(Tag(tag, "memory_tags", 2) for tag in tags),
        date=NoteDate(dt.date.fromisoformat(day), "date") if day else None,
        **(given | parts),
    )

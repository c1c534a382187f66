"""Notes made of what a test is about: without a text they were read from, or from one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from reme_tui.core.note import Note, NoteDate, Problem, Tag
from reme_tui.core.parse import Source, parse_notes
from reme_tui.core.reading_rules import ReadingRules


def bare_note(path: str, *, tags: Iterable[str] = (), day: str = "", **parts: object) -> Note:
    """A note of nothing but its path, `tags`, `day` (ISO) and the `parts` given by their names in Note."""
    defaults = {
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
        **(defaults | parts),
    )


def parse_note(
    path: str,
    text: str,
    *,
    rules: ReadingRules,
    digest: str = "",
    modified: float = 0.0,
    problems: tuple[Problem, ...] = (),
) -> Note:
    """The note read from one text."""
    (note,) = parse_notes([Source(path, text, digest, modified, problems)], rules)
    return note

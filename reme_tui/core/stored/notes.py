"""A note as a row, and back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import astuple
from sys import intern
from typing import Any

from reme_tui.core.note import Link, Note, NoteDate, Passage, Problem, Severity, Tag


def note_row(note: Note) -> list[object]:
    """Return all of a note but its path."""
    return [
        note.title,
        note.description,
        note.tags,
        note.date and (note.date.day.toordinal(), note.date.source),
        note.links,
        note.passages,
        note.aliases,
        problem_rows(note.problems),
        note.format,
        note.list_keys,
        note.digest,
        note.modified,
    ]


def note_of(path: str, row: Any) -> Note:  # noqa: ANN401  # as read from JSON
    """Return the note of a row."""
    title, description, tags, date, links, passages, aliases, problems, form, list_keys, digest, modified = row
    return Note(
        path=path,
        title=title,
        description=description,
        tags=tuple([Tag(text, intern(field), line) for text, field, line in tags]),
        date=NoteDate(dt.date.fromordinal(date[0]), date[1]) if date else None,
        links=tuple(map(Link._make, links)),
        passages=tuple(map(Passage._make, passages)),
        aliases=tuple(aliases),
        problems=problems_of(problems),
        format=form,
        list_keys=tuple(map(intern, list_keys)),
        digest=digest,
        modified=modified,
    )


def problem_rows(problems: Iterable[Problem]) -> list[object]:
    """Return problems as rows."""
    return [astuple(problem) for problem in problems]


def problems_of(rows: Any) -> tuple[Problem, ...]:  # noqa: ANN401  # as read from JSON
    """Return the problems of rows."""
    return tuple(
        [
            Problem(path, line, kind, Severity(severity), message, mendable)
            for path, line, kind, severity, message, mendable in rows
        ]
    )

"""A note as it is opened for reading: its text, what to mark in it, and how far the index knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reme_tui.ui.notes.fields import Field, fields_of
from reme_tui.ui.notes.text import Layout, NoteText

if TYPE_CHECKING:
    from reme_tui.core.note import Note
    from reme_tui.core.query.query import Query
    from reme_tui.workspace import Workspace

Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotePage:
    """A note's text, wrapped for a width.

    `note` is what the index knows of it, `changed` says that the file is no longer that note; `marks` are the
    (start, end) offsets of matched words, in order; `fields` is its frontmatter.
    """

    path: str
    note: Note | None
    digest: str
    source: NoteText
    layout: Layout
    marks: Marks
    changed: bool
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class NoPage:
    """Why a note cannot be shown."""

    path: str
    reason: str


def open_note(workspace: Workspace, path: str, *, query: Query, cells: int) -> NotePage | NoPage:
    """Read and wrap a note, and find what `query` matches in it. Blocks: to be called in a thread."""
    from reme_tui.vault.files import Unreadable

    file = workspace.read_note(path)
    if isinstance(file, Unreadable):
        return NoPage(path, file.reason)
    state = workspace.state
    note = state.snapshot.notes.get(path) if state else None
    source = NoteText.of(file.text)
    return NotePage(
        path=path,
        note=note,
        digest=file.digest,
        source=source,
        layout=source.wrapped(text_cells(source, cells)),
        marks=workspace.marks(file.text, query),
        changed=note is None or note.digest != file.digest,
        fields=fields_of(file.text),
    )


def text_cells(source: NoteText, cells: int) -> int:
    """Return how many of `cells` cells a row leaves for text: after it one stays free."""
    return cells - gutter_of(source) - 1


def gutter_of(source: NoteText) -> int:
    """Return how many cells stand before the text: line number, passage mark, blanks."""
    return max(3, len(str(source.line_count))) + 4

"""A clean-up before it happens: which notes, which characters, what is refused and why. A pure value."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.changes import TagChange, describe, for_each_note
from reme_tui.tidy.edits.edit import edit_note
from reme_tui.tidy.edits.note_edit import NoteEdit, Refusal
from reme_tui.tidy.edits.page import ListStyle
from reme_tui.tidy.edits.splices import Splice, apply_splices
from reme_tui.tidy.edits.traces import FieldTag, Trace, block_of, tags_in, trace_of
from reme_tui.tidy.files.store import NoteText
from reme_tui.tidy.note_changes import note_edit
from reme_tui.tidy.planning.diff import Hunk, compare, unified
from reme_tui.tidy.planning.monitor import CANCELLED, Monitor


class NoteSource(Protocol):
    """Where a plan reads notes from: a FileStore, or a fake."""

    def locate(self, path: str) -> str | Refusal:
        """Where the note really lies."""

    def read(self, path: str) -> NoteText | Refusal:
        """Its text now, or why it must not be edited."""


@dataclass(frozen=True, slots=True)
class FileEdit:
    """What is done to one note.

    `edit` is what must have happened to its tags; an edit that goes back to what was there has none. `hunks` are
    what is done to its lines, `lines` how many of them differ.
    """

    path: str
    trace: Trace
    edit: NoteEdit | None
    hunks: tuple[Hunk, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What a change would do.

    `objection` says why it cannot do anything at all, and is empty when it can; `notices` are good to know before
    applying (that a rename is a merge), `warnings` are things that may be a mistake. `settled` are notes in which an
    undo finds nothing left to take back: applying it notes that, even when there is nothing to write.
    `tag_fields` are the fields in which tags were read, `list_style` is that of lists that had to be made. `remarks`
    say of a file, by path, what a person should know of it.
    """

    change: TagChange
    title: str
    edits: tuple[FileEdit, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    notices: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    objection: str = ""
    settled: tuple[str, ...] = ()
    tag_fields: tuple[str, ...] = ()
    list_style: ListStyle = "flow"
    remarks: Mapping[str, str] = field(default_factory=dict)

    @property
    def lines(self) -> int:
        """How many lines differ, over all notes."""
        return sum(edit.lines for edit in self.edits)

    @property
    def diff(self) -> str:
        """One unified diff of all notes."""
        return "".join(unified(edit.path, edit.hunks) for edit in self.edits)

    def without(self, paths: Collection[str]) -> Plan:
        """The plan with some notes left out."""
        return replace(self, edits=tuple(edit for edit in self.edits if edit.path not in paths))


@dataclass(frozen=True, slots=True)
class EditRules:
    """How notes are edited: the rules they are read by, and the style of new lists."""

    reading: ReadingRules
    list_style: ListStyle = "flow"


def plan_notes(
    change: TagChange, paths: Collection[str], source: NoteSource, *, edit_rules: EditRules, monitor: Monitor
) -> Plan:
    """Plan the same change for some notes, read fresh from `source`; one that is cancelled has an objection only."""
    edits, refusals = [], []
    of_note = for_each_note(change)
    for done, path in enumerate(paths, start=1):
        if monitor.cancelled():
            return Plan(change, describe(change), objection=CANCELLED)
        planned = plan_note(of_note(path), path, source, edit_rules=edit_rules)
        if isinstance(planned, Refusal):
            refusals.append(planned)
        elif planned is not None:
            edits.append(planned)
        monitor.progress(done, len(paths))
    return Plan(
        change,
        describe(change),
        tuple(edits),
        tuple(refusals),
        tag_fields=edit_rules.reading.tag_fields,
        list_style=edit_rules.list_style,
    )


def plan_note(change: TagChange, path: str, source: NoteSource, *, edit_rules: EditRules) -> FileEdit | Refusal | None:
    """Plan a change for one note; None when it changes nothing there."""
    note = source.read(path)
    if isinstance(note, Refusal):
        return note
    edit = note_edit(change, [text for _, text in field_tags(note.text, edit_rules.reading)])
    splices = splices_for(path, note.text, edit, edit_rules=edit_rules)
    if isinstance(splices, Refusal):
        return splices
    return file_edit(note, splices, edit, rules=edit_rules.reading) if splices else None


def splices_for(path: str, text: str, edit: NoteEdit, *, edit_rules: EditRules) -> tuple[Splice, ...] | Refusal:
    """The splices of an edit, which have passed their checks; none when nothing changes."""
    return edit_note(path, text, edit, rules=edit_rules.reading, list_style=edit_rules.list_style)


def file_edit(note: NoteText, splices: tuple[Splice, ...], edit: NoteEdit | None, *, rules: ReadingRules) -> FileEdit:
    """The edit of one note as a value of its own."""
    after = apply_splices(note.text, splices)
    diff = compare(note.text, after)
    return FileEdit(note.path, trace_of(note.text, after, splices, rules=rules), edit, diff.hunks, diff.lines)


def field_tags(text: str, rules: ReadingRules) -> tuple[FieldTag, ...]:
    """The tags of a text as (field, text)."""
    return tags_in(text, block_of(text), rules=rules)

"""What the notes say about a group of near-duplicates: what a worker thread finds out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reme_tui.core.tag_key import tag_key

if TYPE_CHECKING:
    from reme_tui.core.note import Note
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.ui.duplicates.groups import TagGroup
    from reme_tui.workspace import Workspace

TITLES = 4
"""Titles shown of the notes under a tag, the newest first."""


@dataclass(frozen=True, slots=True)
class NotesSeen:
    """The notes under one tag: their first and last day, where one has a day, and the titles of some."""

    first: dt.date | None = None
    last: dt.date | None = None
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Details:
    """What the notes say about the tags of `group`: `notes` by tag, `evidence` sentences by tag and the other one."""

    group: TagGroup
    notes: Mapping[str, NotesSeen] = field(default_factory=dict)
    evidence: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


def look_at_notes(workspace: Workspace, group: TagGroup, keep: str) -> Details:
    """Look at the notes under each tag, and at what they say about each and the one it may go into."""
    snapshot = workspace.snapshot
    seen = {member.tag: _seen(notes_under(snapshot, group, member.tag)) for member in group.members}
    if group.is_spelling:
        return Details(group, seen)
    pairs = {(member.tag, other) for member in group.members for other in (keep, group.lead.tag) if member.tag != other}
    evidence = {pair: workspace.near_duplicates.notes_evidence(pair[1], pair[0]) for pair in pairs}
    return Details(group, seen, evidence)


def notes_under(snapshot: Snapshot, group: TagGroup, tag: str) -> list[Note]:
    """Return the notes under a tag, those of a spelling where the group is of spellings; newest first, then by path."""
    notes = [snapshot.notes[path] for path in snapshot.tags.paths(tag_key(tag))]
    if group.is_spelling:
        notes = [note for note in notes if any(each.text == tag for each in note.tags)]
    notes.sort(key=lambda note: note.path)
    notes.sort(key=lambda note: note.date.day if note.date else dt.date.min, reverse=True)
    return notes


def _seen(notes: list[Note]) -> NotesSeen:
    days = [note.date.day for note in notes if note.date]
    return NotesSeen(min(days, default=None), max(days, default=None), tuple(note.title for note in notes[:TITLES]))

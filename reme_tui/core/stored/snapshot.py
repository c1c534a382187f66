"""A snapshot as sections of bytes, and back: little but its outline is read before it is asked for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from reme_tui.core.derived import Derived
from reme_tui.core.layered import Layered
from reme_tui.core.links.graph import LinkGraph
from reme_tui.core.links.names import Files, Names
from reme_tui.core.note import Note
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Snapshot
from reme_tui.core.stored.notes import note_of, note_row, problem_rows, problems_of
from reme_tui.core.stored.table import Sections, StoredKeys, StoredMap, from_bytes, rows_of, table, to_bytes
from reme_tui.core.tags import TagIndex, TagRow


def snapshot_sections(snapshot: Snapshot) -> Sections:
    """Return all of a snapshot but its generation; the notes are numbered in the order of `snapshot.notes`."""
    names, tags = snapshot.links.names, snapshot.tags
    around = {
        "untagged": sorted(tags.untagged),
        "files": sorted(names.files.paths),
        "linked": dict(names.linked),
        "listing_problems": problem_rows(snapshot.listing_problems),
        "problems": problem_rows(snapshot.problems),
    }
    return {
        **table("notes", rows_of(snapshot.notes, note_row)),
        **table("tags", ((row.key, _tag_row(row)) for row in tags.rows())),
        **table("members", ((row.key, _members_row(row.key, tags)) for row in tags.rows())),
        **table("names", rows_of(names.by_name, tuple)),
        **table("aliases", rows_of(names.by_alias, tuple)),
        **table("mentions", rows_of(snapshot.links.mentions, tuple)),
        "around": to_bytes(around),
    }


def snapshot_of(sections: Mapping[str, bytes], rules: ReadingRules) -> tuple[Snapshot, StoredKeys]:
    """Return the snapshot of such sections, of generation 1, and its paths as they are numbered."""
    around = from_bytes(sections["around"])
    notes = StoredMap(sections, "notes", note_of)
    names = Names(
        notes=Layered(Derived(notes, _aliases)),
        linked=around["linked"],
        files=Files(around["files"]),
        by_name=Layered(StoredMap(sections, "names", _group_of)),
        by_alias=Layered(StoredMap(sections, "aliases", _group_of)),
    )
    tags = TagIndex.restored(
        notes,
        rows=StoredMap(sections, "tags", _tag_of),
        members=StoredMap(sections, "members", _members_of),
        untagged=frozenset(around["untagged"]),
    )
    snapshot = Snapshot(
        generation=1,
        notes=Layered(notes),
        tags=tags,
        links=LinkGraph.restored(
            rules, notes, names=names, mentions=Layered(StoredMap(sections, "mentions", _group_of))
        ),
        listing_problems=problems_of(around["listing_problems"]),
        problems=problems_of(around["problems"]),
    )
    return snapshot, notes.stored_keys


def _tag_row(row: TagRow) -> list[object]:
    return [row.files, dict(row.spellings), row.latest and row.latest.toordinal()]


def _tag_of(key: str, row: Any) -> TagRow:  # noqa: ANN401  # as read from JSON
    files, spellings, latest = row
    return TagRow(next(iter(spellings)), key, files, spellings, dt.date.fromordinal(latest) if latest else None)


def _members_row(key: str, tags: TagIndex) -> list[object]:
    return [sorted(tags.paths(key)), [(day.toordinal(), count) for day, count in tags.days(key).items()]]


def _members_of(key: str, row: Any) -> tuple[frozenset[str], Mapping[dt.date, int]]:  # noqa: ANN401  # the same
    del key
    paths, days = row
    return frozenset(paths), {dt.date.fromordinal(day): count for day, count in days}


def _group_of(key: str, row: Any) -> tuple[str, ...]:  # noqa: ANN401  # the same
    del key
    return tuple(row)


def _aliases(note: Note) -> tuple[str, ...]:
    return note.aliases

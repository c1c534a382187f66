"""Making the index anew from the files, whatever was kept of it, and what that changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from reme_tui.config import Config
from reme_tui.indexing.indexer import Indexer
from reme_tui.indexing.kept_index import recall
from reme_tui.indexing.state import Report, State

if TYPE_CHECKING:
    from reme_tui.core.snapshot import Snapshot

Scope = Literal["all", "tag", "bm25", "embedding"]
"""What is made anew: "tag" and "bm25", which come from one reading, keep the vectors of unchanged notes."""


@dataclass(frozen=True, slots=True)
class Differences:
    """In what two indexes differ: paths of notes and tag keys, sorted.

    `mended` are notes whose file is the same, but not what was known of it.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]
    mended: tuple[str, ...]
    new_tags: tuple[str, ...]
    gone_tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reindexed:
    """How many notes, tags and passages were found, and how many passages were encoded.

    `differences` are those to the index kept before; None when there was none.
    """

    notes: int
    tags: int
    passages: int
    encoded: int
    differences: Differences | None


def reindex(config: Config, scope: Scope, report: Report = lambda _: None) -> Reindexed:
    """Read every file, make the index anew, and keep it; `report` is called after each part. Raises VaultError."""
    before = recall(config)
    look = before.look() if before else None
    indexer = Indexer(config)
    state = indexer.read_all(report, like=look.listing if look else None)
    encoded = 0
    if scope in ("all", "embedding"):
        indexer.load_encoder()
        encoded = indexer.encode_pending(report)
    elif before:
        indexer.state = State(state.snapshot, state.engine.with_vectors_of(before.engine))
    indexer.keep()
    return Reindexed(
        notes=len(state.snapshot.notes),
        tags=len(state.snapshot.tags.rows()),
        passages=state.engine.passage_count,
        encoded=encoded,
        differences=_differences(before.snapshot, state.snapshot) if before else None,
    )


def _differences(before: Snapshot, after: Snapshot) -> Differences:
    both = sorted(after.notes.keys() & before.notes.keys())
    changed = {path for path in both if before.notes[path].digest != after.notes[path].digest}
    old_tags, new_tags = ({row.key for row in snapshot.tags.rows()} for snapshot in (before, after))
    return Differences(
        new=tuple(sorted(after.notes.keys() - before.notes.keys())),
        changed=tuple(sorted(changed)),
        gone=tuple(sorted(before.notes.keys() - after.notes.keys())),
        mended=tuple(path for path in both if path not in changed and _said(before, path) != _said(after, path)),
        new_tags=tuple(sorted(new_tags - old_tags)),
        gone_tags=tuple(sorted(old_tags - new_tags)),
    )


def _said(snapshot: Snapshot, path: str) -> list[object]:
    """Return what is known of a note but for the file's own time, which changes with nothing in it."""
    from reme_tui.core.stored.notes import note_row

    return note_row(replace(snapshot.notes[path], modified=0.0))

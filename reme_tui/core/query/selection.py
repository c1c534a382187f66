"""Which notes are searched: tags, path and dates, applied before anything is ranked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from reme_tui.core.path_keys import composed
from reme_tui.core.query.query import Scope
from reme_tui.core.snapshot import Snapshot
from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagIndex


@dataclass(frozen=True, slots=True)
class Selection:
    """The notes that pass a scope.

    `paths` is None when every note passes. `undated` counts the notes left out only for having no date.
    `unknown_tags` are those asked for or excluded that no note holds. `empty` says which step left nothing: "scope" is
    tags and path.
    """

    paths: frozenset[str] | None
    undated: int = 0
    unknown_tags: tuple[str, ...] = ()
    empty: Literal["scope", "dates"] | None = None


def select(snapshot: Snapshot, scope: Scope) -> Selection:
    """Find the notes in `scope`. A tag that no note holds matches nothing; it is never left out of account."""
    if scope.is_whole_vault:
        return Selection(None)
    asked = dict.fromkeys((*scope.tags, *scope.excluded_tags))
    unknown = tuple(tag for tag in asked if not snapshot.tags.paths(tag_key(tag)))
    paths = _under(_tagged(snapshot, scope), scope.path)
    if not paths:
        return Selection(frozenset(), 0, unknown, "scope")
    if scope.since is None and scope.until is None:
        return Selection(frozenset(paths), 0, unknown)
    dated, undated = _dated(snapshot, paths, scope)
    if scope.undated:
        dated, undated = dated + undated, []
    return Selection(frozenset(dated), len(undated), unknown, None if dated else "dates")


def _tagged(snapshot: Snapshot, scope: Scope) -> Collection[str]:
    tags = snapshot.tags
    groups = [tags.paths(key) for key in {tag_key(tag) for tag in scope.tags}]
    if scope.untagged:
        groups.append(tags.untagged)
    excluded = _union(tags, scope.excluded_tags)
    if not groups:
        return [path for path in snapshot.notes if path not in excluded] if excluded else snapshot.notes
    if scope.all_tags:
        smallest, *others = sorted(groups, key=len)
        return smallest.intersection(*others) - excluded
    return frozenset().union(*groups) - excluded


def _union(tags: TagIndex, names: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(tags.paths(tag_key(name)) for name in names))


def _under(paths: Collection[str], prefix: str) -> Collection[str]:
    start = "" if prefix == "." else composed(prefix).removeprefix("./").lstrip("/")
    if not start:
        return paths
    return [path for path in paths if (path if path.isascii() else composed(path)).startswith(start)]


def _dated(snapshot: Snapshot, paths: Iterable[str], scope: Scope) -> tuple[list[str], list[str]]:
    """Return the paths with a date in range, and those without a date."""
    since, until = scope.since or dt.date.min, scope.until or dt.date.max
    notes = snapshot.notes
    dated, undated = [], []
    for path, note in notes.items() if paths is notes else ((path, notes[path]) for path in paths):
        date = note.date
        if date is None:
            undated.append(path)
        elif since <= date.day <= until:
            dated.append(path)
    return dated, undated

"""How a filter follows its tags when they are renamed, merged or deleted. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reme_tui.core.query.query import Scope
from reme_tui.core.tag_key import tag_key

if TYPE_CHECKING:
    from reme_tui.core.tags import TagIndex
    from reme_tui.tidy.changes import TagChange
    from reme_tui.tidy.cleanup import Cleanup


def followed_change(change: TagChange, cleanup: Cleanup) -> TagChange | None:
    """Return the change that says which tag stands for which now; None where none does.

    Taking a rename back is a rename, and taking that back is the rename again.
    """
    from reme_tui.tidy.changes import Merge, Rename, Undo

    steps_back = 0
    log = cleanup.log() if isinstance(change, Undo) else None
    while log is not None and isinstance(change, Undo):
        entry = log.find(change.entry)
        if entry is None:
            return None
        change, steps_back = entry.change, steps_back + 1
    if steps_back % 2 == 0:
        return change
    match change:
        case Rename(old, new, children):
            return Rename(new, old, children)
        case Merge((tag,), into):
            return Rename(into, tag)
        case _:
            return None


def followed_tag(tag: str, change: TagChange, tags: TagIndex) -> str:
    """Return what a tag is called after a change; empty when it was deleted, itself while some note holds it."""
    from reme_tui.tidy.changes import Mend, Suggested, Undo
    from reme_tui.tidy.note_changes import note_edit

    if isinstance(change, Suggested | Mend | Undo):
        return tag
    edit, key = note_edit(change, (tag,)), tag_key(tag)
    if key in edit.renames and (tag_key(edit.renames[key]) == key or tags.row(key) is None):
        return edit.renames[key]
    return "" if key in edit.removals and tags.row(key) is None else tag


def followed_scope(scope: Scope, change: TagChange, tags: TagIndex) -> Scope:
    """Return the filter with its tags as they are called after a change, each once."""

    def followed(names: tuple[str, ...]) -> tuple[str, ...]:
        by_key = {tag_key(name): name for each in names if (name := followed_tag(each, change, tags))}
        return tuple(by_key.values())

    return replace(scope, tags=followed(scope.tags), excluded_tags=followed(scope.excluded_tags))

"""What a change of tags will come to, told while its name is typed: from the index, before a note is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagIndex
from reme_tui.core.text.words import counted

if TYPE_CHECKING:
    from reme_tui.tidy.changes import TagChange
    from reme_tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Outlook:
    """`says` is what it is and how far it reaches, `warnings` what may be a mistake, `objection` why it cannot be."""

    says: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    objection: str = ""


def below(tags: TagIndex, tag: str) -> int:
    """Return how many tags lie below one, as `a/b` below `a`."""
    start = f"{tag_key(tag)}/"
    return sum(row.key.startswith(start) for row in tags.rows())


def branch_of(tags: TagIndex, tag: str) -> str:
    """Return the name that stands for all tags of the branch a tag belongs to: below it, else beside it."""
    parent = tag.rpartition("/")[0]
    return f"{tag if below(tags, tag) or not parent else parent}/*"


def renaming(tags: TagIndex, tag: str, typed: str, *, children: bool) -> TagChange:
    """Return the renaming that a typed name asks for; one that ends in `/*` moves the whole branch."""
    from reme_tui.tidy.changes import BELOW, Rename

    new = typed.strip()
    return Rename(branch_of(tags, tag), new) if new.endswith(BELOW) else Rename(tag, new, children)


def merging(merged: tuple[str, ...], typed: str) -> TagChange:
    """Return the merge into a typed name; the kept tag is not merged into itself."""
    from reme_tui.tidy.changes import Merge, Rename

    into = typed.strip()
    others = tuple(tag for tag in merged if tag_key(tag) != tag_key(into))
    return Merge(others, into) if others else Rename(merged[0], into)


def outlook(workspace: Workspace, change: TagChange) -> Outlook:
    """Return what a rename or a merge comes to. Looks at every tag: call it in a thread."""
    from reme_tui.tidy.changes import Merge
    from reme_tui.tidy.note_changes import touched_keys

    snapshot = workspace.snapshot
    tags = snapshot.tags
    plan = workspace.cleanup.foresee(change, snapshot)
    if plan.objection:
        return Outlook(objection=plan.objection)
    keys = touched_keys(change, [row.key for row in tags.rows()])
    reach = counted(len({path for key in keys for path in tags.paths(key)}), "note")
    if len(keys) > 1:
        reach = f"{counted(len(keys), 'tag')}, {reach}"
    says = tuple(notice.removeprefix("this is ") for notice in plan.notices) or (_plainly(change, tags),)
    if plan.notices and isinstance(change, Merge) and tags.row(tag_key(change.into)) is None:
        says = (f"a new tag, {says[0]}", *says[1:])
    first = f"{says[0]}  · {reach} to change" if plan.notices else f"{says[0]}: {reach}"
    return Outlook((first, *says[1:]), plan.warnings)


def _plainly(change: TagChange, tags: TagIndex) -> str:
    from reme_tui.tidy.changes import Merge, Rename

    if isinstance(change, Rename) and tag_key(change.old) == tag_key(change.new):
        return "another spelling of the same tag"
    name = change.new if isinstance(change, Rename) else change.into if isinstance(change, Merge) else ""
    return "several tags become one" if tags.row(tag_key(name)) else "a new tag"

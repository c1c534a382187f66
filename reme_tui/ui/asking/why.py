"""Why a note is or is not a hit, and which other scope would let it in: what a worker thread finds out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reme_tui.core.note import Severity
from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.asking.scopes import holds, toggle_tag

if TYPE_CHECKING:
    from reme_tui.core.note import Note
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.search.why.explain import Explanation
    from reme_tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Remedies:
    """What would let a note pass the filters.

    `failed` names the filters that leave it out, `wider` is the scope without those, None when none does. `tag` is a
    tag of the note that may be added to the filter instead, `added` the scope with it; empty and None without one.
    """

    failed: tuple[str, ...] = ()
    wider: Scope | None = None
    tag: str = ""
    added: Scope | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Reasons:
    """The steps of one note, the titles of the hits it is a neighbour of, the remedies, the line to edit."""

    explanation: Explanation
    neighbours: tuple[str, ...]
    remedies: Remedies
    line: int


def look_into(workspace: Workspace, path: str, asked: Query, *, unfinished: bool) -> Reasons:
    """Explain the place of the note at `path` in what the screen shows for `asked`. Raises VaultError."""
    explanation = workspace.why(path, asked, prefix=workspace.search(asked, prefix=unfinished).unfinished)
    snapshot = workspace.snapshot
    neighbours = [snapshot.notes.get(each) for each in explanation.neighbour_of]
    note = snapshot.notes.get(path)
    return Reasons(
        explanation=explanation,
        neighbours=tuple(each.title for each in neighbours if each),
        remedies=remedies_of(snapshot, note, asked.scope) if note else Remedies(),
        line=next((problem.line for problem in note.problems if problem.severity is Severity.ERROR), 1) if note else 1,
    )


def remedies_of(snapshot: Snapshot, note: Note, scope: Scope) -> Remedies:
    """Find which filters leave `note` out, each looked at by itself, and what would mend that."""
    whole = Scope()
    by_tags = replace(scope, path="", since=None, until=None, undated=False)
    by_path = replace(whole, path=scope.path)
    by_dates = replace(whole, since=scope.since, until=scope.until, undated=scope.undated)
    failed: list[str] = []
    wider, tag, added = scope, "", None
    if not _passes(snapshot, note, by_tags):
        failed.append("tag")
        wider = replace(wider, tags=(), all_tags=False, excluded_tags=(), untagged=False)
        tag = _tag_to_add(note, scope)
        added = toggle_tag(scope, tag) if tag else None
    if not _passes(snapshot, note, by_path):
        failed.append("path")
        wider = replace(wider, path="")
    if not _passes(snapshot, note, by_dates):
        failed.append("date")
        wider = replace(wider, since=None, until=None, undated=False)
    return Remedies(tuple(failed), wider if failed else None, tag, added)


def _tag_to_add(note: Note, scope: Scope) -> str:
    """Return a tag of the note that would do beside those asked for; empty where one more cannot help."""
    tags = [tag.text for tag in note.tags]
    if not scope.tags or scope.all_tags or any(holds(scope.excluded_tags, tag) for tag in tags):
        return ""
    return next(iter(tags), "")


def _passes(snapshot: Snapshot, note: Note, scope: Scope) -> bool:
    from reme_tui.core.query.selection import select

    paths = select(snapshot, scope).paths
    return paths is None or note.path in paths

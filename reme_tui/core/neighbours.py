"""The notes one link away from a note, with what a reader wants to know of each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from reme_tui.core.links.graph import Neighbour
from reme_tui.core.snapshot import Snapshot

MOST = 10
"""How many neighbours are listed each way; the rest is counted."""


@dataclass(frozen=True, slots=True)
class NeighbourRow:
    """One linked note, file or missing target.

    `path` is the target as written when nothing is there; `in_scope` says whether a search would look at it.
    """

    path: str
    name: str
    description: str
    anchors: tuple[str, ...]
    kind: Literal["note", "file", "missing"]
    in_scope: bool
    several: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Links out and in, at most `MOST` each; `more_out` and `more_in` count what is not listed."""

    out: tuple[NeighbourRow, ...]
    into: tuple[NeighbourRow, ...]
    more_out: int
    more_in: int


def neighbours_of(snapshot: Snapshot, path: str, *, inside: Collection[str] | None) -> Neighbours:
    """List the neighbours of the note at `path`; `inside` holds the paths in scope, None for the whole vault."""
    out = snapshot.links.links_out(path)
    into = snapshot.links.links_in(path)
    return Neighbours(
        out=tuple(_row(snapshot, neighbour, inside) for neighbour in out[:MOST]),
        into=tuple(_row(snapshot, neighbour, inside) for neighbour in into[:MOST]),
        more_out=max(0, len(out) - MOST),
        more_in=max(0, len(into) - MOST),
    )


def _row(snapshot: Snapshot, neighbour: Neighbour, inside: Collection[str] | None) -> NeighbourRow:
    note = snapshot.notes.get(neighbour.path) if neighbour.kind == "note" else None
    return NeighbourRow(
        path=neighbour.path,
        name=note.title if note else "",
        description=note.description if note else "",
        anchors=neighbour.anchors,
        kind=neighbour.kind,
        in_scope=note is not None and (inside is None or neighbour.path in inside),
        several=neighbour.several,
    )

"""The neighbours of a note, each once: a link both ways is one row. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from reme_tui.ui.drawing.cells import shown

if TYPE_CHECKING:
    from reme_tui.core.neighbours import NeighbourRow, Neighbours

Arrow = Literal["→", "←", "↔"]

_LINE_ANCHOR = re.compile(r"L(\d{1,7})\b")


class LinkedRow(NamedTuple):
    """A neighbour and which way the links go."""

    arrow: Arrow
    neighbour: NeighbourRow


def linked_rows(neighbours: Neighbours) -> list[LinkedRow]:
    """Return links out, then links in; of a link both ways the anchors are those it is linked with."""
    into = {row.path: row for row in neighbours.into if row.kind == "note"}
    rows: list[LinkedRow] = []
    for row in neighbours.out:
        back = into.pop(row.path, None) if row.kind == "note" else None
        if back is None:
            rows.append(LinkedRow("→", row))
        else:
            rows.append(LinkedRow("↔", replace(row, several=row.several or back.several)))
    return [*rows, *(LinkedRow("←", row) for row in into.values())]


def line_of(row: LinkedRow) -> int:
    """Return the line the link leads to, 0 when it names none."""
    anchor = row.arrow != "←" and row.neighbour.anchors and _LINE_ANCHOR.match(row.neighbour.anchors[0])
    return int(anchor[1]) if anchor else 0


def what_it_is(row: NeighbourRow) -> str:
    """Say what a neighbour is that cannot be read as a note."""
    what = "is a file, but no note" if row.kind == "file" else "is linked, but nothing is there"
    return f"{shown(row.path)} {what}"

"""The neighbours of a note, each once: a link both ways is one row. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from reme_tui.core.neighbours import NeighbourRow, Neighbours

Arrow = Literal["→", "←", "↔"]


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

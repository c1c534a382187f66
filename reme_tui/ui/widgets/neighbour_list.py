"""The notes one link away from the one that is read, numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of, first_key
from reme_tui.ui.drawing.cells import cut_left, shown
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.drawing.neighbour_rows import LinkedRow, line_of, linked_rows, what_it_is
from reme_tui.ui.drawing.theme import BOLD, ITALIC
from reme_tui.ui.messages.browsing import ReadWanted
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.line_list import LineList

if TYPE_CHECKING:
    from reme_tui.core.neighbours import NeighbourRow, Neighbours

LEAD = 4
NUMBERED = 9
"""Rows that a digit leads to."""
WIDE = 52
"""From how many cells on there is room to say what a note is outside of."""


class NeighbourList(LineList, inherit_bindings=False):
    """Links out, then links in; each can be followed."""

    BINDINGS = bindings_of("neighbours", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("neighbours", "read", "list", "app")

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.rows: list[LinkedRow] = []

    def show(self, neighbours: Neighbours) -> None:
        """List other neighbours; the cursor stays on its note when that is still one."""
        kept = self.rows[self.cursor].neighbour.path if self.rows else ""
        self.rows = linked_rows(neighbours)
        paths = [row.neighbour.path for row in self.rows]
        heights = [1 + bool(row.neighbour.name) for row in self.rows]
        self.set_heights(heights, cursor=paths.index(kept) if kept in paths else 0)

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw a neighbour: number and name, then where it is."""
        inks, (arrow, neighbour) = ink(self), self.rows[row]
        selected = row == self.cursor and self.has_focus
        base = self.base_selected if selected else self.base
        bar: Span = ("▎" if selected else " ", inks.accent)
        state = _state(neighbour, is_wide=cells >= WIDE)
        right: list[Span]
        if line:
            anchors = "" if arrow == "←" else "".join(f" #{shown(anchor)}" for anchor in neighbour.anchors)
            path = cut_left(shown(neighbour.path), max(8, cells - LEAD - 2 - len(state) - 3))
            right = [(state, inks.mark + ITALIC), (" ", inks.dim)] if state else []
            place: list[Span] = [(" " * (LEAD + 1), inks.dim), (path, inks.faint), (anchors, inks.faint)]
            return compose_line([bar, *place], right, cells=cells, base=base)
        number = str(row + 1) if row < NUMBERED else ""
        missing = neighbour.kind != "note"
        name_style = inks.dim + ITALIC if missing else inks.text if neighbour.in_scope else inks.dim
        left: list[Span] = [
            bar,
            (f"{number:>1} ", inks.accent + BOLD),
            (f"{arrow} ", inks.link),
            (shown(neighbour.name or neighbour.path), name_style),
        ]
        right = [(state, inks.error + ITALIC), (" ", inks.dim)] if missing else []
        return compose_line(left, right, cells=cells, base=base)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say so when there is none."""
        text = "   no links in or out" if not self.rows and not line else ""
        return compose_line([(text, ink(self).faint)], (), cells=cells, base=self.base)

    def row_clicked(self, event: events.Click) -> None:
        """A click follows the link."""
        del event
        self.action_open()

    def follow(self, row: int) -> None:
        """Ask for the note of a row; where there is none, say so."""
        if not 0 <= row < len(self.rows):
            return
        neighbour = self.rows[row].neighbour
        if neighbour.kind == "note":
            self.post_message(ReadWanted(neighbour.path, line_of(self.rows[row])))
        else:
            self.notify(what_it_is(neighbour), markup=False, timeout=3)

    def action_open(self) -> None:
        """Read the note under the cursor."""
        self.follow(self.cursor)


def _state(neighbour: NeighbourRow, *, is_wide: bool) -> str:
    if neighbour.kind != "note":
        return neighbour.kind
    outside = "outside the filter" if is_wide else "outside"
    states = ("several" if neighbour.several else "", "" if neighbour.in_scope else outside)
    return " ".join(state for state in states if state)


class LinkedHead(Line):
    """How many links there are each way, those not listed too."""

    neighbours: reactive[Neighbours | None] = reactive(None)

    def left(self) -> list[Span]:
        """The title, and how those without a number are come to."""
        inks, found, key = ink(self), self.neighbours, first_key("app.focus_next")
        title: Span = (" LINKED", inks.dim + BOLD)
        if found is None or len(found.out) + len(found.into) <= NUMBERED or not key:
            return [title]
        return [title, ("   ", inks.faint), (key, inks.accent + BOLD), (" for the rest", inks.faint)]

    def right(self) -> list[Span]:
        """The counts."""
        found = self.neighbours
        if found is None:
            return []
        out, into = len(found.out) + found.more_out, len(found.into) + found.more_in
        return [(f"→ {out:,}  ← {into:,} ", ink(self).faint)]

"""The rows of the hit list and the cursor on them, which stays on its row while others come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reme_tui.ui.drawing.hit_entries import HitEntry, entries_of, height_of
from reme_tui.ui.drawing.hit_lines import HitRow
from reme_tui.ui.widgets.marking import MarkableList

if TYPE_CHECKING:
    from reme_tui.core.neighbours import Neighbours


class HitRows(MarkableList, inherit_bindings=False):
    """`rows` are the hits, `entries` what the cursor goes through: the hits and what is unfolded under them."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.rows: list[HitRow] = []
        self.entries: list[HitEntry] = []

    @property
    def entry(self) -> HitEntry | None:
        """The row under the cursor."""
        return self.entries[self.cursor] if self.entries else None

    @property
    def path(self) -> str:
        """The path of the note under the cursor, of the hit where a link leads to no note; empty without hits."""
        entry = self.entry
        return (entry.path or entry.hit.path) if entry else ""

    def show_neighbours(self, path: str, neighbours: Neighbours | None) -> None:
        """Unfold the hit at `path`, or fold it with None."""
        at = next((at for at, row in enumerate(self.rows) if row.path == path), None)
        if at is None:
            return
        was_folded, before = self.rows[at].neighbours is None, self.entry
        self.rows[at] = self.rows[at]._replace(neighbours=neighbours)
        self.lay_out(before.key if before else ("", ""))
        now = self.entry
        if was_folded and now and now.key == (path, ""):
            self.show_rows(self.cursor, self.cursor + len(entries_of(now.hit)) - 1)
        if before and now and now.path != before.path:
            self.cursor_moved()

    def lay_out(self, key: tuple[str, str], *, otherwise: int = 0) -> None:
        """Make the rows anew, the cursor on the one with this key, else on its hit, else on the row `otherwise`."""
        self.entries = [entry for row in self.rows for entry in entries_of(row)]
        keys = [entry.key for entry in self.entries]
        cursor = next((keys.index(each) for each in (key, (key[0], "")) if each in keys), otherwise)
        self.set_heights([height_of(entry) for entry in self.entries], cursor=cursor)
        self.redraw()

    def redraw(self) -> None:
        """Draw all lines anew."""
        self.refresh()

    def select(self, path: str) -> None:
        """Put the cursor on the hit at `path`, if it is one, unless it is below it already."""
        if self.entry and self.entry.key[0] != path:
            self.go_to_hit(path)

    def go_to_hit(self, path: str) -> None:
        """Put the cursor on the hit at `path`, if it is one."""
        self.cursor = next((at for at, entry in enumerate(self.entries) if entry.key == (path, "")), self.cursor)

    def name_of(self, row: int) -> str:
        """Return the path of a hit; what is unfolded under it cannot be marked."""
        return self.entries[row].hit.path if 0 <= row < len(self.entries) and not self.entries[row].linked else ""

"""A list whose rows can be marked, to change several at once."""

from __future__ import annotations

from textual.reactive import var

from reme_tui.ui.widgets.line_list import LineList


class MarkableList(LineList, inherit_bindings=False):
    """Marks rows by name, so that they stay marked in another order or while they are out of sight."""

    marks: var[frozenset[str]] = var(frozenset())
    _anchor = ""

    def name_of(self, row: int) -> str:
        """Return what the row is marked by; empty where it cannot be marked."""
        raise NotImplementedError

    def watch_marks(self) -> None:
        """Show other marks."""
        self.refresh()

    def clear_marks(self) -> bool:
        """Take all marks away; return whether there were any."""
        had_any = bool(self.marks)
        self.marks = frozenset()
        return had_any

    def step_out(self) -> bool:
        """Take all marks away as one step out of the list; return whether that was one."""
        return self.clear_marks()

    def action_mark(self) -> None:
        """Mark the row, or no longer, and go to the next."""
        if name := self.name_of(self.cursor):
            self.marks = self.marks ^ {name}
            self._anchor = name if name in self.marks else ""
            self.cursor = next(
                (row for row in range(self.cursor + 1, self.row_count) if self.name_of(row)), self.cursor
            )

    def action_mark_to(self) -> None:
        """Mark the rows from the one marked last to this one."""
        names = [self.name_of(row) for row in range(self.row_count)]
        at = self.cursor
        start = names.index(self._anchor) if self._anchor and self._anchor in names else at
        found = names[min(start, at) : max(start, at) + 1]
        self.marks = self.marks.union(name for name in found if name)
        self._anchor = self.name_of(at) or self._anchor

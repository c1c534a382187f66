"""What was changed, newest first; an entry unfolds its files."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.history_rows import HistoryRow, entry_line, file_line, history_rows
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.messages.browsing import CommandWanted
from reme_tui.ui.messages.cleanup import UndoWanted
from reme_tui.ui.widgets.line_list import LineList

if TYPE_CHECKING:
    from reme_tui.tidy.journal_records import Entry


class HistoryList(LineList, inherit_bindings=False):
    """The entries; None until they are known. `trouble` says why they cannot be read."""

    BINDINGS = bindings_of("history", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("history", "list", "app")

    entries: reactive[tuple[Entry, ...] | None] = reactive(None)
    trouble: reactive[str] = reactive("")

    def __init__(self, today: dt.date, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.rows: list[HistoryRow] = []
        self._unfolded: set[str] = set()
        self._today = today

    @property
    def row(self) -> HistoryRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.rows else None

    def watch_entries(self) -> None:
        """Show what is known now; the cursor stays at the top, else on its row."""
        self._lay_out(None if self.cursor == 0 else self.row)

    def _lay_out(self, stay: HistoryRow | None) -> None:
        self.rows = history_rows(self.entries or (), self._unfolded)
        keys = [row.key for row in self.rows]
        at = keys.index(stay.key) if stay and stay.key in keys else self.cursor
        self.set_heights([1] * len(self.rows), cursor=at)

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw an entry or a file."""
        del line
        shown, selected, inks = self.rows[row], row == self.cursor, ink(self)
        if shown.path:
            left, right = file_line(shown, inks, cells=cells)
        else:
            unfolded = shown.entry.id in self._unfolded
            left, right = entry_line(shown.entry, inks, cells=cells, today=self._today, unfolded=unfolded)
        bar: Span = ("▎" if selected and self.has_focus else " ", inks.accent)
        return compose_line([bar, *left], right, cells=cells, base=self.base_selected if selected else self.base)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is nothing."""
        inks = ink(self)
        spans: list[Span] = []
        if line == 0 and self.trouble:
            spans = [(self.trouble, inks.error)]
        elif line == 0 and self.entries is None:
            spans = [("looking…", inks.dim)]
        elif line == 0 and not self.rows:
            spans = [("no tag of this vault was changed yet", inks.dim)]
        return compose_line([("   ", Style()), *spans], (), cells=cells, base=self.base)

    def row_clicked(self, event: events.Click) -> None:
        """A click on the fold mark, or a second one elsewhere, unfolds or folds."""
        if "fold" in event.style.meta or event.chain == 2:
            self.action_files()

    def action_files(self) -> None:
        """Unfold or fold the files of an entry."""
        if self.row:
            entry = self.row.entry
            self._unfolded ^= {entry.id}
            self._lay_out(HistoryRow(entry) if entry.id not in self._unfolded else self.row)

    def action_undo(self) -> None:
        """Take this entry back, after a preview."""
        if self.row:
            self.post_message(UndoWanted(self.row.entry.id))

    def action_close(self) -> None:
        """Go back."""
        self.post_message(CommandWanted("app.back"))

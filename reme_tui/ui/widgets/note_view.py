"""The source of a note: only the rows in sight are drawn, whatever its size."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from textual import events, work
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.messages.browsing import CommandWanted
from reme_tui.ui.notes.lines import row_spans
from reme_tui.ui.notes.page import NotePage, text_cells
from reme_tui.ui.notes.place import NO_PASSAGE, LineRange
from reme_tui.ui.notes.text import fitting
from reme_tui.ui.widgets.scroll_keys import ScrollKeys

AT_ONCE = 100_000
"""Up to how many characters are wrapped for another width without a thread."""


class NoteView(ScrollKeys, ScrollView, can_focus=True):
    """Shows one page, or `notice` where there is none; `match` is the number, from 0, of the mark looked at."""

    ALLOW_SELECT = False
    PLACES: ClassVar[tuple[Place, ...]] = ("read", "list", "app")

    notice: reactive[Sequence[Sequence[Span]]] = reactive(())
    match: reactive[int | None] = reactive(None)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.page: NotePage | None = None
        self.passage = NO_PASSAGE
        self._base = Style()

    @property
    def line_width(self) -> int:
        """How many cells a row has, with what stands before the text."""
        return self.scrollable_content_region.width or self.size.width

    @property
    def _height(self) -> int:
        return self.scrollable_content_region.height or self.size.height

    def show(self, page: NotePage, *, passage: LineRange = NO_PASSAGE) -> None:
        """Show a page with a passage in view, its first match being looked at."""
        self.passage = passage
        self._put(page, 0)
        self.set_reactive(NoteView.match, None)
        if passage == NO_PASSAGE:
            return
        source, rows = page.source, page.layout
        start = source.offset_of(passage[0])
        at = bisect_left(page.marks, (start, start))
        end = source.bounds(min(passage[1], source.line_count))[1]
        self.match = at if at < len(page.marks) and page.marks[at][0] < end else None
        top = max(0, rows.row_at(start) - max(1, self._height // 6))
        seen = rows.row_at(start if self.match is None else page.marks[at][0])
        if seen >= top + self._height:
            top = seen - self._height // 3
        self._go_to(top)

    def show_again(self, page: NotePage, *, row: int) -> None:
        """Show a note that was shown before with `row` at the top."""
        self._put(page, row)
        if self.match is not None and self.match >= len(page.marks):
            self.match = None

    def clear(self, notice: Sequence[Sequence[Span]] = ()) -> None:
        """Show no page but, where there is one, a notice."""
        self.page = None
        self.match = None
        self.virtual_size = Size(self.line_width, 0)
        self.notice = notice
        self.refresh()

    def _put(self, page: NotePage, top: int) -> None:
        self.page = page
        self.notice = ()
        self.virtual_size = Size(self.line_width, len(page.layout.rows))
        self._go_to(top)
        self.refresh()
        self._fit()

    def _go_to(self, row: int) -> None:
        self.scroll_to(y=max(0, row), animate=False, force=True)  # the scrollbar may not be there yet

    @property
    def top_row(self) -> int:
        """The first row in sight."""
        return self.scroll_offset.y

    @property
    def line(self) -> int:
        """The line looked at: that of the match in sight, else the passage's when in sight, else the first in sight."""
        page = self.page
        if page is None or not page.layout.rows:
            return 1
        first = page.source.line_at(page.layout.rows[min(self.top_row, len(page.layout.rows) - 1)])
        if self.match is not None and self._in_sight(page.marks[self.match][0]):
            return page.source.line_at(page.marks[self.match][0])
        if self.passage[0] > first and self._in_sight(page.source.offset_of(self.passage[0])):
            return self.passage[0]
        return first

    def _in_sight(self, offset: int) -> bool:
        return self.page is not None and 0 <= self.page.layout.row_at(offset) - self.top_row < self._height

    def go_to_match(self, step: int) -> None:
        """Look at the next match, the first behind the last; with -1 the one before; from outside any, the nearest."""
        page = self.page
        if page is None or not page.marks:
            return
        if self.match is None:
            top = page.layout.rows[min(self.top_row, len(page.layout.rows) - 1)]
            wanted = bisect_left(page.marks, (top, top)) - (step < 0)
        else:
            wanted = self.match + step
        self.match = wanted % len(page.marks)
        offset = page.marks[self.match][0]
        if not self._in_sight(offset):
            self._go_to(page.layout.row_at(offset) - self._height // 3)

    def watch_match(self) -> None:
        """The match looked at is drawn otherwise."""
        self.refresh()

    def on_resize(self) -> None:
        """Rows are as wide as the widget."""
        self._fit()

    def _fit(self) -> None:
        """Wrap the page for the width there is: a long one in a thread."""
        page = self.page
        if page is None or not self.line_width:
            return
        cells = text_cells(page.source, self.line_width)
        if page.layout.cells == fitting(cells):
            return
        if len(page.source.text) <= AT_ONCE:
            self._refit(page, replace(page, layout=page.source.wrapped(cells)))
        else:
            self._wrap(page, cells)

    @work(group="wrap", exclusive=True, description="wrap")  # else made of the whole page
    async def _wrap(self, page: NotePage, cells: int) -> None:
        layout = await asyncio.to_thread(page.source.wrapped, cells)
        if self.page is page:
            self._refit(page, replace(page, layout=layout))

    def _refit(self, before: NotePage, page: NotePage) -> None:
        """Replace the rows; what stood at the top stays there."""
        top = before.layout.rows[min(self.top_row, len(before.layout.rows) - 1)]
        self.page = page
        self.virtual_size = Size(self.line_width, len(page.layout.rows))
        self._go_to(page.layout.row_at(top))
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the rows in sight, asking for the background once."""
        self._base = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Draw one row of the viewport."""
        cells, row, page = self.line_width, y + self.scroll_offset.y, self.page
        base = self._base
        if page is not None and row < len(page.layout.rows):
            spans = row_spans(page, row, ink(self), passage=self.passage, match=self.match)
            return compose_line(spans, (), cells=cells, base=base)
        if page is None and row < len(self.notice):
            return compose_line([("  ", ink(self).dim), *self.notice[row]], (), cells=cells, base=base)
        return Strip.blank(cells, base)

    def on_click(self, event: events.Click) -> None:
        """Ask for the command that was clicked."""
        if command := event.style.meta.get("command"):
            self.post_message(CommandWanted(command))

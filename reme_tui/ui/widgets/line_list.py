"""A list that draws only the lines in sight; its rows may differ in height."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.messages.browsing import CommandWanted


class LineList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor. Subclasses draw one line of a row and say what a row is for.

    Line positions are prefix sums of the rows' heights, so finding the row of a line is one bisection.
    """

    BINDINGS = bindings_of("list")
    ALLOW_SELECT = False
    PLACES: ClassVar[tuple[Place, ...]] = ("list", "app")

    cursor: var[int] = var(0)
    virtual_size: var[Size] = var(Size(0, 0), init=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._starts: Sequence[int] = (0,)
        self._background: Style | None = None

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return len(self._starts) - 1

    @property
    def line_width(self) -> int:
        """How many cells a line has."""
        return self.scrollable_content_region.width or self.size.width

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Return line `line` of row `row`, exactly `cells` cells wide."""
        raise NotImplementedError

    def cursor_moved(self) -> None:
        """The cursor stands on another row."""

    def row_clicked(self, event: events.Click) -> None:
        """The row under the cursor was clicked."""

    def set_heights(self, heights: Sequence[int], *, cursor: int) -> None:
        """Replace the rows; the row under the cursor stays at its place on the screen as far as it can."""
        offset = self._starts[min(self.cursor, len(self._starts) - 1)] - self.scroll_offset.y
        was_at_top = self.scroll_offset.y == 0 and self.cursor == 0
        self._starts = tuple(accumulate(heights, initial=0))
        self.virtual_size = Size(self.line_width, self._starts[-1])
        cursor = max(0, min(cursor, len(heights) - 1))
        self.set_reactive(LineList.cursor, cursor)
        if heights and not was_at_top:
            self.scroll_to(y=max(0, self._starts[cursor] - offset), animate=False)
        self._show_cursor()
        self.refresh()

    def watch_virtual_size(self, size: Size) -> None:
        """Fit the scrollbar; nothing else is laid out anew, unless the list is as high as its lines."""
        self._scroll_update(size)
        if self.styles.auto_dimensions:
            self.refresh(layout=True)

    def height_of(self, row: int) -> int:
        """Return how many lines a row takes."""
        return self._starts[row + 1] - self._starts[row]

    def row_at(self, line: int) -> int:
        """Return the row that holds line `line` of the whole list, -1 for none."""
        return bisect_right(self._starts, line) - 1 if 0 <= line < self._starts[-1] else -1

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines in sight, asking for the background once."""
        self._background = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the viewport."""
        line = y + self.scroll_offset.y
        row = self.row_at(line)
        if row < 0:
            return self.draw_outside(line, self.line_width)
        return self.draw(row, line - self._starts[row], self.line_width)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Draw a line below the rows: blank, unless a subclass has something to say there."""
        del line
        return Strip.blank(cells, self.base)

    @property
    def base(self) -> Style:
        """The style every line starts from: the widget's background."""
        return self._background or self.rich_style

    @property
    def base_selected(self) -> Style:
        """The style of the row under the cursor."""
        return self.base + ink(self).on_selected

    def watch_cursor(self, before: int, after: int) -> None:
        """Redraw the two rows and keep the cursor in sight."""
        if before != after:
            self._show_cursor()
            for row in (before, after):
                if 0 <= row < self.row_count:
                    self.refresh_lines(self._starts[row], self._starts[row + 1] - self._starts[row])
            self.cursor_moved()

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, self.row_count - 1))

    def _show_cursor(self) -> None:
        self.show_rows(self.cursor, self.cursor)

    def show_rows(self, first: int, last: int) -> None:
        """Scroll as little as brings these rows into sight; where they are too high, the first of them."""
        if not self.row_count or not self.size.height:
            return
        top, bottom = self._starts[first], self._starts[last + 1]
        height, shown = self.scrollable_content_region.height, self.scroll_offset.y
        if top < shown or bottom - top >= height:
            self.scroll_to(y=top, animate=False)
        elif bottom > shown + height:
            self.scroll_to(y=bottom - height, animate=False)

    def on_resize(self) -> None:
        """The lines are as wide as the widget, and the cursor stays in sight."""
        self.virtual_size = Size(self.line_width, self._starts[-1])
        self._show_cursor()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked."""
        if "command" in event.style.meta:
            self.post_message(CommandWanted(event.style.meta["command"]))
            return
        row = self.row_at(event.y + self.scroll_offset.y)
        if row >= 0:
            self.cursor = row
            self.row_clicked(event)

    def action_down(self) -> None:
        """Next row."""
        self.cursor += 1

    def action_up(self) -> None:
        """Previous row."""
        self.cursor -= 1

    def action_first(self) -> None:
        """First row."""
        self.cursor = 0

    def action_last(self) -> None:
        """Last row."""
        self.cursor = self.row_count - 1

    def action_page_down(self) -> None:
        """One page down."""
        self._page(1)

    def action_page_up(self) -> None:
        """One page up."""
        self._page(-1)

    def _page(self, direction: int) -> None:
        if not self.row_count:
            return
        page = max(1, self.scrollable_content_region.height - 1)
        line = max(0, min(self._starts[self.cursor] + direction * page, self._starts[-1] - 1))
        row = self.row_at(line)
        self.cursor = row if row != self.cursor else self.cursor + direction

"""A note as rendered Markdown: for notes of moderate size, on request."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from rich.segment import Segment
from textual import work
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place
from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.notes.fields import Field, field_lines
from reme_tui.ui.notes.text import NoteText, fitting
from reme_tui.ui.widgets.scroll_keys import ScrollKeys

MOST_LINES = 300
MOST_CHARACTERS = 40_000
LIMIT = f"{MOST_LINES} lines or {MOST_CHARACTERS:,} characters"
LEAD = 2


def can_render(source: NoteText) -> bool:
    """Whether a note is small enough: rendering takes time that grows with its length."""
    return source.line_count <= MOST_LINES and len(source.text) <= MOST_CHARACTERS


class RenderedNote(ScrollKeys, ScrollView, can_focus=True):
    """Shows the body of a note; `fields` stand before it as a table."""

    ALLOW_SELECT = False
    PLACES: ClassVar[tuple[Place, ...]] = ("read", "list", "app")

    def __init__(self, source: NoteText, fields: tuple[Field, ...] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._fields = fields
        lines = range(source.body_line, source.line_count + 1)
        self._body = "\n".join(shown(source.line(line)) for line in lines)
        self._lines: list[list[Segment]] = []
        self._cells = 0

    def on_resize(self) -> None:
        """The lines are as wide as the widget."""
        cells = fitting(self.scrollable_content_region.width - LEAD - 1)
        if cells != self._cells:
            self._cells = cells
            self._fill()

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        if self._lines:
            self._fill()

    @work(group="rendered", exclusive=True)
    async def _fill(self) -> None:
        from reme_tui.ui.drawing.rendering import render_markdown

        table = field_lines(self._fields, ink(self), cells=self._cells, most=MOST_LINES)
        above = [[Segment(text, style) for text, style in line] for line in [*table, *([[]] if table else [])]]
        body = await asyncio.to_thread(render_markdown, self._body, ink(self), cells=self._cells)
        self._lines = [*above, *body]
        self.virtual_size = Size(self._cells + LEAD, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the viewport."""
        cells, row = self.scrollable_content_region.width or self.size.width, y + self.scroll_offset.y
        if row >= len(self._lines):
            return Strip.blank(cells, self.rich_style)
        strip = Strip([Segment(" " * LEAD), *self._lines[row]])
        return strip.adjust_cell_length(cells).apply_style(self.rich_style)

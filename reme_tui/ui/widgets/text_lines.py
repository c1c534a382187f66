"""A few lines of text that belong to a panel: the first says what it is about."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from reme_tui.ui.drawing.lines import compose_line, ink
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD


class TextLines(Widget):
    """Paragraphs in as many rows as they take: the first one strong, the others quiet."""

    ALLOW_SELECT = False

    paragraphs: reactive[tuple[str, ...]] = reactive((), layout=True)

    def _rows(self, cells: int) -> list[tuple[str, bool]]:
        return [(row, not at) for at, text in enumerate(self.paragraphs) for row in text_rows(text, max(1, cells))]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the text takes."""
        del container, viewport
        return len(self._rows(width))

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        inks, cells, rows = ink(self), self.size.width, self._rows(self.size.width)
        text, is_first = rows[y] if y < len(rows) else ("", False)
        style = inks.strong + BOLD if is_first else inks.dim
        return compose_line([(text, style)], [], cells=cells, base=self.rich_style)

"""The frontmatter of the note that is read, as a quiet table."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.notes.fields import Field, field_lines
from reme_tui.ui.widgets.line import Line

SHARE = 3
"""The table takes a third of the screen's height at most."""


class NoteFields(Line):
    """A title and the fields, as high as they need; nothing where there is none."""

    fields: reactive[tuple[Field, ...]] = reactive((), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for the title, those of the table, a blank one."""
        del container
        return len(self._lines(width, viewport.height // SHARE))

    def _lines(self, cells: int, most: int) -> list[list[Span]]:
        if not self.fields:
            return []
        inks = ink(self)
        table = field_lines(self.fields, inks, cells=cells - 2, most=max(1, most - 2))
        return [[(" FIELDS", inks.dim + BOLD)], *([(" ", inks.dim), *line] for line in table), []]

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        cells, base = self.size.width, self.rich_style
        lines = self._lines(cells, self.screen.size.height // SHARE)
        return compose_line(lines[y] if y < len(lines) else [], (), cells=cells, base=base)

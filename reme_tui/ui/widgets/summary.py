"""The line under the filter: what was found, in how much, how fast; or what cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.asking.result_pieces import summary
from reme_tui.ui.drawing.hit_lines import MARK
from reme_tui.ui.drawing.lines import Span, cells_of, compose_line, ink
from reme_tui.ui.widgets.line import Line

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.ui.duplicates.groups import KnownDuplicates

MOST_ROWS = 3
"""Rows a complaint takes at most."""


class Summary(Line):
    """Counts of the last answer; in their place a `complaint` about the typed line, whole.

    `known_duplicates` tells which tags those of the filter are probably one with.
    """

    results: reactive[Results | None] = reactive(None)
    complete: reactive[bool] = reactive(False)
    complaint: reactive[str] = reactive("", layout=True)
    marked: reactive[int] = reactive(0)
    known_duplicates: reactive[KnownDuplicates | None] = reactive(None)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line, or what the complaint takes."""
        del container, viewport
        return max(1, len(self._complaint(width)))

    def _complaint(self, cells: int) -> list[str]:
        if not self.complaint:
            return []
        from reme_tui.ui.drawing.text_rows import text_rows

        return text_rows(f"✗ {self.complaint}", max(2, cells))[:MOST_ROWS]

    def render_line(self, y: int) -> Strip:
        """Draw the counts, or a line of the complaint."""
        rows = self._complaint(self.size.width)
        if not rows:
            return super().render_line(y)
        text = rows[y] if y < len(rows) else ""
        return compose_line([(text, ink(self).error)], (), cells=self.size.width, base=self.rich_style)

    def left(self) -> list[Span]:
        """The counts."""
        if self.results is None:
            return []
        room = self.size.width - cells_of(self.right()) - 2 * bool(self.marked)
        known, tags = self.known_duplicates, self.results.query.scope.tags
        probably_one = known.probably_one_with(tags) if known else ()
        return summary(self.results, ink(self), complete=self.complete, cells=room, probably_one=probably_one)

    def right(self) -> list[Span]:
        """How many notes are marked."""
        return [(f"{MARK} {self.marked:,} marked ", ink(self).mark)] if self.marked else []

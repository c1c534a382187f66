"""The line under the filter: what was found, in how much, how fast; or what cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive

from reme_tui.ui.cells import shown
from reme_tui.ui.lines import Span, ink
from reme_tui.ui.states import summary
from reme_tui.ui.widgets.line import Line

if TYPE_CHECKING:
    from reme_tui.search.results import Results


class Summary(Line):
    """Counts of the last answer. A `complaint` about the typed line goes before them."""

    results: reactive[Results | None] = reactive(None)
    complete: reactive[bool] = reactive(False)
    complaint: reactive[str] = reactive("")

    def left(self) -> list[Span]:
        """The counts."""
        inks = ink(self)
        spans: list[Span] = []
        if self.complaint:
            spans.append((f"✗ {shown(self.complaint)}   ", inks.error))
        if self.results:
            spans += summary(self.results, inks, complete=self.complete)
        return spans

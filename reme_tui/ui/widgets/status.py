"""The top line: the vault in figures, and how fresh they are."""

from __future__ import annotations

from textual.reactive import reactive

from reme_tui.ui.cells import cut, shown
from reme_tui.ui.lines import Span, cells_of, command_span, counted, ink
from reme_tui.ui.messages import Facts
from reme_tui.ui.theme import BOLD
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.progress import progress_spans
from reme_tui.vault.watch import POLL_SECONDS


class StatusLine(Line):
    """Application, vault, counts; problems, progress and state."""

    facts: reactive[Facts] = reactive(Facts(""))

    def left(self) -> list[Span]:
        """Application, vault and counts."""
        inks, facts = ink(self), self.facts
        spans: list[Span] = [
            (" ", inks.dim),
            ("reme-tui", inks.accent + BOLD),
            ("  ", inks.dim),
            (cut(shown(facts.name), 32), inks.strong),
            (" ", inks.dim),
        ]
        figures = ((facts.notes, "note"), (facts.tags, "tag"), (facts.passages, "passage"))
        room = self.size.width - cells_of(self.right()) - cells_of(spans) - 2
        for count, noun in figures if facts.notes else ():
            figure = f"  {counted(count, noun)}"
            room -= len(figure)
            if room >= 0:
                spans.append((figure, inks.dim))
        return spans

    def right(self) -> list[Span]:
        """Problems, then progress or how fresh the figures are."""
        inks, facts = ink(self), self.facts
        spans: list[Span] = []
        if facts.without_meaning and not facts.progress:
            spans.append(("words only   ", inks.faint))
        if facts.problems:
            style = inks.error if facts.errors else inks.mark
            spans.append(command_span(counted(facts.problems, "problem"), style, "browse.problems"))
            spans.append(("   ", inks.dim))
        if facts.progress:
            spans += progress_spans(facts.progress, inks)
        elif facts.checking:
            spans.append(("◌ looking…", inks.mark))
        elif facts.watching == "live":
            spans.append(("● live", inks.good))
        elif facts.watching == "polling":
            spans.append((f"◐ checking every {POLL_SECONDS} s", inks.mark))
        elif facts.as_of:
            spans.append((f"○ as of {facts.as_of}", inks.dim))
        return [*spans, (" ", inks.dim)]

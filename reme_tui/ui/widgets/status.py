"""The top line: the vault in figures, and how fresh they are."""

from __future__ import annotations

from textual.reactive import reactive

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import first_key
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, cells_of, command_span, ink
from reme_tui.ui.drawing.progress import progress_spans
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.messages.browsing import Facts
from reme_tui.ui.widgets.line import Line
from reme_tui.vault.watch import POLL_SECONDS

ROOMY = 100
"""Cells from which on keys are named in the top line."""


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
        return [*spans, *self.told(self.size.width - cells_of(self.right()) - cells_of(spans) - 2)]

    def told(self, room: int) -> list[Span]:
        """What stands behind the vault's name in `room` cells: as many counts as fit."""
        inks, facts = ink(self), self.facts
        spans: list[Span] = []
        figures = ((facts.notes, "note"), (facts.tags, "tag"), (facts.passages, "passage"))
        for count, noun in figures if facts.notes else ():
            figure = f"  {counted(count, noun)}"
            room -= len(figure)
            if room >= 0:
                spans.append((figure, inks.dim))
        return spans

    def right(self) -> list[Span]:
        """What asks for attention, then progress or how fresh the figures are."""
        return [*self.attention(), *self._freshness(), (" ", ink(self).dim)]

    def attention(self) -> list[Span]:
        """Near-duplicates and problems, which lead to their screens."""
        inks, facts = ink(self), self.facts
        spans: list[Span] = []
        if facts.without_meaning and not facts.progress:
            spans.append(("words only   ", inks.faint))
        if facts.duplicates:
            text = f"≈ {counted(facts.duplicates, 'near-duplicate')}"
            spans += [command_span(text, inks.mark, "browse.duplicates"), ("   ", inks.dim)]
        if facts.problems:
            style = inks.error if facts.errors else inks.mark
            spans.append(command_span(counted(facts.problems, "problem"), style, "browse.problems"))
            spans.append(("   ", inks.dim))
        return spans

    def _freshness(self) -> list[Span]:
        inks, facts = ink(self), self.facts
        if facts.progress:
            return [*progress_spans(facts.progress, inks), *self._key("app.stop", "stop", wanted=facts.can_stop)]
        if facts.checking:
            return [("◌ looking…", inks.mark)]
        if facts.trouble or facts.stopped:
            return [self._behind(), *self._key("app.look_again", "go on", wanted=not facts.trouble)]
        if facts.watching == "live":
            return [("● live", inks.good)]
        if facts.watching == "polling":
            return [(f"◐ checking every {POLL_SECONDS} s", inks.mark)]
        return [(f"○ as of {facts.as_of}", inks.dim)] if facts.as_of else []

    def _key(self, command_id: str, label: str, *, wanted: bool) -> list[Span]:
        """What can be done about it, where there is room to say so."""
        key = first_key(command_id)
        if not (wanted and key and self.size.width >= ROOMY):
            return []
        inks = ink(self)
        return [("  ", inks.dim), command_span(key, inks.accent + BOLD, command_id), (f" {label}", inks.dim)]

    def _behind(self) -> Span:
        """Why what is shown is not what is on the disk, however it is watched."""
        inks, facts = ink(self), self.facts
        if not facts.trouble:
            return command_span("◌ part of it is read", inks.mark, "app.look_again")
        seen = f", as of {facts.as_of}" if facts.as_of else ""
        return command_span(f"✗ cannot be read{seen}", inks.error, "app.look_again")

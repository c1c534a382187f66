"""Tags with tick boxes: on all of the notes, on some, on none."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, cells_of, compose_line, ink
from reme_tui.ui.drawing.theme import ITALIC
from reme_tui.ui.messages.browsing import CommandWanted
from reme_tui.ui.notes.tags import Tick, ticked
from reme_tui.ui.widgets.line_list import LineList

BOXES = {"all": "☑", "some": "◪", "none": "☐"}
INDENT = 4
MOST_REASONS = 3
NEW = "new tag"
"""Said of a tag that no note has yet."""


class TickList(LineList, inherit_bindings=False):
    """The tags of `notes` notes."""

    BINDINGS = bindings_of("ticks", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("ticks", "list", "app")

    ticks: reactive[tuple[Tick, ...]] = reactive(())

    class Done(Message):
        """The ticks are as they are to be."""

    class AddWanted(Message):
        """A tag is to be added."""

    def __init__(self, notes: int) -> None:
        super().__init__()
        self._notes = notes

    def watch_ticks(self) -> None:
        """Show other ticks."""
        self.set_heights([1 + len(tick.why[:MOST_REASONS]) for tick in self.ticks], cursor=self.cursor)

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw a tag: box, name, on how many notes; what is to change says so. Below it, why it is suggested."""
        inks, tick, selected = ink(self), self.ticks[row], row == self.cursor and self.has_focus
        base = self.base_selected if selected else self.base
        bar: Span = ("▎" if selected else " ", inks.accent)
        if line:
            reason = cut(shown(tick.why[line - 1]), cells - INDENT - 2)
            return compose_line([bar, (" " * (INDENT - 2), inks.dim), (reason, inks.dim)], (), cells=cells, base=base)
        right = self._right(tick)
        box = inks.dim if tick.now == "none" else inks.mark if tick.now == "some" else inks.accent
        name = cut(shown(tick.tag), max(4, cells - INDENT - cells_of(right) - 3))
        left: list[Span] = [
            bar,
            (f"{BOXES[tick.now]} ", box),
            (name, inks.dim if tick.now == "none" else inks.strong),
        ]
        return compose_line(left, right, cells=cells, base=base)

    def _right(self, tick: Tick) -> list[Span]:
        inks = ink(self)
        spans: list[Span] = [("suggested  ", inks.mark)] if tick.why else []
        if tick.now != tick.was:
            added = tick.now == "all"
            if tick.is_new:
                spans.append((f"{NEW}  ", inks.mark))
            spans.append(("add  " if added else "take off  ", (inks.good if added else inks.error) + ITALIC))
        if self._notes > 1:
            spans.append((f"{tick.held:,} of {self._notes:,} ", inks.faint))
        return spans

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say that there is none."""
        spans: list[Span] = [(" no tag yet", ink(self).dim)] if line == 0 and not self.ticks else []
        return compose_line(spans, (), cells=cells, base=self.base)

    def row_clicked(self, event: events.Click) -> None:
        """A click changes the tick."""
        del event
        self.action_tick()

    def action_tick(self) -> None:
        """Put the tag on all of the notes, or take it off; what was mixed may stay so."""
        if self.ticks:
            self.ticks = ticked(self.ticks, self.cursor)

    def action_done(self) -> None:
        """Go on to the preview."""
        self.post_message(self.Done())

    def action_add(self) -> None:
        """Go to the line for another tag."""
        self.post_message(self.AddWanted())

    def action_close(self) -> None:
        """Change nothing."""
        self.post_message(CommandWanted("app.back"))

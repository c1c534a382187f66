"""A list to take one row from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import cut, shown, width
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.messages.browsing import CommandWanted
from reme_tui.ui.widgets.line_list import LineList

FRAME = 5
"""Cells beside label and detail: bar, gap, end."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a row offers, and what is to be known about it."""

    label: str
    detail: str = ""


class ChoiceList(LineList, inherit_bindings=False):
    """Rows with something about each at the right."""

    BINDINGS = bindings_of("choice", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("choice", "list", "app")

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Taken(Message):
        """A row was taken."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, choices: Sequence[Choice] = (), *, at: int = 0, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.choices: tuple[Choice, ...] = ()
        self.offer(choices, at=at)

    def offer(self, choices: Sequence[Choice], *, at: int = 0) -> None:
        """Show these."""
        self.choices = tuple(choices)
        self.set_heights([1] * len(self.choices), cursor=at)

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw one row."""
        del line
        inks, choice, is_lit = ink(self), self.choices[row], row == self.cursor
        detail = cut(shown(choice.detail), cells // 2)
        label = cut(shown(choice.label), max(1, cells - width(detail) - FRAME))
        left: list[Span] = [("▎ " if is_lit else "  ", inks.accent), (label, inks.strong if is_lit else inks.soft)]
        right: list[Span] = [(detail, inks.dim), (" ", inks.dim)]
        return compose_line(left, right, cells=cells, base=self.base_selected if is_lit else self.base)

    def cursor_moved(self) -> None:
        """Tell which row it is."""
        self.post_message(self.Moved(self.cursor))

    def row_clicked(self, event: events.Click) -> None:
        """Take the row."""
        del event
        self.action_take()

    def action_take(self) -> None:
        """Take the row under the cursor."""
        if self.choices:
            self.post_message(self.Taken(self.cursor))

    def action_close(self) -> None:
        """Take nothing."""
        self.post_message(CommandWanted("app.back"))

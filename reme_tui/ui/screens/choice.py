"""A small panel that asks for one of a few things."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.choice_list import Choice, ChoiceList
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.text_lines import TextLines


class ChoiceScreen(ModalScreen[int], inherit_bindings=False):
    """Closes with the number of the row taken, from 0, or None."""

    BINDINGS = bindings_of("app", namespace="app.")  # a modal screen hides the app's own
    AUTO_FOCUS = "ChoiceList"

    def __init__(self, text: Sequence[str], choices: Sequence[Choice], *, at: int = 0) -> None:
        super().__init__()
        self._text = tuple(text)
        self.subject = self._text
        self._list = ChoiceList(choices, at=at)

    def compose(self) -> ComposeResult:
        """What it is about, the rows, the keys."""
        with Vertical(id="choice-panel"):
            yield TextLines()
            yield self._list
            yield KeyLine(ChoiceList.PLACES)

    def on_mount(self) -> None:
        """Fit the panel to what it holds."""
        self.say(self._text)
        self._list.styles.height = len(self._list.choices)

    def say(self, text: Sequence[str]) -> None:
        """Put other text over the rows."""
        self.query_one(TextLines).paragraphs = tuple(text)

    def moved(self, index: int) -> None:
        """The cursor stands on another row."""

    def on_choice_list_moved(self, message: ChoiceList.Moved) -> None:
        """Let it be seen at once, where it can."""
        message.stop()
        self.moved(message.index)

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """Close with the row."""
        message.stop()
        leave(self, message.index)

    async def step_out(self) -> None:
        """Close without a row."""
        leave(self)

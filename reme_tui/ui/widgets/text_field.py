"""One-line text input as it is used everywhere here: no border, no blinking, nothing printable bound."""

from __future__ import annotations

from typing import ClassVar

from textual.geometry import Offset, Size
from textual.reactive import var
from textual.widgets import Input

from reme_tui.core.text.display import visible
from reme_tui.ui.commands.commands import Place


class TextField(Input):
    """An Input of one line whose hardware cursor stands where the text goes in."""

    PLACES: ClassVar[tuple[Place, ...]] = ("app",)

    virtual_size: var[Size] = var(Size(0, 0))  # nothing is laid out anew for a letter: the line keeps its width

    def __init__(self, value: str = "", *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(value, placeholder=placeholder, id=id, select_on_focus=False, compact=True)
        self.cursor_blink = False

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's own cursor belongs; at the end of the text Input is a cell off."""
        return super().cursor_screen_offset - Offset(int(self.cursor_at_end), 0)

    def replace(self, text: str, start: int, end: int) -> None:
        """Put in what was typed or pasted, without anything a terminal would act upon."""
        super().replace(visible(text), start, end)

    def replace_text(self, text: str) -> None:
        """Put other text in, with the cursor behind it."""
        self.value = text
        self.cursor_position = len(text)

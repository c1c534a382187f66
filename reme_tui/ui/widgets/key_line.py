"""The bottom line: the keys that work where the focus is."""

from __future__ import annotations

from textual.reactive import reactive
from textual.widget import Widget

from reme_tui.ui.commands.commands import BY_ID, Place, footer_of, show_key
from reme_tui.ui.drawing.lines import Span, cells_of, clickable, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.widgets.line import Line

GAP = 3
KEPT = ("app.commands", "app.help")


class KeyLine(Line):
    """Keys and labels, most wanted first, as many as fit whole; finding commands and help always do.

    They are those of the part that has the focus, of the places `otherwise` while none with places has it.
    """

    places: reactive[tuple[Place, ...]] = reactive(("app",))

    def __init__(self, otherwise: tuple[Place, ...] = ("app",), *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._otherwise = otherwise

    def on_mount(self) -> None:
        """Follow the focus."""
        self.watch(self.screen, "focused", self._follow)

    def _follow(self, focused: Widget | None) -> None:
        self.places = getattr(focused, "PLACES", self._otherwise)

    def left(self) -> list[Span]:
        """The keys that fit."""
        entries = [(command.id, self._entry(command.id, key)) for command, key in footer_of(self.places)]
        room = self.size.width - 1 - sum(cells_of(entry) + GAP for name, entry in entries if name in KEPT)
        spans: list[Span] = [(" ", ink(self).dim)]
        for name, entry in entries:
            needed = cells_of(entry) + GAP
            if name not in KEPT:
                if needed > room:
                    continue
                room -= needed
            spans += [*entry, (" " * GAP, ink(self).dim)]
        return spans[:-1]

    def _entry(self, command_id: str, key: str) -> list[Span]:
        inks = ink(self)
        key_style = clickable(inks.accent + BOLD, command=command_id)
        return [
            (show_key(key), key_style),
            (f" {BY_ID[command_id].label}", clickable(inks.dim, command=command_id)),
        ]

"""The bottom line: the keys that work where the focus is."""

from __future__ import annotations

from textual.reactive import reactive

from reme_tui.ui.commands.commands import BY_ID, Place, footer_of, show_key
from reme_tui.ui.drawing.lines import Span, cells_of, clickable, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.widgets.line import Line

GAP = 3
KEPT = ("app.commands", "app.help")


class KeyLine(Line):
    """Keys and labels, most wanted first, as many as fit whole; finding commands and help always do."""

    places: reactive[tuple[Place, ...]] = reactive(("app",))

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

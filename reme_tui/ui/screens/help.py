"""Every key, the place the focus was in first."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from reme_tui.ui.commands import PLACES, Place, bindings_of, commands_of, keys_in, keys_shown, show_key
from reme_tui.ui.widgets.scroll_keys import ScrollKeys

KEY_CELLS = 14
HINTS = (
    (
        "Operators in the query",
        ("tag:Alice -tag:Gold path:daily/ from:2026-08 in:30d", '"exact words" -without is:untagged match:all'),
    ),
    ("Mouse", ("shift and drag selects text (option on a Mac)", "--no-mouse leaves the mouse to the terminal")),
)


class HelpText(VerticalScroll, ScrollKeys, inherit_bindings=False):
    """A long text, scrolled by the keys of every list."""

    BINDINGS = bindings_of("list")


class HelpScreen(ModalScreen[None], inherit_bindings=False):
    """The table of commands, for reading."""

    BINDINGS = bindings_of("help") + bindings_of("app", namespace="app.")  # a modal screen hides the app's own
    AUTO_FOCUS = "#help"

    def __init__(self, places: tuple[Place, ...]) -> None:
        super().__init__()
        self._places = places

    def compose(self) -> ComposeResult:
        """One long text that scrolls."""
        with HelpText(id="help"):
            yield Static(self._text(), markup=False)

    def _text(self) -> Content:
        order = [*self._places, *(place for place in PLACES if place not in {*self._places, "help"})]
        parts: list[Content | str | tuple[str, str]] = []
        for place in order:
            parts.append((f"{PLACES[place]}\n", "bold $reme-accent"))
            for command in commands_of(place):
                keys = "  ".join(show_key(key, spelled=True) for key in keys_shown(command, keys_in(command, (place,))))
                if keys:
                    parts += [(f"  {keys.ljust(KEY_CELLS)}", "bold $reme-strong"), (f"{command.help}\n", "$reme-dim")]
            parts.append("\n")
        for title, hints in HINTS:
            parts.append((f"{title}\n", "bold $reme-accent"))
            parts += [(f"  {hint}\n", "$reme-dim") for hint in hints]
            parts.append("\n")
        return Content.assemble(*parts).rstrip()

    def action_close(self) -> None:
        """Close this help."""
        self.dismiss()

    async def step_out(self) -> None:
        """Close this help."""
        self.dismiss()

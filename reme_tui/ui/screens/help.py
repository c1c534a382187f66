"""Every key, the place the focus was in first."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip

from reme_tui.ui.commands.commands import PLACES, Place, bindings_of, commands_of, keys_in, keys_shown, show_key
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.drawing.theme import BOLD, Ink
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.scroll_keys import ScrollKeys

KEY_CELLS = 14
HINTS = (
    (
        "Operators in the query",
        ("tag:Alice -tag:Gold path:daily/ from:2026-08 in:30d", '"exact words" -without is:untagged match:all'),
    ),
    ("Mouse", ("shift and drag selects text (option on a Mac)", "--no-mouse leaves the mouse to the terminal")),
)


def help_lines(places: tuple[Place, ...], inks: Ink) -> list[list[Span]]:
    """Return the table of keys in lines, these places first."""
    order = [*places, *(place for place in PLACES if place not in {*places, "help"})]
    lines: list[list[Span]] = []
    for place in order:
        lines += [[], [(PLACES[place], inks.accent + BOLD)]]
        for command in commands_of(place):
            keys = "  ".join(show_key(key, spelled=True) for key in keys_shown(command, keys_in(command, (place,))))
            if keys:
                lines.append([(f"  {keys.ljust(KEY_CELLS)}", inks.strong + BOLD), (command.help, inks.dim)])
    for title, hints in HINTS:
        lines += [[], [(title, inks.accent + BOLD)], *([(f"  {hint}", inks.dim)] for hint in hints)]
    return lines[1:]


class HelpText(ScrollKeys, ScrollView, can_focus=True):
    """A long text, scrolled by the keys of every list; only the lines in sight are drawn."""

    ALLOW_SELECT = False

    def __init__(self, places: tuple[Place, ...], *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._places = places
        self._lines: list[list[Span]] = []

    def on_mount(self) -> None:
        """Know how long it is."""
        self._fill()

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        if self._lines:
            self._fill()

    def _fill(self) -> None:
        self._lines = help_lines(self._places, ink(self))
        self.refresh(layout=True)

    def on_resize(self) -> None:
        """It scrolls where the screen is not high enough."""
        self.virtual_size = Size(self.size.width, len(self._lines))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is long."""
        del container, viewport, width
        return len(self._lines)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the viewport."""
        cells, row = self.scrollable_content_region.width or self.size.width, y + self.scroll_offset.y
        return compose_line(self._lines[row] if row < len(self._lines) else [], (), cells=cells, base=self.rich_style)


class HelpScreen(ModalScreen[None], inherit_bindings=False):
    """The table of commands, for reading."""

    BINDINGS = bindings_of("help") + bindings_of("app", namespace="app.")  # a modal screen hides the app's own
    AUTO_FOCUS = "#help"

    def __init__(self, places: tuple[Place, ...]) -> None:
        super().__init__()
        self._places = places

    def compose(self) -> ComposeResult:
        """One long text that scrolls."""
        yield HelpText(self._places, id="help")

    def action_close(self) -> None:
        """Close this help."""
        leave(self)

    async def step_out(self) -> None:
        """Close this help."""
        leave(self)

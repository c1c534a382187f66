"""Every key, the place the focus was in first."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip

from reme_tui.ui.commands.commands import PLACES, Place, bindings_of, commands_of, keys_in, keys_shown, show_key
from reme_tui.ui.drawing.lines import Span, cells_of, compose_line, ink
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD, Ink
from reme_tui.ui.screens.parts.fits_size import FitsSize
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.scroll_keys import ScrollKeys

KEY_CELLS = 14
LEAST_BESIDE = 36
"""In how many cells there is room for words beside the keys."""
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


def fitted(line: list[Span], cells: int) -> list[list[Span]]:
    """Break a line that is too long: beside the keys, below them where there is no room."""
    if cells_of(line) <= cells:
        return [line]
    *lead, (text, style) = line
    if not lead or cells < LEAST_BESIDE:
        indents = (2, 4) if lead else (2,)
        return [row for part, indent in zip(line, indents, strict=True) for row in _rows(part, cells, indent=indent)]
    first, *others = _rows((text, style), cells, indent=cells_of(lead))
    return [[*lead, first[-1]], *others]


def _rows(span: Span, cells: int, *, indent: int) -> list[list[Span]]:
    text, style = span
    return [[(" " * indent, style), (row, style)] for row in text_rows(text.strip(), max(1, cells - indent))]


class HelpText(ScrollKeys, ScrollView, can_focus=True):
    """A long text, scrolled by the keys of every list; only the lines in sight are drawn."""

    ALLOW_SELECT = False

    def __init__(self, places: tuple[Place, ...], *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._places = places
        self._cells = 0
        self._lines: list[list[Span]] = []

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._cells = 0
        self.refresh(layout=True)

    def _made_for(self, cells: int) -> list[list[Span]]:
        if cells != self._cells:
            lines = help_lines(self._places, ink(self))
            self._cells, self._lines = cells, [row for line in lines for row in fitted(line, cells)]
        return self._lines

    def on_resize(self) -> None:
        """It scrolls where the screen is not high enough."""
        cells = self.scrollable_content_region.width
        self.virtual_size = Size(cells, len(self._made_for(cells)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is long."""
        del container, viewport
        return len(self._made_for(width))

    def render_line(self, y: int) -> Strip:
        """Draw one line of the viewport."""
        cells, row = self.scrollable_content_region.width or self.size.width, y + self.scroll_offset.y
        lines = self._made_for(cells)
        return compose_line(lines[row] if row < len(lines) else [], (), cells=cells, base=self.rich_style)


class HelpScreen(FitsSize[None], ModalScreen[None], inherit_bindings=False):
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

"""The panel that says why a note is or is not a hit."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from reme_tui.ui.asking.why import Reasons
from reme_tui.ui.asking.why_lines import why_lines
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.lines import SidedLine, compose_line, ink
from reme_tui.ui.messages.browsing import CommandWanted, EditWanted, ScopeWanted
from reme_tui.ui.widgets.scroll_keys import ScrollKeys


class WhyPanel(ScrollKeys, ScrollView, can_focus=True, inherit_bindings=False):
    """Draws the reasons; the keys that mend ask for another scope, or for the editor."""

    BINDINGS = bindings_of("why", "list")
    ALLOW_SELECT = False
    PLACES: ClassVar[tuple[Place, ...]] = ("why", "list", "app")

    reasons: reactive[Reasons | None] = reactive(None, layout=True)

    def __init__(self, path: str, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.path = path

    def _lines(self, cells: int) -> list[SidedLine]:
        return why_lines(self.path, self.reasons, ink(self), cells=cells)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the reasons take."""
        del container, viewport
        return len(self._lines(width))

    def watch_reasons(self) -> None:
        """Show other reasons."""
        self._fit()

    def watch_show_vertical_scrollbar(self) -> None:
        """The lines break earlier beside a scrollbar, and there are more of them."""
        self._fit()

    def on_resize(self) -> None:
        """Lines break where the panel ends."""
        self._fit()

    def _fit(self) -> None:
        cells = self.scrollable_content_region.width
        self.virtual_size = Size(cells, len(self._lines(cells)))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        cells = self.scrollable_content_region.width
        lines, at = self._lines(cells), y + self.scroll_offset.y
        left, right = lines[at] if at < len(lines) else ([], [])
        return compose_line(left, right, cells=cells, base=self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Ask for the command that was clicked."""
        command = event.style.meta.get("command")
        if command:
            self.post_message(CommandWanted(command))

    def action_add_tag(self) -> None:
        """Add a tag of the note to the filter, where that lets the note in."""
        if self.reasons and self.reasons.remedies.added:
            self.post_message(ScopeWanted(self.reasons.remedies.added))

    def action_drop_filter(self) -> None:
        """Drop the filters that leave the note out."""
        if self.reasons and self.reasons.remedies.wider:
            self.post_message(ScopeWanted(self.reasons.remedies.wider))

    def action_edit(self) -> None:
        """Open the note in the editor."""
        self.post_message(EditWanted(self.path, self.reasons.line if self.reasons else 1))

    def action_close(self) -> None:
        """Close the panel."""
        self.post_message(CommandWanted("app.back"))

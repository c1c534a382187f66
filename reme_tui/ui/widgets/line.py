"""A widget of one line, or few, put together from spans."""

from __future__ import annotations

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from reme_tui.ui.drawing.lines import Span, compose_line
from reme_tui.ui.messages.browsing import CommandWanted


class Line(Widget):
    """Spans at the left, spans at the right; a click on one that means a command asks for it."""

    ALLOW_SELECT = False

    def left(self) -> list[Span]:
        """What stands at the left, cut when there is no room."""
        return []

    def right(self) -> list[Span]:
        """What stands at the right."""
        return []

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
        if y:
            return Strip.blank(self.size.width, self.rich_style)
        return compose_line(self.left(), self.right(), cells=self.size.width, base=self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Ask for the command that was clicked."""
        command = event.style.meta.get("command")
        if command:
            self.post_message(CommandWanted(command))

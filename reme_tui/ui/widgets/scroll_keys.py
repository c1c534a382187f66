"""Scrolling by the keys of every list, for what has no cursor."""

from __future__ import annotations

from textual.widget import Widget

from reme_tui.ui.commands.commands import bindings_of


class ScrollKeys(Widget, inherit_bindings=False):
    """Moves what is in sight, at once."""

    BINDINGS = bindings_of("list")

    def action_down(self) -> None:
        """One line down."""
        self.scroll_relative(y=1, animate=False)

    def action_up(self) -> None:
        """One line up."""
        self.scroll_relative(y=-1, animate=False)

    def action_first(self) -> None:
        """To the top."""
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """To the end."""
        self.scroll_end(animate=False)

    def action_page_down(self) -> None:
        """One page down."""
        self.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        """One page up."""
        self.scroll_page_up(animate=False)

"""The key on a screen of one note that asks why the note is a hit."""

from __future__ import annotations

from textual.screen import Screen

from reme_tui.ui.messages import WhyWanted


class AsksWhy(Screen[str], inherit_bindings=False):
    """A screen that shows the note at `path`; the app opens the reasons over it."""

    path: str

    def action_why(self) -> None:
        """Ask why the note is, or is not, a hit."""
        self.post_message(WhyWanted(self.path))

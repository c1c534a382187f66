"""The keys of the first screen that lead away from it."""

from __future__ import annotations

from textual.screen import Screen

from reme_tui.ui.messages import ProblemsWanted


class LeadsOn(Screen[None], inherit_bindings=False):
    """Asks for other screens, which the app opens, or quits."""

    def action_problems(self) -> None:
        """List what is not read as it was meant."""
        self.post_message(ProblemsWanted())

    def action_leave(self) -> None:
        """Quit."""
        self.app.exit(0)

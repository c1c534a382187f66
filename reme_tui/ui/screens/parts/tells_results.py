"""A screen with a result line: what it says goes away with the next screen."""

from __future__ import annotations

from textual.message_pump import MessagePump

from reme_tui.ui.messages.cleanup import ResultSeen


class TellsResults(MessagePump):
    """Tells that the result has been seen when another screen comes."""

    def on_screen_suspend(self) -> None:
        """Another screen comes, or this one goes."""
        self.post_message(ResultSeen())

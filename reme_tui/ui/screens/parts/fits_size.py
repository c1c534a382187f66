"""How a screen fits the size of the terminal: its styles tell narrow, vast and short screens from usual ones."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.screen import Screen

NARROW, VAST, SHORT = 100, 160, 30
"""Below how many columns panes lie over or under each other, from how many they are wider; below how many rows gaps
close."""

Result = TypeVar("Result")


class FitsSize(Screen[Result], inherit_bindings=False):
    """A screen with classes for its size; the usual size bears none, so that it needs no second styling."""

    def on_resize(self, event: events.Resize) -> None:
        """Fit the parts to the size."""
        self.set_class(event.size.width < NARROW, "-narrow")
        self.set_class(event.size.width >= VAST, "-vast")
        self.set_class(event.size.height < SHORT, "-short")

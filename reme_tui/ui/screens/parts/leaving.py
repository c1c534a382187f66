"""Going away from a screen, once."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

Result = TypeVar("Result")


def leave(screen: Screen[Result], result: Result | None = None) -> None:
    """Go back to the screen below with `result`, unless `screen` has been left already.

    A key pressed twice asks twice, and the second asking comes when another screen is on top, or none.
    """
    if screen.app.screen is screen:
        screen.dismiss(result)

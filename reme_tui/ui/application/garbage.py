"""Garbage is gone through while nobody waits for the screen."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual import events

from reme_tui.collector import collect_old_objects, leave_old_objects
from reme_tui.ui.application.base import BaseApp

CALM = 2.0
"""Seconds without a key or the mouse after which all objects may be gone through."""
EVERY = 1.0
"""Seconds between two looks whether it is calm."""


class CollectsGarbage(BaseApp, inherit_bindings=False):
    """The part of the app that says when all objects are gone through: Python would do it in the midst of drawing."""

    _input_at = 0.0
    _leave_to_python: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """From now on nothing but `collect` goes through all objects."""
        self._leave_to_python = leave_old_objects()
        self.set_interval(EVERY, self.collect)

    def on_unmount(self) -> None:
        """Leave it to Python again."""
        if self._leave_to_python:
            self._leave_to_python()

    async def on_event(self, event: events.Event) -> None:
        """Remember when the user did something last."""
        if isinstance(event, events.InputEvent | events.Resize):
            self._input_at = time.monotonic()
        await super().on_event(event)

    def collect(self) -> None:
        """Go through all objects when it is calm."""
        if time.monotonic() - self._input_at > CALM and not any(worker.is_running for worker in self.workers):
            collect_old_objects()

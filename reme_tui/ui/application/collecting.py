"""Garbage is gone through while nobody waits for the screen."""

from __future__ import annotations

import gc
import time

from textual import events

from reme_tui.ui.application.base import BaseApp

CALM = 2.0
"""Seconds without a key or the mouse after which all objects may be gone through."""
EVERY = 1.0
"""Seconds between two looks whether it is calm."""
LONG = 0.016
"""From how many seconds on what survived is not gone through again."""
MOST = 60_000
"""More objects than these are not gone through at all: they would hold up the screen, and are the vault and texts."""
NEVER = 1 << 30


class Collecting(BaseApp, inherit_bindings=False):
    """The part of the app that says when all objects are gone through for garbage.

    Python would do it in the midst of drawing, and hold up every thread for up to 200 ms in a large vault. Young
    objects are gone through as ever, in a few milliseconds.
    """

    _input_at = 0.0
    _thresholds = gc.get_threshold()

    def on_mount(self) -> None:
        """From now on nothing but `collect` goes through all objects."""
        self._thresholds = gc.get_threshold()
        gc.set_threshold(*self._thresholds[:2], NEVER)
        self.set_interval(EVERY, self.collect)

    def on_unmount(self) -> None:
        """Leave it to Python again."""
        gc.set_threshold(*self._thresholds)

    async def on_event(self, event: events.Event) -> None:
        """Remember when the user did something last."""
        if isinstance(event, events.InputEvent | events.Resize):
            self._input_at = time.monotonic()
        await super().on_event(event)

    def collect(self) -> None:
        """Go through all objects when it is calm and there are new ones; at rest there are none.

        Where it takes long, most of what was gone through is the vault, and stays.
        """
        is_calm = time.monotonic() - self._input_at > CALM and not any(worker.is_running for worker in self.workers)
        if not is_calm or not gc.get_count()[2]:
            return
        if len(gc.get_objects(generation=2)) > MOST:  # to count them takes a fifth of going through them
            gc.freeze()
            return
        started = time.thread_time()
        gc.collect()
        if time.thread_time() - started > LONG:
            gc.freeze()

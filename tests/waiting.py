"""When an app has done all that was asked of it."""

from __future__ import annotations

from textual.pilot import Pilot

from reme_tui.ui.application.key_queue import TakesKeysInTurn

ROUNDS = 2
"""How often in a row nothing must be left: what one part has just told another is in no queue for a moment."""


async def until_settled(app: TakesKeysInTurn, pilot: Pilot) -> None:
    """Wait until no key, worker or message is left and every part is mounted.

    `pause` alone does not: on a busy machine it takes a process that is given no CPU for one that has nothing to do.
    """
    calm = 0
    while calm < ROUNDS and app.is_running:
        await pilot.pause()
        calm = 0 if is_busy(app) else calm + 1


def is_busy(app: TakesKeysInTurn) -> bool:
    """Return whether something is left to do, or it does not take keys yet."""
    if app._typed or not app._hands_out or (app.typist and not app.typist.done()):
        return True
    if any(not worker.is_finished for worker in app.workers):
        return True
    parts = [part for screen in app.screen_stack for part in screen.walk_children(with_self=True)]
    return any(part.message_queue_size for part in (app, *parts)) or not all(part.is_mounted for part in parts)

"""Keys typed faster than the screen answers: each reaches the focus that the one before it led to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.widgets import Input

TURN = 0.02
TURNS = 15
"""A key waits for one busy part of the screen for so many turns of so many seconds; then it goes where the focus is.

They are counted, not timed as a whole: while the event loop itself stands still, time passes and no part could answer.
"""


class TakesKeysInTurn(App[int], inherit_bindings=False):
    """Hands out one key at a time, and none before `take_keys`.

    Left to itself, the application hands all keys that have come to the part that has the focus now: of `/launch` typed
    at once, `launch` would be commands of the list in which `/` was pressed.
    """

    _hands_out = False
    _typist: asyncio.Task[None] | None = None

    def __init__(self) -> None:
        super().__init__()
        self._typed: deque[events.Key | events.Paste] = deque()

    @property
    def typist(self) -> asyncio.Task[None] | None:
        """What hands out keys now; None, or done, when none are left."""
        return self._typist

    def take_keys(self) -> None:
        """The first screen is painted: it gets the keys that came before it, and all others when they come."""
        self._hands_out = True
        self._hand_out()

    async def on_event(self, event: events.Event) -> None:
        """Put keys, and what is pasted, into the queue."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._typed.extend(self._meant_by(event))
            self._hand_out()
        else:
            await super().on_event(event)

    def _meant_by(self, event: events.Key | events.Paste) -> Sequence[events.Key | events.Paste]:
        """Take `alt` and a letter that is bound to nothing for `esc` and the letter: terminals send both alike."""
        if not isinstance(event, events.Key) or not event.key.startswith("alt+") or event.key in self.active_bindings:
            return (event,)
        letter = event.character or ""
        if event.key not in (f"alt+{letter}", f"alt+shift+{letter.lower()}"):
            return (event,)
        return events.Key("escape", "\x1b"), events.Key(letter, letter)

    def _hand_out(self) -> None:
        if self._hands_out and self._typed and (self._typist is None or self._typist.done()):
            self._typist = asyncio.create_task(self._hand_out_all())

    async def _hand_out_all(self) -> None:
        while self._typed and self.is_running:
            screen, part = self.screen, self.focused or self.screen
            event = self._typed.popleft()
            await super().on_event(event)
            if isinstance(part, Input) and _is_text(event) and (not self._typed or _is_text(self._typed[0])):
                continue  # it types both, in order: a screen is painted once for a word, not for each letter
            await _answered(part)  # the key
            for node in part.ancestors_with_self:  # what it asked of what holds it
                await _answered(node)
            if self.is_running and self.screen is not screen:
                await _answered(self.screen)
                await _answered(self.screen)  # its parts


def _is_text(event: events.Key | events.Paste) -> bool:
    return isinstance(event, events.Key) and event.is_printable


async def _answered(pump: MessagePump) -> None:
    """Wait until `pump` has gone through what it has been told so far."""
    gone_through = asyncio.Event()
    if pump.is_running and pump.call_later(gone_through.set):
        for _ in range(TURNS):
            with suppress(TimeoutError):
                await asyncio.wait_for(gone_through.wait(), TURN)
                return

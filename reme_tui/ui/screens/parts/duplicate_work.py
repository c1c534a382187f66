"""What the screen of near-duplicates has done in threads: looking at notes, planning, remembering."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen

from reme_tui.tidy.planning.monitor import Monitor
from reme_tui.ui.duplicates.details import look_at_notes
from reme_tui.ui.duplicates.groups import Dismissal, TagGroup
from reme_tui.ui.messages.duplicates import Detailed, Dismissed, Forecast

if TYPE_CHECKING:
    from reme_tui.tidy.changes import Merge
    from reme_tui.workspace import Workspace

PAUSE = 0.06
"""Seconds a key waits for the next one before notes are read."""


class DuplicateWork(Screen[None], inherit_bindings=False):
    """Works in threads and tells by messages; what another one of its kind replaces is cancelled."""

    workspace: Workspace

    @work(group="details", exclusive=True)
    async def look_at(self, group: TagGroup, keep: str) -> None:
        """Find what the notes say about a group, tags and reasons."""
        await asyncio.sleep(PAUSE)
        self.post_message(Detailed(await asyncio.to_thread(look_at_notes, self.workspace, group, keep)))

    @work(group="forecast", exclusive=True)
    async def forecast(self, group: TagGroup, merge: Merge | None) -> None:
        """Plan what merging a group would do."""
        if merge is None:
            self.post_message(Forecast(group, None))
            return
        await asyncio.sleep(PAUSE)
        cancelled, workspace = threading.Event(), self.workspace
        monitor = Monitor(cancelled=cancelled.is_set)
        try:
            plan = await asyncio.to_thread(workspace.cleanup.plan, merge, workspace.snapshot, monitor=monitor)
        finally:
            cancelled.set()
        self.post_message(Forecast(group, plan))

    @work(group="remember")
    async def remember(self, dismissals: Sequence[Dismissal], *, back: bool) -> None:
        """Keep tags apart, or with `back` no longer, in the vault's own file; one run at a time."""
        async with self._remembering:
            trouble = await asyncio.to_thread(self._remembered, dismissals, back=back)
        self.post_message(Dismissed(dismissals, trouble, back=back))

    def _remembered(self, dismissals: Sequence[Dismissal], *, back: bool) -> str:
        """Return what went wrong, empty when nothing did."""
        near_duplicates = self.workspace.near_duplicates
        write = near_duplicates.take_back if back else near_duplicates.keep_apart
        for dismissal in dismissals:
            if trouble := write(dismissal.others, dismissal.tag):
                return trouble.reason
        return ""

    @property
    def _remembering(self) -> asyncio.Lock:
        """What makes one run wait for the one before."""
        if self._lock is None:
            self._lock = asyncio.Lock()
        return self._lock

    _lock: asyncio.Lock | None = None

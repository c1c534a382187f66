"""Looking for near-duplicate tags whenever the vault has changed, in a thread."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import work

from reme_tui.collector import spare_what_lasts
from reme_tui.ui.application.tag_field_offer import OffersTagField
from reme_tui.ui.messages.browsing import Loaded
from reme_tui.ui.messages.duplicates import Compared, Comparing, ComparisonWanted

if TYPE_CHECKING:
    from reme_tui.ui.duplicates.groups import KnownDuplicates

CALM = 0.05
"""Seconds for which files that change one after the other are waited for."""
OFTEN = 0.1
"""Seconds between two reports of how far it is."""


class _EndedError(Exception):
    """Nobody waits for what is found any more."""


class FindsDuplicates(OffersTagField, inherit_bindings=False):
    """The part of the app that knows which tags are probably one; tells the first screen by one message."""

    _is_stale = False
    _is_comparing = False
    _ended = threading.Event()

    def on_mount(self) -> None:
        """Nothing has ended yet."""
        self._ended = threading.Event()

    def on_unmount(self) -> None:
        """Let a comparison end at its next report."""
        self._ended.set()

    def on_loaded(self, message: Loaded) -> None:
        """Look again whenever the vault has been read whole: its tags may have changed, or what was decided of them."""
        if message.complete and not message.facts.checking and message.facts.progress is None:
            self.compare()

    def on_comparison_wanted(self, _: ComparisonWanted) -> None:
        """Look again: tags are kept apart that were not, or the other way round."""
        self.compare()

    def compare(self) -> None:
        """Have near-duplicates looked for; one worker at a time does, until nothing has changed meanwhile."""
        self._is_stale = True
        if not self._is_comparing:
            self._is_comparing = True
            self._compare()

    @work(group="duplicates")
    async def _compare(self) -> None:
        try:
            while self._is_stale:
                if self.browse.known_duplicates is not None:
                    await asyncio.sleep(CALM)
                self._is_stale = False
                with suppress(_EndedError):
                    self.browse.post_message(Compared(await asyncio.to_thread(self._known_duplicates)))
        finally:
            self._is_comparing = False

    def _known_duplicates(self) -> KnownDuplicates:
        told = 0.0

        def report(done: int, total: int) -> None:
            nonlocal told
            if self._ended.is_set():
                raise _EndedError
            now = time.monotonic()
            if now - told >= OFTEN:
                told = now
                with suppress(RuntimeError):  # the event loop has ended meanwhile
                    self.browse.post_message(Comparing(done, total))

        import reme_tui.ui.screens.duplicates  # noqa: F401  # so that opening it waits for nothing
        from reme_tui.ui.duplicates.groups import known_duplicates_of

        near_duplicates = self.workspace.near_duplicates
        found = near_duplicates.find(report)
        if self.browse.known_duplicates is None:
            spare_what_lasts()  # the tags are compared by it again and again
        return known_duplicates_of(found, self.workspace.snapshot.tags, near_duplicates.kept_apart)

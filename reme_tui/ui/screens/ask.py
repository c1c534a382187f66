"""Whether a folder that nobody named is to be read, though it may hold very much."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import BY_ID, show_key
from reme_tui.ui.screens.choice import ChoiceScreen
from reme_tui.ui.widgets.choice_list import Choice
from reme_tui.vault.counting import Count

OFTEN = 0.1
"""Seconds between two counts on the screen."""


class AskScreen(ChoiceScreen):
    """Goes on counting while it asks; the first row is yes."""

    class Counted(Message):
        """What has been counted so far, or in all."""

        def __init__(self, count: Count, *, is_all: bool) -> None:
            super().__init__()
            self.count = count
            self.is_all = is_all

    def __init__(self, folder: Path, why: str, counting: Iterator[Count], *, so_far: Count) -> None:
        self._about = (f"Read all of {folder}?", why)
        self._counting, self._so_far = counting, so_far
        stop = next((f"{show_key(key, spelled=True)} stops" for key in BY_ID["app.stop"].keys), "")
        choices = (Choice("Read it", stop), Choice("Another folder"))
        super().__init__((*self._about, "counting its notes…"), choices, at=1)

    def on_mount(self) -> None:
        """Go on counting."""
        self.count()

    @work(thread=True, group="count")
    def count(self) -> None:
        """Count to the end, and tell from time to time."""
        worker, told, count = get_current_worker(), 0.0, self._so_far
        for count in self._counting:
            if worker.is_cancelled:
                return
            if time.monotonic() - told > OFTEN:
                self.post_message(self.Counted(count, is_all=False))
                told = time.monotonic()
        self.post_message(self.Counted(count, is_all=True))

    def on_ask_screen_counted(self, message: Counted) -> None:
        """Say how much it is."""
        notes, folders = counted(message.count.notes, "note"), counted(message.count.folders, "folder")
        so_far = "" if message.is_all else " so far"
        self.say((*self._about, f"{notes} in {folders}{so_far}"))

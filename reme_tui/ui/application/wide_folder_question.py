"""Whether a folder that nobody named is to be read: it is asked of those that hold very much."""

from __future__ import annotations

import asyncio
from threading import Event

from textual import work

from reme_tui.config import is_wide
from reme_tui.config.finding import MOST_UNASKED
from reme_tui.ui.application.vault_reading import ReadsVault

CHOOSE = -1
"""The result of an app that wants another folder to be chosen."""


class AsksAboutWideFolder(ReadsVault, inherit_bindings=False):
    """The part of the app that asks first; `doubtful` says that nobody has named the folder."""

    doubtful = False
    _leaving = Event()

    def on_unmount(self) -> None:
        """Nothing is counted any more."""
        self._leaving.set()

    def begin(self) -> None:
        """Read the vault, unless somebody should be asked first."""
        self._leaving = Event()
        if self.doubtful:
            self.weigh()
        else:
            self.read_vault()

    @work(group="weigh")
    async def weigh(self) -> None:
        """Ask about the home folder, the root and what holds very many notes; read anything else."""
        from reme_tui.vault.counting import Count, count_notes, count_up

        config = self.workspace.config
        counting, so_far = count_notes(config.vault, rules=config.scan), Count(0, 0)
        why = "It holds everything, not only notes."
        if not is_wide(config.vault):
            why = f"It holds more than {MOST_UNASKED:,} notes."
            so_far = await asyncio.to_thread(count_up, counting, MOST_UNASKED, is_unwanted=self._leaving.is_set)
            if so_far.notes <= MOST_UNASKED:
                self.read_vault()
                return
        from reme_tui.ui.screens.ask import AskScreen

        self.push_screen(AskScreen(config.vault, why, counting, so_far=so_far), self._begin_after_all)

    def _begin_after_all(self, answer: int | None) -> None:
        if answer == 0:
            self.read_vault()
        else:
            self.action_vaults()

    def action_vaults(self) -> None:
        """Leave this vault for another one."""
        self.exit(CHOOSE)

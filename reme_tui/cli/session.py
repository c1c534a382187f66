"""One screen after the other, until the user leaves; to import it imports the screen."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from reme_tui.cli.invocation import Invocation, is_doubtful
from reme_tui.config import Config, Found, load_config
from reme_tui.config.memory import Memory
from reme_tui.config.shipped import DEMO, Demo, copy_demo
from reme_tui.ui.application.app import run_app
from reme_tui.ui.application.base import Opening
from reme_tui.ui.application.wide_folder_question import CHOOSE
from reme_tui.workspace import Workspace


class Session:
    """What its screens have in common: the run they belong to, what is remembered, the theme, what is to be told."""

    def __init__(
        self, run: Invocation, memory: Memory, *, theme: str, notices: tuple[str, ...], restore: Callable[[], None]
    ) -> None:
        self._run = run
        self._memory = memory
        self._theme = theme
        self._notices = notices
        self._restore = restore
        self._mouse = not run.arguments.no_mouse

    def show(self, wanted: Found | Demo | None) -> int:
        """Open a vault, the demo vault, or with None the question which; return the exit status of the last screen."""
        while True:
            status = CHOOSE if wanted is None else self._demo() if wanted is DEMO else self._open(wanted)
            if status != CHOOSE:
                return status
            chosen = self._choose(() if wanted else self._notices)
            if isinstance(chosen, int):
                return chosen
            wanted = DEMO if chosen is DEMO else Found(chosen, named=True)

    def _choose(self, notices: tuple[str, ...]) -> Path | Demo | int:
        from reme_tui.ui.application.chooser_app import choose_vault  # few come here

        opening = Opening(notices=notices, restore=self._restore)
        return choose_vault(self._theme, memory=self._memory, mouse=self._mouse, opening=opening)

    def _open(self, found: Found) -> int:
        config = load_config(found.folder, self._run.flags)
        doubtful = is_doubtful(found, self._memory.recall().vaults)
        return self._show_vault(config, self._memory, doubtful=doubtful)

    def _demo(self) -> int:
        with tempfile.TemporaryDirectory(prefix="reme-tui-demo-") as scratch:
            vault = Path(scratch, "demo_vault")
            copy_demo(vault)
            config = replace(load_config(vault, self._run.flags), state=Path(scratch, "state"), cache=None)
            return self._show_vault(config, Memory(self._memory.file, keeps_vaults=False), doubtful=False)

    def _show_vault(self, config: Config, memory: Memory, *, doubtful: bool) -> int:
        opening = Opening(doubtful, self._notices, self._restore)
        return run_app(Workspace(config), mouse=self._mouse, memory=memory, opening=opening)

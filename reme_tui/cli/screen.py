"""Opening the screen: on a vault, on a copy of the demo vault, or with the question which."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from reme_tui.cli.arguments import UsageError
from reme_tui.cli.opening import flags_of, is_doubtful
from reme_tui.cli.terminal import quiet_terminal
from reme_tui.collector import undisturbed
from reme_tui.config import Found, KeySetting, find_vault, load_config
from reme_tui.config.memory import Memory
from reme_tui.config.settings import FIRST_THEME, user_settings
from reme_tui.config.shipped import DEMO, Demo, copy_demo
from reme_tui.workspace import Workspace

Command = Callable[[argparse.Namespace, Path, Mapping[str, str]], int]
"""Arguments, the folder we stand in and the environment in, exit status out."""


def open_screen(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> int:
    """Open the vault that is meant; ask which when nothing tells, or when the user wants another one."""
    _need_terminal()
    with quiet_terminal() as restore:
        session = _Session.of(arguments, restore)
        vaults = session.memory.recall().vaults
        last = Path(vaults[0]) if vaults else None
        return session.run(find_vault(arguments.folder or arguments.vault, environ=environ, cwd=cwd, last=last))


def open_demo(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> int:
    """Open a scratch copy of the demo vault; nothing of it stays, and nothing of it is remembered."""
    del cwd, environ
    _need_terminal()
    with quiet_terminal() as restore:
        return _Session.of(arguments, restore).run(DEMO)


SCREENS: Mapping[str, Command] = {"open": open_screen, "demo": open_demo}
"""The commands that open the screen."""


class _Session(NamedTuple):
    """One screen after the other, until the user leaves."""

    arguments: argparse.Namespace
    memory: Memory
    theme: str
    notices: tuple[str, ...]
    restore: Callable[[], None]

    @classmethod
    def of(cls, arguments: argparse.Namespace, restore: Callable[[], None]) -> _Session:
        settings = user_settings(flags_of(arguments))
        return cls(arguments, Memory(), settings.get("theme", FIRST_THEME), _adopt(settings.get("keys", ())), restore)

    def run(self, wanted: Found | Demo | None) -> int:
        with undisturbed():  # most of the screen, which stays
            from reme_tui.ui.application.wide_folder_question import CHOOSE

        while True:
            status = CHOOSE if wanted is None else self._demo() if wanted is DEMO else self._open(wanted)
            if status != CHOOSE:
                return status
            from reme_tui.ui.application.base import Opening
            from reme_tui.ui.application.chooser_app import choose_vault

            opening = Opening(notices=() if wanted else self.notices, restore=self.restore)
            chosen = choose_vault(self.theme, memory=self.memory, mouse=self._mouse, opening=opening)
            if isinstance(chosen, int):
                return chosen
            wanted = DEMO if chosen is DEMO else Found(chosen, named=True)

    @property
    def _mouse(self) -> bool:
        return not self.arguments.no_mouse

    def _open(self, found: Found) -> int:
        from reme_tui.ui.application.app import run_app
        from reme_tui.ui.application.base import Opening

        config = load_config(found.folder, flags_of(self.arguments))
        doubtful = is_doubtful(found, self.memory.recall().vaults)
        opening = Opening(doubtful, self.notices, self.restore)
        return run_app(Workspace(config), mouse=self._mouse, memory=self.memory, opening=opening)

    def _demo(self) -> int:
        from reme_tui.ui.application.app import run_app
        from reme_tui.ui.application.base import Opening

        with tempfile.TemporaryDirectory(prefix="reme-tui-demo-") as scratch:
            vault = Path(scratch, "demo_vault")
            copy_demo(vault)
            config = replace(load_config(vault, flags_of(self.arguments)), state=Path(scratch, "state"), cache=None)
            memory = Memory(self.memory.file, keeps_vaults=False)
            opening = Opening(notices=self.notices, restore=self.restore)
            return run_app(Workspace(config), mouse=self._mouse, memory=memory, opening=opening)


def _adopt(keys: Sequence[KeySetting]) -> tuple[str, ...]:
    """Give the commands the keys of the settings, before the screen is imported; return what is to be told."""
    if not keys:
        return ()
    from reme_tui.ui.commands.commands import adopt
    from reme_tui.ui.commands.keymap import lay_over

    keymap = lay_over(keys)
    adopt(keymap.commands)
    return keymap.notices


def _need_terminal() -> None:
    # The screen reads the keys from the first and is drawn on the last; who redirects the output wants no screen.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError("the screen needs a terminal; the commands (see --help) do not")

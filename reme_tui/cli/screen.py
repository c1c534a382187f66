"""Opening the screen: on a vault, on a copy of the demo vault, or with the question which."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from reme_tui.cli.arguments import UsageError
from reme_tui.cli.invocation import Command, Invocation
from reme_tui.cli.terminal import quiet_terminal
from reme_tui.collector import making_what_lasts
from reme_tui.config import KeySetting
from reme_tui.config.memory import Memory
from reme_tui.config.settings import FIRST_THEME, user_settings
from reme_tui.config.shipped import DEMO

if TYPE_CHECKING:
    from reme_tui.cli.session import Session


def open_screen(run: Invocation) -> int:
    """Open the vault that is meant; ask which when nothing tells, or when the user wants another one."""
    _need_terminal()
    with quiet_terminal() as restore:
        memory = Memory()
        session = _begin(run, memory, restore)
        named = run.arguments.folder or run.arguments.vault
        return session.show(run.found(named, memory.recall().vaults))


def open_demo(run: Invocation) -> int:
    """Open a scratch copy of the demo vault; nothing of it stays, and nothing of it is remembered."""
    _need_terminal()
    with quiet_terminal() as restore:
        return _begin(run, Memory(), restore).show(DEMO)


SCREENS: Mapping[str, Command] = {"open": open_screen, "demo": open_demo}
"""The commands that open the screen."""


def _begin(run: Invocation, memory: Memory, restore: Callable[[], None]) -> Session:
    """Read the user's settings, then import the screen: its classes are made with the keys they name."""
    settings = user_settings(run.flags)
    notices = _adopt(settings.get("keys", ()))
    with making_what_lasts():  # the many classes of the screen
        from reme_tui.cli.session import Session
    return Session(run, memory, theme=settings.get("theme", FIRST_THEME), notices=notices, restore=restore)


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

"""What holds on every screen: themes, the palette, help, copying and leaving."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar, NamedTuple

from textual import work
from textual.app import App
from textual.command import CommandPalette
from textual.dom import DOMNode

from reme_tui.config.memory import Memory
from reme_tui.config.settings import FIRST_THEME
from reme_tui.ui.application.screen_stack import ShowsScreens
from reme_tui.ui.application.terminal_input import guard_input
from reme_tui.ui.commands.commands import BY_ID, SCREENS, Place
from reme_tui.ui.drawing.theme import Ink, read_themes, theme_folders
from reme_tui.ui.messages.browsing import CommandWanted, CopyWanted

MONOCHROME = "mono"
"""The theme where the terminal is to have no colour: it is neither asked for nor remembered."""
GRACE = 5.0
"""Seconds in which the app must have ended after it was told to."""
GRACE_WITHOUT_TERMINAL = 1.5
"""The same when there is no terminal left to be given back."""
CRASHED = 1
"""The exit status of an app that ended without having been told to."""
KILLED = 128
"""Added to the number of a signal, it is the exit status of what the signal ended."""


class Opening(NamedTuple):
    """How an app begins: `doubtful` when nobody named its vault, `notices` to be said at once, `restore` the terminal.

    `restore` is called right before the terminal is taken over.
    """

    doubtful: bool = False
    notices: tuple[str, ...] = ()
    restore: Callable[[], None] = lambda: None


AS_NAMED = Opening()
"""On a vault that somebody named, with nothing to be told."""


class BaseApp(ShowsScreens, inherit_bindings=False):
    """Owns the themes, which need no vault: the one remembered, else the one of the settings."""

    CSS_PATH = "../styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "reme-tui"
    PLACES: ClassVar[tuple[Place, ...]] = ("app",)

    def __init__(self, theme: str, *, memory: Memory | None = None, opening: Opening = AS_NAMED) -> None:
        super().__init__()
        self._opening = opening
        self.animation_level = "none"
        self.memory = memory
        themes, broken = read_themes(theme_folders())
        for each in themes.values():
            self.register_theme(each)
        self.theme_names = tuple(themes)
        chosen = MONOCHROME if self.no_color and MONOCHROME in themes else ""
        wanted = chosen or (memory.recall().theme if memory else "") or theme
        fallback = FIRST_THEME if FIRST_THEME in themes else self.theme_names[0]
        first = wanted if wanted in themes else fallback
        missing = () if wanted in themes else (f"no theme {wanted}: using {first}",)
        forgotten = (memory.trouble,) if memory and memory.trouble else ()
        self._notices = (*opening.notices, *broken, *missing, *forgotten)
        self._ink = (first, Ink.of(themes[first]))
        self.set_reactive(App.theme, first)
        self.stylesheet.set_variables(self.get_css_variables())  # before it is parsed, so that it is parsed once

    @property
    def ink(self) -> Ink:
        """The styles of the theme in use."""
        if self._ink[0] != self.theme:
            self._ink = (self.theme, Ink.of(self.current_theme))
        return self._ink[1]

    @property
    def exit_status(self) -> int:
        """What the process is to end with, once the app has ended; never 0 after a crash."""
        return CRASHED if self.return_code is None else self.return_code

    def on_load(self) -> None:
        """The terminal is about to be taken over: it is given back as it was, whatever ends the app."""
        self._opening.restore()
        if not self.is_headless:
            guard_input()
            loop = asyncio.get_running_loop()
            for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(each, partial(self._end, loop))

    def _end(self, loop: asyncio.AbstractEventLoop, number: int, _: object) -> None:
        """Leave in order; where that cannot be, as when drawing waits for a terminal that is gone, leave all the same.

        A note is never left half-written by that: each is replaced as a whole, and the journal tells how far it got.
        """
        hung_up = number == signal.SIGHUP and not _has_terminal()
        if hung_up:  # what is still drawn goes nowhere, and waits for nobody
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nowhere, stream)
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(partial(self.exit, return_code=KILLED + number))
        last_resort = threading.Timer(GRACE_WITHOUT_TERMINAL if hung_up else GRACE, os._exit, (KILLED + number,))
        last_resort.daemon = True
        last_resort.start()

    def on_mount(self) -> None:
        """Tell what could not be as the settings, the themes or the memory want it."""
        self.call_after_refresh(self.take_keys)
        self.call_after_refresh(self.style_soon)
        self.app_resume_signal.subscribe(self, self._repaint)
        for notice in self._notices:
            self.notify(notice, severity="warning", markup=False, timeout=15)

    def _repaint(self, _: object) -> None:
        """Paint all of the screen anew: the shell has had the terminal meanwhile."""
        self.refresh(layout=True)
        self.screen.refresh(layout=True)

    async def action_back(self) -> None:
        """One step out; never quits."""
        if step_out := getattr(self.screen, "step_out", None):
            await step_out()

    def action_commands(self) -> None:
        """Find any command by name."""
        from reme_tui.ui.application.palette import CommandProvider

        self.push_screen(CommandPalette(providers=[CommandProvider], placeholder="find a command"))

    def action_help(self) -> None:
        """Show every key of the place the focus is in."""
        from reme_tui.ui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(getattr(self.screen.focused, "PLACES", ("browse", "app"))))

    def action_themes(self) -> None:
        """Choose the colours, and remember which."""
        from reme_tui.ui.screens.themes import ThemesScreen

        self.push_screen(ThemesScreen(self.theme_names, self.theme), self._keep_theme)

    def _keep_theme(self, index: int | None) -> None:
        if index is not None and self.memory is not None:
            self._remember_theme(self.memory, self.theme_names[index])

    @work(thread=True, group="memory")
    def _remember_theme(self, memory: Memory, name: str) -> None:
        memory.keep_theme(name)
        if memory.trouble:
            self.call_from_thread(self.notify, memory.trouble, severity="warning", markup=False)

    def action_suspend(self) -> None:
        """Go back to the shell."""
        self.action_suspend_process()

    def action_copy(self) -> None:
        """Copy the selected text, else say how to quit."""
        selection = self.screen.get_selected_text()
        if selection:
            self.copy_to_clipboard(selection)
        else:
            keys = BY_ID["app.leave"].keys
            self.notify(f"{keys[0]} quits" if keys else "the palette quits", markup=False, timeout=3)

    def action_leave(self) -> None:
        """Quit."""
        self.exit(0)

    def on_copy_wanted(self, message: CopyWanted) -> None:
        """Copy through the terminal, which must allow it."""
        self.copy_to_clipboard(message.text)
        self.notify(
            f"{message.text}", title=f"{message.what} copied, if the terminal allows it", markup=False, timeout=3
        )

    async def on_command_wanted(self, message: CommandWanted) -> None:
        """Run the command that was clicked."""
        await self.run_command(message.command_id)

    async def run_command(self, command_id: str) -> None:
        """Run a command on the widget of its place."""
        command = BY_ID[command_id]
        await self.run_action(command.action, default_namespace=self._target(command.place))

    def _target(self, place: Place) -> DOMNode:
        """Return the widget that has the actions of `place`: the focused one where it can."""
        if place == "app":
            return self
        if place in SCREENS:
            return self.screen
        nodes: list[DOMNode] = [node for node in (self.screen.focused, *self.screen.query("*")) if node is not None]
        return next((node for node in nodes if place in getattr(node, "PLACES", ())), self)


def _has_terminal() -> bool:
    """Whether there is a terminal, and it is ours: not the shell's, to which the app was left stopped."""
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False

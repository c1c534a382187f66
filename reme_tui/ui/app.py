"""The terminal application: themes, and what holds everywhere."""

from __future__ import annotations

import sys
from typing import ClassVar

from textual.app import App
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.screen import Screen

from reme_tui.core.query.query import Query
from reme_tui.ui.commands import BY_ID, SCREENS, Place, bindings_of
from reme_tui.ui.messages import CommandWanted, CopyWanted
from reme_tui.ui.navigation import Navigation
from reme_tui.ui.palette import CommandProvider
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.ui.screens.help import HelpScreen
from reme_tui.ui.theme import Ink, read_themes, theme_folders
from reme_tui.vault.watch import FolderWatcher, Watcher
from reme_tui.workspace import Workspace

SWITCH_INTERVAL = 0.001
"""Seconds after which the reading thread lets the screen draw: short, so that typing never waits."""
VAULT_UNREADABLE = 3


class RemeApp(Navigation, inherit_bindings=False):
    """Owns the themes; everything about the vault lives on the screen."""

    CSS_PATH = "styles.tcss"
    BINDINGS = bindings_of("app")
    ENABLE_COMMAND_PALETTE = False
    TITLE = "reme-tui"
    PLACES: ClassVar[tuple[Place, ...]] = ("app",)

    def __init__(self, workspace: Workspace, query: Query, *, watcher: Watcher | None = None) -> None:
        super().__init__()
        self.animation_level = "none"
        self.workspace = workspace
        self.browse = BrowseScreen(workspace, query)
        self.watcher = watcher
        themes, self._trouble = read_themes(theme_folders())
        self._theme_names = list(themes)
        for theme in themes.values():
            self.register_theme(theme)
        wanted = workspace.config.theme
        if wanted not in themes:
            self._trouble = (*self._trouble, f"no theme {wanted}: using {self._theme_names[0]}")
        first = wanted if wanted in themes else "night" if "night" in themes else self._theme_names[0]
        self._ink = (first, Ink.of(themes[first]))
        self.set_reactive(App.theme, first)
        self.stylesheet.set_variables(self.get_css_variables())  # before it is parsed, so that it is parsed once

    @property
    def ink(self) -> Ink:
        """The styles of the theme in use."""
        if self._ink[0] != self.theme:
            self._ink = (self.theme, Ink.of(self.current_theme))
        return self._ink[1]

    def get_default_screen(self) -> Screen[None]:
        """The first screen, with none below it."""
        return self.browse

    def on_mount(self) -> None:
        """Once the first screen is painted, read the vault."""
        self.call_after_refresh(self.read_vault)
        for notice in self._trouble:
            self.notify(notice, severity="warning", markup=False)

    # What holds everywhere

    async def action_back(self) -> None:
        """One step out; never quits."""
        if step_out := getattr(self.screen, "step_out", None):
            await step_out()

    def action_commands(self) -> None:
        """Find any command by name."""
        self.push_screen(CommandPalette(providers=[CommandProvider], placeholder="find a command"))

    def action_help(self) -> None:
        """Show every key of the place the focus is in."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(getattr(self.screen.focused, "PLACES", ("browse", "app"))))

    def action_next_theme(self) -> None:
        """Switch to the next colour theme."""
        names = self._theme_names
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_suspend(self) -> None:
        """Go back to the shell."""
        self.action_suspend_process()

    def action_copy(self) -> None:
        """Copy the selected text, else say how to quit."""
        selection = self.screen.get_selected_text()
        if selection:
            self.copy_to_clipboard(selection)
        else:
            self.notify("ctrl+q quits", markup=False, timeout=3)

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


def run_app(workspace: Workspace, *, mouse: bool = True, query: Query | None = None) -> int:
    """Open the screen on a vault; return the exit status: 0, or 3 when the vault could not be read."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    watcher = FolderWatcher(workspace.config.vault, workspace.config.scan)
    app = RemeApp(workspace, query or Query(), watcher=watcher)
    app.run(mouse=mouse)
    if app.return_code:
        return app.return_code
    return VAULT_UNREADABLE if app.browse.trouble and workspace.state is None else 0

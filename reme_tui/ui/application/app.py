"""The terminal application on one vault."""

from __future__ import annotations

import sys

from textual.screen import Screen

from reme_tui.config.memory import Memory
from reme_tui.core.query.query import Query
from reme_tui.exit_status import DONE, NO_VAULT
from reme_tui.ui.application.base import AS_NAMED, Opening
from reme_tui.ui.application.change_dialogs import AsksForChanges
from reme_tui.ui.application.wide_folder_question import CHOOSE
from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.vault.watch import FolderWatcher, Watcher
from reme_tui.workspace import Workspace

SWITCH_INTERVAL = 0.001
"""Seconds after which the reading thread lets the screen draw: short, so that typing never waits."""


class RemeApp(AsksForChanges, inherit_bindings=False):
    """Reads one vault; everything about it lives on the screen."""

    BINDINGS = bindings_of("app")

    def __init__(
        self,
        workspace: Workspace,
        query: Query,
        *,
        watcher: Watcher | None = None,
        memory: Memory | None = None,
        opening: Opening = AS_NAMED,
    ) -> None:
        super().__init__(workspace.config.theme, memory=memory, opening=opening)
        self.workspace = workspace
        self.browse = BrowseScreen(workspace, query)
        self.watcher = watcher
        self.doubtful = opening.doubtful

    def get_default_screen(self) -> Screen[None]:
        """The first screen, with none below it."""
        return self.browse

    def on_mount(self) -> None:
        """Once the first screen is painted, read the vault."""
        self.call_after_refresh(self.begin)


def run_app(
    workspace: Workspace,
    *,
    mouse: bool = True,
    query: Query | None = None,
    memory: Memory | None = None,
    opening: Opening = AS_NAMED,
) -> int:
    """Open the screen on a vault; return the exit status: DONE, NO_VAULT, or CHOOSE."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    watcher = FolderWatcher(workspace.config.vault, workspace.config.scan)
    app = RemeApp(workspace, query or Query(), watcher=watcher, memory=memory, opening=opening)
    result = app.run(mouse=mouse)
    workspace.close()
    if app.exit_status or result == CHOOSE:
        return app.exit_status or CHOOSE
    return NO_VAULT if app.browse.trouble and workspace.state is None else DONE

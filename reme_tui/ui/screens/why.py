"""Why a note is or is not a hit, over whatever asked for it."""

from __future__ import annotations

import asyncio

from textual import work
from textual.app import ComposeResult
from textual.screen import ModalScreen

from reme_tui.core.query.query import Scope
from reme_tui.ui.asking.why import look_into
from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.messages.browsing import ScopeWanted
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.query_bar import QueryField
from reme_tui.ui.widgets.why_panel import WhyPanel


class WhyScreen(ModalScreen[Scope], inherit_bindings=False):
    """Explains the note at `path` in what `browse` asks; closes with the scope the user wants instead, if any."""

    BINDINGS = bindings_of("app", namespace="app.")  # a modal screen hides the app's own
    AUTO_FOCUS = "#why"

    def __init__(self, browse: BrowseScreen, path: str) -> None:
        super().__init__()
        self._browse = browse
        self._path = path

    def compose(self) -> ComposeResult:
        """One panel."""
        yield WhyPanel(self._path, id="why")

    def on_mount(self) -> None:
        """Find the reasons, anew whenever the vault changes."""
        self.watch(self._browse, "snapshot", self._look)

    def _look(self) -> None:
        if self._browse.workspace.state is not None:
            self._explain()

    @work(group="why", exclusive=True)
    async def _explain(self) -> None:
        browse = self._browse
        unfinished = browse.query_one(QueryField).ends_in_word
        reasons = await asyncio.to_thread(look_into, browse.workspace, self._path, browse.asked, unfinished=unfinished)
        self.query_one(WhyPanel).reasons = reasons

    def on_scope_wanted(self, message: ScopeWanted) -> None:
        """Hand the wanted scope on."""
        message.stop()
        leave(self, message.scope)

    async def step_out(self) -> None:
        """Close the panel."""
        leave(self)

"""The part of a screen with a list of hits that finds what a hit is linked with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.reactive import Reactive
from textual.screen import Screen

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.messages.browsing import NeighboursFound, NeighboursWanted
from reme_tui.ui.widgets.hit_list import HitList

if TYPE_CHECKING:
    from reme_tui.workspace import Workspace


class Unfolds(Screen[None], inherit_bindings=False):
    """Hands the list of hits the neighbours it asks for, marked by the scope of what was `asked`."""

    workspace: Workspace
    asked: Reactive[Query]

    def on_neighbours_wanted(self, message: NeighboursWanted) -> None:
        """Unfold a hit."""
        self._find_neighbours(message.path, self.asked.scope)

    @work(group="neighbours")
    async def _find_neighbours(self, path: str, scope: Scope) -> None:
        """Find them in a thread: a scope takes a look at every note, and some notes are linked from everywhere."""
        neighbours = await asyncio.to_thread(self.workspace.neighbours, path, scope)
        self.post_message(NeighboursFound(path, neighbours))

    def on_neighbours_found(self, message: NeighboursFound) -> None:
        """Show them in place."""
        self.query_one(HitList).show_neighbours(message.path, message.neighbours)

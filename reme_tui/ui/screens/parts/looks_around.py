"""The part of a screen of one note that finds what the note is linked with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work

from reme_tui.core.query.query import Query
from reme_tui.ui.messages.browsing import NeighboursFound
from reme_tui.ui.screens.parts.asks_why import AsksWhy
from reme_tui.ui.widgets.neighbour_list import LinkedHead, NeighbourList

if TYPE_CHECKING:
    from reme_tui.workspace import Workspace


class LooksAround(AsksWhy, inherit_bindings=False):
    """Lists the notes linked with the one at `path`, marked by the scope of what was `asked`."""

    workspace: Workspace
    asked: Query

    @work(group="linked", exclusive=True)
    async def look_around(self) -> None:
        """Find the linked notes in a thread: some are linked from everywhere."""
        path = self.path
        neighbours = await asyncio.to_thread(self.workspace.neighbours, path, self.asked.scope)
        self.post_message(NeighboursFound(path, neighbours))

    def on_neighbours_found(self, message: NeighboursFound) -> None:
        """List the linked notes, unless another note is read by now."""
        message.stop()
        if message.path != self.path:
            return
        self.query_one(LinkedHead).neighbours = message.neighbours
        linked = self.query_one(NeighbourList)
        linked.show(message.neighbours)
        self.set_class(not linked.rows, "-alone")

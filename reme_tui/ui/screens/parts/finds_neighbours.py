"""The part of a screen that finds what a note is linked with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from textual.reactive import Reactive
from textual.screen import Screen

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.messages.browsing import NeighboursFound, NeighboursWanted
from reme_tui.ui.widgets.hit_list import HitList

if TYPE_CHECKING:
    from reme_tui.workspace import Workspace

Result = TypeVar("Result")


class FindsNeighbours(Screen[Result], inherit_bindings=False):
    """Finds the notes linked with one, and tells the screen itself by a message."""

    workspace: Workspace

    def find_neighbours(self, path: str, scope: Scope) -> None:
        """Find them, marked by `scope`; of two searches about one note, only the later tells."""
        group = f"neighbours of {path}"
        self.run_worker(self._neighbours_found(path, scope), group=group, exclusive=True, description=group)

    async def _neighbours_found(self, path: str, scope: Scope) -> None:
        """Find them in a thread: a scope takes a look at every note, and some notes are linked from everywhere."""
        neighbours = await asyncio.to_thread(self.workspace.neighbours, path, scope)
        self.post_message(NeighboursFound(path, neighbours))


class UnfoldsHits(FindsNeighbours[None], inherit_bindings=False):
    """Hands its list of hits the neighbours it asks for, marked by the scope of what was `asked`."""

    asked: Reactive[Query]

    def on_neighbours_wanted(self, message: NeighboursWanted) -> None:
        """Unfold a hit."""
        self.find_neighbours(message.path, self.asked.scope)

    def on_neighbours_found(self, message: NeighboursFound) -> None:
        """Show them in place."""
        self.query_one(HitList).show_neighbours(message.path, message.neighbours)

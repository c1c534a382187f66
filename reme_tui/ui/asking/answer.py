"""What a worker thread does for one question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from reme_tui.core.query.query import Query

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.workspace import Workspace

Answer = tuple["Results", Mapping[str, int] | None]


class Answers:
    """Answers questions in a thread, one at a time: a search that nobody waits for any more cannot be stopped.

    So of questions typed faster than they can be answered, the first and the last are, and none queues up.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._busy: asyncio.Future[Answer] | None = None

    async def to(self, asked: Query, *, unfinished: bool) -> Answer:
        """Return what is found for `asked`; whoever is cancelled before it is its turn has nothing looked for."""
        while self._busy and not self._busy.done():
            await asyncio.wait((self._busy,))
        self._busy = asyncio.ensure_future(asyncio.to_thread(self._answer, asked, unfinished=unfinished))
        return await asyncio.shield(self._busy)

    def _answer(self, asked: Query, *, unfinished: bool) -> Answer:
        """Search, and count tags within dates and path."""
        return self._workspace.search(asked, prefix=unfinished), self._workspace.counts_in_scope(asked.scope)

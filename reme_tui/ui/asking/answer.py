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

FIRST_HITS, MOST_HITS, GROWTH = 50, 1_000, 4
"""Hits that are shown of an answer, at first and at most, and how many times as many for who comes to their end."""


class Answers:
    """Answers questions in a thread, one at a time: a search that nobody waits for any more cannot be stopped.

    So of questions typed faster than they can be answered, the first and the last are, and none queues up.
    As many hits are given as were asked for of that question.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._busy: asyncio.Future[Answer] | None = None
        self._asked: Query | None = None
        self._limit = FIRST_HITS

    def grow(self) -> bool:
        """Give more hits of the last question the next time; return whether there may be more."""
        before, self._limit = self._limit, min(self._limit * GROWTH, MOST_HITS)
        return self._limit > before

    async def to(self, asked: Query, *, unfinished: bool) -> Answer:
        """Return what is found for `asked`; whoever is cancelled before it is its turn has nothing looked for."""
        if asked != self._asked:
            self._asked, self._limit = asked, FIRST_HITS
        while self._busy and not self._busy.done():
            await asyncio.wait((self._busy,))
        self._busy = asyncio.ensure_future(asyncio.to_thread(self._answer, asked, unfinished=unfinished))
        return await asyncio.shield(self._busy)

    def _answer(self, asked: Query, *, unfinished: bool) -> Answer:
        """Search, and count tags within dates and path."""
        results = self._workspace.search(asked, prefix=unfinished, limit=self._limit)
        return results, self._workspace.counts_in_scope(asked.scope)

"""What a worker thread does for one question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reme_tui.core.query.query import Query

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.workspace import Workspace


def answer(workspace: Workspace, asked: Query, *, unfinished: bool) -> tuple[Results, Mapping[str, int] | None]:
    """Search, and count tags within dates and path."""
    return search_as_typed(workspace, asked, unfinished=unfinished)[0], workspace.counts_in_scope(asked.scope)


def search_as_typed(workspace: Workspace, asked: Query, *, unfinished: bool) -> tuple[Results, bool]:
    """Search; return the answer and whether the last word was taken as a beginning in it.

    An unfinished last word also matches as a beginning; where that finds no further note the word is taken as it
    stands, so that another spelling can be offered for it.
    """
    results = workspace.search(asked, prefix=unfinished)
    if unfinished and asked.text and not results.suggestion:
        finished = workspace.search(asked)
        if finished.total_notes == results.total_notes:
            return finished, False
    return results, unfinished

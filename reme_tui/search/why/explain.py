"""Why a note is or is not a hit, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from reme_tui.core.note import Note
from reme_tui.core.query.query import Query
from reme_tui.core.snapshot import Snapshot
from reme_tui.search.asked import Asked, narrow
from reme_tui.search.engine import Engine
from reme_tui.search.hits import newest_first
from reme_tui.search.index.passage_index import Read
from reme_tui.search.ranking import query_vector, rank
from reme_tui.search.why import steps
from reme_tui.search.why.steps import Inquiry, Step

HITS_LOOKED_AT = 20
"""How many hits, from the top, the note may be a neighbour of."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps of one note for one query.

    `hit` is the note's rank among the hits, None when it is none; `neighbour_of` holds the paths of the first hits
    that link to the note or that it links to.
    """

    path: str
    steps: tuple[Step, ...]
    hit: int | None
    neighbour_of: tuple[str, ...]


def explain(  # noqa: PLR0913  # a search, and the note it is about
    engine: Engine, snapshot: Snapshot, *, path: str, query: Query, read: Read, prefix: bool = False
) -> Explanation:
    """Explain the place of the note at `path` in the answer to `query`, or its absence.

    With `prefix` the answer is that in which the last word is unfinished.
    """
    note = snapshot.notes.get(path)
    if note is None or path not in engine.index.slots_of:
        reason = next((problem.message for problem in snapshot.problems if problem.path == path), "no such note")
        return Explanation(path, (Step("file", ok=False, detail=reason),), None, ())
    inquiry = _inquire(engine, snapshot, note, query=query, read=read, prefix=prefix)
    hits = _hits(inquiry)
    hit = hits.index(path) + 1 if path in hits else None
    links = (*snapshot.links.links_out(path), *snapshot.links.links_in(path))
    linked = {neighbour.path for neighbour in links if neighbour.kind == "note"} - {path}
    neighbour_of = tuple(found for found in hits[:HITS_LOOKED_AT] if found in linked)
    return Explanation(path, steps.every(inquiry, hit=hit, hits=len(hits)), hit, neighbour_of)


def _hits(inquiry: Inquiry) -> list[str]:
    index = inquiry.index
    if inquiry.asked.text:
        return [index.owners[first].path for first in inquiry.ranking.notes.tolist()]
    return [note.path for note in sorted(index.notes(inquiry.narrowed.slots), key=newest_first)]


def _inquire(  # noqa: PLR0913  # the same
    engine: Engine, snapshot: Snapshot, note: Note, *, query: Query, read: Read, prefix: bool
) -> Inquiry:
    index = engine.index
    asked = Asked.of(query, typing=prefix)
    scoped = engine.scoped(snapshot, query.scope)
    vector = query_vector(index, asked.text) if asked.text else None
    narrowed = narrow(index, asked, scoped.slots, read=read)
    ranking = seen = rank(index, asked, narrowed, vector=vector)
    if scoped.selection.paths is not None and note.path not in scoped.selection.paths:
        seen = rank(index, asked, narrow(index, asked, None, read=read), vector=vector)
    return Inquiry(
        index=index,
        snapshot=snapshot,
        note=note,
        query=query,
        asked=asked,
        vector=vector,
        narrowed=narrowed,
        ranking=ranking,
        seen=seen,
        read=read,
    )

"""Search: scope, then words and meaning inside it, fused, with the passages read fresh from disk."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from reme_tui.core.note import Note
from reme_tui.core.query.hints import relaxed
from reme_tui.core.query.query import Query, Scope
from reme_tui.core.query.selection import Selection, select
from reme_tui.core.snapshot import Snapshot
from reme_tui.search.arrays import Slots, Vectors, np
from reme_tui.search.asked import Asked, Narrowed, narrow
from reme_tui.search.hits import newest_hits, ranked_hits
from reme_tui.search.index.passage_index import PassageIndex, Read
from reme_tui.search.meaning import Encoder
from reme_tui.search.ranking import Ranking, newest_first, query_vector, rank
from reme_tui.search.results import UNKNOWN_WORDS, Hit, Relaxed, Results
from reme_tui.search.spelling import suggest

_SCOPES_KEPT = 8
_NOTES_COMPARED = 500
_PASSAGES_AVERAGED = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Scoped:
    """A scope worked out: which notes it selects, and their slots, ascending (None: the whole vault)."""

    selection: Selection
    slots: Slots | None


@dataclass(frozen=True, slots=True, eq=False)
class _Manner:
    """How to answer a query: from which passages (None: all), from whose texts, with how many notes at most.

    Without any notes to show they are only counted, and no other spelling is looked for.
    """

    slots: Slots | None
    read: Read
    limit: int
    words_only: bool
    prefix: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """The hits that are shown, how many notes and passages were found, and what Results tells besides."""

    hits: tuple[Hit, ...]
    notes: int
    passages: int
    without_meaning: str = ""
    suggestion: str = ""
    unfinished: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """The search half of a State; immutable, to be used with the snapshot that it evolved beside."""

    index: PassageIndex
    _scopes: dict[tuple[int, Scope], Scoped] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> Self:
        """Return the engine of a vault without notes."""
        return cls(PassageIndex.empty())

    @property
    def passage_count(self) -> int:
        """How many passages can be found by words."""
        return self.index.words.corpus_size

    @property
    def pending(self) -> int:
        """How many passages cannot be found by meaning yet, although there is a model."""
        return self.index.pending

    def evolve(self, added: Sequence[tuple[Note, str]], removed: Sequence[str]) -> Self:
        """Return the engine with the notes `added` (and their texts) in place of any at their paths, less `removed`."""
        return replace(self, index=self.index.evolve(added, removed), _scopes={})

    def with_encoder(self, encoder: Encoder) -> Self:
        """Return the engine with a model, and with passages pending unless it is the same model."""
        return replace(self, index=self.index.with_encoder(encoder))

    def with_vectors_of(self, other: Self) -> Self:
        """Return the engine with the vectors another one has of the same passages, up to the first it has not."""
        return replace(self, index=self.index.with_vectors_of(other.index))

    def encode_pending(self, read: Read, limit: int) -> Self:
        """Return the engine with up to `limit` more passages encoded."""
        return replace(self, index=self.index.encode_pending(read, limit))

    def scoped(self, snapshot: Snapshot, scope: Scope) -> Scoped:
        """Return what `scope` selects, remembered for as long as the vault stays as it is."""
        key = (snapshot.generation, scope)
        scoped = self._scopes.get(key)
        if scoped is None:
            selection = select(snapshot, scope)
            slots = None if selection.paths is None else self.index.slots_of_notes(selection.paths)
            scoped = Scoped(selection, slots)
            if len(self._scopes) >= _SCOPES_KEPT:
                self._scopes.clear()
            self._scopes[key] = scoped
        return scoped

    def nearness(self, paths: Collection[str], others: Collection[str]) -> float | None:
        """Return how near two sets of notes are in meaning: 1 the same, about 0 for any two of this vault.

        That is the cosine of their mean passages, of up to 500 notes each, less the mean of the whole vault, which
        all of them share. None while either has no passage that is found by meaning.
        """
        vectors = self.index.vectors
        slots = [self.index.slots_of_notes(sorted(some)[:_NOTES_COMPARED]) for some in (paths, others)]
        if vectors is None or not all(len(some) and some[0] < vectors.count for some in slots):
            return None
        step = max(1, vectors.count // _PASSAGES_AVERAGED)
        average = vectors.mean(np.arange(0, vectors.count, step, dtype=np.int32))
        one, other = (vectors.mean(some) - average for some in slots)
        lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
        return float(one @ other) / lengths if lengths else None

    def search(  # noqa: PLR0913  # a query and how to answer it
        self,
        snapshot: Snapshot,
        query: Query,
        *,
        read: Read,
        limit: int = 20,
        words_only: bool = False,
        prefix: bool = False,
    ) -> Results:
        """Answer `query` with at most `limit` notes; `prefix` lets its last word be unfinished.

        Such a word also matches as a beginning, unless that finds no further note. `read` gives a note's decoded text,
        or None when it has gone or its digest is not what was indexed.
        """
        started = time.perf_counter()
        scoped = self.scoped(snapshot, query.scope)
        manner = _Manner(scoped.slots, read, limit=limit, words_only=words_only, prefix=prefix)
        found = self._find(query, manner)
        selection = scoped.selection
        in_scope = snapshot.notes if selection.paths is None else selection.paths
        return Results(
            query=query,
            generation=snapshot.generation,
            hits=found.hits,
            scope_notes=len(in_scope),
            total_notes=found.notes,
            total_passages=found.passages,
            undated=selection.undated,
            unknown_tags=selection.unknown_tags,
            suggestion=found.suggestion,
            unfinished=found.unfinished,
            relaxed=None if found.notes or not in_scope else self._relaxed(query, manner),
            empty=None if found.notes else selection.empty or ("words" if in_scope else "scope"),
            without_meaning=found.without_meaning,
            elapsed_ms=(time.perf_counter() - started) * 1_000,
        )

    def _relaxed(self, query: Query, manner: _Manner) -> Relaxed | None:
        for fewer in relaxed(query):
            notes = self._find(fewer, replace(manner, limit=0)).notes
            if notes:
                return Relaxed(fewer, notes)
        return None

    def _find(self, query: Query, manner: _Manner) -> _Found:
        asked = Asked.of(query, typing=manner.prefix)
        narrowed = narrow(self.index, asked, manner.slots, read=manner.read)
        return self._ranked(query, asked, narrowed, manner=manner) if asked.text else self._newest(narrowed, manner)

    def _ranked(self, query: Query, asked: Asked, narrowed: Narrowed, *, manner: _Manner) -> _Found:
        index = self.index
        vector = None if manner.words_only else query_vector(index, asked.text)
        ranking = rank(index, asked, narrowed, vector=vector)
        suggestion = self._suggestion(query, asked, ranking, limit=manner.limit)
        if asked.prefix and not suggestion:
            finished = Asked.of(query)
            other = rank(index, finished, narrowed, vector=vector, meaning=ranking.meaning)
            if len(other.notes) == len(ranking.notes):  # as a word that stands, it may be offered another spelling
                asked, ranking = finished, other
                suggestion = self._suggestion(query, asked, ranking, limit=manner.limit)
        if query.order == "newest":
            ranking = newest_first(index, ranking)
        return _Found(
            hits=ranked_hits(index, ranking, asked, read=manner.read, limit=manner.limit),
            notes=len(ranking.notes),
            passages=len(ranking.fused.slots),
            without_meaning="words only" if manner.words_only else self._without_meaning(vector),
            suggestion=suggestion,
            unfinished=bool(asked.prefix),
        )

    def _suggestion(self, query: Query, asked: Asked, ranking: Ranking, *, limit: int) -> str:
        return suggest(query.text, self.index.words, prefix=asked.prefix) if limit and ranking.asks_absent else ""

    def _newest(self, narrowed: Narrowed, manner: _Manner) -> _Found:
        slots = narrowed.slots
        firsts = self.index.newest if slots is None else np.unique(self.index.firsts[slots])
        hits = newest_hits(self.index, firsts, read=manner.read, limit=manner.limit)
        return _Found(hits, len(firsts), self.passage_count if slots is None else len(slots))

    def _without_meaning(self, vector: Vectors | None) -> str:
        """Say why meaning takes no part in a search, or only in part; empty when it does."""
        if self.index.encoder is None:
            return "no model is loaded"
        if self.pending:
            return f"still reading meaning: {self.passage_count - self.pending:,} of {self.passage_count:,} passages"
        return "" if vector is not None else UNKNOWN_WORDS

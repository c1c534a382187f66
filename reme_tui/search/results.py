"""The values a search answers with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reme_tui.core.note import Note
from reme_tui.core.query.query import Query

EmptyStep = Literal["scope", "dates", "words"]
UNKNOWN_WORDS = "the model knows none of these words"
"""Why meaning took no part in a search that it could have taken part in."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in one list, from 1, and the score that earned it (BM25, or a cosine)."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage that matched; `words` or `meaning` is None where it is not in that list.

    `text` is the passage as the file has it, `marks` are the (start, end) offsets of matched words in it.
    """

    first_line: int
    last_line: int
    text: str
    marks: Sequence[tuple[int, int]]
    words: Rank | None
    meaning: Rank | None


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """A note with its best passage first; `more` further passages of it match too."""

    note: Note
    score: float
    passages: tuple[PassageHit, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A query without the phrases or excluded words that left nothing, and how many notes it finds."""

    query: Query
    notes: int


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """The answer to one query, from one generation of the index.

    `scope_notes` is how many notes were searched, `total_notes` and `total_passages` how many matched
    (`hits` may hold fewer), `undated` how many notes a date range left out for having no date,
    `unknown_tags` those asked for that no note holds, `suggestion` the query text with words that occur
    nowhere replaced by the nearest that do, `empty` which step left nothing, `without_meaning` why
    meaning took no part or only some (empty when it did), `unfinished` whether the last word was taken as a beginning.
    `relaxed` tells of the query without the phrases or excluded words where these left nothing.
    """

    query: Query
    generation: int
    hits: tuple[Hit, ...]
    scope_notes: int
    total_notes: int
    total_passages: int
    undated: int
    unknown_tags: tuple[str, ...]
    suggestion: str
    empty: EmptyStep | None
    without_meaning: str
    elapsed_ms: float
    unfinished: bool = False
    relaxed: Relaxed | None = None

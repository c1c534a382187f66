"""From a query and a scope to ranked passages and notes."""

from __future__ import annotations

from dataclasses import dataclass

from reme_tui.search import fusion
from reme_tui.search.arrays import NO_SLOTS, Floats, Slots, Vectors, np
from reme_tui.search.asked import Asked, Narrowed
from reme_tui.search.index.passage_index import PassageIndex
from reme_tui.search.index.vectors import VectorIndex
from reme_tui.search.results import Rank

_NO_SCORES: Floats = np.zeros(0)


class RankedList:
    """Passages, best first, with their scores."""

    def __init__(self, slots: Slots, scores: Floats, *, size: int) -> None:
        self.slots = slots
        self.scores = scores
        self._places = np.full(size, -1, np.int32)
        self._places[slots] = np.arange(len(slots))

    def rank(self, slot: int) -> Rank | None:
        """Return the place of a passage, None when it is not in the list."""
        place = int(self._places[slot])
        return Rank(place + 1, float(self.scores[place])) if place >= 0 else None

    def best(self, slots: range) -> list[int]:
        """Return those of `slots` that are in the list, best first."""
        places = self._places[slots.start : slots.stop].tolist()
        return [slot for place, slot in sorted(zip(places, slots, strict=True)) if place >= 0]


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The words list, the meaning list and both fused; `notes` holds the first slot of each note found, best first."""

    words: RankedList
    meaning: RankedList
    fused: RankedList
    notes: Slots


def rank(index: PassageIndex, asked: Asked, narrowed: Narrowed, *, vector: Vectors | None) -> Ranking:
    """Rank the passages left by `narrowed`; `vector` is the query's, None to rank by words alone."""
    size = len(index.firsts)
    words = fusion.order(*_words_list(index, asked, narrowed, gated=vector is not None), index.precedence)
    meaning = (NO_SLOTS, _NO_SCORES)
    if vector is not None and index.vectors is not None and index.encoder is not None:
        slots, cosines = _cosines(index, index.vectors, narrowed.slots, vector=vector)
        meaning = fusion.nearest(slots, cosines, index.encoder.cosine_floor, precedence=index.precedence)
    fused = fusion.fuse(words[0], meaning[0], precedence=index.precedence)
    return Ranking(
        words=RankedList(*words, size=size),
        meaning=RankedList(*meaning, size=size),
        fused=RankedList(*fused, size=size),
        notes=fusion.first_of_each(index.firsts[fused[0]]),
    )


def query_vector(index: PassageIndex, text: str) -> Vectors | None:
    """Return the query's vector; None without a model, or when the model knows none of its words."""
    if index.encoder is None:
        return None
    vector: Vectors = index.encoder.encode([text])[0]
    return vector if vector.any() else None


def _words_list(index: PassageIndex, asked: Asked, narrowed: Narrowed, *, gated: bool) -> tuple[Slots, Floats]:
    """Return the passages of the words list. Those that meaning cannot find yet pass the gate."""
    found = index.words.score(asked.terms, narrowed.slots, prefix=asked.prefix)
    if not gated or not found.asks_content:
        return found.slots, found.total
    enters = fusion.passes_gate(found.content, found.most) | (found.slots >= index.encoded)
    enters |= np.isin(found.slots, narrowed.holding_phrase)
    return found.slots[enters], found.total[enters]


def _cosines(
    index: PassageIndex, vectors: VectorIndex, slots: Slots | None, *, vector: Vectors
) -> tuple[Slots, Floats]:
    """Return the living passages among `slots` that have a vector, with their cosines to `vector`."""
    if slots is not None:
        slots = slots[slots < vectors.count]
        return slots, vectors.cosines(vector, slots)
    living = np.flatnonzero(index.words.state.alive[: vectors.count]).astype(np.int32)
    return living, vectors.cosines(vector)[living]

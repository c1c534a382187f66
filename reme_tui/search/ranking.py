"""From a query and a scope to ranked passages and notes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reme_tui.search import fusion
from reme_tui.search.arrays import NO_SLOTS, Floats, Slots, Vectors, np
from reme_tui.search.asked import Asked, Narrowed
from reme_tui.search.index.passage_index import PassageIndex
from reme_tui.search.index.scoring import WordScores
from reme_tui.search.results import Rank

_NO_SCORES: Floats = np.zeros(0)


class RankedList:
    """Passages, best first, with their scores."""

    def __init__(self, slots: Slots, scores: Floats, *, size: int) -> None:
        self.slots = slots
        self.scores = scores
        self._ranks = np.zeros(size, np.int32)  # no memory is touched where it stays zero
        self._ranks[slots] = np.arange(1, len(slots) + 1)

    def rank(self, slot: int) -> Rank | None:
        """Return the place of a passage, None when it is not in the list."""
        rank = int(self._ranks[slot])
        return Rank(rank, float(self.scores[rank - 1])) if rank else None

    def best(self, slots: range) -> list[int]:
        """Return those of `slots` that are in the list, best first."""
        ranks = self._ranks[slots.start : slots.stop].tolist()
        return [slot for rank, slot in sorted(zip(ranks, slots, strict=True)) if rank]


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The words list, the meaning list and both fused; `notes` holds the first slot of each note found, best first.

    `asks_absent` is whether a finished word was asked for that occurs nowhere.
    """

    words: RankedList
    meaning: RankedList
    fused: RankedList
    notes: Slots
    asks_absent: bool


def rank(
    index: PassageIndex,
    asked: Asked,
    narrowed: Narrowed,
    *,
    vector: Vectors | None,
    meaning: RankedList | None = None,
) -> Ranking:
    """Rank the passages left by `narrowed`; `vector` is the query's, None to rank by words alone.

    The `meaning` list may be given where it is known already.
    """
    size, precedence = len(index.firsts), index.precedence
    found = _words_list(index, asked, narrowed, gated=vector is not None)
    words = RankedList(*fusion.order(found.slots, found.total, precedence), size=size)
    if meaning is None:
        meaning = RankedList(*_meaning_list(index, narrowed, vector), size=size)
    fused = RankedList(*fusion.fuse(words.slots, meaning.slots, precedence=precedence), size=size)
    notes = fusion.first_of_each(index.firsts[fused.slots])
    return Ranking(words, meaning, fused, notes, found.asks_absent)


def newest_first(index: PassageIndex, ranking: Ranking) -> Ranking:
    """Return the ranking with its notes in the order "newest"; undated ones are the oldest."""
    only_by_meaning = ~np.isin(ranking.notes, index.firsts[ranking.words.slots])
    order = np.lexsort((index.precedence[ranking.notes], only_by_meaning))
    return replace(ranking, notes=ranking.notes[order])


def query_vector(index: PassageIndex, text: str) -> Vectors | None:
    """Return the query's vector; None without a model, or when the model knows none of its words."""
    if index.encoder is None or not index.encoder.knows(text):
        return None
    vector: Vectors = index.encoder.encode([text])[0]
    return vector if vector.any() else None


def _words_list(index: PassageIndex, asked: Asked, narrowed: Narrowed, *, gated: bool) -> WordScores:
    """Return the passages of the words list. Those that meaning cannot find yet pass the gate."""
    holding, pending = narrowed.holding_phrase, index.encoded < len(index.firsts)
    all_meet_it = gated and not pending and not len(holding)
    least = fusion.GATE if all_meet_it else 0.0
    found = index.words.score(asked.terms, narrowed.slots, prefix=asked.prefix, least=least)
    if not gated or not found.asks_content:
        return found
    enters = fusion.passes_gate(found.content, found.most, holds_all=found.holds_all)
    if not all_meet_it:
        enters |= (found.slots >= index.encoded) | np.isin(found.slots, holding)
    return replace(
        found,
        slots=found.slots[enters],
        total=found.total[enters],
        content=found.content[enters],
        holds_all=found.holds_all[enters],
    )


def _meaning_list(index: PassageIndex, narrowed: Narrowed, vector: Vectors | None) -> tuple[Slots, Floats]:
    """Return the living passages nearest to `vector` among those that have one."""
    vectors, within, most = index.vectors, narrowed.slots, fusion.LONGEST_MEANING_LIST
    if vector is None or vectors is None or index.encoder is None:
        return NO_SLOTS, _NO_SCORES
    if within is not None:
        within = within[within < vectors.count]
    alive, floor = index.words.state.alive, index.encoder.cosine_floor
    near = vectors.nearest(vector, within, alive=alive, floor=floor, most=most)
    slots, cosines = fusion.order(*near, index.precedence)
    return slots[:most], cosines[:most]  # of those as near as the last the first ones

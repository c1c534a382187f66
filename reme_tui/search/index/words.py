"""BM25 over postings: rank_bm25's formula and names, kept up to date note by note and scored within a scope."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Self

from reme_tui.search.arrays import NO_SLOTS, Bools, Counts, NDArray, Slots, np
from reme_tui.search.index.beginnings import Beginning
from reme_tui.search.index.postings import Segment, build_segment, merge_segments, renumber_segment
from reme_tui.search.index.scoring import AskedTerm, WordScores, score_terms
from reme_tui.search.index.spelled import Spelled
from reme_tui.search.text.stop_words import is_stop_word
from reme_tui.search.text.tokens import Tokens

from rank_bm25 import BM25Okapi  # isort: skip  # after arrays, which settles numpy's threads

LARGEST_SEGMENT = 4_096
"""Passages; to merge two segments that come to this takes some hundredths of a second."""
MOST_COMPLETIONS = 64
MOST_KNOWN = 16
"""Terms whose postings are remembered: the words before the one that is being typed are asked for with each key."""
ABSENT_WORD = 0.5
"""How much of its weight a word that no passage holds has in what a query could score at most."""


_Postings = tuple[Slots, NDArray[np.integer]]


class State(NamedTuple):
    """All an index consists of.

    `alive` and `lengths` (in tokens) have one entry for each slot ever given; what is not alive is in no result.
    """

    segments: tuple[Segment, ...] = ()
    alive: Bools = np.zeros(0, np.bool_)
    lengths: Counts = NO_SLOTS


class WordIndex(BM25Okapi):
    """An immutable index of passages, each known by its slot: a number that is never used again.

    The dense methods inherited from rank_bm25 work too, on the living passages in the order of their slots; what
    they need is worked out when first asked for. A passage without tokens counts as one of length 0.
    """

    def __init__(
        self, corpus: Sequence[list[str]] = (), *, state: State | None = None, spelled: Spelled | None = None
    ) -> None:
        self.k1, self.b = 1.5, 0.75
        self.state = state or _grow(State(), corpus, ())
        self._spelled = spelled or Spelled()
        self._lately: dict[str, _Postings] = {}
        segments, alive, lengths = self.state
        self._clean = [bool(alive[segment.passages].all()) for segment in segments]
        self.corpus_size = int(alive.sum())
        tokens = int(lengths[alive].sum())
        self.avgdl = tokens / self.corpus_size if tokens else 1  # type: ignore[assignment]  # rank_bm25 begins with 0
        self._norms = self.k1 * (1 - self.b + self.b * lengths / self.avgdl)

    def evolve(self, added: Iterable[list[str] | Tokens], removed: Sequence[int]) -> Self:
        """Return the index with the passages `added`, at new slots in order, and without the slots `removed`.

        Of an iterator no more than one passage's words are held at a time.
        """
        return type(self)(state=_grow(self.state, added, removed), spelled=self._spelled)

    def compact(self) -> tuple[Self, Slots]:
        """Return the index with living passages only, renumbered in order, and the slots they had before."""
        segments, alive, lengths = self.state
        kept = np.flatnonzero(alive).astype(np.int32)
        renumbered = (np.cumsum(alive) - 1).astype(np.int32)
        moved = [renumber_segment(segment, alive=alive, renumbered=renumbered) for segment in segments]
        state = State(_merge_small(moved, alive[kept]), alive[kept], lengths[kept])
        return type(self)(state=state, spelled=self._spelled), kept

    def score(
        self, terms: Sequence[str], scope: Slots | None = None, *, prefix: str = "", least: float = 0.0
    ) -> WordScores:
        """Score the distinct `terms`, and all words that begin with `prefix` as one more, in the slots of `scope`.

        Only passages in scope are touched; None is the whole vault. Statistics are always those of the whole vault.
        Passages whose `content` cannot come to `least` times `most` may be left out, which saves much work, unless only
        stop words are asked for.
        """
        asked = [self._asked(term) for term in terms]
        if prefix:
            asked.append(self._asked(prefix, typing=True))
        return score_terms(asked, scope, norms=self._norms, least=least)

    def _asked(self, term: str, *, typing: bool = False) -> AskedTerm:
        """Look up a term, or `typing` all words that begin with it.

        A term that occurs nowhere has half its weight in what a query could score at most: most of a question whose
        words the vault does not hold is no search for the one word it does. A beginning has none until a word begins
        with it.
        """
        slots, counts = self._postings_of_completions(term) if typing else self._postings(term)
        weight = self._weigh(len(slots)) * (self.k1 + 1)
        share = 1.0 if len(slots) else 0.0 if typing else ABSENT_WORD
        return AskedTerm(slots, counts, weight, share * weight, is_stop_word=is_stop_word(term), is_typed=typing)

    def __contains__(self, term: str) -> bool:
        return any(self.state.alive[segment.slots[segment.find(term)]].any() for segment in self.state.segments)

    def frequency(self, term: str) -> int:
        """Return how many passages hold `term`."""
        return len(self.holders(term))

    def holders(self, term: str) -> Slots:
        """Return the passages that hold `term`."""
        return self._postings(term)[0]

    def occurrences(self, term: str, slot: int) -> int:
        """Return how often `term` occurs in the passage at `slot`."""
        slots, counts = self._postings(term)
        return int(counts[slots == slot].sum())

    def words_of_length(self, length: int) -> Sequence[str]:
        """Return the alphabetic words of so many characters, three or more, each once; some may have gone by now."""
        self._spelled.add(self.state.segments)
        return self._spelled.by_length.get(length, ())

    def completions(self, prefix: str) -> Counter[str]:
        """Return the terms that begin with `prefix`, with how many passages hold each."""
        return Counter(Beginning(self.state.segments, self.state.alive, prefix).held())

    def _postings(self, term: str) -> _Postings:
        """Return the living passages that hold `term`, and how often: known still if it was asked for lately."""
        known = self._lately.get(term)
        if known is None:
            if len(self._lately) >= MOST_KNOWN:
                self._lately.clear()
            known = self._lately[term] = self._look_up(term)
        return known

    def _look_up(self, term: str) -> _Postings:
        found: list[_Postings] = []
        for segment, clean in zip(self.state.segments, self._clean, strict=True):
            where = segment.find(term)
            if where.start == where.stop:
                continue
            slots, counts = segment.slots[where], segment.counts[where]
            if not clean:
                living = self.state.alive[slots]
                slots, counts = slots[living], counts[living]
            found.append((slots, counts))
        if not found:
            return NO_SLOTS, NO_SLOTS
        return np.concatenate([slots for slots, _ in found]), np.concatenate([counts for _, counts in found])

    def _postings_of_completions(self, prefix: str) -> _Postings:
        """Return the passages that hold any of the words most used that begin with `prefix`, their counts summed."""
        return Beginning(self.state.segments, self.state.alive, prefix).postings(MOST_COMPLETIONS)

    def _weigh(self, frequency: int) -> float:
        """Return the idf of a term by the number of passages that hold it: Lucene's form, never below zero."""
        return math.log(1 + (self.corpus_size - frequency + 0.5) / (frequency + 0.5))

    def __getattr__(self, name: str) -> object:
        """Work out what the inherited dense methods read, when one of them first asks."""
        if name not in {"doc_freqs", "doc_len", "idf"}:
            raise AttributeError(name)
        segments, alive, lengths = self.state
        self.doc_len = lengths[alive].tolist()
        self.doc_freqs = [{} for _ in self.doc_len]
        places = np.cumsum(alive) - 1
        for segment in segments:
            for number, term in enumerate(segment.terms):
                where = slice(segment.bounds[number], segment.bounds[number + 1])
                for slot, count in zip(segment.slots[where].tolist(), segment.counts[where].tolist(), strict=True):
                    if alive[slot]:
                        self.doc_freqs[places[slot]][term] = count
        self._calc_idf(Counter(term for passage in self.doc_freqs for term in passage))
        return vars(self)[name]

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        self.idf = {term: self._weigh(frequency) for term, frequency in nd.items()}


def _grow(state: State, added: Iterable[list[str] | Tokens], removed: Sequence[int]) -> State:
    start = end = len(state.alive)
    passages = (one if isinstance(one, Tokens) else Tokens(one) for one in added)
    built, lengths = [], [state.lengths]
    while size := len((segment := build_segment(islice(passages, LARGEST_SEGMENT), end)).passages):
        built.append(segment)
        lengths.append(np.bincount(segment.slots - end, segment.counts, size).astype(np.int32))
        end += size
    alive = np.concatenate([state.alive, np.ones(end - start, np.bool_)])
    alive[np.asarray(removed, np.int32)] = False
    return State(_merge_small((*state.segments, *built), alive), alive, np.concatenate(lengths))


def _merge_small(segments: Iterable[Segment], alive: Bools) -> tuple[Segment, ...]:
    """Merge neighbours of similar size, so that their number grows with the logarithm of what small ones hold.

    One of half the largest size is merged with nothing before it: much that comes at once is not gone through again.
    """
    merged: list[tuple[int, Segment]] = []
    for segment in segments:
        size = int(alive[segment.passages].sum())
        if not size:
            continue
        merged.append((size, segment))
        while len(merged) > 1:
            (before, first), (last, second) = merged[-2:]
            if before > 2 * last or max(before, last) + last > LARGEST_SEGMENT:
                break
            merged[-2:] = [(before + last, merge_segments(first, second, alive=alive))]
    return tuple(segment for _, segment in merged)

"""How well passages match terms by BM25: sums over postings, with statistics that come from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reme_tui.search.arrays import NO_SLOTS, Bools, Floats, NDArray, Slots, np

_Places = slice | NDArray[np.integer] | Bools


class AskedTerm(NamedTuple):
    """A term with the passages (`slots`, ascending) that hold it, and how often.

    `weight` is idf*(k1+1), which the score of no passage comes to; `most` is what the term has in what a query could
    score at most. Of a word that is being typed, all that begin so count as one term.
    """

    slots: Slots
    counts: NDArray[np.integer]
    weight: float
    most: float
    is_stop_word: bool
    is_typed: bool


@dataclass(frozen=True, slots=True, eq=False)
class WordScores:
    """BM25 scores of the passages (`slots`, ascending) that hold any of the terms asked for.

    `total` is the score, `content` the part of it that is due to terms other than stop words, `most` the sum of
    idf*(k1+1) over such terms as occur in the vault: no passage's `content` can be more. `holds_all` is whether a
    passage holds every such term that was asked for. `asks_content` is whether any was, `asks_absent` whether a term
    that occurs nowhere was, but for one that is being typed.
    """

    slots: Slots
    total: Floats
    content: Floats
    holds_all: Bools
    most: float
    asks_content: bool
    asks_absent: bool


def score_terms(asked: Sequence[AskedTerm], scope: Slots | None, *, norms: Floats, least: float) -> WordScores:
    """Score the passages in `scope` (None: all) that hold a term; `norms` has k1 * (1 - b + b * length) for each slot.

    Where other words than stop words are asked for, passages whose `content` cannot come to `least` times `most`, and
    that do not hold all of them, may be left out.
    """
    stop_words = [term for term in asked if term.is_stop_word]
    others = [term for term in asked if not term.is_stop_word]
    most = sum(term.most for term in others)
    able = _able(others, least * most, size=len(norms)) if others and least and scope is None else None
    total = np.zeros(len(norms) if scope is None else len(scope))
    for term in others:
        _add(total, term, scope, able=able, norms=norms)
    content = total.copy() if stop_words else total
    for term in stop_words:
        _add(total, term, scope, able=able, norms=norms)
    # No idf is zero, so neither is the score of a passage that holds a term.
    places = np.flatnonzero(total if able is None else able)
    found = places.astype(np.int32) if scope is None else scope[places]
    return WordScores(
        found,
        total[places],
        content[places],
        np.isin(found, _holders_of_all(others)),
        most,
        asks_content=len(others) > 0,
        asks_absent=any(not len(term.slots) and not term.is_typed for term in asked),
    )


def _holders_of_all(asked: Sequence[AskedTerm]) -> Slots:
    """Return the passages that hold every term."""
    rarest, *others = sorted((term.slots for term in asked), key=len) or [NO_SLOTS]
    for slots in others:
        rarest = rarest[np.isin(rarest, slots, assume_unique=True)]
    return rarest


def _able(asked: Sequence[AskedTerm], score: float, *, size: int) -> Bools:
    """Return, by slot, which passages may score so much: those that hold a term without which none can."""
    able = np.zeros(size, np.bool_)
    held = sorted((term for term in asked if len(term.slots)), key=lambda term: len(term.slots))
    rest = sum(term.weight for term in held)
    for term in held:
        if rest < score:
            break
        able[term.slots] = True
        rest -= term.weight
    return able


def _add(total: Floats, term: AskedTerm, scope: Slots | None, *, able: Bools | None, norms: Floats) -> None:
    """Add the scores of a term to `total`, those of passages that are `able` to score enough."""
    if able is None:
        chosen, places = _within(term.slots, scope)
        slots = term.slots[chosen]
    else:
        chosen = able[term.slots]
        places = slots = term.slots[chosen]
    often = term.counts[chosen].astype(np.float64)
    total[places] += term.weight * often / (often + norms[slots])


def _within(slots: Slots, scope: Slots | None) -> tuple[_Places, _Places]:
    """Return which of the `slots` lie in `scope`, and their places there; the shorter array probes the longer."""
    if scope is None:
        return slice(None), slots
    if len(slots) > len(scope):
        places, chosen = _within(scope, slots)
        return chosen, places
    places = np.searchsorted(scope, slots)
    chosen = np.flatnonzero(scope.take(places, mode="clip") == slots) if len(scope) else places[:0]
    return chosen, places[chosen]

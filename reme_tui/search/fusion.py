"""Two ranked lists made one: who enters each list, and reciprocal rank fusion. Pure functions of arrays."""

from __future__ import annotations

from reme_tui.search.arrays import Bools, Counts, Floats, Slots, np

RANK_CONSTANT = 60
"""The k of reciprocal rank fusion, as in Cormack, Clarke and Büttcher (2009)."""
GATE = 0.25
LONGEST_MEANING_LIST = 100


def passes_gate(content: Floats, most: float, *, holds_all: Bools) -> Bools:
    """Whether passages enter the words list beside a meaning list.

    Plain fusion drags good meaning hits down behind passages that share some common words with a question. So
    `content`, a passage's score by words other than stop words, must be a quarter of `most`, the sum of idf*(k1+1)
    over such words, half of it for those that occur nowhere; or it must hold all of them, however long it is. Not for
    queries of stop words only: they have no such sum.
    """
    return (content > 0) & ((content >= GATE * most) | holds_all)


def order(slots: Slots, scores: Floats, precedence: Counts) -> tuple[Slots, Floats]:
    """Return both sorted, best score first, equal scores by `precedence`, which is given by slot and has no equals."""
    if len(slots) < 2:
        return slots, scores
    best_first = np.argsort(-scores)
    slots, scores = slots[best_first], scores[best_first]
    equals = np.cumsum(np.diff(scores, prepend=scores[:1]) != 0)  # numbers the groups of equal scores
    return slots[np.argsort((equals << 32) + precedence[slots])], scores


def fuse(words: Slots, meaning: Slots, *, precedence: Counts) -> tuple[Slots, Floats]:
    """Return the passages of two ranked lists with the sums of 1/(k + rank), best first."""
    if not len(words) or not len(meaning):
        alone = words if len(words) else meaning
        return alone, _reciprocals(len(alone))
    scores = np.zeros(len(precedence))
    scores[words] = _reciprocals(len(words))
    only_meaning = meaning[scores[meaning] == 0]
    scores[meaning] += _reciprocals(len(meaning))
    slots = np.concatenate([words, only_meaning])
    return order(slots, scores[slots], precedence)


def _reciprocals(count: int) -> Floats:
    """Return what each rank of a list contributes."""
    reciprocals: Floats = 1 / (RANK_CONSTANT + np.arange(1, count + 1))
    return reciprocals


def first_of_each(keys: Slots) -> Slots:
    """Return the distinct `keys`, each where it first occurs."""
    places = np.arange(len(keys), dtype=np.int32)
    first = np.empty(int(keys.max(initial=-1)) + 1, np.int32)
    first[keys[::-1]] = places[::-1]  # the last one written, the first in order, stays
    distinct: Slots = keys[first[keys] == places]
    return distinct

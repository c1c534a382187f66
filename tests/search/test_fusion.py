from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reme_tui.search.fusion import first_of_each, fuse, order, passes_gate

SIZE = 30
PRECEDENCE = np.array([slot * 7 % SIZE for slot in range(SIZE)], np.int32)
LISTS = st.lists(st.integers(0, SIZE - 1), unique=True)


def slots(*values):
    return np.array(values, np.int32)


@given(st.dictionaries(st.integers(0, SIZE - 1), st.sampled_from([0.5, 1.0, 1.5])))
def test_order_is_by_score_then_precedence(scores):
    ascending = sorted(scores)
    found, ranked = order(slots(*ascending), np.array([scores[slot] for slot in ascending]), PRECEDENCE)
    assert found.tolist() == sorted(scores, key=lambda slot: (-scores[slot], PRECEDENCE[slot]))
    assert ranked.tolist() == sorted(scores.values(), reverse=True)


@given(LISTS, LISTS)
def test_fusion_is_the_sum_of_reciprocal_ranks(words, meaning):
    wanted = {
        slot: sum(1 / (60 + ranked.index(slot) + 1) for ranked in (words, meaning) if slot in ranked)
        for slot in {*words, *meaning}
    }
    found, scores = fuse(slots(*words), slots(*meaning), precedence=PRECEDENCE)
    assert dict(zip(found.tolist(), scores.tolist(), strict=True)) == pytest.approx(wanted)
    if meaning:
        assert found.tolist() == sorted(wanted, key=lambda slot: (-wanted[slot], PRECEDENCE[slot]))
    else:
        assert found.tolist() == words


def test_first_in_both_lists_beats_first_in_one():
    found, scores = fuse(slots(3, 5, 7), slots(5, 9), precedence=PRECEDENCE)
    assert found[0] == 5
    assert scores[0] == pytest.approx(1 / 62 + 1 / 61)


def test_the_gate_asks_for_a_quarter_of_what_could_be_had():
    none = np.zeros(4, np.bool_)
    assert passes_gate(np.array([0.0, 0.99, 1.0, 4.0]), 4.0, holds_all=none).tolist() == [False, False, True, True]
    assert passes_gate(np.array([0.0, 0.1]), 0.0, holds_all=none[:2]).tolist() == [False, True]


def test_what_holds_all_words_passes_the_gate():
    assert passes_gate(np.array([0.2, 0.2]), 4.0, holds_all=np.array([True, False])).tolist() == [True, False]


@given(st.lists(st.integers(0, 20)))
def test_first_of_each(keys):
    assert first_of_each(slots(*keys)).tolist() == list(dict.fromkeys(keys))

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from reme_tui.search.index import words
from reme_tui.search.index.terms import Terms, order_of
from reme_tui.search.index.words import WordIndex
from reme_tui.search.text.tokens import index_tokens, tokens_of

TERMS = ["gold", "launch", "budget", "launches", "launchpad", "the", "alice", "黄金", "金"]
PASSAGES = st.lists(st.sampled_from(TERMS), max_size=12)
CORPORA = st.lists(PASSAGES, max_size=12)


class Dense(BM25Okapi):
    """rank_bm25 itself, counting for itself, with the idf that is never below zero."""

    def _calc_idf(self, nd):
        for term, frequency in nd.items():
            self.idf[term] = math.log(1 + (self.corpus_size - frequency + 0.5) / (frequency + 0.5))


def by_slot(scores):
    return dict(zip(scores.slots.tolist(), scores.total.tolist(), strict=True))


class History:
    """An index beside a plain dict of what it should hold."""

    def __init__(self):
        self.index = WordIndex()
        self.held: dict[int, list[str]] = {}
        self.next = 0

    @classmethod
    def after(cls, changes):
        history = cls()
        for change in changes:
            if change is None:
                history.compact()
            else:
                history.change(*change)
        return history

    def change(self, added, removals):
        living = sorted(self.held)
        removed = sorted({living[number % len(living)] for number in removals}) if living else []
        self.index = self.index.evolve(added, removed)
        for slot in removed:
            del self.held[slot]
        for passage in added:
            self.held[self.next] = passage
            self.next += 1

    def compact(self):
        self.index, before = self.index.compact()
        assert before.tolist() == sorted(self.held)
        self.held = {new: self.held[old] for new, old in enumerate(before.tolist())}
        self.next = len(self.held)


CHANGES = st.lists(
    st.one_of(st.none(), st.tuples(CORPORA, st.lists(st.integers(0, 40), max_size=6))), min_size=1, max_size=10
)


@pytest.fixture(autouse=True, scope="module")
def small_segments():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "LARGEST_SEGMENT", 7)
        yield


@given(CHANGES, st.lists(st.sampled_from(TERMS), unique=True, max_size=5))
@settings(max_examples=80)
def test_scores_equal_rank_bm25_after_any_history(changes, query):
    history = History.after(changes)
    corpus = [history.held[slot] for slot in sorted(history.held)]
    found = by_slot(history.index.score(query))
    inherited = history.index.get_scores(query)
    assert len(inherited) == len(corpus)
    if any(corpus):
        np.testing.assert_allclose(inherited, Dense(corpus).get_scores(query), atol=1e-9)
    np.testing.assert_allclose(inherited, WordIndex(corpus).get_scores(query), atol=1e-9)
    for slot, score in zip(sorted(history.held), inherited.tolist(), strict=True):
        assert (slot in found) == any(term in query for term in history.held[slot])
        assert found.get(slot, 0) == pytest.approx(score, abs=1e-9)
        assert slot not in found or score > 0
    assert found.keys() <= history.held.keys()


@given(CHANGES, st.lists(st.sampled_from(TERMS), unique=True, max_size=4), st.sets(st.integers(0, 40)), st.booleans())
@settings(max_examples=60)
def test_a_scope_leaves_every_figure_as_it_is(changes, query, scope, typing):
    history = History.after(changes)
    prefix = "lau" if typing else ""
    inside = sorted(scope & history.held.keys())
    whole = history.index.score(query, prefix=prefix)
    narrow = history.index.score(query, np.array(inside, np.int32), prefix=prefix)
    held = by_slot(whole)
    assert by_slot(narrow) == {slot: held[slot] for slot in inside if slot in held}
    assert narrow.most == whole.most


@given(CHANGES)
@settings(max_examples=60)
def test_an_earlier_index_is_not_touched_by_later_ones(changes):
    history = History()
    seen = []
    for change in changes:
        if change is not None:
            history.change(*change)
            seen.append((history.index, by_slot(history.index.score(TERMS))))
    for index, scores in seen:
        assert by_slot(index.score(TERMS)) == scores


@given(
    CHANGES,
    st.lists(st.sampled_from([*TERMS, "nowhere"]), unique=True, max_size=4),
    st.sampled_from([0.1, 0.25, 0.5, 0.9]),
    st.sampled_from(["", "lau", "zz"]),
)
@settings(max_examples=200)
def test_only_what_cannot_score_enough_is_left_out_and_what_is_there_scores_the_same(changes, query, least, prefix):
    history = History.after(changes)
    whole = history.index.score(query, prefix=prefix)
    few = history.index.score(query, prefix=prefix, least=least)
    enough = whole.content >= least * whole.most if whole.asks_content else np.ones(len(whole.slots), np.bool_)
    kept = by_slot(few)
    assert set(whole.slots[enough & (whole.content > 0)].tolist()) <= kept.keys() <= set(whole.slots.tolist())
    assert kept == {slot: score for slot, score in by_slot(whole).items() if slot in kept}
    assert (
        dict(zip(few.slots.tolist(), few.content.tolist(), strict=True)).items()
        <= dict(zip(whole.slots.tolist(), whole.content.tolist(), strict=True)).items()
    )
    assert (few.most, few.asks_content, few.asks_absent) == (whole.most, whole.asks_content, whole.asks_absent)


def test_a_common_word_is_not_scored_where_no_rare_one_stands():
    index = WordIndex([["common"]] * 50 + [["common", "rare"], ["rare"]])
    assert index.score(["common", "rare"], least=0.25).slots.tolist() == [50, 51]
    assert len(index.score(["common", "rare"]).slots) == 52


def test_a_passage_that_scores_nearly_all_a_word_can_give_is_not_left_out():
    index = WordIndex([["gold"], ["launch"] * 30, ["long"] * 200])
    scores = index.score(["gold", "launch"])
    assert scores.content[1] > 0.48 * scores.most
    assert index.score(["gold", "launch"], least=0.48).slots.tolist() == [0, 1]


def test_stop_words_alone_are_scored_wherever_they_stand():
    index = WordIndex([["the"], ["launch"], ["the", "the"]])
    assert by_slot(index.score(["the"], least=0.25)) == by_slot(index.score(["the"]))


def test_says_whether_a_finished_word_occurs_nowhere():
    index = WordIndex([["launch", "the"], ["gone"]]).evolve([], [1])
    assert not index.score(["launch", "the"], prefix="zz").asks_absent
    assert index.score(["launch", "gone"]).asks_absent


def test_however_many_terms_are_asked_for_one_after_the_other_all_are_found():
    index = WordIndex([[f"t{number}"] for number in range(3 * words.MOST_KNOWN)])
    for _ in range(2):
        for number in range(3 * words.MOST_KNOWN):
            assert index.holders(f"t{number}").tolist() == [number]
    assert len(index._lately) <= words.MOST_KNOWN


@pytest.mark.parametrize(
    ("corpus", "found"),
    [
        ([], []),
        ([[]], []),
        ([[], [], []], []),
        ([["a"]], [0]),
        ([["a"], ["a"]], [0, 1]),
        ([["a"], ["a"], ["a"], ["b"]], [0, 1, 2]),
        ([[], ["a", "a"]], [1]),
    ],
)
def test_tiny_vaults_find_what_there_is(corpus, found):
    index = WordIndex(corpus)
    scores = index.score(["a", "nowhere"])
    assert scores.slots.tolist() == found
    assert (scores.total > 0).all()
    assert len(index.get_scores(["a"])) == len(corpus)
    assert np.isfinite(index.get_scores(["a"])).all()


def test_emptied_and_filled_again():
    index = WordIndex([["a"], ["b"]]).evolve([], [0, 1])
    assert index.corpus_size == 0
    assert not index.score(["a"]).slots.size
    assert index.get_scores(["a"]).size == 0
    index, before = index.compact()
    assert not before.size
    assert index.evolve([["a"]], []).score(["a"]).slots.tolist() == [0]


def test_stop_words_score_but_stay_out_of_the_sums_of_the_gate():
    index = WordIndex([["the", "launch"], ["the", "budget"], ["the"]])
    scores = index.score(["the", "launch", "nowhere"])
    assert scores.slots.tolist() == [0, 1, 2]
    assert (scores.total > 0).all()
    assert (scores.content > 0).tolist() == [True, False, False]
    absent = math.log(1 + (3 + 0.5) / 0.5)
    assert scores.most == pytest.approx((index.idf["launch"] + absent / 2) * 2.5)
    assert scores.asks_content
    assert not index.score(["the"]).asks_content


def test_a_prefix_counts_as_one_term():
    corpus = [["launch", "launchpad"], ["launches"], ["budget"], ["launch", "launch"]]
    typed = WordIndex(corpus).score(["budget"], prefix="launch")
    merged = [["launch", "launch"], ["launch"], ["budget"], ["launch", "launch"]]
    assert by_slot(typed) == pytest.approx(by_slot(WordIndex(merged).score(["budget", "launch"])))


def test_the_words_most_used_stand_for_a_short_prefix():
    corpus = [[f"w{number:03d}"] for number in range(100)] + [["wide"]] * 3
    found = WordIndex(corpus).score([], prefix="w").slots.tolist()
    assert len(found) == 63 + 3
    assert {100, 101, 102} <= set(found)
    assert set(found) == {*range(63), 100, 101, 102}


def test_a_beginning_is_of_living_passages_only(monkeypatch):
    monkeypatch.setattr(words, "LARGEST_SEGMENT", 2)
    corpus = [["launch", "launch", "laundry"], ["launchpad"], ["lau"], ["budget"], ["laundry"]]
    index = WordIndex(corpus).evolve([["launched"]], [1, 4])
    assert index.completions("lau") == {"launch": 1, "laundry": 1, "lau": 1, "launched": 1}
    assert index.completions("launchp") == index.completions("z") == {}
    assert index.score([], prefix="lau").slots.tolist() == [0, 2, 5]
    assert not index.score([], prefix="launchp").slots.size


def test_figures_about_a_term():
    index = WordIndex([["gold", "gold"], ["alice"], ["gold"]]).evolve([["gold"]], [2])
    assert index.frequency("gold") == 2
    assert index.holders("gold").tolist() == [0, 3]
    assert index.occurrences("gold", 0) == 2
    assert index.occurrences("gold", 1) == 0
    assert list(index.words_of_length(5)) == ["alice"]
    assert index.completions("go") == {"gold": 2}


def test_long_passages_are_counted_in_full():
    passage = ["a"] * 100_000 + ["b"]
    scores = WordIndex([passage, ["b"]]).score(["a"])
    np.testing.assert_allclose(scores.total, Dense([passage, ["b"]]).get_scores(["a"])[:1], atol=1e-9)


def test_a_term_is_found_among_many():
    rng = random.Random(3)  # noqa: S311  # the same terms every time
    for count in (0, 1, 63, 64, 65, 128, 129, 700):
        kept = sorted({"".join(rng.choices("ab金é\ud800", k=rng.randint(1, 6))) for _ in range(count)})
        terms = Terms.of(kept)
        assert [terms.find(term) for term in kept] == list(range(len(kept)))
        others = {"", "aaaaaaa", "b金b", "\U0010ffff", *(term[1:] for term in kept)}.difference(kept)
        assert {terms.find(term) for term in others} == {None}


@given(st.lists(st.text("ab\0金é\ud800😀", max_size=12), unique=True))
def test_terms_are_put_in_order_of_code_points(terms):
    order, kept = order_of(terms)
    assert [terms[number] for number in order.tolist()] == list(kept) == sorted(terms)


@given(st.lists(st.text("ab C+#金黄水か한,\n é😀", max_size=20), max_size=12))
def test_runs_count_as_their_characters_and_pairs(texts):
    taken_apart = WordIndex([tokens_of(text) for text in texts]).state
    listed = WordIndex([index_tokens(text) for text in texts]).state
    assert taken_apart.lengths.tolist() == listed.lengths.tolist() == [len(index_tokens(text)) for text in texts]
    for one, other in zip(taken_apart.segments, listed.segments, strict=True):
        assert list(one.terms) == list(other.terms) == sorted(one.terms)
        assert [array.tolist() for array in (one.bounds, one.slots, one.counts)] == [
            array.tolist() for array in (other.bounds, other.slots, other.counts)
        ]

from __future__ import annotations

import pytest

from reme_tui.search.index.words import WordIndex
from reme_tui.search.spelling import suggest
from reme_tui.search.text.tokens import index_tokens

TEXTS = [
    "confirm the launch of the regression suite",
    "launch budget, launch owner",
    "lunch with Alice, café",
    "宁德时代 的合同，水泵维修手册",
    "a cat sat",
]


@pytest.fixture(scope="module")
def index():
    return WordIndex([index_tokens(text) for text in TEXTS])


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("lauch", "launch"),
        ("Confrim the Lanch, please", "confirm the launch, "),
        ("regresssionn", "regression"),
        ("confirm launch", ""),
        ("xylophone", ""),
        ("ct", ""),
        ("2027", ""),
        ("CAFE", ""),
        ("caffe", "cafe"),
        ("宁得时代", "宁德时代"),
        ("水蹦维修", "水泵维修"),
        ("水泵合同", ""),
        ("黄瓜", ""),
        ("lauch 宁得时代", "launch 宁德时代"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_offers_the_nearest_word_for_one_that_occurs_nowhere(index, typed, offered):
    found = suggest(typed, index)
    assert found.startswith(offered) if offered else found == ""


def test_among_equally_near_words_the_most_used(index):
    assert suggest("launc", index) == "launch"
    assert suggest("lanch", index) == "launch"


def test_an_unfinished_word_is_left_alone(index):
    assert suggest("confrim laun", index, prefix="laun") == "confirm laun"


def test_words_of_notes_that_went_are_not_offered(index):
    assert suggest("lanch", index.evolve([], [0, 1])) == "lunch"
    assert suggest("confrim", index.evolve([], [0])) == ""


def test_at_most_five_words_are_replaced(index):
    assert suggest(" ".join(["lauch"] * 8), index) == " ".join(["launch"] * 5 + ["lauch"] * 3)

from __future__ import annotations

import itertools
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reme_tui.search.text.folding import fold, fold_with_offsets
from reme_tui.search.text.stop_words import STOP_WORDS, is_stop_word
from reme_tui.search.text.tokens import index_tokens, is_word, mark, phrase_finder, query_tokens, spans

ODD = (
    "aZ09_+#^-' \n\t.é\u0301ßİΣςﬁ½㈱Ｃ＋＃項目项A水泵维修々〇Ⅳ…"
    "がカ\u3099ｶﾞ한\u1112\u1161\u11ab😀\u200d\ufe0f\u202e\ud800\x00"
)
TEXTS = st.text(st.sampled_from(ODD), max_size=25) | st.text(max_size=12)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("CAFÉ", "cafe"),
        ("cafe\u0301", "cafe"),
        ("İstanbul", "istanbul"),
        ("ＰＲＯ_１", "pro_1"),
        ("ﬁne", "fine"),
        ("項目", "项目"),
        ("關於黃金", "关于黄金"),
        ("so\u00adft\u200d", "soft"),
        ("ab\u202ecd\u2069", "abcd"),
        ("ΟΔΟΣ", "οδοσ"),
        ("か\u3099", "が"),
        ("カ\ufe0f\u0301\u3099", "ガ"),
        ("ｶﾞｽ", "ガス"),
        ("\u1112\u1161\u11ab", "한"),
        ("が", "が"),
        ("й", "и"),
    ],
)
def test_folding(text, folded):
    assert fold(text) == folded


def test_a_long_text_is_folded_to_its_end():
    assert fold("ÉＡ專" * 60_000) == "ea专" * 60_000


@given(TEXTS)
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(TEXTS)
def test_composed_and_decomposed_are_one(text):
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@given(TEXTS)
def test_each_folded_character_knows_where_it_comes_from(text):
    folded, starts, ends = fold_with_offsets(text)
    assert folded == fold(text)
    assert [*starts] == sorted(starts)
    assert starts[-1] == len(text)
    pieces = dict.fromkeys(zip(starts, ends, strict=False))
    assert "".join(fold(text[start:end]) for start, end in pieces) == folded


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("What's left of Project_A?", ["what", "s", "left", "of", "project", "a"]),
        ("C++, C# and F#; notepad++", ["c++", "c#", "and", "f#", "notepad++"]),
        ("用C#写", ["c#", "用", "写"]),
        ("issue#12 [[a#^block]] [[xy#标题]] ## Head", ["issue", "12", "a", "block", "xy", "head", "标", "题", "标题"]),
        ("C++20", ["c++", "20"]),
        ("a+++b", ["a", "b"]),
        ("水泵维修", ["水", "泵", "维", "修", "水泵", "泵维", "维修"]),
        ("水，泵", ["水", "泵"]),
        ("项目A发布", ["a", "项", "目", "项目", "发", "布", "发布"]),
        ("カタカナ・한글", ["カ", "タ", "カ", "ナ", "カタ", "タカ", "カナ", "한", "글", "한글"]),
        ("𠮷野家", ["𠮷", "野", "家", "𠮷野", "野家"]),
        ("", []),
        ("!!! — 😀", []),
        ("1,200.50", ["1", "200", "50"]),
    ],
)
def test_index_tokens(text, tokens):
    assert Counter(index_tokens(text)) == Counter(tokens)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("水泵 维", ["水泵", "维"]),
        ("confirm 发布前 C++", ["confirm", "发布", "布前", "c++"]),
        ("項目A", ["项目", "a"]),
    ],
)
def test_query_tokens_are_in_order_and_pairs_only(text, tokens):
    assert query_tokens(text) == tokens


@given(TEXTS)
def test_what_is_asked_of_a_text_is_indexed_from_it(text):
    assert set(query_tokens(text)) <= set(index_tokens(text))


@given(TEXTS)
def test_spans_are_the_index_tokens_at_their_places(text):
    found = list(spans(text))
    assert Counter(token for token, _, _ in found) == Counter(index_tokens(text))
    for token, start, end in found:
        assert 0 <= start < end <= len(text)
        assert token in fold(text[start:end])


@given(TEXTS, st.data())
def test_marks_are_the_spans_of_the_tokens_joined(text, data):
    found = list(spans(text))
    tokens = data.draw(st.sets(st.sampled_from([token for token, _, _ in found]))) if found else set()
    wanted = {place for token, start, end in found if token in tokens for place in range(start, end)}
    marks = mark(text, tokens)
    assert {place for start, end in marks for place in range(start, end)} == wanted
    assert all(before[1] < after[0] for before, after in itertools.pairwise(marks))


def test_marks_in_the_text_as_written():
    text = "Le CAFÉ du ½ cafe\u0301, le cafés; ＣＡＦＥ 水泵维修"
    assert [text[start:end] for start, end in mark(text, {"cafe"})] == ["CAFÉ", "cafe\u0301", "ＣＡＦＥ"]
    assert [text[start:end] for start, end in mark(text, {"水泵", "泵维"}, prefix="caf")] == [
        "CAFÉ",
        "cafe\u0301",
        "cafés",
        "ＣＡＦＥ",
        "水泵维",
    ]


@pytest.mark.parametrize(
    ("phrase", "text", "holds"),
    [
        ("customer notice", "The Customer\nNotice.", True),
        ("customer notice", "customer, notice", True),
        ("customer notice", "customers notice", False),
        ("customer notice", "notice customer", False),
        ("notice", "noticed", False),
        ("notice", "un-notice", True),
        ("客户通知", "由客户通知我们", True),
        ("客户通知", "客户，通知", False),
        ("客户 通知", "客户，通知", True),
        ("客户 通知", "客户通知", False),
        ("项目A", "在项目 A 中", True),
        ("项目A", "在项目Ab 中", False),
        ("a项目", "项目A项目", True),
        ("C", "C++ or C#", False),
        ("C++", "C++20", True),
        ("C++ 20", "C++20", True),
        ("C#", "用C#写", True),
        ("項目", "项目", True),
        ("[red]", "a red one", True),
    ],
)
def test_phrases(phrase, text, holds):
    assert phrase_finder(phrase)(text) is holds


def runs(text):
    """The tokens of a text, CJK runs whole, each between blanks."""
    tokens = [(token, start) for token, start, _ in spans(fold(text)) if is_word(token) or len(token) == 1]
    joined, end = "", -1
    for token, start in tokens:
        joined += token if not is_word(token) and start == end else f" {token}"
        end = -1 if is_word(token) else start + 1
    return joined + " "


PLAIN = st.text(st.sampled_from("ab_ -+#c水泵维,"), max_size=14)


@given(PLAIN, PLAIN)
def test_a_phrase_is_a_run_of_tokens(phrase, text):
    holds, wanted = phrase_finder(phrase), runs(phrase).strip()
    if holds is None:
        assert not query_tokens(phrase)
        return
    left = " " if is_word(wanted[0]) else ""
    right = " " if is_word(wanted[-1]) else ""
    assert holds(text) is (left + wanted + right in runs(text))


def test_a_phrase_without_tokens_is_none():
    assert phrase_finder("— !") is None


def test_stop_words_are_folded_and_include_pairs_with_particles():
    assert all(fold(word) == word and query_tokens(word) == [word] for word in STOP_WORDS)
    assert all(map(is_stop_word, ("the", "什么", "我们", "的", "确了")))
    assert not any(map(is_stop_word, ("launch", "发布", "纪要", "c", "项目")))


def test_a_long_line_takes_no_time_to_speak_of():
    assert len(index_tokens("ab" * 500_000)) == 1
    assert len(index_tokens("水" * 100_000)) == 199_999
    assert len(mark("水泵" * 20_000 + "½", {"水泵"})) == 1

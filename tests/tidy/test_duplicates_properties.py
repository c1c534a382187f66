"""What must hold for any tags: ids that differ are never one, verdicts depend on two tags alone, any text is taken."""

from __future__ import annotations

import itertools
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.tidy.duplicates.find import find_duplicates
from reme_tui.tidy.duplicates.tag_names import TagNames

TEXT = """
Project project Phase plan Team Vitamin Room chapter release sprint ticket Series budget_review Alice_Chen
项目 客户 总结 会议记录 版本 计划 团队 报告
January February March April May June July August September October November December
Monday Tuesday Wednesday Thursday Friday Saturday Sunday
I II III IV V VI VII VIII IX X
One Two Three Four Five Six Seven Eight Nine Ten
"""
NOUNS, CHINESE_NOUNS, MONTHS, DAYS, ROMAN, SAID = (line.split() for line in TEXT.strip().split("\n"))
CHINESE = "一二三四五六七八九十"
SEPARATORS = st.sampled_from(["_", "-", " "])


def ids() -> st.SearchStrategy[tuple[str, str]]:
    """Two ids that are not the same, each written in one of its ways."""
    small = st.tuples(st.integers(1, 10), st.sampled_from([str, lambda n: ROMAN[n - 1], lambda n: SAID[n - 1]]))
    ways = {
        "number": st.integers(0, 99999).map(str).map(lambda n: (n, n)),
        "small number": small.map(lambda pair: (pair[0], pair[1](pair[0]))),
        "letter": st.sampled_from("ABCDEFGHJKLMNPQRSTUVWXYZ").map(lambda c: (c, c)),
        "Chinese letter": st.sampled_from("甲乙丙丁").map(lambda c: (c, c)),
        "year": st.integers(1950, 2049).map(lambda y: (y, str(y))),
        "version": st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda v: (v, f"v{v[0]}.{v[1]}")),
        "quarter": st.tuples(st.integers(1, 4), st.integers(2000, 2030), st.booleans()).map(
            lambda q: ((q[0], q[1]), f"Q{q[0]}_{q[1]}" if q[2] else f"{q[1]}-Q{q[0]}")
        ),
        "month": st.tuples(st.integers(1, 12), st.booleans()).map(
            lambda m: (m[0], MONTHS[m[0] - 1] if m[1] else f"{m[0]}月")
        ),
        "weekday": st.tuples(st.integers(0, 6), st.booleans()).map(
            lambda d: (d[0], DAYS[d[0]] if d[1] else "周" + "一二三四五六日"[d[0]])
        ),
        "chapter": st.tuples(st.integers(1, 10), st.booleans()).map(
            lambda c: (c[0], f"第{CHINESE[c[0] - 1] if c[1] else c[0]}章")
        ),
    }
    two = [st.tuples(way, way).filter(lambda p: p[0][0] != p[1][0]) for way in ways.values()]
    return st.one_of(two).map(lambda pair: (pair[0][1], pair[1][1]))


@st.composite
def tags_apart(draw: st.DrawFn) -> tuple[str, str]:
    """Two tags that differ in nothing but an id, each with its own separator and case."""
    noun, others = draw(st.sampled_from([*NOUNS, *CHINESE_NOUNS])), draw(ids())
    in_front = draw(st.booleans())
    written = []
    for one in others:
        parts = [one, noun] if in_front else [noun, one]
        tag = draw(SEPARATORS).join(parts)
        written.append(draw(st.sampled_from([str, str.lower]))(tag) if noun.isascii() and "_" in noun else tag)
    return written[0], written[1]


@given(tags_apart())
@settings(max_examples=250)
def test_tags_that_differ_only_in_an_id_are_never_proposed(pair: tuple[str, str]) -> None:
    assert not find_duplicates(dict.fromkeys(pair, 1)).pairs


def test_ids_across_languages_and_order_are_kept_apart() -> None:
    for one, other in (
        ("Project_A", "项目B"),
        ("Q1_2026", "2026年第二季度"),
        ("Phase_1", "第二期"),
        ("2024年 总结", "总结2025年"),
        ("Team_A_Group_B", "Team_B_Group_A"),
        ("chapter_3_part_2", "chapter_2_part_3"),
        ("GPT-3.5", "GPT-35"),
        ("v1.0", "v10"),
        ("1_2", "12"),
        ("C", "C++"),
        ("C++", "C#"),
        ("C_sharp", "C++"),
        ("Java", "JavaScript"),
        ("Project_A", "Project_AB"),
        ("HK0700", "HK0070"),
        ("Series_A_watch", "series_B_watch"),
        ("I_Alice_Chen", "II_Alice_Chen"),
        ("WW1", "World_War_II"),
    ):
        assert not find_duplicates({one: 1, other: 1}).pairs, (one, other)


MIXED = """
Project_A project-a 项目A Project_B Alice Alice_Chen alice chen A_Chen Chen_Alice Alice's_note Alice_note ML
machine_learning 机器学习 機器學習 books 📚book 北京 Beijing 背景 Zürich Zurich Zuerich Acme_Corp Acme Q1-26 2026-Q1
restaurant restuarant the_art_of_war art_of_war USA United_States people/alice 老妈 妈妈 mom
"""
POOL = st.sampled_from(MIXED.split())
ANY_TEXT = st.text(max_size=12)


@given(st.lists(st.one_of(POOL, ANY_TEXT), max_size=9, unique=True), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_the_verdict_on_a_pair_depends_on_its_two_tags_alone(tags: list[str], chance) -> None:
    shuffled = chance.sample(tags, len(tags))
    together = find_duplicates({tag: chance.randint(1, 9) for tag in shuffled}).pairs
    alone = [find_duplicates({a: 1, b: 1}).pairs for a, b in itertools.combinations(tags, 2)]
    assert {pair.a + "\0" + pair.b: pair for pair in together} == {
        p.a + "\0" + p.b: p for pairs in alone for p in pairs
    }


@given(st.lists(st.one_of(POOL, ANY_TEXT), max_size=12, unique=True), st.data())
@settings(max_examples=25)
def test_one_tag_at_a_time_comes_to_the_same_pairs(tags: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.lists(st.sampled_from(tags), unique=True)) if tags else []
    names = TagNames()
    for tag in tags:
        names = names.add(tag)
    for tag in gone:
        names = names.remove(tag)
    for tag in gone[::2]:
        names = names.add(tag)
    left = [tag for tag in tags if tag not in gone[1::2]]
    assert dict(names.pairs) == dict(TagNames.of(left).pairs)
    assert set(names) == set(left)


@given(st.text(max_size=30))
@settings(max_examples=100)
def test_other_unicode_forms_of_a_text_are_found_high(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC"):
        other = unicodedata.normalize(form, text)
        if other != text:
            assert [pair.tier for pair in find_duplicates({text: 1, other: 1}).pairs] == ["high"]


@given(st.text(alphabet=st.characters(), min_size=1, max_size=40), st.integers(1, 400))
@settings(max_examples=30)
def test_any_text_of_any_length_is_taken(piece: str, times: int) -> None:
    text = (piece * times)[:10_000]
    found = find_duplicates({text: 1, text + "x": 2, "other": 1, "": 1})
    assert all(pair.a < pair.b and pair.why and 0 < pair.score <= 1 for pair in found.pairs)

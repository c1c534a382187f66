"""Which tags are suggested, and why."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.config import model_folder, shipped
from reme_tui.search.meaning import load_encoder
from reme_tui.search.tag_suggestions.names import TagNames
from reme_tui.search.tag_suggestions.suggest import MOST_TAGS
from reme_tui.search.tag_suggestions.wording import reasons_in_words, why_nothing
from tests.search.suggesting import (
    Score,
    leave_one_out,
    leave_out,
    one_in_demo,
    suggested,
    suggester_of,
    tags_for,
    texts_below,
    texts_in,
)
from tests.search.vault import Concepts, Vault, note


def vault_with(tag: str, text: str, *, others: int = 3, **more: str) -> Vault:
    """Notes that carry a tag, some about nothing, and the one that is asked about."""
    carrying = {f"t{number}.md": note(f"Something else, {number}.", tag) for number in range(others)}
    bare = {f"b{number}.md": f"Rain on day {number}." for number in range(6)}
    return Vault({**carrying, **bare, "asked.md": text, **more})


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("Project_A", "# Project A\nStarted today."),
        ("Project_A", "Nothing new on project-a. The project_a gate is on Friday."),
        ("Project_A", "ＰＲＯＪＥＣＴ Ａ came up, and Project A again."),
        ("ProjectAlpha", "# Project Alpha\nStarted today."),
        ("Project_Alpha", "# ProjectAlpha\nStarted today."),
        ("client/acme", "# Acme\nAcme signed."),
        ("client/acme", "# Client Acme\nThey signed."),
        ("宁德时代", "昨天去宁德时代看产线，宁德时代的人很客气。"),
        ("電費", "# 电费\n电费涨了。"),
        ("C++", "# C++\nTemplates in C++ are a language of their own."),
        ("Café_Lumen", "# Cafe Lumen\nTwo cups."),
        ("v1.3", "# Version v1.3\nShipped."),
        ("Alice", "Met [[people/Alice]] at noon. Alice agrees, and Alice pays."),
        ("Alice", "Met [[people/a-4711|Alice]] at noon. Alice agrees."),
    ],
)
def test_a_tag_that_a_note_is_about_is_found_however_it_is_written(tag: str, text: str):
    assert tags_for(vault_with(tag, text), "asked.md") == [tag]


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("Go", "# Going home\nWe are going, going, gone. Ago."),
        ("Gold", "# Not about Gold\nThis is not about Gold, it has nothing to do with Gold."),
        ("黄金", "# 麦田\n这张画跟黄金无关，不是黄金。"),
        ("Alice", "# Snippet\n```\nAlice, Alice, Alice\n```\nand `Alice` again."),
        ("Alice", "# Mail\n> Alice wrote this.\n> Alice signs.\n"),
        ("Alice", "# Mail\n" + "> Alice wrote this.\n" * 9),
        ("Alice", "See https://example.org/Alice/Alice or [x](Alice/Alice.md)."),
        ("Alice", "See [[Alice/Alice/plans|the plans]]."),
        ("Alice_Chen", "# Alice\nAlice called. Alice calls again."),
        ("Alice", "Met Alice Wang, who knows Alice Wong."),
        ("v1.3", "# Shipping v1.3.2\nv1.3.2 is out."),
        ("Project_A", "Helped with a project a friend runs, the project a friend loves."),
        ("2026", "# 2026\nThe year 2026 begins."),
        ("a", "# A\nA, a, a."),
        ("的", "# 的\n的的的"),
        ("Project_A", "The project. A bird sang. A project: a bird."),
    ],
)
def test_what_is_not_meant_is_not_suggested(tag: str, text: str):
    vault = vault_with(tag, text)
    assert tags_for(vault, "asked.md") == []
    assert why_nothing(suggested(vault, "asked.md"))


def test_reasons_say_where_and_in_which_words():
    vault = vault_with(
        "Project_A", note("# Kick-off\n\nThe project A team met.\n\nProject A starts.", title="Kick-off")
    )
    (only,) = suggested(vault, "asked.md").suggestions
    assert (only.tag, only.key) == ("Project_A", "project_a")
    assert reasons_in_words(only) == ("named 2 times in the text as “project A”, first in line 6",)
    vault = vault_with("Gold", note("# Gold\n\nStill gold.", title="Gold bars"))
    (only,) = suggested(vault, "asked.md").suggestions
    assert reasons_in_words(only) == ("named in the title", "named in the text as “gold”, line 6")
    vault = vault_with("Gold", note("# Bars\n\n## On Gold\nGold is heavy.", description="Two bars"))
    (only,) = suggested(vault, "asked.md").suggestions
    assert reasons_in_words(only) == ("named in a heading, line 6", "named in the text, line 7")


def test_a_name_that_many_notes_hold_without_the_tag_is_a_common_word():
    text = "Plan for today. The plan holds."
    rare = vault_with("plan", text)
    assert tags_for(rare, "asked.md") == ["plan"]
    common = {f"c{number}.md": note("Another plan, the same plan.", "other") for number in range(9)}
    assert tags_for(vault_with("plan", text, **common), "asked.md") == []
    found = suggested(vault_with("plan", text, **common), "asked.md")
    assert why_nothing(found) == "it names plan, but only in passing"


def test_notes_that_are_not_tagged_yet_hardly_speak_against_a_name():
    bare = {f"u{number}.md": "Met Alice, and Alice met us." for number in range(90)}
    assert tags_for(vault_with("Alice", "Alice called. Ask Alice.", **bare), "asked.md") == ["Alice"]


def test_one_tag_by_default_and_more_only_where_each_stands_on_its_own():
    others = {f"g{number}.md": note("Coins.", "Gold") for number in range(3)}
    passing = "# Alice\nAlice called, twice. Something on gold."
    assert tags_for(vault_with("Alice", passing, **others), "asked.md") == ["Alice"]
    both = "# Alice buys gold\nAlice asked for the gold price. Gold is up; Alice buys."
    assert sorted(tags_for(vault_with("Alice", both, **others), "asked.md")) == ["Alice", "Gold"]


def test_two_spellings_of_one_name_are_suggested_once_in_that_of_most_notes():
    others = {"o1.md": note("Else.", "Project-A"), "o2.md": note("Else.", "project a")}
    vault = vault_with("Project_A", "# Project-A\nProject-A starts, Project-A runs.", **others)
    assert tags_for(vault, "asked.md") == ["Project_A"]
    carries = vault_with("Project_A", note("# Project A\nProject A starts.", "Project-A"), **others)
    assert tags_for(carries, "asked.md") == []


def test_an_alias_names_the_tag_and_a_note_that_carries_one_needs_no_other():
    aliases = (("Project_A", "项目甲", "Falcon"),)
    vault = vault_with("Project_A", "# Falcon\nFalcon flies, 项目甲 too.")
    assert tags_for(vault, "asked.md") == []
    assert tags_for(vault, "asked.md", aliases=aliases) == ["Project_A"]
    both = vault_with("Project_A", note("# Project A\nProject A.", "Falcon"))
    assert tags_for(both, "asked.md", aliases=aliases) == []


def test_the_last_part_of_a_name_means_a_tag_only_where_it_is_one_tag():
    text = "# Acme\nAcme signed. Acme pays."
    assert tags_for(vault_with("client/acme", text), "asked.md") == ["client/acme"]
    two = {f"s{number}.md": note("Else.", "supplier/acme") for number in range(3)}
    assert tags_for(vault_with("client/acme", text, **two), "asked.md") == []


def test_the_longest_name_counts():
    others = {f"c{number}.md": note("Else.", "Alice_Chen") for number in range(3)}
    vault = vault_with("Alice", "# Alice Chen\nAlice Chen called.", **others)
    assert tags_for(vault, "asked.md") == ["Alice_Chen"]


def test_a_note_with_as_many_tags_as_it_may_have_gets_none():
    vault = vault_with("Alice", note("# Alice\nAlice, Alice.", "one", "two", "three"))
    found = suggested(vault, "asked.md")
    assert (found.suggestions, found.full) == ((), True)
    assert why_nothing(found) == "it has 3 tags already, and a note should have no more"


def test_a_tagged_note_is_asked_for_more_than_one_without_tags():
    once = "Some notes. Alice was there."
    assert tags_for(vault_with("Alice", note(once, "Gold")), "asked.md") == []


def test_nearest_notes_lift_a_tag_that_is_not_named_and_are_told():
    encoder = Concepts("garden tulip rose soil", "boat sail harbour")
    near = {f"n{number}.md": note("Rose and tulip in the garden soil.", "Garden_Diary") for number in range(9)}
    far = {f"f{number}.md": note("A boat under sail in the harbour.", "Sailing") for number in range(30)}
    vault = Vault({**near, **far, "asked.md": "Tulip and rose: the garden needs soil."}, encoder)
    (only,) = suggested(vault, "asked.md").suggestions
    assert only.tag == "Garden_Diary"
    assert reasons_in_words(only) == ("9 of 9 nearest notes carry it: n0.md, n1.md and 7 more",)
    assert tags_for(vault, "asked.md", words_only=True) == []
    assert not suggested(vault, "asked.md", words_only=True).with_meaning


def test_linked_notes_support_a_name_but_a_link_to_a_list_alone_says_nothing():
    listing = note("\n".join(f"- [[t{number}]]" for number in range(3)), "Alice")
    vault = vault_with("Alice", "See [[index]].", **{"index.md": listing})
    assert tags_for(vault, "asked.md") == []
    linked = vault_with("Alice", "Alice said so: [[t0]], [[t1]], [[t2]]. Ask Alice.")
    (only,) = suggested(linked, "asked.md").suggestions
    assert reasons_in_words(only)[-1] == "3 of 3 linked notes carry it: t0.md, t1.md and 1 more"


def test_a_note_whose_text_has_gone_is_asked_by_its_title_and_says_so():
    vault = vault_with("Gold", note("# Bars\nNothing.", title="Gold"))
    del vault.texts["asked.md"]
    assert tags_for(vault, "asked.md") == ["Gold"]
    del vault.texts["b1.md"]
    assert why_nothing(suggested(vault, "b1.md")) == "its text cannot be read, or has changed since it was indexed"


WORDS = st.sampled_from(
    ["Alice", "gold", "Project A", "项目甲", "acme", "not", "a", "rain", "\n# ", "\n> ", "`", "[[", "]]"]
)
BODIES = st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=40)
TAGS = st.sampled_from(
    ["Alice", "alice", "Gold", "Project_A", "Project-A", "client/acme", "项目甲", "#gold", "a", "\x1b[31m"]
)
NOTES = st.dictionaries(
    st.sampled_from(["a.md", "b.md", "Alice.md", "daily/c.md", "项目甲.md", "e.md"]),
    st.tuples(BODIES, st.lists(TAGS, max_size=4, unique=True)),
    min_size=1,
)


def read_vault(texts: dict[str, str]) -> Vault:
    return Vault(texts, Concepts("alice 项", "gold a", "rain project"))


def text_of(body: str, tags: list[str]) -> str:
    listed = "".join(f"\n  - '{tag}'" for tag in tags)
    return f"---\nmemory_tags:{listed}\n---\n{body}"


@settings(deadline=None)
@given(NOTES)
def test_suggestions_are_tags_of_the_vault_that_the_note_does_not_carry_within_the_limit(notes):
    vault = read_vault({path: text_of(*parts) for path, parts in notes.items()})
    suggester = suggester_of(vault)
    for path in notes:
        found = suggester.suggest(path)
        carried = vault.snapshot.tags.keys_of(path)
        keys = [one.key for one in found.suggestions]
        assert len(set(keys)) == len(keys)
        assert not keys or len(keys) + len(carried) <= MOST_TAGS
        assert carried.isdisjoint(keys)
        for one in found.suggestions:
            assert one.tag == vault.snapshot.tags.row(one.key).tag
            assert one.reasons
        assert found == suggester_of(vault).suggest(path)


@settings(deadline=None)
@given(NOTES, NOTES, st.sets(st.sampled_from(["a.md", "b.md", "daily/c.md"])))
def test_the_same_is_suggested_whatever_the_history(before, after, gone):
    stepped = read_vault({path: text_of(*parts) for path, parts in before.items()})
    for path, parts in after.items():
        stepped.change({path: text_of(*parts)})
    for path in gone & stepped.texts.keys():
        stepped.change({}, [path])
    at_once = read_vault(dict(sorted(stepped.texts.items())))
    one, other = suggester_of(stepped), suggester_of(at_once)
    for path in stepped.texts:
        assert one.suggest(path) == other.suggest(path)


def test_names_of_a_vault_are_taken_over_from_the_one_before():
    vault = vault_with("Project_A", "Text.")
    before = TagNames(vault.snapshot.tags.rows())
    vault.change({"new.md": note("Text.", "Project_B")})
    rows = vault.snapshot.tags.rows()
    after = TagNames(rows, before=before)
    assert after.forms == TagNames(rows).forms
    assert after.forms["Project_A"] is before.forms["Project_A"]


@pytest.fixture(scope="module")
def encoder():
    return load_encoder(model_folder())


@pytest.mark.parametrize(
    ("name", "first", "every", "recall", "silent"),
    [
        ("english.txt", 0.95, 0.95, 0.8, 0.9),
        ("chinese.txt", 0.9, 0.9, 0.8, 0.85),
        ("mixed.txt", 0.95, 0.95, 0.75, 1.0),
        ("journal.txt", 0.92, 0.92, 0.6, 0.8),
        ("traps.txt", 0.9, 0.9, 0.7, 0.8),
    ],
)
def test_what_people_tagged_is_suggested_and_little_else(encoder, name, first, *, every, recall, silent):
    score = Score()
    for want, got in leave_one_out(texts_in(name), encoder):
        score.add(want, got)
    assert score.first_right / score.first >= first
    assert score.all_right / score.all >= every
    assert score.all_right / score.tags >= recall
    assert score.silent / score.bare >= silent


@pytest.mark.parametrize("name", ["english.txt", "chinese.txt", "mixed.txt", "journal.txt", "traps.txt"])
def test_words_alone_are_as_right_if_less_often(name):
    score = Score()
    for want, got in leave_one_out(texts_in(name), None):
        score.add(want, got)
    assert score.first_right / score.first >= 0.85
    assert score.all_right / score.tags >= 0.5


def test_a_vault_of_which_a_third_is_tagged_is_guessed_at_as_well(encoder):
    score = Score()
    for name in ("english.txt", "mixed.txt", "journal.txt", "traps.txt"):
        texts = texts_in(name)
        for want, got in leave_out(texts, encoder, [path for at, path in enumerate(texts) if at % 3]):
            score.add(want, got)
    assert score.first_right / score.first >= 0.88
    assert score.all_right / score.tags >= 0.5
    assert score.silent / score.bare >= 0.9


def test_the_demo_vault_with_its_doubled_tags(encoder):
    score = Score()
    for want, got in leave_one_out(texts_below(shipped("demo_vault")), encoder, same=one_in_demo):
        score.add(want, got)
    assert score.first_right / score.first >= 0.92
    assert score.all_right / score.all >= 0.85
    assert score.all_right / score.tags >= 0.3

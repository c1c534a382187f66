from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.query.query import Scope
from reme_tui.core.query.text import parse_query
from reme_tui.search.index import passage_index
from reme_tui.search.results import Relaxed
from reme_tui.search.spelling import suggest
from tests.search.vault import Concepts, Vault, note

LAUNCHES = {
    "daily/2026-09-17/checklist.md": note(
        "What we must confirm before launch: the regression, the customer notice.", "Project_A", title="Checklist"
    ),
    "daily/2026-09-18/owner.md": note("Marta owns the budget of this launch. See [[checklist]].", "Project_B"),
    "digest/wiki/rollback.md": note("How to roll back a launch at night.", "Project_A", "Runbook"),
    "daily/2026-10-01/发布.md": note("发布前需要先完成回归测试，并由 Alice 确认客户通知。", "项目A", title="检查"),
    "daily/2026-10-02/garden.md": note("Tomatoes and basil, the roof needs water."),
}
MODEL = Concepts("launch release 发布", "confirm approve 确认", "tomatoes vegetables 番茄", "budget money 预算")


@pytest.fixture
def vault():
    return Vault(LAUNCHES)


@pytest.fixture
def wise_vault():
    return Vault(LAUNCHES, MODEL)


def test_words_in_scope_only(vault):
    assert set(vault.found("confirm launch")) == {
        "daily/2026-09-17/checklist.md",
        "daily/2026-09-18/owner.md",
        "digest/wiki/rollback.md",
    }
    scope = Scope(tags=("project a",))
    results = vault.search("confirm launch", scope=scope)
    assert [hit.note.path for hit in results.hits] == ["daily/2026-09-17/checklist.md", "digest/wiki/rollback.md"]
    assert results.scope_notes == 2
    assert results.total_notes == 2


def test_scores_are_those_of_the_whole_vault(vault):
    whole = {hit.note.path: hit.passages[0].words.score for hit in vault.search("launch").hits}
    scoped = vault.search("launch", scope=Scope(tags=("Project_B",))).hits
    assert [(hit.note.path, hit.passages[0].words.score) for hit in scoped] == [
        ("daily/2026-09-18/owner.md", whole["daily/2026-09-18/owner.md"])
    ]


def test_a_date_range_leaves_undated_notes_out_and_counts_them(vault):
    scope = Scope(since=dt.date(2026, 9, 17), until=dt.date(2026, 9, 18))
    results = vault.search("launch", scope=scope)
    assert {hit.note.path for hit in results.hits} == {"daily/2026-09-17/checklist.md", "daily/2026-09-18/owner.md"}
    assert results.undated == 1


def test_an_unknown_tag_finds_nothing_and_is_named(vault):
    results = vault.search("launch", scope=Scope(tags=("Project_Z",)))
    assert (results.hits, results.unknown_tags, results.empty) == ((), ("Project_Z",), "scope")


@pytest.mark.parametrize(
    ("text", "scope", "step"),
    [
        ("zzz", Scope(), "words"),
        ("launch", Scope(since=dt.date(2030, 1, 1)), "dates"),
        ("launch", Scope(path="nowhere/"), "scope"),
        ("tomatoes", Scope(tags=("Project_A",)), "words"),
        ("launch", Scope(), None),
    ],
)
def test_says_which_step_left_nothing(vault, text, scope, step):
    assert vault.search(text, scope=scope).empty == step


@pytest.mark.parametrize(
    ("text", "scope", "relaxed", "notes"),
    [
        ('"budget this launch"', Scope(), "budget this launch", 3),
        ("launch -launch -budget", Scope(), "launch", 3),
        ("-night", Scope(path="digest/"), "", 1),
        ('"a launch" launch -night', Scope(), '"a launch" launch', 1),
        ('"launch garden" -launch', Scope(tags=("Project_A",)), "launch garden", 2),
        ('"budget launch" -night', Scope(), "budget launch -night", 2),
        ("zzz -launch", Scope(), None, 0),
        ('"zzz"', Scope(), None, 0),
        ('"a launch"', Scope(path="nowhere/"), None, 0),
        ('"a launch"', Scope(), None, 0),
    ],
)
def test_without_which_condition_there_would_be_hits(vault, text, scope, relaxed, notes):
    asked, fewer = (None if each is None else parse_query(each, dt.date(2026, 9, 21)) for each in (text, relaxed))
    found = vault.search(asked.text, phrases=asked.phrases, excluded=asked.excluded, scope=scope)
    assert found.relaxed == (fewer and Relaxed(replace(fewer, scope=scope), notes))


def test_no_other_spelling_is_looked_for_without_the_condition_that_left_nothing(vault, monkeypatch):
    looked_for = []

    def noted(text, vocabulary, *, prefix):
        looked_for.append(text)
        return suggest(text, vocabulary, prefix=prefix)

    monkeypatch.setattr("reme_tui.search.engine.suggest", noted)
    found = vault.search("launch tomatos", excluded=("launch", "tomatoes"))
    assert found.relaxed == Relaxed(replace(found.query, excluded=()), 3)
    assert looked_for == ["launch tomatos"]


def test_title_description_and_tags_are_searchable():
    vault = Vault(
        {
            "a.md": note("Nothing here.", "Kraken", title="Quarterly figures", description="On the price of copper"),
            "b.md": note("", "Empty_Note", title="Without a body"),
        }
    )
    for word in ("quarterly", "copper", "kraken"):
        assert vault.found(word) == ["a.md"]
    assert vault.found("body") == ["b.md"]
    assert vault.found("empty note") == ["b.md"]


def test_chinese_is_found_inside_a_run_and_an_absent_word_only_lowers_the_score():
    vault = Vault({"a.md": "云工水泵的精确维修步骤，先断电。\n", "b.md": "花园日记。\n"})
    assert vault.found("精确") == ["a.md"]
    assert vault.found("水泵 优惠") == ["a.md"]
    assert vault.found("泵") == ["a.md"]
    assert vault.found("維修") == ["a.md"]


def test_short_and_odd_names():
    vault = Vault({"1.md": "We wrote it in C++.", "2.md": "The C# port.", "3.md": "Project_A and plan B."})
    assert vault.found("c++") == ["1.md"]
    assert vault.found("C#") == ["2.md"]
    assert vault.found("b") == ["3.md"]
    assert vault.found("project") == ["3.md"]
    assert vault.found("c") == []


def test_a_quoted_phrase_must_occur(vault):
    assert vault.found(phrases=["customer notice"]) == ["daily/2026-09-17/checklist.md"]
    assert vault.found(phrases=["notice customer"]) == []
    assert vault.found("launch", phrases=["Marta"]) == ["daily/2026-09-18/owner.md"]
    assert vault.found(phrases=["客户通知"]) == ["daily/2026-10-01/发布.md"]
    assert vault.found(phrases=["项目a"]) == ["daily/2026-10-01/发布.md"]
    assert vault.found(phrases=["Checklist What"]) == []
    assert vault.found(phrases=["launch", "Marta"]) == ["daily/2026-09-18/owner.md"]
    assert vault.search(phrases=["notice customer"]).empty == "words"


def test_an_excluded_word_or_phrase_must_not_occur_anywhere_in_the_note(vault):
    assert "daily/2026-09-17/checklist.md" not in vault.found("launch", excluded=["customer notice"])
    assert "daily/2026-09-17/checklist.md" in vault.found("launch", excluded=["notice customer"])
    assert "digest/wiki/rollback.md" not in vault.found("launch", excluded=["runbook"])
    left = vault.found(excluded=["launch"])
    assert left == ["daily/2026-10-02/garden.md", "daily/2026-10-01/发布.md"]


def test_a_note_that_changed_on_disk_is_not_trusted_to_hold_a_phrase(vault):
    vault.texts.clear()
    assert vault.found(phrases=["customer notice"]) == []
    assert "daily/2026-09-17/checklist.md" not in vault.found("launch", excluded=["customer notice"])
    (hit,) = vault.search("marta").hits
    assert (hit.passages[0].text, hit.passages[0].marks) == ("", ())


def test_phrases_hold_within_a_scope_too(vault):
    assert vault.found(phrases=["launch"], scope=Scope(tags=("Project_B",))) == ["daily/2026-09-18/owner.md"]
    assert vault.found("launch", excluded=["marta"], scope=Scope(tags=("Project_B",))) == []


def test_the_last_word_is_a_prefix_while_typing(vault):
    assert vault.found("confi") == []
    assert vault.found("confi", prefix=True) == ["daily/2026-09-17/checklist.md"]
    assert vault.found("confi ", prefix=True) == []
    assert vault.found("confi marta", prefix=True) == ["daily/2026-09-18/owner.md"]
    (hit,) = vault.search("confi", prefix=True).hits
    assert [hit.passages[0].text[start:end] for start, end in hit.passages[0].marks] == ["confirm"]
    assert vault.search("confi", prefix=True).unfinished


def test_a_last_word_that_finds_no_more_as_a_beginning_is_taken_as_it_stands(vault):
    for text in ("confirm", "confi marta", "marta confrim"):
        typed, finished = vault.search(text, prefix=True), vault.search(text)
        assert not typed.unfinished
        assert [hit.note.path for hit in typed.hits] == [hit.note.path for hit in finished.hits]
        assert typed.suggestion == finished.suggestion
    assert vault.search("marta confrim", prefix=True).suggestion == "marta confirm"
    assert vault.search("confrim lau", prefix=True).unfinished
    assert vault.search("confrim lau", prefix=True).suggestion == "confirm lau"
    assert vault.search("lanch confrim", prefix=True).suggestion == "launch confirm"


def test_without_a_query_the_newest_come_first(vault):
    results = vault.search()
    assert [hit.note.path for hit in results.hits] == [
        "daily/2026-10-02/garden.md",
        "daily/2026-10-01/发布.md",
        "daily/2026-09-18/owner.md",
        "daily/2026-09-17/checklist.md",
        "digest/wiki/rollback.md",
    ]
    assert results.hits[0].passages[0].words is None
    assert results.hits[0].passages[0].text.startswith("Tomatoes")
    assert vault.found(limit=2, scope=Scope(tags=("Project_A",))) == [
        "daily/2026-09-17/checklist.md",
        "digest/wiki/rollback.md",
    ]


def test_hits_in_order_of_date_come_newest_first_and_those_that_hold_no_word_last(wise_vault):
    texts = {f"{day}.md": note(body) for day, body in {"2026-01-01": "launch", "2026-03-01": "launch " * 9}.items()}
    wise_vault.change(texts)
    best, newest = (wise_vault.search("launch", order=order) for order in ("best", "newest"))
    assert [hit.note.path for hit in newest.hits] == [
        "daily/2026-09-18/owner.md",
        "daily/2026-09-17/checklist.md",
        "2026-03-01.md",
        "2026-01-01.md",
        "digest/wiki/rollback.md",
        "daily/2026-10-01/发布.md",
    ]
    assert {hit.note.path for hit in best.hits} == {hit.note.path for hit in newest.hits}
    assert newest.hits[-1].passages[0].words is None
    assert wise_vault.found("launch", order="newest", limit=2) == [hit.note.path for hit in newest.hits[:2]]


def test_a_hit_shows_its_best_passage_and_counts_the_others():
    filler = "Some words to fill a section. " * 60
    body = "\n\n".join(f"## Part {number}\n\n{filler}" for number in range(6)) + "\n\n## Kraken\n\nkraken kraken\n"
    vault = Vault({"long.md": note(body + "\n## Last\n\nOne kraken more.\n", title="Long")})
    (hit,) = vault.search("kraken part").hits
    best = hit.passages[0]
    assert best.text.startswith("## Kraken")
    lines = vault.texts["long.md"].split("\n")
    assert "\n".join(lines[best.first_line - 1 : best.last_line]).strip() == best.text.strip()
    assert best.words.rank == 1
    assert len(hit.passages) == 3
    assert hit.more == vault.search("kraken part").total_passages - 3 > 0
    assert [best.text[start:end] for start, end in best.marks] == ["Kraken", "kraken", "kraken"]


def test_meaning_finds_what_shares_no_word(wise_vault):
    results = wise_vault.search("approve the release")
    assert results.without_meaning == ""
    hit = results.hits[0]
    assert hit.note.path == "daily/2026-10-01/发布.md"
    assert hit.passages[0].words is None
    assert hit.passages[0].meaning.rank == 1
    assert hit.passages[0].meaning.score == pytest.approx(1, abs=0.01)


def test_a_long_passage_that_holds_all_words_is_in_the_words_list(wise_vault):
    long = note("zebra launch " + "发布前需要先完成回归测试，" * 12)
    wise_vault.change({"long.md": long, "one.md": note("A zebra. " * 3), "other.md": note("launch")})
    hits = {hit.note.path: hit.passages[0] for hit in wise_vault.search("zebra launch").hits}
    assert hits["long.md"].words is not None


def test_meaning_stays_in_scope(wise_vault):
    assert set(wise_vault.found("release", scope=Scope(tags=("Project_A",)))) == {
        "daily/2026-09-17/checklist.md",
        "digest/wiki/rollback.md",
    }


def test_stop_words_alone_do_not_enter_the_words_list(wise_vault):
    results = wise_vault.search("what about the vegetables we need")
    assert [hit.note.path for hit in results.hits] == ["daily/2026-10-02/garden.md"]
    assert results.hits[0].passages[0].words is None
    assert wise_vault.found("the") == wise_vault.found("the", words_only=True) != []


def test_a_rare_word_is_found_inside_a_long_question():
    texts = {f"n{number}.md": f"We need to say what else is on the list of item {number}." for number in range(30)}
    texts["rare.md"] = "Tell the kerfuffle what we did."
    vault = Vault(texts, Concepts("unrelated", "list item"))
    assert vault.found("what else did we say about the kerfuffle, and do we need to do anything?")[0] == "rare.md"


def test_words_meet_no_gate_where_meaning_takes_no_part(wise_vault):
    question = "marta owns xylophone zebra tomatoes"
    unknown = "marta zebra"
    assert wise_vault.search(question, words_only=True).without_meaning == "words only"
    assert "daily/2026-09-18/owner.md" in wise_vault.found(question, words_only=True)
    assert wise_vault.search(unknown).without_meaning == "the model knows none of these words"
    assert wise_vault.found(unknown) == ["daily/2026-09-18/owner.md"]
    assert Vault(LAUNCHES).search("launch").without_meaning == "no model is loaded"


def test_a_passage_with_a_phrase_enters_the_words_list_whatever_its_score(wise_vault):
    text = "tomatoes basil water roof"
    gated = wise_vault.search(text, phrases=["launch"])
    assert all(hit.passages[0].words for hit in gated.hits)
    assert len(gated.hits) == 3


def test_meaning_is_read_in_parts_and_says_so():
    vault = Vault({}, MODEL)
    vault.change(LAUNCHES, encode=False)
    assert vault.engine.pending == 5
    assert vault.search("release").without_meaning == "still reading meaning: 0 of 5 passages"
    vault.engine = vault.engine.encode_pending(vault.read, 2)
    results = vault.search("release")
    assert results.without_meaning == "still reading meaning: 2 of 5 passages"
    assert [hit.note.path for hit in results.hits] == ["daily/2026-09-18/owner.md", "daily/2026-09-17/checklist.md"]
    assert "daily/2026-10-02/garden.md" in vault.found("water confirm approve budget money launch")
    vault.encode()
    assert len(vault.found("release")) == 4


def test_what_cannot_be_read_is_near_to_nothing():
    vault = Vault({}, MODEL)
    vault.change(LAUNCHES, encode=False)
    vault.engine = vault.engine.encode_pending(lambda path: None, 100)
    assert vault.engine.pending == 0
    assert vault.found("release") == []


def test_another_model_makes_all_pending_the_same_does_not(wise_vault):
    assert wise_vault.engine.with_encoder(MODEL).pending == 0
    other = Concepts("launch", "confirm", fingerprint="other")
    assert wise_vault.engine.with_encoder(other).pending == 5


def test_text_encoded_for_a_passage_carries_the_title():
    model = Concepts("a", "b")
    vault = Vault({"n.md": note("# One\n\nalpha\n\n# Two\n\nbeta", "Gold", title="Name", description="About")}, model)
    assert vault.engine.passage_count == 2
    assert model.encoded == ["Name\nAbout\nGold\n# One\n\nalpha", "Name\n# Two\n\nbeta"]


def test_did_you_mean(vault):
    assert vault.search("confrim the lunch").suggestion == "confirm the launch"
    assert vault.search("confirm the launch").suggestion == ""


def test_equal_scores_newer_first_then_by_path():
    same = note("The very same words.", title="Same")
    vault = Vault({"b.md": same, "a.md": same, "2026-01-01.md": same, "2026-02-01.md": same})
    vault.change({"0.md": same})
    assert vault.found("words") == ["2026-02-01.md", "2026-01-01.md", "0.md", "a.md", "b.md"]


def test_a_query_without_any_token_finds_nothing(wise_vault):
    for text in ("!!!", "🚀", '"', "\ud83d", "[/"):
        results = wise_vault.search(text)
        assert (results.hits, results.empty) == ((), "words")


@pytest.mark.parametrize("texts", [{}, {"e.md": ""}, {"e.md": "---\n---\n"}, {"e.md": "!!!"}, {"e.md": "\ud800 [red]"}])
def test_tiny_vaults_do_not_fail(texts):
    for vault in (Vault(texts), Vault(texts, MODEL)):
        for text in ("", "release", "the", "red"):
            results = vault.search(text, prefix=True)
            assert len(results.hits) == results.total_notes
        assert vault.search().empty == (None if texts else "scope")


def test_two_futures_of_one_engine_do_not_mix():
    vault = Vault({"a.md": note("launch", "Gold")}, MODEL)
    engine, snapshot, texts = vault.engine, vault.snapshot, dict(vault.texts)
    scope = Scope(tags=("Gold",))
    futures = []
    for name, others in (("left.md", {}), ("right.md", {"other.md": "Tomatoes."})):
        vault.engine, vault.snapshot, vault.texts = engine, snapshot, dict(texts)
        vault.change({**others, name: note("launch", "Gold")})
        futures.append((vault.engine, vault.snapshot, vault.texts, {name, "a.md"}))
    for vault.engine, vault.snapshot, vault.texts, wanted in futures:
        assert set(vault.found("launch", scope=scope)) == set(vault.found("release")) == wanted


WORDS = ["launch", "confirm", "gold", "黄金", "发布会", "the", "tomatoes", "budget", "确认"]
BODIES = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
PATHS = st.sampled_from(["a.md", "b.md", "daily/2026-01-02.md", "daily/2026-01-03/c.md", "d/e.md"])
TEXTS = st.builds(note, BODIES, st.sampled_from(["Gold", "Alice"]))
STEPS = st.lists(st.tuples(st.dictionaries(PATHS, TEXTS, max_size=3), st.sets(PATHS, max_size=2)), max_size=8)
QUERIES = st.tuples(
    st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=1),
    st.sampled_from([Scope(), Scope(tags=("Gold",)), Scope(since=dt.date(2026, 1, 1))]),
)


def answer(vault, query):
    text, phrases, scope = query
    results = vault.search(text, phrases=phrases, scope=scope, prefix=True)
    hits = [(hit.note.path, hit.score, hit.passages, hit.more) for hit in results.hits]
    return hits, results.total_notes, results.total_passages, results.empty, results.suggestion


@given(STEPS, st.lists(QUERIES, min_size=1, max_size=3))
@settings(max_examples=60)
def test_answers_do_not_depend_on_history(steps, queries):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passage_index, "MOST_DEAD_SLOTS", 3)
        vault = Vault({}, MODEL)
        for changed, removed in steps:
            vault.change(changed, [path for path in removed if path in vault.texts and path not in changed])
        fresh = Vault(dict(sorted(vault.texts.items(), reverse=True)), MODEL)
        for query in queries:
            assert answer(vault, query) == answer(fresh, query)


@given(STEPS)
@settings(max_examples=30)
def test_an_earlier_engine_goes_on_answering_as_it_did(steps):
    vault = Vault({}, MODEL)
    query = ("launch gold confirm", [], Scope())
    kept = []
    for changed, removed in steps:
        vault.change(changed, [path for path in removed if path in vault.texts and path not in changed])
        kept.append((vault.engine, vault.snapshot, dict(vault.texts), answer(vault, query)))
    for engine, snapshot, texts, before in kept:
        vault.engine, vault.snapshot, vault.texts = engine, snapshot, texts
        assert answer(vault, query) == before

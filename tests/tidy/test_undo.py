"""Undo: exact where it can be, ordinary where it must be, never over newer text."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.changes import Delete, Mend, Merge, Rename, Retag, Suggested, Undo
from reme_tui.tidy.edits.splices import Splice
from reme_tui.tidy.edits.traces import done_again, trace_of
from reme_tui.tidy.planning.monitor import Monitor
from tests.tidy.vaults import Bench, note


def flow(*tags: str, body: str = "Text.\n") -> str:
    return f"---\nmemory_tags: [{', '.join(tags)}]\n---\n{body}"


def reasons(plan) -> dict[str, str]:
    return {refusal.path: refusal.reason for refusal in plan.refusals}


@pytest.mark.parametrize(
    "change",
    [
        Rename("one", "uno"),
        Rename("two", "three"),
        Merge(("one", "two"), "new"),
        Merge(("one",), "three"),
        Delete(("two",)),
        Delete(("one", "two", "three")),
        Retag(("a.md",), add=("extra",), remove=("one",)),
        Retag(("a.md", "b.md", "none.md", "bare.md"), add=("extra",)),
        Suggested((("b.md", ("three",)), ("none.md", ("two", "one")), ("bare.md", ("extra",)))),
    ],
)
def test_an_undo_restores_every_byte(make_bench, change):
    files = {
        "a.md": "---\ntitle: t  # why\nmemory_tags: [ one,  'two' ,three ] # list\nz: 1.10\n---\nText.\n",
        "b.md": "\ufeff---\r\nmemory_tags:\r\n- two # second\r\n-   one\r\n---\r\nText.",
        "none.md": "---\ntitle: t\n---\n",
        "bare.md": "\ufeffText.\n",
    }
    bench = make_bench(files)
    outcome = bench.do(change)
    assert outcome.applied
    assert bench.texts() != files
    assert bench.undo().applied == outcome.applied
    assert bench.texts() == files


def test_an_undo_is_an_entry_and_redo_is_undoing_it(make_bench):
    bench = make_bench({"a.md": flow("one")})
    bench.do(Rename("one", "two"))
    undo = bench.undo()
    assert bench.text("a.md") == flow("one")
    redo = bench.undo(undo.id)
    assert bench.text("a.md") == flow("two")
    titles = [(entry.title, entry.state) for entry in bench.cleanup().log().done]
    assert titles == [
        ("redo rename one to two", "applied"),
        ("undo rename one to two", "undone"),
        ("rename one to two", "applied"),
    ]
    bench.undo(redo.id)
    assert bench.text("a.md") == flow("one")


def test_plain_undo_takes_the_newest_that_is_no_undo(make_bench):
    bench = make_bench({"a.md": flow("one"), "b.md": flow("two")})
    bench.do(Rename("one", "uno"))
    bench.do(Rename("two", "due"))
    assert bench.undo().applied == ("b.md",)
    assert bench.undo().applied == ("a.md",)
    assert bench.cleanup().plan_undo().objection == "there is nothing to undo"


def test_an_unknown_entry_is_objected_to(make_bench):
    assert "no entry in the history: q" in make_bench({}).cleanup().plan_undo("q").objection


def test_what_was_never_applied_is_not_undone(make_bench):
    bench = make_bench({"a.md": flow("one"), "b.md": flow("one")})
    plan = bench.plan(Rename("one", "two"))
    bench.write("b.md", flow("one", body="newer\n"))
    bench.cleanup().apply(plan)
    assert bench.undo().applied == ("a.md",)
    assert bench.text("b.md") == flow("one", body="newer\n")


def test_an_edited_body_is_kept(make_bench):
    bench = make_bench({"a.md": flow("alpha"), "b.md": flow("beta")})
    bench.do(Merge(("alpha",), "beta"))
    bench.write("a.md", flow("beta", body="Quite another text.\n"))
    bench.undo()
    assert bench.texts() == {"a.md": flow("alpha", body="Quite another text.\n"), "b.md": flow("beta")}


def test_other_keys_edited_since_are_kept_and_the_order_is_restored(make_bench):
    bench = make_bench({"a.md": note("browser", "misc", "browsers")})
    bench.do(Rename("browser", "browsers"))
    bench.write("a.md", bench.text("a.md").replace("A note", "Another"))
    bench.undo()
    assert bench.text("a.md") == note("browser", "misc", "browsers").replace("A note", "Another")


def test_tags_added_by_hand_are_kept(make_bench):
    bench = make_bench({"a.md": flow("one", "two")})
    bench.do(Delete(("one",)))
    bench.write("a.md", flow("two", "hand"))
    bench.undo()
    assert bench.text("a.md") == flow("one", "two", "hand")


def test_a_list_written_anew_gets_its_tag_back_as_an_ordinary_edit(make_bench):
    bench = make_bench({"a.md": flow("one", "two")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", "---\nmemory_tags:\n- other\n- uno\n---\n")
    bench.undo()
    assert bench.text("a.md") == "---\nmemory_tags:\n- other\n- one\n---\n"


def test_a_tag_taken_off_by_hand_is_a_conflict(make_bench):
    bench = make_bench({"a.md": flow("one", "two"), "b.md": flow("one")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", flow("two"))
    plan = bench.cleanup().plan_undo()
    assert reasons(plan) == {"a.md": "the tag uno, which the clean-up wrote, is not there any more"}
    assert bench.cleanup().apply(plan).applied == ("b.md",)
    assert bench.text("a.md") == flow("two")


def test_what_is_as_before_already_is_passed_over(make_bench):
    bench = make_bench({"a.md": flow("one"), "b.md": flow("one")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", flow("one"))
    plan = bench.cleanup().plan_undo()
    assert ([edit.path for edit in plan.edits], plan.refusals) == (["b.md"], ())


def test_a_mend_undone_after_its_list_was_edited_is_a_conflict(make_bench):
    bench = make_bench({"a.md": "---\nmemory_tags: one, two\n---\n"})
    bench.do(Mend(("a.md",), "string_tags"))
    bench.write("a.md", "---\nmemory_tags:\n- two\n- one\n---\n")
    plan = bench.cleanup().plan_undo()
    assert reasons(plan) == {"a.md": "what the clean-up changed has been edited since"}


@pytest.mark.parametrize(
    "text", ["no block\n", "---\nmemory_tags: [uno\n---\n", "---\n<<<<<<< a\n=======\n>>>>>>> b\n---\n"]
)
def test_notes_that_cannot_be_edited_any_more_are_conflicts(make_bench, text: str):
    bench = make_bench({"a.md": flow("one")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", text)
    plan = bench.cleanup().plan_undo()
    assert (plan.edits, len(plan.refusals)) == ((), 1)
    assert bench.text("a.md") == text


def test_an_unresolved_conflict_in_the_body_is_never_written(make_bench):
    bench = make_bench({"a.md": flow("one")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", flow("uno", body="<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"))
    assert "conflict" in reasons(bench.cleanup().plan_undo())["a.md"]


def test_a_note_that_moved_away_is_named(make_bench):
    bench = make_bench({"a.md": flow("one"), "b.md": flow("one")})
    bench.do(Rename("one", "uno"))
    (bench.vault / "a.md").rename(bench.vault / "moved.md")
    assert reasons(bench.cleanup().plan_undo()) == {"a.md": "it is gone"}
    assert bench.undo().applied == ("b.md",)


def test_a_byte_order_mark_added_since_is_kept(make_bench):
    bench = make_bench({"a.md": flow("one")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", "\ufeff" + flow("uno", body="more"))
    bench.undo()
    assert bench.text("a.md") == "\ufeff" + flow("one", body="more")


def test_taking_back_an_older_change_does_the_later_ones_again(make_bench):
    bench = make_bench({"a.md": flow("red", "two"), "b.md": flow("green")})
    first = bench.do(Rename("red", "green"))
    bench.do(Merge(("green", "two"), "blue"))
    bench.undo(first.id)
    assert bench.text("a.md") == flow("red", "blue")
    assert bench.text("b.md") == flow("blue")
    bench.undo()
    assert bench.texts() == {"a.md": flow("red", "two"), "b.md": flow("green")}


def test_files_left_out_of_an_undo_can_be_undone_later(make_bench):
    bench = make_bench({"a.md": flow("one"), "b.md": flow("one")})
    entry = bench.do(Rename("one", "uno"))
    cleanup = bench.cleanup()
    cleanup.apply(cleanup.plan_undo(), skip={"b.md"})
    assert bench.undo(entry.id).applied == ("b.md",)
    assert bench.cleanup().plan_undo(entry.id).objection == "there is nothing left to take back"


def test_an_undo_that_was_cancelled_leaves_the_rest_to_the_next_one(make_bench):
    bench = make_bench({f"{number}.md": flow("one") for number in range(5)})
    bench.do(Rename("one", "uno"))
    done = []
    cleanup = bench.cleanup()
    monitor = Monitor(lambda *figures: done.append(figures), lambda: len(done) == 2)
    assert len(cleanup.apply(cleanup.plan_undo(), monitor=monitor).applied) == 2
    assert [(entry.state, entry.cancelled) for entry in bench.cleanup().log().done] == [
        ("applied", True),
        ("applied", False),
    ]
    assert len(bench.undo().applied) == 3
    assert set(bench.texts().values()) == {flow("one")}
    assert [entry.state for entry in bench.cleanup().log().done] == ["applied", "applied", "undone"]


HANDS = {
    "body": lambda text: text.replace("Text.", "By hand."),
    "title": lambda text: text.replace("A note", "By hand"),
    "a key": lambda text: text.replace("title:", "mood: good # new\ntitle:"),
    "comment": lambda text: text.replace("memory_tags:\n", "memory_tags: # by hand\n").replace("# list", "# by hand"),
    "nothing": lambda text: text,
}
CHANGES = [
    Rename("one", "uno"),
    Rename("two", "three"),
    Rename("one", "two"),
    Merge(("one", "two", "four"), "five"),
    Merge(("uno", "three"), "five"),
    Delete(("two",)),
    Delete(("uno", "five")),
    Retag(("a.md",), add=("extra",), remove=("four",)),
    Retag(("a.md", "b.md"), add=("two",)),
    Suggested((("a.md", ("five",)), ("b.md", ("three", "uno")))),
    Rename("Four", "FOUR"),
]
STARTS = {
    "a.md": note("one", "two", "three", "four"),
    "b.md": "---\ntitle: A note\nmemory_tags: [two, one, four, five] # list\nz: 1.10\n---\nText.\n",
}


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data(), order=st.permutations(range(3)))
def test_three_changes_and_edits_by_hand_undone_in_any_order_leave_the_edits(make_bench, data, order):
    bench: Bench = make_bench(STARTS)
    for state in bench.state.rglob("*.jsonl"):
        state.unlink()
    expected = dict(STARTS)
    done = []
    for _ in range(3):
        hand = HANDS[data.draw(st.sampled_from(sorted(HANDS)))]
        path = data.draw(st.sampled_from(sorted(STARTS)))
        edited = hand(bench.text(path))
        if "new\nmood" not in edited and edited != bench.text(path):
            bench.write(path, edited)
            expected[path] = hand(expected[path])
        outcome = bench.do(data.draw(st.sampled_from(CHANGES)))
        done += [outcome.id] if outcome.id else []
    for index in order:
        if index < len(done):
            plan = bench.cleanup().plan_undo(done[index])
            assert (plan.refusals, plan.objection) == ((), "")
            bench.cleanup().apply(plan)
    assert {entry.state for entry in bench.cleanup().log().done if not isinstance(entry.change, Undo)} <= {"undone"}
    assert bench.texts() == expected


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("gap", [1, 2])
@pytest.mark.parametrize("hand", [name for name in HANDS if name != "nothing"])
def test_three_interlocking_changes_undone_in_every_order_leave_the_edit_by_hand(make_bench, hand, gap, order):
    bench, done = make_bench(STARTS), []
    for number, change in enumerate((Rename("one", "uno"), Merge(("uno", "two"), "five"), Delete(("five", "four")))):
        if number == gap:
            for path in STARTS:
                bench.write(path, HANDS[hand](bench.text(path)))
        done.append(bench.do(change).id)
    for index in order:
        plan = bench.cleanup().plan_undo(done[index])
        assert (plan.refusals, plan.objection) == ((), "")
        bench.cleanup().apply(plan)
    assert bench.texts() == {path: HANDS[hand](text) for path, text in STARTS.items()}


def test_two_changes_that_cover_each_other_can_both_be_taken_back(make_bench):
    bench = make_bench({"a.md": flow("one", "two")})
    first = bench.do(Delete(("two",)))
    second = bench.do(Rename("one", "two"))
    third = bench.do(Delete(("two",)))
    assert bench.text("a.md") == flow()
    for outcome in (second, third, first):
        bench.undo(outcome.id)
    assert bench.text("a.md") == flow("one", "two")


def test_an_entry_taken_back_by_hand_does_not_block_older_ones(make_bench):
    bench = make_bench({"a.md": flow("one"), "b.md": flow("two")})
    bench.do(Rename("two", "due"))
    bench.do(Rename("one", "uno"))
    bench.write("a.md", flow("one"))
    plan = bench.cleanup().plan_undo()
    assert (plan.edits, plan.notices) == ((), ("nothing is left to take back in 1 note",))
    assert bench.cleanup().apply(plan).applied == ()
    assert bench.undo().applied == ("b.md",)


def test_an_undo_reads_the_fields_of_its_time(make_bench):
    text = "---\ntags: [one, two]\nmemory_tags: [other]\n---\n"
    bench = make_bench({"a.md": text})
    usual, bench.rules = bench.rules, ReadingRules(tag_fields=("tags",))
    first = bench.do(Rename("one", "uno"))
    bench.do(Rename("two", "due"))
    bench.rules = usual
    bench.undo(first.id)
    assert bench.text("a.md") == text.replace("two", "due")
    bench.undo()
    assert bench.text("a.md") == text


BLOCKS = {"p.md": note("x"), "q.md": note("x")}
"""Notes that make block lists the style of a vault."""


@pytest.mark.parametrize("text", ["---\nmemory_tags: Alice\n---\nb\n", "---\nx: 1\n---\nb\n", "b\n", "\ufeffb\n"])
def test_a_redo_brings_back_every_byte(make_bench, text: str):
    bench = make_bench({"n.md": text, **BLOCKS})
    bench.do(Retag(("n.md",), add=("a: b",)))
    written = bench.text("n.md")
    assert "\n  - " in written
    undo = bench.undo()
    assert bench.text("n.md") == text
    bench.undo(undo.id)
    assert bench.text("n.md") == written


def test_a_redo_is_exact_when_the_list_was_edited_before_the_undo(make_bench):
    bench = make_bench({"n.md": "---\nmemory_tags: Alice\n---\n", **BLOCKS})
    bench.do(Retag(("n.md",), add=("a: b",)))
    edited = bench.text("n.md").replace("memory_tags:", "mood: good\nmemory_tags:").replace("Alice", "Alice # by hand")
    bench.write("n.md", edited)
    undo = bench.undo()
    assert bench.text("n.md") != edited
    bench.undo(undo.id)
    assert bench.text("n.md") == edited


def test_a_later_change_done_again_keeps_its_list_style(make_bench):
    bench = make_bench({"n.md": "---\nmemory_tags: Alice\n---\n", **BLOCKS})
    first = bench.do(Rename("Alice", "Bob"))
    bench.do(Retag(("n.md",), add=("a: b",)))
    written = bench.text("n.md")
    bench.undo(first.id)
    assert bench.text("n.md") == written.replace("Bob", "Alice")


def test_a_change_is_done_again_only_where_the_frontmatter_is_as_it_was():
    before, after = flow("one", "two"), flow("uno", "two")
    at = before.index("one")
    trace = trace_of(before, after, (Splice(at, at + 3, "uno"),), rules=ReadingRules())
    assert done_again(trace, "\ufeff" + flow("one", "two", body="By hand.")) == "\ufeff" + flow(
        "uno", "two", body="By hand."
    )
    assert done_again(trace, flow("one", "three")) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\nmemory_tags: [uno\n---\n", "a list opened with `[` is not closed"),
        ("---\nmemory_tags: [uno]\ntitle: a: b\n---\n", "colon"),
        ('+++\nmemory_tags = ["other"]\n+++\n', "TOML frontmatter is read, never written"),
    ],
)
def test_an_undo_says_when_the_frontmatter_cannot_be_edited_any_more(make_bench, text: str, reason: str):
    bench = make_bench({"a.md": flow("one")})
    bench.do(Rename("one", "uno"))
    bench.write("a.md", text)
    told = reasons(bench.cleanup().plan_undo())["a.md"]
    assert "not there any more" not in told
    assert reason in told


@pytest.mark.parametrize("form", ["flow", "block"])
def test_edits_by_hand_far_apart_in_a_list_of_thousands_are_kept(make_bench, form):
    tags = [f"tag{number}" for number in range(3_000)]
    text = flow(*tags) if form == "flow" else note(*tags)
    bench = make_bench({"a.md": text})
    bench.do(Rename("tag1500", "new"))
    bench.write("a.md", bench.text("a.md").replace("tag2900", "hand").replace("tag100", "other"))
    bench.undo()
    assert bench.text("a.md") == text.replace("tag2900", "hand").replace("tag100", "other")

"""What a plan says before anything happens."""

from __future__ import annotations

import os

import pytest

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.changes import Delete, Mend, Merge, Rename, Retag, Suggested, Undo, describe
from reme_tui.tidy.edits.splices import apply_splices
from reme_tui.tidy.planning.diff import compare, splices_between, unified
from reme_tui.tidy.planning.monitor import CANCELLED, Monitor
from tests.tidy.vaults import note


def flow(*tags: str) -> str:
    return f"---\nmemory_tags: [{', '.join(tags)}]\n---\nText.\n"


def planned(bench, change, **limits) -> dict[str, str]:
    """The notes a plan would write, each with its tags."""
    bench.do(change, **limits)
    return {path: " ".join(tag.text for tag in found.tags) for path, found in bench.snapshot().notes.items()}


def test_a_plan_touches_nothing_and_leaves_no_state_behind(make_bench):
    bench = make_bench({"a.md": flow("alpha")})
    plan = bench.plan(Rename("alpha", "omega"))
    assert [edit.path for edit in plan.edits] == ["a.md"]
    assert bench.text("a.md") == flow("alpha")
    assert not bench.state.exists()


def test_a_diff_shows_the_lines_that_differ_with_their_numbers(make_bench):
    bench = make_bench({"a.md": "---\ntitle: x\nmemory_tags:\n  - alpha\n  - beta\n---\nText.\n"})
    plan = bench.plan(Rename("alpha", "omega"))
    assert plan.diff == (
        "--- a/a.md\n+++ b/a.md\n@@ -1,7 +1,7 @@\n ---\n title: x\n memory_tags:\n"
        "-  - alpha\n+  - omega\n   - beta\n ---\n Text.\n"
    )
    assert plan.lines == 1


def test_a_diff_of_the_middle_counts_from_the_start_of_the_note():
    before = "".join(f"{number}\n" for number in range(1, 21))
    diff = compare(before, before.replace("12\n", "twelve\r\n"))
    assert unified("n.md", diff.hunks).splitlines()[2] == "@@ -9,7 +9,7 @@"
    assert diff.lines == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "a"), ("a", ""), ("a\nb\nc\n", "a\nx\nb\nc"), ("aaa", "aa"), ("a\rb\rc", "a\rbb\rc"), ("x\n", "x\n")],
)
def test_splices_between_two_texts_lead_from_one_to_the_other(before: str, after: str):
    assert apply_splices(before, splices_between(before, after)) == after


def test_renaming_into_an_existing_tag_is_called_a_merge(make_bench):
    bench = make_bench(
        {
            "both.md": note("browser", "misc", "browsers"),
            "one.md": note("browser"),
            "other.md": flow("browsers"),
        }
    )
    plan = bench.plan(Rename("browser", "browsers"))
    assert plan.title == "merge browser into browsers"
    assert plan.notices == ("this is a merge: 2 + 2 notes, 1 has both",)
    assert [edit.path for edit in plan.edits] == ["both.md", "one.md"]
    assert planned(bench, Rename("browser", "browsers")) == {
        "both.md": "misc browsers",
        "one.md": "browsers",
        "other.md": "browsers",
    }


def test_merging_several_tags_counts_each(make_bench):
    bench = make_bench({"a.md": flow("x", "y"), "b.md": flow("y"), "c.md": flow("z")})
    plan = bench.plan(Merge(("x", "y", "nowhere"), "z"))
    assert plan.notices == ("this is a merge: 1 + 2 + 1 notes, 1 has several", "no note has the tag nowhere")
    assert planned(bench, plan.change) == {"a.md": "z", "b.md": "z", "c.md": "z"}


def test_a_rename_to_a_new_name_is_no_merge(make_bench):
    plan = make_bench({"a.md": flow("alpha")}).plan(Rename("alpha", "omega"))
    assert (plan.title, plan.notices) == ("rename alpha to omega", ())


def test_another_spelling_of_the_same_tag_touches_only_what_differs(make_bench):
    bench = make_bench({"a.md": flow("Project A"), "b.md": flow("project_a"), "c.md": flow("Project_A")})
    plan = bench.plan(Rename("project_a", "Project_A"))
    assert [edit.path for edit in plan.edits] == ["a.md", "b.md"]
    assert (plan.title, plan.notices, plan.warnings) == ("rename project_a to Project_A", (), ())
    bench.cleanup().apply(plan)
    assert {bench.text(path) for path in ("a.md", "b.md", "c.md")} == {flow("Project_A")}


def test_a_new_spelling_beside_an_existing_one_is_warned_about(make_bench):
    plan = make_bench({"a.md": flow("foo"), "b.md": flow("Alice")}).plan(Rename("foo", "alice"))
    assert plan.warnings == ("this tag is spelled Alice elsewhere: alice",)


def test_children_move_at_true_borders_only(make_bench):
    bench = make_bench({"n.md": flow("area/garden", "area/garden/tools", "area/gardening", "my/area/garden")})
    assert planned(bench, Rename("area/garden", "home/yard", children=True)) == {
        "n.md": "home/yard home/yard/tools area/gardening my/area/garden"
    }


def test_without_children_what_is_below_stays(make_bench):
    bench = make_bench({"n.md": flow("a", "a/b")})
    assert planned(bench, Rename("a", "z")) == {"n.md": "z a/b"}


def test_a_star_moves_what_is_below_and_not_the_tag_itself(make_bench):
    bench = make_bench({"n.md": flow("a", "a/B", "a/b/c", "ab/c")})
    assert planned(bench, Rename("A/*", "z/*")) == {"n.md": "a z/B z/b/c ab/c"}


def test_a_tag_may_move_below_itself_and_grows_once(make_bench):
    bench = make_bench({"n.md": flow("area", "area/old", "area/x")})
    assert planned(bench, Rename("area", "area/old", children=True)) == {"n.md": "area/old area/old/old area/old/x"}


def test_moving_children_onto_existing_tags_says_which_merge(make_bench):
    bench = make_bench({"n.md": flow("a/x", "b/x"), "m.md": flow("a/y")})
    plan = bench.plan(Rename("a/*", "b/*"))
    assert plan.notices == ("this is a merge: 1 + 1 notes, 1 has both",)
    assert planned(bench, plan.change) == {"n.md": "b/x", "m.md": "b/y"}


def test_deleting_takes_children_only_when_asked(make_bench):
    bench = make_bench({"n.md": flow("a", "a/b", "ab")})
    assert planned(bench, Delete(("a",))) == {"n.md": "a/b ab"}
    assert planned(bench, Delete(("a",), children=True)) == {"n.md": "ab"}


def test_a_glob_or_a_folder_limits_the_notes(make_bench):
    files = {"daily/x/a.md": flow("t"), "daily/b.md": flow("t"), "other/c.md": flow("t")}
    bench = make_bench(files)
    for only in ("daily", "daily/", "daily/*", "*/[ab].md"):
        assert [edit.path for edit in bench.plan(Delete(("t",)), only=only).edits] == ["daily/b.md", "daily/x/a.md"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (Rename("nobody", "x"), "no note has the tag nobody"),
        (Delete(("nobody",)), "no note has the tag nobody"),
        (Rename("t", ""), "a tag needs a name"),
        (Rename("t", " \n\t"), "a tag needs a name"),
        (Rename("t", "t"), "the name stays the same"),
        (Rename("t/*", "z"), "either both names end in /* or none: t/*, z"),
        (Retag(("a.md",), add=("x",), remove=("X",)), "a tag cannot be both added and removed: x"),
        (Retag(("a.md",), add=("T",)), "nothing would change"),
        (Merge(("t",), "t"), "nothing would change"),
    ],
)
def test_what_makes_no_sense_is_objected_to(make_bench, change, reason):
    plan = make_bench({"a.md": flow("t")}).plan(change)
    assert (plan.objection, plan.edits) == (reason, ())


def test_what_reme_would_drop_is_warned_about(make_bench):
    bench = make_bench({"a.md": flow("t")})
    assert "more than 64 characters" in bench.plan(Rename("t", "x" * 65)).warnings[0]
    assert bench.plan(Rename("t", "x" * 64)).warnings == ()
    assert "without a letter or digit" in bench.plan(Retag(("a.md",), add=("!?",))).warnings[0]


REFUSED = {
    "broken.md": ("---\ntitle: a: b\nmemory_tags: [alpha]\n---\n", "colon in a value"),
    "toml.md": ('+++\nmemory_tags = ["alpha"]\n+++\n', "TOML"),
    "json.md": ('{"memory_tags": ["alpha"]}\n\nText\n', "JSON"),
    "twice.md": ("---\nmemory_tags: [alpha]\nmemory_tags: [alpha]\n---\n", "twice"),
    "anchor.md": ("---\nmemory_tags: &x [alpha]\n---\n", "anchor"),
    "merge.md": ("---\nmemory_tags: [alpha]\n---\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", "conflict"),
    "marker.md": ("---\n<<<<<<< ours\nmemory_tags: [alpha]\n=======\n>>>>>>> theirs\n---\n", "conflict"),
    "latin.md": (b"---\nmemory_tags: [alpha]\n---\ncaf\xe9\n", "not UTF-8"),
}


def test_notes_that_must_not_be_written_are_refused_by_name_and_reason(make_bench):
    bench = make_bench({name: content for name, (content, _) in REFUSED.items()} | {"good.md": flow("alpha")})
    before = {path: (bench.vault / path).read_bytes() for path in REFUSED}
    plan = bench.plan(Rename("alpha", "omega"))
    assert [edit.path for edit in plan.edits] == ["good.md"]
    reasons = {refusal.path: refusal.reason for refusal in plan.refusals}
    assert reasons.keys() == REFUSED.keys()
    for path, (_, words) in REFUSED.items():
        assert words.casefold() in reasons[path].casefold(), (path, reasons[path])
    assert bench.cleanup().apply(plan).refused == plan.refusals
    assert {path: (bench.vault / path).read_bytes() for path in REFUSED} == before


def test_a_broken_note_without_the_tag_is_not_told(make_bench):
    bench = make_bench({"broken.md": "---\ntitle: a: b\nmemory_tags: [beta]\n---\n", "a.md": flow("alpha")})
    assert bench.plan(Rename("alpha", "omega")).refusals == ()


def test_read_only_and_hard_links_are_seen_in_the_preview(make_bench):
    bench = make_bench({"ro.md": flow("alpha"), "one.md": flow("alpha"), "ok.md": flow("alpha")})
    (bench.vault / "ro.md").chmod(0o444)
    os.link(bench.vault / "one.md", bench.vault / "two.md")
    plan = bench.plan(Rename("alpha", "omega"))
    assert [edit.path for edit in plan.edits] == ["ok.md"]
    assert {refusal.path: refusal.reason for refusal in plan.refusals} == {
        "ro.md": "it is read-only",
        "one.md": "it is a hard link: 2 names for one file",
        "two.md": "it is a hard link: 2 names for one file",
    }


def test_a_link_within_the_vault_leads_to_its_target_and_stays_a_link(make_bench):
    bench = make_bench({"sub/real.md": flow("a")})
    (bench.vault / "link.md").symlink_to("sub/real.md")
    plan = bench.plan(Retag(("link.md", "sub/real.md"), add=("b",)))
    assert [edit.path for edit in plan.edits] == ["sub/real.md"]
    bench.cleanup().apply(plan)
    assert (bench.vault / "link.md").is_symlink()
    assert bench.text("link.md") == flow("a", "b")


@pytest.mark.parametrize("path", ["../outside.md", "link.md", "gone.md", "loop.md", "picture.png", "/etc/hosts", "."])
def test_paths_that_are_no_notes_of_the_vault_are_refused(make_bench, path):
    bench = make_bench({"a.md": flow("a"), "picture.png": b"\x89PNG"})
    (bench.vault.parent / "outside.md").write_text(flow("a"))
    (bench.vault / "link.md").symlink_to("../outside.md")
    (bench.vault / "loop.md").symlink_to("loop.md")
    plan = bench.plan(Retag((path, "a.md"), add=("b",)))
    assert [edit.path for edit in plan.edits] == ["a.md"]
    assert [refusal.path for refusal in plan.refusals] == [path]


def test_adding_uses_the_list_style_of_the_vault(make_bench):
    bench = make_bench({"a.md": note("x"), "b.md": note("y"), "c.md": flow("z"), "new.md": "---\ntitle: t\n---\n"})
    bench.do(Retag(("new.md",), add=("added",)))
    assert bench.text("new.md").startswith("---\ntitle: t\nmemory_tags:\n")
    assert "[" not in bench.text("new.md")


def test_a_problem_is_mended_through_the_same_plan(make_bench):
    bench = make_bench({"a.md": "---\nmemory_tags: x, y\n---\nText.\n"})
    plan = bench.plan(Mend(("a.md",), "string_tags"))
    assert plan.title == "mend string tags in a.md"
    bench.cleanup().apply(plan)
    assert [tag.text for tag in bench.snapshot().notes["a.md"].tags] == ["x", "y"]
    assert bench.text("a.md") != "---\nmemory_tags: x, y\n---\nText.\n"


def test_suggested_tags_go_to_each_note_its_own(make_bench):
    files = {"a.md": flow("one"), "b.md": "Text.\n", "c.md": note("one"), "d.md": "---\nmemory_tags: [x\n---\n"}
    bench = make_bench(files)
    change = Suggested((("a.md", ("two", "ONE")), ("b.md", ("1.10",)), ("d.md", ("two",)), ("gone.md", ("two",))))
    plan = bench.plan(change)
    assert [(edit.path, edit.lines) for edit in plan.edits] == [("a.md", 1), ("b.md", 3)]
    assert [refusal.path for refusal in plan.refusals] == ["gone.md", "d.md"]
    outcome = bench.cleanup().apply(plan, skip=("a.md",))
    assert outcome.applied == ("b.md",)
    assert bench.text("b.md") == '---\nmemory_tags: ["1.10"]\n---\nText.\n'
    assert {path: text for path, text in bench.texts().items() if path != "b.md"} == {
        path: text for path, text in files.items() if path != "b.md"
    }
    assert bench.plan(Suggested((("a.md", ("one",)),))).objection == "nothing would change"
    assert bench.plan(Suggested((("a.md", (" ",)),))).objection == "a tag needs a name"


def test_an_edit_goes_to_the_field_that_holds_the_tag(make_bench):
    bench = make_bench({"a.md": "---\ntags: [x, y]\npeople: [x]\n---\n"})
    bench.rules = ReadingRules(tag_fields=("tags", "people"))
    bench.do(Merge(("x",), "z"))
    assert bench.text("a.md") == "---\ntags: [z, y]\npeople: [z]\n---\n"


def test_every_change_has_a_name():
    assert describe(Merge(("a", "b"), "c")) == "merge a, b into c"
    assert describe(Retag(("n.md",), add=("a",), remove=("b",))) == "add a and remove b on n.md"
    assert describe(Suggested((("n.md", ("a", "b")),))) == "tag n.md as suggested: a, b"
    assert describe(Suggested((("n.md", ("a",)), ("o.md", ("b",))))) == "tag 2 notes as suggested"
    assert describe(Mend(("n.md",), "string_tags")) == "mend string tags in n.md"
    assert describe(Mend(("n.md", "o.md"), "string_tags")) == "mend string tags in 2 notes"
    assert describe(Delete(("a",), children=True)) == "delete a with children"
    undo = Undo("x", "merge a into b")
    redo = Undo("y", describe(undo))
    assert (describe(undo), describe(redo)) == ("undo merge a into b", "redo merge a into b")
    undo_again = Undo("z", describe(redo))
    assert describe(undo_again) == "undo merge a into b"
    assert [each.is_redo for each in (undo, redo, undo_again)] == [False, True, False]


def test_a_file_name_cannot_forge_lines_of_a_diff(make_bench):
    name = "a\n+memory_tags: [Safe]\x1b.md"
    bench = make_bench({name: note("red")})
    plan = bench.plan(Rename("red", "green"))
    shown = "a\u2424+memory_tags: [Safe]\u241b.md"
    assert plan.diff.split("\n")[:3] == [f"--- a/{shown}", f"+++ b/{shown}", "@@ -1,6 +1,6 @@"]
    assert plan.edits[0].path == name


@pytest.mark.parametrize("read", [0, 1, 3])
def test_planning_can_be_given_up(make_bench, read: int):
    files = {f"{number}.md": flow("alpha") for number in range(4)} | {"broken.md": "---\nmemory_tags: [alpha\n---\n"}
    bench, counts = make_bench(files), []
    monitor = Monitor(lambda done, total: counts.append(done), lambda: len(counts) == read)
    plan = bench.plan(Rename("alpha", "omega"), monitor=monitor)
    assert (plan.objection, plan.edits, plan.refusals, len(counts)) == (CANCELLED, (), (), read)
    bench.do(Rename("alpha", "omega"))
    counts.clear()
    plan = bench.cleanup().plan_undo(monitor=monitor)
    assert (plan.objection, plan.edits, plan.settled, len(counts)) == (CANCELLED, (), (), read)

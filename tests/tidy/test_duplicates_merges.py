"""Several merges as one change: one preview, one entry, one undo."""

from __future__ import annotations

import pytest

from reme_tui.tidy.changes import Merge, Merges, describe, objection
from tests.tidy.vaults import note

NOTES = {
    "a.md": note("Project-A", "recipes"),
    "b.md": note("Project_A", "recipe", "other"),
    "c.md": note("project a"),
    "d.md": note("ＢＹＤ"),
}
CHANGE = Merges((Merge(("Project-A",), "Project_A"), Merge(("recipes",), "recipe"), Merge(("ＢＹＤ",), "BYD")))


def test_all_merges_are_one_plan_one_entry_and_one_undo(make_bench):
    bench = make_bench(NOTES)
    before = bench.texts()
    plan = bench.plan(CHANGE)
    assert [edit.path for edit in plan.edits] == ["a.md", "d.md"]
    assert plan.lines == 3
    assert plan.notices == (
        "this is a merge into Project_A: 1 + 2 notes, 0 have both",
        "this is a merge into recipe: 1 + 1 notes, 0 have both",
    )
    outcome = bench.cleanup().apply(plan)
    assert bench.text("a.md") == note("Project_A", "recipe")
    assert bench.text("d.md") == note("BYD")
    [entry] = bench.cleanup().log().done
    assert (entry.change, entry.id, entry.title) == (CHANGE, outcome.id, describe(CHANGE))
    bench.undo()
    assert bench.texts() == before


def test_a_merge_of_several_respells_and_names_what_is_not_there(make_bench):
    bench = make_bench(NOTES)
    plan = bench.plan(Merges((Merge(("project_a", "Project-A"), "Project_A"), Merge(("nobody",), "Anybody"))))
    assert [edit.path for edit in plan.edits] == ["a.md", "c.md"]
    assert "no note has the tag nobody" in plan.notices


@pytest.mark.parametrize(
    ("merges", "why"),
    [
        ((Merge(("a",), "b"), Merge(("B",), "c")), "it is in two merges: b"),
        ((Merge(("a",), "b"), Merge(("A",), "c")), "it is in two merges: a"),
        ((Merge(("a", " "), "b"), Merge(("x",), "c")), "a tag needs a name"),
        ((Merge(("a",), "c"), Merge(("b",), "c")), ""),
        ((Merge(("a", "A"), "a"), Merge(("b",), "c")), ""),
    ],
)
def test_merges_that_depend_on_their_order_make_no_sense(merges: tuple[Merge, ...], why: str):
    assert objection(Merges(merges)) == why


def test_the_title_is_short():
    assert describe(Merges((Merge(("A", "B"), "C"),))) == "merge A, B into C"
    assert describe(CHANGE) == "merge 3 groups: Project-A into Project_A; recipes into recipe; ..."
    many = Merges(tuple(Merge(tuple(f"t{number}x{n}" for n in range(9)), f"k{number}") for number in range(50)))
    assert len(describe(many)) < 120
    assert describe(many).endswith("; ...")

"""What stands beside a note that is read: its frontmatter, its links each once, and the way from problem to problem."""

from __future__ import annotations

import datetime as dt
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.command import CommandList

from reme_tui.core.neighbours import Neighbours
from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.drawing.cells import width
from reme_tui.ui.drawing.lines import cells_of
from reme_tui.ui.drawing.neighbour_rows import linked_rows
from reme_tui.ui.drawing.theme import Ink, read_themes, theme_folders
from reme_tui.ui.notes.fields import MOST_ITEMS, Field, field_lines, fields_of
from reme_tui.ui.notes.page import NotePage
from reme_tui.ui.widgets.problem_list import ProblemList
from tests.ui.fake import FakeWorkspace, neighbour, note
from tests.ui.vault import tagged, workspace_on

INK = Ink.of(next(iter(read_themes(theme_folders())[0].values())))


def fields(block):
    return {field.key: field.value for field in fields_of(f"---\n{block}\n---\nBody\n")}


def table(found, *, cells=40, most=12):
    return ["".join(text for text, _ in line) for line in field_lines(found, INK, cells=cells, most=most)]


def test_values_stand_as_they_are_written():
    found = fields(
        'v: 1.10\nb: yes\nd: 2026-01-05\nq: "a: b"\nn:\nl: [Alice, 项目A]\nm: {a: 1}\ne: []\nt: |\n  two\n  lines'
    )
    assert found == {
        "v": "1.10",
        "b": "yes",
        "d": "2026-01-05",
        "q": "a: b",
        "n": "",
        "l": "Alice, 项目A",
        "m": "{a: 1}",
        "e": "[]",
        "t": "two lines",
    }


def test_a_long_list_is_clipped_and_counted():
    found = fields(f"l: [{', '.join(str(at) for at in range(100))}]")
    assert found["l"].endswith(f", {MOST_ITEMS - 1} and {100 - MOST_ITEMS} more")


def test_frontmatter_that_cannot_be_read_says_why():
    (trouble,) = fields_of("---\na: b: c\n---\n")
    assert trouble.is_trouble
    assert "colon" in trouble.value
    assert fields_of("no frontmatter") == ()


def test_what_is_left_out_of_the_table_is_counted():
    found = [Field(f"key{at}", "value") for at in range(20)]
    assert table(found, most=5) == [f"key{at}   value"[: 4 + len(str(at))] + "  value" for at in range(4)] + ["16 more"]
    assert len(table(found[:5], most=5)) == 5
    assert table([Field("key", "words " * 40)], cells=30)[1].endswith("…")


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=90)), max_size=6), st.integers(12, 60))
def test_any_table_fits(pairs, cells):
    found = [Field(key, " ".join(value.split())) for key, value in pairs]
    for line in field_lines(found, INK, cells=cells, most=6):
        assert cells_of(line) <= cells
        assert all(width(text) == len(text) or not text.isascii() for text, _ in line)


def test_a_link_both_ways_is_one_row():
    both, out, into = neighbour("b.md", "Both", anchors=("L3",)), neighbour("o.md", "Out"), neighbour("i.md", "In")
    back = neighbour("b.md", "Both", anchors=("L9",), several=True)
    rows = linked_rows(Neighbours((out, both), (into, back), 0, 0))
    assert [(row.arrow, row.neighbour.path) for row in rows] == [("→", "o.md"), ("↔", "b.md"), ("←", "i.md")]
    assert rows[1].neighbour.anchors == ("L3",)
    assert rows[1].neighbour.several


async def test_the_frontmatter_stands_beside_the_note_or_above_its_rendered_form(opened, tmp_path):
    (tmp_path / "a.md").write_text("---\nmemory_tags: ['[red]', 项目A]\nversion: 1.10\n---\n# A note\n\nWords.\n")
    async with opened(workspace_on(tmp_path)) as ui:
        await ui.press("enter", "enter")
        beside = ui.text_of("#fields")
        assert "memory_tags  [red], 项目A" in beside
        assert "version      1.10" in beside
    async with opened(workspace_on(tmp_path), size=(80, 24)) as ui:
        await ui.press("enter", "enter", "v")
        assert "version      1.10" in ui.text_of("#rendered")


async def test_brackets_walk_from_problem_to_problem_and_the_list_follows(opened, tmp_path):
    for name, tags in (("a", "'x, y'"), ("b", "'z, y'"), ("c", "[1, null]")):
        (tmp_path / f"{name}.md").write_text(f"---\nmemory_tags: {tags}\n---\n{name}\n")
    async with opened(workspace_on(tmp_path)) as ui:
        await ui.press("escape", "p")
        problems = ui.screen.query_one(ProblemList)
        await ui.press("l", "j", "r")
        places = [problem for group in problems.groups for problem in group.problems]
        assert f"problem 1 of {len(places)}" in ui.text_of("#note-head")
        for place in places[1:]:
            await ui.press("right_square_bracket")
            assert ui.screen.path == place.path
        await ui.press("right_square_bracket", "left_square_bracket")
        assert f"problem {len(places) - 1} of {len(places)}" in ui.text_of("#note-head")
        await ui.press("q")
        assert problems.row.problem == places[-2]


async def test_a_huge_note_never_stands_whole_in_what_a_worker_is_called(opened, monkeypatch, tmp_path):
    """Workers are described by their arguments unless told otherwise: for a page or a vault that takes seconds."""
    (tmp_path / "big.md").write_text(tagged("A", body="words and words\n" * 20_000))
    async with opened(workspace_on(tmp_path)) as ui:
        seen = []
        run = type(ui.screen).run_worker
        monkeypatch.setattr(
            "textual.dom.DOMNode.run_worker", lambda *a, **k: (seen.append(k["description"]), run(*a, **k))[1]
        )
        await ui.press("enter", "enter")
        await ui.pilot.resize_terminal(100, 30)
        await ui.settle()
        await ui.press("q", "p")
        assert seen
        assert max(map(len, seen)) < 300


def test_a_page_is_not_spelled_out():
    assert "words" not in repr(NotePage("a.md", None, "", None, None, (), False, (Field("k", "words"),)))


async def test_presets_by_key(opened):
    async with opened() as ui:
        await ui.press("escape", "i", "down", "down", "enter")
        assert "30d" in ui.text_of("#chips")
        assert (ui.scope.until - ui.scope.since).days == 29
        await ui.press("i", "up", "up", "enter")
        assert ui.scope == Scope()


@pytest.mark.parametrize(("columns", "kept", "dropped"), [(120, "ms", ""), (64, "undated left out +", "ms")])
async def test_what_matters_most_of_the_result_line_stays(opened, columns, kept, dropped):
    notes = [note(f"{at:02}.md", f"Note {at}", day="2026-09-01" if at else "") for at in range(60)]
    scope = Scope(since=dt.date(2026, 8, 1))
    async with opened(FakeWorkspace(notes), size=(columns, 24), query=Query(scope=scope)) as ui:
        line = ui.text_of("#summary").splitlines()[0]
        assert kept in line
        assert not dropped or dropped not in line
        assert "…" not in line


async def test_a_complaint_is_said_whole_and_what_is_empty_once(opened):
    async with opened(size=(80, 24)) as ui:
        await ui.put("from:" + "2026-13-45-and-so-on" * 4 + " ")
        said = " ".join(ui.text_of("#summary").split())
        assert "✗ from: not a date" in said
        assert "(try 2026-08-01, aug 2026, yesterday)" in said
    async with opened(FakeWorkspace(())) as ui:
        assert ui.text_of("#summary").strip(" ─\n") == ""


async def test_any_note_can_be_named_to_be_explained(opened, tmp_path):
    for name in ("plan", "other"):
        (tmp_path / f"{name}.md").write_text(tagged("A", body=f"# The {name}\n\nWords."))
    async with opened(workspace_on(tmp_path), query=Query(text="nothing")) as ui:
        await ui.press("escape", "W")
        await ui.put("the PLAN")
        frame, found = ui.screen.query_one("#--container"), ui.screen.query_one(CommandList)
        assert frame.styles.border_top[0] == "round"
        assert found.size.height
        assert frame.region.contains_region(found.region)
        await ui.press("enter")
        assert "Why is this not a hit?   plan.md" in ui.text_of("#why")
        await ui.press("escape", "W")
        await ui.put("[nowhere].md")
        await ui.press("enter")
        assert "[nowhere].md" in ui.text_of("#why")


async def test_of_two_looks_at_what_a_note_is_linked_with_the_later_counts(opened, monkeypatch):
    asked_again, looks, told = threading.Event(), [], []
    narrow, wide = Scope(tags=("Alice",)), Scope()

    def neighbours(_path, scope):
        looks.append(scope)
        if scope == wide:
            asked_again.set()
        else:
            asked_again.wait(10)
        return Neighbours((), (), 0, 0 if scope == wide else 1)

    async with opened() as ui:
        monkeypatch.setattr(ui.app.workspace, "neighbours", neighbours)
        monkeypatch.setattr(ui.browse.hits, "show_neighbours", lambda _path, found: told.append(found))
        ui.browse.find_neighbours("a.md", narrow)
        while not looks:
            await ui.pilot.pause()
        ui.browse.find_neighbours("a.md", wide)
        await ui.settle()
    assert looks == [narrow, wide]
    assert told == [Neighbours((), (), 0, 0)]

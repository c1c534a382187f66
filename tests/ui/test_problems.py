"""The problems by kind."""

from __future__ import annotations

import pytest

from reme_tui.core.note import Problem, Severity
from reme_tui.ui.application.palette import CommandProvider
from reme_tui.ui.drawing.problem_rows import TITLES, group_problems
from reme_tui.ui.screens.problems import ProblemsScreen
from reme_tui.ui.screens.read import ReadScreen
from reme_tui.ui.widgets.problem_list import ProblemList
from tests.ui.vault import tagged, workspace_on

STRING = "---\nmemory_tags: a, b\n---\nText.\n"
FILES = {
    "bad.md": "---\ntitle: a: b\nmemory_tags: [x]\n---\nText.\n",
    "one.md": STRING,
    "two/会议.md": STRING,
    "twice.md": tagged("a", "A"),
    "fine.md": tagged("a"),
}


@pytest.fixture
def workspace(make_vault):
    return workspace_on(make_vault(FILES))


def listed(ui):
    return ui.screen.query_one(ProblemList)


def problem(kind, severity=Severity.WARNING, path="n.md", line=1, message="why"):
    return Problem(path, line, kind, severity, message)


async def test_problems_are_folded_by_kind_with_the_errors_first(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "p")
        assert isinstance(ui.screen, ProblemsScreen)
        rows = ui.text_of("#problems").splitlines()
        assert "✗ error" in rows[0]
        assert "a colon in a value without quotes" in rows[0]
        assert "! warning" in rows[1]
        assert rows[1].endswith("2")
        assert "· hint" in rows[2]
        assert "bad.md" not in ui.text_of("#problems")
        assert "✗ 1 error   ! 2 warnings   · 1 hint" in ui.text_of("ProblemsHead")
        await ui.press("escape")
        assert ui.screen is ui.browse


async def test_the_count_in_the_top_line_leads_there(opened, workspace):
    async with opened(workspace) as ui:
        await ui.click("#status", (ui.text_of("#status").index("4 problems") + 1, 0))
        assert isinstance(ui.screen, ProblemsScreen)


async def test_unfolding_shows_place_reason_and_what_reme_makes_of_it(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "p", "j", "space")
        text = ui.text_of("#problems")
        assert "one.md:2" in text
        assert "two/会议.md:2" in text
        assert "memory_tags is a string, not a list" in text
        assert "ReMe ignores it" in text
        await ui.press("j", "j", "h")
        assert "one.md" not in ui.text_of("#problems")
        assert listed(ui).cursor == 1
        await ui.press("l", "j", "y")
        assert ui.app.clipboard == "one.md"


async def test_r_reads_at_the_line_and_e_edits_there(opened, workspace):
    asked = []
    async with opened(workspace) as ui:
        ui.app._edit = lambda path, line: asked.append((path, line)) or ""
        await ui.press("escape", "p", "space", "j", "r")
        assert isinstance(ui.screen, ReadScreen)
        assert ui.screen.path == "bad.md"
        await ui.press("q")
        assert isinstance(ui.screen, ProblemsScreen)
        await ui.press("e")
    assert asked == [("bad.md", 2)]


async def test_on_a_group_its_first_note_is_read_and_edited_and_none_copied(opened, workspace):
    asked = []
    async with opened(workspace) as ui:
        ui.app._edit = lambda path, line: asked.append(path) or ""
        await ui.press("escape", "p", "e", "y")
        assert ui.app.clipboard == ""
        await ui.press("r")
        assert ui.screen.path == "bad.md"
    assert asked == ["bad.md"]


async def test_the_cursor_stays_on_its_problem_when_others_come_and_go(opened, workspace):
    vault = workspace.config.vault
    async with opened(workspace) as ui:
        await ui.press("escape", "p", "j", "space", "j", "j")
        assert listed(ui).row.problem.path == "two/会议.md"
        (vault / "bad.md").write_text("Fine.\n", encoding="utf-8")
        (vault / "aaa.md").write_text(STRING, encoding="utf-8")
        await ui.press("ctrl+r")
        assert listed(ui).row.problem.path == "two/会议.md"
        assert "error" not in ui.text_of("#problems")
        (vault / "two/会议.md").write_text("---\nx: 1\nmemory_tags: a, b\n---\n", encoding="utf-8")
        await ui.press("ctrl+r")
        assert (listed(ui).row.problem.path, listed(ui).row.problem.line) == ("two/会议.md", 3)
        (vault / "two/会议.md").unlink()
        await ui.press("ctrl+r")
        assert listed(ui).row is not None


async def test_without_problems_it_says_so(opened, make_vault):
    async with opened(workspace_on(make_vault({"fine.md": tagged("a")}))) as ui:
        assert "problem" not in ui.text_of("#status")
        await ui.press("escape", "p")
        assert "every note is read as it was meant" in ui.text_of("#problems")
        await ui.press("space", "r", "h", "l", "e", "y", "j", "m", "enter", "q")
        assert ui.screen is ui.browse


async def test_a_long_reason_is_shown_whole_on_a_narrow_screen(opened, make_vault):
    vault = make_vault({"bad.md": "---\ntitle: [a\n  b: c: d\nmemory_tags: x]\n---\nText.\n"})
    async with opened(workspace_on(vault), size=(80, 24)) as ui:
        await ui.press("escape", "p", "space")
        reason = listed(ui).rows[1].problem.message
        await ui.pilot.resize_terminal(40, 24)
        await ui.settle()
        text = " ".join(ui.text_of("#problems").split())
        assert reason in text


async def test_text_from_notes_is_harmless(opened, make_vault):
    vault = make_vault({"a\u202e[red].md": "---\nmemory_tags: [a, 'a']\n---\n"})
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "p", "space")
        text = ui.text_of("#problems")
        assert "[red].md" in text
        assert "\u202e" not in text


def test_groups_come_worst_first_then_largest():
    groups = group_problems(
        [
            problem("small"),
            problem("large", path="b.md"),
            problem("large", path="a.md"),
            problem("mixed", Severity.HINT),
            problem("mixed", Severity.ERROR, line=9),
            problem("hint", Severity.HINT),
        ]
    )
    assert [group.kind for group in groups] == ["mixed", "large", "small", "hint"]
    assert [each.severity for each in groups[0].problems] == [Severity.ERROR, Severity.HINT]
    assert [each.path for each in groups[1].problems] == ["a.md", "b.md"]


def test_a_kind_without_a_title_is_called_by_its_name():
    assert group_problems([problem("never_heard_of")])[0].title == "never heard of"
    assert group_problems([problem("string_tags")])[0].title == TITLES["string_tags"]


async def test_the_palette_offers_what_works_on_the_screen_below_it(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "p", "ctrl+p")
        offered = {str(hit.text) for hit in [hit async for hit in CommandProvider(ui.app.screen_stack[-2]).discover()]}
        assert {"unfold", "read", "edit", "help"} <= offered
        assert "add tag" not in offered
        assert "neighbours" not in offered

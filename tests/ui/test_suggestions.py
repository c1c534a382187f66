"""Suggested tags on the screen: among a note's own to be ticked, or in a preview for several notes; on real files."""

from __future__ import annotations

import threading

import pytest

from reme_tui.core.query.query import Query, Scope
from reme_tui.suggestions import Suggestions
from reme_tui.tidy.planning.plan import Plan
from reme_tui.ui.application.suggesting import WITHOUT_MEANING, suggested_plan
from reme_tui.ui.screens.note_tags import NoteTagsScreen
from reme_tui.ui.screens.preview import PreviewScreen
from reme_tui.ui.screens.read import ReadScreen
from reme_tui.ui.widgets.tick_list import TickList
from tests.ui.vault import tagged, workspace_on

CALL = "# A call\nAlice called about the lift. Ask Alice again.\n"
GATE = "# The gate of Project A\nProject A opens on Monday.\n"
FILES = {
    "a.md": tagged("Alice", body="Alice has the third floor."),
    "b.md": tagged("Alice", body="Alice had the second floor."),
    "p.md": tagged("Project_A", body="Charter."),
    "q.md": tagged("Project_A", body="Scope."),
    "z/call.md": CALL,
    "z/full.md": tagged("one", "two", "three", body="Alice, Alice and Alice."),
    "z/gate.md": GATE,
    "z/rain.md": "# Rain\nRain all day.\n",
    "z/torn.md": "---\nname: Alice: again\n---\n# Alice\nAlice wants the keys. Give Alice the keys.\n",
}
UNTAGGED = Query(scope=Scope(untagged=True))


@pytest.fixture
def vault(make_vault):
    return make_vault(FILES)


def contents(vault):
    return {path.relative_to(vault).as_posix(): path.read_text() for path in vault.rglob("*.md")}


async def select(ui, path):
    ui.browse.hits.focus()
    ui.browse.hits.select(path)
    await ui.settle()


def ticks(ui):
    return {tick.tag: tick.now for tick in ui.screen.query_one(TickList).ticks}


async def test_a_suggested_tag_is_ticked_previewed_written_and_taken_back(opened, vault):
    async with opened(workspace_on(vault), query=UNTAGGED) as ui:
        await select(ui, "z/call.md")
        await ui.press("s")
        assert isinstance(ui.screen, NoteTagsScreen)
        assert ui.screen.query_one(TickList).has_focus
        rows = [line.split() for line in ui.text_of("TickList").splitlines() if line]
        assert rows == [
            ["▎☑", "Alice", "suggested", "add"],
            ["▎", "named", "2", "times", "in", "the", "text,", "first", "in", "line", "2"],
        ]
        assert contents(vault) == FILES
        await ui.press("enter")
        assert isinstance(ui.screen, PreviewScreen)
        assert "add Alice on z/call.md" in ui.screen.query_one("#plan-head").render().plain
        await ui.press("enter")
        assert contents(vault)["z/call.md"] == "---\nmemory_tags: [Alice]\n---\n" + CALL
        await ui.press("u", "enter")
        assert contents(vault) == FILES


async def test_what_is_suggested_stands_below_the_tags_of_the_note_and_can_be_left_out(opened, make_vault):
    body = "# Alice and Project A\nAlice runs Project A. Ask Alice about Project A.\n"
    vault = make_vault({**FILES, "z/both.md": body, "z/held.md": tagged("Gold", body=body)})
    async with opened(workspace_on(vault)) as ui:
        await select(ui, "z/both.md")
        await ui.press("s")
        assert sorted(ticks(ui).values()) == ["all", "none"]
        await ui.press("escape")
        await select(ui, "z/held.md")
        await ui.press("s")
        assert next(iter(ticks(ui))) == "Gold"
        assert ui.screen.query_one(TickList).cursor == 1
        await ui.press("space", "enter")
        assert ui.notices[-1] == "every tick is as it was"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("z/rain.md", "nothing here names a tag of this vault"),
        ("z/full.md", "it has 3 tags already, and a note should have no more"),
    ],
)
async def test_where_there_is_none_a_notice_says_why(opened, vault, path, why):
    async with opened(workspace_on(vault)) as ui:
        await select(ui, path)
        await ui.press("s")
        assert ui.screen is ui.browse
        assert ui.notices == [f"no tag to suggest: {why} ({WITHOUT_MEANING})"]


async def test_without_meaning_the_dialog_says_so(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await select(ui, "z/gate.md")
        await ui.press("s")
        panel = ui.screen.query_one("#note-tags-panel Static").render().plain
        assert panel.endswith(f"z/gate.md\n{WITHOUT_MEANING}")


async def test_marked_notes_get_theirs_in_one_preview_with_the_reasons(opened, vault):
    async with opened(workspace_on(vault), query=UNTAGGED) as ui:
        await select(ui, ui.paths[0])
        await ui.press("v", "G", "V", "s")
        assert isinstance(ui.screen, PreviewScreen)
        head = ui.screen.query_one("#plan-head").render().plain
        assert "tag 3 notes as suggested" in head
        assert "nothing is suggested for 1 note" in head
        assert WITHOUT_MEANING in head
        plan = ui.text_of("#plan")
        assert "named in the title" in plan
        assert "+ memory_tags: [Project_A]" in plan
        assert "left alone" in plan
        await ui.press("j", "space", "enter")
        after = contents(vault)
        assert after["z/gate.md"] == "---\nmemory_tags: [Project_A]\n---\n" + GATE
        assert {path for path, text in after.items() if text != FILES[path]} == {"z/gate.md"}
        assert "tag 3 notes as suggested: 1 file" in ui.text_of("#result")
        assert not ui.browse.hits.marks
        await ui.press("u", "enter")
        assert contents(vault) == FILES


async def test_the_row_of_untagged_notes_stands_for_all_of_them(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "t", "s")
        assert ui.screen is ui.browse
        assert ui.notices == ["tags are suggested for notes: on the row `untagged`, or on a hit"]
        await ui.press("G", "s")
        head = ui.screen.query_one("#plan-head").render().plain
        assert "tag 3 notes as suggested" in head
        assert "nothing is suggested for 1 note" in head


async def test_marked_notes_without_any_say_why(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        for path in ("z/rain.md", "z/full.md"):
            await select(ui, path)
            await ui.press("v")
        await ui.press("s")
        assert "nothing to do: no tag of this vault is named well enough" in ui.text_of("#plan")
        await ui.press("enter")
        assert contents(vault) == FILES


async def test_a_note_that_is_read_gets_its_suggestions_there(opened, vault):
    async with opened(workspace_on(vault), query=UNTAGGED) as ui:
        await select(ui, "z/gate.md")
        await ui.press("enter", "s")
        assert isinstance(ui.screen, NoteTagsScreen)
        assert ticks(ui) == {"Project_A": "all"}
        await ui.press("escape")
        assert isinstance(ui.screen, ReadScreen)


async def test_what_comes_after_something_else_was_asked_for_is_not_shown(opened, vault, monkeypatch):
    go_on = threading.Event()
    answer = Suggestions.for_notes

    def slow(self, *arguments, **options):
        go_on.wait(10)
        return answer(self, *arguments, **options)

    monkeypatch.setattr(Suggestions, "for_notes", slow)
    async with opened(workspace_on(vault), query=UNTAGGED) as ui:
        await select(ui, "z/gate.md")
        await ui.pilot.press("s", "?")
        asked = ui.screen
        go_on.set()
        await ui.settle()
        assert ui.screen is not ui.browse
        assert not isinstance(ui.screen, NoteTagsScreen)
        assert asked is not ui.browse


async def test_leaving_the_preview_stops_the_suggestions(opened, vault, monkeypatch):
    made: list[Plan] = []

    def planned(workspace, paths, monitor):
        left.wait(10)
        made.append(suggested_plan(workspace, paths, monitor))
        return made[0]

    left = threading.Event()
    monkeypatch.setattr("reme_tui.ui.application.suggesting.suggested_plan", planned)
    async with opened(workspace_on(vault), query=UNTAGGED) as ui:
        await select(ui, ui.paths[0])
        await ui.pilot.press("v", "G", "V", "s")
        await ui.pilot.press("escape")
        left.set()
        await ui.settle()
        assert ui.screen is ui.browse
    assert [plan.objection for plan in made] == ["cancelled"]


async def test_hostile_names_are_shown_as_symbols(opened, make_vault):
    name = "\x1b[31m[bold]Red[/bold]"
    listed = '---\nmemory_tags: ["\\e[31m[bold]Red[/bold]"]\n---\nText.\n'
    vault = make_vault({"a.md": listed, "b.md": listed, "c.md": f"# {name}\n{name} and {name}.\n", "d.md": "# D\n"})
    async with opened(workspace_on(vault), query=UNTAGGED) as ui:
        await select(ui, "c.md")
        await ui.press("s")
        text = ui.text_of("TickList")
        assert "␛[31m[bold]Red[/bold]" in text
        assert "\x1b" not in text

"""The panel that says why a note is or is not a hit."""

from __future__ import annotations

import datetime as dt

import pytest

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.asking.why import remedies_of
from reme_tui.ui.messages.browsing import WhyWanted
from reme_tui.ui.screens.why import WhyScreen
from reme_tui.ui.widgets.why_panel import WhyPanel
from tests.ui.vault import tagged, workspace_on

LAUNCH = "daily/2026-09-17/launch.md"
CATL = "daily/2026-09-02/catl.md"
FILES = {
    LAUNCH: tagged(
        "Project_A", "Alice", body="# Pre-launch checklist\nConfirm the launch. See [[daily/2026-09-02/catl]]."
    ),
    CATL: tagged("CATL", body="# 宁德时代 call\nConfirm the slot."),
    "plain.md": "Confirm nothing.\n",
}


@pytest.fixture
def workspace(make_vault):
    return workspace_on(make_vault(FILES))


async def ask(ui, path):
    ui.browse.post_message(WhyWanted(path))
    await ui.settle()
    assert isinstance(ui.screen, WhyScreen)
    return ui.text_of("#why")


def step(text, name):
    return next(line for line in text.splitlines() if name in line)


async def test_a_hit_says_why(opened, workspace):
    async with opened(workspace) as ui:
        await ui.put("launch")
        await ui.press("enter", "w")
        text = ui.text_of("#why")
        assert "Why is this a hit?" in text
        assert LAUNCH in text
        assert "✓ Words" in text
        assert "launch ×" in step(text, "Words")
        assert "BM25" in step(text, "Words")
        assert step(text, "Date filter").endswith("from the path")
        assert "hit 1 of 1" in step(text, "Rank")
        await ui.press("escape")
        assert ui.screen is ui.browse


async def test_what_the_screen_shows_for_an_unfinished_word_is_what_is_explained(opened, workspace):
    async with opened(workspace) as ui:
        await ui.put("laun")
        assert ui.paths == [LAUNCH]
        await ui.press("enter", "w")
        text = ui.text_of("#why")
        assert "Why is this a hit?" in text
        assert "launch ×" in step(text, "Words")


async def test_a_note_outside_the_filter_names_the_step_and_the_hit_it_is_a_neighbour_of(opened, workspace):
    scope = Scope(tags=("Project_A", "Alice"))
    async with opened(workspace, query=Query(text="confirm", scope=scope)) as ui:
        text = await ask(ui, CATL)
        assert "Why is this not a hit?" in text
        assert "✗ Tag filter" in text
        assert "this note has CATL" in text
        assert "would be" in text
        assert "It is listed as a neighbour of 1 hit: Pre-launch checklist" in text
        assert "+ add CATL to the filter" in text
        assert "c drop the tag filter" in text


async def test_a_note_that_is_being_read_can_be_asked_about(opened, workspace):
    async with opened(workspace, query=Query(scope=Scope(tags=("Alice",)))) as ui:
        await ui.press("escape", "enter", "1")
        assert ui.screen.path == CATL
        await ui.press("w")
        assert "Why is this not a hit?" in ui.text_of("#why")
        await ui.press("plus")
        assert ui.screen.path == CATL
        await ui.press("q")
        assert CATL in ui.paths


async def test_plus_adds_the_tag_and_the_note_becomes_a_hit(opened, workspace):
    async with opened(workspace, query=Query(text="confirm", scope=Scope(tags=("Alice",)))) as ui:
        await ask(ui, CATL)
        await ui.press("plus")
        assert ui.screen is ui.browse
        assert ui.scope == Scope(tags=("Alice", "CATL"))
        assert CATL in ui.paths


async def test_c_drops_only_what_failed(opened, workspace):
    scope = Scope(tags=("Alice",), path="daily/", since=dt.date(2026, 9, 10), until=dt.date(2026, 9, 21))
    async with opened(workspace, query=Query(scope=scope)) as ui:
        text = await ask(ui, CATL)
        assert "c drop the tag and date filters" in text
        await ui.press("c")
        assert ui.scope == Scope(path="daily/")
        assert CATL in ui.paths


async def test_keys_that_do_not_help_do_nothing(opened, workspace):
    async with opened(workspace, query=Query(scope=Scope(tags=("Alice",), all_tags=True))) as ui:
        text = await ask(ui, LAUNCH)
        assert "filter  " not in text.split("Rank")[1]
        await ui.press("plus", "c")
        assert isinstance(ui.screen, WhyScreen)
        await ui.press("q")
        assert ui.scope.tags == ("Alice",)


async def test_an_offer_can_be_clicked(opened, workspace):
    async with opened(workspace, query=Query(scope=Scope(tags=("Alice",)))) as ui:
        text = await ask(ui, CATL)
        lines = text.splitlines()
        row = next(at for at, line in enumerate(lines) if "drop the" in line)
        panel = ui.screen.query_one(WhyPanel)
        left, top = panel.content_region.x - panel.region.x, panel.content_region.y - panel.region.y
        await ui.click("#why", (lines[row].index("drop") + left, row + top))
        assert ui.screen is ui.browse
        assert ui.scope == Scope()


async def test_edit_goes_to_the_line_that_does_not_parse(opened, make_vault):
    vault = make_vault({"bad.md": "---\ntitle: a: b\nmemory_tags: [x]\n---\nText.\n"})
    asked = []
    async with opened(workspace_on(vault)) as ui:
        ui.app._edit = lambda path, line: asked.append((path, line)) or ""
        text = await ask(ui, "bad.md")
        assert "✗ File" in text
        await ui.press("e")
    assert asked == [("bad.md", 2)]


async def test_a_note_that_changes_while_the_panel_is_open_is_explained_anew(opened, workspace):
    async with opened(workspace, query=Query(scope=Scope(tags=("Alice",)))) as ui:
        assert "✗ Tag filter" in await ask(ui, CATL)
        (workspace.config.vault / CATL).write_text(tagged("CATL", "Alice"), encoding="utf-8")
        await ui.press("ctrl+r")
        assert "✓ Tag filter" in ui.text_of("#why")


async def test_a_path_that_is_no_note_is_said(opened, workspace):
    async with opened(workspace) as ui:
        assert "no such note" in await ask(ui, "never/was.md")


@pytest.mark.parametrize("size", [(120, 36), (80, 24), (40, 12)])
async def test_it_fits_any_size_and_scrolls(opened, workspace, size):
    async with opened(workspace, size=size, query=Query(text="confirm", scope=Scope(tags=("Alice",)))) as ui:
        await ask(ui, CATL)
        panel = ui.screen.query_one(WhyPanel)
        assert panel.region.right <= size[0]
        assert panel.region.bottom <= size[1]
        await ui.press("G")
        assert "esc close" in ui.text_of("#why")


async def test_text_from_notes_is_harmless(opened, make_vault):
    nasty = "'[red] \u202eb[/'"
    vault = make_vault({"n.md": f"---\nmemory_tags: [{nasty}]\n---\nx\n"})
    async with opened(workspace_on(vault), query=Query(scope=Scope(tags=("y",)))) as ui:
        text = await ask(ui, "n.md")
        assert "[red]" in text
        assert "\u202e" not in text


def test_no_tag_is_offered_where_one_more_does_not_help(workspace):
    workspace.load()
    note = workspace.snapshot.notes[CATL]
    for scope in (
        Scope(tags=("Alice", "Project_A"), all_tags=True),
        Scope(tags=("Alice",), excluded_tags=("catl",)),
        Scope(untagged=True),
        Scope(excluded_tags=("CATL",)),
    ):
        remedies = remedies_of(workspace.snapshot, note, scope)
        assert remedies.failed == ("tag",)
        assert remedies.tag == ""
        assert remedies.wider == Scope()

"""Reading a note, the way from hit to hit and along links, and editing."""

from __future__ import annotations

import dataclasses
import stat
from contextlib import nullcontext

import pytest

from reme_tui.config import Config
from reme_tui.core.neighbours import Neighbours
from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.application.palette import offered
from reme_tui.ui.messages.browsing import ReadWanted
from reme_tui.ui.screens.read import ReadScreen
from reme_tui.ui.widgets.note_pane import NotePane
from reme_tui.ui.widgets.note_view import NoteView
from reme_tui.workspace import Workspace
from tests.ui.fake import LINKS, FakeWorkspace, neighbour, note

LAUNCH = "daily/2026-09-17/launch.md"
LONG = "\n".join(f"line {at}, {'the launch' if at % 50 == 30 else 'nothing'}" for at in range(1, 201))
NOTES = (
    note("daily/a.md", "First", ["Alice"], day="2026-09-03", body=LONG),
    note("daily/b.md", "Second", [], day="2026-09-02", body="launch [red] [[daily/a.md]] \x1b[31m [/ end"),
    note("daily/c.md", "项目A 发布前检查", [], day="2026-09-01", body="发布前需要先完成回归测试 launch"),
)


def workspace_of(notes=NOTES):
    return FakeWorkspace(notes)


def head(ui):
    return ui.text_of("#note-head")


def note_text(ui):
    return ui.text_of("#note")


def on_disk(tmp_path):
    """A workspace whose first note is a file too, for editors."""
    workspace = workspace_of()
    workspace.config.vault = tmp_path
    (tmp_path / "daily").mkdir()
    (tmp_path / "daily/a.md").write_text("words", encoding="utf-8")
    return workspace


@pytest.fixture
def lent(monkeypatch):
    """The terminal is lent to an editor in name only."""
    monkeypatch.setattr(RemeApp, "suspend", lambda _: nullcontext())


def editor(tmp_path, body):
    script = tmp_path / "my editor"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return f"'{script}' -x"


async def test_enter_reads_the_note_and_escape_returns_to_the_same_hit(opened):
    async with opened(query=Query(text="launch")) as ui:
        await ui.press("enter", "j", "enter")
        path = ui.paths[1]
        assert isinstance(ui.screen, ReadScreen)
        assert path in head(ui)
        assert "hit 2 of" in head(ui)
        assert "  5 ▎" in note_text(ui)
        await ui.press("escape")
        assert ui.screen is ui.browse
        assert ui.browse.hits.path == path
        assert ui.screen.focused is ui.browse.hits


async def test_a_second_click_opens_a_hit(opened):
    async with opened() as ui:
        await ui.pilot.double_click("#hits", offset=(10, 0))
        await ui.settle()
        assert isinstance(ui.screen, ReadScreen)


async def test_matches_are_walked_through_in_a_circle(opened):
    async with opened(workspace_of(), query=Query(text="launch")) as ui:
        await ui.press("enter")
        ui.browse.hits.select("daily/a.md")
        await ui.press("enter")
        assert "match 1 of 4" in head(ui)
        await ui.press("n", "n")
        assert "match 3 of 4" in head(ui)
        assert "134 ▎ line 130" in note_text(ui)
        await ui.press("n")
        assert "match 4 of 4" in head(ui)
        await ui.press("n")
        assert "match 1 of 4" in head(ui)
        await ui.press("N", "N")
        assert "match 3 of 4" in head(ui)


async def test_a_line_far_down_is_in_view_and_marked(opened):
    async with opened(workspace_of()) as ui:
        ui.app.post_message(ReadWanted("daily/a.md", 150))
        await ui.settle()
        assert "150 ▎ line 146" in note_text(ui)
        assert ui.screen.view.line == 150


async def test_brackets_walk_the_hits_without_wrapping_and_the_selection_follows(opened):
    async with opened(workspace_of(), query=Query(text="launch")) as ui:
        await ui.press("enter", "enter")
        first, second, third = ui.paths
        await ui.press("[")
        assert first in head(ui)
        await ui.press("]")
        assert second in head(ui)
        await ui.press("]", "]")
        assert third in head(ui)
        assert "hit 3 of 3" in head(ui)
        await ui.press("q")
        assert ui.browse.hits.path == third


async def test_lists_keys_scroll_and_the_place_survives_a_resize(opened):
    async with opened(workspace_of()) as ui:
        await ui.press("enter", "enter")
        view = ui.screen.query_one(NoteView)
        await ui.press("j", "j", "pagedown")
        assert view.top_row > 2
        await ui.press("G")
        assert "line 200" in note_text(ui)
        await ui.press("k")
        top = view.line
        await ui.pilot.resize_terminal(60, 30)
        await ui.settle()
        assert view.line == top
        await ui.press("g")
        assert view.line == 1


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_linked_notes_are_numbered_followed_and_left_again(opened, size):
    workspace = workspace_of()
    to_b = neighbour("daily/b.md", "Second", anchors=("L5",), in_scope=False)
    workspace.links["daily/a.md"] = Neighbours((to_b, neighbour("lost", kind="missing")), (), 0, 0)
    workspace.links["daily/b.md"] = Neighbours((), (neighbour("daily/a.md", "First"),), 0, 0)
    async with opened(workspace, size=size) as ui:
        await ui.press("enter", "enter", *"jjj")
        top = ui.screen.view.top_row
        assert "1 → Second" in ui.text_of("#neighbours")
        assert "outside" in ui.text_of("#neighbours")
        await ui.press("1")
        assert "daily/b.md" in head(ui)
        assert "1 step from hit 1" in head(ui)
        assert "  5 ▎" in note_text(ui)
        await ui.press("tab", "enter")
        assert "2 steps from hit 1" in head(ui)
        await ui.press("2")
        assert "2 steps from hit 1" in head(ui)
        await ui.press("backspace", "backspace", "backspace")
        assert "hit 1 of 3" in head(ui)
        assert ui.screen.view.top_row == top


async def test_hostile_text_is_shown_as_it_is(opened):
    async with opened(workspace_of(), query=Query(text="red")) as ui:
        await ui.press("enter", "enter")
        assert "launch [red] [[daily/a.md]] ␛[31m [/ end" in note_text(ui)
        await ui.press("v")
        assert ui.screen.query("#rendered")
        await ui.press("v")
        assert not ui.screen.query("#rendered")
        assert ui.screen.focused is ui.screen.view


async def test_a_long_note_is_not_rendered(opened):
    long = note("daily/long.md", "Long", [], body="x\n" * 400)
    async with opened(workspace_of((long,))) as ui:
        await ui.press("enter", "enter", "v")
        assert not ui.screen.query("#rendered")


async def test_a_note_that_has_gone_says_so(opened):
    workspace = workspace_of()
    async with opened(workspace) as ui:
        await ui.press("enter")
        del workspace.pairs[0]
        await ui.press("enter")
        assert "no such file" in note_text(ui)
        await ui.press("e", "n", "v", "]")
        assert "daily/b.md" in head(ui)


async def test_a_file_that_is_not_what_was_indexed_says_so(opened):
    workspace = workspace_of()
    async with opened(workspace) as ui:
        await ui.press("enter")
        made, body = workspace.pairs[0]
        workspace.pairs[0] = (dataclasses.replace(made, digest="other"), body)
        await ui.press("enter")
        assert "changed since it was indexed" in head(ui)


async def test_a_note_saved_elsewhere_is_read_again_in_place(opened):
    workspace = workspace_of()
    async with opened(workspace) as ui:
        await ui.press("enter", "enter", "pagedown")
        view = ui.screen.query_one(NoteView)
        line, (made, body) = view.line, workspace.pairs[0]
        workspace.pairs[0] = (dataclasses.replace(made, digest="other"), body.replace("line 40,", "new words,"))
        workspace.pairs.append(note("daily/d.md", "Fourth"))
        await ui.press("ctrl+r")
        assert "new words" in note_text(ui)
        assert view.line == line


async def test_the_note_stands_beside_the_hits_on_a_wide_screen_only(opened):
    async with opened(workspace_of(), size=(120, 36), query=Query(text="launch")) as ui:
        pane = ui.browse.query_one(NotePane)
        await ui.press("enter")
        assert not pane.display
        assert pane.query_one(NoteView).page is None
        await ui.pilot.resize_terminal(200, 50)
        await ui.settle()
        assert ui.paths[0] in pane.query_one(NoteView).page.path
        await ui.press("j")
        assert pane.query_one(NoteView).page.path == ui.paths[1]
        assert "▎" in ui.text_of("#beside")
        await ui.press("slash", *"nothing such")
        assert pane.query_one(NoteView).page is None


async def test_copying_from_the_reader(opened, monkeypatch):
    copied = []
    monkeypatch.setattr(RemeApp, "copy_to_clipboard", lambda _, text: copied.append(text))
    async with opened(workspace_of()) as ui:
        await ui.press("enter", "enter", "y", "Y")
    assert copied == ["daily/a.md", "[[daily/a.md]]"]


async def test_the_editor_gets_the_file_and_its_arguments(opened, monkeypatch, tmp_path, lent):
    monkeypatch.setenv("VISUAL", editor(tmp_path, f'printf "%s\\n" "$@" > "{tmp_path}/got"'))
    async with opened(on_disk(tmp_path)) as ui:
        await ui.press("enter", "e")
        assert (tmp_path / "got").read_text().split("\n") == ["-x", f"{tmp_path}/daily/a.md", ""]


@pytest.mark.usefixtures("lent")
@pytest.mark.parametrize(
    ("visual", "words"), [("/no/such/editor", "cannot start"), ("false", "status 1"), ("'", "cannot read")]
)
async def test_an_editor_that_fails_is_told_of(opened, monkeypatch, tmp_path, visual, words):
    monkeypatch.setenv("VISUAL", visual)
    async with opened(on_disk(tmp_path)) as ui:
        await ui.press("enter", "e")
        assert any(words in notice for notice in ui.notices)


async def test_a_terminal_that_cannot_be_lent_is_told_of(opened, monkeypatch, tmp_path):
    monkeypatch.setenv("VISUAL", "true")
    async with opened(on_disk(tmp_path)) as ui:
        await ui.press("enter", "e")
        assert any("cannot be lent" in notice for notice in ui.notices)
        await ui.press("j", "e")
        assert any("b.md: no such file" in notice for notice in ui.notices)


async def test_what_the_editor_wrote_is_read_and_found(opened, monkeypatch, tmp_path, lent):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text("---\nmemory_tags: [Alice]\n---\nold words\n", encoding="utf-8")
    monkeypatch.setenv("VISUAL", editor(tmp_path, 'echo "zebra crossing" >> "$2"'))
    async with opened(Workspace(Config(vault=vault))) as ui:
        await ui.press("enter", "enter", "e")
        assert "zebra crossing" in note_text(ui)
        assert "changed" not in head(ui)
        await ui.press("escape", "slash", *"zebra")
        assert ui.paths == ["a.md"]


async def test_links_of_the_sample_fit_a_narrow_screen(opened):
    workspace = FakeWorkspace()
    workspace.links[LAUNCH] = LINKS
    async with opened(workspace, size=(80, 24), query=Query(text="launch confirm")) as ui:
        await ui.press("enter")
        ui.browse.hits.select(LAUNCH)
        await ui.press("enter")
        assert "Rollback procedure" in ui.text_of("#neighbours")
        assert "confirm" in note_text(ui)


async def test_the_palette_offers_what_the_screen_can_do(opened):
    async with opened(workspace_of()) as ui:
        assert {"hits.read", "browse.query"} <= {command.id for command in offered(ui.screen)}
        assert "read.next_match" not in {command.id for command in offered(ui.screen)}
        await ui.press("enter", "enter")
        ids = {command.id for command in offered(ui.screen)}
        assert {"read.next_match", "read.follow", "app.leave"} <= ids
        assert not {"hits.read", "browse.query"} & ids
        await ui.app.run_command("read.follow")
        await ui.settle()
        assert ui.screen.focused.id == "neighbours"


async def test_linked_notes_beyond_the_digits_are_come_to_by_tab(opened):
    workspace = workspace_of()
    workspace.links = {
        "daily/a.md": Neighbours(tuple(neighbour(f"n{at}.md", f"N{at}") for at in range(9)), (), 0, 0),
        "daily/b.md": Neighbours(tuple(neighbour(NOTES[0][0].path, f"N{at}") for at in range(10)), (), 0, 0),
    }
    async with opened(workspace, query=Query(text="launch")) as ui:
        ui.browse.post_message(ReadWanted("daily/a.md"))
        await ui.settle()
        assert "for the rest" not in ui.text_of("LinkedHead")
        await ui.press("q")
        ui.browse.post_message(ReadWanted("daily/b.md"))
        await ui.settle()
        assert "tab for the rest" in ui.text_of("LinkedHead")
        await ui.press("tab", "G")
        assert "enter follow" in ui.text_of("#keys")
        await ui.press("enter")
        assert ui.screen.path == "daily/a.md"

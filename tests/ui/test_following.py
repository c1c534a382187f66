"""What files that change do to the screen, and what the top line claims about it."""

from __future__ import annotations

import threading
import time
from contextlib import asynccontextmanager

import pytest
from textual import events

from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from reme_tui.vault.watch import LIMIT_REMEDY
from reme_tui.workspace import Progress, VaultError
from tests.ui.conftest import Driver
from tests.ui.fake import SAMPLE, FakeWorkspace, note

NEW = note("daily/2026-09-18/new.md", "A new note", ["Alice", "Aardvark"], day="2026-09-18", body="launch launch")


class FakeWatcher:
    """Reports what a test tells it to."""

    def __init__(self, becomes="live", remedy=""):
        self.state = "off"
        self.remedy = ""
        self.starts = 0
        self.on_change = None
        self._becomes = (becomes, remedy)

    def start(self, on_change):
        self.starts += 1
        self.on_change = on_change
        self.become(*self._becomes)

    def become(self, state, remedy=""):
        self.state, self.remedy = state, remedy
        self.on_change(None)

    def stop(self):
        self.state = "off"


@asynccontextmanager
async def watched(workspace=None, watcher=None, *, query=None, size=(120, 36), settled=True):
    app = RemeApp(workspace or FakeWorkspace(), query or Query(), watcher=watcher or FakeWatcher())
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        if settled:
            await driver.settle()
        yield driver


async def notice(ui, *batches):
    for paths in batches:
        ui.app.watcher.on_change(frozenset(paths) if paths is not None else None)
    await ui.settle()


async def test_watching_begins_when_everything_is_read():
    workspace = FakeWorkspace()
    workspace.parts, workspace.gate = 3, threading.Event()
    async with watched(workspace, settled=False) as ui:
        while not ui.browse.snapshot:
            await ui.pilot.pause()
        assert ui.app.watcher.starts == 0
        workspace.gate.set()
        await ui.settle()
        assert ui.app.watcher.starts == 1
        assert "● live" in ui.text_of("#status")


@pytest.mark.parametrize(
    ("state", "shown"), [("live", "● live"), ("polling", "checking every 5 s"), ("off", "as of 12:04")]
)
async def test_the_top_line_claims_no_more_than_is_so(state, shown):
    async with watched(watcher=FakeWatcher(state)) as ui:
        assert shown in ui.text_of("#status")
        assert ("live" in ui.text_of("#status")) == (state == "live")


async def test_when_the_watcher_dies_the_age_is_shown():
    async with watched() as ui:
        ui.app.watcher.become("off")
        await ui.settle()
        assert "as of 12:04" in ui.text_of("#status")
        await ui.press("ctrl+r")
        assert ui.app.watcher.starts == 2
        assert "● live" in ui.text_of("#status")


async def test_a_batch_is_looked_at_and_shown():
    async with watched() as ui:
        workspace = ui.app.workspace
        workspace.updates.clear()
        workspace.pairs.append(NEW)
        await notice(ui, {NEW[0].path})
        assert workspace.updates == [{NEW[0].path}]
        assert NEW[0].path in ui.paths
        assert "8 notes  6 tags" in ui.text_of("#status")


async def test_the_echo_of_what_is_known_asks_nothing_anew():
    async with watched() as ui:
        workspace = ui.app.workspace
        workspace.asked.clear()
        shown = ui.browse.results
        await notice(ui, {SAMPLE[0][0].path})
        assert workspace.asked == []
        assert ui.browse.results is shown


async def test_batches_that_come_meanwhile_are_gathered():
    async with watched() as ui:
        workspace = ui.app.workspace
        workspace.updates.clear()
        workspace.gate = threading.Event()
        ui.app.watcher.on_change(frozenset({"a.md"}))
        while not workspace.updates:
            await ui.pilot.pause()
        for paths in ({"b.md"}, {"c.md", "b.md"}):
            ui.app.watcher.on_change(frozenset(paths))
        await ui.pilot.pause()
        workspace.gate.set()
        await ui.settle()
        assert workspace.updates == [{"a.md"}, {"b.md", "c.md"}]


async def test_a_whole_look_takes_in_the_paths_noticed():
    async with watched() as ui:
        workspace = ui.app.workspace
        workspace.updates.clear()
        workspace.gate = threading.Event()
        ui.app.watcher.on_change(frozenset({"a.md"}))
        while not workspace.updates:
            await ui.pilot.pause()
        for paths in (frozenset({"b.md"}), None, frozenset({"c.md"})):
            ui.app.watcher.on_change(paths)
        await ui.pilot.pause()
        workspace.gate.set()
        await ui.settle()
        assert workspace.updates == [{"a.md"}, None]


async def test_selection_scroll_focus_and_what_is_unfolded_survive():
    workspace = FakeWorkspace(
        [note(f"daily/n{number:03}.md", f"Note {number}", [f"tag{number:03}"]) for number in range(60)]
    )
    async with watched(workspace) as ui:
        hits, tags = ui.browse.hits, ui.browse.tags
        tags.focus()
        tags.cursor = 40
        hits.focus()
        hits.cursor = 30
        await ui.press("down", "space")
        path, tag = hits.path, tags.rows[40].key
        top_hit = hits.rows[hits.row_at(hits.scroll_offset.y)].path
        top_tag = tags.rows[tags.row_at(tags.scroll_offset.y)].key
        workspace.pairs[:0] = [note(f"daily/a{number}.md", "Before", ["aaa"]) for number in range(3)]
        await notice(ui, {"daily/a0.md"})
        assert hits.path == path != ""
        assert hits.rows[hits.cursor].neighbours is not None
        assert hits.rows[hits.row_at(hits.scroll_offset.y)].path == top_hit
        assert tags.rows[tags.cursor].key == tag
        assert tags.rows[tags.row_at(tags.scroll_offset.y)].key == top_tag
        assert ui.screen.focused is hits


async def test_when_many_files_have_been_read_it_is_live_again(monkeypatch):
    workspace = FakeWorkspace()
    update = workspace.update

    def in_parts(paths, report):
        changed = update(paths)
        report(Progress("reading", 201, 201))
        return changed

    monkeypatch.setattr(workspace, "update", in_parts)
    async with watched(workspace) as ui:
        workspace.pairs.append(NEW)
        await notice(ui, {NEW[0].path})
        assert "live" in ui.text_of("#status")
        assert "reading" not in ui.text_of("#status")


async def test_typing_goes_on_while_files_change():
    async with watched() as ui:
        await ui.put("lau")
        ui.app.workspace.pairs.append(NEW)
        await notice(ui, {NEW[0].path})
        await ui.put("nch")
        assert ui.browse.asked.text == "launch"
        assert NEW[0].path in ui.paths


async def test_the_remedy_is_said_once():
    async with watched(watcher=FakeWatcher("polling", LIMIT_REMEDY)) as ui:
        await notice(ui, None, {"a.md"}, None)
        said = ui.notices
        assert said.count(LIMIT_REMEDY) == 1


async def test_a_vault_that_went_away_is_told_once_and_its_return_too():
    async with watched() as ui:
        workspace = ui.app.workspace
        workspace.error = "no such folder: /vault"
        for _ in range(3):
            await notice(ui, None)
        assert ui.notices == [workspace.error]
        assert ui.browse.trouble == workspace.error
        assert "live" not in ui.text_of("#status")
        assert "✗ cannot be read, as of 12:04" in ui.text_of("#status")
        workspace.error = ""
        await notice(ui, None)
        assert ui.browse.trouble == ""
        assert "● live" in ui.text_of("#status")


async def test_looking_again_at_a_vault_that_is_away_claims_nothing_and_finds_it_back():
    async with watched() as ui:
        ui.app.workspace.error = "no such folder: /vault"
        await ui.press("ctrl+r")
        assert "✗ cannot be read" in ui.text_of("#status")
        ui.app.watcher.become("off")
        await ui.settle()
        assert "✗ cannot be read" in ui.text_of("#status")
        ui.app.workspace.error = ""
        await notice(ui, None)
        assert "as of 12:04" in ui.text_of("#status")
        assert "cannot be read" not in ui.text_of("#status")


async def test_a_vault_that_cannot_be_read_is_not_watched():
    async with watched(FakeWorkspace(error="no such folder: /vault")) as ui:
        assert ui.app.watcher.starts == 0
        with pytest.raises(VaultError):
            ui.app.workspace.refresh()


@pytest.mark.parametrize(("age", "looks"), [(60, [None]), (1, [])])
async def test_coming_back_to_the_terminal_compares_the_disk(age, looks):
    async with watched() as ui:
        ui.app.workspace.updates.clear()
        ui.app.workspace.read_at = time.time() - age
        ui.app.post_message(events.AppFocus())
        await ui.settle()
        assert ui.app.workspace.updates == looks


async def test_leaving_stops_the_watcher():
    async with watched() as ui:
        watcher = ui.app.watcher
        assert watcher.state == "live"
    assert watcher.state == "off"

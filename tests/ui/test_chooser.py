"""Choosing which folder to open, before there is a vault."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from reme_tui.config.memory import Memory
from reme_tui.config.shipped import DEMO
from reme_tui.ui.application.base import AS_NAMED
from reme_tui.ui.application.chooser_app import ChooserApp, choose_vault
from reme_tui.ui.application.palette import offered
from reme_tui.ui.asking.folders import describe_folder, rest_of_path
from reme_tui.ui.screens.chooser import ChooserScreen
from reme_tui.ui.widgets.choice_list import ChoiceList
from reme_tui.ui.widgets.folder_line import FolderField
from tests.ui.conftest import Driver


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in ("notes/below", "notables", "项目", ".hidden"):
        (tmp_path / "tree" / name).mkdir(parents=True)
    (tmp_path / "tree" / "notes" / "below" / "a.md").touch()
    (tmp_path / "tree" / "notes.txt").touch()
    return tmp_path / "tree"


@pytest.fixture
def choosing(tmp_path: Path):
    @asynccontextmanager
    async def open_chooser(*vaults):
        memory = Memory(tmp_path / "remembered.json")
        for vault in reversed(vaults):
            memory.keep_vault(vault)
        app = ChooserApp("night", memory=memory)
        async with app.run_test(size=(100, 30)) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            yield driver

    return open_chooser


async def test_a_path_is_completed_judged_and_opened(choosing, folders):
    async with choosing() as driver:
        await driver.put(f"{folders}/not")
        assert "no such folder" in driver.text_of("Verdict")
        await driver.press("down", "tab")
        field = driver.screen.query_one(FolderField)
        assert field.value == f"{folders}/notes/"
        assert "1 note" in driver.text_of("Verdict")
        assert "complete" in driver.text_of("KeyLine")
        await driver.press("escape")
        assert "open" in driver.text_of("KeyLine")
        await driver.press("escape")
        assert driver.notices == ["^q quits"]
        await driver.press("enter")
    assert driver.app.chosen == folders / "notes"


async def test_what_is_no_folder_is_said_and_not_opened(choosing, folders):
    async with choosing() as driver:
        for path, says in ((folders / "gone", "no such folder"), (folders / "notes.txt", "not a folder")):
            driver.screen.query_one(FolderField).replace_text("")
            await driver.put(str(path))
            await driver.press("escape", "enter")
            assert says in driver.text_of("Verdict")
        driver.screen.query_one(FolderField).replace_text("")
        await driver.put(str(folders / "项目"))
        assert "no notes" in driver.text_of("Verdict")
    assert driver.app.chosen is None


async def test_vaults_opened_before_are_listed_with_what_they_hold(choosing, folders):
    async with choosing(folders / "notes", folders / "gone") as driver:
        rows = driver.screen.query_one(ChoiceList).choices
        assert [(Path(row.label).name, row.detail) for row in rows[:2]] == [
            ("notes", "1 note"),
            ("gone", "no such folder"),
        ]
        await driver.press("down")
        await driver.press("enter")
    assert driver.app.chosen == folders / "notes"


async def test_the_demo_vault_is_there_for_who_has_none(choosing):
    async with choosing() as driver:
        await driver.press("enter")
        await driver.press("enter")
    assert driver.app.chosen is DEMO


async def test_the_list_leads_back_to_the_line_and_only_ctrl_q_leaves(choosing):
    async with choosing() as driver:
        for key in ("q", "escape"):
            await driver.press("down")
            assert isinstance(driver.screen.focused, ChoiceList)
            await driver.press(key)
            assert isinstance(driver.screen.focused, FolderField)
        await driver.press("escape")
        assert isinstance(driver.screen, ChooserScreen)
        await driver.press("ctrl+q")
    assert driver.app.chosen is None
    assert driver.app.return_code == 0


async def test_the_palette_offers_nothing_that_needs_a_vault(choosing):
    async with choosing() as driver:
        ids = {command.id for command in offered(driver.screen)}
        assert {"app.themes", "app.leave"} <= ids
        assert ids.isdisjoint({"app.look_again", "app.stop", "app.tag_field", "app.vaults"})


def test_folders_are_proposed_by_name(folders):
    def named(text):
        return [proposal.text.removeprefix(f"{folders}/") for proposal in rest_of_path(text)]

    assert named(f"{folders}/NOT") == ["notables/", "notes/"]
    assert named(f"{folders}/.") == [".hidden/"]
    assert named(f"{folders}/gone/x") == []
    assert named("") != [".hidden/"]
    assert [proposal.text for proposal in rest_of_path("~")] == ["~/"]


def test_a_folder_is_judged_without_being_read(folders, monkeypatch):
    assert describe_folder(folders) == "1 note"
    monkeypatch.setattr("reme_tui.ui.asking.folders.MOST_UNASKED", 0)
    assert describe_folder(folders) == "more than 0 notes"
    assert describe_folder(folders / "notes.txt") == "not a folder"


def test_a_crash_is_told_by_the_exit_status(monkeypatch, tmp_path):
    monkeypatch.setattr(ChooserApp, "run", lambda app, *, mouse: None)  # it ends, and nobody has told it to
    assert choose_vault("night", memory=Memory(tmp_path / "remembered.json"), mouse=True, opening=AS_NAMED) == 1

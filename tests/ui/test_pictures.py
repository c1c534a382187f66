"""How the first screen looks, dark and light, large and small, and a note that is read."""

from __future__ import annotations

import datetime as dt

import pytest

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.application.app import RemeApp
from tests.ui.fake import LINKS, FakeWorkspace
from tests.waiting import until_settled


@pytest.mark.parametrize(("theme", "size"), [("night", (120, 36)), ("day", (80, 24))])
def test_browse(snap_compare, theme, size):
    workspace = FakeWorkspace(theme=theme)
    workspace.links["daily/2026-09-17/launch.md"] = LINKS
    scope = Scope(tags=("Project_A", "Alice"), since=dt.date(2026, 6, 24), until=dt.date(2026, 9, 21))

    async def unfold(pilot):
        await until_settled(pilot.app, pilot)
        await pilot.press("enter", "j", "space")
        await until_settled(pilot.app, pilot)

    app = RemeApp(workspace, Query(text="launch confirm", scope=scope))
    assert snap_compare(app, terminal_size=size, run_before=unfold)


def test_read(snap_compare):
    workspace = FakeWorkspace()
    workspace.links["daily/2026-09-17/launch.md"] = LINKS

    async def read(pilot):
        await until_settled(pilot.app, pilot)
        await pilot.press("enter", "enter")
        await until_settled(pilot.app, pilot)

    app = RemeApp(workspace, Query(text="launch confirm"))
    assert snap_compare(app, terminal_size=(120, 36), run_before=read)

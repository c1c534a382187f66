"""How the first screen looks, dark and light, large and small, and a note that is read."""

from __future__ import annotations

import datetime as dt

import pytest

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.application.app import RemeApp
from tests.ui.fake import LINKS, FakeWorkspace


@pytest.mark.parametrize(("theme", "size"), [("night", (120, 36)), ("day", (80, 24))])
def test_browse(snap_compare, theme, size):
    workspace = FakeWorkspace(theme=theme)
    workspace.links["daily/2026-09-17/launch.md"] = LINKS
    scope = Scope(tags=("Project_A", "Alice"), since=dt.date(2026, 6, 24), until=dt.date(2026, 9, 21))

    async def unfold(pilot):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("enter", "j", "space")
        await pilot.app.workers.wait_for_complete()

    app = RemeApp(workspace, Query(text="launch confirm", scope=scope))
    assert snap_compare(app, terminal_size=size, run_before=unfold)


def test_read(snap_compare):
    workspace = FakeWorkspace()
    workspace.links["daily/2026-09-17/launch.md"] = LINKS

    async def read(pilot):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("enter", "enter")
        for _ in range(3):  # the note, then what is linked with it
            await pilot.pause()
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()

    app = RemeApp(workspace, Query(text="launch confirm"))
    assert snap_compare(app, terminal_size=(120, 36), run_before=read)

"""An app on a workspace in memory, driven by keys."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot

from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from tests.ui.fake import FakeWorkspace
from tests.waiting import until_settled


class Driver:
    """Presses keys and waits until everything they started is done."""

    def __init__(self, app: RemeApp, pilot: Pilot) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self):
        return self.app.screen

    @property
    def browse(self):
        return self.app.browse

    @property
    def scope(self):
        return self.browse.asked.scope

    @property
    def paths(self):
        return [row.path for row in self.browse.hits.rows]

    @property
    def notices(self):
        """The texts of the notices shown, in order."""
        return [notice.message for notice in self.app._notifications]

    @property
    def errors(self):
        """Those of them that tell of an error."""
        return [notice.message for notice in self.app._notifications if notice.severity == "error"]

    async def settle(self):
        await until_settled(self.app, self.pilot)

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.settle()

    async def put(self, text):
        """Paste text where the focus is, and wait for what comes of it."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def click(self, selector, offset):
        await self.pilot.click(selector, offset=offset)
        await self.settle()

    def text_of(self, selector):
        """What a widget shows, line by line."""
        widget = self.screen.query_one(selector)
        return "\n".join(widget.render_line(y).text.rstrip() for y in range(widget.size.height))


Open = Callable[..., AbstractAsyncContextManager[Driver]]


@pytest.fixture
def opened() -> Open:
    """Open the app on a workspace; leaves the driver when everything has been read."""

    @asynccontextmanager
    async def open_app(
        workspace: FakeWorkspace | None = None,
        *,
        size: tuple[int, int] = (120, 36),
        query: Query | None = None,
        settled: bool = True,
    ) -> AsyncIterator[Driver]:
        app = RemeApp(workspace or FakeWorkspace(), query or Query())
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            if settled:
                await driver.settle()
            yield driver

    return open_app

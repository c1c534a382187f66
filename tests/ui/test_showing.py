"""Most styles are read after the first frame, yet no screen is ever shown without its own."""

from __future__ import annotations

from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.application.showing import STYLES
from reme_tui.ui.screens.help import HelpScreen
from tests.ui.fake import FakeWorkspace


async def test_a_screen_shown_at_once_is_styled():
    app = RemeApp(FakeWorkspace(), Query())
    async with app.run_test() as pilot:
        assert not any(map(app.stylesheet.has_source, STYLES))
        await app.push_screen(HelpScreen(("browse", "app")))
        await pilot.pause()
        assert app.screen.query_one("#help").styles.border_top[0] == "round"
        assert all(map(app.stylesheet.has_source, STYLES))

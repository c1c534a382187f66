"""Most styles are read after the first frame, yet no screen is ever shown without its own, and that of its size."""

from __future__ import annotations

import pytest

from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.application.screen_stack import STYLES
from reme_tui.ui.screens.help import HelpScreen
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.query_bar import QueryField
from tests.ui.fake import FakeWorkspace


async def test_a_screen_shown_at_once_is_styled():
    app = RemeApp(FakeWorkspace(), Query())
    async with app.run_test() as pilot:
        assert not any(map(app.stylesheet.has_source, STYLES))
        await app.push_screen(HelpScreen(("browse", "app")))
        await pilot.pause()
        assert app.screen.query_one("#help").styles.border_top[0] == "round"
        assert all(map(app.stylesheet.has_source, STYLES))


@pytest.mark.parametrize(
    ("size", "classes"),
    [
        ((100, 30), set()),
        ((99, 30), {"-narrow"}),
        ((159, 29), {"-short"}),
        ((160, 30), {"-vast"}),
        ((60, 20), {"-narrow", "-short"}),
    ],
)
@pytest.mark.parametrize("key", ["", "enter"])
async def test_a_screen_bears_a_class_for_each_unusual_size(opened, size, classes, key):
    async with opened(size=(100, 30)) as ui:
        await ui.press("escape", *([key] if key else []))
        await ui.pilot.resize_terminal(*size)
        await ui.settle()
        assert ui.screen.classes & {"-narrow", "-vast", "-short"} == classes


async def test_the_key_line_follows_the_focus_and_stands_for_the_screen_while_nothing_has_it(opened):
    async with opened() as ui:
        keys = ui.screen.query_one(KeyLine)
        assert keys.places == ui.screen.query_one(QueryField).PLACES
        await ui.press("enter")
        assert keys.places == ui.browse.hits.PLACES
        ui.screen.set_focus(None)
        await ui.settle()
        assert keys.places == ("browse", "app")

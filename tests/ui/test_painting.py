"""What is painted anew, and what not: a letter costs a line, an answer the hits, a step of the cursor two rows."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.app import App
from textual.screen import Screen

from reme_tui.ui.drawing.theme import Ink, read_themes, theme_folders
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.ui.widgets.chips import Chips
from reme_tui.ui.widgets.hit_list import HitList
from reme_tui.ui.widgets.line_list import LineList
from reme_tui.ui.widgets.tag_list import TagList
from tests.ui.fake import LINKS, FakeWorkspace, note

MANY = [note(f"{at:03}.md", f"Launch {at}", ["Alice"], body="Of the launch.") for at in range(60)]


@pytest.fixture
def painted(monkeypatch):
    """What was drawn, by widget: of a list its rows, of others how many lines; `layouts` counts layouts."""
    seen = Counter()

    def count(cls, name, *, as_):
        original = getattr(cls, name)

        def counting(self, *args, **kwargs):
            seen[as_(self, *args)] += 1
            return original(self, *args, **kwargs)

        monkeypatch.setattr(cls, name, counting)

    count(BrowseScreen, "render_line", as_=lambda *_: "screen")
    count(Screen, "_refresh_layout", as_=lambda *_: "layouts")
    count(Chips, "render_line", as_=lambda *_: "chips")
    count(TagList, "draw", as_=lambda *_: "tags")
    count(HitList, "draw", as_=lambda _, row, *__: ("hit", row))
    return seen


async def test_typing_paints_the_line_and_the_answer(opened, painted):
    async with opened(FakeWorkspace(MANY)) as ui:
        painted.clear()
        await ui.press(*"lau")
        assert ui.browse.results.query.text == "lau"
        assert painted[("hit", 0)]
        assert not painted.keys() & {"screen", "layouts", "chips", "tags"}


async def test_a_step_of_the_cursor_paints_two_rows(opened, painted):
    async with opened(FakeWorkspace(MANY)) as ui:
        await ui.press("escape")
        painted.clear()
        await ui.press("j")
        assert painted.keys() == {("hit", 0), ("hit", 1)}


async def test_another_focus_paints_no_whole_screen(opened, painted):
    async with opened(FakeWorkspace(MANY)) as ui:
        await ui.press("escape")
        painted.clear()
        await ui.press("t")
        assert painted["tags"]
        assert not painted["screen"]


async def test_a_filter_paints_tags_and_chips(opened, painted):
    async with opened(FakeWorkspace(MANY)) as ui:
        await ui.press("escape", "t")
        painted.clear()
        await ui.press("enter")
        assert ui.scope.tags == ("Alice",)
        assert painted["tags"]
        assert painted["chips"]
        assert "Alice ×" in ui.text_of("#chips")


async def test_the_scrollbar_follows_what_is_unfolded(opened):
    workspace = FakeWorkspace(MANY)
    workspace.links["000.md"] = LINKS
    async with opened(workspace) as ui:
        await ui.press("escape")
        before = ui.browse.hits.vertical_scrollbar.window_virtual_size
        await ui.press("space")
        hits = ui.browse.hits
        assert hits.vertical_scrollbar.window_virtual_size == hits.virtual_size.height > before


class Listed(LineList):
    """As high as its rows."""

    DEFAULT_CSS = "Listed { height: auto; }"

    def draw(self, row, line, cells):
        return self.draw_outside(line, cells)


class ListedApp(App[None]):
    """A list, nothing else."""

    ink = Ink.of(next(iter(read_themes(theme_folders())[0].values())))

    def compose(self):
        yield Listed()


async def test_a_list_as_high_as_its_rows_grows_with_them():
    app = ListedApp()
    async with app.run_test() as pilot:
        listed = app.query_one(Listed)
        for rows in (2, 5, 3):
            listed.set_heights([1] * rows, cursor=0)
            await pilot.pause()
            assert listed.size.height == rows

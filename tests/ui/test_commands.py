"""The command table holds together."""

from __future__ import annotations

import pytest

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.application.palette import NOT_OFFERED, offered
from reme_tui.ui.commands.commands import (
    BY_ID,
    COMMANDS,
    PLACES,
    TEXT_FIELDS,
    bindings_of,
    commands_of,
    footer_of,
    is_printable,
    key_table_markdown,
    keys_in,
    show_key,
)
from reme_tui.ui.drawing.cells import width
from reme_tui.ui.drawing.theme import Ink, read_themes, theme_folders
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.ui.screens.duplicates import DuplicatesScreen, PreviewPane
from reme_tui.ui.screens.help import HelpScreen, HelpText, fitted, help_lines
from reme_tui.ui.screens.preview import PlanView
from reme_tui.ui.screens.read import ReadScreen
from reme_tui.ui.screens.tag_notes import TagNotes, TagNotesScreen
from reme_tui.ui.widgets.choice_list import ChoiceList
from reme_tui.ui.widgets.date_line import DateField
from reme_tui.ui.widgets.folder_line import FolderField
from reme_tui.ui.widgets.group_list import GroupList
from reme_tui.ui.widgets.group_view import GroupView
from reme_tui.ui.widgets.history_list import HistoryList
from reme_tui.ui.widgets.hit_list import HitList
from reme_tui.ui.widgets.line_list import LineList
from reme_tui.ui.widgets.marking import MarkableList
from reme_tui.ui.widgets.name_field import AddedName, NewName
from reme_tui.ui.widgets.neighbour_list import NeighbourList
from reme_tui.ui.widgets.note_view import NoteView
from reme_tui.ui.widgets.problem_list import ProblemList
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.query_bar import QueryField
from reme_tui.ui.widgets.tag_list import TagList
from reme_tui.ui.widgets.tag_pane import TagFilter
from reme_tui.ui.widgets.tick_list import TickList
from reme_tui.ui.widgets.why_panel import WhyPanel

INK = Ink.of(next(iter(read_themes(theme_folders())[0].values())))

OWNERS = {
    "app": RemeApp,
    "browse": BrowseScreen,
    "list": LineList,
    "marks": MarkableList,
    "tags": TagList,
    "hits": HitList,
    "query": QueryField,
    "proposals": ProposalList,
    "filter": TagFilter,
    "dates": DateField,
    "read": ReadScreen,
    "neighbours": NeighbourList,
    "why": WhyPanel,
    "problems": ProblemList,
    "duplicates": DuplicatesScreen,
    "groups": GroupList,
    "members": GroupView,
    "notes": TagNotesScreen,
    "naming": NewName,
    "adding": AddedName,
    "ticks": TickList,
    "history": HistoryList,
    "preview": PlanView,
    "choice": ChoiceList,
    "folder": FolderField,
    "help": HelpScreen,
}
FOCUSES = [
    TagList.PLACES,
    HitList.PLACES,
    QueryField.PLACES,
    TagFilter.PLACES,
    DateField.PLACES,
    NoteView.PLACES,
    NeighbourList.PLACES,
    WhyPanel.PLACES,
    ProblemList.PLACES,
    GroupList.PLACES,
    GroupView.PLACES,
    PreviewPane.PLACES,
    TagNotes.PLACES,
    PlanView.PLACES,
    NewName.PLACES,
    AddedName.PLACES,
    TickList.PLACES,
    HistoryList.PLACES,
    ("help", "list", "app"),
]


@pytest.mark.parametrize("places", FOCUSES)
def test_no_key_has_two_meanings_in_one_focus(places):
    keys = [key for command in commands_of(*places) for key in keys_in(command, places)]
    assert sorted(keys) == sorted(set(keys))


def test_nothing_printable_works_in_a_text_field():
    for places in FOCUSES:
        if not TEXT_FIELDS.isdisjoint(places):
            assert not [key for command, key in footer_of(places) if is_printable(key)]
    assert not [
        key for place in TEXT_FIELDS for command in commands_of(place) for key in command.keys if is_printable(key)
    ]


def test_every_command_has_an_action_where_it_belongs():
    assert set(OWNERS) == set(PLACES)
    for command in COMMANDS:
        owner = OWNERS[command.place]
        assert hasattr(owner, f"action_{command.action}"), command.id
    for command in commands_of("list"):
        assert hasattr(HelpText, f"action_{command.action}"), command.id
        assert hasattr(NoteView, f"action_{command.action}"), command.id


def test_ids_are_unique_and_bindings_carry_them():
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))
    assert {binding.id for binding in bindings_of("tags")} == {command.id for command in commands_of("tags")}


def test_every_focus_has_a_footer_with_help_in_it():
    for places in FOCUSES:
        shown = {command.id: key for command, key in footer_of(places)}
        assert shown["app.help"] == ("f1" if not TEXT_FIELDS.isdisjoint(places) else "?")


def test_help_fits_a_narrow_screen():
    assert max(len(command.help) for command in COMMANDS) <= 53
    assert max(len(command.label) for command in COMMANDS) < 16


def test_the_key_table_names_every_key():
    table = key_table_markdown()
    assert table.startswith("| where | keys |\n|---|---|\n")
    for command in COMMANDS:
        for key in command.keys:
            assert f"`{show_key(key, spelled=True)}`" in table


def test_every_command_is_in_the_help():
    places = tuple(PLACES)
    told = [" ".join("".join(text for text, _ in line).split()) for line in help_lines(places, INK)]
    for command in COMMANDS:
        if keys_in(command, (command.place,)):
            assert any(line.endswith(command.help) for line in told), command.id


@pytest.mark.parametrize("cells", [12, 35, 36, 50])
def test_help_is_broken_where_it_is_too_long(cells):
    lines = help_lines(tuple(PLACES), INK)
    rows = ["".join(text for text, _ in row) for line in lines for row in fitted(line, cells)]
    assert max(map(width, rows)) <= cells
    words = "".join("".join(text for text, _ in line) for line in lines)
    assert "".join("".join(rows).split()) == "".join(words.split())


async def test_the_help_can_be_read_in_the_tiniest_terminal(opened):
    async with opened(size=(20, 5)) as ui:
        await ui.press("escape", "question_mark")
        assert ui.text_of("HelpText").splitlines()[0] == "Hits"
        await ui.press("G")
        assert ui.text_of("HelpText").split()[-1] == "terminal"
        await ui.press("q")
        assert ui.screen is ui.browse


async def test_every_command_is_in_the_palette_of_its_screen(opened):
    """But for moving about, for what belongs to typing, and for the palette itself."""
    async with opened() as ui:
        await ui.press("escape")
        listed = {command.id for command in offered(ui.screen)}
    for place in ("app", "browse", "tags", "hits", "marks"):
        assert {command.id for command in commands_of(place)} - listed <= NOT_OFFERED


async def test_what_is_seen_of_a_command_can_be_clicked(opened):
    async with opened(query=Query(text="launch", scope=Scope(tags=("Project_A", "Alice")))) as ui:
        await ui.press("escape")
        meant = {
            segment.style.meta["command"]
            for selector in ("#status", "#keys", "#chips", "TagHead")
            for widget in ui.screen.query(selector)
            for y in range(widget.size.height)
            for segment in widget.render_line(y)
            if segment.style and "command" in segment.style.meta
        }
        assert meant <= set(BY_ID)
        assert {"tags.order", "tags.any_all", "browse.dates"} <= meant
        assert {command.id for command, _ in footer_of(HitList.PLACES)[:4]} <= meant

"""What completes the word in the query line."""

from __future__ import annotations

import datetime as dt

import pytest

from reme_tui.core.query.query import Scope
from reme_tui.ui.asking.proposals import MOST, Vocabulary, folders_of, proposals, typed_word
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.query_bar import QueryField
from tests.ui.fake import SAMPLE, TODAY, FakeWorkspace, note

PAIRS = (
    *SAMPLE,
    note("parts/a.md", "A", ["spare parts"]),
    note("parts/b.md", "B", ["spare parts"]),
    note("parts/old/c.md", "C", ["Paris"]),
)


@pytest.fixture
def vocabulary():
    workspace = FakeWorkspace(PAIRS)
    workspace.load()
    return Vocabulary(workspace.state.snapshot)


def proposed(vocabulary, line, cursor=None):
    return proposals(typed_word(line, len(line) if cursor is None else cursor), vocabulary, TODAY)


def labels(vocabulary, line, cursor=None):
    return [each.label for each in proposed(vocabulary, line, cursor)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tag:par", ["Paris", "spare parts"]),
        ("launch tag:PAR", ["Paris", "spare parts"]),
        ("-tag:par", ["Paris", "spare parts"]),
        ("－tag：par", ["Paris", "spare parts"]),
        ('tag:"spare p', ["spare parts"]),
        ("tag:spare_p", ["spare parts"]),
        ("tag:目", ["项目A"]),
        ("tag:德", ["宁德时代"]),
        ("tag:nothing", []),
        ("tag:paris", []),
        ("path:par", ["parts/", "parts/old/"]),
        ("path:old", ["parts/old/"]),
        ("in:l", ["last month", "last week"]),
        ("in:3", ["30d"]),
        ("from:t", ["today"]),
        ("to:2026", ["2026-09", "2026"]),
        ("is:un", ["untagged", "undated"]),
        ("match:a", ["all", "any"]),
        ("launch pa", ["path:"]),
        ("-ta", ["-tag:"]),
        ("t", []),
        ("to", []),
        ("launch", []),
        ("", []),
        ("http://x", []),
        ("tag:par ", []),
        ("-path:par", []),
    ],
)
def test_what_is_proposed(vocabulary, line, expected):
    assert labels(vocabulary, line) == expected


def test_only_the_word_before_the_cursor_counts(vocabulary):
    assert labels(vocabulary, "tag:par launch", 7) == ["Paris", "spare parts"]
    assert labels(vocabulary, "tag:paris", 5) == []


def test_an_empty_value_offers_the_tags_most_used(vocabulary):
    found = proposed(vocabulary, "tag:")
    assert len(found) == MOST
    assert (found[0].label, found[0].figure) == ("Alice", "2") or found[0].label == "Project_A"
    assert [int(each.figure) for each in found] == sorted((int(each.figure) for each in found), reverse=True)


def test_a_proposal_with_a_blank_is_quoted(vocabulary):
    assert proposed(vocabulary, "tag:spare")[0].text == 'tag:"spare parts" '
    assert proposed(vocabulary, "-tag:spare")[0].text == '-tag:"spare parts" '
    assert proposed(vocabulary, "in:last m")[0:1] == ()
    assert proposed(vocabulary, 'in:"last m')[0].text == 'in:"last month" '


def test_folders_count_the_notes_below_them():
    assert folders_of(["a.md", "x/b.md", "x/y/c.md", "x/y/d.md"]) == {"x/": 3, "x/y/": 2}


async def test_tab_takes_the_lit_one_and_it_becomes_a_chip(opened):
    async with opened(FakeWorkspace(PAIRS)) as ui:
        hits = ui.screen.query_one("#hits").region
        await ui.press(*"launch", "space", *"tag:par")
        shown = ui.screen.query_one(ProposalList)
        assert shown.display
        assert ui.screen.query_one("#hits").region == hits
        assert "tab complete" in ui.text_of("#keys")
        await ui.press("down", "down", "up", "down", "tab")
        assert ui.scope == Scope(tags=("spare parts",))
        assert ui.screen.query_one(QueryField).value.strip() == "launch"
        assert ui.screen.focused.id == "query"
        assert not shown.display
        assert "to the hits" in ui.text_of("#keys")


async def test_enter_takes_a_proposal_that_was_gone_to_and_otherwise_leads_to_the_hits(opened):
    async with opened(FakeWorkspace(PAIRS)) as ui:
        await ui.press(*"tag:par", "down", "up", "enter")
        assert ui.scope.tags
        assert ui.screen.focused.id == "query"
        await ui.press(*"tag:par", "enter")
        assert ui.screen.focused.id == "hits"


async def test_an_operator_is_completed_to_its_values(opened):
    async with opened(FakeWorkspace(PAIRS)) as ui:
        await ui.press(*"pat", "tab")
        assert ui.screen.query_one(QueryField).value == "path:"
        assert "parts/" in ui.text_of("#proposals")
        await ui.press(*"old", "tab")
        assert ui.scope == Scope(path="parts/old/")


async def test_escape_hides_them_and_then_the_keys_mean_what_they_did(opened):
    async with opened(FakeWorkspace(PAIRS)) as ui:
        await ui.press(*"tag:par", "escape")
        assert ui.screen.focused.id == "query"
        assert not ui.screen.query_one(ProposalList).display
        await ui.press("i")
        assert ui.screen.query_one(ProposalList).display
        await ui.press("enter")
        assert ui.screen.focused.id == "hits"
        assert not ui.screen.query_one(ProposalList).display
    async with opened(FakeWorkspace(PAIRS)) as ui:
        await ui.press(*"launch", "down")
        assert ui.screen.focused.id == "hits"


async def test_a_click_takes_one(opened):
    async with opened(FakeWorkspace(PAIRS)) as ui:
        await ui.press(*"tag:par")
        await ui.click("#proposals", (3, 1))
        assert ui.scope == Scope(tags=("spare parts",))
        assert ui.screen.focused.id == "query"


async def test_dates_are_completed(opened):
    async with opened(FakeWorkspace(PAIRS)) as ui:
        await ui.press(*"in:la", "tab")
        assert (ui.scope.since, ui.scope.until) == (dt.date(2026, 8, 1), dt.date(2026, 8, 31))


async def test_hostile_tags_are_shown_as_symbols(opened):
    async with opened(FakeWorkspace((note("a.md", "A", ["x\x1b[31m\u202e[red]"]),))) as ui:
        await ui.press(*"tag:x")
        text = ui.text_of("#proposals")
        assert "x␛[31m" in text
        assert "\u202e" not in text

"""What the screens of clean-up are made from: diffs as lines, ticks, filters that follow."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reme_tui.core.query.query import Scope
from reme_tui.core.tags import TagIndex
from reme_tui.tidy.changes import Delete, Merge, Merges, Rename, Retag, Suggested
from reme_tui.tidy.journal_records import Entry
from reme_tui.tidy.planning.diff import compare
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.asking.following_chips import followed_scope
from reme_tui.ui.drawing.cells import width
from reme_tui.ui.drawing.diff_lines import diff_lines, line_count, line_spans
from reme_tui.ui.drawing.history_rows import when
from reme_tui.ui.notes.tags import retagging, ticked, ticks_of, with_tag
from tests.ui.fake import FakeWorkspace, note

LINES = st.lists(
    st.sampled_from(["---", "memory_tags:", "  - a", "- b", "", "+x", "-y", "@@ -1 +1 @@", " z", "tags: [a]"])
)
TEXTS = LINES.map("\n".join)


@given(TEXTS, TEXTS)
def test_each_line_shown_stands_at_its_number_and_as_many_are_shown_as_were_counted(before, after):
    hunks = compare(before, after).hunks
    lines = diff_lines(hunks)
    assert line_count(hunks) == len(lines)
    old, new = before.split("\n"), after.split("\n")
    for line in lines:
        assert (new if line.sign == "+" else old)[line.number - 1] == line.text


def test_a_list_item_is_shown_below_the_field_it_belongs_to():
    before = "---\ntitle: x\nmemory_tags:\n  - a\n  - b\n  - c\n---\n"
    lines = diff_lines(compare(before, before.replace("- c", "- cat")).hunks)
    assert [(line.sign, line.number, line.text) for line in lines] == [
        (" ", 3, "memory_tags:"),
        ("-", 6, "  - c"),
        ("+", 6, "  - cat"),
    ]
    assert [line.text[line.start : line.end] for line in lines[1:]] == ["c", "cat"]


@given(
    st.text("ab宁[], ", min_size=1, max_size=300) | st.text("ab", min_size=60, max_size=300),
    st.integers(0, 300),
    st.integers(30, 80),
)
def test_a_change_stays_in_sight_and_the_line_in_its_cells(text, at, cells):
    before, after = f"tags: {text[:at]}OLD{text[at:]}", f"tags: {text[:at]}NEW{text[at:]}"
    gone, come = diff_lines(compare(f"{before}\n", f"{after}\n").hunks)
    inks = RemeApp(FakeWorkspace(), None).ink
    for line, name in ((gone, "OLD"), (come, "NEW")):
        spans = line_spans(line, inks, cells)
        assert sum(width(part) for part, _ in spans) <= cells
        assert name in "".join(part for part, _ in spans)


def test_of_a_tag_longer_than_the_screen_the_place_is_shown_where_it_differs():
    before = f"tags: [{'x' * 120}-one-{'y' * 80}, b]"
    gone, come = diff_lines(compare(f"{before}\n", f"{before.replace('-one-', '-two-')}\n").hunks)
    inks = RemeApp(FakeWorkspace(), None).ink
    for line, name in ((gone, "one"), (come, "two")):
        text = "".join(part for part, _ in line_spans(line, inks, 80)[2:])
        assert text == f"…{'x' * 10}-{name}-{'y' * 56}…"


def tags(*names):
    return TagIndex().evolve([note("a.md", "A", names)[0]], ())


@pytest.mark.parametrize(
    ("change", "left", "expected"),
    [
        (Rename("Alice", "Bob"), ("Bob",), ("Bob", "Gold")),
        (Rename("Alice", "Bob"), ("Alice", "Bob"), ("Alice", "Gold")),
        (Rename("alice", "ALICE"), ("ALICE",), ("ALICE", "Gold")),
        (Merge(("Alice", "x"), "Gold"), ("Gold",), ("Gold",)),
        (Merges((Merge(("Alice",), "Bob"), Merge(("Gold",), "黄金"))), ("Bob", "黄金"), ("Bob", "黄金")),
        (Delete(("Alice",)), ("Gold",), ("Gold",)),
        (Retag(("a.md",), remove=("Alice",)), ("Gold",), ("Gold",)),
        (Retag(("a.md",), add=("Zed",)), ("Alice", "Gold"), ("Alice", "Gold")),
        (Suggested((("a.md", ("Zed",)),)), ("Alice", "Gold"), ("Alice", "Gold")),
    ],
)
def test_a_filter_follows_its_tags(change, left, expected):
    scope = Scope(tags=("Alice", "Gold"), excluded_tags=("Alice",), path="daily/")
    followed = followed_scope(scope, change, tags(*left))
    assert followed.tags == expected
    assert followed == replace(scope, tags=expected, excluded_tags=followed.excluded_tags)


def test_ticks_say_what_is_held_and_what_is_asked_for():
    notes = [note("a.md", "A", ["Alice", "gold"])[0], note("b.md", "B", ["Gold"])[0]]
    ticks = ticks_of(notes)
    assert [(tick.tag, tick.held, tick.now) for tick in ticks] == [("gold", 2, "all"), ("Alice", 1, "some")]
    assert retagging(("a.md", "b.md"), ticks) is None
    states = [ticks]
    for _ in range(3):
        states.append(ticked(states[-1], 1))
    assert [state[1].now for state in states] == ["some", "all", "none", "some"]
    asked = with_tag(with_tag(ticked(ticks, 0), "New"), "ALICE")
    assert retagging(("a.md", "b.md"), asked) == Retag(("a.md", "b.md"), ("Alice", "New"), ("gold",))


@pytest.mark.usefixtures("eight_hours_ahead")
@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-09-21T12:04:00+08:00", "12:04"),
        ("2026-09-20T20:04:00+00:00", "04:04"),
        ("2026-09-20T12:04:00+02:00", "2026-09-20 18:04"),
        ("damaged", "damaged"),
        ("9999-12-31T23:00:00+00:00", "9999-12-31T23:00"),
    ],
)
def test_the_history_says_when_by_the_clock_here(at, said):
    assert when(Entry("1", at, Delete(("red",)), "Delete red", {}, ()), dt.date(2026, 9, 21)) == said

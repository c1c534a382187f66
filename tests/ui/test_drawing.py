"""Cells, excerpts, rows of tags, themes: what can be checked without a screen."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style
from textual.strip import Strip

from reme_tui.config import shipped
from reme_tui.core.neighbours import Neighbours
from reme_tui.core.query.query import Scope
from reme_tui.core.tags import TagRow
from reme_tui.search.results import Hit, PassageHit
from reme_tui.ui.asking.scopes import merged, preset_of, read_dates, toggle_excluded, toggle_tag, write_dates
from reme_tui.ui.drawing import hit_entries
from reme_tui.ui.drawing.cells import cut, cut_left, pad, shown, width
from reme_tui.ui.drawing.hit_lines import HitRow, lines_of
from reme_tui.ui.drawing.lines import compose_line
from reme_tui.ui.drawing.tag_rows import arrange, narrow
from reme_tui.ui.drawing.theme import BrokenTheme, Ink, read_theme, read_themes
from tests.ui.fake import LINKS, TODAY, note

TEXT = (st.text(alphabet=list("ab 项目é한…\u0301\u200d\ufe0f👩🚀"), max_size=40) | st.text(max_size=40)).map(shown)


@given(TEXT, st.integers(0, 30))
def test_cutting_never_takes_more_cells_than_there_are(text, cells):
    assert width(cut(text, cells)) <= cells
    assert width(cut_left(text, cells)) <= cells
    if width(text) <= cells:
        assert cut(text, cells) == text == cut_left(text, cells)


@given(TEXT, st.integers(1, 30))
def test_padding_is_exact(text, cells):
    assert width(pad(text, cells)) == cells


@given(st.lists(TEXT, max_size=4), st.lists(TEXT, max_size=2), st.integers(1, 40))
def test_a_line_is_as_wide_as_asked_whatever_is_in_it(left, right, cells):
    style = Style()
    strip = compose_line([(t, style) for t in left], [(t, style) for t in right], cells=cells, base=style)
    assert sum(width(segment.text) for segment in strip) == strip.cell_length == cells
    assert isinstance(strip, Strip)


def test_marks_and_wide_characters_are_not_halved():
    assert cut("项目计划", 5) == "项目…"
    assert cut("项目计划", 4) == "项…"
    assert cut("cafe\u0301s and more", 6) == "cafe\u0301s…"
    assert cut_left("daily/2026/项目.md", 9) == "…/项目.md"


def test_cutting_a_huge_text_looks_at_its_beginning_only():
    assert cut("x" * 5_000_000, 10) == "xxxxxxxxx…"
    assert cut_left("x" * 5_000_000, 10) == "…xxxxxxxxx"


def inks():
    return Ink.of(read_theme(shipped("themes") / "night.toml"))


def excerpt_of(text, marks, cells=40):
    made, _ = note("a.md", "A")
    passage = PassageHit(1, 1, text, tuple(marks), None, None)
    lines = lines_of(HitRow(1, Hit(made, 1.0, (passage,), 0)), frozenset(), inks(), cells=cells + 6, focused=False)
    return lines[2][0]


def test_the_excerpt_shows_the_first_mark_that_is_no_heading():
    text = "# Launch\n\n- before the launch we test\n- launch again"
    marks = [(text.index(word, at), text.index(word, at) + 6) for word, at in (("Launch", 0), ("launch", 10))]
    spans = excerpt_of(text, marks)
    assert "".join(span for span, _ in spans).strip() == "before the launch we test"
    assert [span for span, style in spans if style.bold] == ["launch"]


@pytest.mark.parametrize("before", [0, 30, 60, 5_000])
def test_the_mark_is_in_sight_however_long_the_line_is(before):
    text = "word " * before + "launch" + " tail" * 2_000
    spans = excerpt_of(text, [(before * 5, before * 5 + 6)])
    shown = "".join(span for span, _ in spans)
    assert "launch" in shown
    assert width(shown) <= 46


@pytest.mark.parametrize("neighbours", [None, LINKS, Neighbours((), (), 0, 0), Neighbours((), (), 3, 4)])
def test_each_row_of_a_hit_is_as_high_as_it_is_drawn_and_one_blank_line_ends_the_hit(neighbours):
    for made, body in (note("a.md", "A", ["x" * 200], body=""), note("b.md", "B", description="d", body="words")):
        row = HitRow(1, Hit(made, 0.0, (PassageHit(1, 1, body, (), None, None),), 2), neighbours)
        entries = hit_entries.entries_of(row)
        assert len(entries) == 1 + (5 if neighbours is LINKS else 0)
        for entry in entries:
            lines = hit_entries.lines_of(entry, frozenset(), inks(), cells=60, focused=True)
            assert hit_entries.height_of(entry) == len(lines) + (entry is entries[-1])


ROWS = (
    TagRow("Alice", "alice", 3, {"Alice": 3}, dt.date(2026, 1, 1)),
    TagRow("client/Vega", "client/vega", 2, {}, dt.date(2026, 5, 1)),
    TagRow("subclient/x", "subclient/x", 1, {}, None),
    TagRow("宁德时代", "宁德时代", 3, {}, dt.date(2026, 2, 1)),
)


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("", ["Alice", "宁德时代", "client/Vega", "subclient/x"]),
        ("ALI", ["Alice"]),
        ("n=1", ["subclient/x"]),
        ("n<3", ["client/Vega", "subclient/x"]),
        ("n>=3 宁", ["宁德时代"]),
        ("client/", ["client/Vega"]),
        ("client", ["client/Vega", "subclient/x"]),
        ("nothing", []),
    ],
)
def test_the_filter_line_of_the_tags(text, tags):
    assert [row.tag for row in narrow(arrange(ROWS, "files"), text)] == tags


def test_orders_of_the_tags():
    assert [row.tag for row in arrange(ROWS, "name")] == ["Alice", "client/Vega", "subclient/x", "宁德时代"]
    assert [row.tag for row in arrange(ROWS, "recent")] == ["client/Vega", "宁德时代", "Alice", "subclient/x"]


def test_a_tag_is_either_asked_for_or_excluded():
    scope = toggle_excluded(toggle_tag(Scope(), "Project A"), "project_a")
    assert scope == Scope(excluded_tags=("project_a",))
    assert toggle_tag(scope, "Project_A") == Scope(tags=("Project_A",))
    assert merged(Scope(tags=("a",)), Scope(tags=("A", "b"), path="x/")) == Scope(tags=("a", "b"), path="x/")


@pytest.mark.parametrize("text", ["", "30d", "1y", "2026-08-01..2026-09-01", "2026-08-01..", "..2026-08-01"])
def test_a_date_line_reads_back(text):
    since, until = read_dates(text, TODAY)
    scope = Scope(since=since, until=until)
    assert write_dates(scope, TODAY) == text
    assert preset_of(scope, TODAY) == {"": "all", "30d": "30d", "1y": "1y"}.get(text, "")


@pytest.mark.parametrize("text", ["from 2026-08-01 to 2026-08-31", "aug 2026", " 2026-08 to 2026-08 "])
def test_a_date_line_takes_what_ranges_are_called(text):
    assert read_dates(text, TODAY) == (dt.date(2026, 8, 1), dt.date(2026, 8, 31))


@pytest.mark.parametrize("text", ["soon", "2026-13", "2026-09-02..2026-09-01", "x..today"])
def test_a_date_line_that_cannot_be_read_is_an_error_that_names_it(text):
    with pytest.raises(ValueError, match=text.split("..", maxsplit=1)[0]):
        read_dates(text, TODAY)


def test_the_shipped_themes_are_sound():
    themes, trouble = read_themes([shipped("themes")])
    assert set(themes) == {"night", "day", "mono"}
    assert trouble == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("= broken", "theme bad.toml"),
        ("name = 'x'", "no [colours]"),
        ("[colours]\naccent = '#ffffff'", "is missing"),
    ],
)
def test_a_broken_theme_says_why(tmp_path, text, reason):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    broken = read_theme(file)
    assert isinstance(broken, BrokenTheme)
    assert reason in broken.reason
    themes, trouble = read_themes([tmp_path])
    assert list(themes) == ["plain"]
    assert len(trouble) == 1


def test_a_colour_that_is_none_is_named(tmp_path):
    text = (shipped("themes") / "night.toml").read_text().replace('"#7aa2f7"', '"blue-ish"')
    (tmp_path / "bad.toml").write_text(text)
    broken = read_theme(tmp_path / "bad.toml")
    assert isinstance(broken, BrokenTheme)
    assert "accent" in broken.reason

"""A note's source in lines and rows."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from reme_tui.ui.drawing.cells import shown, width
from reme_tui.ui.drawing.rendering import render_markdown
from reme_tui.ui.drawing.theme import PLAIN, Ink, _theme
from reme_tui.ui.drawing.wrapping import _EVEN, _WIDE, row_starts
from reme_tui.ui.notes.lines import row_spans
from reme_tui.ui.notes.page import NotePage
from reme_tui.ui.notes.text import NoteText

INK = Ink.of(_theme("plain", PLAIN, dark=True))
PROSE = st.text(st.sampled_from("ab ,。发布e\u0301👩\u200d🚀\ufe0f\t\x1b[]`#>\n"), max_size=200)


def rows_of(text, cells):
    starts = [*row_starts(text, 0, len(text), cells), len(text)]
    return [text[start:end] for start, end in pairwise(starts)]


def page_of(text, *, cells=40, marks=()):
    source = NoteText.of(text)
    return NotePage("a.md", None, "", source, source.wrapped(cells), marks, changed=False)


def drawn(page, row, **more):
    spans = row_spans(page, row, INK, **{"passage": (0, -1), "match": None, **more})
    return "".join(text for text, _ in spans)


@pytest.mark.parametrize("cells", [-3, 0, 1])
@pytest.mark.parametrize("text", ["abc def", "发布 launch", "e\u0301👩\u200d🚀"])
def test_a_row_has_room_for_a_character_where_there_is_none(text, cells):
    assert rows_of(text, cells) == rows_of(text, 2)


def test_characters_taken_for_even_are_as_wide_as_they_are_drawn():
    for code in range(0x10000):
        if _EVEN.fullmatch(chr(code)):
            assert cell_len(shown(chr(code))) == (2 if _WIDE.match(chr(code)) else 1), hex(code)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", [""]),
        ("one two three four", ["one two ", "three four"]),
        ("abcdefghijklmnop", ["abcdefghij", "klmnop"]),
        ("abcdefghij klm", ["abcdefghij ", "klm"]),
        ("发布前需要先完成回归", ["发布前需要", "先完成回归"]),
        ("发布前需要。先完成", ["发布前需", "要。先完成"]),
        ("发布 confirmed 测试", ["发布 ", "confirmed ", "测试"]),
        ("🚀🚀🚀🚀🚀🚀", ["🚀🚀🚀🚀🚀", "🚀"]),
    ],
)
def test_lines_break_between_words_and_between_chinese_characters(text, rows):
    assert rows_of(text, 10) == rows


@given(PROSE.map(lambda text: text.replace("\n", "")), st.integers(8, 60))
def test_rows_hold_the_whole_line_and_fit(text, cells):
    rows = rows_of(text, cells)
    assert "".join(rows) == text
    assert all(width(shown(row.rstrip(" \t"))) <= cells for row in rows)


@given(st.text(st.sampled_from("a\r\n"), max_size=40))
def test_lines_are_counted_as_editors_do(text):
    source = NoteText.of(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    expected = lines[:-1] if len(lines) > 1 and not lines[-1] else lines
    assert [source.line(number) for number in range(1, source.line_count + 1)] == expected


@given(PROSE, st.integers(8, 60))
def test_every_row_is_drawn_within_its_width_and_without_control_characters(text, cells):
    page = page_of(text, cells=cells)
    gutter = len(drawn(page_of(""), 0))
    for row in range(len(page.layout.rows)):
        line = drawn(page, row)
        assert width(line) <= cells + gutter
        assert shown(line) == line


def test_true_line_numbers_stand_once_before_wrapped_lines():
    page = page_of("---\nmemory_tags: [a]\n---\n\n" + "word " * 20)
    numbers = [drawn(page, row)[:6].strip() for row in range(len(page.layout.rows))]
    assert numbers == ["1", "2", "3", "4", "5", "", ""]


def test_marks_and_the_match_looked_at_are_drawn_where_they_are():
    text = "go to the launch, then launch again"
    page = page_of(text, marks=((10, 16), (23, 29)))
    spans = row_spans(page, 0, INK, passage=(1, 1), match=1)
    marked = [(text, style.reverse) for text, style in spans if style.color == INK.mark.color]
    assert marked == [("launch", None), ("launch", True)]


def test_frontmatter_headings_code_quotes_and_links_are_told_apart():
    page = page_of("---\na: 1\n---\n# Head\n> said\n```\n[[x]]\n```\nsee [[x]] and `y`\n")
    styles = {
        text: style
        for row in range(len(page.layout.rows))
        for text, style in row_spans(page, row, INK, passage=(0, -1), match=None)[2:]
    }
    assert styles["a: 1"].color == INK.dim.color
    assert styles["# Head"].bold
    assert styles["> said"].color == INK.dim.color
    assert styles["`y`"].color == INK.dim.color
    assert styles["see "].color == INK.text.color
    assert styles["[[x]]"].color == INK.link.color
    assert drawn(page, 6).endswith("[[x]]")
    assert row_spans(page, 6, INK, passage=(0, -1), match=None)[2][1].color == INK.dim.color


@pytest.mark.parametrize("text", ["word " * 1_000_000, "a short line of words\n" * 100_000, "发布前需要," * 300_000])
def test_a_huge_note_is_drawn_by_the_row(text):
    page = page_of(text, cells=90)
    begin = time.process_time()
    for row in range(len(page.layout.rows) - 50, len(page.layout.rows)):
        drawn(page, row)
    drawing = time.process_time() - begin
    begin = time.process_time()
    NoteText.of(text).wrapped(90)
    assert drawing < (time.process_time() - begin) / 4


def rendered(text, cells=40):
    return ["".join(part.text for part in line).rstrip() for line in render_markdown(text, INK, cells=cells)]


def test_markdown_is_rendered_without_html_and_without_links_to_click():
    body = "# Head\n\nsome <b>*text*</b> [here](http://x.y)\n\n```py\nx = 1\n```\n\n| a | b |\n|-|-|\n| 1 | 2 |\n"
    lines = rendered(body)
    assert "# Head" in lines
    assert "some text here (http://x.y)" in lines
    assert "  x = 1" in lines
    parts = [part for line in render_markdown(body, INK, cells=40) for part in line]
    assert not any(part.style and part.style.link for part in parts)


BITS = ["# ", "\n", "\n\n", "- ", "> ", "```", "<b>", "![i](j)", "*", "[red]", "[/", "发布", "🚀"]


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*BITS, "|a|b|\n", "|-|-|\n"]), max_size=25).map("".join))
def test_any_markdown_is_rendered_in_its_width(text):
    assert all(width(line) <= 30 for line in rendered(text, 30))

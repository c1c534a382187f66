"""One row of a note's source as spans: line number, passage mark, lightly styled text. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from rich.style import Style

from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.drawing.lines import Span
from reme_tui.ui.drawing.theme import BOLD, UNDERLINE, Ink
from reme_tui.ui.notes.page import NotePage, gutter_of

REACH = 300
"""How many characters beside a row are looked at for what begins or ends outside of it."""
_HEADING = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_QUOTE = re.compile(r"[ \t]{0,3}>")
_INLINE = re.compile(
    r"(?P<link>!?\[\[[^\[\]\r\n]{1,250}\]\]|!?\[[^\[\]\r\n]{0,120}\]\([^()\s]{1,120}\))|(?P<code>`[^`\r\n]{1,250}`)"
)
CURRENT = Style(reverse=True, bold=True)

Piece = tuple[int, int, Style]


def row_spans(page: NotePage, row: int, inks: Ink, *, passage: tuple[int, int], match: int | None) -> list[Span]:
    """Return the spans of a row; `passage` are the first and last line to mark, `match` the mark that is looked at."""
    source, rows = page.source, page.layout.rows
    start = rows[row]
    line = source.line_at(start)
    line_start, line_end = source.bounds(line)
    after = rows[row + 1] if row + 1 < len(rows) else line_end
    end = min(after, line_end)
    if end < line_end:
        end = start + len(source.text[start:end].rstrip(" \t"))
    number = str(line) if start == line_start else ""
    inside = passage[0] <= line <= passage[1]
    spans: list[Span] = [
        (f"{number:>{gutter_of(source) - 3}} ", inks.dim if inside else inks.faint),
        ("▎ " if inside else "  ", inks.accent),
    ]
    base = _line_style(page, line, inks)
    over = inks.mark + (UNDERLINE if base.bold else BOLD)
    pieces = [*_inline(page, line, (start, end), inks), *_marks(page, start, end, match=match, style=over)]
    for first, last, style in _layered(start, end, pieces, base):
        spans.append((shown(source.text[first:last]), style))
    return spans


def _line_style(page: NotePage, line: int, inks: Ink) -> Style:
    source = page.source
    if line < source.body_line or source.code[line - 1]:
        return inks.dim
    start, end = source.bounds(line)
    head = source.text[start : min(end, start + 16)]
    if _HEADING.match(head):
        return inks.strong + BOLD
    return inks.dim if _QUOTE.match(head) else inks.text


def _inline(page: NotePage, line: int, span: tuple[int, int], inks: Ink) -> Iterator[Piece]:
    """Yield links and code of a line as far as they reach into `span`."""
    source = page.source
    if line < source.body_line or source.code[line - 1]:
        return
    line_start, line_end = source.bounds(line)
    start, end = max(line_start, span[0] - REACH), min(line_end, span[1] + REACH)
    for found in _INLINE.finditer(source.text, start, end):
        if found.end() > span[0] and found.start() < span[1]:
            yield *found.span(), inks.link if found.lastgroup == "link" else inks.dim


def _marks(page: NotePage, start: int, end: int, *, match: int | None, style: Style) -> Iterator[Piece]:
    at = max(0, bisect_left(page.marks, (start, start)) - 1)
    while at < len(page.marks) and page.marks[at][0] < end:
        first, last = page.marks[at]
        if last > start:
            yield first, last, style + CURRENT if at == match else style
        at += 1


def _layered(start: int, end: int, pieces: list[Piece], base: Style) -> Iterator[Piece]:
    """Part `start` to `end` where a piece begins or ends; later pieces lie over earlier ones."""
    edges = sorted({start, end, *(edge for first, last, _ in pieces for edge in (first, last) if start < edge < end)})
    for first, last in pairwise(edges):
        style = base
        for piece_first, piece_last, over in pieces:
            if piece_first <= first and last <= piece_last:
                style += over
        yield first, last, style

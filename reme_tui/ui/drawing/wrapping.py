"""Where long lines break on the screen: by cells, between words where there are any near the edge."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import combining

from rich.cells import split_graphemes

from reme_tui.core.text.display import visible
from reme_tui.ui.drawing.cells import shown, width

WIDE = "\u3001-\u3011\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e"
NARROW = "\x00-\x7f\xa1-\xac\xae-\xff\u0100-\u02af\u03b1-\u03c9\u0410-\u044f\u2010-\u201f\u2026\u20ac\u2190-\u2193"
"""Characters that always take two cells, and one, whatever stands beside them."""
_WIDE = re.compile(f"[{WIDE}]")
_EVEN = re.compile(f"[{NARROW}{WIDE}]*")
_CLOSING = frozenset("，。、；：？！）」』】》”’…,.;:?!)]}")
_BLANKS = " \t"
LONGEST_WORD = 40
"""How far from the edge a place between two words is looked for, within the last two thirds of the row."""

Reach = Callable[[str, int, int, int], int]


def row_starts(text: str, start: int, end: int, cells: int) -> list[int]:
    """Return the offsets at which the rows of the line `text[start:end]` begin, `cells` wide each, two at least.

    A character is never parted from its combining marks. Where there is no room at all, there is as if for two.
    """
    rows, cells = [start], max(2, cells)
    if (end - start) * 2 <= cells:
        return rows
    reach = _reach_of(text[start:end])
    at = start
    while (stop := reach(text, at, end, cells)) < end:
        at = _break(text, at, stop)
        if at >= end:
            break
        rows.append(at)
    return rows


def _reach_of(line: str) -> Reach:
    if line.isascii():
        return _reach_narrow
    return _reach_even if _EVEN.fullmatch(line) else _reach_any


def _reach_narrow(text: str, at: int, end: int, cells: int) -> int:
    """Return how far a row from `at` on reaches, when every character takes one cell."""
    del text
    return min(end, at + cells)


def _reach_even(text: str, at: int, end: int, cells: int) -> int:
    """The same when every character takes one cell or two: half of the room left always fits."""
    stop, room = at, cells
    while room > 1 and stop < end:
        piece = text[stop : min(end, stop + room // 2)]
        room -= len(piece) + len(_WIDE.findall(piece))
        stop += len(piece)
    return stop + 1 if room == 1 and stop < end and not _WIDE.match(text, stop) else stop


def _reach_any(text: str, at: int, end: int, cells: int) -> int:
    """The same for any text, by what it is drawn as."""
    piece = visible(text[at : min(end, at + cells * 4)])
    joined = shown(piece) != piece
    used = stop = 0
    for first, last, size in split_graphemes(piece)[0]:
        used += width(shown(piece[first:last])) if joined else size
        if used > cells and stop:
            return at + stop
        stop = last
    return at + len(piece)


def _break(text: str, at: int, stop: int) -> int:
    """Return where the next row begins when this one, from `at` on, has room up to `stop`."""
    if text[stop] in _BLANKS:
        return stop + 1
    for back in range(stop, max(at + (stop - at) // 3, stop - LONGEST_WORD), -1):
        before, after = text[back - 1], text[back]
        if before in _BLANKS:
            return back
        between = _WIDE.match(before) or _WIDE.match(after)
        if between and after not in _CLOSING and not combining(after):
            return back
    return stop

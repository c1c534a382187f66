"""The hunks of a note as the lines that are shown: what changes, below the line it belongs to. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from reme_tui.core.text.ends import shared_ends
from reme_tui.ui.drawing.cells import cut, cut_left, shown, width
from reme_tui.ui.drawing.lines import Span
from reme_tui.ui.drawing.theme import BOLD, Ink

if TYPE_CHECKING:
    from reme_tui.tidy.planning.diff import Hunk

NUMBER_CELLS = 4
LEAD_CELLS = 12
"""Cells to be seen at least before a change in a line that is too long to show from its beginning."""

_BETWEEN = frozenset(" \t,:#[]{}\"'")
"""Between words that change as a whole, as tags do."""
_ITEM = (" ", "\t", "-")
"""What a line begins with that belongs to one above it."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line: `sign` is a blank, `-` or `+`; `number` counts from 1 in the note before, with `+` in the note after.

    `start` and `end` enclose the words that differ from the line it replaces, or that replaces it; from `differs` on,
    within them, the characters do.
    """

    sign: str
    number: int
    text: str
    start: int = 0
    end: int = 0
    differs: int = 0


def line_count(hunks: Sequence[Hunk]) -> int:
    """Return how many lines `diff_lines` makes of hunks, many times faster."""
    return sum((_leading(hunk) > 0) + sum(sign != " " for sign, _ in hunk.lines) for hunk in hunks)


def diff_lines(hunks: Sequence[Hunk]) -> tuple[DiffLine, ...]:
    """Return the lines that go and come; above a list item, the line it belongs to."""
    lines: list[DiffLine] = []
    for hunk in hunks:
        numbered = tuple(_numbered(hunk))
        if leading := _leading(hunk):
            lines.append(_owner(numbered[:leading]))
        lines += (line for line in numbered if line.sign != " ")
    return tuple(_compared(lines))


def _numbered(hunk: Hunk) -> Iterator[DiffLine]:
    old, new, _ = hunk
    for sign, text in hunk.lines:
        yield DiffLine(sign, new if sign == "+" else old, text)
        old += sign != "+"
        new += sign != "-"


def _leading(hunk: Hunk) -> int:
    """Count the lines before the first that differs; 0 where that one belongs to none of them."""
    at, text = next((at, text) for at, (sign, text) in enumerate(hunk.lines) if sign != " ")
    return at if text.startswith(_ITEM) else 0


def _owner(leading: Sequence[DiffLine]) -> DiffLine:
    """Return the nearest line before that names a field, else the nearest at all."""
    named = (line for line in reversed(leading) if not line.text.startswith((*_ITEM, "#")) and ":" in line.text)
    return next(named, leading[-1])


def _compared(lines: list[DiffLine]) -> Iterator[DiffLine]:
    """Say what differs, where as many lines come as go."""
    at = 0
    while at < len(lines):
        gone = _run(lines, at, "-")
        come = _run(lines, at + len(gone), "+")
        if not gone and not come:
            yield lines[at]
            at += 1
            continue
        if len(gone) == len(come):
            pairs = [_differing(*pair) for pair in zip(gone, come, strict=True)]
            yield from (pair[0] for pair in pairs)
            yield from (pair[1] for pair in pairs)
        else:
            yield from (*gone, *come)
        at += len(gone) + len(come)


def _run(lines: list[DiffLine], at: int, sign: str) -> list[DiffLine]:
    end = at
    while end < len(lines) and lines[end].sign == sign:
        end += 1
    return lines[at:end]


def _differing(gone: DiffLine, come: DiffLine) -> tuple[DiffLine, DiffLine]:
    one, other = gone.text, come.text
    differs, tail = shared_ends(one, other)
    head = differs
    while head and one[head - 1] not in _BETWEEN:
        head -= 1
    while tail and one[len(one) - tail] not in _BETWEEN:
        tail -= 1
    compared = partial(replace, start=head, differs=differs)
    return compared(gone, end=len(one) - tail), compared(come, end=len(other) - tail)


def line_spans(line: DiffLine, inks: Ink, cells: int) -> list[Span]:
    """Return a line in at most `cells` cells: number, sign, text; what changes stays in sight and stands out."""
    style = {"-": inks.error, "+": inks.good}.get(line.sign, inks.dim)
    spans: list[Span] = [(f"{line.number:>{NUMBER_CELLS}} ", inks.faint), (f"{line.sign} ", style + BOLD)]
    room = cells - NUMBER_CELLS - 3
    before, changed, after = _fitted(line, room)
    for text, drawn in ((before, style), (changed, style + BOLD), (after, style)):
        fitted = cut(text, room)
        spans.append((fitted, drawn))
        room -= width(fitted)
        if fitted != text:
            break
    return spans


def _fitted(line: DiffLine, room: int) -> tuple[str, str, str]:
    """Return what stands before the words that change, these words, and what is after.

    Where that is more than `room` cells, the beginning gives way: to the words, then to the place where they differ.
    """
    places = (0, line.start, line.differs, line.end, len(line.text))
    before, alike, different, after = (shown(line.text[start:end]) for start, end in pairwise(places))
    changed = width(alike) + width(different)
    if width(before) + min(changed, room // 2) > room:
        before = cut_left(before, max(LEAD_CELLS, room - changed - width(after)))
    if width(before) + width(alike) + min(width(different) or bool(after), room // 2) > room:
        lead = cut_left(before + alike, max(LEAD_CELLS, room - width(different) - width(after)))
        kept = max(0, len(lead) - len(alike))
        before, alike = lead[:kept], lead[kept:]
    return before, alike + different, after

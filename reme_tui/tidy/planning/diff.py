"""What a change does to a note's lines: hunks, as a screen draws them, and the same as a unified diff."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from reme_tui.core.text.display import visible
from reme_tui.core.text.ends import shared_ends
from reme_tui.tidy.edits.splices import Splice
from reme_tui.tidy.planning.stretches import Gap, gaps

CONTEXT = 3
"""Unchanged lines shown around a change."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


Sign = Literal[" ", "-", "+"]
"""Before a line that stays, goes or comes."""


class Hunk(NamedTuple):
    """Lines that differ, with those around them, without their ends.

    `old_start` and `new_start` are the numbers, from 1, that the first line has in the text before and after.
    """

    old_start: int
    new_start: int
    lines: tuple[tuple[Sign, str], ...]


class LineDiff(NamedTuple):
    """The hunks of one note, in order, and how many lines differ; one that is replaced counts once."""

    hunks: tuple[Hunk, ...]
    lines: int


def compare(before: str, after: str) -> LineDiff:
    """Compare two texts of one note."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    found = gaps(old, new)
    lines = sum(max(gap.old_end - gap.old_start, gap.new_end - gap.new_start) for gap in found)
    return LineDiff(tuple(_hunk(together, old, new) for together in _together(found)), lines)


def unified(path: str, hunks: Sequence[Hunk]) -> str:
    """Return the unified diff of one note, LF only; whatever is in the path, it stays on its line."""
    shown = visible(path)
    rows = [f"--- a/{shown}", f"+++ b/{shown}"]
    for hunk in hunks:
        old, new = (sum(sign != other for sign, _ in hunk.lines) for other in "+-")
        rows.append(f"@@ -{_range(hunk.old_start, old)} +{_range(hunk.new_start, new)} @@")
        rows += (f"{sign}{text}" for sign, text in hunk.lines)
    return "".join(f"{row}\n" for row in rows)


def splices_between(before: str, after: str) -> tuple[Splice, ...]:
    """Splices that lead from one text to another, each within the lines that differ and as short as it can be."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    starts = [0, *accumulate(map(len, old))]
    return tuple(
        _trimmed(
            starts[gap.old_start],
            "".join(old[gap.old_start : gap.old_end]),
            "".join(new[gap.new_start : gap.new_end]),
        )
        for gap in gaps(old, new)
    )


def _together(found: Sequence[Gap]) -> list[list[Gap]]:
    """Gaps whose contexts touch, taken together."""
    groups: list[list[Gap]] = []
    for gap in found:
        if groups and gap.old_start - groups[-1][-1].old_end <= 2 * CONTEXT:
            groups[-1].append(gap)
        else:
            groups.append([gap])
    return groups


def _hunk(together: Sequence[Gap], old: Sequence[str], new: Sequence[str]) -> Hunk:
    first = together[0]
    head = min(CONTEXT, first.old_start)
    lines: list[tuple[Sign, str]] = []
    at = first.old_start - head
    for gap in together:
        lines += ((" ", _bare(line)) for line in old[at : gap.old_start])
        lines += (("-", _bare(line)) for line in old[gap.old_start : gap.old_end])
        lines += (("+", _bare(line)) for line in new[gap.new_start : gap.new_end])
        at = gap.old_end
    lines += ((" ", _bare(line)) for line in old[at : at + CONTEXT])
    return Hunk(first.old_start - head + 1, first.new_start - head + 1, tuple(lines))


def _trimmed(start: int, old: str, new: str) -> Splice:
    head, tail = shared_ends(old, new)
    return Splice(start + head, start + len(old) - tail, new[head : len(new) - tail])


def _range(start: int, count: int) -> str:
    """Where there is no line, the place is named by the line before."""
    return f"{start}" if count == 1 else f"{start if count else start - 1},{count}"


def _bare(line: str) -> str:
    return line.rstrip("\r\n")

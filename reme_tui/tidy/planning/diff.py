"""What a change does to a note's lines, as a unified diff."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from reme_tui.core.text.display import visible
from reme_tui.core.text.ends import shared_ends
from reme_tui.tidy.edits.splices import Splice
from reme_tui.tidy.planning.stretches import Gap, gaps

CONTEXT = 3
"""Unchanged lines shown around a change."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class LineDiff:
    """The body of a unified diff (hunks, LF only, line ends of the note left out) and how many lines differ."""

    text: str
    lines: int


def diff_lines(path: str, before: str, after: str) -> LineDiff:
    """Compare two texts of one note. A line that is replaced counts once, and the path stays on its line."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    found = gaps(old, new)
    shown = visible(path)
    out = [f"--- a/{shown}", f"+++ b/{shown}"]
    for hunk in _hunks(found):
        out += _hunk_lines(hunk, old, new)
    lines = sum(max(gap.old_end - gap.old_start, gap.new_end - gap.new_start) for gap in found)
    return LineDiff("".join(f"{line}\n" for line in out), lines)


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


def _hunks(found: Sequence[Gap]) -> list[list[Gap]]:
    """Gaps whose contexts touch, taken together."""
    hunks: list[list[Gap]] = []
    for gap in found:
        if hunks and gap.old_start - hunks[-1][-1].old_end <= 2 * CONTEXT:
            hunks[-1].append(gap)
        else:
            hunks.append([gap])
    return hunks


def _hunk_lines(hunk: Sequence[Gap], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    head = min(CONTEXT, hunk[0].old_start)
    tail = min(CONTEXT, len(old) - hunk[-1].old_end)
    start, stop = hunk[0].old_start - head, hunk[-1].old_end + tail
    yield f"@@ -{_range(start, stop)} +{_range(hunk[0].new_start - head, hunk[-1].new_end + tail)} @@"
    at = start
    for gap in hunk:
        yield from (f" {_bare(line)}" for line in old[at : gap.old_start])
        yield from (f"-{_bare(line)}" for line in old[gap.old_start : gap.old_end])
        yield from (f"+{_bare(line)}" for line in new[gap.new_start : gap.new_end])
        at = gap.old_end
    yield from (f" {_bare(line)}" for line in old[at:stop])


def _trimmed(start: int, old: str, new: str) -> Splice:
    head, tail = shared_ends(old, new)
    return Splice(start + head, start + len(old) - tail, new[head : len(new) - tail])


def _range(start: int, end: int) -> str:
    count = end - start
    first = start + (1 if count else 0)
    return f"{first}" if count == 1 else f"{first},{count}"


def _bare(line: str) -> str:
    return line.rstrip("\r\n")

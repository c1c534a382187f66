"""What a change does to a note's lines, as a unified diff."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reme_tui.core.text.display import visible
from reme_tui.tidy.edits.splices import Splice

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
    head, tail = _shared(old, new)
    start = max(0, head - CONTEXT)
    keep = max(0, tail - CONTEXT)
    window = old[start : len(old) - keep], new[start : len(new) - keep]
    lines = 0
    shown = visible(path)
    out = [f"--- a/{shown}", f"+++ b/{shown}"]
    matcher = difflib.SequenceMatcher(None, *window, autojunk=False)
    for group in matcher.get_grouped_opcodes(CONTEXT):
        (first, last) = (group[0], group[-1])
        out.append(f"@@ -{_range(start, first[1], last[2])} +{_range(start, first[3], last[4])} @@")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                out += (f" {_bare(line)}" for line in window[0][i1:i2])
                continue
            lines += max(i2 - i1, j2 - j1)
            out += (f"-{_bare(line)}" for line in window[0][i1:i2])
            out += (f"+{_bare(line)}" for line in window[1][j1:j2])
    return LineDiff("".join(f"{line}\n" for line in out), lines)


def splices_between(before: str, after: str) -> tuple[Splice, ...]:
    """Splices that lead from one text to another, each within the lines that differ and as short as it can be."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    head, tail = _shared(old, new)
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    starts = [sum(map(len, old[:head]))]
    for line in middle[0]:
        starts.append(starts[-1] + len(line))
    matcher = difflib.SequenceMatcher(None, *middle, autojunk=False)
    return tuple(
        _trimmed(starts[i1], "".join(middle[0][i1:i2]), "".join(middle[1][j1:j2]))
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    )


def same_stretches(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Stretches of pieces that are in both, in order: where each begins in the one and the other, and its length."""
    head, tail = _shared(old, new)
    if head:
        yield 0, 0, head
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    # Pieces that come all the time, as commas do, begin no stretch in a long text: that would take its square.
    for first, second, size in difflib.SequenceMatcher(None, *middle, autojunk=True).get_matching_blocks():
        if size:
            yield head + first, head + second, size
    if tail:
        yield len(old) - tail, len(new) - tail, tail


def _shared(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines are the same at the start, and at the end of what is left."""
    most = min(len(old), len(new))
    head = next((index for index in range(most) if old[index] != new[index]), most)
    rest = most - head
    tail = next((index for index in range(rest) if old[-1 - index] != new[-1 - index]), rest)
    return head, tail


def _trimmed(start: int, old: str, new: str) -> Splice:
    head = _common(zip(old, new, strict=False))
    most = min(len(old), len(new)) - head
    tail = min(most, _common(zip(reversed(old), reversed(new), strict=False)))
    return Splice(start + head, start + len(old) - tail, new[head : len(new) - tail])


def _common(pairs: Iterator[tuple[str, str]]) -> int:
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


def _range(offset: int, start: int, end: int) -> str:
    count = end - start
    first = offset + start + (1 if count else 0)
    return f"{first}" if count == 1 else f"{first},{count}"


def _bare(line: str) -> str:
    return line.rstrip("\r\n")

"""Fenced code in Markdown: which rows belong together."""

from __future__ import annotations

import re
from typing import NamedTuple

from reme_tui.core.text.runs import holds_run

_FENCE = re.compile(r"([ \t>]*)((?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)\Z", re.DOTALL)
_TOP_LEVEL_INDENT = 3


class _Mark(NamedTuple):
    """A row that may open or close fenced code.

    `nested` ones stand in a list, a quote or deeper than three blanks.
    """

    row: int
    sign: str
    length: int
    opens: bool
    closes: bool
    nested: bool


def may_hold_fences(text: str) -> bool:
    """Whether three signs of a fence stand side by side somewhere."""
    return holds_run(text, "```") or holds_run(text, "~~~")


def fenced_rows(rows: list[str]) -> dict[int, int]:
    """The first and last row of every piece of fenced code.

    At the top level, code that is never closed runs to the last row with text, as in CommonMark. Inside a list or quote
    it would end with that, which is not tracked: there an opener without an end is taken for text.
    """
    marks = [mark for row, text in enumerate(rows) if (mark := _mark(row, text))]
    longest_after = _longest_closers(marks)
    found: dict[int, int] = {}
    index = 0
    while index < len(marks):
        mark = marks[index]
        after = longest_after[index]
        index += 1
        if not mark.opens:
            continue
        if after.get(mark.sign, 0) < mark.length:
            if not mark.nested:
                found[mark.row] = max(row for row in range(mark.row, len(rows)) if rows[row].strip())
                break
            continue
        while not (marks[index].closes and marks[index].sign == mark.sign and marks[index].length >= mark.length):
            index += 1
        found[mark.row] = marks[index].row
        index += 1
    return found


def _mark(row: int, text: str) -> _Mark | None:
    if not may_hold_fences(text):
        return None
    found = _FENCE.match(text)
    if found is None:
        return None
    indent, item, fence, rest = found.groups()
    bare = not rest.strip()
    nested = bool(item) or ">" in indent or "\t" in indent or len(indent) > _TOP_LEVEL_INDENT
    return _Mark(
        row,
        fence[0],
        len(fence),
        opens=fence[0] == "~" or "`" not in rest,
        closes=bare and not item,
        nested=nested,
    )


def _longest_closers(marks: list[_Mark]) -> list[dict[str, int]]:
    """For each mark, the longest closing fence of either sign that comes after it."""
    longest: dict[str, int] = {}
    result = []
    for mark in reversed(marks):
        result.append(longest)
        if mark.closes and mark.length > longest.get(mark.sign, 0):
            longest = {**longest, mark.sign: mark.length}
    return result[::-1]

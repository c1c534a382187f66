"""Which parts of a Markdown body are prose and which are code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum, auto

from reme_tui.core.text.runs import holds_run

# Quote marks, indentation, content, line end. No part can fail after another matched, so this is linear.
_LINE = re.compile(r"((?: {0,3}>)*)([ \t]*)([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_FENCE = re.compile(r"`{3,}+(?=[^`]*\Z)|~{3,}+")
_MARKER = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?=[ \t]|\Z)")
_HEADING = re.compile(r"#{1,6}(?=[ \t]|\Z)")
_RULE = re.compile(r"([-*_])[ \t]*+(?:\1[ \t]*+){2,}+\Z")
_TICKS = re.compile(r"`+")
_MARKS = frozenset("`~-+*#_|>0123456789")
_CODE_INDENT = 4
_DEEPEST_QUOTE = 64


class _Kind(Enum):
    BLANK = auto()
    CODE = auto()
    BREAK = auto()
    TEXT = auto()


class _Blocks:
    """The block structure above the next line: open fence, open lists, block quotes.

    Of nested lists only the outermost matters, so `columns` holds, per quote depth, where its text begins (0 outside
    a list).
    """

    def __init__(self) -> None:
        self.columns = [0]
        self.fence = ""
        self.fence_indent = 0
        self.fence_depth = 0
        self.after_blank = True
        self.break_next = False

    def feed(self, quote: str, indent: int, content: str) -> _Kind:
        """Say what the next line is. `indent` is the width of the blanks between its quote marks and `content`."""
        if self.columns == [0] and not (quote or indent or self.fence) and content[:1] not in _MARKS:
            return self._plain(content)  # most lines; all that follows would come to the same
        depth = min(quote.count(">"), _DEEPEST_QUOTE)
        if self.fence and self._in_fence(depth, indent, content):
            return _Kind.CODE
        moved = depth != len(self.columns) - 1
        if moved:
            self._enter(depth, len(quote) - len(quote.lstrip(" ")))
        if not content:
            self.after_blank = True
            return _Kind.BLANK
        if indent >= _CODE_INDENT and self.after_blank and not self.columns[-1]:
            return _Kind.CODE
        kind = self._text(indent, content)
        self.after_blank = False
        begins = moved or self.break_next
        self.break_next = bool(_HEADING.match(content))
        return _Kind.BREAK if begins and kind is _Kind.TEXT else kind

    def _plain(self, content: str) -> _Kind:
        kind = _Kind.BREAK if self.break_next else _Kind.TEXT
        self.after_blank, self.break_next = not content, False
        return kind if content else _Kind.BLANK

    def _in_fence(self, depth: int, indent: int, content: str) -> bool:
        """Whether the line still belongs to the open fence, which ends with its quote or list at the latest."""
        here = depth == self.fence_depth
        if depth < self.fence_depth or (here and content and indent < self.columns[-1]):
            self.fence = ""
            return False
        run = content.rstrip(" \t")
        long_enough = here and indent < self.fence_indent + _CODE_INDENT and len(run) >= len(self.fence)
        if long_enough and run == self.fence[0] * len(run):
            self.fence = ""
        return True

    def _enter(self, depth: int, quote_indent: int) -> None:
        if depth > len(self.columns) - 1 and quote_indent < self.columns[-1]:
            self.columns[-1] = 0
        del self.columns[depth + 1 :]
        self.columns.extend([0] * (depth + 1 - len(self.columns)))

    def _text(self, indent: int, content: str) -> _Kind:
        column = self.columns[-1]
        marker = None if _RULE.match(content) or (indent >= _CODE_INDENT and not column) else _MARKER.match(content)
        if marker:
            if indent < column or not column:
                self.columns[-1] = indent + marker.end() + 1
            rest = content[marker.end() :].lstrip(" \t")
            return self._opened(indent + len(content) - len(rest), rest) or _Kind.BREAK
        starts = _HEADING.match(content) or _RULE.match(content) or _FENCE.match(content)
        if column and indent < column and (self.after_blank or starts):
            self.columns[-1] = column = 0
        if (indent < _CODE_INDENT or column) and (opened := self._opened(indent, content)):
            return opened
        return _Kind.BREAK if starts or content[0] == "|" else _Kind.TEXT

    def _opened(self, indent: int, content: str) -> _Kind | None:
        fence = _FENCE.match(content)
        if not fence:
            return None
        self.fence, self.fence_depth = fence.group(), len(self.columns) - 1
        self.fence_indent = indent if self.columns[-1] else 0
        return _Kind.CODE


def prose_stretches(text: str, start: int, *, holding: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) offsets of what is not code in `text` from `start` on, in order.

    Only stretches near one of the strings in `holding` are looked for. Code is what CommonMark says: fenced blocks,
    spans between backtick runs of one length, and indented lines, the last only after a blank line and outside of
    lists. Linear in the length of `text`.
    """
    may_hold_code = text.find("`", start) >= 0 or holds_run(text, "~~~", start)
    if not may_hold_code and text.find("\t", start) < 0 and text.find("    ", start) < 0:
        yield start, len(text)
        return
    farthest = max(text.rfind(mark, start) for mark in holding)
    for first, last in _prose_blocks(text, start, farthest=farthest):
        if any(text.find(mark, first, last) >= 0 for mark in holding):
            yield from _outside_spans(text, first, last)


def _prose_blocks(text: str, start: int, *, farthest: int) -> Iterator[tuple[int, int]]:
    """Yield runs of prose lines over which one code span can reach, up to the one that holds `farthest`."""
    blocks = _Blocks()
    first = last = start
    for line in _LINE.finditer(text, start):
        quote, blanks, content = line.groups()
        indent = len(blanks.expandtabs(4)) - (1 if quote else 0) if blanks else 0
        kind = blocks.feed(quote, indent, content)
        if kind is not _Kind.TEXT:
            if last > first:
                yield first, last
            if last > farthest:
                return
            first = line.start() if kind is _Kind.BREAK else line.end()
        last = line.end()
    if last > first:
        yield first, last


def _outside_spans(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    runs = [match.span() for match in _TICKS.finditer(text, first, last)]
    by_length: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(runs):
        by_length.setdefault(end - start, []).append(number)
    number = 0
    while number < len(runs):
        start, end = runs[number]
        start += _is_escaped(text, start, first)
        same = by_length.get(end - start, [])
        closing = bisect_right(same, number)
        number += 1
        if closing < len(same):
            yield first, start
            number = same[closing] + 1
            first = runs[same[closing]][1]
    yield first, last


def _is_escaped(text: str, position: int, first: int) -> bool:
    """Whether an odd number of backslashes stands before `position`."""
    before = position
    while before > first and text[before - 1] == "\\":
        before -= 1
    return (position - before) % 2 == 1

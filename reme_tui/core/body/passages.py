"""Passages: the sections and paragraph groups of a body, which are what search ranks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from reme_tui.core.body.fences import fenced_rows, may_hold_fences
from reme_tui.core.note import Passage
from reme_tui.core.text.lines import with_newlines

TARGET = 1_200
"""Characters up to which the paragraphs of a section share a passage."""
LONGEST_PARAGRAPH = 2 * TARGET
"""Characters above which a paragraph or list is cut, at line ends."""

_NONE = -1

_ATX = re.compile(r" {0,3}#{1,6}(?:[ \t]|\Z)")
_ATX_TAIL = re.compile(r"(?:^|[ \t])#+\Z")
# CommonMark takes a single `-` too, but in notes that is far more often an empty list item.
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*\Z")
_NOT_A_TITLE = re.compile(r"[ \t]*(?:[-*+>|#]|[0-9]{1,9}[.)][ \t])| {4}|\t")
_TABLE_DIVIDER = re.compile(r"[ \t>]*(?=[^|]*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")


class Body(NamedTuple):
    """What one pass over a body finds: its passages, and the text of its first heading, if any."""

    passages: tuple[Passage, ...]
    heading: str


def split_passages(text: str, start: int, line: int) -> tuple[Passage, ...]:
    """The passages of the body that begins at an offset and on a line of the note's text.

    A heading opens a new passage, unless the current one holds only headings so far. Inside a section,
    paragraphs are grouped up to about 1,200 characters; an oversized one is cut at line ends. Fenced code
    and tables are never cut. Blank lines at the edges belong to no passage; an empty body has none.
    """
    return read_body(text, start, line).passages


def read_body(text: str, start: int, line: int) -> Body:
    """The passages and first heading of a body, as `split_passages` has it."""
    body = with_newlines(text[start:] if start else text)
    rows = body.split("\n")
    splitter = _Splitter(rows, start)
    splitter.run(fenced_rows(rows) if may_hold_fences(body) else {})
    offset = splitter.offset
    passages = [
        Passage(first + line, last + line, offset(first), offset(last) + len(rows[last].rstrip()))
        for first, last in splitter.finished
    ]
    return Body(tuple(passages), splitter.heading)


class _Splitter:
    """Gathers rows into blocks (between blank lines), and blocks into passages; all known by row number."""

    def __init__(self, rows: list[str], start: int) -> None:
        self.rows = rows
        self.before = list(accumulate(map(len, rows), initial=start))
        self.finished: list[tuple[int, int]] = []
        self.heading = ""
        self.first = _NONE
        self.last = _NONE
        self.has_text = False

    def run(self, fences: dict[int, int]) -> None:
        """Go through all rows once."""
        block = done = _NONE
        for index, row in enumerate(self.rows):
            if index <= done:
                continue
            if not row or row.isspace():
                self.paragraph(block, index - 1)
                block = _NONE
                continue
            if row[0].isalnum() and index not in fences:
                if block < 0:
                    block = index
                continue
            sign = row.lstrip()[0]
            if index in fences:
                self.paragraph(block, index - 1)
                block, done = _NONE, fences[index]
                self.text(index, done)
            elif sign == "#" and _ATX.match(row):
                self.paragraph(block, index - 1)
                self.title(index, index)
                block = _NONE
            elif sign in "=-" and block == index - 1 >= 0 and self.underlines(row, block):
                self.title(block, index)
                block = _NONE
            elif block < 0:
                block = index
        self.paragraph(block, len(self.rows) - 1)
        self.flush()

    def underlines(self, row: str, above: int) -> bool:
        """Whether a row makes a heading of the single line above it."""
        return _UNDERLINE.match(row) is not None and _NOT_A_TITLE.match(self.rows[above]) is None

    def offset(self, row: int) -> int:
        """Where a row begins: what is in the rows before it, and their line ends."""
        return self.before[row] + row

    def size(self, first: int, last: int) -> int:
        """Characters from the start of one row to the end of another."""
        return self.before[last + 1] - self.before[first] + last - first

    def title(self, first: int, last: int) -> None:
        """Take in a heading, with the row that underlines it."""
        if not self.heading:
            text = self.rows[first].strip()
            self.heading = _ATX_TAIL.sub("", text.lstrip("#").strip()).strip() if first == last else text
        if self.first >= 0 and (self.has_text or self.size(self.first, last) > TARGET):
            self.flush()
        self.extend(first, last)

    def paragraph(self, first: int, last: int) -> None:
        """Take in the rows between two blank lines, if any, in parts when they are too many."""
        if first < 0:
            return
        if first == last or self.size(first, last) <= LONGEST_PARAGRAPH:
            self.text(first, last)
        else:
            for part in self.parts(first, last):
                self.text(*part)

    def parts(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """A block cut at line ends into parts of about the target size; a table stays whole."""
        for index in range(first, last + 1):
            below = self.rows[index + 1] if index < last else ""
            if "|" in below and _TABLE_DIVIDER.match(below):
                if index > first:
                    yield first, index - 1
                yield index, last
                return
            if index > first and self.size(first, index) > TARGET:
                yield first, index - 1
                first = index
        yield first, last

    def text(self, first: int, last: int) -> None:
        """Take in rows that stay together."""
        if self.has_text and self.size(self.first, last) > TARGET:
            self.flush()
        self.extend(first, last)
        self.has_text = True

    def extend(self, first: int, last: int) -> None:
        """Add rows to the open passage, or open one."""
        if self.first < 0:
            self.first = first
        self.last = last

    def flush(self) -> None:
        """Finish the open passage, if any."""
        if self.first >= 0:
            self.finished.append((self.first, self.last))
        self.first, self.has_text = _NONE, False

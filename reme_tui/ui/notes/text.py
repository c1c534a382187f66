"""A note's source as lines and, for a width, as rows of the screen. Pure."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass

from reme_tui.ui.drawing.wrapping import row_starts

_LINE_END = re.compile(r"\r\n|\n|\r")
FEWEST_CELLS = 8


def fitting(cells: int) -> int:
    """Return the width text is wrapped for where there is room for `cells` cells."""
    return max(FEWEST_CELLS, cells)


@dataclass(frozen=True, slots=True, eq=False)
class NoteText:
    """Text and where its lines begin.

    Lines count from 1; `body_line` is the first after the frontmatter, `code` holds one byte a line, 1 within fenced
    code.
    """

    text: str
    starts: array[int]
    body_line: int
    code: bytes

    @classmethod
    def of(cls, text: str) -> NoteText:
        """Find lines, frontmatter and fenced code."""
        from reme_tui.core.body.fences import fenced_rows
        from reme_tui.core.frontmatter.read import read_block

        starts = array("q", [0, *(match.end() for match in _LINE_END.finditer(text))])
        if len(starts) > 1 and starts[-1] == len(text):
            starts.pop()
        body_line = read_block(text).body_line
        made = cls(text, starts, body_line, b"")
        rows = [made.line(number) for number in range(body_line, made.line_count + 1)]
        code = bytearray(made.line_count)
        for first, last in fenced_rows(rows).items():
            code[body_line - 1 + first : body_line + last] = b"\x01" * (last - first + 1)
        return cls(text, starts, body_line, bytes(code))

    @property
    def line_count(self) -> int:
        """How many lines there are; an empty text has one."""
        return len(self.starts)

    def line_at(self, offset: int) -> int:
        """Return the number of the line that holds `offset`."""
        return bisect_right(self.starts, offset)

    def bounds(self, line: int) -> tuple[int, int]:
        """Return where a line begins and where it ends, its line end left out."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        for sign in "\n\r":
            if end > start and self.text[end - 1] == sign:
                end -= 1
        return start, end

    def line(self, line: int) -> str:
        """Return the characters of a line."""
        start, end = self.bounds(line)
        return self.text[start:end]

    def offset_of(self, line: int) -> int:
        """Return where `line` begins, or the last one when there are not so many."""
        return self.starts[max(1, min(line, self.line_count)) - 1]

    def wrapped(self, cells: int) -> Layout:
        """Break the lines into rows of `cells` cells."""
        cells = fitting(cells)
        rows = array("q")
        for line in range(1, self.line_count + 1):
            rows.extend(row_starts(self.text, *self.bounds(line), cells))
        return Layout(cells, rows)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The offsets at which the rows of the screen begin, for a width."""

    cells: int
    rows: array[int]

    def row_at(self, offset: int) -> int:
        """Return the row, from 0, that holds `offset`."""
        return max(0, bisect_right(self.rows, offset) - 1)

"""A string that stands where a list should: where in the note's text each of its tags stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from reme_tui.core.frontmatter.block import Scalar
from reme_tui.core.frontmatter.tag_field import SplitStrings, split_string
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import LINE_END

_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n?|\n)")
_LINE = re.compile(r"[^\r\n]+")
_QUOTED = re.compile(r"""\s*("[^"]*"|'[^']*')\s*(?:,|\Z)""")
_WORD = re.compile(r""""[^"]*"(?=[\s,]|\Z)|'[^']*'(?=[\s,]|\Z)|[^\s,]+""")


class Piece(NamedTuple):
    """One tag of a string: its text, and its place in the note, quotes inside the string included."""

    text: str
    start: int
    end: int


def pieces_of(text: str, scalar: Scalar, rules: ReadingRules) -> tuple[Piece, ...]:
    """The tags of a string in the order of the text.

    Where the places cannot be told for sure, every piece spans the whole string.
    """
    wanted = split_string(scalar, rules.split_strings)
    if scalar.style in ("single", "double") or scalar.kind != "str" or rules.split_strings == "none":
        spans = [(scalar.start, scalar.end)] if scalar.style not in ("literal", "folded") else None
        if spans and len(wanted) == 1:
            return (Piece(wanted[0], *spans[0]),)
    for stretches in _stretches(text, scalar):
        found = [piece for start, end in stretches for piece in _cut(text, start, end, rules.split_strings)]
        if tuple(piece.text for piece in found) == wanted:
            return tuple(found)
    return tuple(Piece(piece, scalar.start, scalar.end) for piece in wanted)


def folded(source: str) -> str:
    """A plain string over several lines as YAML reads it: every line end is a blank."""
    return " ".join(line.strip(" \t") for line in LINE_END.split(source))


def _stretches(text: str, scalar: Scalar) -> Iterator[list[tuple[int, int]]]:
    """The ways to take a string's source: by lines, by paragraphs, as one."""
    header = _HEADER.match(text, scalar.start, scalar.end) if scalar.style in ("literal", "folded") else None
    start = header.end() if header else scalar.start
    lines = [found.span() for found in _LINE.finditer(text, start, scalar.end)]
    yield lines
    yield list(_paragraphs(text, lines))
    yield [(start, scalar.end)]


def _paragraphs(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Lines with no blank one between them, taken together."""
    start = stop = -1
    for first, last in lines:
        if not text[first:last].strip(" \t"):
            continue
        if start >= 0 and len(LINE_END.findall(text, stop, first)) > 1:
            yield start, stop
            start = -1
        start, stop = first if start < 0 else start, last
    if start >= 0:
        yield start, stop


def _cut(text: str, start: int, end: int, split: SplitStrings) -> Iterator[Piece]:
    for first, last in _spans(text[start:end], split):
        source = text[start + first : start + last]
        stripped = source.strip()
        if not stripped:
            continue
        begin = start + first + len(source) - len(source.lstrip())
        said = stripped[1:-1].strip() if split != "none" and _is_quoted(stripped, split) else stripped
        if said:
            yield Piece(folded(said), begin, begin + len(stripped))


def _is_quoted(piece: str, split: SplitStrings) -> bool:
    pattern = _WORD if split == "space" else _QUOTED
    found = pattern.match(piece)
    return len(piece) > 1 and piece[0] in "\"'" and piece[0] == piece[-1] and found is not None and found[0] == piece


def _spans(source: str, split: SplitStrings) -> Iterator[tuple[int, int]]:
    if split == "none":
        yield 0, len(source)
        return
    if split == "space":
        yield from (found.span() for found in _WORD.finditer(source))
        return
    at = 0
    while at <= len(source):
        if quoted := _QUOTED.match(source, at):
            yield quoted.span(1)
            at = quoted.end() if quoted[0].endswith(",") else len(source) + 1
            continue
        comma = source.find(",", at)
        end = comma if comma >= 0 else len(source)
        yield at, end
        at = end + 1

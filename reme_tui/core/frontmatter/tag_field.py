"""What a tag field holds: tags as written, and what in it is not as its author meant."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from reme_tui.core.frontmatter.block import Entry, ListValue, Scalar, Value, last_value
from reme_tui.core.frontmatter.nodes import whole
from reme_tui.core.frontmatter.shallow_json import decode_json
from reme_tui.core.note import Problem, Severity, Tag
from reme_tui.core.tag_key import tag_key

SplitStrings = Literal["comma", "space", "none"]

_QUOTED_PIECE = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)')\s*(?:,|\Z)""")
_WORD = re.compile(r""""([^"]*)"(?=[\s,]|\Z)|'([^']*)'(?=[\s,]|\Z)|([^\s,]+)""")
_JOINED_ITEMS = re.compile(r"[\r\n][ \t]*- ")
_COMMENT = re.compile(r"[ \t]*#[^\s#]")
_SHOWN = 40


class TagReading(NamedTuple):
    """The tags of a note in the order of the fields, and the problems of those fields."""

    tags: tuple[Tag, ...]
    problems: tuple[Problem, ...]


def read_tags(
    path: str, source: str, entries: tuple[Entry, ...], *, fields: tuple[str, ...], split: SplitStrings
) -> TagReading:
    """Read some tag fields. `source` is the note's text, to which the entries' offsets belong.

    A text that stands twice in one field is one tag. Null, empty and nested items are problems, not tags.
    """
    tags: list[Tag] = []
    problems: list[Problem] = []
    for field in fields:
        value = last_value(entries, field)
        if value is None:
            continue
        reader = _FieldReader(path, source, field, split=split)
        reader.read(value)
        tags += reader.tags
        problems += reader.problems
    return TagReading(tuple(tags), tuple(problems))


def split_string(scalar: Scalar, split: SplitStrings) -> tuple[str, ...]:
    """The items of a string that stands where a list should.

    A plain or block string is split at commas (`comma`), at blanks as well (`space`) or not at all
    (`none`); lines of a block string are always apart. Quotes inside keep their commas and blanks, and
    a string that is quoted as a whole is one item.
    """
    lines = scalar.text.splitlines() if scalar.style in ("literal", "folded") else [scalar.text]
    if split == "none" or scalar.style in ("single", "double"):
        pieces = lines
    elif split == "space":
        pieces = [next(filter(None, found.groups()), "") for line in lines for found in _WORD.finditer(line)]
    else:
        pieces = [piece for line in lines for piece in _at_commas(line)]
    return tuple(piece.strip() for piece in pieces if piece.strip())


def shortened(text: str) -> str:
    """Text for a message: in backticks, on one line and not long."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= _SHOWN else line[: _SHOWN - 1] + '…'}`"


class _FieldReader:
    """Reads the value of one field."""

    def __init__(self, path: str, source: str, field: str, *, split: SplitStrings) -> None:
        self.path = path
        self.source = source
        self.field = field
        self.split = split
        self.tags: list[Tag] = []
        self.problems: list[Problem] = []
        self.texts: set[str] = set()
        self.keys: set[str] = set()

    def read(self, value: Value) -> None:
        if isinstance(value, ListValue):
            for item in value.items:
                self.item(item)
        elif isinstance(value, Scalar):
            self.string(value)
        else:
            self.report("nested_item", value.line, f"{self.field} is a mapping, not a list of tags")

    def item(self, item: Value) -> None:
        if not isinstance(item, Scalar):
            what = "list" if isinstance(item, ListValue) else "mapping"
            shown = shortened(self.source[item.start : item.end])
            self.report("nested_item", item.line, f"{shown} is a {what}, not a tag: quote it if it is meant as one")
        elif item.kind == "null" or not item.text.strip():
            self.empty(item)
        else:
            if damaged_list(item) is not None:
                self.report("damaged_list", item.line, f"{shortened(item.text)} is a list in quotes", mendable=True)
            elif item.style == "plain" and _JOINED_ITEMS.search(self.source, item.start, item.end):
                self.report("joined_item", item.line, f"{shortened(item.text)} is one item to YAML: look at the indent")
            self.add(item.text, item.line)

    def empty(self, item: Scalar) -> None:
        if not self.comment(item):
            self.report("null_item", item.line, "an empty item is no tag", severity=Severity.HINT)

    def comment(self, empty: Scalar) -> bool:
        """Whether a tag with a bare `#` stands where YAML sees nothing; told if so."""
        if empty.start < empty.end or not _COMMENT.match(self.source, empty.end):
            return False
        words = self.source[empty.end : empty.end + 2 * _SHOWN].strip().splitlines()[0]
        message = f"{shortened(words)} is a comment to YAML: quote it"
        self.report("comment_item", empty.line, message, mendable=True)
        return True

    def string(self, value: Scalar) -> None:
        if value.kind == "null" or not value.text.strip():
            self.comment(value)
            return
        damaged = damaged_list(value)
        if damaged is not None:
            self.report("damaged_list", value.line, f"{self.field} is a list in quotes; ReMe ignores it", mendable=True)
        else:
            message = f"{self.field} is a string, not a list; ReMe ignores it"
            self.report("string_tags", value.line, message, mendable=True)
        for text in damaged if damaged is not None else split_string(value, self.split):
            self.add(text, value.line)

    def add(self, text: str, line: int) -> None:
        key = tag_key(text)
        if key in self.keys:
            message = f"{shortened(text)} stands twice in {self.field}"
            self.report("repeated_tag", line, message, severity=Severity.HINT, mendable=True)
        if text not in self.texts:
            self.tags.append(Tag(text, self.field, line))
        self.texts.add(text)
        self.keys.add(key)

    def report(
        self, kind: str, line: int, message: str, *, severity: Severity = Severity.WARNING, mendable: bool = False
    ) -> None:
        self.problems.append(Problem(self.path, line, kind, severity, message, mendable))


def _at_commas(line: str) -> list[str]:
    pieces: list[str] = []
    at = 0
    while at <= len(line):
        quoted = _QUOTED_PIECE.match(line, at)
        if quoted is not None:
            pieces.append(quoted[1] if quoted[1] is not None else quoted[2])
            at = quoted.end() if quoted[0].endswith(",") else len(line) + 1
            continue
        comma = line.find(",", at)
        end = comma if comma >= 0 else len(line)
        pieces.append(line[at:end])
        at = end + 1
    return pieces


def damaged_list(scalar: Scalar) -> tuple[str, ...] | None:
    """The items of a list that was written as a string (`'["svelte"]'`); None for any other string."""
    text = scalar.text.strip()
    if not (text.startswith("[") and text.endswith("]") and len(text) > 1):
        return None
    try:
        items, _ = decode_json(text)
    except ValueError:
        if not text.startswith(('["', "['")):
            return None
        return tuple(piece.strip() for piece in _at_commas(text[1:-1]) if piece.strip())
    listed = items if isinstance(items, list) else []
    return tuple(whole(str(item)) for item in listed if isinstance(item, str) and item.strip())

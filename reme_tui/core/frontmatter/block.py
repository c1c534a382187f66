"""The frontmatter block of a note as values: what each key holds, as written, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from reme_tui.core.note import Format

ScalarKind = Literal["str", "int", "float", "bool", "null", "date", "other"]
ScalarStyle = Literal["plain", "single", "double", "literal", "folded"]

# Named tuples, not dataclasses: a note has dozens of these, and a frozen dataclass takes three times as long to make.


class Scalar(NamedTuple):
    """One piece of text.

    `text` is as written for the plain style (`1.10`, `yes`) and the unquoted value for the others; `kind`
    is what YAML 1.1 takes it for. `start` and `end` are offsets into the note's text and span quotes,
    anchor and explicit type too; `line` counts from 1. `anchored` says that the source holds an anchor,
    an alias or an explicit type here: such a place is read, but not to be edited.
    """

    text: str
    kind: ScalarKind
    style: ScalarStyle
    start: int
    end: int
    line: int
    anchored: bool = False


class ListValue(NamedTuple):
    """A list. `flow` is the bracket style; a block list ends with its last item."""

    items: tuple[Value, ...]
    flow: bool
    start: int
    end: int
    line: int
    anchored: bool = False


class MapValue(NamedTuple):
    """A mapping below the top level. `flow` is the brace style; a block mapping ends with its last value."""

    entries: tuple[Entry, ...]
    flow: bool
    start: int
    end: int
    line: int
    anchored: bool = False


class Entry(NamedTuple):
    """A key and its value. A key that is a list or mapping is a scalar of kind "other"."""

    key: Scalar
    value: Value


Value = Scalar | ListValue | MapValue


@dataclass(frozen=True, slots=True)
class BlockError:
    """Why a block cannot be read, in plain words, and the line in the file."""

    line: int
    kind: str
    message: str


class Block(NamedTuple):
    """The frontmatter of one text.

    `start` and `end` are the offsets of the text between the fences, `body_start` and `body_line` the
    offset and line (from 1) where the body begins. `entries` is None when the block does not parse, and
    then `error` says why. `refused` tells what YAML's safe loader, and so ReMe, stumbles over in a block
    that parses.
    """

    format: Format
    start: int
    end: int
    body_start: int
    body_line: int
    entries: tuple[Entry, ...] | None
    error: BlockError | None = None
    refused: BlockError | None = None


def last_value(entries: tuple[Entry, ...], name: str) -> Value | None:
    """The value of a top-level key; of a doubled key the last, as YAML loaders do; None when absent."""
    for entry in reversed(entries):
        if entry.key.text == name:
            return entry.value
    return None


def plain_text(value: Value | None) -> str:
    """The text of a scalar on one line; empty for null, lists, mappings and nothing."""
    if isinstance(value, Scalar) and value.kind != "null":
        return " ".join(value.text.split())
    return ""

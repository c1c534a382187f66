"""Where the tags of a note stand: each tag field taken apart into parts with places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from reme_tui.core.frontmatter.block import Block, Entry, ListValue, MapValue, Scalar, Value
from reme_tui.core.frontmatter.reme_rules import reme_tags
from reme_tui.core.frontmatter.tag_field import damaged_list
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.edits.pieces import pieces_of

Shape = Literal["list", "string", "damaged", "null", "mapping", "missing"]

_COMMENT = re.compile(r"[ \t]*(#[^\s#][^\r\n]*)")
_REMARK = re.compile(r"[ \t]#")


@dataclass(frozen=True, slots=True)
class Part:
    """One item of a list or one piece of a string.

    `text` is the tag as written and `key` its key; both are None for what is no tag. `start` and `end`
    span the piece in the note's text, quotes included. `comment` is the tag in a comment that stands
    where an item or the list should (`- #tag`).
    """

    text: str | None
    key: str | None
    start: int
    end: int
    value: Value
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One tag field of one note; `entry` is None when the note lacks it.

    "damaged" is a list that somebody wrote as a string, "string" any other scalar.
    """

    name: str
    shape: Shape
    entry: Entry | None
    parts: tuple[Part, ...] = ()


def read_fields(text: str, block: Block, *, rules: ReadingRules) -> tuple[Field, ...]:
    """Every tag field, in the order of the rules. `block` is that of `text` and parses."""
    return tuple(_field(text, block.entries or (), name, rules=rules) for name in dict.fromkeys(rules.tag_fields))


def has_anchor(value: Value) -> bool:
    """Whether an anchor, an alias or an explicit type stands at a value or anywhere inside."""
    if value.anchored or isinstance(value, Scalar):
        return value.anchored
    if isinstance(value, ListValue):
        return any(has_anchor(item) for item in value.items)
    return any(has_anchor(entry.key) or has_anchor(entry.value) for entry in value.entries)


def _field(text: str, entries: tuple[Entry, ...], name: str, *, rules: ReadingRules) -> Field:
    entry = next((entry for entry in reversed(entries) if entry.key.text == name), None)
    if entry is None:
        return Field(name, "missing", None)
    value = entry.value
    if isinstance(value, MapValue):
        return Field(name, "mapping", entry)
    if isinstance(value, ListValue):
        return Field(name, "list", entry, tuple(_item(text, item, reme=rules.reme) for item in value.items))
    shape, parts = _scalar(text, value, rules)
    return Field(name, shape, entry, parts)


def _scalar(text: str, value: Scalar, rules: ReadingRules) -> tuple[Shape, tuple[Part, ...]]:
    if value.kind == "null" or not value.text.strip():
        return "null", (Part(None, None, value.start, value.end, value, _comment(text, value)),)
    damaged = damaged_list(value)
    if damaged is not None:
        return "damaged", tuple(Part(tag, tag_key(tag), value.start, value.end, value) for tag in damaged)
    pieces = () if rules.reme else pieces_of(text, value, rules)
    return "string", tuple(Part(text, tag_key(text), start, end, value) for text, start, end in pieces)


def _item(text: str, item: Value, *, reme: bool) -> Part:
    if not isinstance(item, Scalar) or item.kind == "null" or not item.text.strip():
        return Part(None, None, item.start, item.end, item, _comment(text, item))
    if not reme:
        return Part(item.text, tag_key(item.text), item.start, item.end, item)
    kept = reme_tags("", ListValue((item,), flow=False, start=item.start, end=item.end, line=item.line)).tags
    return Part(item.text, kept[0].text if kept else None, item.start, item.end, item)


def _comment(text: str, item: Value) -> str | None:
    if isinstance(item, Scalar) and item.start == item.end and (found := _COMMENT.match(text, item.end)):
        return _REMARK.split(found[1], maxsplit=1)[0].rstrip(" \t")
    return None

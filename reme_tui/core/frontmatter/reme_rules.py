"""What ReMe makes of a note's frontmatter: which tags it keeps, and when it ignores the lot."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from reme_tui.core.frontmatter.block import Block, BlockError, Entry, ListValue, MapValue, Scalar, Value, last_value
from reme_tui.core.frontmatter.tag_field import shortened
from reme_tui.core.note import Tag
from reme_tui.core.tag_key import tag_key

MAX_TAGS = 3
MAX_TAG_LENGTH = 64
"""Characters, after joining and before folding the case."""

_ISO_DAY = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])\Z")
_TEXT_FIELDS = ("name", "description")
_NAMES = {"date": "date", "int": "number", "float": "number", "bool": "truth value"}
Standing = Literal["read", "ignored", "not_indexed"]


class Verdict(NamedTuple):
    """How ReMe takes a frontmatter.

    "ignored" loses name, description and tags, "not_indexed" the whole file; then `reason` says why.
    `entries` are those ReMe sees, merge keys (`<<`) resolved.
    """

    standing: Standing
    entries: tuple[Entry, ...]
    reason: BlockError | None = None


class ReMeTags(NamedTuple):
    """The tags ReMe keeps, in its own form, and what it drops from the list."""

    tags: tuple[Tag, ...]
    dropped: tuple[BlockError, ...]


def judge(block: Block) -> Verdict:
    """How ReMe takes a block that it finds (see `read_block`)."""
    if block.entries is None:
        return Verdict("ignored", (), block.error)
    impossible = _impossible_value(block.entries)
    if impossible is not None:
        return Verdict("not_indexed", (), impossible)
    reason = block.refused
    entries = None if reason else _merged(block.entries)
    if entries is None:
        line = block.entries[0].key.line
        return Verdict("ignored", (), reason or BlockError(line, "refused", "`<<` names no mapping"))
    reason = _wrong_type(entries)
    return Verdict("ignored", (), reason) if reason else Verdict("read", entries)


def reme_tags(field: str, value: Value | None) -> ReMeTags:
    """The tags ReMe reads from a value: only from a list, the first three distinct valid ones, normalised."""
    tags: dict[str, Tag] = {}
    extra: dict[str, Scalar] = {}
    dropped: list[BlockError] = []
    for item in value.items if isinstance(value, ListValue) else ():
        if not isinstance(item, Scalar) or item.kind == "null":
            continue
        words = _kept_text(item)
        joined = "_".join(words.split()) if words is not None else ""
        fault = _fault(item, words, joined)
        key = tag_key(joined)
        if fault is not None:
            dropped.append(fault)
        elif key and key not in tags:
            if len(tags) < MAX_TAGS:
                tags[key] = Tag(key, field, item.line)
            else:
                extra.setdefault(key, item)
    if extra:
        dropped.append(_too_many(tuple(extra.values())))
    return ReMeTags(tuple(tags.values()), tuple(dropped))


def _too_many(extra: tuple[Scalar, ...]) -> BlockError:
    more = f" and {len(extra) - 1} more" if len(extra) > 1 else ""
    message = f"ReMe reads {MAX_TAGS} tags a note and ignores {shortened(extra[0].text)}{more}"
    return BlockError(extra[0].line, "too_many_tags", message)


def _kept_text(item: Scalar) -> str | None:
    """The text of an item ReMe keeps: a string, or a whole number in decimal; None for the rest."""
    if item.kind == "str":
        return item.text
    if item.kind != "int":
        return None
    if item.text.isascii() and item.text.isdigit() and not item.text.startswith("0"):
        return item.text
    from reme_tui.core.frontmatter.read import constructed

    try:
        return str(constructed(item))
    except ValueError:
        return None


def _fault(item: Scalar, words: str | None, joined: str) -> BlockError | None:
    if words is None:
        kind, why = "not_text", "it is neither text nor a whole number: quote it"
    elif len(joined) > MAX_TAG_LENGTH:
        kind, why = "long_tag", f"it is longer than {MAX_TAG_LENGTH} characters"
    elif joined and not any(map(str.isalnum, joined)):
        kind, why = "no_letter", "it holds no letter or digit"
    else:
        return None
    return BlockError(item.line, kind, f"ReMe drops {shortened(item.text)}, {why}")


def _wrong_type(entries: tuple[Entry, ...]) -> BlockError | None:
    """The first key that is not text, or else a `name` or `description` that is not."""
    for key, _ in entries:
        if key.kind != "str":
            return BlockError(key.line, "key", f"the key {shortened(key.text)} is not text")
    for name in _TEXT_FIELDS:
        value = last_value(entries, name)
        if value is not None and not (isinstance(value, Scalar) and value.kind == "str"):
            empty = isinstance(value, Scalar) and value.kind == "null"
            return BlockError(value.line, "type", f"`{name}` is empty" if empty else f"`{name}` is not text: quote it")
    return None


def _merged(entries: tuple[Entry, ...]) -> tuple[Entry, ...] | None:
    """The entries with those of `<<` put before them; None when `<<` names anything but plain mappings."""
    if all(key.kind == "str" for key, _ in entries):
        return entries
    added: list[Entry] = []
    own: list[Entry] = []
    for entry in entries:
        if not _is_merge(entry.key):
            own.append(entry)
            continue
        sources = entry.value.items if isinstance(entry.value, ListValue) else (entry.value,)
        for source in reversed(sources):
            if not isinstance(source, MapValue) or any(_is_merge(inner.key) for inner in source.entries):
                return None
            added += source.entries
    return (*added, *own)


def _is_merge(key: Scalar) -> bool:
    return key.text == "<<" and key.kind == "other"


def _impossible_value(entries: tuple[Entry, ...]) -> BlockError | None:
    """The first date or number that no loader can construct; shared values are looked at once."""
    waiting = _in_entries(entries)
    seen: set[int] = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, Scalar):
            if not _is_possible(value):
                return BlockError(value.line, "value", f"{shortened(value.text)} is no possible {_NAMES[value.kind]}")
            continue
        parts = value.items if isinstance(value, ListValue) else value.entries
        if id(parts) not in seen:
            seen.add(id(parts))
            waiting += _inside(value)
    return None


def _inside(value: ListValue | MapValue) -> list[Value]:
    return list(reversed(value.items)) if isinstance(value, ListValue) else _in_entries(value.entries)


def _in_entries(entries: tuple[Entry, ...]) -> list[Value]:
    """Keys and values that need a look, the first one last."""
    return [
        part
        for entry in reversed(entries)
        for part in (entry.value, entry.key)
        if not isinstance(part, Scalar) or part.kind in _NAMES
    ]


def _is_possible(scalar: Scalar) -> bool:
    if scalar.kind not in _NAMES or (scalar.kind == "date" and _ISO_DAY.match(scalar.text)):
        return True
    if scalar.kind == "int" and scalar.text.isdigit() and scalar.text.isascii() and len(scalar.text) < MAX_TAG_LENGTH:
        return True
    from reme_tui.core.frontmatter.read import constructed

    try:
        constructed(scalar)
    except ValueError:
        return False
    return True

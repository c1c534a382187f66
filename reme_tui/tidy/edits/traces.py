"""How one note was changed: enough to do it again, to take it back, and to know whether it still stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from reme_tui.core.frontmatter.block import Block
from reme_tui.core.frontmatter.read import NoteHandler, read_block
from reme_tui.core.frontmatter.tag_field import read_tags
from reme_tui.core.note import Tag
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import line_start
from reme_tui.tidy.edits.splices import Splice
from reme_tui.vault.files import digest_of

BOM = "\ufeff"

_FENCES = NoteHandler()


@dataclass(frozen=True, slots=True)
class Swap:
    """At `start`, an offset into the new text without its byte order mark, `new` stands where `old` stood."""

    start: int
    new: str
    old: str


@dataclass(frozen=True, slots=True)
class FieldText:
    """The lines of one frontmatter key in the new text, from `start` (as in Swap) to the next key or the end."""

    key: str
    start: int
    text: str


FieldTag = tuple[str, str]
"""A tag's field and its text as written."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What was done to one note.

    `before` and `after` are digests of the whole file, `block_before` and `block_after` of the frontmatter with its
    fences; `fields` are those that hold the swaps, none when a swap goes beyond a field.
    """

    before: str
    after: str
    block_before: str
    block_after: str
    swaps: tuple[Swap, ...]
    fields: tuple[FieldText, ...]
    gained: tuple[FieldTag, ...]
    lost: tuple[FieldTag, ...]


def text_digest(text: str) -> str:
    """The digest of the file that holds this text."""
    return digest_of(text.encode("utf-8"))


def trace_of(before: str, after: str, splices: Sequence[Splice], *, rules: ReadingRules) -> Trace:
    """The trace of splices that led from one text to another."""
    block = read_block(after)
    swaps = _swaps(before, splices)
    held, holds = tags_in(before, block_of(before), rules=rules), tags_in(after, block, rules=rules)
    return Trace(
        text_digest(before),
        text_digest(after),
        block_digest(before),
        block_digest(after),
        swaps,
        _fields(after, block, swaps, rules=rules),
        _beyond(holds, held),
        _beyond(held, holds),
    )


def _beyond(tags: Sequence[FieldTag], others: Sequence[FieldTag]) -> tuple[FieldTag, ...]:
    known = frozenset(others)
    return tuple(tag for tag in tags if tag not in known)


@lru_cache(maxsize=2)
def block_of(text: str) -> Block:
    """The frontmatter of a text that several steps in a row ask for."""
    return read_block(text)


def body_of(text: str) -> str:
    """Everything after the frontmatter's closing fence; the whole text, a byte order mark aside, when it has none."""
    return text[_body_start(text) :]


def tags_in(text: str, block: Block, *, rules: ReadingRules) -> tuple[FieldTag, ...]:
    """The tags of a note as (field, text), in order."""
    entries = block.entries or ()
    reading = read_tags("", text, entries, fields=rules.tag_fields, split=rules.split_strings)
    return tuple(_pair(tag) for tag in reading.tags)


def _pair(tag: Tag) -> FieldTag:
    return tag.field, tag.text


def block_digest(text: str) -> str:
    """The digest of the frontmatter with its fences, a byte order mark aside."""
    return text_digest(text[: _body_start(text)].removeprefix(BOM))


def _body_start(text: str) -> int:
    fences = _FENCES.find(text)
    return fences.body_start if fences else len(text) - len(text.removeprefix(BOM))


def field_spans(text: str, block: Block) -> dict[str, tuple[int, int]]:
    """Where the lines of each key are, each up to the next key; empty when keys share lines or stand twice."""
    entries = block.entries or ()
    starts = [line_start(text, entry.key.start) for entry in entries]
    names = [entry.key.text for entry in entries]
    if len(set(starts)) < len(starts) or len(set(names)) < len(names):
        return {}
    return dict(zip(names, pairwise([*starts, block.end]), strict=True)) if starts else {}


def forward(trace: Trace, text: str) -> str:
    """The change done to the text it was made for."""
    bare = text.removeprefix(BOM)
    parts: list[str] = []
    at = shift = 0
    for swap in trace.swaps:
        start = swap.start - shift
        parts += (bare[at:start], swap.new)
        at = start + len(swap.old)
        shift += len(swap.new) - len(swap.old)
    return text[: len(text) - len(bare)] + "".join(parts) + bare[at:]


def done_again(trace: Trace, text: str) -> str | None:
    """The change done to a text whose frontmatter is as it was then, whatever the body; None when it is not."""
    if block_digest(text) != trace.block_before:
        return None
    after = forward(trace, text)
    return after if block_digest(after) == trace.block_after else None


def backward(swaps: Sequence[Swap], text: str) -> str:
    """The swaps taken back in a text that holds them at their places; its byte order mark is no part of it."""
    parts: list[str] = []
    at = 0
    for swap in swaps:
        parts += (text[at : swap.start], swap.old)
        at = swap.start + len(swap.new)
    return "".join(parts) + text[at:]


def _swaps(before: str, splices: Sequence[Splice]) -> tuple[Swap, ...]:
    shift = -1 if before.startswith(BOM) else 0
    swaps = []
    for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
        old = before[splice.start : splice.end]
        swaps.append(Swap(splice.start + shift, splice.new, old))
        shift += len(splice.new) - len(old)
    return tuple(swaps)


def _fields(after: str, block: Block, swaps: tuple[Swap, ...], *, rules: ReadingRules) -> tuple[FieldText, ...]:
    offset = 1 if after.startswith(BOM) else 0
    spans = field_spans(after, block)
    # At the border of two fields a swap belongs to the one that holds tags.
    names = sorted(spans, key=lambda name: name not in rules.tag_fields)
    holding: set[str] = set()
    for swap in swaps:
        start, end = swap.start + offset, swap.start + len(swap.new) + offset
        holder = next((name for name in names if spans[name][0] <= start and end <= spans[name][1]), None)
        if holder is None:
            return ()
        holding.add(holder)
    return tuple(
        FieldText(name, start - offset, after[start:end]) for name, (start, end) in spans.items() if name in holding
    )

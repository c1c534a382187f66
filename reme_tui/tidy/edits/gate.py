"""The gate before every write: both texts are read anew and compared, however the new one was made."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reme_tui.core.frontmatter.block import Block, ListValue, Scalar, Value
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.edits.fates import wanted
from reme_tui.tidy.edits.fields import read_fields
from reme_tui.tidy.edits.gate_fields import Reading, rest_fault, tags_fault, torn_apart
from reme_tui.tidy.edits.legible import Illegible, legible_block
from reme_tui.tidy.edits.note_edit import NoteEdit

_BODY = "the body would change"
_ELSEWHERE = "something other than the tags would change"
_LINE_ENDS = re.compile(r"(\r\n?|\n)")


def check_edit(before: str, after: str, edit: NoteEdit, *, rules: ReadingRules) -> str | None:
    """Why an edit must not be written, in plain words; None when it may.

    The new text must parse, hold exactly the tags that the edit means, each new one as a string, and be
    equal to the old one in everything else: every other key, every comment that is not a dropped item's,
    the fences and the body.
    """
    old, new = _block(before, rules, mended=edit.mend), _block(after, rules)
    if isinstance(old, Illegible):
        return old.reason
    if isinstance(new, Illegible):
        return f"afterwards it could not be read: {new.reason}"
    if before[old.body_start :] != after[new.body_start :]:
        return _BODY
    if _frame(before, old) != _frame(after, new if old.format == "yaml" else old):
        return _ELSEWHERE
    if edit.mend == "unquoted_colon":
        return None if _only_quoted(before, old, after=after, new=new) else _ELSEWHERE
    return _check_fields((before, old), (after, new), edit, rules=rules._replace(reme=rules.reme and edit.mend is None))


def _block(text: str, rules: ReadingRules, mended: str | None = None) -> Block | Illegible:
    """The block of a text; one that does not parse only where that is what is mended."""
    block = legible_block(text, rules=rules)
    if isinstance(block, Illegible) or block.error is None or block.error.kind == mended:
        return block
    return Illegible(block.error.message)


def _frame(text: str, block: Block) -> tuple[str, str]:
    return text[: block.start], text[block.end : block.body_start]


def _check_fields(before: Reading, after: Reading, edit: NoteEdit, *, rules: ReadingRules) -> str | None:
    old = read_fields(*before, rules=rules)
    new = read_fields(*after, rules=rules)
    wants = wanted(old, edit)
    for was, now, want in zip(old, new, wants, strict=True):
        reason = tags_fault(before[0], was, want, after=after[0], now=now)
        if reason is None and want.changes:
            reason = rest_fault(before, was, want, after=after)
        if reason is not None:
            return reason
    changed = {field.name for field, want in zip(old, wants, strict=True) if want.changes}
    present = {field.name for field in old if field.entry is not None}
    rest = torn_apart(*before, changed & present) + [""] * len(changed - present)
    same = rest == torn_apart(*after, changed) and _others(*before, changed) == _others(*after, changed)
    return None if same else _ELSEWHERE


def _others(text: str, block: Block, changed: set[str]) -> list[tuple[object, object]]:
    """Every other key with its value, as text and as read."""
    return [
        (_read(text, entry.key), _read(text, entry.value))
        for entry in block.entries or ()
        if entry.key.text not in changed
    ]


def _read(text: str, value: Value) -> object:
    """A value with its source, without its place; what an alias names is not followed."""
    source = text[value.start : value.end]
    if source.startswith("*"):
        return source
    if isinstance(value, Scalar):
        return source, value.text, value.kind, value.style
    if isinstance(value, ListValue):
        return source, tuple(_read(text, item) for item in value.items)
    return source, tuple((_read(text, entry.key), _read(text, entry.value)) for entry in value.entries)


def _only_quoted(before: str, old: Block, *, after: str, new: Block) -> bool:
    """Whether every line that changed is the old one once the quotes of one value are taken off."""
    rows = _LINE_ENDS.split(before[old.start : old.end])
    quoted = _LINE_ENDS.split(after[new.start : new.end])
    scalars = [
        scalar
        for entry in new.entries or ()
        for scalar in _scalars(entry.value)
        if scalar.style in ("single", "double")
    ]
    at = new.start
    for row, line in zip(rows, quoted, strict=False):
        stop = at + len(line)
        if row != line and row not in {
            after[at : scalar.start] + scalar.text + after[scalar.end : stop]
            for scalar in scalars
            if at <= scalar.start and scalar.end <= stop
        }:
            return False
        at = stop
    return len(rows) == len(quoted)


def _scalars(value: Value) -> Iterator[Scalar]:
    if isinstance(value, Scalar):
        yield value
    elif isinstance(value, ListValue):
        for item in value.items:
            yield from _scalars(item)
    else:
        for entry in value.entries:
            yield from _scalars(entry.value)

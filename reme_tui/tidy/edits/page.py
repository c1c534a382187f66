"""A note's text with what the writers of splices need to know of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from reme_tui.core.frontmatter.block import Block, Scalar, Value
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import LINE_END, line_start
from reme_tui.tidy.edits.note_edit import RefusedEditError
from reme_tui.tidy.edits.quoting import is_one_line, spell
from reme_tui.tidy.edits.splices import Splice

ListStyle = Literal["flow", "block"]

_BLANKS = " \t"
_COMMENT = re.compile(r"#[^\r\n]*")
_BLOCK_SCALAR = re.compile(r"([|>][-+0-9]*)[^\r\n]*")
_CONTENT = re.compile(r"(?:\r\n?|\n)[ \t]*([^ \t\r\n][^\r\n]*)")


@dataclass(frozen=True, slots=True)
class Page:
    """A note's text, its block, and the style of what is written into it.

    `line_end` is the file's own, `indent` stands before every key. `braces` says that the keys stand in
    `{ }`, where everything is in flow style.
    """

    text: str
    block: Block
    rules: ReadingRules
    list_style: ListStyle
    line_end: str
    indent: str
    braces: bool


def page_of(text: str, block: Block, rules: ReadingRules, *, list_style: ListStyle) -> Page:
    """The page of a text whose block parses, or which has none."""
    found = LINE_END.search(text)
    first = block.entries[0].key.start if block.entries else block.start
    before = _COMMENT.sub("", text[block.start : first])
    start = line_start(text, first)
    indent = text[start:first] if not text[start:first].strip(" ") else ""
    return Page(text, block, rules, list_style, found[0] if found else "\n", indent, "{" in before)


def own_end(text: str, value: Value) -> int:
    """Where a value ends without the blank lines that a block scalar spans too; `+` makes them its own."""
    source = text[value.start : value.end]
    header = _BLOCK_SCALAR.match(source)
    if header is not None and "+" in header[1]:
        return value.end
    return value.start + len(source.rstrip(" \t\r\n"))


def rewritten(page: Page, value: Scalar, fate: tuple[str, ...], *, flow: bool) -> list[Splice]:
    """The splices that put the first text of a fate in the place of a scalar, in its style where that can hold it.

    A scalar that becomes several was no tag in the first place, so its style means nothing.
    """
    new = fate[0]
    if len(fate) > 1:
        return replaced(page.text, value, spell(new, "plain", flow=flow))
    if value.style not in ("literal", "folded"):
        return [Splice(value.start, value.end, spell(new, value.style, flow=flow))]
    rows = list(_CONTENT.finditer(page.text, value.start, value.end))
    stripped = page.text[rows[0].start(1) : rows[0].end(1)].rstrip(_BLANKS) if rows else ""
    if len(rows) == 1 and value.text == stripped and is_one_line(new) and new == new.strip(_BLANKS):
        return [Splice(rows[0].start(1), rows[0].start(1) + len(stripped), new)]
    return replaced(page.text, value, spell(new, "plain", flow=flow))


def replaced(text: str, value: Scalar, source: str) -> list[Splice]:
    """The splices that put other source in the place of a scalar; a remark behind `|` or `>` stays."""
    header = _BLOCK_SCALAR.match(text, value.start, value.end)
    if value.style not in ("literal", "folded") or header is None:
        return [Splice(value.start, value.end, source)]
    rows = list(_CONTENT.finditer(text, header.end(), value.end))
    stop = rows[-1].end() if rows else header.end()
    return [Splice(value.start, header.end(1), source), Splice(header.end(), stop, "")]


def colon_after(page: Page, key: Scalar) -> int:
    """The offset behind the colon of a key."""
    found = re.compile(r"[ \t]*:").match(page.text, key.end)
    if found is None:
        raise RefusedEditError(f"the key {key.text} is written in an unusual way")
    return found.end()

"""Splices that make a list where there is none: of a string, of nothing, in a new line or a new block."""

from __future__ import annotations

from collections.abc import Sequence

from reme_tui.core.frontmatter.block import Entry, Scalar, ScalarStyle
from reme_tui.core.text.lines import is_blank, next_line
from reme_tui.tidy.edits.fields import Part
from reme_tui.tidy.edits.note_edit import RefusedEditError
from reme_tui.tidy.edits.page import Page, colon_after, replaced
from reme_tui.tidy.edits.quoting import spell
from reme_tui.tidy.edits.splices import Splice

Item = tuple[str, ScalarStyle]
"""A text and the style it had."""


def plain_items(texts: Sequence[str]) -> list[Item]:
    """New texts as items of no style of their own."""
    return [(text, "plain") for text in texts]


def list_instead(page: Page, entry: Entry, items: Sequence[Item]) -> list[Splice]:
    """The splices that put a list in the place of a scalar or of nothing; no items leave `[]`."""
    value = entry.value
    if not isinstance(value, Scalar):
        raise TypeError("not a scalar")
    colon = colon_after(page, entry.key)
    text = page.text
    beside_key = is_blank(text, colon, value.start) and not set(text[value.start : value.end]) & {"\n", "\r"}
    if items and page.list_style == "block" and beside_key and not page.braces:
        at = next_line(text, value.end)
        return [Splice(colon, value.end, ""), Splice(at, at, _rows(page, items))]
    if value.start == value.end:
        return [Splice(colon, colon, " " + brackets(items))]
    return replaced(text, value, brackets(items))


def comment_listed(page: Page, part: Part) -> list[Splice]:
    """The splice that turns the tag in a comment behind a key (`memory_tags: #tag`) into a list."""
    comment = part.comment or ""
    start = page.text.index("#", part.end)
    return [Splice(start, start + len(comment), brackets(plain_items([comment])))]


def brackets(items: Sequence[Item]) -> str:
    """A flow list on one line."""
    return f"[{', '.join(spell(text, style, flow=True) for text, style in items)}]"


def new_field(page: Page, name: str, texts: Sequence[str]) -> list[Splice]:
    """The splice that adds a field at the end of the block, or a block at the top of a note without one."""
    if page.braces:
        raise RefusedEditError("the frontmatter stands in braces: add the field by hand")
    key = spell(name, "plain", flow=False)
    items = plain_items(texts)
    line = f"{page.indent}{key}:"
    line += page.line_end + _rows(page, items) if page.list_style == "block" else f" {brackets(items)}{page.line_end}"
    if page.block.format == "none":
        fence = f"---{page.line_end}"
        line = f"{fence}{line}{fence}"
    return [Splice(page.block.end, page.block.end, line)]


def _rows(page: Page, items: Sequence[Item]) -> str:
    return "".join(f"{page.indent}  - {spell(text, style, flow=False)}{page.line_end}" for text, style in items)

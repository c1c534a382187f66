"""Splices in a list written one item to a line, each behind a dash."""

from __future__ import annotations

import re

from reme_tui.core.frontmatter.block import Entry, ListValue, Scalar
from reme_tui.core.text.lines import is_blank, line_start, next_line
from reme_tui.tidy.edits.fates import Wanted
from reme_tui.tidy.edits.fields import Part
from reme_tui.tidy.edits.note_edit import RefusedEditError
from reme_tui.tidy.edits.page import Page, colon_after, own_end, rewritten
from reme_tui.tidy.edits.quoting import spell
from reme_tui.tidy.edits.splices import Splice


def block_list_splices(page: Page, entry: Entry, parts: tuple[Part, ...], want: Wanted) -> list[Splice]:
    """The splices that make a block list hold what is wanted. `entry` holds that list."""
    if not isinstance(entry.value, ListValue):
        raise TypeError("not a list")
    dashes = _dashes(page.text, entry.value)
    splices: list[Splice] = []
    for part, fate, dash in zip(parts, want.fates, dashes, strict=True):
        if fate == ():
            splices.append(_cut(page.text, part, dash))
        elif fate is not None:
            splices += _written(page, part, fate)
            splices += _lines(page, dashes, parts, after=part, texts=fate[1:])
    splices += _lines(page, dashes, parts, after=parts[-1], texts=want.added)
    if want.empties:
        colon = colon_after(page, entry.key)
        splices.append(Splice(colon, colon, " []"))
    return splices


def _dashes(text: str, value: ListValue) -> list[int]:
    """The offset of every item's dash: all stand in one column, the first where the list begins."""
    dash = re.compile(rf"(?<=[\r\n]) {{{value.start - line_start(text, value.start)}}}-(?=\s)")
    found = [value.start]
    for last, item in zip(value.items, value.items[1:], strict=False):
        match = dash.search(text, last.end, item.start + 1)
        if match is None:
            raise RefusedEditError("the list is laid out in an unusual way")
        found.append(match.end() - 1)
    return found


def _cut(text: str, part: Part, dash: int) -> Splice:
    start = line_start(text, dash)
    if not is_blank(text, start, dash):
        raise RefusedEditError("the item shares its line with something else")
    return Splice(start, next_line(text, own_end(text, part.value)), "")


def _written(page: Page, part: Part, fate: tuple[str, ...]) -> list[Splice]:
    if part.comment is not None:
        start = page.text.index("#", part.end)
        return [Splice(start, start + len(part.comment), spell(fate[0], "plain", flow=False))]
    if not isinstance(part.value, Scalar):
        raise TypeError("not a tag")
    return rewritten(page, part.value, fate, flow=False)


def _lines(
    page: Page, dashes: list[int], parts: tuple[Part, ...], *, after: Part, texts: tuple[str, ...]
) -> list[Splice]:
    """New items below one, indented like all of them."""
    if not texts:
        return []
    gaps = [page.text[dash + 1 : part.start] for dash, part in zip(dashes, parts, strict=True)]
    gap = next((gap for gap in gaps if gap and not gap.strip(" \t")), " ")
    indent = " " * (dashes[0] - line_start(page.text, dashes[0]))
    at = next_line(page.text, own_end(page.text, after.value))
    return [
        Splice(at, at, "".join(f"{indent}-{gap}{spell(text, 'plain', flow=False)}{page.line_end}" for text in texts))
    ]

"""The frontmatter of a note as a small table: keys and values as they are written. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reme_tui.core.frontmatter.block import ListValue, MapValue, Scalar, Value
from reme_tui.ui.drawing.cells import cut, shown, width
from reme_tui.ui.drawing.lines import Span
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import Ink

MOST_FIELDS = 200
MOST_ITEMS = 40
MOST_CHARACTERS = 1_000
"""So much of a block is looked at: more could not be shown anyway."""
MOST_KEY_CELLS = 16
MOST_ROWS = 2
"""Rows a value takes at most."""


@dataclass(frozen=True, slots=True)
class Field:
    """A key and its value on one line; `is_trouble` says that the value is why the block cannot be read."""

    key: str
    value: str
    is_trouble: bool = False


def fields_of(text: str) -> tuple[Field, ...]:
    """Return the fields of a note's text in order; the one reason when its frontmatter cannot be read."""
    from reme_tui.core.frontmatter.read import read_block

    block = read_block(text)
    if block.entries is None:
        reason = block.error.message if block.error else "cannot be read"
        return (Field("frontmatter", reason, is_trouble=True),)
    return tuple(Field(_one_line(key.text), _written(value, text)) for key, value in block.entries[:MOST_FIELDS])


def _one_line(text: str) -> str:
    return " ".join(text[:MOST_CHARACTERS].split())


def _written(value: Value, text: str) -> str:
    match value:
        case Scalar():
            return _one_line(value.text)
        case ListValue(items=items):
            listed = ", ".join(_written(item, text) for item in items[:MOST_ITEMS])
            more = len(items) - MOST_ITEMS
            return f"{listed} and {more:,} more" if more > 0 else listed or "[]"
        case MapValue(start=start, end=end):
            return _one_line(text[start : min(end, start + MOST_CHARACTERS)])


def field_lines(fields: Sequence[Field], inks: Ink, *, cells: int, most: int) -> list[list[Span]]:
    """Return the table in lines of at most `cells` cells, `most` of them; what is left out is counted."""
    key_cells = min(MOST_KEY_CELLS, cells // 3, max((width(shown(field.key)) for field in fields), default=0))
    lines: list[list[Span]] = []
    for at, field in enumerate(fields):
        rows = _value_rows(field, cells - key_cells - 2)
        if len(lines) + len(rows) > most - (at < len(fields) - 1):
            left = len(fields) - at
            return [*lines, [(f"{left:,} more", inks.faint)]]
        key = cut(shown(field.key), key_cells)
        lead = key + " " * (key_cells + 2 - width(key))
        style = inks.error if field.is_trouble else inks.dim
        lines += [[(lead if not row else " " * len(lead), inks.faint), (part, style)] for row, part in enumerate(rows)]
    return lines


def _value_rows(field: Field, cells: int) -> list[str]:
    rows = text_rows(field.value, max(2, cells))
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [cut(f"{rows[MOST_ROWS - 1]} …", cells)]
    return rows

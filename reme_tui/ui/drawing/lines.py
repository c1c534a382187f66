"""Lines put together from styled spans, and what a click on a span asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from rich.segment import Segment
from rich.style import Style
from textual.dom import DOMNode
from textual.strip import Strip

from reme_tui.ui.drawing.cells import cut, width
from reme_tui.ui.drawing.theme import Ink

Span = tuple[str, Style]

SidedLine = tuple[list[Span], list[Span]]
"""What stands at the left, what at the right."""


def ink(node: DOMNode) -> Ink:
    """Return the styles of the app's theme."""
    return cast("Ink", cast("Any", node.app).ink)


def clickable(style: Style, **meaning: object) -> Style:
    """Return `style` that also says what a click there means: `event.style.meta` holds `meaning`."""
    return style + Style.from_meta(dict(meaning))


def command_span(text: str, style: Style, command_id: str) -> Span:
    """Return a span that runs a command when clicked."""
    return text, clickable(style, command=command_id)


def cells_of(spans: Sequence[Span]) -> int:
    """Return how many cells the spans take."""
    return sum(width(text) for text, _ in spans)


def fit(spans: Sequence[Span], cells: int) -> list[Span]:
    """Return the spans in at most `cells` cells; the one that does not fit is cut, the rest left out."""
    fitted: list[Span] = []
    room = cells
    for text, style in spans:
        size = width(text)
        if size > room:
            fitted.append((cut(text, room), style))
            break
        fitted.append((text, style))
        room -= size
    return fitted


def compose_line(left: Sequence[Span], right: Sequence[Span], *, cells: int, base: Style) -> Strip:
    """Return one line of exactly `cells` cells: `left` is cut so that `right` stands whole at the end."""
    right = fit(right, cells)
    right_cells = cells_of(right)
    gap = 2 if right_cells else 0
    left = fit(left, max(0, cells - right_cells - gap))
    blank = cells - cells_of(left) - right_cells
    parts = [*left, (" " * blank, Style()), *right]
    return Strip([Segment(text, base + style) for text, style in parts if text], cells)

"""One-line text from notes, in as many rows as it takes."""

from __future__ import annotations

from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.drawing.wrapping import row_starts


def text_rows(text: str, cells: int) -> list[str]:
    """Return text from a note as it may be drawn, in rows of at most `cells` cells; one at least."""
    safe = shown(text)
    starts = row_starts(safe, 0, len(safe), cells)
    return [safe[start:stop].rstrip() for start, stop in zip(starts, [*starts[1:], len(safe)], strict=True)]

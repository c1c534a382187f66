"""How far reading is, as a bar with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reme_tui.ui.lines import Span
from reme_tui.ui.theme import Ink

if TYPE_CHECKING:
    from reme_tui.workspace import Progress

BAR = 12


def progress_spans(progress: Progress, inks: Ink) -> list[Span]:
    """Return the figures and a bar: `1,200 of 10,000 notes`."""
    if progress.stage == "listing" or not progress.total:
        return [("looking for notes…", inks.mark)]
    verb, noun = ("reading", "notes") if progress.stage == "reading" else ("meaning", "passages")
    filled = min(BAR, progress.done * BAR // progress.total)
    return [
        (f"{verb} {progress.done:,} of {progress.total:,} {noun}  ", inks.mark),
        ("━" * filled, inks.mark),
        ("─" * (BAR - filled), inks.fill),
    ]

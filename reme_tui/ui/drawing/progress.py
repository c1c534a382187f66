"""How far long work is, as a bar with counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reme_tui.ui.drawing.lines import Span
from reme_tui.ui.drawing.theme import Ink

if TYPE_CHECKING:
    from reme_tui.workspace import Progress

BAR = 12


def progress_spans(progress: Progress, inks: Ink) -> list[Span]:
    """Return the figures and a bar: `1,200 of 10,000 notes`."""
    if progress.stage == "listing" or not progress.total:
        return [("looking for notes…", inks.mark)]
    verb, noun = ("reading", "notes") if progress.stage == "reading" else ("meaning", "passages")
    return bar_spans(verb, progress.done, progress.total, noun=noun, inks=inks)


def bar_spans(verb: str, done: int, total: int, *, noun: str, inks: Ink) -> list[Span]:
    """Return how many of how many are done, and a bar; `total` is above 0."""
    filled = min(BAR, done * BAR // total)
    return [
        (f"{verb} {done:,} of {total:,} {noun}  ", inks.mark),
        ("━" * filled, inks.mark),
        ("─" * (BAR - filled), inks.fill),
    ]

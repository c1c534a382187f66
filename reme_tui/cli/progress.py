"""How far reading is, in a line of the terminal that goes again."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reme_tui.indexing.state import Progress, Report

PATIENCE = 0.5
"""Seconds of work of which nothing need be told."""


@contextmanager
def progress_line() -> Iterator[Report]:
    """Give what shows progress on stderr, where that is a terminal; the line is blank again at the end."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    line = _Line()
    try:
        yield line.show
    finally:
        line.clear()


class _Line:
    """What stands in the line now, by its width in cells."""

    def __init__(self) -> None:
        self._not_before = time.monotonic() + PATIENCE
        self._width = 0

    def show(self, progress: Progress) -> None:
        """Write how many of how many are done, over what stood there."""
        if not progress.total or time.monotonic() < self._not_before:
            return
        verb, noun = ("reading", "notes") if progress.stage == "reading" else ("meaning", "passages")
        self._write(f"{verb} {progress.done:,} of {progress.total:,} {noun}")

    def clear(self) -> None:
        """Leave nothing."""
        if self._width:
            self._write("")
            self._write("")

    def _write(self, text: str) -> None:
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

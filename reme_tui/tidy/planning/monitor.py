"""Who watches a long run: it is told how far the run is, and may stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

CANCELLED = "cancelled"
"""The objection of a plan that was given up while it was made."""

Progress = Callable[[int, int], None]
"""Called with how many notes are done, and how many there are."""


class Monitor(NamedTuple):
    """`progress` is called after each note, `cancelled` before: a run that it answers with True stops there."""

    progress: Progress = lambda _done, _total: None
    cancelled: Callable[[], bool] = lambda: False


UNWATCHED = Monitor()
"""Nobody watches."""

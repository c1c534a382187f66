"""How long the steps of an event loop take: what it runs between two waits, be it handlers, layout or drawing."""

from __future__ import annotations

import asyncio
import time
from asyncio import events
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.benchmarks.measuring import timer_beside

FRAME = 0.016
"""Seconds of CPU a step may take."""


class Meter:
    """Times every step: the CPU of the loop's own thread, so that other processes do not count."""

    def __init__(self) -> None:
        self.steps: list[tuple[float, str]] = []
        self._run = events.Handle._run

    def start(self) -> None:
        meter, run = self, self._run

        def timed(handle: events.Handle) -> None:
            before = time.thread_time()
            run(handle)
            meter.steps.append((time.thread_time() - before, _name_of(handle)))

        events.Handle._run = timed

    def stop(self) -> None:
        events.Handle._run = self._run

    def told(self) -> str:
        """Return the longest step, what it belonged to, and how many were too long."""
        longest, name = max(self.steps)
        long = Counter(name for spent, name in self.steps if spent > FRAME)
        return f"longest step {longest * 1_000:4.0f} ms CPU ({name}), {long.total()} of {len(self.steps):,} too long"


def _name_of(handle: events.Handle) -> str:
    task = getattr(getattr(handle, "_callback", None), "__self__", None)
    return task.get_name() if isinstance(task, asyncio.Task) else getattr(handle._callback, "__qualname__", "?")


@asynccontextmanager
async def measured(name: str) -> AsyncIterator[None]:
    """Print the longest step and the longest lateness of a timer while the block ran."""
    meter = Meter()
    async with timer_beside() as late:
        meter.start()
        yield
        meter.stop()
    print(f"  {name:<28} stall {max(late) * 1_000:4.0f} ms   {meter.told()}", flush=True)

"""What the benchmarks share: clocks, rows of the table, and how late an event loop is."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from reme_tui.collector import leave_old_objects

TICK = 0.005
"""Seconds; how often the timer whose lateness is told should fire."""

Rows = Iterator[tuple[str, str]]
"""What was measured, and the figure with its ratio."""


def spent(work: Callable[[], object]) -> float:
    """Return the CPU seconds that `work` takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


def took(work: Callable[[], object]) -> float:
    """Return the seconds on the clock that `work` takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def fastest(work: Callable[[], object], *, rounds: int) -> float:
    """Return the CPU seconds of the fastest of some rounds: other work on the machine only makes one slower."""
    return min(spent(work) for _ in range(rounds))


def peak_memory() -> float:
    """Return the most memory this process has held so far, in MB."""
    unit = 1 if sys.platform == "darwin" else 1_024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def read(path: Path | str) -> str:
    """Read a file as the vault does."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 20).decode("utf-8")
    finally:
        os.close(descriptor)


def batches(items: Sequence, size: int) -> Iterator[Sequence]:
    """Cut into parts."""
    return (items[start : start + size] for start in range(0, len(items), size))


@dataclass
class Lateness:
    """How late a timer fired, in seconds, each time."""

    times: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        """The longest, and what one in a hundred times exceeds."""
        ordered = sorted(self.times)
        return f"{ordered[-1] * 1e3:.0f} ms at most, 99% within {ordered[len(ordered) * 99 // 100] * 1e3:.1f} ms"


def kept_waiting() -> float:
    """Return for how many seconds this thread has been ready to run without a processor; 0 where nothing tells."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, LookupError):
        return 0.0


@contextmanager
def as_in_the_app() -> Iterator[None]:
    """Have threads take turns, and old objects gone through for garbage, as in the app."""
    from reme_tui.ui.application.app import SWITCH_INTERVAL

    before, leave_to_python = sys.getswitchinterval(), leave_old_objects()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
        leave_to_python()


@asynccontextmanager
async def timer_beside() -> AsyncIterator[list[float]]:
    """Give a list that fills, while the block runs, with the seconds by which a timer of this event loop was late.

    As other processes make it late too, no more counts than the CPU this process has used meanwhile beyond a tick,
    nor does the time for which they kept the loop's thread, ready to run, from a processor.
    """
    late = [0.0]

    async def tick() -> None:
        while True:
            clock, cpu, kept = time.perf_counter(), time.process_time(), kept_waiting()
            await asyncio.sleep(TICK)
            own = time.perf_counter() - clock - (kept_waiting() - kept)
            late.append(max(min(own, time.process_time() - cpu) - TICK, 0))

    ticking = asyncio.create_task(tick())
    try:
        yield late
    finally:
        ticking.cancel()


def lateness_beside(work: Callable[[], object]) -> Lateness:
    """Run `work` in a thread; return how late a timer on the event loop was meanwhile."""

    async def both() -> Lateness:
        async with timer_beside() as late:
            await asyncio.sleep(0.1)
            await asyncio.to_thread(work)
        return Lateness(late)

    with as_in_the_app():
        return asyncio.run(both())


def spin(seconds: float) -> None:
    """Do nothing but hold the interpreter, as any thread of plain Python does."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def print_rows(rows: Rows) -> None:
    """Print each row when it is known, for people and for the table: name, tab, figure."""
    for name, figure in rows:
        print(name, figure, sep="\t", flush=True)

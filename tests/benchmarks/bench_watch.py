"""How soon a saved file is on the screen, against bare watchfiles in the same run, and what watching costs.

    python -m tests.benchmarks.bench_watch [--notes 10000] [--saves 25] [--rewrites 5000]

The application runs without a terminal. A save counts until the message with the new state is posted; the stall is
how late a timer of 5 ms fires on the event loop at worst. Medians are told, with the longest in brackets.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from watchfiles import awatch
from watchfiles._rust_notify import RustNotify

from reme_tui import ui
from reme_tui.config import Config
from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import SWITCH_INTERVAL, RemeApp
from reme_tui.vault.scan import list_vault
from reme_tui.vault.watch import BATCH_MS, STEP_MS, FolderWatcher, listen
from reme_tui.workspace import Workspace
from tests.benchmarks.generate_vault import generate
from tests.benchmarks.measuring import timer_beside

PER_FOLDER = 10
APART = 0.15
"""Seconds between two saves, so that each is a batch of its own."""


class TimedApp(RemeApp):
    """Notes when it tells the screen something."""

    CSS_PATH = Path(ui.__file__).with_name("styles.tcss")
    told: asyncio.Queue[float] | None = None

    def forget(self) -> None:
        """Let go of what was told before."""
        while not self.told.empty():
            self.told.get_nowait()

    async def live(self) -> None:
        """Wait until it follows the disk, for two minutes at most."""
        async with asyncio.timeout(120):
            while self.watcher.state != "live":
                await self.told.get()

    def _tell(self, progress, *, checking=False):
        super()._tell(progress, checking=checking)
        now = time.perf_counter()
        if self.told is not None:
            self._loop.call_soon_threadsafe(self.told.put_nowait, now)


def write(root: Path, notes: int) -> list[Path]:
    """Write a vault with ten notes to a folder."""
    paths = []
    for number, (_, text) in enumerate(generate(notes, seed=7)):
        path = root / f"year{number // 1_000}" / f"week{number // PER_FOLDER}" / f"note{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def save(path: Path, text: str) -> None:
    """Save by renaming."""
    other = path.with_name(path.name + ".tmp")
    other.write_text(text, encoding="utf-8")
    other.replace(path)


@asynccontextmanager
async def stall(name: str) -> AsyncIterator[None]:
    """Print how late a timer was at worst while the block ran."""
    async with timer_beside() as late:
        yield
    print(f"  longest stall of the event loop, {name}: {max(late) * 1_000:.0f} ms")


def told(seconds: Sequence[float]) -> str:
    """Return median and longest in milliseconds."""
    return f"{statistics.median(seconds) * 1_000:.0f} ms ({max(seconds) * 1_000:.0f})"


async def time_saves(
    paths: Sequence[Path], heard: Callable[[], Awaitable[float]], *, forget: Callable[[], None] = lambda: None
) -> list[float]:
    """Save one note after the other; return how long each took to be heard of, what was heard before forgotten."""
    spent = []
    for number, path in enumerate(paths):
        forget()
        text = f"{path.read_text(encoding='utf-8')}\nsaved {number} {time.time_ns()}\n"
        started = time.perf_counter()
        save(path, text)
        spent.append(await heard() - started)
        await asyncio.sleep(APART)
    return spent


async def bare(root: Path, paths: Sequence[Path], *, debounce: int, step: int) -> list[float]:
    """Time saves until watchfiles alone tells of them."""
    changes = awatch(root, debounce=debounce, step=step)
    first = asyncio.ensure_future(anext(changes))
    await asyncio.sleep(1.0)
    save(paths[0], paths[0].read_text(encoding="utf-8"))
    await first

    async def heard() -> float:
        await anext(changes)
        return time.perf_counter()

    spent = await time_saves(paths, heard)
    await changes.aclose()
    return spent


async def quiet(app: TimedApp) -> None:
    """Wait until nothing is told any more."""
    while True:
        try:
            await asyncio.wait_for(app.told.get(), timeout=2.0)
        except TimeoutError:
            return


async def rewrite(app: TimedApp, paths: Sequence[Path]) -> None:
    """Rewrite many notes from another process, each by renaming; print when the state is right."""
    async with stall("meanwhile"):
        started = time.perf_counter()
        writer = await asyncio.create_subprocess_exec("sed", "-i", "$a rewritten everywhere", *map(str, paths))
        await writer.wait()
        written = time.perf_counter()
        searched = 0
        while searched < len(paths) and time.perf_counter() < written + 60:
            await asyncio.sleep(0.1)
            searched = (await asyncio.to_thread(app.workspace.search, Query("everywhere"), words_only=True)).total_notes
        done = time.perf_counter()
        await quiet(app)
    root = app.workspace.config.vault
    fresh = Workspace(Config(root))
    fresh.load(meaning=False)
    same = {p: n.digest for p, n in fresh.snapshot.notes.items()} == {
        p: n.digest for p, n in app.workspace.snapshot.notes.items()
    }
    print(f"  {len(paths):,} rewritten in {written - started:.1f} s, all found {done - written:.1f} s after the last")
    print(f"  the end is {'as after a fresh start' if same else 'WRONG'}, state: {app.watcher.state}")


async def run_app(root: Path, paths: Sequence[Path], *, saves: int, rewrites: int) -> list[float]:
    """Time saves until the application tells its screen, then a rewrite."""
    workspace = Workspace(Config(root))
    app = TimedApp(workspace, Query(), watcher=FolderWatcher(root, workspace.config.scan))
    async with app.run_test(size=(120, 36)):
        app.told = asyncio.Queue()
        await app.live()
        await quiet(app)
        async with stall("nothing happens"):
            await asyncio.sleep(2)
        async with stall("saves"):
            spent = await time_saves(paths[:saves], app.told.get, forget=app.forget)
        await quiet(app)
        async with stall("a new folder"):
            (root / "new").mkdir()
            save(root / "new" / "note.md", "new\n")
            await quiet(app)
        await rewrite(app, paths[:rewrites])
    return spent


async def set_up(root: Path) -> None:
    """Print what it costs to begin to listen, by folder and recursively."""
    folders = [str(root / folder) for folder in list_vault(root, rules=Config(root).scan).folders]
    ways = {
        "by folder": lambda: listen(folders),
        "recursively": lambda: RustNotify([str(root)], False, False, 0, True, True),
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for name, way in itertools.chain.from_iterable([ways.items()] * 5):
        started = time.perf_counter()
        events = await asyncio.to_thread(way)
        spent[name].append(time.perf_counter() - started)
        events.close()
    for name, seconds in spent.items():
        print(f"  listening to {len(folders):,} folders {name}: {told(seconds)}")
    async with stall("set-up by folder"):
        (await asyncio.to_thread(ways["by folder"])).close()


async def measure(root: Path, arguments: argparse.Namespace) -> None:
    """Run all of it on one vault."""
    paths = write(root, arguments.notes)
    print(f"{arguments.notes:,} notes")
    await set_up(root)
    some = paths[:: max(1, len(paths) // arguments.saves)][: arguments.saves]
    plain = await bare(root, some, debounce=1_600, step=50)
    same = await bare(root, some, debounce=BATCH_MS, step=STEP_MS)
    ours = await run_app(root, [*some, *(set(paths) - set(some))], saves=len(some), rewrites=arguments.rewrites)
    print(f"  save to event, bare awatch as it comes: {told(plain)}, with {BATCH_MS}/{STEP_MS} ms: {told(same)}")
    ratio = statistics.median(ours) / statistics.median(plain)
    close = statistics.median(ours) / statistics.median(same)
    print(f"  save to message: {told(ours)}, {ratio:.2f} and {close:.2f} times that")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--saves", type=int, default=25)
    parser.add_argument("--rewrites", type=int, default=5_000)
    sys.setswitchinterval(SWITCH_INTERVAL)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder).resolve(), parser.parse_args()))

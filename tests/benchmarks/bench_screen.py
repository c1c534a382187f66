"""Whether the screen keeps answering: CPU of each step of its event loop, and how late a timer is at worst.

    python -m tests.benchmarks.bench_screen [--notes 10000] [--saved 5000] [--characters 5000000]

The application runs without a terminal on a vault with as many tags as notes, followed live. A step is what the event
loop runs between two waits: handlers, layout and drawing. The same is told of a bare Textual application that repaints
a screen of text, which is what any change of the whole screen costs, and of ours at rest.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
from pathlib import Path

from textual import events as textual_events
from textual.app import App, ComposeResult
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Static

from reme_tui import ui
from reme_tui.config import Config
from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import SWITCH_INTERVAL, RemeApp
from reme_tui.ui.widgets.note_view import NoteView
from reme_tui.vault.watch import FolderWatcher
from reme_tui.workspace import Workspace
from tests.benchmarks.generate_vault import generate
from tests.benchmarks.steps import measured
from tests.waiting import until_settled

BIG = "big.md"


class ScreenApp(RemeApp):
    """Finds the style sheet from here."""

    CSS_PATH = Path(ui.__file__).with_name("styles.tcss")


class BareApp(App[None]):
    """A screen of text."""

    def compose(self) -> ComposeResult:
        yield Static("\n".join(["[b]word[/b] [i]and[/i] number " * 5] * 36))


def write(root: Path, notes: int, *, characters: int) -> None:
    """Write a vault with a tag of its own in every note, and one huge note."""
    for number, (path, text) in enumerate(generate(notes)):
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace("memory_tags: [", f"memory_tags: [own-{number}, ", 1), encoding="utf-8")
    line = "A line of some length, as people write them, with 中文 in it and a [[link]] to nowhere. " * 3
    (root / BIG).write_text("# Big\n\n" + (line.strip() + "\n") * (characters // len(line)), encoding="utf-8")


def expect(what: str, *, holds: bool) -> None:
    """End the run when keys did not do what they do: figures of keys that never came would look splendid."""
    if not holds:
        raise SystemExit(f"keys did not arrive: {what}")


async def hold(app: RemeApp, pilot: Pilot, key: str, *, times: int) -> None:
    """Send a key as fast as the loop takes it."""
    for _ in range(times):
        app.post_message(
            textual_events.Key(_character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else None)
        )
        await asyncio.sleep(0)
    await until_settled(app, pilot)


async def browse(app: RemeApp, pilot: Pilot) -> None:
    """What one does on the first screen."""
    async with measured("at rest"):
        await asyncio.sleep(1)
    async with measured("typing"):
        for letter in "confirm before the launch of the second wave ":
            app.post_message(textual_events.Key("space" if letter == " " else letter, letter))
            await asyncio.sleep(0.004)
        await until_settled(app, pilot)
    expect("typing", holds=app.browse.asked.text.startswith("confirm before"))
    await pilot.press("enter")
    await until_settled(app, pilot)
    async with measured("holding down, hits"):
        await hold(app, pilot, "down", times=200)
    expect("down in the hits", holds=app.browse.hits.cursor > 0)
    async with measured("unfolding"):
        for _ in range(10):
            await hold(app, pilot, "space", times=1)
            await hold(app, pilot, "j", times=1)
    await pilot.press("t")
    await until_settled(app, pilot)
    async with measured("holding down, tags"):
        await hold(app, pilot, "down", times=400)
    expect("down in the tags", holds=app.browse.tags.cursor == min(400, app.browse.tags.row_count - 1))
    async with measured("last tag, first tag"):
        await hold(app, pilot, "G", times=1)
        await hold(app, pilot, "g", times=1)
    async with measured("sorting tags"):
        await hold(app, pilot, "o", times=6)
    await pilot.press("f")
    await until_settled(app, pilot)
    async with measured("narrowing tags"):
        for letter in "own-12":
            await hold(app, pilot, letter, times=1)
    expect("narrowing", holds=app.browse.tags.narrowed_by == "own-12")
    await pilot.press("escape", "escape")
    await until_settled(app, pilot)


async def screens(app: RemeApp, pilot: Pilot) -> None:
    """Open what can be opened, one after the other."""
    for name, keys in (("reading", "enter"), ("why", "w"), ("problems", "p"), ("help", "?"), ("palette", ":")):
        async with measured(f"opening {name}"):
            await hold(app, pilot, keys, times=1)
        expect(name, holds=app.screen is not app.browse)
        await pilot.press("escape")
        await until_settled(app, pilot)


async def huge(app: RemeApp, pilot: Pilot) -> None:
    """Read a huge note and change the width under it."""
    app.browse.hits.focus()
    from reme_tui.ui.messages.browsing import ReadWanted

    async with measured("opening a huge note"):
        app.browse.post_message(ReadWanted(BIG))
        await until_settled(app, pilot)
    async with measured("resizing a huge note"):
        for columns in (119, 100, 140, 81, 120):
            await pilot.resize_terminal(columns, 36)
            await until_settled(app, pilot)
    async with measured("scrolling a huge note"):
        await hold(app, pilot, "pagedown", times=100)
        await hold(app, pilot, "G", times=1)
    assert app.screen.query_one(NoteView).page is not None
    await pilot.press("escape")


async def saves(app: RemeApp, pilot: Pilot, paths: list[Path]) -> None:
    """One save, then many files changed at once."""
    workspace = app.workspace

    async def rewrite(files: list[Path], word: str) -> None:
        writer = await asyncio.create_subprocess_exec("sed", "-i", f"$a {word}", *map(str, files))
        await writer.wait()
        found = 0
        while found < len(files):
            await asyncio.sleep(0.2)
            found = (await asyncio.to_thread(workspace.search, Query(word), words_only=True)).total_notes
        await until_settled(app, pilot)

    async with measured("one save"):
        await rewrite(paths[:1], "onceonly")
    async with measured(f"{len(paths):,} saves"):
        await rewrite(paths, "everywhere")


async def bare() -> None:
    """Repaint a bare screen."""
    app = BareApp()
    async with app.run_test(size=(120, 36)) as pilot, measured("a bare screen, repainted"):
        for _ in range(20):
            app.query_one(Static).refresh(layout=True)
            await pilot.pause()


def opened(root: Path) -> ScreenApp:
    """Return the application on a vault."""
    workspace = Workspace(Config(root))
    return ScreenApp(workspace, Query(), watcher=FolderWatcher(root, workspace.config.scan))


async def measure(root: Path, paths: list[Path], arguments: argparse.Namespace) -> None:
    """Run all of it on one vault."""
    app = opened(root)
    print(f"{arguments.notes:,} notes, as many tags")
    await bare()
    async with app.run_test(size=(120, 36)) as pilot:
        async with measured("first reading"):
            while app.watcher.state != "live":
                await pilot.pause(0.1)
            await until_settled(app, pilot)
        await browse(app, pilot)
        await screens(app, pilot)
        await huge(app, pilot)
        await saves(app, pilot, paths)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--saved", type=int, default=5_000)
    parser.add_argument("--characters", type=int, default=5_000_000)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    with tempfile.TemporaryDirectory() as folder:
        arguments, root = parser.parse_args(), Path(folder).resolve()
        write(root, arguments.notes, characters=arguments.characters)
        notes = sorted(root.rglob("note-*.md"))[: arguments.saved]
        asyncio.run(measure(root, notes, arguments))

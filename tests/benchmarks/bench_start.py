"""From the start of the process to the first frame, against a bare Textual app; then a second start, from the cache.

    python -m tests.benchmarks.bench_start FOLDER

Both apps run in a terminal of their own, in turn; a frame is there when a text of it has been written. Their code is
compiled, as that of installed programs is. The median of the starts counts.
"""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path

from reme_tui.config import Config
from reme_tui.workspace import Workspace
from tests.benchmarks.measuring import Rows, fastest, print_rows

STARTS = 11
SIZE = struct.pack("HHHH", 36, 120, 0, 0)
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("first frame")
Bare().run()
"""
OURS = """
import sys
from reme_tui.cli import main
main([sys.argv[1]])
"""
OUR_TEXT = "reading the vault"
PATIENCE = 30.0


def until_painted(program: str, text: str, arguments: Sequence[str] = ()) -> tuple[float, float]:
    """Start a program in a terminal; return the seconds, on the clock and of CPU, until it has written `text`."""
    started = time.perf_counter()
    child, terminal = pty.fork()
    if not child:
        os.environ["TERM"] = "xterm-256color"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.execv(sys.executable, [sys.executable, "-c", program, *arguments])  # noqa: S606
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, SIZE)
    seen = b""
    while text.encode() not in seen:
        seen += os.read(terminal, 65_536)
        if time.perf_counter() - started > PATIENCE:
            raise TimeoutError(f"{text!r} was not written")
    clock = time.perf_counter() - started
    os.kill(child, signal.SIGKILL)
    usage = os.wait4(child, 0)[2]
    os.close(terminal)
    return clock, usage.ru_utime + usage.ru_stime


def first_frames(root: Path) -> Rows:
    """Compare the first frames."""
    bare, ours = [], []
    for _ in range(1 + STARTS):
        bare.append(until_painted(BARE, "first frame"))
        ours.append(until_painted(OURS, OUR_TEXT, [str(root)]))
    (bare_clock, bare_cpu), (clock, cpu) = map(_medians, (bare, ours))
    yield "first frame of a bare Textual app", f"{bare_clock:.2f} s, {bare_cpu:.2f} s CPU"
    yield "first frame, query line and all", f"{clock:.2f} s, {clock / bare_clock:.2f}x that; CPU {cpu / bare_cpu:.2f}x"


def _medians(runs: Sequence[tuple[float, float]]) -> list[float]:
    """Return the medians of all runs but the first, which compiles what has not been."""
    return [statistics.median(times) for times in zip(*runs[1:], strict=True)]


class Start:
    """One start of the workspace: when it could first be searched, when all was compared with the disk, in seconds."""

    def __init__(self, config: Config) -> None:
        self.workspace = Workspace(config)
        self.searchable = (0.0, 0.0)
        self._started = self._now()
        self.workspace.load(self._look, meaning=False)
        self.complete = self._since()

    def _look(self, _progress: object) -> None:
        if not self.searchable[0] and self.workspace.state is not None and self.workspace.passage_count:
            self.searchable = self._since()

    def _now(self) -> tuple[float, float]:
        return time.perf_counter(), time.process_time()

    def _since(self) -> tuple[float, float]:
        clock, cpu = self._now()
        return clock - self._started[0], cpu - self._started[1]


def walk(root: Path) -> None:
    """Ask the system for all that a look at the vault needs, and do nothing with it."""
    waiting = [str(root)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    entry.stat(follow_symlinks=False)


def second_starts(root: Path) -> Rows:
    """Start without and with a cache."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config(root, cache=Path(folder))
        filled = Workspace(config)
        filled.load()
        filled.close()
        text = sum(path.stat().st_size for path in root.rglob("*.md"))
        kept = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        starts = [Start(config) for _ in range(3)]
        searchable = min(start.searchable for start in starts)
        complete = min(start.complete for start in starts)
        bare = fastest(lambda: walk(root), rounds=3)
    yield "cache on the disk", f"{kept / 1e6:.1f} MB, {kept / text:.2f}x the notes"
    yield "start from it until searchable", f"{searchable[0]:.2f} s, {searchable[1]:.2f} s CPU"
    compared = complete[1] - searchable[1]
    yield "until compared with the disk", f"{complete[0]:.2f} s, {complete[1]:.2f} s CPU"
    yield "CPU of the comparison", f"{compared:.2f} s, {compared / bare:.1f}x asking for the stat of every file"


def measure(root: Path) -> Rows:
    """Start in all ways."""
    yield from first_frames(root)
    yield from second_starts(root)


if __name__ == "__main__":
    print_rows(measure(Path(sys.argv[1]).resolve()))

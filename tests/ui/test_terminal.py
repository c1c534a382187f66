"""The application in a real terminal: what one does in it, and that the terminal is afterwards as it was."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.vault import tagged

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed; as root, .ci/run installs it with apt-get"
)

DEADLINE = 60.0
"""Seconds something may take to appear: it takes one or two on a quiet machine."""
POLL = 0.05
STATE = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{keypad_cursor_flag} #{pane_in_mode}"
AS_IT_WAS = "0 1 0 0 0 0"
ON_SCREEN = "1 0 1 1 0 0"
"""The other screen, a cursor of its own, a mouse."""
PROMPT = "ready> "
RUN = f"{shlex.quote(sys.executable)} -m reme_tui notes"
CRASHING = (
    "from reme_tui.ui.screens.browse import BrowseScreen; from reme_tui.cli import main; "
    "from textual.drivers.linux_driver import LinuxDriver; send = LinuxDriver.process_message; "
    "{}; raise SystemExit(main(['notes']))"
)
CRASHES = {
    "a command": "BrowseScreen.action_untagged = lambda self: 1 / 0",
    "reading keys": "LinuxDriver.process_message = lambda self, each: "
    "1 / 0 if getattr(each, 'key', '') == 'n' else send(self, each)",
}
LATIN_1 = b"\xe9"
PASTED_COMMANDS = b"\x1b[200~pasted\x1b[0m\rtD\r\r\r\x1b[201~"


class Terminal:
    """A shell in a terminal of its own, driven by keys and read as text."""

    def __init__(self, folder: Path, visual: Path) -> None:
        self._socket = str(folder / "tmux.sock")
        self.folder = folder
        home = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "CACHE", "STATE")}
        environ = {**home, "VISUAL": str(visual), "PS1": PROMPT, "PS2": "", "ENV": "", "LC_ALL": "C.UTF-8"}
        environ |= {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(Path(__file__).parents[2])}
        size = ("-x", "120", "-y", "36")
        shell = shlex.join(["env", "-i", "TERM=screen-256color", *(f"{k}={v}" for k, v in environ.items()), "sh", "-i"])
        self._tmux("-f", os.devnull, "new-session", "-d", *size, "-c", str(folder), shell)

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-S", self._socket, *arguments], check=True, capture_output=True, text=True, timeout=DEADLINE
        )
        return done.stdout

    def keys(self, *names: str) -> None:
        self._tmux("send-keys", *names)

    def send(self, data: bytes) -> None:
        """Let the terminal send these very bytes."""
        self.keys("-H", *(f"{byte:02x}" for byte in data))

    def line(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)
        self.keys("Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def text(self) -> str:
        return self._tmux("capture-pane", "-p")

    @property
    def state(self) -> str:
        return self._tmux("display-message", "-p", STATE).strip()

    @property
    def column(self) -> int:
        """Where the cursor of the terminal stands, seen or not."""
        return int(self._tmux("display-message", "-p", "#{cursor_x}"))

    def typed_until(self, text: str) -> int:
        """The column after `text` in the line that holds the prompt."""
        line = next(line for line in self.text.splitlines() if "❯" in line)
        return line.index(text) + len(text)

    def wait(self, what: str | Callable[[], bool]) -> None:
        """Wait until the screen shows a text, or something holds."""
        holds = what if callable(what) else lambda: what in self.text
        deadline = time.monotonic() + DEADLINE
        while not holds():
            assert time.monotonic() < deadline, f"waited in vain for {what!r}; {self.state}; the screen is\n{self.text}"
            time.sleep(POLL)

    def modes(self) -> str:
        """What the terminal driver is set to."""
        file = self.folder / f"stty-{time.monotonic_ns()}"
        self.line(f"stty -g > {file} && echo written-$?")
        self.wait(lambda: "written-0" in self.text and bool(file.read_text()))
        self.line("clear")
        self.wait(lambda: "written-0" not in self.text)
        return file.read_text()

    def open(self, command: str = RUN) -> None:
        """Start the application, and wait until everything is read."""
        self.line(f"{command}; echo left-$?")
        self.wait("● live")
        assert self.state == ON_SCREEN

    def left(self, status: int) -> None:
        """Wait until the shell is back."""
        self.wait(f"left-{status}")
        self.wait(lambda: self.state == AS_IT_WAS)

    def close(self) -> None:
        """Close the terminal under what runs in it, as closing its window does."""
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False, capture_output=True, timeout=DEADLINE)


@pytest.fixture
def terminal(tmp_path):
    vault = tmp_path / "notes"
    vault.mkdir()
    checklist = tagged("Project_A", body="# Checklist\n\nConfirm the launch, see [[rollback.md]].\n" + "more\n" * 40)
    (vault / "checklist.md").write_text(checklist)
    (vault / "rollback.md").write_text(tagged("Project_B", body="# Rollback 项目\n\nGo back."))
    editor = tmp_path / "my editor"
    editor.write_text('#!/bin/sh\nprintf "in the editor"\nsed -i "s/Confirm/Confirm at once/" "$1"\n')
    editor.chmod(0o755)
    quoted = tmp_path / "editor"
    quoted.symlink_to(editor)
    made = Terminal(tmp_path, quoted)
    try:
        made.wait(PROMPT.strip())
        yield made
    finally:
        made.close()


def test_a_sitting_leaves_the_terminal_as_it_was(terminal):
    before = terminal.modes()
    terminal.open()
    terminal.keys("launch")
    terminal.wait("❯ launch")
    assert terminal.column == terminal.typed_until("launch")  # where input methods put their window
    terminal.wait("words 1")
    terminal.keys("Enter")
    terminal.wait("enter read")
    terminal.keys("Space")
    terminal.wait("→ Rollback 项目")
    terminal.keys("Enter")
    terminal.wait("hit 1 of 2")
    terminal.wait("LINKED")
    terminal.keys("e")
    terminal.wait("Confirm at once the launch")
    assert terminal.state.startswith("1 ")
    assert "memory_tags: [Project_A]" in (terminal.folder / "notes/checklist.md").read_text()
    terminal.resize(80, 24)
    terminal.wait(lambda: len(terminal.text.splitlines()) == 24 and "^p commands   ? help" in terminal.text)
    terminal.keys("q")
    terminal.wait("● live")
    terminal.keys("C-q")
    terminal.left(0)
    assert terminal.modes() == before


def _processes(terminal: Terminal) -> list[str]:
    """The application of this terminal, by the numbers of its processes."""
    children = subprocess.run(
        ["pgrep", "-f", f"^{sys.executable} -m reme_tui notes$"], capture_output=True, text=True, check=False
    )
    return [child for child in children.stdout.split() if os.readlink(f"/proc/{child}/cwd") == str(terminal.folder)]


def _kill(terminal: Terminal, signal: str) -> None:
    for process in _processes(terminal):
        subprocess.run(["kill", f"-{signal}", process], check=True)


@pytest.mark.parametrize(("signal", "status"), [("TERM", 143), ("INT", 130), ("HUP", 129)])
def test_when_told_to_end_the_terminal_is_given_back(terminal, signal, status):
    before = terminal.modes()
    terminal.open()
    _kill(terminal, signal)
    terminal.left(status)
    assert terminal.modes() == before


def test_when_its_terminal_goes_it_ends(terminal):
    terminal.open()
    (process,) = _processes(terminal)
    terminal.keys("Enter", "j", "Space")
    terminal.close()
    deadline = time.monotonic() + DEADLINE
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < deadline, "it goes on without a terminal"
        time.sleep(POLL)


@pytest.mark.parametrize("what", CRASHES)
def test_after_a_crash_the_terminal_is_given_back(terminal, what):
    before = terminal.modes()
    terminal.open(f"{shlex.quote(sys.executable)} -c {shlex.quote(CRASHING.format(CRASHES[what]))}")
    terminal.keys("Enter")
    terminal.wait("enter read")
    terminal.keys("n")
    terminal.left(1)
    assert "ZeroDivisionError" in terminal.text
    assert terminal.modes() == before


def test_neither_a_byte_that_is_no_text_nor_a_paste_does_anything_but_type(terminal):
    terminal.open()
    terminal.send(LATIN_1)
    terminal.keys("-l", "a")
    terminal.wait("❯ \N{REPLACEMENT CHARACTER}a")
    terminal.send(PASTED_COMMANDS)
    terminal.keys("-l", " and typed")
    terminal.wait("apasted[0m and typed")
    assert "enter to the hits" in terminal.text  # the query has the focus, as before
    terminal.keys("C-q")
    terminal.left(0)


def test_suspended_and_back(terminal):
    before = terminal.modes()
    terminal.open()
    terminal.keys("C-z")
    terminal.wait(lambda: terminal.state == AS_IT_WAS)
    assert terminal.modes() == before
    terminal.line("fg")
    terminal.wait("● live")
    assert terminal.state == ON_SCREEN
    terminal.keys("launch")
    terminal.wait("words 1")
    terminal.keys("C-q")
    terminal.wait(lambda: terminal.state == AS_IT_WAS)
    assert terminal.modes() == before

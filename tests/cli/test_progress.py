"""What a terminal shows while a command reads a vault."""

from __future__ import annotations

import io
import sys

import pytest

from reme_tui.cli import main, progress
from reme_tui.cli.progress import progress_line
from reme_tui.workspace import Progress


class Terminal(io.StringIO):
    def __init__(self, *, is_one: bool = True):
        super().__init__()
        self._is_one = is_one

    def isatty(self):
        return self._is_one

    def row(self):
        """What the row shows after all that was written to it."""
        row = ""
        for text in self.getvalue().split("\r"):
            row = text + row[len(text) :]
        return row


@pytest.fixture
def terminal_as_stderr(monkeypatch):
    """Within the test itself: what is captured is set anew before it."""

    def put(*, is_one: bool = True, patience: float = 0) -> Terminal:
        monkeypatch.setattr(progress, "PATIENCE", patience)
        monkeypatch.setattr(sys, "stderr", Terminal(is_one=is_one))
        return sys.stderr

    return put


def test_how_far_it_is_stands_in_one_row_that_is_blank_again(terminal_as_stderr):
    terminal = terminal_as_stderr()
    with progress_line() as report:
        report(Progress("listing", 0, 0))
        assert not terminal.getvalue()
        report(Progress("reading", 1_200, 10_000))
        assert terminal.row() == "reading 1,200 of 10,000 notes"
        report(Progress("meaning", 5, 60))
        assert terminal.row().rstrip() == "meaning 5 of 60 passages"
    assert not terminal.row().strip()
    assert terminal.getvalue().endswith("\r")
    assert "\n" not in terminal.getvalue()


@pytest.mark.parametrize("nobody", [{"patience": 60}, {"is_one": False}])
def test_short_work_and_pipes_are_told_nothing(terminal_as_stderr, nobody):
    terminal = terminal_as_stderr(**nobody)
    with progress_line() as report:
        report(Progress("reading", 1, 2))
    assert not terminal.getvalue()


@pytest.mark.parametrize("command", [["search", "apples"], ["reindex"], ["tags"]])
def test_commands_tell_how_far_they_are(command, terminal_as_stderr, make_vault):
    terminal = terminal_as_stderr()
    assert main([*command, "--vault", str(make_vault({"a.md": "apples\n"}))]) == 0
    assert "reading 1 of 1 notes" in terminal.getvalue()

"""Running a command on the vault of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from reme_tui.cli import main


@pytest.fixture
def run(vault: Path, capsys: pytest.CaptureFixture[str]):
    def run_command(*argv: str) -> tuple[int, str, str]:
        status = main([*argv, "--vault", str(vault)])
        out, err = capsys.readouterr()
        return status, out, err

    return run_command

"""The README tells the truth about keys and commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reme_tui.cli.arguments import parse_arguments
from reme_tui.cli.commands import COMMANDS
from reme_tui.config import SETTINGS
from reme_tui.ui.commands.commands import key_table_markdown

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_key_table_is_that_of_the_program():
    assert key_table_markdown().strip() in README


def test_every_command_and_setting_is_described():
    for command in COMMANDS.keys() - {"open"}:
        assert f"reme-tui {command}" in README
    for setting in SETTINGS:
        assert f"`{setting}`" in README


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"open"}))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        parse_arguments([command, "--help"])
    assert ended.value.code == 0
    assert "--vault" in capsys.readouterr().out


def test_each_of_the_two_commands_is_one_line():
    for name in ("demo", "test"):
        block = re.search(rf"<!-- {name} command -->\n```sh\n(.*?)```", README, re.DOTALL)
        assert block
        assert block[1].count("\n") == 1


def test_the_picture_is_there():
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / path).is_file() for path in pictures)

"""What a start does before the first frame: who opens a vault is waiting for it."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from reme_tui.cli import arguments
from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.screens.help import HelpScreen
from tests.ui.fake import FakeWorkspace

LATE = {
    "shlex",
    "reme_tui.cli.commands",
    "reme_tui.core.tag_fields",
    "reme_tui.core.tags",
    "reme_tui.ui.application.editor",
    "reme_tui.ui.application.note_finder",
    "reme_tui.ui.application.palette",
    "reme_tui.ui.drawing.history_rows",
    "reme_tui.ui.widgets.choice_list",
    "reme_tui.ui.widgets.date_line",
}


def in_a_clean_interpreter(code: str) -> set[str]:
    preamble = "import sys, dataclasses, reme_tui.cli.run, reme_tui.ui.application.app\n"
    done = subprocess.run([sys.executable, "-c", preamble + code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_what_only_a_later_key_asks_for_is_imported_then():
    assert not LATE & in_a_clean_interpreter("print(*sys.modules)")


@pytest.mark.parametrize("name", sorted(LATE))
def test_what_is_asked_for_later_is_there(name: str):
    assert find_spec(name)


def test_values_of_the_first_frame_are_named_tuples():
    """Values needed before the first frame are named tuples.

    A frozen dataclass with slots takes about eight times as long to make.
    """
    code = """
for name, module in list(sys.modules.items()):
    if name.startswith("reme_tui."):
        print(*(each.__name__ for each in vars(module).values()
                if isinstance(each, type) and each.__module__ == name and dataclasses.is_dataclass(each)))
"""
    assert in_a_clean_interpreter(code) == {"Config", "Query", "Scope"}


@pytest.mark.parametrize("argv", [[], ["/a/vault"], ["notes"], ["--vault", "tags", "--no-mouse"]])
def test_a_vault_is_opened_without_the_parsers_of_the_commands(argv: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(arguments, "_commands")
    assert arguments.parse_arguments(argv).command == "open"


async def test_the_first_screen_is_styled_once_and_again_when_it_comes_back(monkeypatch: pytest.MonkeyPatch):
    styled: list[object] = []
    update_nodes = Stylesheet.update_nodes

    def noted(self, nodes, *args, **kwargs):
        nodes = list(nodes)
        styled.extend(node for node in nodes if isinstance(node, Screen))
        update_nodes(self, nodes, *args, **kwargs)

    monkeypatch.setattr(Stylesheet, "update_nodes", noted)
    app = RemeApp(FakeWorkspace(), Query())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert app.browse not in styled
        await app.push_screen(HelpScreen(("browse", "app")))
        await app.pop_screen()
        await pilot.pause()
        assert app.browse in styled

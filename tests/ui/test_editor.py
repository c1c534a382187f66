"""Which arguments open a note in which editor."""

from __future__ import annotations

import pytest

from reme_tui.ui.application.editor import NoEditor, editor_argv, editor_of


@pytest.mark.parametrize(
    ("environ", "editor"),
    [
        ({}, "vi"),
        ({"EDITOR": "nano"}, "nano"),
        ({"VISUAL": "nvim", "EDITOR": "nano"}, "nvim"),
        ({"VISUAL": "  ", "EDITOR": " nano "}, "nano"),
        ({"VISUAL": "", "EDITOR": ""}, "vi"),
    ],
)
def test_visual_comes_before_editor_before_vi(environ, editor):
    assert editor_of(environ) == editor


@pytest.mark.parametrize("name", ["vi", "vim", "nvim", "nano", "emacs", "emacsclient", "kak", "micro"])
def test_editors_that_take_a_line_before_the_file(name):
    assert editor_argv(name, "/v/a.md", 7) == [name, "+7", "/v/a.md"]


@pytest.mark.parametrize(
    ("editor", "argv"),
    [
        ("/usr/local/bin/nvim -u NONE", ["/usr/local/bin/nvim", "-u", "NONE", "+7", "/v/a b.md"]),
        ("helix", ["helix", "/v/a b.md:7"]),
        ("hx", ["hx", "/v/a b.md:7"]),
        ("code", ["code", "-g", "/v/a b.md:7", "--wait"]),
        ("code --wait -n", ["code", "--wait", "-n", "-g", "/v/a b.md:7"]),
        ("ed", ["ed", "/v/a b.md"]),
        ("'/opt/my editor/run' --title 'a b'", ["/opt/my editor/run", "--title", "a b", "/v/a b.md"]),
        ("sh; rm -rf $HOME", ["sh;", "rm", "-rf", "$HOME", "/v/a b.md"]),
    ],
)
def test_arguments_are_kept_and_no_shell_reads_them(editor, argv):
    assert editor_argv(editor, "/v/a b.md", 7) == argv


@pytest.mark.parametrize("editor", ["nano 'unclosed", "", "''"])
def test_a_setting_that_names_no_editor(editor):
    assert isinstance(editor_argv(editor, "/v/a.md", 1), NoEditor)

"""Which vault a command works on, and what it says about the field that holds the tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from reme_tui.cli import main
from reme_tui.config.memory import Memory

Says = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def note(folder: Path, name: str = "a.md", text: str = "---\nmemory_tags: [x]\n---\n") -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)


def test_without_a_vault_a_command_says_how_to_name_one(here: Path, capsys: Says):
    assert main(["tags"]) == 2
    assert f"no notes in {here}" in capsys.readouterr().err


def test_the_last_vault_is_named_when_it_is_taken(here: Path, tmp_path: Path, capsys: Says):
    note(tmp_path / "last")
    Memory().keep_vault(tmp_path / "last")
    assert main(["tags"]) == 0
    out, err = capsys.readouterr()
    assert "x" in out
    assert f"in {tmp_path / 'last'}, the vault opened last" in err


def test_home_is_read_only_when_named(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Says):
    monkeypatch.setenv("HOME", str(here))
    note(here)
    assert main(["tags"]) == 2
    assert "--vault" in capsys.readouterr().err
    assert main(["tags", "--vault", "."]) == 0


def test_very_many_notes_are_read_only_when_named_or_known(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Says):
    monkeypatch.setattr("reme_tui.cli.invocation.MOST_UNASKED", 2)
    for name in ("a.md", "b.md"):
        note(here, name)
    assert main(["tags"]) == 0
    note(here, "c.md")
    capsys.readouterr()
    assert main(["tags"]) == 2
    assert f"more than 2 notes in {here}" in capsys.readouterr().err
    assert main(["tags", "--vault", "."]) == 0
    Memory().keep_vault(here)
    assert main(["tags"]) == 0


def test_without_tags_the_nearest_field_is_named(here: Path, capsys: Says):
    note(here, "a.md", "---\ntopics: [b]\npeople: [c]\n---\n")
    note(here, "b.md", "---\npeople: [c]\n---\n")
    assert main(["tags"]) == 0
    assert "no note has tags in memory_tags; people may hold them in 2 notes: --field people" in capsys.readouterr().err
    assert main(["tags", "--field", "topic"]) == 0
    assert "topics may hold them in 1 note: --field topics" in capsys.readouterr().err
    assert main(["tags", "--field", "people"]) == 0
    assert "--field" not in capsys.readouterr().err

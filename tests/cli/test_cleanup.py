"""Changing notes from the command line: look first, ask, apply, go back."""

from __future__ import annotations

import errno
import fcntl
import io
import json
from pathlib import Path

import pytest

from tests.conftest import MakeVault

FILES = {
    "a.md": "---\nmemory_tags: [alpha, beta]  # kept\nversion: 1.10\n---\nText.\n",
    "b.md": "---\r\nmemory_tags:\r\n  - alpha\r\n---\r\nText.\r\n",
    "sub/c.md": "---\nmemory_tags: [alpha/one, gamma]\n---\nText.\n",
}


@pytest.fixture
def vault(make_vault: MakeVault) -> Path:
    return make_vault(FILES)


def contents(vault: Path) -> dict[str, str]:
    return {name: (vault / name).read_bytes().decode() for name in FILES}


def test_a_rename_touches_only_the_tag(vault: Path, run):
    status, out, _ = run("rename", "alpha", "omega", "--yes", "--json")
    assert status == 0
    done = json.loads(out)
    assert (done["applied"], done["refused"], done["lines"], done["dry_run"]) == (["a.md", "b.md"], [], 2, False)
    assert "+memory_tags: [omega, beta]  # kept" in done["diff"]
    assert contents(vault) == {
        **FILES,
        "a.md": FILES["a.md"].replace("alpha", "omega"),
        "b.md": FILES["b.md"].replace("alpha", "omega"),
    }


@pytest.mark.parametrize(
    "argv",
    [
        ("rename", "alpha", "omega"),
        ("rename", "alpha", "omega", "--children"),
        ("merge", "alpha", "gamma", "--into", "beta"),
        ("delete", "alpha", "beta"),
        ("add", "delta", "--to", "a.md", "sub/c.md"),
        ("untag", "gamma", "--from", "sub/c.md"),
    ],
)
def test_every_change_can_be_looked_at_and_taken_back(vault: Path, run, argv: tuple[str, ...]):
    status, out, _ = run(*argv, "--dry-run")
    assert status == 0
    assert out.startswith("--- a/")
    assert contents(vault) == FILES
    assert run(*argv, "--yes")[0] == 0
    assert contents(vault) != FILES
    assert run("undo", "--yes")[0] == 0
    assert contents(vault) == FILES


def test_without_a_terminal_a_change_needs_yes(vault: Path, run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    status, out, err = run("delete", "alpha")
    assert (status, out) == (2, "")
    assert "--yes" in err
    assert contents(vault) == FILES


def test_a_path_limits_what_changes(vault: Path, run):
    assert run("rename", "alpha", "omega", "--path", "a*", "--yes")[0] == 0
    assert contents(vault)["b.md"] == FILES["b.md"]


def test_what_cannot_be_written_is_named_and_the_rest_is_done(vault: Path, run):
    (vault / "b.md").chmod(0o444)
    status, out, err = run("rename", "alpha", "omega", "--yes")
    assert status == 1
    assert out == "a.md\n"
    assert "b.md: " in err
    assert contents(vault)["b.md"] == FILES["b.md"]


def test_the_history_names_what_was_done(run):
    run("rename", "alpha", "omega", "--yes")
    entry = json.loads(run("history", "--json")[1])["entries"][0]
    assert (entry["change"], entry["files"], entry["state"]) == ("rename alpha to omega", 2, "applied")
    assert run("undo", entry["id"], "--yes")[0] == 0
    states = [entry["state"] for entry in json.loads(run("history", "--json")[1])["entries"]]
    assert states == ["applied", "undone"]


def test_the_history_is_told_by_the_clock_here_and_in_json_with_its_zone(run, eight_hours_ahead):
    run("rename", "alpha", "omega", "--yes")
    at = json.loads(run("history", "--json")[1])["entries"][0]["at"]
    assert at.endswith("+08:00")
    assert f"  {at[:-6].replace('T', ' ')}  applied" in run("history")[1]


@pytest.mark.parametrize("name", ["", "  "])
def test_a_name_that_is_none_is_refused(vault: Path, run, name: str):
    status, out, err = run("rename", "alpha", name, "--yes")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert contents(vault) == FILES


def test_duplicates_are_found_in_a_vault_and_in_a_list(
    make_vault: MakeVault, run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    make_vault({"d.md": "---\nmemory_tags: [Project_A, Project-A, Project_B]\n---\n"})
    found = json.loads(run("duplicates", "--tier", "high", "--json")[1])
    assert [{pair["a"], pair["b"]} for pair in found["pairs"]] == [{"Project_A", "Project-A"}]
    assert found["groups"][0]["members"][0]["ticked"]
    monkeypatch.setattr("sys.stdin", io.StringIO('["Gold", "黄金", "Project_A"]'))
    pairs = json.loads(run("duplicates", "--tags-from", "-")[1])["pairs"]
    assert [{pair["a"], pair["b"]} for pair in pairs] == [{"Gold", "黄金"}]
    (tmp_path / "odd.json").write_text('{"a": "b"}')
    assert run("duplicates", "--tags-from", str(tmp_path / "odd.json"))[0] == 2


def test_a_rename_into_an_existing_tag_is_called_a_merge(run):
    status, out, err = run("rename", "alpha", "gamma", "--yes", "--json")
    assert status == 0
    assert any("merge" in notice for notice in json.loads(out)["notices"])
    assert "merge" in err


def test_a_journal_that_cannot_be_read_is_one_line(vault: Path, run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "state").write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for argv in (("history",), ("rename", "alpha", "omega", "--yes"), ("undo", "--yes")):
        status, out, err = run(*argv)
        assert (status, out) == (1, "")
        assert err.count("\n") == 1
    assert contents(vault) == FILES


def test_while_another_process_writes_nothing_is_changed(vault: Path, run, tmp_path: Path):
    assert run("rename", "alpha", "omega", "--yes")[0] == 0
    lock = next((tmp_path / "home").rglob("*.lock"))
    with lock.open("rb+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        status, out, err = run("rename", "omega", "alpha", "--yes")
        assert (status, out) == (1, "")
        assert err.count("\n") == 1
        assert run("recover", "finish", "--yes")[0] == 2
    assert "omega" in contents(vault)["a.md"]


def no_space(*_arguments, **_named):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_journal_that_could_not_be_closed_is_said_and_settled_later(vault: Path, run, monkeypatch):
    argv = ("rename", "alpha", "omega", "--yes")
    with monkeypatch.context() as patch:
        patch.setattr("reme_tui.tidy.apply.end_record", no_space)
        status, out, _ = run(*argv, "--json")
    assert (status, json.loads(out)["applied"]) == (1, ["a.md", "b.md"])
    assert "no space left" in json.loads(out)["unclosed"]
    assert "open" in run("history")[1]
    assert run("recover", "roll-back", "--yes")[0] == 0
    assert contents(vault) == FILES
    with monkeypatch.context() as patch:
        patch.setattr("reme_tui.tidy.apply.end_record", no_space)
        status, out, err = run(*argv)
    assert (status, out) == (1, "a.md\nb.md\n")
    assert "recover finish" in err
    assert "reme-tui undo" not in err
    assert run("recover", "finish", "--yes")[0] == 0


@pytest.mark.parametrize(("typed", "guess"), [("alhpa", ": did you mean alpha?"), ("zebra", "")])
def test_a_tag_that_no_note_has_is_guessed_at(vault: Path, run, typed: str, guess: str):
    status, out, err = run("rename", typed, "omega", "--yes")
    assert (status, out, err) == (2, "", f"reme-tui: no note has the tag {typed}{guess}\n")


@pytest.mark.parametrize("path", ["nope.md", "a.md/nope.md"])
def test_a_note_that_never_was_is_none(vault: Path, run, path: str):
    status, _, err = run("add", "delta", "--to", "a.md", path, "--yes")
    assert status == 1
    assert f"{path}: no such note" in err
    assert "delta" in contents(vault)["a.md"]


def test_undo_names_the_lines_of_the_journal_that_it_could_not_read(run, tmp_path: Path):
    assert run("rename", "alpha", "omega", "--yes")[0] == 0
    journal = next((tmp_path / "home").rglob("*.jsonl"))
    journal.write_text("damaged\n" * 2)
    status, _, err = run("undo", "--yes")
    assert status == 2
    assert "damaged lines in the journal, passed over: 1, 2\n" in err
    assert "there is nothing to undo" in err
    assert "passed over: 1, 2\n" in run("history")[2]

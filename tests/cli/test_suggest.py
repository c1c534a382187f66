"""Asking for tags on the command line: what is printed, and what `--apply` changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import MakeVault

FILES = {
    "a.md": "---\nmemory_tags: [Alice]  # kept\n---\n# Alice\nAlice is on the third floor.\n",
    "b.md": "---\nmemory_tags: [Project_A, Alice]\n---\n# Gate\nAlice opens the gate of Project A.\n",
    "c.md": "---\nmemory_tags: [Project_A]\n---\n# Project A\nProject A has a charter.\n",
    "daily/call.md": "# A call\nAlice called about the lift. Ask Alice again.\n",
    "daily/rain.md": "# Rain\nRain all day.\n",
    "daily/torn.md": "---\nname: Alice: again\n---\n# Alice\nAlice wants the keys. Give Alice the keys.\n",
}


@pytest.fixture
def vault(make_vault: MakeVault) -> Path:
    return make_vault(FILES)


def contents(vault: Path) -> dict[str, str]:
    return {name: (vault / name).read_bytes().decode() for name in FILES}


def test_notes_without_tags_get_suggestions_with_reasons_and_the_others_are_counted(vault: Path, run):
    status, out, err = run("suggest", "--words-only")
    assert status == 0
    assert out.splitlines() == [
        "daily/call.md",
        "  Alice  named 2 times in the text, first in line 2",
        "daily/torn.md",
        "  Alice  named in the title",
        "         named 2 times in the text, first in line 5",
    ]
    assert err.endswith("3 notes without a tag: tags for 2, nothing for 1\n")
    assert contents(vault) == FILES


def test_named_notes_are_asked_tagged_or_not_and_told_of_when_there_is_nothing(vault: Path, run, monkeypatch):
    monkeypatch.chdir(vault / "daily")
    status, out, err = run("suggest", "rain.md", "a.md", "call.md", "gone.md", "--words-only")
    assert status == 1
    assert [line for line in out.splitlines() if not line.startswith(" ")] == ["daily/rain.md", "a.md", "daily/call.md"]
    assert "  nothing: nothing here names a tag of this vault" in out
    assert "  nothing: nothing here names another tag of this vault" in out
    assert "gone.md: it is no note of this vault" in err


def test_json_has_the_key_the_score_and_the_reasons(vault: Path, run):
    status, out, _ = run("suggest", "daily/call.md", "daily/rain.md", "--json")
    first, second = json.loads(out)["notes"]
    (only,) = first.pop("suggestions")
    assert status == 0
    assert first == {"path": "daily/call.md", "tags": [], "nothing": ""}
    assert (only["tag"], only["key"]) == ("Alice", "alice")
    assert 0.5 < only["score"] <= 1
    assert only["why"][0] == "named 2 times in the text, first in line 2"
    assert second["suggestions"] == []
    assert second["nothing"] == "nothing here names a tag of this vault"


def test_apply_is_looked_at_done_and_taken_back_like_every_change(vault: Path, run):
    status, out, err = run("suggest", "--apply", "--dry-run")
    assert (status, contents(vault)) == (1, FILES)  # one note is refused
    assert "+memory_tags: [Alice]" in out
    assert "daily/torn.md: " in err
    status, out, err = run("suggest", "--apply", "--yes", "--json")
    done = json.loads(out)
    assert (status, done["applied"]) == (1, ["daily/call.md"])
    assert contents(vault) == {**FILES, "daily/call.md": "---\nmemory_tags: [Alice]\n---\n" + FILES["daily/call.md"]}
    assert run("history")[1].strip().endswith("tag 2 notes as suggested")
    assert run("undo", "--yes")[0] == 0
    assert contents(vault) == FILES


def test_nothing_to_apply_is_no_failure_and_consent_without_apply_is_one(vault: Path, run):
    status, out, _ = run("suggest", "daily/rain.md", "--apply", "--yes")
    assert status == 0
    assert "nothing: nothing here names" in out
    nothing = json.loads(run("suggest", "daily/rain.md", "--apply", "--dry-run", "--json")[1])
    assert (nothing["applied"], nothing["dry_run"]) == ([], True)
    assert run("suggest", "--dry-run")[0] == 2
    assert run("suggest", "--yes")[0] == 2
    assert run("suggest", "--apply")[0] == 2  # nobody to ask
    assert contents(vault) == FILES


def test_hostile_names_reach_no_terminal(make_vault: MakeVault, capsys):
    from reme_tui.cli import main

    tag = "\x1b[31mRed"
    vault = make_vault(
        {
            "a.md": '---\nmemory_tags: ["\\e[31mRed"]\n---\nText.\n',
            "b.md": '---\nmemory_tags: ["\\e[31mRed"]\n---\nText.\n',
            "\x1b[2Jc.md": f"# {tag}\n{tag} and {tag}.\n",
        }
    )
    assert main(["suggest", "--vault", str(vault)]) == 0
    out, err = capsys.readouterr()
    assert "31mRed" in out
    assert "\x1b" not in out + err

"""The command that lists near-duplicate tags, with what was decided in the vault and what its notes say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import MakeVault

NOTES = {
    "a.md": "---\nmemory_tags: [ML, Alice]\n---\n[[hub]]\n",
    "b.md": "---\nmemory_tags: [machine_learning, Alice_Chen]\n---\n[[hub]]\n",
    "c.md": "---\nmemory_tags: [Falcon]\n---\n",
    "d.md": "---\nmemory_tags: [Nightjar]\n---\n",
    "hub.md": "# Hub\n",
    ".reme-tui/distinct.txt": "alice != alice chen\nwhat is this\n",
    ".reme-tui/aliases.txt": "falcon = nightjar\n",
}


@pytest.fixture
def vault(make_vault: MakeVault) -> Path:
    return make_vault(NOTES)


def test_decisions_count_and_the_notes_have_their_say(run):
    status, out, err = run("duplicates", "--json")
    assert status == 0
    assert ".reme-tui/distinct.txt:2: this line says nothing" in err
    pairs = {(pair["a"], pair["b"]): pair for pair in json.loads(out)["pairs"]}
    assert set(pairs) == {("ML", "machine_learning"), ("Falcon", "Nightjar")}
    assert pairs["Falcon", "Nightjar"]["tier"] == "high"
    assert pairs["ML", "machine_learning"]["why"][-1] == "both link with hub"
    assert "both link with hub" in run("duplicates", "--tier", "likely")[1]


def test_a_list_is_judged_by_its_strings_alone(run, tmp_path: Path):
    (tmp_path / "tags.json").write_text(json.dumps({"ML": 2, "machine_learning": 1, "Falcon": 1, "Nightjar": 1}))
    [pair] = json.loads(run("duplicates", "--tags-from", str(tmp_path / "tags.json"))[1])["pairs"]
    assert (pair["a"], pair["b"], len(pair["why"])) == ("ML", "machine_learning", 1)

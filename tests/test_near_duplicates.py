"""Near-duplicate tags of a vault: found live, explained by its notes, kept apart where somebody says so."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from reme_tui.config import Config
from reme_tui.core.tag_key import tag_key
from reme_tui.workspace import Workspace
from tests.conftest import MakeVault

ROOT = Path(__file__).parent.parent
PLANTED = tomllib.loads((ROOT / "tests" / "demo_planted.toml").read_text("utf-8"))


def note(*tags: str, body: str = "Text.\n") -> str:
    return f"---\nmemory_tags: {json.dumps(tags, ensure_ascii=False)}\n---\n{body}"


def opened(vault: Path, *, meaning: bool = False) -> Workspace:
    workspace = Workspace(Config(vault, state=vault.parent / "state"))
    workspace.load(meaning=meaning)
    return workspace


def pairs(workspace: Workspace) -> set[frozenset[str]]:
    return {frozenset((pair.a, pair.b)) for pair in workspace.near_duplicates.find().pairs}


def two(one: str, other: str) -> set[frozenset[str]]:
    return {frozenset((one, other))}


@pytest.fixture(scope="module")
def demo() -> Workspace:
    workspace = Workspace(Config(ROOT / "demo_vault"))
    workspace.load()
    return workspace


def shown(workspace: Workspace, tags: list[str]) -> list[str]:
    return [workspace.snapshot.tags.shown(tag_key(tag)) for tag in tags]


def test_every_planted_duplicate_is_found_and_no_planted_negative(demo: Workspace) -> None:
    found = {frozenset((pair.a, pair.b)): pair.tier for pair in demo.near_duplicates.find().pairs}
    for planted in PLANTED["duplicates"]:
        assert found[frozenset(shown(demo, planted["tags"]))] == planted["tier"]
    for planted in PLANTED["negatives"]:
        assert frozenset(shown(demo, planted["tags"])) not in found


def test_the_notes_have_their_say(demo: Workspace) -> None:
    near = demo.near_duplicates.notes_evidence("Li_Wei", "Wei_Li")
    assert near[0].startswith("notes near in meaning (0.")
    assert "never together on one note" in near
    assert any(said.startswith("both link with ") for said in near)
    assert "together on 1 of 9 notes" in demo.near_duplicates.notes_evidence("CATL", "宁德时代")
    assert not any(said.startswith("notes near") for said in demo.near_duplicates.notes_evidence("Java", "JavaScript"))
    assert demo.near_duplicates.notes_evidence("Java", "no such tag") == ()


def test_links_between_the_notes_of_two_tags_are_told(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "a.md": note("ML", body="[[hub]] [[b]]\n"),
            "b.md": note("machine_learning", body="[[hub]]\n"),
            "c.md": note("ML", "machine_learning"),
            "hub.md": "# Hub\n",
        }
    )
    said = opened(vault).near_duplicates.notes_evidence("ML", "machine_learning")
    assert said == ("together on 1 of 3 notes", "notes of the one link to notes of the other", "both link with hub")


def test_what_is_found_follows_the_files(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": note("Project_A"), "b.md": note("Gold")})
    workspace = opened(vault)
    assert pairs(workspace) == set()
    (vault / "c.md").write_text(note("Project-A", "黄金"), encoding="utf-8")
    workspace.refresh()
    assert pairs(workspace) == two("Project_A", "Project-A") | two("Gold", "黄金")
    (vault / "b.md").unlink()
    workspace.refresh()
    assert pairs(workspace) == two("Project_A", "Project-A")


def test_not_the_same_is_remembered_and_can_be_taken_back(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": note("Alice"), "b.md": note("Alice_Chen"), "c.md": note("alice-chen")})
    near_duplicates = opened(vault).near_duplicates
    assert near_duplicates.keep_apart(["Alice_Chen", "alice-chen"], "Alice") is None
    again = opened(vault)
    assert pairs(again) == two("Alice_Chen", "alice-chen")
    assert again.near_duplicates.kept_apart == (("Alice", "Alice_Chen"), ("Alice", "alice-chen"))
    assert again.near_duplicates.take_back(["Alice_Chen"], "Alice") is None
    assert len(again.near_duplicates.kept_apart) == 1
    assert frozenset(("Alice", "Alice_Chen")) in pairs(again)
    assert not [path for path in again.snapshot.notes if path.startswith(".")]


def test_an_alias_lifts_a_pair_to_high_at_once(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": note("Falcon"), "b.md": note("Nightjar"), "c.md": note("项目猎鹰")})
    near_duplicates = opened(vault).near_duplicates
    assert not near_duplicates.find().pairs
    (vault / ".reme-tui").mkdir()
    (vault / ".reme-tui" / "aliases.txt").write_text("falcon = Peregrine\nnightjar = Peregrine\nno sign\n")
    assert [(pair.a, pair.b, pair.tier) for pair in near_duplicates.find().pairs] == [("Falcon", "Nightjar", "high")]
    assert [(problem.path, problem.line) for problem in near_duplicates.problems] == [(".reme-tui/aliases.txt", 3)]
    assert near_duplicates.keep_apart(["Nightjar"], "Falcon") is None
    assert not near_duplicates.find().pairs


def test_progress_may_stop_the_work_and_the_next_call_does_it(make_vault: MakeVault) -> None:
    vault = make_vault({f"{n}.md": note(f"tag_{n}", f"tag-{n}") for n in range(120)})
    near_duplicates = opened(vault).near_duplicates

    def stop(_done: int, _total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        near_duplicates.find(stop)
    assert len(near_duplicates.find().pairs) == 120

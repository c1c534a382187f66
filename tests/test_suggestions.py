"""Suggestions of a vault on the disk: which state they are of, what is kept between two askings, how they stop."""

from __future__ import annotations

import pytest

from reme_tui.config import Config
from reme_tui.workspace import VaultError, Workspace
from tests.conftest import MakeVault

FILES = {
    "a.md": "---\nmemory_tags: [Alice]\n---\nAlice has the third floor.\n",
    "b.md": "---\nmemory_tags: [Alice]\n---\nAlice had the second floor.\n",
    "call.md": "# A call\nAlice called about the lift. Ask Alice again.\n",
    "falcon.md": "# Falcon\nThe falcon flies. Falcon, again.\n",
}


@pytest.fixture
def workspace(make_vault: MakeVault) -> Workspace:
    opened = Workspace(Config(make_vault(FILES)))
    opened.load(meaning=False)
    return opened


def tags_for(workspace: Workspace, *paths: str) -> list[list[str]]:
    return [[one.tag for one in note.suggestions] for note in workspace.suggestions.for_notes(paths)]


def test_each_note_asked_for_is_answered_in_order_and_what_is_none_left_out(workspace: Workspace):
    assert tags_for(workspace, "falcon.md", "none.md", "call.md") == [[], ["Alice"]]
    assert [note.path for note in workspace.suggestions.for_notes(("call.md", "none.md"))] == ["call.md"]


def test_they_follow_the_files(workspace: Workspace):
    vault = workspace.config.vault
    assert tags_for(workspace, "falcon.md") == [[]]
    (vault / "new.md").write_text("---\nmemory_tags: [Falcon]\n---\nFalcon has a nest.\n")
    workspace.update(frozenset({"new.md"}))
    assert tags_for(workspace, "falcon.md") == [["Falcon"]]
    (vault / "call.md").write_text("# A call\nNothing.\n")
    assert [note.readable for note in workspace.suggestions.for_notes(("call.md",))] == [False]
    workspace.update(frozenset({"call.md"}))
    assert tags_for(workspace, "call.md") == [[]]


def test_an_alias_counts_at_once(workspace: Workspace):
    assert tags_for(workspace, "falcon.md") == [[]]
    folder = workspace.config.vault / ".reme-tui"
    folder.mkdir()
    (folder / "aliases.txt").write_text("Alice = Falcon\n")
    assert tags_for(workspace, "falcon.md") == [["Alice"]]


def test_progress_is_told_and_may_stop_the_work(workspace: Workspace):
    told: list[tuple[int, int]] = []
    workspace.suggestions.for_notes(("a.md", "b.md"), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        workspace.suggestions.for_notes(("a.md", "b.md"), progress=stop)
    assert tags_for(workspace, "call.md") == [["Alice"]]


def test_nothing_is_suggested_before_anything_was_read(make_vault: MakeVault):
    with pytest.raises(VaultError):
        Workspace(Config(make_vault(FILES))).suggestions.for_notes(("call.md",))


def test_only_those_who_ask_pay(workspace: Workspace):
    assert "suggestions" not in vars(workspace)

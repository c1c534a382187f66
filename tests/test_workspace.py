"""A workspace follows its vault: whatever happened to the files, it equals a fresh start."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.config import Config
from reme_tui.core.query.query import Query, Scope
from reme_tui.workspace import Progress, VaultError, Workspace
from tests.conftest import MakeVault

NAMES = ("a.md", "b.md", "notes/a.md", "notes/c.md", "picture.png")
BODIES = (
    "---\nmemory_tags: [Alice, Project A]\n---\n# Launch\nconfirm [[b]] and [[a]]\n",
    "---\nmemory_tags: [project_a]\ndate: 2026-08-01\n---\nbudget 发布前确认 [[notes/c.md]]\n",
    "---\nmemory_tags: [Alice\n---\nbroken [[picture.png]]\n",
    "# Only words\nconfirm the budget\n\n## More\nlaunch 发布\n",
    "",
)
QUERIES = (Query(), Query("confirm launch"), Query("发布"), Query("budget", scope=Scope(tags=("Alice",))))

steps = st.one_of(
    st.tuples(st.just("save"), st.sampled_from(NAMES), st.sampled_from(BODIES)),
    st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
)


def perform(vault: Path, step: tuple[str, str, str]) -> None:
    action, name, other = step
    path = vault / name
    path.parent.mkdir(exist_ok=True)
    if action == "save":
        path.write_text(other, encoding="utf-8")
    elif path.exists() and action == "delete":
        path.unlink()
    elif path.exists():
        (vault / other).parent.mkdir(exist_ok=True)
        path.rename(vault / other)


def seen(workspace: Workspace) -> dict[str, object]:
    """Everything a user could see of the vault."""
    snapshot = workspace.snapshot
    found = {}
    for query in QUERIES:
        results = workspace.search(query)
        hits = [(h.note.path, h.score, [(p.first_line, p.text, p.words) for p in h.passages]) for h in results.hits]
        found[str(query)] = (hits, results.total_notes, results.total_passages, results.empty)
    return {
        "notes": {path: (note.title, note.tags, note.date, note.digest) for path, note in snapshot.notes.items()},
        "tags": sorted((row.key, row.tag, row.files, sorted(row.spellings.items())) for row in snapshot.tags.rows()),
        "untagged": snapshot.tags.untagged,
        "links": {path: workspace.neighbours(path, Scope(tags=("Alice",))) for path in snapshot.notes},
        "problems": snapshot.problems,
        "passages": workspace.passage_count,
        "found": found,
    }


@settings(max_examples=60)
@given(st.lists(st.lists(steps, min_size=1, max_size=4), min_size=1, max_size=4))
def test_any_history_equals_a_fresh_start(rounds: list[list[tuple[str, str, str]]]):
    with TemporaryDirectory() as folder:
        vault = Path(folder)
        followed = Workspace(Config(vault))
        followed.load(meaning=False)
        for changes in rounds:
            for step in changes:
                perform(vault, step)
            followed.refresh()
        fresh = Workspace(Config(vault, cache=None))
        fresh.load(meaning=False)
        assert seen(followed) == seen(fresh)


def test_nothing_changed_is_no_change(make_vault: MakeVault):
    workspace = Workspace(Config(make_vault({"a.md": BODIES[0]})))
    workspace.load(meaning=False)
    before = workspace.state
    assert not workspace.refresh()
    assert workspace.state is before


def test_a_save_within_the_same_clock_tick_is_seen(make_vault: MakeVault):
    vault = make_vault({"a.md": "alpha one\n"})
    stamp = (vault / "a.md").stat()
    workspace = Workspace(Config(vault))
    workspace.load(meaning=False)
    with (vault / "a.md").open("r+", encoding="utf-8") as file:
        file.write("omega one\n")
    os.utime(vault / "a.md", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert workspace.refresh()
    assert workspace.search(Query("omega")).total_notes == 1


def test_a_large_vault_is_published_in_parts(make_vault: MakeVault):
    workspace = Workspace(Config(make_vault({f"n{i}.md": f"word{i} common\n" for i in range(450)})))
    searchable: list[int] = []

    def report(progress: Progress) -> None:
        if progress.stage == "reading":
            searchable.append(workspace.search(Query("common")).total_notes)

    workspace.load(report, meaning=False)
    assert searchable[0] < searchable[-1] == 450
    assert workspace.complete


def test_reading_can_be_cancelled_and_taken_up_again(make_vault: MakeVault):
    workspace = Workspace(Config(make_vault({f"n{i}.md": "common\n" for i in range(450)})))
    workspace.load(lambda progress: workspace.cancel() if progress.stage == "reading" else None, meaning=False)
    assert not workspace.complete
    assert 0 < len(workspace.snapshot.notes) < 450
    workspace.load(meaning=False)
    assert workspace.complete
    assert len(workspace.snapshot.notes) == 450


def test_a_note_that_goes_away_after_it_was_indexed_is_still_a_hit_without_text(make_vault: MakeVault):
    vault = make_vault({"a.md": "alpha\n"})
    workspace = Workspace(Config(vault))
    workspace.load(meaning=False)
    (vault / "a.md").unlink()
    hit = workspace.search(Query("alpha")).hits[0]
    assert (hit.note.path, hit.passages[0].text) == ("a.md", "")


@pytest.mark.parametrize("name", ["nowhere", "file.md"])
def test_a_vault_that_is_no_folder_is_named(make_vault: MakeVault, name: str):
    vault = make_vault({"file.md": "x"})
    with pytest.raises(VaultError, match=name):
        Workspace(Config(vault / name)).load()

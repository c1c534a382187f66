"""Looking again at a few paths comes to what a fresh start comes to, and costs no walk where it need not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.config import Config
from reme_tui.core.query.query import Query
from reme_tui.indexing import indexer
from reme_tui.vault.listing import Listing, ScanRules
from reme_tui.vault.relook import look_again
from reme_tui.vault.scan import list_vault
from reme_tui.workspace import VaultError, Workspace
from tests.conftest import MakeVault
from tests.test_workspace import BODIES, seen

NAMES = (
    "a.md",
    "A.md",
    "notes/a.md",
    "notes/b.md",
    "notes/.c.md.swp",
    ".hidden.md",
    "notes/报告.md",
    "notes/cafe\u0301.md",
    "plan.pdf",
    "skip/d.md",
    "daily/2026-08-01.md",
    "daily/.draft.md",
    "metadata",
)
TARGETS = ("a.md", "plan.pdf", "nowhere.md", "../outside.md", "notes")
RULES = (ScanRules(exclude=("skip/*", "*~")), ScanRules(reme=True))
TEXT = "---\nmemory_tags: [alpha]\n---\nText.\n"

name = st.sampled_from(NAMES)
steps = st.one_of(
    st.tuples(st.just("save"), name, st.sampled_from(BODIES)),
    st.tuples(st.just("replace"), name, st.sampled_from(BODIES)),
    st.tuples(st.just("as vim"), name, st.sampled_from(BODIES)),
    st.tuples(st.just("delete"), name, st.just("")),
    st.tuples(st.just("rename"), name, name),
    st.tuples(st.just("link"), name, st.sampled_from(TARGETS)),
    st.tuples(st.just("hard link"), name, name),
)


def perform(vault: Path, step: tuple[str, str, str]) -> set[str]:
    """Do to the files what the step says; return the paths the system would report."""
    action, first, second = step
    path, beside = vault / first, vault / f"{first}~"
    if action in ("save", "replace", "as vim"):
        if action == "as vim" and path.exists():
            path.rename(beside)
        written = beside if action == "replace" else path
        if not written.is_symlink():
            written.write_text(second, encoding="utf-8")
        if action == "replace":
            beside.rename(path)
        beside.unlink(missing_ok=True)
        return {first, f"{first}~"}
    if action == "delete":
        path.unlink(missing_ok=True)
    elif action == "link" and not os.path.lexists(path):
        path.symlink_to(second)
    elif action == "rename" and os.path.lexists(path):
        path.rename(vault / second)
    elif action == "hard link" and path.is_file() and not os.path.lexists(vault / second):
        os.link(path.resolve(), vault / second)
    return {first, second} & set(NAMES)


def listed(listing: Listing) -> dict[str, object]:
    return {
        "notes": dict(listing.notes),
        "files": listing.files,
        "linked": dict(listing.linked),
        "left": dict(listing.left),
        "problems": listing.problems,
        "folders": listing.folders,
        "links": listing.links,
    }


def prepare(folder: str) -> Path:
    vault = Path(folder) / "vault"
    for inside in ("notes", "skip", "daily"):
        (vault / inside).mkdir(parents=True)
    (Path(folder) / "outside.md").write_text("outside", encoding="utf-8")
    return vault


@settings(max_examples=50)
@given(st.sampled_from(RULES), st.lists(st.lists(steps, min_size=1, max_size=3), min_size=1, max_size=5))
def test_any_history_followed_by_path_equals_a_fresh_start(rules: ScanRules, rounds: list):
    with TemporaryDirectory() as folder:
        vault = prepare(folder)
        followed = Workspace(Config(vault, scan=rules))
        followed.load(meaning=False)
        for changes in rounds:
            followed.update(frozenset().union(*(perform(vault, step) for step in changes)))
        fresh = Workspace(Config(vault, scan=rules, cache=None))
        fresh.load(meaning=False)
        assert seen(followed) == seen(fresh)
        assert followed.left_out == fresh.left_out


@settings(max_examples=80)
@given(st.sampled_from(RULES), st.lists(steps, max_size=6), st.lists(steps, min_size=1, max_size=3))
def test_a_second_look_lists_what_a_first_one_would(rules: ScanRules, earlier: list, later: list):
    with TemporaryDirectory() as folder:
        vault = prepare(folder)
        for step in earlier:
            perform(vault, step)
        before = list_vault(vault, rules=rules)
        paths = set().union(*(perform(vault, step) for step in later))
        after = look_again(os.path.realpath(vault), before, paths, rules=rules)
        assert after is None or listed(after) == listed(list_vault(vault, rules=rules))


@pytest.fixture
def loaded(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch):
    """A workspace on two notes that must not list its vault again."""
    vault = make_vault({"a.md": TEXT, "notes/b.md": "Words [[a]] [[plan.pdf]]\n", "plan.pdf": b"pdf"})
    workspace = Workspace(Config(vault))
    workspace.load(meaning=False)
    monkeypatch.setattr(indexer.Indexer, "_list", lambda self: pytest.fail("the whole vault was listed"))
    return vault, workspace


def save(path: Path, text: str) -> set[str]:
    path.write_text(text, encoding="utf-8")
    return {path.name}


def save_by_renaming(path: Path, text: str) -> set[str]:
    other = path.with_name(f"{path.name}.tmp")
    other.write_text(text, encoding="utf-8")
    other.replace(path)
    return {path.name, other.name}


def save_as_vim_does(path: Path, text: str) -> set[str]:
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    path.write_text(text, encoding="utf-8")
    backup.unlink()
    return {path.name, backup.name, f".{path.name}.swp"}


@pytest.mark.parametrize("how", [save, save_by_renaming, save_as_vim_does])
def test_three_saves_show_three_times_and_leave_no_ghost(loaded, how):
    vault, workspace = loaded
    for tag in ("omega", "psi", "chi"):
        assert workspace.update(frozenset(how(vault / "a.md", f"---\nmemory_tags: [{tag}]\n---\nText.\n")))
        assert [row.key for row in workspace.snapshot.tags.rows()] == [tag]
        assert set(workspace.snapshot.notes) == {"a.md", "notes/b.md"}


def test_an_echo_of_what_is_known_changes_nothing(loaded):
    _, workspace = loaded
    before = workspace.state
    assert not workspace.update(frozenset({"a.md", "notes/b.md", "plan.pdf", "never.md", "notes/.b.md.swp"}))
    assert workspace.state is before


def test_new_and_vanished_notes_are_followed(loaded):
    vault, workspace = loaded
    (vault / "notes/b.md").rename(vault / "notes/c.md")
    (vault / "d.md").write_text("delta\n", encoding="utf-8")
    assert workspace.update(frozenset({"notes/b.md", "notes/c.md", "d.md"}))
    assert set(workspace.snapshot.notes) == {"a.md", "notes/c.md", "d.md"}
    assert workspace.search(Query("delta")).total_notes == 1


def test_a_file_that_is_no_note_matters_to_the_links(loaded):
    vault, workspace = loaded
    (vault / "plan.pdf").unlink()
    assert workspace.update(frozenset({"plan.pdf"}))
    kinds = [end.kind for end in workspace.snapshot.links.links_out("notes/b.md")]
    assert kinds == ["note", "missing"]


@pytest.mark.parametrize("paths", [{"notes"}, {"new"}, {"new/c.md"}, {"gone/c.md"}, {"notes/\ufffd.md"}, None])
def test_what_may_bear_on_more_than_its_path_means_the_whole_disk(make_vault: MakeVault, paths):
    vault = make_vault({"a.md": TEXT, "notes/b.md": "Words\n"})
    workspace = Workspace(Config(vault))
    workspace.load(meaning=False)
    (vault / "new").mkdir()
    (vault / "new/c.md").write_text("gamma\n", encoding="utf-8")
    (vault / "notes/b.md").unlink()
    assert workspace.update(None if paths is None else frozenset(paths))
    assert set(workspace.snapshot.notes) == {"a.md", "new/c.md"}


def second_look(vault: Path, *paths: str) -> Callable[[], Listing | None]:
    before = list_vault(vault, rules=RULES[0])
    return lambda: look_again(os.path.realpath(vault), before, paths, rules=RULES[0])


def test_a_link_may_lead_to_what_has_come(make_vault: MakeVault):
    vault = make_vault({"other.md": TEXT})
    (vault / "link.md").symlink_to("a.md")
    look = second_look(vault, "a.md")
    (vault / "a.md").write_text(TEXT, encoding="utf-8")
    assert look() is None


def test_a_link_that_became_a_file_is_no_link_any_more(make_vault: MakeVault):
    vault = make_vault({"a.md": TEXT})
    (vault / "link.md").symlink_to("a.md")
    look = second_look(vault, "link.md")
    (vault / "link.md").unlink()
    (vault / "link.md").write_text(TEXT, encoding="utf-8")
    assert look() is None


def test_a_new_name_that_can_be_spelt_in_two_ways_is_looked_for_on_the_disk(make_vault: MakeVault):
    vault = make_vault({"a.md": TEXT})
    plain, twofold = second_look(vault, "报告.md"), second_look(vault, "caf\u00e9.md")
    for name in ("报告.md", "caf\u00e9.md"):
        (vault / name).write_text(TEXT, encoding="utf-8")
    assert "报告.md" in plain().notes
    assert twofold() is None


def test_reading_that_was_stopped_goes_on_only_when_asked_to(make_vault: MakeVault):
    vault = make_vault({f"n{number:03}.md": "common\n" for number in range(450)})
    workspace = Workspace(Config(vault))
    workspace.load(lambda progress: workspace.cancel() if progress.stage == "reading" else None, meaning=False)
    (vault / "n000.md").write_text("# Other\n")
    assert workspace.update(frozenset({"n000.md"}))
    assert workspace.snapshot.notes["n000.md"].title == "Other"
    assert not workspace.complete
    assert len(workspace.snapshot.notes) < 450
    assert workspace.refresh()
    assert len(workspace.snapshot.notes) == 450
    assert workspace.complete


def test_looking_for_notes_is_stopped_too(make_vault: MakeVault):
    vault = make_vault({f"{number}/n.md": "common\n" for number in range(3)})
    workspace = Workspace(Config(vault))
    with pytest.raises(VaultError, match="stopped"):
        workspace.load(lambda progress: workspace.cancel() if progress.stage == "listing" else None, meaning=False)
    assert workspace.refresh()
    assert len(workspace.snapshot.notes) == 3

"""What counts as a note, what is left out, and what a second look finds."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path

import pytest

from reme_tui.vault.files import MOST_BYTES
from reme_tui.vault.listing import FileStat, Listing, ScanRules, changed_notes, stats_of
from reme_tui.vault.scan import list_vault

OWN = ScanRules()
REME = ScanRules(reme=True)


def fill(root: Path, *paths: str) -> Path:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    return root


def look(root: Path, rules: ScanRules = OWN) -> Listing:
    return list_vault(root, rules=rules)


def kinds(listing: Listing) -> list[tuple[str, str, str]]:
    return [(problem.path, problem.kind, problem.severity) for problem in listing.problems]


def test_notes_are_markdown_below_any_folder(tmp_path: Path):
    notes = {
        "a.md",
        "b/c/d.markdown",
        "E.MD",
        "f.Markdown",
        "x.md/y.md",
        "[00] plan.md",
        "项目.md",
        "a\nb.md",
        "a\\b.md",
    }
    others = {"p.png", "b/data.jsonl", "x.md.bak", "md", "b/README"}
    listing = look(fill(tmp_path, *notes, *others))
    assert set(listing.notes) == notes
    assert listing.files == others
    assert (dict(listing.linked), dict(listing.left_out), listing.problems) == ({}, {}, ())


def test_a_note_is_known_by_size_time_and_inode(tmp_path: Path):
    fill(tmp_path, "d/a.md")
    os.utime(tmp_path / "d/a.md", ns=(1, 123_456_789))
    assert look(tmp_path).notes == {"d/a.md": FileStat(1, 123_456_789, (tmp_path / "d/a.md").stat().st_ino)}


def test_an_empty_folder(tmp_path: Path):
    listing = look(tmp_path)
    assert (listing.notes, listing.files, listing.problems) == ({}, frozenset(), ())


def test_no_folder_is_an_error(tmp_path: Path):
    fill(tmp_path, "file")
    with pytest.raises(FileNotFoundError):
        look(tmp_path / "none")
    with pytest.raises(NotADirectoryError):
        look(tmp_path / "file")


def test_hidden_names_are_left_out_and_notes_and_folders_counted(tmp_path: Path):
    listing = look(fill(tmp_path, "a.md", ".b.md", ".DS_Store", ".git/x.md", "c/.obsidian/y.md", "c/.d.markdown"))
    assert set(listing.notes) == {"a.md"}
    assert listing.files == frozenset()
    assert listing.left_out == {"hidden": 4}


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        ("drafts", {"drafts/a.md", "x/drafts/b.md"}),
        ("drafts/", {"drafts/a.md", "x/drafts/b.md"}),
        ("/drafts", {"drafts/a.md"}),
        ("x/drafts/*", {"x/drafts/b.md"}),
        ("*.tmp.md", {"c.tmp.md"}),
        ("[ab].md", {"drafts/a.md", "x/drafts/b.md"}),
        ("Caf\u00e9*", {"Cafe\u0301.md"}),
        ("nothing", set()),
        ("[", set()),
        ("/", set()),
        ("", set()),
        ("*", {"drafts/a.md", "x/drafts/b.md", "c.tmp.md", "Cafe\u0301.md"}),
    ],
)
def test_globs_leave_out_names_and_paths(tmp_path: Path, glob: str, left: set[str]):
    paths = {"drafts/a.md", "x/drafts/b.md", "c.tmp.md", "Cafe\u0301.md"}
    listing = look(fill(tmp_path, *paths), ScanRules(exclude=(glob,)))
    assert set(listing.notes) == paths - left
    assert (listing.left_out.get("excluded", 0) > 0) == bool(left)


def test_presets_always_count(tmp_path: Path):
    fill(tmp_path, "a.md", "node_modules/b.md", "x/node_modules/c.md", "a.sync-conflict-20260101-ABC.md")
    listing = look(tmp_path, ScanRules(exclude=("z",)))
    assert set(listing.notes) == {"a.md"}
    assert listing.left_out == {"excluded": 3}


@pytest.mark.parametrize("beside", ["daily", "digest"])
def test_the_metadata_of_reme_is_left_out(tmp_path: Path, beside: str):
    fill(tmp_path, "metadata/a.md", "x/metadata/b.md")
    assert set(look(tmp_path).notes) == {"metadata/a.md", "x/metadata/b.md"}
    fill(tmp_path, f"{beside}/c.md")
    listing = look(tmp_path)
    assert set(listing.notes) == {"x/metadata/b.md", f"{beside}/c.md"}
    assert listing.left_out == {"ReMe metadata": 1}


def test_a_file_link_counts_as_its_target_once(tmp_path: Path):
    fill(tmp_path, "real/x.md", "note.txt", ".hidden/y.md", "pic.png")
    for link, target in {
        "a.md": "real/x.md",
        "b.md": "a.md",
        "c/up.md": "../real/x.md",
        "t.md": "note.txt",
        "y1.md": ".hidden/y.md",
        "y2.md": tmp_path / ".hidden/y.md",
        "p.png": "pic.png",
    }.items():
        (tmp_path / link).parent.mkdir(exist_ok=True)
        (tmp_path / link).symlink_to(target)
    listing = look(tmp_path)
    assert set(listing.notes) == {"real/x.md", "t.md", "y1.md"}
    assert listing.notes["y1.md"].inode == (tmp_path / ".hidden/y.md").stat().st_ino
    assert listing.linked == {
        "a.md": "real/x.md",
        "b.md": "real/x.md",
        "c/up.md": "real/x.md",
        "y2.md": "y1.md",
    }
    assert listing.files == {"note.txt", "pic.png", "p.png"}
    assert listing.problems == ()


def test_folder_links_and_links_out_of_the_vault_are_not_followed(tmp_path: Path):
    vault = fill(tmp_path / "vault", "a/x.md").resolve()
    fill(tmp_path, "outside/y.md", "vault2/z.md")
    (vault / "inner").symlink_to("a")
    (vault / "outer").symlink_to("../outside")
    (vault / "again.md").symlink_to("..")
    (vault / "y.md").symlink_to("../outside/y.md")
    (vault / "z.md").symlink_to(tmp_path / "vault2/z.md")
    (vault / "y.txt").symlink_to("../outside/y.md")
    listing = look(vault)
    assert (set(listing.notes), listing.files, listing.linked) == ({"a/x.md"}, frozenset(), {})
    assert listing.left_out == {"folder links": 3, "links out of the vault": 2}
    paths = ["again.md", "inner", "outer", "y.md", "z.md"]
    assert kinds(listing) == [(path, "link_not_followed", "hint") for path in paths]


def test_a_vault_reached_through_a_link(tmp_path: Path):
    vault = fill(tmp_path / "vault", "a.md")
    (vault / "l.md").symlink_to("a.md")
    (tmp_path / "way").symlink_to(vault)
    listing = look(tmp_path / "way")
    assert (set(listing.notes), listing.linked) == ({"a.md"}, {"l.md": "a.md"})


def test_reme_sees_markdown_in_two_folders_hidden_or_not(tmp_path: Path):
    notes = {"daily/2026-01-01/x.md", "digest/wiki/Y.MD", "daily/.hidden/z.md", "digest/.trash/.dot.md"}
    others = {"root.md", "notes/n.md", "resource/r.md", "daily/a.markdown", "daily/b.md.bak", "sub/daily/c.md"}
    fill(tmp_path, *notes, *others, "daily/node_modules/k.md", ".git/g.md", "metadata/m.md")
    listing = look(tmp_path, ScanRules(exclude=("*.md",), reme=True))
    assert set(listing.notes) == notes | {"daily/node_modules/k.md"}
    assert listing.files == {"daily/a.markdown", "daily/b.md.bak"}
    listing = look(tmp_path, REME)
    assert listing.files == others
    assert listing.left_out == {"hidden": 1, "outside of daily/ and digest/": 4, "ReMe metadata": 1}


def test_reme_takes_a_file_link_under_its_own_path(tmp_path: Path):
    fill(tmp_path / "v", "daily/x.md", "notes/y.md")
    fill(tmp_path, "outside.md")
    for link, target in {"a": "x.md", "b": "../notes/y.md", "c": "../../outside.md", "d": "../notes"}.items():
        (tmp_path / "v/daily" / f"{link}.md").symlink_to(target)
    listing = look(tmp_path / "v", REME)
    assert set(listing.notes) == {"daily/x.md", "daily/a.md", "daily/b.md"}
    assert listing.linked == {}
    assert [path for path, _, _ in kinds(listing)] == ["daily/c.md", "daily/d.md"]


def test_reme_skips_what_is_too_large(tmp_path: Path):
    fill(tmp_path, "daily/a.md", "daily/b.md")
    os.truncate(tmp_path / "daily/a.md", MOST_BYTES)
    os.truncate(tmp_path / "daily/b.md", MOST_BYTES + 1)
    listing = look(tmp_path, REME)
    assert set(listing.notes) == {"daily/a.md"}
    assert listing.left_out == {"too large": 1}
    assert kinds(listing) == [("daily/b.md", "too_large", "error")]
    assert set(look(tmp_path).notes) == {"daily/a.md", "daily/b.md"}


def test_deep_folders_need_no_recursion(tmp_path: Path):
    fill(tmp_path, "d/" * 200 + "x.md")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        listing = look(tmp_path)
    finally:
        sys.setrecursionlimit(limit)
    assert set(listing.notes) == {"d/" * 200 + "x.md"}


def test_a_second_look(tmp_path: Path):
    fill(tmp_path, "same.md", "longer.md", "saved.md", "touched.md", "gone.md", "moved.md")
    before = look(tmp_path)
    assert changed_notes(before, look(tmp_path)) == []
    (tmp_path / "longer.md").write_text("xx")
    (tmp_path / "temp").write_text("y")
    times = (tmp_path / "saved.md").stat()
    os.utime(tmp_path / "temp", ns=(times.st_atime_ns, times.st_mtime_ns))
    (tmp_path / "temp").replace(tmp_path / "saved.md")
    os.utime(tmp_path / "touched.md", ns=(1, 1))
    (tmp_path / "gone.md").unlink()
    (tmp_path / "moved.md").rename(tmp_path / "moved too.md")
    fill(tmp_path, "new/n.md")
    after = look(tmp_path)
    assert changed_notes(before, after) == ["longer.md", "moved too.md", "new/n.md", "saved.md", "touched.md"]
    assert before.notes.keys() - after.notes.keys() == {"gone.md", "moved.md"}


def test_a_look_at_what_is_known_gives_the_same_notes_where_none_differs(tmp_path: Path):
    fill(tmp_path, "same.md", "d/other.md")
    before = look(tmp_path)
    again = list_vault(tmp_path, rules=OWN, known=before.notes)
    assert again.notes is before.notes
    assert changed_notes(before, again) == []
    (tmp_path / "same.md").write_text("xx")
    (tmp_path / "d/other.md").unlink()
    fill(tmp_path, "new.md")
    after = list_vault(tmp_path, rules=OWN, known=before.notes)
    assert after.notes == look(tmp_path).notes
    assert changed_notes(before, after) == ["new.md", "same.md"]
    assert before.notes.keys() - after.notes.keys() == {"d/other.md"}


def test_rows_become_what_files_are_known_by():
    (stat,) = stats_of([(1, 2, 3)])
    assert stat == FileStat(size=1, mtime_ns=2, inode=3)
    assert (stat.size, stat.mtime_ns, stat.inode) == (1, 2, 3)

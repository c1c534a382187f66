"""Vaults that hold what no vault should: shown or listed as problems, without a crash, a hang or a look outside."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Change, Snapshot
from reme_tui.vault.files import FileText, Unreadable, read_file
from reme_tui.vault.listing import Listing, ScanRules
from reme_tui.vault.scan import list_vault
from tests.notes import parse_note

EVERY_RULES = pytest.mark.parametrize("rules", [ScanRules(), ScanRules(reme=True)], ids=["own", "reme"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of notes that both rules read, in a vault."""
    path = tmp_path / "vault" / "daily"
    path.mkdir(parents=True)
    (path / "fine.md").write_text("fine")
    return path


def look(folder: Path, rules: ScanRules) -> tuple[Listing, dict[str, str]]:
    listing = list_vault(folder.parent, rules=rules)
    prefix = "daily/"
    return listing, {problem.path.removeprefix(prefix): problem.kind for problem in listing.problems}


@EVERY_RULES
def test_pipes_sockets_and_devices_are_not_opened(folder: Path, rules: ScanRules, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(folder / "pipe.md")
    os.mkfifo(folder / "pipe")
    (folder / "way.md").symlink_to("pipe.md")
    (folder / "null.md").symlink_to("/dev/null")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        listing, problems = look(folder, rules)
    assert set(listing.notes) == {"daily/fine.md"}
    assert problems == {
        "pipe.md": "not_a_file",
        "way.md": "not_a_file",
        "socket.md": "not_a_file",
        "null.md": "link_not_followed",
    }
    assert "pipe" in next(problem.message for problem in listing.problems if problem.path == "daily/pipe.md")


@EVERY_RULES
def test_links_that_loop_or_lead_nowhere(folder: Path, rules: ScanRules):
    (folder / "self.md").symlink_to("self.md")
    (folder / "a.md").symlink_to("b.md")
    (folder / "b.md").symlink_to("a.md")
    (folder / "dead.md").symlink_to("none.md")
    (folder / "through.md").symlink_to("fine.md/x.md")
    (folder / "round").symlink_to(".")
    (folder / "up").symlink_to("..")
    (folder / "dead.png").symlink_to("none.png")
    listing, problems = look(folder, rules)
    assert set(listing.notes) == {"daily/fine.md"}
    broken = dict.fromkeys(["self.md", "a.md", "b.md", "dead.md", "through.md"], "broken_link")
    assert problems == {**broken, "round": "link_not_followed", "up": "link_not_followed"}


@EVERY_RULES
def test_names_that_are_not_utf8_are_shown_escaped_and_not_read(folder: Path, rules: ScanRules):
    here = os.fsencode(folder)
    try:
        (Path(os.fsdecode(here + b"/caf\xe9.md"))).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    os.mkdir(here + b"/d\xff")
    (Path(os.fsdecode(here + b"/d\xff/in.md"))).write_text("x")
    (Path(os.fsdecode(here + b"/p\xfe.png"))).write_text("x")
    os.symlink("fine.md", here + b"/l\xe9.md")
    listing, problems = look(folder, rules)
    assert set(listing.notes) == {"daily/fine.md"}
    assert listing.files == frozenset()
    assert problems == {r"caf\xe9.md": "name_not_utf8", r"d\xff": "name_not_utf8", r"l\xe9.md": "name_not_utf8"}
    for problem in listing.problems:
        problem.path.encode("utf-8")


STRANGE_NAMES = [
    "\x1b[31mred.md",
    "[red].md",
    "[.md",
    "a\nb.md",
    "a\\b.md",
    "\u202egnp.md",
    "a\tb\x07.md",
    "-rf.md",
    "' $(x) `y`.md",
    "😀.md",
    "\ufeff.md",
    " .md",
]


@EVERY_RULES
def test_strange_names_are_names(folder: Path, rules: ScanRules):
    for name in STRANGE_NAMES:
        (folder / name).write_text("x")
    listing, problems = look(folder, rules)
    assert problems == {}
    assert set(listing.notes) == {"daily/fine.md", *(f"daily/{name}" for name in STRANGE_NAMES)}
    for path in listing.notes:
        assert isinstance(read_file(folder.parent, path), FileText)


@EVERY_RULES
def test_a_folder_with_the_name_of_a_note_is_a_folder(folder: Path, rules: ScanRules):
    (folder / "folder.md").mkdir()
    (folder / "folder.md" / "x.md").write_text("x")
    listing, problems = look(folder, rules)
    assert set(listing.notes) == {"daily/fine.md", "daily/folder.md/x.md"}
    assert problems == {}


BOMB = "".join(f"{this}: &{this} [*{last}, *{last}]\n" for last, this in zip("abcdefgh", "bcdefghi", strict=True))
HOSTILE_TEXTS = {
    "deep": "---\nmemory_tags: " + "[" * 10_000 + "\n---\n[[fine]]",
    "object": "---\nmemory_tags: [!!python/object/apply:os.system ['true']]\n---\n",
    "bomb": f"---\na: &a [x, x]\n{BOMB}memory_tags: *i\n---\n",
    "surrogate": '---\nmemory_tags: ["\\ud800", "\\uD83D\\uDE00"]\n---\n[[\ufffd]]',
    "long line": "word [[fine]] `code` " * 20_000,
    "controls": '---\nmemory_tags: ["\\e[31mred", "[/", "\\u202Eevil"]\n---\n\x00\x1b[2J [[\x1b[31m]] [[[red]]]',
    "open links": "[[" * 100_000,
}


@pytest.mark.parametrize("reme", [False, True])
@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS)
def test_hostile_text_goes_all_the_way(folder: Path, text: str, reme: bool):
    (folder / "bad.md").write_bytes(text.encode())
    rules = ReadingRules(reme=reme, markdown_links=True)
    notes = []
    for path in list_vault(folder.parent, rules=ScanRules(reme=reme)).notes:
        found = read_file(folder.parent, path)
        assert isinstance(found, FileText)
        notes.append(parse_note(path, found.text, digest=found.digest, modified=found.modified, rules=rules))
    snapshot = Snapshot.empty(rules).evolve(Change(changed=tuple(notes)))
    assert set(snapshot.notes) == {"daily/bad.md", "daily/fine.md"}
    for path in snapshot.notes:
        snapshot.links.links_out(path)
        snapshot.links.links_in(path)
    assert all(problem.path == "daily/bad.md" for problem in snapshot.problems)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user can reach."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    for folder, _, _ in os.walk(path):
        os.chmod(folder, 0o700)
    shutil.rmtree(path)


AS_ANOTHER_USER = """
import os, sys
from pathlib import Path
from reme_tui.vault.files import read_file
from reme_tui.vault.scan import list_vault
from reme_tui.vault.listing import ScanRules
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
root = Path(sys.argv[1])
try:
    listing = list_vault(root, rules=ScanRules())
except OSError as error:
    print(type(error).__name__)
else:
    print(sorted(listing.notes), [(p.path, p.kind, p.message) for p in listing.problems])
    print(read_file(root, "closed.md").problem.message)
"""


def without_permission(root: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", AS_ANOTHER_USER, str(root)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()


def test_what_must_not_be_read_is_a_problem(open_folder: Path):
    (open_folder / "fine.md").write_text("x")
    (open_folder / "closed.md").write_text("x")
    (open_folder / "closed").mkdir()
    (open_folder / "closed" / "x.md").write_text("x")
    (open_folder / "closed.md").chmod(0)
    (open_folder / "closed").chmod(0)
    assert without_permission(open_folder) == [
        "['closed.md', 'fine.md'] [('closed', 'unreadable', 'no permission to read it')]",
        "no permission to read it",
    ]
    open_folder.chmod(0)
    assert without_permission(open_folder) == ["PermissionError"]


def test_what_vanishes_while_looking_is_no_problem(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "sub").mkdir()
    (folder / "gone.md").write_text("x")
    scan = os.scandir

    def then_remove(opened: int) -> object:
        entries = scan(opened)
        if os.path.samestat(os.fstat(opened), folder.stat()):
            (folder / "gone.md").unlink()
            (folder / "sub").rmdir()
        return entries

    monkeypatch.setattr(os, "scandir", then_remove)
    listing, problems = look(folder, ScanRules())
    assert (set(listing.notes), problems) == ({"daily/fine.md"}, {})
    assert isinstance(read_file(folder.parent, "daily/gone.md"), Unreadable)

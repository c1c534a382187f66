"""What applying a plan writes, and what it leaves alone."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reme_tui.tidy.changes import Delete, Merge, Rename, Retag
from reme_tui.tidy.edits.note_edit import Refusal
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.files.lock import BUSY, write_lock
from reme_tui.tidy.files.store import FileStore
from reme_tui.tidy.planning.monitor import Monitor
from reme_tui.vault.files import MOST_BYTES
from tests.tidy.disks import SlowDisk, SteppedDisk
from tests.tidy.vaults import Bench, in_child, note

OLD, NEW = note("alpha"), note("omega")
CHANGE = Rename("alpha", "omega")


def test_applying_writes_the_new_text_and_nothing_else(make_bench):
    bench = make_bench({"a.md": OLD, "b.md": note("beta"), "c.txt": "alpha"})
    other = os.stat(bench.vault / "b.md")
    outcome = bench.cleanup(Disk()).apply(bench.plan(CHANGE))
    assert (outcome.applied, outcome.refused, outcome.lines) == (("a.md",), (), 1)
    assert bench.texts() == {"a.md": NEW, "b.md": note("beta"), "c.txt": "alpha"}
    assert os.stat(bench.vault / "b.md") == other


def test_skipped_notes_are_left_alone(make_bench):
    bench = make_bench({"a.md": OLD, "b.md": OLD})
    outcome = bench.cleanup().apply(bench.plan(CHANGE), skip={"a.md"})
    assert outcome.applied == ("b.md",)
    assert bench.text("a.md") == OLD


def test_nothing_left_to_apply_leaves_no_entry(make_bench):
    bench = make_bench({"a.md": OLD})
    outcome = bench.cleanup().apply(bench.plan(CHANGE), skip={"a.md"})
    assert (outcome.id, outcome.applied) == (None, ())
    assert bench.cleanup().log().done == ()


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_stay(make_bench, ends: str):
    text = "\ufeff---\nmemory_tags: [alpha]\n---\nText\n\n  more".replace("\n", ends)
    bench = make_bench({"a.md": text})
    bench.do(CHANGE)
    assert bench.text("a.md") == text.replace("alpha", "omega")
    bench.undo()
    assert bench.text("a.md") == text


def test_a_note_too_large_to_be_read_is_not_rewritten(tmp_path: Path):
    with (tmp_path / "a.md").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert FileStore(tmp_path, Disk()).read("a.md") == Refusal("a.md", "it is larger than 20 MiB")


def test_mode_owner_and_attributes_are_kept_and_the_time_is_not(make_bench):
    bench = make_bench({"a.md": OLD})
    file = bench.vault / "a.md"
    file.chmod(0o640)
    os.utime(file, (1, 1))
    try:
        os.setxattr(file, "user.colour", b"red")
    except (AttributeError, OSError):
        pytest.skip("no extended attributes here")
    if os.geteuid() == 0:
        os.chown(file, 1234, 2345)
    before = os.stat(file)
    assert bench.do(CHANGE).applied == ("a.md",)
    after = os.stat(file)
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert os.getxattr(file, "user.colour") == b"red"
    assert after.st_mtime > 1


def test_attributes_that_cannot_be_kept_refuse_the_file(make_bench):
    class Forgetful(SteppedDisk):
        def attributes(self, file):
            return {"user.colour": b"red"} if os.fstat(file).st_size == len(OLD) else {}

        def set_attribute(self, file, name, *, value):
            raise PermissionError(1, "no")

    bench = make_bench({"a.md": OLD})
    plan = bench.plan(Rename("alpha", "longer"))
    outcome = bench.cleanup(Forgetful()).apply(plan)
    assert outcome.refused[0].reason == "its extended attributes cannot be kept"
    assert bench.texts() == {"a.md": OLD}


def replace_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def replace_by_link(file: Path) -> None:
    target = file.with_name("target.txt")
    file.rename(target)
    file.symlink_to(target.name)


def replace_parent_by_link(file: Path) -> None:
    moved = file.parent.with_name("moved")
    file.parent.rename(moved)
    file.parent.symlink_to(moved.name)


def make_fifo(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


BETWEEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "a line added": (lambda file: file.write_text(file.read_text() + "more\n"), "it has changed since the preview"),
    "deleted": (lambda file: file.unlink(), "it is gone"),
    "a folder": (replace_by_folder, "a folder stands in its place"),
    "read-only": (lambda file: file.chmod(0o444), "it is read-only"),
    "a link": (replace_by_link, "it is a link now"),
    "in a linked folder": (replace_parent_by_link, "its folder is gone, or a link now"),
    "a fifo": (make_fifo, "it is not a regular file"),
    "a hard link": (lambda file: os.link(file, file.with_name("twin.txt")), "it is a hard link: 2 names for one file"),
    "not UTF-8": (lambda file: file.write_bytes(b"caf\xe9"), "it has changed since the preview"),
}


@pytest.mark.parametrize("what", BETWEEN)
def test_what_happened_since_the_preview_is_left_alone_and_named(make_bench, what: str):
    change, reason = BETWEEN[what]
    bench = make_bench({"a.md": OLD, "sub/b.md": OLD, "z.md": OLD})
    plan = bench.plan(CHANGE)
    change(bench.vault / "sub/b.md")
    left = sorted((path, os.lstat(path).st_mode) for path in (bench.vault / "sub").rglob("*"))
    text = (
        (bench.vault / "sub/b.md").read_bytes() if "fifo" not in what and (bench.vault / "sub/b.md").is_file() else b""
    )
    outcome = bench.cleanup().apply(plan)
    assert outcome.applied == ("a.md", "z.md")
    assert [(refusal.path, refusal.reason) for refusal in outcome.refused] == [("sub/b.md", reason)]
    assert sorted((path, os.lstat(path).st_mode) for path in (bench.vault / "sub").rglob("*")) == left
    if text:
        assert (bench.vault / "sub/b.md").read_bytes() == text


def test_a_change_between_the_check_and_the_replacement_is_seen(make_bench):
    bench = make_bench({"a.md": OLD})

    def intrude(number: int, name: str) -> None:
        if name == "mode":
            bench.write("a.md", "mine\n")

    outcome = bench.cleanup(SteppedDisk(before=intrude)).apply(bench.plan(CHANGE))
    assert outcome.refused[0].reason == "it has changed since the preview"
    assert bench.texts() == {"a.md": "mine\n"}


def test_a_change_right_after_the_replacement_is_told(make_bench):
    bench = make_bench({"a.md": OLD})

    def intrude(number: int, name: str) -> None:
        if name == "replace":
            bench.write("a.md", "mine\n")

    outcome = bench.cleanup(SteppedDisk(after=intrude)).apply(bench.plan(CHANGE))
    assert outcome.applied == ("a.md",)
    assert outcome.refused[0].reason == "written, but it changed again at once"


def test_short_writes_are_continued(make_bench):
    bench = make_bench({"a.md": OLD})
    assert bench.cleanup(SlowDisk()).apply(bench.plan(CHANGE)).applied == ("a.md",)
    assert bench.texts() == {"a.md": NEW}
    bench.undo()
    assert bench.texts() == {"a.md": OLD}


def test_the_temporary_file_is_hidden_no_note_and_in_the_journal_first(make_bench):
    bench = make_bench({"sub/a.md": OLD})
    seen = []

    def look(number: int, name: str) -> None:
        if name == "replace":
            temp = next(file.name for file in (bench.vault / "sub").iterdir() if file.name != "a.md")
            seen.append(temp)
            assert temp in next(bench.state.rglob("*.jsonl")).read_text()

    bench.cleanup(SteppedDisk(before=look)).apply(bench.plan(CHANGE))
    assert len(seen) == 1
    assert seen[0].startswith(".")
    assert not seen[0].endswith((".md", ".markdown"))


@pytest.mark.parametrize("error", [errno.EINVAL, errno.EIO])
def test_a_folder_that_cannot_be_synced_is_trouble_only_when_the_disk_says_so(make_bench, monkeypatch, error: int):
    real = os.fsync

    def fsync(file: int) -> None:
        if os.path.samestat(os.fstat(file), os.stat(bench.vault)):
            raise OSError(error, "no")
        real(file)

    bench = make_bench({"a.md": OLD})
    monkeypatch.setattr(os, "fsync", fsync)
    outcome = bench.cleanup(Disk()).apply(bench.plan(CHANGE))
    assert outcome.applied == ("a.md",)
    assert bool(outcome.refused) == (error == errno.EIO)
    assert bench.text("a.md") == NEW


def test_a_second_writer_is_turned_away_and_readers_are_not(make_bench):
    bench = make_bench({"a.md": OLD, "b.md": note("beta")})
    plan, other = bench.plan(CHANGE), bench.plan(Rename("beta", "gamma"))
    outcomes = []

    def second(done: int, total: int) -> None:
        outcomes.append(bench.cleanup().apply(other))
        assert bench.cleanup().log().done[0].state == "open"
        assert bench.cleanup().open_entry() is None
        assert bench.cleanup().sweep() == ()

    assert bench.cleanup().apply(plan, monitor=Monitor(second)).applied == ("a.md",)
    assert (outcomes[0].objection, outcomes[0].refused) == (BUSY, ())
    assert bench.text("b.md") == note("beta")
    assert bench.cleanup().apply(other).applied == ("b.md",)


def test_the_lock_is_held_while_writing_only(make_bench):
    bench = make_bench({"a.md": OLD})
    bench.do(CHANGE)
    with write_lock(next(bench.state.rglob("*.lock"))) as busy:
        assert busy is None


def test_progress_counts_files_and_cancelling_keeps_what_is_done(make_bench):
    bench = make_bench({f"{number}.md": OLD for number in range(5)})
    counts = []
    outcome = bench.cleanup().apply(
        bench.plan(CHANGE),
        monitor=Monitor(lambda done, total: counts.append((done, total)), lambda: len(counts) == 2),
    )
    assert counts == [(1, 5), (2, 5)]
    assert outcome.applied == ("0.md", "1.md")
    assert {refusal.reason for refusal in outcome.refused} == {"cancelled before it was written"}
    assert bench.cleanup().open_entry() is None
    bench.undo()
    assert set(bench.texts().values()) == {OLD}


def test_no_state_folder_means_no_writing(make_bench):
    bench = make_bench({"a.md": OLD})
    bench.state.write_text("a file")
    outcome = bench.do(CHANGE)
    assert outcome.id is None
    assert "the folder for clean-ups cannot be used" in outcome.objection
    assert outcome.refused == ()
    assert bench.text("a.md") == OLD


def test_the_state_folder_is_private(make_bench):
    bench = make_bench({"a.md": OLD})
    bench.do(CHANGE)
    for file in (bench.state / "journal").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((bench.state / "journal").stat().st_mode) == 0o700


def test_hostile_names_of_files_go_through(make_bench):
    names = ["[red] x.md", "a\nb.md", "ü\u202e.md", "-rf.md", "日本.md", "$1 'q'.md"]
    bench = make_bench(dict.fromkeys(names, OLD))
    (bench.vault / os.fsdecode(b"caf\xe9.md")).write_bytes(OLD.encode())
    outcome = bench.do(CHANGE)
    assert len(outcome.applied) == len(names) + 1
    assert set(bench.texts().values()) == {NEW}
    assert len(bench.undo().applied) == len(names) + 1


def test_a_vault_reached_through_a_link_has_the_same_journal(make_bench):
    bench = make_bench({"a.md": OLD})
    link = bench.vault.with_name("link")
    link.symlink_to(bench.vault)
    bench.do(CHANGE)
    twin = Bench(link, bench.state)
    assert len(twin.cleanup().log().done) == 1
    assert twin.undo().applied == ("a.md",)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others may look into; pytest's own are private."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_permissions_are_those_of_whoever_runs_it(make_bench, open_folder: Path):
    make_bench({"a.md": OLD}).do(CHANGE)  # loads what the other user may not
    root = open_folder
    vault, state = root / "vault", root / "state"
    for folder in (vault, vault / "closed", state):
        folder.mkdir()
    files = ("own.md", "others.md", "shared.md", "closed/in.md", "ro.md")
    for name in files:
        (vault / name).write_text(OLD)
    for path in (vault, state, vault / "own.md", vault / "closed/in.md", vault / "ro.md"):
        os.chown(path, 65534, 65534)
    (vault / "ro.md").chmod(0o444)
    (vault / "shared.md").chmod(0o666)
    bench = Bench(vault, state)

    def run() -> None:
        outcome = bench.do(CHANGE)
        told = dict.fromkeys(outcome.applied, "applied") | {item.path: item.reason for item in outcome.refused}
        (state / "told.json").write_text(json.dumps(told))

    assert in_child(run, user=65534) == 0
    assert json.loads((state / "told.json").read_text()) == {
        "own.md": "applied",
        "closed/in.md": "its folder is read-only",
        "others.md": "no permission to write it",
        "ro.md": "it is read-only",
        "shared.md": "its owner or group cannot be kept",
    }
    assert {name: (vault / name).read_text() == NEW for name in files} == {name: name == "own.md" for name in files}


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_a_repository_is_clean_again_after_an_undo(make_bench):
    bench = make_bench({"a.md": OLD, "b.md": note("beta", "alpha")})

    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=n", "-c", "user.email=e", *arguments]
        return subprocess.run(command, cwd=bench.vault, capture_output=True, text=True, check=True).stdout

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "notes")
    bench.do(CHANGE)
    assert git("status", "--porcelain").split() == ["M", "a.md", "M", "b.md"]
    bench.undo()
    assert git("status", "--porcelain") == ""


def test_merge_delete_and_retag_write_what_they_say(make_bench):
    bench = make_bench({"a.md": note("one", "keep"), "b.md": note("two")})
    bench.do(Merge(("one", "two"), "three"))
    bench.do(Retag(("a.md",), add=("new",), remove=("keep",)))
    bench.do(Delete(("three",)))
    assert bench.text("a.md") == note("new")
    assert bench.text("b.md") == "---\ntitle: A note\nmemory_tags: []\n---\nText.\n"

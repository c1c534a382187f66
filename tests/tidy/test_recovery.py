"""A clean-up killed at any step: every note wholly old or new, nothing stray, and both ways on are right."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from reme_tui.tidy.changes import Merge, Rename
from reme_tui.tidy.journal_records import Entry
from reme_tui.tidy.planning.monitor import Monitor
from tests.tidy.disks import SteppedDisk, killing
from tests.tidy.vaults import Bench, in_child, note

CHANGE = Merge(("alpha", "beta"), "omega")
FILES = {f"{'sub/' if number % 3 else ''}n{number:02}.md": note("alpha", "beta", "x") for number in range(30)}
MERGED = note("omega", "x")


def fresh(root: Path, files: dict[str, str] = FILES) -> Bench:
    vault = root / "vault"
    (vault / "sub").mkdir(parents=True)
    for path, text in files.items():
        (vault / path).write_text(text)
    return Bench(vault, root / "state")


def restore(bench: Bench) -> None:
    """The vault as it was at first, and no journal."""
    for path, text in bench.texts().items():
        if text != FILES.get(path):
            bench.write(path, FILES[path])
    shutil.rmtree(bench.state, ignore_errors=True)


def kill_at(bench: Bench, plan, step: int) -> bool:
    """Apply in a child that is killed before its n-th call; whether it was killed and not done before."""
    status = in_child(lambda: bench.cleanup(killing(step)).apply(plan))
    assert status in (0, signal.SIGKILL)
    return status == signal.SIGKILL


def check_after_a_kill(bench: Bench) -> Entry | None:
    """What must hold before anybody decides; the open entry."""
    assert bench.cleanup().sweep() == ()
    texts = bench.texts()
    assert texts.keys() == FILES.keys()
    assert set(texts.values()) <= {FILES["n00.md"], MERGED}
    return bench.cleanup().open_entry()


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: a kill takes nothing from the disk's cache, so it makes no difference."""
    memory = Path("/dev/shm")  # noqa: S108
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


MARKS = {"write", "sync", "truncate", "own", "mode", "set_attribute", "replace", "unlink"}
"""The calls that leave a mark on the disk, with those to `open` that make a file."""


def steps_to_kill_at(bench: Bench, plan) -> list[int]:
    """Every step that leaves a mark."""
    steps: list[int] = []

    class Watched(SteppedDisk):
        def open(self, name, flags, **named):
            if flags & os.O_CREAT:
                steps.append(len(self.calls))
            return super().open(name, flags, **named)

    disk = Watched(before=lambda number, name: steps.append(number) if name in MARKS else None)
    assert len(bench.cleanup(disk).apply(plan).applied) == len(FILES)
    restore(bench)
    return steps


def test_killed_at_any_step_it_can_be_finished_or_rolled_back(quick_folder: Path):
    bench = fresh(quick_folder)
    plan = bench.plan(CHANGE)
    steps = steps_to_kill_at(bench, plan)
    # A file takes seven of them, an odd number, so that each kind of step is met both ways.
    assert len(steps) == 4 + 7 * len(FILES) + 2
    for count, step in enumerate(steps):
        assert kill_at(bench, plan, step)
        entry = check_after_a_kill(bench)
        if entry is None:
            assert set(bench.texts().values()) in ({FILES["n00.md"]}, {MERGED})
        elif count % 2:
            outcome = bench.cleanup().finish()
            assert (len(outcome.applied), outcome.refused) == (len(FILES), ())
            assert set(bench.texts().values()) == {MERGED}
        else:
            assert bench.cleanup().roll_back().refused == ()
            assert bench.texts() == FILES
        assert bench.cleanup().open_entry() is None
        restore(bench)


def half_done(root: Path, step: int = 200) -> Bench:
    bench = fresh(root)
    assert kill_at(bench, bench.plan(CHANGE), step)
    return bench


def test_the_open_entry_is_offered_and_shown_in_the_history(tmp_path: Path):
    bench = half_done(tmp_path)
    entry = bench.cleanup().open_entry()
    assert (entry.title, entry.state, len(entry.files)) == ("merge alpha, beta into omega", "open", 30)
    assert 0 < len(entry.written) < 30
    assert [row.state for row in bench.cleanup().log().done] == ["open"]
    assert "interrupted" in bench.cleanup().plan_undo(entry.id).objection


def test_finishing_can_be_undone_in_one_go(tmp_path: Path):
    bench = half_done(tmp_path)
    bench.cleanup().finish()
    assert len(bench.undo().applied) == 30
    assert bench.texts() == FILES


def test_rolling_back_is_an_undo_and_can_be_undone_itself(tmp_path: Path):
    bench = half_done(tmp_path)
    half = bench.texts()
    outcome = bench.cleanup().roll_back()
    titles = [(row.title, row.state) for row in bench.cleanup().log().done]
    assert titles == [("undo merge alpha, beta into omega", "applied"), ("merge alpha, beta into omega", "undone")]
    bench.undo(outcome.id)
    assert bench.texts() == {path: half[path] for path in FILES}


@pytest.mark.parametrize("way", ["finish", "roll_back"])
def test_edits_by_hand_before_the_decision_are_kept(tmp_path: Path, way: str):
    bench = half_done(tmp_path)
    bench.cleanup().sweep()
    new = next(path for path, text in bench.texts().items() if text == MERGED)
    old = next(path for path, text in bench.texts().items() if text != MERGED)
    bench.write(new, MERGED + "By hand.\n")
    bench.write(old, FILES[old] + "By hand.\n")
    outcome = getattr(bench.cleanup(), way)()
    if way == "finish":
        assert [(refusal.path, refusal.reason) for refusal in outcome.refused] == [
            (old, "it has changed since the preview")
        ]
        assert bench.text(new) == MERGED + "By hand.\n"
        assert bench.text(old) == FILES[old] + "By hand.\n"
    else:
        assert outcome.refused == ()
        assert bench.texts() == FILES | {path: FILES[path] + "By hand.\n" for path in (new, old)}
    assert bench.cleanup().open_entry() is None


def test_killed_while_finishing_and_while_rolling_back(tmp_path: Path):
    for way, result in (("finish", MERGED), ("roll_back", FILES["n00.md"])):
        for step in range(5, 900, 170):
            bench = half_done(tmp_path / f"{way}{step}")
            in_child(lambda bench=bench, way=way, step=step: getattr(bench.cleanup(killing(step)), way)())
            check_after_a_kill(bench)
            # An undo that was stopped is finished too: that is the way that was chosen.
            while entry := bench.cleanup().open_entry():
                getattr(bench.cleanup(), "finish" if entry.title.startswith("undo") else way)()
            assert set(bench.texts().values()) == {result}
            shutil.rmtree(tmp_path / f"{way}{step}")


def test_cancelling_a_finish_leaves_the_entry_open(tmp_path: Path):
    bench = half_done(tmp_path)
    bench.cleanup().finish(monitor=Monitor(cancelled=lambda: True))
    assert bench.cleanup().open_entry() is not None
    assert len(bench.cleanup().finish().applied) == 30


@pytest.mark.parametrize("way", ["finish", "roll_back"])
def test_a_roll_back_cancelled_half_way_is_offered_again(tmp_path: Path, way: str):
    bench = half_done(tmp_path)
    bench.cleanup().sweep()
    half = bench.texts()
    done: list[int] = []
    bench.cleanup().roll_back(monitor=Monitor(lambda count, _: done.append(count), lambda: bool(done)))
    assert done == [1]
    assert sum(text != half[path] for path, text in bench.texts().items()) == 1
    entry = bench.cleanup().open_entry()
    assert (entry.title, entry.state) == ("undo merge alpha, beta into omega", "open")
    assert [row.state for row in bench.cleanup().log().done] == ["open", "applied"]
    assert getattr(bench.cleanup(), way)().refused == ()
    assert bench.cleanup().open_entry() is None
    states = [row.state for row in bench.cleanup().log().done]
    if way == "finish":
        assert bench.texts() == FILES
        assert states == ["applied", "undone"]
    else:  # the undo is taken back: what the change had written stands
        assert bench.texts() == half
        assert states == ["applied", "undone", "applied"]


def test_new_changes_may_go_first(tmp_path: Path):
    bench = half_done(tmp_path)
    bench.do(Rename("x", "z"))
    assert bench.cleanup().roll_back().refused == ()
    assert set(bench.texts().values()) == {note("alpha", "beta", "z")}


def test_nothing_to_recover(make_bench):
    cleanup = make_bench({"a.md": note("x")}).cleanup()
    assert (cleanup.open_entry(), cleanup.sweep(), cleanup.log().done) == (None, (), ())
    assert cleanup.finish().objection == "no clean-up was interrupted"
    assert cleanup.roll_back().objection == "no clean-up was interrupted"


def test_a_sweep_takes_only_what_the_journal_names(tmp_path: Path):
    bench = half_done(tmp_path)
    stranger = bench.vault / ".reme-tui-abc234-1.tmp"
    stranger.write_text("mine")
    bench.cleanup().sweep()
    assert stranger.read_text() == "mine"


@pytest.mark.parametrize("way", ["finish", "roll_back"])
def test_what_could_not_be_swept_is_not_forgotten(tmp_path: Path, way: str):
    bench = half_done(tmp_path)

    def fail(number: int, name: str) -> None:
        if name == "unlink":
            raise OSError(errno.EIO, "no")

    stray = next(path for path in bench.texts() if path not in FILES)
    disk = SteppedDisk(before=fail)
    assert stray in bench.cleanup(disk).sweep()
    getattr(bench.cleanup(disk), way)()
    assert stray in bench.texts()
    assert bench.cleanup().sweep() == ()
    assert bench.texts().keys() == FILES.keys()


def test_busy_is_told_from_nothing_open(tmp_path):
    bench = fresh(tmp_path)
    assert not bench.cleanup().busy()
    assert not bench.state.exists()
    seen = []
    bench.cleanup().apply(bench.plan(CHANGE), monitor=Monitor(lambda *_: seen.append(bench.cleanup().busy())))
    assert set(seen) == {True}
    assert not bench.cleanup().busy()

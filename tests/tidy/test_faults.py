"""A disk that fails at any call: nothing half-written, what happened is told, and the way on is open."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest

from reme_tui.tidy.changes import Merge
from tests.tidy.disks import SteppedDisk, failing, failing_from
from tests.tidy.vaults import Bench, note

CHANGE = Merge(("alpha", "beta"), "omega")
FILES = {f"n{number}.md": note("alpha", "beta") for number in range(3)}
OLD, NEW = FILES["n0.md"], note("omega")


def fresh(root: Path) -> Bench:
    (root / "vault").mkdir(parents=True)
    bench = Bench(root / "vault", root / "state")
    for path, text in FILES.items():
        bench.write(path, text)
    return bench


def calls_of_a_whole_run(root: Path) -> int:
    bench, disk = fresh(root), SteppedDisk()
    assert len(bench.cleanup(disk).apply(bench.plan(CHANGE)).applied) == 3
    return len(disk.calls)


def check(bench: Bench, outcome) -> None:
    """Each note is wholly old or new, and the outcome says which; what is left over goes with the next sweep."""
    notes = {path: text for path, text in bench.texts().items() if path.endswith(".md")}
    assert notes.keys() == FILES.keys()
    assert set(notes.values()) <= {OLD, NEW}
    assert {path for path, text in notes.items() if text == NEW} == set(outcome.applied)
    left = {path for path, text in notes.items() if text == OLD}
    if outcome.objection:
        assert (outcome.id, outcome.applied, outcome.refused) == (None, (), ())
    else:
        assert left <= {refusal.path for refusal in outcome.refused}
    assert all(refusal.reason for refusal in outcome.refused)
    assert bench.cleanup().sweep() == ()
    assert bench.texts().keys() == FILES.keys()


# Every file takes the same calls, so that over three files each call meets each error.
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
FAULTS = {
    "once": lambda step: failing(step, ERRORS[step % 3]),
    "told too late": lambda step: failing(step, ERRORS[step % 3], done=True),
    "from then on": lambda step: failing_from(step, ERRORS[step % 3]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_failing_at_every_call(tmp_path: Path, fault: str):
    total = calls_of_a_whole_run(tmp_path / "whole")
    assert total > 50
    bench = fresh(tmp_path / "bench")
    plan = bench.plan(CHANGE)
    for step in range(total):
        outcome = bench.cleanup(FAULTS[fault](step)).apply(plan)
        check(bench, outcome)
        if bench.cleanup().open_entry():
            bench.cleanup().roll_back()
        elif outcome.applied:
            bench.undo()
        assert bench.texts() == FILES
        shutil.rmtree(bench.state, ignore_errors=True)


def test_failing_at_every_call_of_an_undo(tmp_path: Path):
    bench = fresh(tmp_path / "whole")
    bench.do(CHANGE)
    disk = SteppedDisk()
    bench.cleanup(disk).apply(bench.cleanup().plan_undo())
    bench = fresh(tmp_path / "bench")
    plan = bench.plan(CHANGE)
    for step in range(len(disk.calls)):
        bench.cleanup().apply(plan)
        entry = bench.cleanup().log().done[-1]
        bench.cleanup(failing(step, ERRORS[step % 3])).apply(bench.cleanup().plan_undo())
        assert bench.cleanup().sweep() == ()
        if bench.cleanup().open_entry():
            bench.cleanup().finish()
        else:
            bench.undo(entry.id)
        assert bench.texts() == FILES
        shutil.rmtree(bench.state)


def test_a_temporary_file_that_cannot_be_removed_is_swept_later(tmp_path: Path):
    bench = fresh(tmp_path)

    def fail(number: int, name: str) -> None:
        if name in ("replace", "unlink"):
            raise OSError(errno.EIO, "no")

    outcome = bench.cleanup(SteppedDisk(before=fail)).apply(bench.plan(CHANGE))
    assert (outcome.applied, len(outcome.refused)) == ((), 3)
    assert len(bench.texts()) == 6
    assert bench.cleanup().open_entry() is None
    assert bench.cleanup().sweep() == ()
    assert bench.texts() == FILES


@pytest.mark.parametrize("call", ["write", "sync"])
def test_a_disk_full_at_the_last_record_leaves_the_change_open_and_says_so(tmp_path: Path, call: str):
    whole, disk = fresh(tmp_path / "whole"), SteppedDisk()
    whole.cleanup(disk).apply(whole.plan(CHANGE))
    last = max(at for at, name in enumerate(disk.calls) if name == call)
    bench = fresh(tmp_path / "bench")
    outcome = bench.cleanup(failing(last, errno.ENOSPC)).apply(bench.plan(CHANGE))
    assert (len(outcome.applied), outcome.refused, outcome.objection) == (3, (), "")
    assert "no space left" in outcome.unclosed
    assert [entry.state for entry in bench.cleanup().log().done] == ["open"]
    outcome = bench.cleanup().finish()
    assert (len(outcome.applied), outcome.unclosed) == (3, "")
    assert [entry.state for entry in bench.cleanup().log().done] == ["applied"]
    bench.undo()
    assert bench.texts() == FILES

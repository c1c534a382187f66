"""What a stopped run left behind: temporary files to sweep, an open entry to finish or to roll back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from reme_tui.tidy.apply import Outcome, Run, WriteAccess, apply_locked
from reme_tui.tidy.files.lock import write_lock
from reme_tui.tidy.files.replacement import reason_of
from reme_tui.tidy.files.store import FileStore, NoteText
from reme_tui.tidy.journal import Log
from reme_tui.tidy.journal_records import Entry, end_record
from reme_tui.tidy.planning.monitor import UNWATCHED, Monitor
from reme_tui.tidy.planning.plan import EditRules
from reme_tui.tidy.planning.undo import plan_undo

NOTHING_OPEN = "no clean-up was interrupted"


def open_entry(access: WriteAccess) -> Entry | None:
    """The newest entry that was stopped half-way; None too while somebody is writing. Raises OSError."""
    entry = _newest_open(access.journal.read())
    if entry is None:
        return None
    with write_lock(access.lock) as busy:
        return _newest_open(access.journal.read()) if busy is None else None


def sweep(access: WriteAccess) -> tuple[str, ...]:
    """Remove the temporary files that the journal names and no run is using; what could not be removed is returned."""
    if not any(_temps(access.journal.read())):
        return ()
    with write_lock(access.lock) as busy:
        if busy is not None:
            return ()
        return _sweep(access)


def finish(access: WriteAccess, *, monitor: Monitor) -> Outcome:
    """Write what an interrupted clean-up has left to write, where the notes are still as it found them.

    When it is cancelled, the entry stays open.
    """
    with write_lock(access.lock) as busy:
        if busy is not None:
            return Outcome(None, objection=busy)
        try:
            entry = _newest_open(access.journal.read())
            if entry is None:
                return Outcome(None, objection=NOTHING_OPEN)
            strays = _sweep(access)
            with access.journal.writer() as journal:
                run = Run(entry, access, journal, strays=list(strays))
                if _resume(run, monitor):
                    run.end(())
                return run.outcome(())
        except OSError as error:
            return Outcome(None, objection=f"the journal cannot be used: {reason_of(error)}")


def roll_back(access: WriteAccess, *, edit_rules: EditRules, monitor: Monitor) -> Outcome:
    """Take back what an interrupted clean-up has written; this is an undo, and stands in the journal as one.

    When it is cancelled, that undo stays open.
    """
    with write_lock(access.lock) as busy:
        if busy is not None:
            return Outcome(None, objection=busy)
        try:
            log = access.journal.read()
            entry = _newest_open(log)
            if entry is None:
                return Outcome(None, objection=NOTHING_OPEN)
            strays = _sweep(access)
            return _roll_back(replace(entry, strays=strays), log, access, edit_rules=edit_rules, monitor=monitor)
        except OSError as error:
            return Outcome(None, objection=f"the journal cannot be used: {reason_of(error)}")


def _roll_back(entry: Entry, log: Log, access: WriteAccess, *, edit_rules: EditRules, monitor: Monitor) -> Outcome:
    written = [path for path in entry.files if _is_written(entry, path, access.store)]
    closed = replace(entry, written=frozenset(written), state="applied")
    log = replace(log, entries=tuple(closed if other.id == entry.id else other for other in log.entries))
    closing = end_record(entry.id, written, strays=entry.strays, refused=())
    plan = plan_undo(closed, log, access.store, edit_rules=edit_rules, monitor=UNWATCHED)
    if plan.edits:
        return apply_locked(plan, access, monitor=monitor, closing=(closing,))
    with access.journal.writer() as journal:
        journal.append_durably(closing)
    return Outcome(entry.id, refused=plan.refusals)


def _resume(run: Run, monitor: Monitor) -> bool:
    """Go through the files of an entry; whether it got to the end."""
    total = len(run.entry.files)
    for done, (path, file) in enumerate(run.entry.files.items(), start=1):
        if _is_written(run.entry, path, run.access.store):
            run.written.append(path)
        elif monitor.cancelled():
            return False
        else:
            run.rewrite(path, file.trace, None)
        monitor.progress(done, total)
    return True


def _is_written(entry: Entry, path: str, store: FileStore) -> bool:
    """Whether the entry wrote a file: it is marked, or it was stopped between writing and marking."""
    if path in entry.written:
        return True
    note = store.read(path)
    return isinstance(note, NoteText) and note.digest == entry.files[path].trace.after


def _newest_open(log: Log) -> Entry | None:
    return next((entry for entry in reversed(log.entries) if entry.state == "open"), None)


def _temps(log: Log) -> Iterator[str]:
    for entry in log.entries:
        yield from entry.strays
        if entry.state == "open":
            yield from (str(PurePosixPath(path).with_name(file.temp)) for path, file in entry.files.items())


def _sweep(access: WriteAccess) -> tuple[str, ...]:
    return tuple(path for path in _temps(access.journal.read()) if not access.store.remove_temp(path))

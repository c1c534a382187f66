"""A plan carried out: the journal first, then file by file, each wholly or not at all."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.edits.gate import check_edit
from reme_tui.tidy.edits.note_edit import NoteEdit, Refusal
from reme_tui.tidy.edits.traces import Trace, forward
from reme_tui.tidy.files.lock import write_lock
from reme_tui.tidy.files.replacement import Rewrite, reason_of
from reme_tui.tidy.files.store import FileStore
from reme_tui.tidy.journal import Journal, JournalWriter, Log
from reme_tui.tidy.journal_records import (
    NOT_COME_TO,
    Entry,
    FileTrace,
    Record,
    begin_record,
    end_record,
    wrote_record,
)
from reme_tui.tidy.planning.monitor import Monitor
from reme_tui.tidy.planning.plan import FileEdit, Plan
from reme_tui.tidy.planning.undo import check_restored

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened. `id` is the entry's in the journal, None when nothing was begun.

    `applied` are the paths that hold the new text, `refused` all others of the plan, with those that could not even
    be planned; a file that was written but could not be confirmed stands in both. `lines` counts the lines changed.
    `objection` says why nothing could be written at all, and is empty otherwise: `refused` then holds only what could
    not be planned. `unclosed` says why the journal still takes the change for one that was stopped half-way.
    """

    id: str | None
    applied: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()
    lines: int = 0
    objection: str = ""
    unclosed: str = ""


@dataclass(frozen=True, slots=True)
class WriteAccess:
    """Everything that writing needs: the notes, the journal, the writers' lock, the reading rules and a clock."""

    store: FileStore
    journal: Journal
    lock: Path
    rules: ReadingRules
    now: Callable[[], dt.datetime]


def apply_plan(plan: Plan, access: WriteAccess, *, monitor: Monitor) -> Outcome:
    """Carry out a plan. What fails a check is left alone and named, the rest goes on. Never raises OSError."""
    with write_lock(access.lock) as busy:
        if busy is not None:
            return Outcome(None, refused=plan.refusals, objection=busy)
        return apply_locked(plan, access, monitor=monitor)


def apply_locked(plan: Plan, access: WriteAccess, *, monitor: Monitor, closing: Sequence[Record] = ()) -> Outcome:
    """Carry out a plan while the lock is held. `closing` are records that must be written at the same moment.

    With them it is the way back from a change that was stopped half-way: when it is cancelled, its entry stays open.
    """
    if not plan.edits and not plan.settled:
        return Outcome(None, refused=plan.refusals)
    with ExitStack() as stack:
        try:
            entry = _entry(plan, access.journal.read(), access.now())
            journal = stack.enter_context(access.journal.writer())
            journal.append_durably(*closing, begin_record(entry))
        except OSError as error:
            why = f"the journal cannot be written: {reason_of(error)}"
            return Outcome(None, refused=plan.refusals, objection=why)
        run = Run(entry, access, journal)
        if run.write(plan.edits, monitor) or not closing:
            run.end(plan.refusals)
    return run.outcome(plan.refusals)


@dataclass(slots=True)
class Run:
    """One entry being written, and what has become of its files so far."""

    entry: Entry
    access: WriteAccess
    journal: JournalWriter
    written: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    unclosed: str = ""

    def write(self, edits: Iterable[FileEdit], monitor: Monitor) -> bool:
        """Write file after file, marking each in the journal; return whether it got to the end."""
        edits = tuple(edits)
        for done, edit in enumerate(edits, start=1):
            if monitor.cancelled():
                self.refused += (Refusal(left.path, NOT_COME_TO) for left in edits[done - 1 :])
                return False
            self.rewrite(edit.path, edit.trace, edit.edit)
            monitor.progress(done, len(edits))
        return True

    def rewrite(self, path: str, trace: Trace, edit: NoteEdit | None) -> None:
        """Write one file, or leave it alone and say why."""
        temp = self.entry.files[path].temp
        gate = _Gate(path, trace, edit, self.access.rules)
        self.take(path, self.access.store.rewrite(path, gate.new_text, digest=trace.before, temp=temp))

    def take(self, path: str, rewrite: Rewrite) -> None:
        """Note what became of a file."""
        if rewrite.stray:
            self.strays.append(str(PurePosixPath(path).with_name(self.entry.files[path].temp)))
        if rewrite.reason is not None:
            self.refused.append(Refusal(path, rewrite.reason))
        if rewrite.written:
            self.written.append(path)
            # The digests in the entry tell as much when a mark is lost, so a full disk need not stop the rest.
            with suppress(OSError):
                self.journal.append(wrote_record(self.entry.id, path))

    def end(self, refusals: Iterable[Refusal]) -> None:
        """Close the entry. Without this record it stays open, and is offered to be finished: the outcome says so."""
        refused = (*refusals, *self.refused)
        try:
            self.journal.append_durably(end_record(self.entry.id, self.written, strays=self.strays, refused=refused))
        except OSError as error:
            self.unclosed = f"the journal could not be closed ({reason_of(error)}); settle this once it can be"

    def outcome(self, refusals: Iterable[Refusal]) -> Outcome:
        """What has happened so far, after the refusals of the plan."""
        lines = sum(self.entry.files[path].lines for path in self.written)
        refused = (*refusals, *self.refused)
        return Outcome(self.entry.id, tuple(self.written), refused, lines, unclosed=self.unclosed)


@dataclass(frozen=True, slots=True)
class _Gate:
    """The last word before a file is written."""

    path: str
    trace: Trace
    edit: NoteEdit | None
    rules: ReadingRules

    def new_text(self, text: str) -> str | Refusal:
        after = forward(self.trace, text)
        reason = check_restored(text, after, self.trace)
        if reason is None and self.edit is not None:
            reason = check_edit(text, after, self.edit, rules=self.rules)
        return after if reason is None else Refusal(self.path, reason)


def _entry(plan: Plan, log: Log, now: dt.datetime) -> Entry:
    taken = {entry.id for entry in log.entries}
    entry_id = next(name for name in iter(_new_id, "") if name not in taken)
    files: Mapping[str, FileTrace] = {
        edit.path: FileTrace(f".reme-tui-{entry_id}-{number}.tmp", edit.lines, edit.trace)
        for number, edit in enumerate(plan.edits, start=1)
    }
    return Entry(
        entry_id,
        now.isoformat(timespec="seconds"),
        plan.change,
        plan.title,
        files,
        plan.tag_fields,
        frozenset(plan.settled),
        list_style=plan.list_style,
    )


def _new_id() -> str:
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(6))

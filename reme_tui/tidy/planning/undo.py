"""Undo: an ordinary plan, made from the journal."""

from __future__ import annotations

from reme_tui.core.frontmatter.errors import conflict_offset
from reme_tui.core.text.lines import lines_before
from reme_tui.core.text.words import counted
from reme_tui.tidy.changes import Undo, describe
from reme_tui.tidy.edits.note_edit import Refusal
from reme_tui.tidy.edits.splices import apply_splices
from reme_tui.tidy.edits.traces import Trace, body_of, text_digest
from reme_tui.tidy.journal import Log
from reme_tui.tidy.journal_records import Entry
from reme_tui.tidy.planning.diff import splices_between
from reme_tui.tidy.planning.monitor import CANCELLED, Monitor
from reme_tui.tidy.planning.plan import EditRules, FileEdit, NoteSource, Plan, file_edit
from reme_tui.tidy.planning.rewind import rules_of, undone_text


def newest_to_undo(log: Log) -> Entry | None:
    """What a plain undo takes back: the newest applied entry that wrote something and is no undo."""
    for entry in reversed(log.entries):
        if entry.state == "applied" and entry.written and not isinstance(entry.change, Undo):
            return entry
    return None


def plan_undo(entry: Entry, log: Log, source: NoteSource, *, edit_rules: EditRules, monitor: Monitor) -> Plan:
    """Plan to take an entry back; taking an undo back is a redo. A file that is as before already is passed over."""
    change = Undo(entry.id, entry.title)
    if entry.state == "open":
        return Plan(change, describe(change), objection="this clean-up was interrupted: finish it or roll it back")
    edit_rules = rules_of(entry, edit_rules)
    edits, refusals, settled = [], [], []
    paths = [path for path in dict.fromkeys((*entry.files, *sorted(entry.settled))) if log.stands(entry, path)]
    for done, path in enumerate(paths, start=1):
        if monitor.cancelled():
            return Plan(change, describe(change), objection=CANCELLED)
        planned = _plan_note(path, entry, log, source=source, edit_rules=edit_rules)
        if isinstance(planned, Refusal):
            refusals.append(planned)
        elif planned is None:
            settled.append(path)
        else:
            edits.append(planned)
        monitor.progress(done, len(paths))
    notices = (f"nothing is left to take back in {counted(len(settled), 'note')}",) if settled else ()
    why = "" if edits or refusals or settled else "there is nothing left to take back"
    return Plan(
        change,
        describe(change),
        tuple(edits),
        tuple(refusals),
        notices=notices,
        objection=why,
        settled=tuple(settled),
        tag_fields=entry.tag_fields,
        list_style=entry.list_style,
    )


def _plan_note(
    path: str, entry: Entry, log: Log, *, source: NoteSource, edit_rules: EditRules
) -> FileEdit | Refusal | None:
    note = source.read(path)
    if isinstance(note, Refusal):
        return note
    after = undone_text(path, note.text, entry, log=log, edit_rules=edit_rules)
    if isinstance(after, Refusal):
        return after
    if after == note.text:
        return None
    splices = splices_between(note.text, after)
    assert apply_splices(note.text, splices) == after  # noqa: S101  # what a diff is
    edit = file_edit(note, splices, None, rules=edit_rules.reading)
    reason = check_restored(note.text, after, edit.trace)
    return edit if reason is None else Refusal(path, reason)


def check_restored(before: str, after: str, trace: Trace) -> str | None:
    """Why a text must not be written that is known in full by its digest; None when it may."""
    if text_digest(after) != trace.after:
        return "it would not become what was planned"
    if body_of(before) != body_of(after):
        return "its body would change"
    if (conflict := conflict_offset(before, 0, len(before))) is not None:
        return f"unresolved conflict, line {lines_before(before, conflict) + 1}"
    return None

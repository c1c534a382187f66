"""Clean-up of one vault as both front ends use it: plan, apply, history, undo, and recovery after a stopped run."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Snapshot
from reme_tui.tidy.apply import Outcome, WriteAccess, apply_plan
from reme_tui.tidy.changes import TagChange, Undo, describe
from reme_tui.tidy.duplicates.decisions import DecisionBook
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.files.lock import is_locked
from reme_tui.tidy.files.store import FileStore
from reme_tui.tidy.journal import Journal, Log, journal_name
from reme_tui.tidy.journal_records import Entry
from reme_tui.tidy.planning.monitor import UNWATCHED, Monitor
from reme_tui.tidy.planning.plan import EditRules, Plan
from reme_tui.tidy.planning.undo import newest_to_undo, plan_undo
from reme_tui.tidy.planning.vault_plan import VaultPlanner
from reme_tui.tidy.recovery import finish, open_entry, roll_back, sweep


def _local_now() -> dt.datetime:
    return dt.datetime.now().astimezone()


class Cleanup:
    """All changes of tags in one vault.

    Nothing is touched before a method is called, and only `apply`, `finish`, `roll_back` and `sweep` write.
    `state_folder` is the user's folder for state; the journal and the lock in it are named after the vault's real
    path. Calls may come from any thread. A journal that cannot be read raises OSError, except from `apply`,
    `finish` and `roll_back`, whose outcome says so.
    """

    def __init__(
        self,
        vault: Path,
        state_folder: Path,
        rules: ReadingRules,
        *,
        disk: Disk | None = None,
        now: Callable[[], dt.datetime] = _local_now,
    ) -> None:
        disk = disk or Disk()
        base = state_folder / "journal" / journal_name(vault)
        self._rules = rules
        self._decisions = DecisionBook(vault, disk)
        self._access = WriteAccess(
            FileStore(vault, disk),
            Journal(base.with_name(f"{base.name}.jsonl"), disk),
            base.with_name(f"{base.name}.lock"),
            rules,
            now,
        )

    def plan(
        self, change: TagChange, snapshot: Snapshot, *, only: str | None = None, monitor: Monitor = UNWATCHED
    ) -> Plan:
        """Plan any change but an undo, every note read fresh; `only` is a glob or folder that limits the notes.

        A plan that is cancelled has the objection CANCELLED, and no edits.
        """
        return VaultPlanner(snapshot, self._access.store, self._rules, monitor, only).plan(change)

    def foresee(self, change: TagChange, snapshot: Snapshot) -> Plan:
        """What is known of a change, an undo excepted, before a note is read: a plan without files."""
        return VaultPlanner(snapshot, self._access.store, self._rules, UNWATCHED).foresee(change)

    def plan_undo(self, entry_id: str | None = None, *, monitor: Monitor = UNWATCHED) -> Plan:
        """Plan to take back one entry, or the newest applied one that is no undo; cancelled as `plan` is."""
        log = self.log()
        entry = newest_to_undo(log) if entry_id is None else log.find(entry_id)
        if entry is None:
            change = Undo(entry_id or "", entry_id or "")
            why = "there is nothing to undo" if entry_id is None else f"no entry in the history: {entry_id}"
            return Plan(change, describe(change), objection=why)
        return plan_undo(entry, log, self._access.store, edit_rules=EditRules(self._rules), monitor=monitor)

    def apply(self, plan: Plan, *, skip: Collection[str] = (), monitor: Monitor = UNWATCHED) -> Outcome:
        """Carry out a plan but for the paths in `skip`. What is kept apart stays so under its new name."""
        outcome = apply_plan(plan.without(skip), self._access, monitor=monitor)
        return self._kept_apart(plan.change, outcome)

    def log(self) -> Log:
        """The whole journal, damaged lines counted."""
        return self._access.journal.read()

    def open_entry(self) -> Entry | None:
        """The clean-up that was stopped half-way, to be finished or rolled back; None too while `busy`."""
        return open_entry(self._access)

    def busy(self) -> bool:
        """Whether a clean-up of this vault is being written now, by any process; what is open is then its own."""
        return is_locked(self._access.lock)

    def finish(self, *, monitor: Monitor = UNWATCHED) -> Outcome:
        """Write what the open entry has left to write. `applied` are all paths that hold its text then."""
        outcome = finish(self._access, monitor=monitor)
        entry = self.log().find(outcome.id) if outcome.id else None
        return self._kept_apart(entry.change, outcome) if entry else outcome

    def roll_back(self, *, monitor: Monitor = UNWATCHED) -> Outcome:
        """Take back what the open entry has written; an undo of its own in the history."""
        return roll_back(self._access, edit_rules=EditRules(self._rules), monitor=monitor)

    def _kept_apart(self, change: TagChange, outcome: Outcome) -> Outcome:
        trouble = self._decisions.follow(change) if outcome.applied else None
        return replace(outcome, refused=(*outcome.refused, trouble)) if trouble else outcome

    def sweep(self) -> tuple[str, ...]:
        """Remove stray temporary files that the journal names; returns those that could not be removed."""
        return sweep(self._access)

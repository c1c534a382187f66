"""Suggested tags on their way to the screen: for one note as ticks, for several as a plan; for a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reme_tui.core.text.words import counted
from reme_tui.search.tag_suggestions.wording import reasons_in_words, why_nothing
from reme_tui.tidy.changes import Suggested, describe
from reme_tui.tidy.planning.monitor import CANCELLED, Monitor
from reme_tui.tidy.planning.plan import Plan
from reme_tui.ui.notes.tags import Tick

if TYPE_CHECKING:
    from reme_tui.search.tag_suggestions.values import NoteSuggestions
    from reme_tui.workspace import Workspace

WITHOUT_MEANING = "by words and links alone: there is no meaning to compare yet"


class _GivenUpError(Exception):
    """Nobody waits for the suggestions any more."""


def suggested_ticks(found: NoteSuggestions) -> tuple[Tick, ...]:
    """Return what is suggested for a note as rows with their reasons; the surest one is ticked."""
    return tuple(
        Tick(one.tag, 0, "none", "none" if at else "all", why=reasons_in_words(one))
        for at, one in enumerate(found.suggestions)
    )


def suggested_plan(workspace: Workspace, paths: Sequence[str], monitor: Monitor) -> Plan:
    """Plan to add to each note what is suggested for it, with the reasons as remarks."""

    def report(done: int, total: int) -> None:
        if monitor.cancelled():
            raise _GivenUpError
        monitor.progress(done, total)

    try:
        found = workspace.suggestions.for_notes(paths, progress=report)
    except _GivenUpError:
        change = Suggested(())
        return Plan(change, describe(change), objection=CANCELLED)
    some = [note for note in found if note.suggestions]
    change = Suggested(tuple((note.path, tuple(one.tag for one in note.suggestions)) for note in some))
    if not some:
        return Plan(change, describe(change), objection=_why_none(found))
    plan = workspace.cleanup.plan(change, workspace.snapshot, monitor=monitor)
    notices = [f"nothing is suggested for {counted(len(found) - len(some), 'note')}"] * (len(some) < len(found))
    notices += [WITHOUT_MEANING] * any(not note.with_meaning for note in found)
    return replace(plan, notices=(*notices, *plan.notices), remarks={note.path: _remark(note) for note in some})


def _remark(found: NoteSuggestions) -> str:
    several = len(found.suggestions) > 1
    told = ((f"{one.tag}: " if several else "") + "; ".join(reasons_in_words(one)) for one in found.suggestions)
    return " · ".join(told)


def _why_none(found: Sequence[NoteSuggestions]) -> str:
    reasons = {why_nothing(note) for note in found}
    return reasons.pop() if len(reasons) == 1 else "no tag of this vault is named well enough in any of these notes"

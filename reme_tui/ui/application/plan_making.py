"""What is asked of the history before and while a change is planned; for a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reme_tui.core.text.words import said_by

if TYPE_CHECKING:
    from reme_tui.tidy.cleanup import Cleanup
    from reme_tui.tidy.journal_records import Entry
    from reme_tui.tidy.planning.plan import Plan


def made_plan(planner: Callable[[], Plan], cleanup: Cleanup) -> Plan | Entry | str:
    """Return a plan, or the change that was stopped half-way and must be settled first, or why neither is known."""
    try:
        if cleanup.busy():
            return "another process is changing this vault: try again"
        return cleanup.open_entry() or planner()
    except OSError as error:
        return f"the history cannot be read: {said_by(error)}"


def has_nothing_to_undo(cleanup: Cleanup) -> bool:
    """Whether the history can be read and holds nothing that a plain undo takes back."""
    from reme_tui.tidy.planning.undo import newest_to_undo

    try:
        return cleanup.open_entry() is None and newest_to_undo(cleanup.log()) is None
    except OSError:
        return False  # the preview says why

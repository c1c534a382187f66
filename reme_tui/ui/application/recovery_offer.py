"""A change that was stopped half-way: finish it, roll it back, or leave it for later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

from reme_tui.core.text.words import counted
from reme_tui.ui.application.change_runs import RunsChanges
from reme_tui.ui.asking.following_chips import followed_change
from reme_tui.ui.messages.cleanup import Applied, Interrupted, OpenEntryMet

if TYPE_CHECKING:
    from reme_tui.tidy.journal_records import Entry
    from reme_tui.tidy.planning.monitor import Monitor

FINISH, ROLL_BACK, LATER = range(3)
Verb = Literal["finish", "roll back"]


class OffersRecovery(RunsChanges, inherit_bindings=False):
    """The part of the app that settles what a killed run has left."""

    def on_interrupted(self, message: Interrupted) -> None:
        """Offer it at the start, but never over another screen unasked: the next change asks again."""
        if self.screen is self.browse:
            self.offer_recovery(message.entry)

    def on_open_entry_met(self, message: OpenEntryMet) -> None:
        """Nothing is changed on top of a change that is half done: settle that, then go on."""
        message.close()
        self.offer_recovery(message.entry, message.again)

    def offer_recovery(self, entry: Entry, then: Callable[[], None] | None = None) -> None:
        """Ask what is to become of an entry; once it is settled, go on."""
        from reme_tui.ui.drawing.history_rows import when
        from reme_tui.ui.screens.choice import ChoiceScreen
        from reme_tui.ui.widgets.choice_list import Choice

        written = len(entry.written)
        choices = (
            Choice("finish", f"write the {counted(len(entry.files) - written, 'file')} left"),
            Choice("roll back", f"take back the {counted(written, 'file')} written"),
            Choice("later", "no tag can be changed until then"),
        )
        moment = when(entry, self.workspace.today())
        said = f"{entry.title}, {moment}. Every file is wholly old or wholly new."
        resolve = partial(self._resolve, entry, then)
        self.push_screen(ChoiceScreen(("A change was stopped half-way", said), choices, at=LATER), resolve)

    def _resolve(self, entry: Entry, then: Callable[[], None] | None, answer: int | None) -> None:
        if answer in (FINISH, ROLL_BACK):
            verb: Verb = "finish" if answer == FINISH else "roll back"
            self.write(f"{verb} {entry.title}", len(entry.files), partial(self._recovered, entry, verb, then))

    def _recovered(self, entry: Entry, verb: Verb, then: Callable[[], None] | None, monitor: Monitor) -> Applied:
        finishing = verb == "finish"
        settle = self.workspace.finish if finishing else self.workspace.roll_back
        outcome = settle(entry, monitor=monitor)
        followed = followed_change(entry.change, self.workspace.cleanup) if finishing and outcome.applied else None
        return Applied(f"{verb} {entry.title}", outcome, followed=followed, is_undo=not finishing, then=then)

"""Calling near-duplicates different, which is remembered in the vault, and taking that back."""

from __future__ import annotations

from reme_tui.core.text.words import counted
from reme_tui.tidy.duplicates.decisions import DISTINCT
from reme_tui.ui.duplicates.groups import Dismissal, TagGroup
from reme_tui.ui.duplicates.review import Review
from reme_tui.ui.messages.cleanup import ResultSeen, UndoWanted
from reme_tui.ui.messages.duplicates import ComparisonWanted, Dismissed
from reme_tui.ui.screens.parts.duplicate_work import DuplicateWork
from reme_tui.ui.screens.parts.tells_results import TellsResults
from reme_tui.ui.widgets.duplicate_heads import SaidLine
from reme_tui.ui.widgets.group_list import GroupList

MOST_NAMED = 3


class Dismissing(DuplicateWork, TellsResults, inherit_bindings=False):
    """The part of the screen that says `not the same`: shown at once, remembered in a thread."""

    review: Review
    shown: TagGroup | None
    lists_dismissed = False
    _last: tuple[Dismissal, ...] = ()

    @property
    def tag(self) -> str:
        """The tag that keys are about; the lead where they are about the group."""
        raise NotImplementedError

    @property
    def groups(self) -> GroupList:
        """The list of groups."""
        return self.query_one(GroupList)

    def list_groups(self) -> None:
        """List the groups as they are now."""
        raise NotImplementedError

    def action_apart(self) -> None:
        """Remember that a tag is another thing; where that is remembered, no longer."""
        group, tag = self.shown, self.tag
        member = group.member(tag) if group else None
        if group is None or member is None:
            return
        if group.is_spelling:
            self.notify("they are one tag already, written in different ways", markup=False, timeout=4)
        elif group.sureness == "apart":
            self.remember((Dismissal(group, group.others[0].tag, (group.lead.tag,)),), back=True)
        elif member.apart or group.is_apart:
            self.remember(self.review.dismissals_of(group, tag), back=True)
        else:
            made = self.review.dismiss(group, tag)
            self.list_groups()
            self.remember(made, back=False)

    def on_dismissed(self, message: Dismissed) -> None:
        """Say what was written, or why it was not."""
        message.stop()
        if message.back != bool(message.trouble):
            self.review.take_back(message.dismissals)
        if message.trouble:
            self.notify(message.trouble, title=DISTINCT, severity="error", markup=False, timeout=8)
            self.list_groups()
        else:
            self._last = () if message.back else message.dismissals
            self.post_message(ResultSeen())  # the keys take this back now
            self._say(_told(message.dismissals, back=message.back))
            self.post_message(ComparisonWanted())  # what is taken back comes with the answer

    def forget_last(self) -> None:
        """Something else has been done last: nothing is to be taken back here."""
        self._last = ()
        self._say("")

    def _say(self, text: str) -> None:
        line = self.query_one(SaidLine)
        line.said, line.can_take_back = text, bool(self._last)

    def action_undo(self) -> None:
        """Take back what was done last: what was called different, else the last change of tags."""
        if self._last:
            self.remember(self._last, back=True)
        else:
            self.post_message(UndoWanted())

    def action_dismissed(self) -> None:
        """List what is remembered as not the same after the groups and go there, or list it no longer."""
        self.lists_dismissed = not self.lists_dismissed
        self.list_groups()
        apart = [at for at, each in enumerate(self.groups.groups) if any(one.apart for one in each.others)]
        if not self.lists_dismissed:
            told = "what you called not the same is no longer listed"
        elif apart:
            self.groups.cursor, told = apart[0], f"{counted(len(apart), 'group')} with what you called not the same"
        else:
            self.lists_dismissed, told = False, "nothing is kept apart"
        self.notify(told, markup=False, timeout=4)


def _told(dismissals: tuple[Dismissal, ...], *, back: bool) -> str:
    pairs = [f"{each.tag} and {other}" for each in dismissals for other in each.others]
    more = f" and {len(pairs) - MOST_NAMED:,} more pairs" if len(pairs) > MOST_NAMED else ""
    named = ", ".join(pairs[:MOST_NAMED]) + more
    return f"taken out of {DISTINCT}: {named}" if back else f"not the same, written to {DISTINCT}: {named}"

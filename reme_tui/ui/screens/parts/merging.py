"""Merging near-duplicates through the preview, counting what came of it, and going from group to group."""

from __future__ import annotations

from dataclasses import dataclass

from reme_tui.tidy.changes import Merge, Merges, describe
from reme_tui.ui.duplicates.groups import TagGroup
from reme_tui.ui.messages.browsing import ChangeWanted
from reme_tui.ui.messages.cleanup import News
from reme_tui.ui.screens.parts.dismissing import Dismissing


@dataclass(frozen=True, slots=True)
class AwaitedMerge:
    """A merge that was asked for: its title, of how many groups, and of which where it is one."""

    title: str
    groups: int
    group: TagGroup | None


class Merging(Dismissing, inherit_bindings=False):
    """The part of the screen that asks for merges."""

    _awaited: AwaitedMerge | None = None

    def show_notice(self) -> None:
        """Say what has been done so far."""
        raise NotImplementedError

    def action_merge(self) -> None:
        """Fold the ticked tags of the group into the kept one, after a preview."""
        group = self.shown
        merge = self.review.merge_of(group) if group else None
        if merge and group:
            self._awaited = AwaitedMerge(describe(merge), 1, group)
            self.post_message(ChangeWanted(merge))
        elif group:
            self.notify(why_no_preview(group), markup=False, timeout=4)

    def action_all_high(self) -> None:
        """Merge the high ones of all groups, after one preview."""
        merges = self.review.sure_merges(self.groups.groups)
        said = self.review.said_of(self.groups.groups, merges)
        if merges:
            self._awaited = AwaitedMerge(describe(change := _as_one(merges)), len(merges), None)
            self.post_message(ChangeWanted(change, notices=said))
        else:
            self.notify("; ".join(said) or "no group has a high one", markup=False, timeout=4)

    def hear(self, news: News | None) -> None:
        """Count what has been merged or taken back, and go on to the next group."""
        if news is None or news.outcome is None or not news.outcome.applied:
            return
        self.forget_last()
        awaited = self._awaited
        if awaited is not None and news.title == awaited.title:
            self._awaited = None
            self.review.count(news.title, awaited.groups, files=len(news.outcome.applied))
            if awaited.group and self.groups.group and self.groups.group.tags & awaited.group.tags:
                self.action_next_group()
        else:
            self.review.uncount(news.title)
        self.show_notice()

    def action_next_group(self) -> None:
        """Look at the next group."""
        self.groups.cursor += 1

    def action_previous_group(self) -> None:
        """Look at the group before."""
        self.groups.cursor -= 1


def _as_one(merges: tuple[Merge, ...]) -> Merge | Merges:
    return merges[0] if len(merges) == 1 else Merges(merges)


def why_no_preview(group: TagGroup) -> str:
    """Say why there is nothing to be merged in a group."""
    if group.is_apart:
        return "they are remembered as not the same"
    return "nothing is ticked: among its tags, space takes one in"

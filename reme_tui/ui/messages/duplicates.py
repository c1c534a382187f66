"""What is said about near-duplicate tags: values only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from reme_tui.tidy.planning.plan import Plan
    from reme_tui.ui.duplicates.details import Details
    from reme_tui.ui.duplicates.groups import Dismissal, KnownDuplicates, TagGroup


class DuplicatesWanted(Message):
    """The near-duplicate tags are to be shown."""


class ComparisonWanted(Message):
    """Near-duplicates are to be looked for again: what the user decided about them has changed."""


class Comparing(Message):
    """So many of so many tags are compared."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__()
        self.done = done
        self.total = total


class Compared(Message):
    """The near-duplicates among the tags of the moment are known."""

    def __init__(self, known_duplicates: KnownDuplicates) -> None:
        super().__init__()
        self.known_duplicates = known_duplicates


class GroupSelected(Message):
    """The cursor is on another group."""


class MembersWanted(Message):
    """The keys are to go to the tags of the group."""


class GroupsWanted(Message):
    """The keys are to go back to the groups."""


class TickWanted(Message):
    """A tag is to be taken into the merge, or out of it."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag


class KeepWanted(Message):
    """Another tag of the group is to be kept."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag


class NotesWanted(Message):
    """The notes under a tag of the group are to be listed."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag


class Detailed(Message):
    """What the notes say about a group is known."""

    def __init__(self, details: Details) -> None:
        super().__init__()
        self.details = details


class Forecast(Message):
    """What merging a group would do is planned; without a tag that is ticked, `plan` is None."""

    def __init__(self, group: TagGroup, plan: Plan | None) -> None:
        super().__init__()
        self.group = group
        self.plan = plan


class Dismissed(Message):
    """Tags have been kept apart, or with `back` are no longer; `trouble` says why not, where that failed."""

    def __init__(self, dismissals: Sequence[Dismissal], trouble: str, *, back: bool) -> None:
        super().__init__()
        self.dismissals = tuple(dismissals)
        self.trouble = trouble
        self.back = back

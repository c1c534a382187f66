"""What is said while tags are changed: values only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from textual.message import Message

if TYPE_CHECKING:
    from reme_tui.tidy.apply import Outcome
    from reme_tui.tidy.changes import TagChange
    from reme_tui.tidy.journal_records import Entry
    from reme_tui.tidy.planning.plan import Plan


TagVerb = Literal["rename", "merge", "delete"]


class News(NamedTuple):
    """The last change of tags, or the one being written now.

    While it is written, `outcome` is None and `done` of `total` files are through.
    """

    title: str
    done: int = 0
    total: int = 0
    outcome: Outcome | None = None
    is_undo: bool = False


class TagChangeAsked(Message):
    """The user is to say what becomes of these tags, as they are shown."""

    def __init__(self, verb: TagVerb, tags: tuple[str, ...]) -> None:
        super().__init__()
        self.verb = verb
        self.tags = tags


class HitsMarked(Message):
    """So many notes are marked."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class NoteTagsAsked(Message):
    """The user is to say which tags these notes have."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        super().__init__()
        self.paths = paths


class SuggestionsAsked(Message):
    """Tags are to be suggested for these notes; none stands for all without a tag."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        super().__init__()
        self.paths = paths


class UndoWanted(Message):
    """An entry of the history is to be taken back, the newest without an id: plan it and show the preview."""

    def __init__(self, entry: str | None = None) -> None:
        super().__init__()
        self.entry = entry


class HistoryWanted(Message):
    """The changes made so far are to be listed."""


class OutcomeWanted(Message):
    """What the last change left alone is to be listed."""


class ResultSeen(Message):
    """What became of the last change has been seen: something else is shown by now."""


class StopWanted(Message):
    """What is being written is to stop before the next file."""


class Advanced(Message):
    """So many of so many notes are done, by planning or by writing."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__()
        self.done = done
        self.total = total


class Planned(Message):
    """A plan is made; `counts` is how many lines each of its files has to show."""

    def __init__(self, plan: Plan, counts: Sequence[int]) -> None:
        super().__init__()
        self.plan = plan
        self.counts = counts


class Unplanned(Message):
    """No plan could be made, and `why`."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why


class Interrupted(Message):
    """A change was stopped half-way in an earlier run."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


class OpenEntryMet(Message):
    """Nothing was planned, as a change was stopped half-way: `close` the preview, `again` plan once it is settled."""

    def __init__(self, entry: Entry, close: Callable[[], object], again: Callable[[], None]) -> None:
        super().__init__()
        self.entry = entry
        self.close = close
        self.again = again


class Applied(Message):
    """A change has been written, as far as it could be.

    `followed` is the change as chips are to follow it; `then` is what to go on with when nothing stood in the way.
    """

    def __init__(
        self,
        title: str,
        outcome: Outcome,
        *,
        followed: TagChange | None,
        is_undo: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.then = then
        self.is_undo = is_undo
        self.title = title
        self.outcome = outcome
        self.followed = followed

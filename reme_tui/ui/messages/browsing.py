"""What workers and widgets tell the screen: values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from reme_tui.core.query.query import Query, Scope
from reme_tui.vault.watch import WatchState

if TYPE_CHECKING:
    from reme_tui.core.neighbours import Neighbours
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.search.results import Results
    from reme_tui.tidy.changes import TagChange
    from reme_tui.ui.notes.page import NoPage, NotePage
    from reme_tui.ui.notes.place import ReadingWalk, Stop
    from reme_tui.workspace import Progress


class Facts(NamedTuple):
    """The vault in figures, for the top line.

    `as_of` is the local time of the last complete look at the disk, empty before it; `checking` says that one is
    under way, `stopped` that reading was stopped before its end; `watching` how changes come in; `progress` is None
    when nothing is read, `can_stop` says that reading may be stopped; `duplicates` counts groups of tags that are
    probably one, None while that is unknown; `trouble` says why the vault cannot be read now, in one line, and is
    empty while it can.
    """

    name: str
    notes: int = 0
    tags: int = 0
    passages: int = 0
    problems: int = 0
    errors: int = 0
    duplicates: int | None = None
    as_of: str = ""
    checking: bool = False
    watching: WatchState = "off"
    without_meaning: bool = False
    progress: Progress | None = None
    can_stop: bool = False
    stopped: bool = False
    trouble: str = ""


class Loaded(Message):
    """A part of the vault has been read, or all of it; `changed` says that answers may differ now."""

    def __init__(self, facts: Facts, snapshot: Snapshot | None, *, complete: bool, changed: bool) -> None:
        super().__init__()
        self.facts = facts
        self.snapshot = snapshot
        self.complete = complete
        self.changed = changed


class Noticed(Message):
    """Files may have changed: `paths` are to be looked at again, None stands for the whole disk."""

    def __init__(self, paths: frozenset[str] | None) -> None:
        super().__init__()
        self.paths = paths


class VaultTrouble(Message):
    """The vault cannot be read; `reason` is one line."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class Answered(Message):
    """The answer to the question numbered `serial`, and the notes by tag key within dates and path."""

    def __init__(self, serial: int, results: Results, counts: Mapping[str, int] | None) -> None:
        super().__init__()
        self.serial = serial
        self.results = results
        self.counts = counts


class ScopeWanted(Message):
    """The user wants another scope."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope


class WordsTyped(Message):
    """The query line holds other words; `words` is a query without a scope."""

    def __init__(self, words: Query) -> None:
        super().__init__()
        self.words = words


class ScopeAdded(Message):
    """Operators were finished in the query line; `scope` holds what they add."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope


class Complaint(Message):
    """What is wrong with the query line; empty when nothing is."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class HitsWanted(Message):
    """The focus should go to the hits."""


class LastChipDropped(Message):
    """Backspace at the start of the query line."""


class OrderWanted(Message):
    """The hits are to come in the other order."""


class MoreWanted(Message):
    """The end of the hits has been come to, and there are more."""


class NeighboursWanted(Message):
    """The hit at `path` is to be unfolded."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class NeighboursFound(Message):
    """The notes one link away from the note at `path`."""

    def __init__(self, path: str, neighbours: Neighbours) -> None:
        super().__init__()
        self.path = path
        self.neighbours = neighbours


class HitSelected(Message):
    """The cursor is on the note at `path`, a hit or one that is linked; empty when there is none."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class ReadWanted(Message):
    """The note at `path` is to be shown; `line` counts from 1, 0 leaves the place to the best passage.

    `walk` holds what lies before and after it, when that is not the hits. `via` is the hit from which a link to the
    note is followed, empty when the note is read for itself.
    """

    def __init__(self, path: str, line: int = 0, *, walk: ReadingWalk | None = None, via: str = "") -> None:
        super().__init__()
        self.via = via
        self.path = path
        self.line = line
        self.walk = walk


class NoteRead(Message):
    """A note has been opened, or cannot be; `stop_at` is the place to show."""

    def __init__(self, page: NotePage | NoPage, stop_at: Stop) -> None:
        super().__init__()
        self.page = page
        self.stop_at = stop_at


class EditWanted(Message):
    """The note at `path` is to be opened in the user's editor, at `line` from 1."""

    def __init__(self, path: str, line: int = 1) -> None:
        super().__init__()
        self.path = path
        self.line = line


class WhyWanted(Message):
    """It is to be explained why the note at `path` is, or is not, a hit; without a path, one is to be named first."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class ProblemsWanted(Message):
    """What is not read as it was meant is to be listed."""


class ChangeWanted(Message):
    """A change of tags is to be planned and previewed; `notices` are said there before its own."""

    def __init__(self, change: TagChange, *, notices: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.change = change
        self.notices = notices


class CopyWanted(Message):
    """`text` should go to the clipboard; `what` names it."""

    def __init__(self, text: str, what: str) -> None:
        super().__init__()
        self.text = text
        self.what = what


class CommandWanted(Message):
    """A command was clicked."""

    def __init__(self, command_id: str) -> None:
        super().__init__()
        self.command_id = command_id

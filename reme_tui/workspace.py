"""The one object both front ends talk to."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from reme_tui.collector import spare_what_lasts
from reme_tui.config import Config
from reme_tui.indexing.indexer import Indexer
from reme_tui.indexing.state import Progress, Report, State, VaultError, check_folder
from reme_tui.tidy.planning.monitor import UNWATCHED, Monitor

if TYPE_CHECKING:
    from reme_tui.core.neighbours import Neighbours
    from reme_tui.core.query.query import Query, Scope
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.near_duplicates import NearDuplicates
    from reme_tui.search.results import Results
    from reme_tui.search.why.explain import Explanation
    from reme_tui.suggestions import Suggestions
    from reme_tui.tidy.apply import Outcome
    from reme_tui.tidy.cleanup import Cleanup
    from reme_tui.tidy.journal_records import Entry
    from reme_tui.tidy.planning.plan import Plan
    from reme_tui.vault.files import FileText, Unreadable

__all__ = ["Progress", "State", "VaultError", "Workspace", "check_folder"]


class Workspace:
    """A vault and its index.

    Searches take the state of the moment they begin and need no lock; `load` and `refresh` block and take turns.
    `complete` is whether every listed file has been read, `read_at` when the disk was last compared (seconds).
    """

    def __init__(self, config: Config, *, today: Callable[[], dt.date] = dt.date.today) -> None:
        self.config = config
        self.name = config.vault.name or str(config.vault)
        self.complete, self.read_at = False, 0.0
        self.today = today
        self._meaning = True
        self._indexer = Indexer(config)
        self._writer = threading.Lock()

    @property
    def state(self) -> State | None:
        """What is known now; None until a first part has been read."""
        return self._indexer.state

    @property
    def snapshot(self) -> Snapshot:
        """The notes as they are known now. Raises VaultError before anything was read."""
        return self._require().snapshot

    @property
    def passage_count(self) -> int:
        """How many passages can be searched now."""
        return self._require().engine.passage_count

    @property
    def cleanup(self) -> Cleanup:
        """What changes tags in the notes, and its history."""
        from reme_tui.tidy.cleanup import Cleanup

        return Cleanup(self.config.vault, self.config.state, self.config.reading)

    @cached_property
    def near_duplicates(self) -> NearDuplicates:
        """The tags of this vault that are probably one, and what was decided about them."""
        from reme_tui.near_duplicates import NearDuplicates

        return NearDuplicates(self.config, self._require)

    @cached_property
    def suggestions(self) -> Suggestions:
        """The tags that notes are about, for those who ask."""
        from reme_tui.suggestions import Suggestions

        return Suggestions(self.config, self._require)

    def interrupted(self) -> Entry | None:
        """Clear away what a killed clean-up left behind, and return the change it stopped half-way, if any."""
        self.cleanup.sweep()
        return self.cleanup.open_entry()

    def apply(self, plan: Plan, *, skip: Collection[str] = (), monitor: Monitor = UNWATCHED) -> Outcome:
        """Carry out a plan but for the paths in `skip`, then read again what was written; as `Cleanup.apply`."""
        outcome = self.cleanup.apply(plan, skip=skip, monitor=monitor)
        self._read_again(outcome.applied)
        return outcome

    def finish(self, entry: Entry, *, monitor: Monitor = UNWATCHED) -> Outcome:
        """Write what an `interrupted` change has left to write, then read all its notes again; as `Cleanup.finish`."""
        outcome = self.cleanup.finish(monitor=monitor)
        self._read_again(entry.files)
        return outcome

    def roll_back(self, entry: Entry, *, monitor: Monitor = UNWATCHED) -> Outcome:
        """Take back what an `interrupted` change has written, then read all its notes again."""
        outcome = self.cleanup.roll_back(monitor=monitor)
        self._read_again(entry.files)
        return outcome

    def _read_again(self, paths: Collection[str]) -> None:
        if paths:
            with suppress(VaultError):  # a vault that went away is told of by the next look at it
                self.update(frozenset(paths))

    @property
    def left_out(self) -> Mapping[str, int]:
        """Count the files that are not read, by reason."""
        return self._indexer.listing.left_out if self._indexer.listing else {}

    def load(self, report: Report = lambda _: None, *, meaning: bool = True) -> None:
        """Read the vault in parts, each published when read, then meaning where a model is there.

        What was kept from an earlier start is published first, and only what has changed since is read. `report` is
        called from the same thread after each part. Raises VaultError.
        """
        with self._writer:
            self._indexer.cancelled.clear()
            self.complete = False
            self._indexer.begin(_sparing(report))
            self._meaning = meaning
            self._finish(report)

    def read_by(self, config: Config) -> None:
        """Go on with other settings for the same vault; `load` reads it anew, until then all is as it was read."""
        with self._writer:
            indexer = Indexer(config)
            indexer.state, indexer.listing = self._indexer.state, self._indexer.listing
            self.config, self._indexer = config, indexer
            self.complete = False

    def refresh(self, report: Report = lambda _: None) -> bool:
        """Compare the whole disk with what is held; return whether anything differed. Raises VaultError."""
        with self._writer:
            self._indexer.cancelled.clear()
            changed = self._indexer.catch_up(report)
            self._finish(report)
            return changed

    def update(self, paths: frozenset[str] | None, report: Report = lambda _: None) -> bool:
        """Look again at `paths`, which may have changed, come or gone; return whether anything differed.

        None stands for the whole disk. Raises VaultError.
        """
        if paths is None or self.state is None:
            return self.refresh(report)
        with self._writer:
            self._indexer.cancelled.clear()
            changed = self._indexer.update(paths, report)
            self._add_meaning(report)
            return changed

    def _finish(self, report: Report) -> None:
        self.complete = not self._indexer.cancelled.is_set()
        self.read_at = time.time()
        self._add_meaning(report)
        self._indexer.keep()

    def _add_meaning(self, report: Report) -> None:
        if self._meaning:
            self._indexer.load_encoder()
            self._indexer.encode_pending(report)

    def cancel(self) -> None:
        """Stop reading after the part that is being read; what is published stays."""
        self._indexer.cancelled.set()

    def close(self) -> None:
        """Stop reading and have what is known now at hand at the next start."""
        self.cancel()
        with self._writer:
            self._indexer.keep()

    def search(self, query: Query, *, limit: int = 50, words_only: bool = False, prefix: bool = False) -> Results:
        """Answer from the state of this moment; `prefix` lets the last word be unfinished."""
        state = self._require()
        read = state.reader(self.config.vault)
        return state.engine.search(state.snapshot, query, read=read, limit=limit, words_only=words_only, prefix=prefix)

    def why(self, path: str, query: Query, *, prefix: bool = False) -> Explanation:
        """Explain, step by step, why the note at `path` is or is not a hit; `prefix` as in `search`."""
        from reme_tui.search.why.explain import explain

        state = self._require()
        read = state.reader(self.config.vault)
        return explain(state.engine, state.snapshot, path=path, query=query, read=read, prefix=prefix)

    def neighbours(self, path: str, scope: Scope) -> Neighbours:
        """List what the note links to and what links to it, marked by whether `scope` holds it."""
        from reme_tui.core.neighbours import neighbours_of
        from reme_tui.core.query.selection import select

        snapshot = self._require().snapshot
        return neighbours_of(snapshot, path, inside=select(snapshot, scope).paths)

    def counts_in_scope(self, scope: Scope) -> Mapping[str, int] | None:
        """Count notes by tag key within the scope's dates and path; None when neither narrows."""
        from reme_tui.core.query.selection import select

        snapshot = self._require().snapshot
        paths = select(snapshot, replace(scope, tags=(), excluded_tags=(), untagged=False)).paths
        return None if paths is None else Counter(key for path in paths for key in snapshot.tags.keys_of(path))

    def read_text(self, path: str) -> str | None:
        """Return the note's decoded text, None when it has gone or changed since it was indexed."""
        return self._require().reader(self.config.vault)(path)

    def read_note(self, path: str) -> FileText | Unreadable:
        """Return what the file at `path` holds now, whether or not that is what was indexed."""
        from reme_tui.vault.files import read_file

        return read_file(self.config.vault, path)

    def marks(self, text: str, query: Query) -> tuple[tuple[int, int], ...]:
        """Return the (start, end) offsets of what `query` matches in `text`, its last word as a beginning too."""
        from reme_tui.search.asked import Asked
        from reme_tui.search.text.tokens import mark

        asked = Asked.of(query, typing=True)
        return mark(text, asked.marked, prefix=asked.prefix)

    def _require(self) -> State:
        if self.state is None:
            raise VaultError(f"not read yet: {self.config.vault}")
        return self.state


def _sparing(report: Report) -> Report:
    """Return `report`, before which the garbage collector is told that what has been read lasts."""

    def spare_and_report(progress: Progress) -> None:
        spare_what_lasts()
        report(progress)

    return spare_and_report

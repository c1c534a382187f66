"""The one object both front ends talk to: it owns the vault's state and swaps it."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from reme_tui.config import Config, model_folder

if TYPE_CHECKING:
    from reme_tui.core.neighbours import Neighbours
    from reme_tui.core.note import Note, Problem
    from reme_tui.core.query import Query, Scope
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.search.engine import Engine
    from reme_tui.search.explain import Explanation
    from reme_tui.search.results import Results
    from reme_tui.vault.scan import Listing

FIRST_PART = 200
PART = 1_000
PASSAGES_A_BATCH = 512
DOUBTFUL_NS = 2_000_000_000
"""A file saved this shortly before it was listed may have been saved again within the same clock tick."""


class VaultError(Exception):
    """The vault cannot be read at all; one line says why."""


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """One consistent view: a search keeps the pair it began with."""

    snapshot: Snapshot
    engine: Engine


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading is; `total` is 0 while unknown."""

    stage: Literal["listing", "reading", "meaning"]
    done: int
    total: int


Report = Callable[[Progress], None]


class Workspace:
    """A vault and its index.

    `state` is None until `load` has published a first part; it is swapped in one assignment, so readers take no
    lock. Only one thread at a time reads the disk into it.
    """

    def __init__(self, config: Config, *, today: Callable[[], dt.date] = dt.date.today) -> None:
        self.config = config
        self.name = config.vault.name or str(config.vault)
        self.state: State | None = None
        self.complete = False
        self.read_at = 0.0
        self.today = today
        self._listing: Listing | None = None
        self._listed_ns = 0
        self._unreadable: Mapping[str, Problem] = {}
        self._around: tuple[Collection[str], Mapping[str, str], tuple[Problem, ...]] | None = None
        self._writer = threading.Lock()
        self._cancelled = threading.Event()

    @property
    def snapshot(self) -> Snapshot:
        """The notes as they are known now. Raises VaultError before anything was read."""
        return self._require().snapshot

    @property
    def passage_count(self) -> int:
        """How many passages can be searched now."""
        return self._require().engine.passage_count

    @property
    def left_out(self) -> Mapping[str, int]:
        """Count the files that are not read, by reason."""
        return self._listing.left_out if self._listing else {}

    def load(self, report: Report = lambda _: None, *, meaning: bool = True) -> None:
        """Read the whole vault, publishing `state` in parts, then meaning where a model is there.

        Blocks; `report` is called from the same thread after each part. Raises VaultError.
        """
        with self._writer:
            self._cancelled.clear()
            self.complete = False
            report(Progress("listing", 0, 0))
            listing = self._list()
            self._begin()
            self._read(tuple(listing.notes), report)
            self.complete = not self._cancelled.is_set()
            self.read_at = time.time()
            if meaning:
                self._add_meaning(report)

    def refresh(self, report: Report = lambda _: None) -> bool:
        """Compare the whole disk with what is held; return whether anything differed. Blocks; raises VaultError."""
        from reme_tui.vault.scan import diff_listings

        if self._listing is None:
            self.load(report)
            return True
        with self._writer:
            before = self._require().snapshot.generation
            doubtful = [p for p, s in self._listing.notes.items() if s.mtime_ns > self._listed_ns - DOUBTFUL_NS]
            previous, listing = self._listing, self._list()
            diff = diff_listings(previous, listing)
            changed = dict.fromkeys((*diff.changed, *(path for path in doubtful if path in listing.notes)))
            self._publish((), removed=diff.removed)
            self._read(tuple(changed), report)
            self.read_at = time.time()
            self._encode(report)
            return self._require().snapshot.generation != before

    def cancel(self) -> None:
        """Stop reading after the part that is being read; what is published stays."""
        self._cancelled.set()

    def search(self, query: Query, *, limit: int = 50, words_only: bool = False, prefix: bool = False) -> Results:
        """Answer from the state of this moment; `prefix` lets the last word be unfinished."""
        state = self._require()
        return state.engine.search(
            state.snapshot, query, read=self._reader(state), limit=limit, words_only=words_only, prefix=prefix
        )

    def why(self, path: str, query: Query) -> Explanation:
        """Explain, step by step, why the note at `path` is or is not a hit."""
        from reme_tui.search.explain import explain

        state = self._require()
        return explain(state.engine, state.snapshot, path=path, query=query, read=self._reader(state))

    def neighbours(self, path: str, scope: Scope) -> Neighbours:
        """List what the note links to and what links to it, marked by whether `scope` holds it."""
        from reme_tui.core.neighbours import neighbours_of
        from reme_tui.core.scope import select

        snapshot = self._require().snapshot
        return neighbours_of(snapshot, path, inside=select(snapshot, scope).paths)

    def counts_in_scope(self, scope: Scope) -> Mapping[str, int] | None:
        """Count notes by tag key within the scope's dates and path; None when neither narrows."""
        from reme_tui.core.scope import select

        snapshot = self._require().snapshot
        paths = select(snapshot, replace(scope, tags=(), excluded_tags=(), untagged=False)).paths
        if paths is None:
            return None
        return Counter(key for path in paths for key in snapshot.tags.keys_of(path))

    def read_text(self, path: str) -> str | None:
        """Return the note's decoded text, None when it has gone or changed since it was indexed."""
        return self._reader(self._require())(path)

    def _reader(self, state: State) -> Callable[[str], str | None]:
        from reme_tui.vault.files import FileText, read_file

        def read(path: str) -> str | None:
            file = read_file(self.config.vault, path)
            note = state.snapshot.notes.get(path)
            return file.text if isinstance(file, FileText) and note and file.digest == note.digest else None

        return read

    def _require(self) -> State:
        if self.state is None:
            raise VaultError(f"not read yet: {self.config.vault}")
        return self.state

    def _list(self) -> Listing:
        from reme_tui.vault.scan import list_vault

        vault = self.config.vault
        if not vault.exists():
            raise VaultError(f"no such folder: {vault}")
        if not vault.is_dir():
            raise VaultError(f"not a folder: {vault}")
        self._listed_ns = time.time_ns()
        try:
            self._listing = list_vault(vault, rules=self.config.scan)
        except OSError as error:
            raise VaultError(f"cannot read {vault}: {error.strerror}") from error
        return self._listing

    def _begin(self) -> None:
        from reme_tui.core.snapshot import Snapshot
        from reme_tui.search.engine import Engine

        self._unreadable, self._around = {}, None
        self.state = State(Snapshot.empty(self.config.reading), Engine.empty())
        self._publish(())

    def _read(self, paths: Sequence[str], report: Report) -> None:
        """Read and index notes in parts, the first a small one so that something can be searched soon."""
        done = 0
        while done < len(paths) and not self._cancelled.is_set():
            part = paths[done : done + (PART if done else FIRST_PART)]
            self._publish(self._parse(part))
            done += len(part)
            report(Progress("reading", done, len(paths)))

    def _parse(self, paths: Sequence[str]) -> list[tuple[Note, str]]:
        from reme_tui.core.parse import parse_note
        from reme_tui.vault.files import Unreadable, read_file

        known = self._require().snapshot.notes
        parsed = []
        unreadable = dict(self._unreadable)
        for path in paths:
            unreadable.pop(path, None)
            file = read_file(self.config.vault, path)
            if isinstance(file, Unreadable):
                unreadable[path] = file.problem
                continue
            note = known.get(path)
            if note and (note.digest, note.modified) == (file.digest, file.modified):
                continue
            note = parse_note(
                path,
                file.text,
                digest=file.digest,
                modified=file.modified,
                rules=self.config.reading,
                problems=file.problems,
            )
            parsed.append((note, file.text))
        self._unreadable = unreadable
        return parsed

    def _publish(self, parsed: Sequence[tuple[Note, str]], *, removed: Sequence[str] = ()) -> None:
        from reme_tui.core.snapshot import Change

        state, listing = self._require(), self._listing
        assert listing is not None  # noqa: S101  # _list ran before
        notes = state.snapshot.notes
        gone = tuple(path for path in (*removed, *self._unreadable) if path in notes)
        around = (listing.files, listing.linked, (*listing.problems, *self._unreadable.values()))
        if not parsed and not gone and around == self._around:
            return
        self._around = around
        files, linked, problems = around
        changed = tuple(note for note, _ in parsed)
        change = Change(changed=changed, removed=gone, files=files, linked=linked, problems=problems)
        self.state = State(state.snapshot.evolve(change), state.engine.evolve(parsed, gone))

    def _add_meaning(self, report: Report) -> None:
        from reme_tui.search.meaning import EncoderMissing, load_encoder

        state = self._require()
        encoder = load_encoder(model_folder())
        if isinstance(encoder, EncoderMissing):
            return
        self.state = State(state.snapshot, state.engine.with_encoder(encoder))
        self._encode(report)

    def _encode(self, report: Report) -> None:
        while not self._cancelled.is_set():
            state = self._require()
            if not state.engine.pending:
                return
            engine = state.engine.encode_pending(self._reader(state), PASSAGES_A_BATCH)
            self.state = State(state.snapshot, engine)
            report(Progress("meaning", engine.passage_count - engine.pending, engine.passage_count))

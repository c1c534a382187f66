"""Keeps the index in step with the files: the only place that reads them into it."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Mapping, Sequence
from threading import Event
from typing import TYPE_CHECKING

from reme_tui.config import Config, model_folder
from reme_tui.indexing.encoding import encode_some
from reme_tui.indexing.kept_index import Keeper, Look, Pace, recall
from reme_tui.indexing.reading import list_folder, parse_files
from reme_tui.indexing.state import Progress, Report, State, VaultError, check_folder

if TYPE_CHECKING:
    from reme_tui.core.note import Note, Problem
    from reme_tui.search.meaning import Encoder, EncoderMissing
    from reme_tui.vault.listing import Listing

    _Around = tuple[frozenset[str], Mapping[str, str], tuple[Problem, ...]]

FIRST_PART = 200
PART = 1_000
PASSAGES_A_BATCH = 512
DOUBTFUL_NS = 2_000_000_000
"""A file saved this shortly before it was listed may have been saved again within the same clock tick."""


class Indexer:
    """Reads a vault into `state`, which is swapped in one assignment after each part.

    Readers may take `state` at any time; the methods are for one thread at a time. All of them block. `cancelled`
    stops any of them after the part at hand; what is published stays, and `catch_up` reads the rest.
    `begin` goes on from what was kept at an earlier start, `keep` writes down what is known.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.cancelled = Event()
        self.state: State | None = None
        self.listing: Listing | None = None
        self._encoder: Encoder | EncoderMissing | None = None
        self._listed_ns = 0
        self._due: set[str] = set()
        self._keeper = Keeper(config)
        self._unreadable: dict[str, Problem] = {}
        self._around: _Around | None = None

    def begin(self, report: Report) -> None:
        """Publish what was kept from an earlier start and catch up; else read every file. Raises VaultError."""
        check_folder(self.config.vault)
        if not self._restore(report):
            self.read_all(report)
            return
        try:
            self.catch_up(report)
        except VaultError:  # nothing is known of a vault that cannot be listed
            self.state = None
            raise

    def _restore(self, report: Report) -> bool:
        recalled = recall(self.config)
        if recalled is None:
            return False
        self.state = State(recalled.snapshot, recalled.engine)
        report(Progress("listing", 0, 0))
        look = recalled.look()
        if look is None:
            return False
        self.listing, self._listed_ns, self._due = look.listing, look.listed_ns, set()
        self._unreadable = dict(look.unreadable)
        self._around = self._what_is_around(look.listing)
        self._keeper.new = 0
        return True

    def keep(self, *, pace: Pace = "at rest") -> None:
        """Write down what is known if enough of it is new; what cannot be written is read again another time."""
        if self.state and self.listing:
            look = Look(self.listing, self._listed_ns, self._unreadable)
            self._keeper.keep(self.state, look, due=self._due, pace=pace)

    def read_all(self, report: Report, *, like: Listing | None = None) -> State:
        """Forget what is known and read every file, those as listed in `like` first. Raises VaultError."""
        from reme_tui.core.snapshot import Snapshot
        from reme_tui.search.engine import Engine

        report(Progress("listing", 0, 0))
        listing = self._list()
        self._unreadable, self._around, self._due = {}, None, set()
        state = State(Snapshot.empty(self.config.reading), Engine.empty())
        self.state = self._publish(state, listing, ())
        known = like.notes if like else {}
        self._read(listing, sorted(listing.notes, key=lambda path: known.get(path) != listing.notes[path]), report)
        return self.state

    def catch_up(self, report: Report) -> bool:
        """Compare the whole disk with what is held, read what differs, say whether any did. Raises VaultError."""
        from reme_tui.vault.listing import changed_notes

        if self.state is None or self.listing is None:
            self.read_all(report)
            return True
        before, held = self.listing, self.state.snapshot
        doubtful = [path for path, stat in before.notes.items() if stat.mtime_ns > self._listed_ns - DOUBTFUL_NS]
        listing = self._list()
        changed = changed_notes(before, listing)
        known = held.notes.keys()
        unread = sorted(path for path in listing.notes if path not in known)  # one by one, so that other threads run
        doubted = (path for path in (*doubtful, *self._due) if path in listing.notes)
        again = dict.fromkeys((*changed, *doubted, *unread))
        # Not what left the listing: some notes of the index may stand in no listing that was kept.
        gone = sorted(path for path in known if path not in listing.notes)
        return self._follow(listing, tuple(again), gone, report)

    def update(self, paths: Collection[str], report: Report) -> bool:
        """Look again at `paths`, new and vanished ones among them, as `catch_up` would. Raises VaultError.

        The whole disk is compared where more may have changed than what is named.
        """
        from reme_tui.vault.relook import look_again

        before = self.listing
        if self.state is None or before is None:
            return self.catch_up(report)
        listing = look_again(os.path.realpath(self.config.vault), before, paths, rules=self.config.scan)
        if listing is None:
            return self.catch_up(report)
        self.listing = listing
        named = sorted(paths)
        there = [path for path in named if path in listing.notes]
        gone = [path for path in named if path not in listing.notes]
        return self._follow(listing, there, gone, report)

    def _follow(self, listing: Listing, again: Sequence[str], gone: Sequence[str], report: Report) -> bool:
        """Read the notes `again`, drop those `gone`, and say whether anything differs now."""
        if self.state is None:
            return False
        generation = self.state.snapshot.generation
        for path in [path for path in self._unreadable if path not in listing.notes]:
            del self._unreadable[path]
        self.state = self._publish(self.state, listing, (), removed=gone)
        self._read(listing, again, report)
        return self.state.snapshot.generation != generation

    def load_encoder(self) -> None:
        """Load the embedding model once, if it is there: passages without a vector are then pending."""
        from reme_tui.search.meaning import EncoderMissing, load_encoder

        self._encoder = self._encoder or load_encoder(model_folder())
        if self.state is None or isinstance(self._encoder, EncoderMissing):
            return
        if self.state.engine.index.encoder is not self._encoder:
            self.state = State(self.state.snapshot, self.state.engine.with_encoder(self._encoder))

    def encode_pending(self, report: Report) -> int:
        """Encode the passages that wait for it, in batches; return how many there were. Raises VaultError.

        Notes that cannot be read by then are looked at again afterwards.
        """
        waiting = self.state.engine.pending if self.state else 0
        lost = self._encode(report)
        if lost and self.update(lost, report):
            self._encode(report)  # what is lost once more is left to the next look
        return waiting - (self.state.engine.pending if self.state else 0)

    def _encode(self, report: Report) -> frozenset[str]:
        """Encode what waits; drop the notes that cannot be read, which the next look finds unread, and return them."""
        lost: set[str] = set()
        while self.state is not None and self.state.engine.pending and not self.cancelled.is_set():
            before = self.state.engine
            self.state, unread = encode_some(self.state, self.config.vault, limit=PASSAGES_A_BATCH)
            if unread and self.listing:
                lost |= unread
                self.state = self._publish(self.state, self.listing, (), removed=sorted(unread))
            known = self.state.engine.passage_count
            self._keeper.new += before.pending - self.state.engine.pending
            self.keep(pace="at work")
            report(Progress("meaning", known - self.state.engine.pending, known))
        return frozenset(lost)

    def _list(self) -> Listing:
        listed_ns = time.time_ns()
        known = self.listing.notes if self.listing else None
        listing = list_folder(self.config.vault, self.config.scan, known=known, is_stopped=self.cancelled.is_set)
        self.listing, self._listed_ns = listing, listed_ns
        return listing

    def _read(self, listing: Listing, paths: Sequence[str], report: Report) -> None:
        """Read and index notes in parts, the first a small one so that something can be searched soon."""
        self._due.update(paths)
        done = 0
        while self.state is not None and done < len(paths) and not self.cancelled.is_set():
            part = paths[done : done + (PART if done else FIRST_PART)]
            parsed, trouble = parse_files(self.config, part, known=self.state.snapshot.notes)
            for path in part:
                self._unreadable.pop(path, None)
            self._unreadable |= trouble
            self.state = self._publish(self.state, listing, parsed)
            self._due.difference_update(part)
            self._keeper.new += sum(path not in self._unreadable for path in part)
            done += len(part)
            report(Progress("reading", done, len(paths)))
            self.keep(pace="at work")

    def _publish(
        self, state: State, listing: Listing, parsed: Sequence[tuple[Note, str]], *, removed: Sequence[str] = ()
    ) -> State:
        """Return the state with the notes `parsed` in it, and without those that went or cannot be read any more."""
        from reme_tui.core.snapshot import Change

        gone = tuple(path for path in (*removed, *self._unreadable) if path in state.snapshot.notes)
        around = self._what_is_around(listing)
        if not parsed and not gone and around == self._around:
            return state
        self._around = around
        self._keeper.new += len(gone)
        return state.evolve(Change(tuple(note for note, _ in parsed), gone, *around), parsed)

    def _what_is_around(self, listing: Listing) -> _Around:
        return listing.files, listing.linked, (*listing.problems, *self._unreadable.values())

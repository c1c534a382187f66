"""All passages of a vault by their slots: words, vectors, and which note each belongs to."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Self

from reme_tui.core.layered import Layered
from reme_tui.core.note import Note, Passage
from reme_tui.search.arrays import NO_SLOTS, Counts, Digests, Slots, Vectors, np
from reme_tui.search.index.encoded_texts import as_digests, encoded_text, places_of, text_digests
from reme_tui.search.index.owners import Owners
from reme_tui.search.index.vectors import VectorIndex
from reme_tui.search.index.words import WordIndex
from reme_tui.search.meaning import Encoder
from reme_tui.search.text.tokens import Tokens, tokens_of

Read = Callable[[str], str | None]
"""Gives the decoded text of the note at a path; None when it has gone or is not what was indexed."""

_DAY = 86_400
_EPOCH = dt.date(1970, 1, 1).toordinal()
MOST_DEAD_SLOTS = 1_024
"""Kept at any rate, so that small vaults are not renumbered all the time."""
_WINDOW = 8
"""Times as many slots as are encoded at once may get vectors at once."""


@dataclass(frozen=True, slots=True, eq=False)
class PassageIndex:
    """An immutable index; the passages of a note have neighbouring slots, its first one carries its header.

    A note without passages is not in it.

    `owners` gives the note of each slot (later generations go on filling it: only the first `len(firsts)` count),
    `firsts` the first slot of that note, `days` its day as `day_of` counts. `newest` holds the first slots of all
    notes, newest first, undated ones last, then by path; `precedence` gives for each slot the place of its passage in
    that order. `digests` tell what text each passage is encoded by. `slots_of` gives the slots of the note at a path.
    The first `vectors.count` slots are encoded, by the encoder with the fingerprint `encoded_by`; the rest are pending.
    """

    words: WordIndex
    owners: Owners
    firsts: Slots
    newest: Slots
    precedence: Counts
    days: Counts
    digests: Digests
    slots_of: Layered[str, range]
    encoder: Encoder | None = None
    vectors: VectorIndex | None = None
    encoded_by: str = ""

    @classmethod
    def empty(cls) -> Self:
        """Return the index of a vault without notes."""
        return cls(WordIndex(), Owners(), NO_SLOTS, NO_SLOTS, NO_SLOTS, NO_SLOTS, as_digests(b""), Layered())

    @property
    def encoded(self) -> int:
        """How many slots have a vector."""
        return self.vectors.count if self.vectors else 0

    @property
    def pending(self) -> int:
        """How many living passages wait for their vectors; none while there is no encoder."""
        return int(self.words.state.alive[self.encoded :].sum()) if self.encoder else 0

    def passage(self, slot: int) -> Passage:
        """Return the passage at `slot`."""
        return self.owners[slot].passages[slot - int(self.firsts[slot])]

    def slots_of_notes(self, paths: Iterable[str]) -> Slots:
        """Return the slots of the notes at `paths`, ascending."""
        ranges = [self.slots_of[path] for path in paths if path in self.slots_of]
        return np.sort(np.fromiter(chain.from_iterable(ranges), np.int32))

    def notes(self, slots: Slots | None = None) -> list[Note]:
        """Return the notes that have any of `slots`, or all notes, in the order of their slots."""
        every = np.flatnonzero(self.words.state.alive) if slots is None else slots
        return [self.owners[first] for first in np.unique(self.firsts[every]).tolist()]

    def evolve(self, added: Sequence[tuple[Note, str]], removed: Iterable[str]) -> Self:
        """Return the index with the notes `added` (and their texts) in place of any at their paths, less `removed`."""
        latest = {note.path: (note, text) for note, text in added}
        left = {path for path in (*latest, *removed) if path in self.slots_of}
        gone = [slot for path in left for slot in self.slots_of[path]]
        start = len(self.firsts)
        owners: list[Note] = []
        firsts: list[int] = []
        came: dict[str, range] = {}
        for path, (note, _) in latest.items():
            if note.passages:
                first = start + len(owners)
                came[path] = range(first, first + len(note.passages))
                owners += [note] * len(note.passages)
                firsts += [first] * len(note.passages)
        # Another generation may have gone on from here.
        every = self.owners if len(self.owners) == start else self.owners.first(start)
        every.extend(owners)
        held = [(note, text) for note, text in latest.values() if note.passages]
        words = self.words.evolve(chain.from_iterable(passage_tokens(note, text) for note, text in held), gone)
        digests = as_digests(b"".join(text_digests(note, text) for note, text in held))
        all_firsts = np.concatenate([self.firsts, np.array(firsts, np.int32)])
        newest = _insert(self.newest[words.state.alive[self.newest]], every, set(firsts))
        grown = replace(
            self,
            words=words,
            owners=every,
            firsts=all_firsts,
            newest=newest,
            precedence=precedence_of(newest, all_firsts),
            days=np.concatenate([self.days, np.array([day_of(note) for note in owners], np.int32)]),
            digests=np.concatenate([self.digests, digests]),
            slots_of=self.slots_of.changed(came, left),
        )
        dead = len(grown.firsts) - grown.words.corpus_size
        most = max(MOST_DEAD_SLOTS, grown.words.corpus_size)
        return grown.compact() if dead > (2 * most if grown.pending else most) else grown

    def with_encoder(self, encoder: Encoder) -> Self:
        """Return the index with `encoder`; vectors of another model are dropped, so all passages are pending again."""
        if self.vectors and self.encoded_by == encoder.fingerprint:
            return replace(self, encoder=encoder)
        vectors = VectorIndex.empty(encoder.dimensions)
        return replace(self, encoder=encoder, vectors=vectors, encoded_by=encoder.fingerprint)

    def with_vectors_of(self, other: Self) -> Self:
        """Return the index with the vectors another one has of the same passages, up to the first it has not."""
        if other.vectors is None:
            return self
        theirs = np.flatnonzero(other.words.state.alive[: other.vectors.count])
        places = places_of(self.digests, other.digests[theirs])
        missing = np.flatnonzero(places < 0)
        sources = theirs[places[: missing[0]] if len(missing) else places]
        return replace(self, vectors=VectorIndex.restored(other.vectors.rows[sources]), encoded_by=other.encoded_by)

    def encode_pending(self, read: Read, limit: int) -> Self:
        """Return the index with `limit` more passages encoded. A note that cannot be read is near to nothing.

        A passage whose text a dead one had takes over its vector.
        """
        if self.encoder is None or self.vectors is None:
            return self
        start = self.vectors.count
        sources = self._sources(self.vectors, start + _WINDOW * limit)
        waiting = np.flatnonzero(self.words.state.alive[start : start + len(sources)] & (sources < 0))
        end = int(waiting[limit]) if len(waiting) > limit else len(sources)
        vectors: Vectors = np.zeros((end, self.encoder.dimensions), np.float32)
        kept = np.flatnonzero(sources[:end] >= 0)
        vectors[kept] = self.vectors.of(sources[kept])
        slots: list[int] = []
        texts: list[str] = []
        for path, group in groupby((start + waiting[:limit]).tolist(), lambda slot: self.owners[slot].path):
            text = read(path)
            if text is not None:
                living = list(group)
                slots += living
                texts += (encoded_text(self.owners[slot], slot - int(self.firsts[slot]), text) for slot in living)
        vectors[np.array(slots, np.int32) - start] = self.encoder.encode(texts)
        return replace(self, vectors=self.vectors.extend(vectors))

    def _sources(self, vectors: VectorIndex, stop: int) -> Slots:
        """Return for each slot without a vector, up to `stop`, a dead one with that of the same text, else -1."""
        dead = np.flatnonzero(~self.words.state.alive[: vectors.count])
        places = places_of(self.digests[vectors.count : stop], self.digests[dead])
        found = np.flatnonzero(places >= 0)
        sources = np.full(len(places), -1, np.int32)
        sources[found] = dead[places[found]]
        # One that died before its turn, or could not be read, has no vector.
        sources[found[~vectors.of(sources[found]).any(axis=1)]] = -1
        return sources

    def compact(self) -> Self:
        """Return the index without dead slots, the living ones renumbered."""
        words, kept = self.words.compact()
        owners = Owners(later=(self.owners[slot] for slot in kept.tolist()))
        renumbered = (np.cumsum(self.words.state.alive) - 1).astype(np.int32)
        place = renumbered.tolist()
        slots_of = {path: range(place[slots[0]], place[slots[-1]] + 1) for path, slots in self.slots_of.items()}
        return replace(
            self,
            words=words,
            owners=owners,
            firsts=renumbered[self.firsts[kept]],
            newest=renumbered[self.newest],
            precedence=self.precedence[kept],
            days=self.days[kept],
            digests=self.digests[kept],
            slots_of=Layered(slots_of),
            vectors=self.vectors.take(kept) if self.vectors else None,
        )


def day_of(note: Note) -> int:
    """Return the day a note is of, counted as dates are; an undated note goes by its file's own time."""
    return note.date.day.toordinal() if note.date else int(note.modified // _DAY) + _EPOCH


def passage_tokens(note: Note, text: str) -> list[Tokens]:
    """Return the tokens of each passage of a note that has any, the first with those of the header."""
    tokens = [tokens_of(passage.text(text)) for passage in note.passages]
    tokens[0] = tokens[0].with_those_of(tokens_of(note.header()))
    return tokens


def _insert(newest: Slots, owners: Owners, firsts: set[int]) -> Slots:
    """Put the notes with these first slots where they belong: newest first, undated ones last, then by path."""

    def age(slot: int) -> tuple[int, str]:
        note = owners[slot]
        return -note.date.day.toordinal() if note.date else 0, note.path

    heads = sorted(firsts, key=age)
    return np.insert(newest, [bisect_left(newest, age(head), key=age) for head in heads], heads)


def precedence_of(newest: Slots, firsts: Slots) -> Counts:
    """Return the place of each passage when notes are put in the order of `newest`."""
    passages = np.bincount(firsts, minlength=len(firsts))[newest]
    starts = np.zeros(len(firsts), np.int32)
    starts[newest] = np.cumsum(passages) - passages
    return (starts[firsts] + np.arange(len(firsts)) - firsts).astype(np.int32)

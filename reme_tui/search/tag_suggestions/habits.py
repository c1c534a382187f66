"""How often the notes that name a tag carry it: what tells a name from a common word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from reme_tui.core.note import Note
from reme_tui.core.snapshot import Snapshot
from reme_tui.search.arrays import Bools, Slots, np
from reme_tui.search.index.passage_index import PassageIndex, Read
from reme_tui.search.tag_suggestions.names import TagNames, Units
from reme_tui.search.text.folding import fold
from reme_tui.search.text.stop_words import is_stop_word
from reme_tui.search.text.tokens import is_word, query_tokens

_CAPITALISED = re.compile(r"\w*[A-ZÀ-ÖØ-Þ]\w*")
_FEW = 3.0
"""Notes that say nothing of how common a word is, however few notes there are."""
_HARDLY = 0.1
"""A note without tags that counts no more is not looked at."""
_JOINTS, _MOST_BETWEEN = frozenset("_-/.&+·'’"), 2
SAMPLE = 8
"""Notes read of those that carry a tag, and as many of those that do not, to see whether they name it."""


@dataclass(frozen=True, slots=True)
class Habit:
    """Of the notes that name a tag so, about how many carry it and how many do not.

    Of the latter `not_carrying` is a sample, with what each counts: a note without any tag may only not be tagged yet,
    and counts the less the more such notes there are. `elsewhere` is the share of all notes that hold the name's words
    without carrying the tag, but for a few.
    """

    carry: float
    do_not: float
    not_carrying: Mapping[str, float]
    elsewhere: float

    def rate(self, path: str, *, prior: float, weight: float) -> float:
        """Return how likely a note that names the tag carries it, leaving out the note at `path`.

        `prior` is what is believed before anything was seen, and as sure as `weight` notes.
        """
        others = max(0.0, self.do_not - self.not_carrying.get(path, 0.0))
        return (self.carry + prior * weight) / (self.carry + others + weight)


class Habits:
    """The habits of one vault, worked out when they are first asked for."""

    def __init__(self, snapshot: Snapshot, index: PassageIndex, names: TagNames, *, read: Read) -> None:
        self._snapshot = snapshot
        self._names = names
        self._index = index
        self._read = read
        self._known: dict[tuple[Units, str, bool], Habit] = {}

    def of(self, units: Units, key: str, *, small: bool) -> Habit:
        """Return the habit of the tag `key` where it is called `units`; `small`: where that has no capital letter."""
        known = self._known.get((units, key, small))
        if known is None:
            known = self._known[units, key, small] = self._found(units, key, small=small)
        return known

    def _found(self, units: Units, key: str, *, small: bool) -> Habit:
        holding = self._notes_holding(units)
        is_tagged = self._is_tagged[holding]
        is_carrying = np.isin(holding, self._firsts_carrying(key))
        carry, _ = self._naming(holding[is_carrying], units, small=small)
        do_not, elsewhere = 0.0, -_FEW
        not_carrying: dict[str, float] = {}
        for some, counts in ((is_tagged & ~is_carrying, 1.0), (~is_tagged, self._untagged_count)):
            if counts > _HARDLY:
                naming, looked = self._naming(holding[some], units, small=small)
                do_not += counts * naming
                not_carrying |= dict.fromkeys(looked, counts)
                elsewhere += counts * int(some.sum())
        return Habit(carry, do_not, not_carrying, max(0.0, elsewhere) / max(1, len(self._index.newest)))

    @cached_property
    def _untagged_count(self) -> float:
        """How much a note without tags counts as one that does not carry a tag: in a vault that is tagged, much."""
        notes = len(self._snapshot.notes)
        return ((notes - len(self._snapshot.tags.untagged)) / max(1, notes)) ** 2 / 2

    @cached_property
    def _is_tagged(self) -> Bools:
        """Whether the note is tagged whose first slot it is."""
        is_tagged: Bools = np.ones(len(self._index.firsts), np.bool_)
        is_tagged[self._firsts(self._snapshot.tags.untagged)] = False
        return is_tagged

    def _firsts_carrying(self, key: str) -> Slots:
        return self._firsts(path for same in self._names.same_as((key,)) for path in self._snapshot.tags.paths(same))

    def _firsts(self, paths: Iterable[str]) -> Slots:
        found = (self._index.slots_of.get(path) for path in paths)
        return np.fromiter((slots.start for slots in found if slots), np.int32)

    def _notes_holding(self, units: Units) -> Slots:
        """Return the first slots of notes with a passage that holds all tokens of a name, in the order "newest"."""
        index = self._index
        tokens = dict.fromkeys(query_tokens(_joined(units)))
        telling = [token for token in tokens if not is_stop_word(token)] or list(tokens)
        rarest, *others = sorted((index.words.holders(token) for token in telling), key=len)
        for slots in others:
            rarest = rarest[np.isin(rarest, slots)]
        firsts = np.unique(index.firsts[rarest])
        return firsts[np.argsort(index.precedence[firsts])]

    def _naming(self, firsts: Slots, units: Units, *, small: bool) -> tuple[float, list[str]]:
        """Return about how many of some notes name it in what they say, and those looked at that do."""
        looked = [self._index.owners[first].path for first in firsts[:: max(1, len(firsts) // SAMPLE)].tolist()]
        naming = [path for path in looked if says(self._said(path, small=small), units)]
        return len(naming) * len(firsts) / max(1, len(looked)), naming

    def _said(self, path: str, *, small: bool) -> str:
        """Return what a note says, folded; `small`: without the words that have a capital letter."""
        note: Note = self._snapshot.notes[path]
        text = self._read(path) if note.passages else None
        body = text[note.passages[0].start :] if text else ""
        said = f"{note.title}\n{note.description}\n{body}"
        return fold(_CAPITALISED.sub("|", said) if small else said)


def says(folded: str, units: Units) -> bool:
    """Whether a folded text names something by these units: words whole, joined by a blank or a sign or two."""
    start = folded.find(units[0])
    while start >= 0:
        if _stands_at(folded, units, start):
            return True
        start = folded.find(units[0], start + 1)
    return False


def _stands_at(folded: str, units: Units, start: int) -> bool:
    if is_word(units[0]) and start and _is_letter(folded[start - 1]):
        return False
    at = start
    for unit in units:
        for _ in range(_MOST_BETWEEN):
            if folded[at : at + 1].isspace() or folded[at : at + 1] in _JOINTS:
                at += 1
        if not folded.startswith(unit, at):
            return False
        at += len(unit)
        if is_word(unit) and _is_letter(folded[at : at + 1]):
            return False
    return True


def _is_letter(character: str) -> bool:
    return character.isalnum() and is_word(character)


def _joined(units: Iterable[str]) -> str:
    """Return units as one text: words apart, characters of a run together."""
    text = ""
    for unit in units:
        text += unit if not text or not (is_word(unit) and is_word(text[-1])) else f" {unit}"
    return text

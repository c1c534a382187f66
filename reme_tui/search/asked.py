"""What a query asks of the index: terms to look up, phrases that must or must not occur."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Self

from reme_tui.core.query.query import Query
from reme_tui.search.arrays import NO_SLOTS, Slots, np
from reme_tui.search.index.passage_index import PassageIndex, Read
from reme_tui.search.text.stop_words import is_stop_word
from reme_tui.search.text.tokens import is_word, phrase_finder, query_tokens


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as the index sees it.

    `terms` are distinct tokens; `prefix` is the last word while it is being typed, else empty; `text` is what is
    compared by meaning. `phrases` and `excluded` hold only such as have a token.
    """

    terms: tuple[str, ...]
    prefix: str
    text: str
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]

    @property
    def marked(self) -> frozenset[str]:
        """The terms to mark in a text: stop words only where there is nothing else."""
        content = frozenset(term for term in self.terms if not is_stop_word(term))
        return content if content or self.prefix else frozenset(self.terms)

    @classmethod
    def of(cls, query: Query, *, typing: bool = False) -> Self:
        """Read a query. While `typing`, a last word that no blank follows may be unfinished."""
        tokens = query_tokens(query.text)
        prefix = ""
        if typing and tokens and is_word(tokens[-1]) and not query.text[-1].isspace():
            prefix = tokens.pop()
        phrases = tuple(phrase for phrase in query.phrases if query_tokens(phrase))
        tokens += (token for phrase in phrases for token in query_tokens(phrase))
        return cls(
            terms=tuple(term for term in dict.fromkeys(tokens) if term != prefix),
            prefix=prefix,
            text=" ".join((query.text, *query.phrases)).strip(),
            phrases=phrases,
            excluded=tuple(phrase for phrase in query.excluded if query_tokens(phrase)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Narrowed:
    """The slots that a query's phrases and exclusions leave (None: all), and those that hold a phrase."""

    slots: Slots | None
    holding_phrase: Slots


def narrow(index: PassageIndex, asked: Asked, slots: Slots | None, *, read: Read) -> Narrowed:
    """Keep the passages of notes that hold every phrase asked for and nothing excluded.

    Postings say which passages may hold a phrase; where it has several tokens, the text decides. A note whose text
    cannot be read any more is not kept.
    """
    read = cache(read)
    holding = NO_SLOTS
    for phrase in asked.phrases:
        found = _holders(index, phrase, slots, read=read, if_unread=False)
        holding = np.union1d(holding, found)
        slots = _of_notes(index, slots, found, keep=True)
    for phrase in asked.excluded:
        found = _holders(index, phrase, slots, read=read, if_unread=True)
        slots = _of_notes(index, slots, found, keep=False)
    if slots is not None and len(holding):
        holding = np.intersect1d(holding, slots)
    return Narrowed(slots, holding)


def _holders(index: PassageIndex, phrase: str, slots: Slots | None, *, read: Read, if_unread: bool) -> Slots:
    """Return the passages among `slots` that hold `phrase`, ascending."""
    tokens = query_tokens(phrase)
    found = index.words.holders(tokens[0])
    for token in set(tokens[1:]):
        found = np.intersect1d(found, index.words.holders(token), assume_unique=True)
    if slots is not None:
        found = np.intersect1d(found, slots, assume_unique=True)
    holds = phrase_finder(phrase)
    if len(tokens) == 1 or holds is None:
        return found
    kept = []
    for slot in found.tolist():
        note = index.owners[slot]
        text = read(note.path)
        blocks = [] if text is None else [index.passage(slot).text(text)]
        if slot == index.firsts[slot]:
            blocks += (note.title, note.description, *(tag.text for tag in note.tags))
        if any(map(holds, blocks)) or (text is None and if_unread):
            kept.append(slot)
    return np.array(kept, np.int32)


def _of_notes(index: PassageIndex, slots: Slots | None, found: Slots, *, keep: bool) -> Slots:
    """Return those of `slots` whose note has a passage in `found`, or, not to `keep` them, the others."""
    every = np.flatnonzero(index.words.state.alive).astype(np.int32) if slots is None else slots
    return every[np.isin(index.firsts[every], index.firsts[found], invert=not keep)]

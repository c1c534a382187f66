"""The tables of names, short forms and translations as one look-up over folded words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from reme_tui.tidy.duplicates.forms.folded_words import HAN, Word, spelled_out, umlauts_written_out, words_in
from reme_tui.tidy.duplicates.forms.inflection import one_spelling, singular
from reme_tui.tidy.duplicates.forms.numerals import chinese_numbers, unified
from reme_tui.tidy.duplicates.tables import lines_of

NAME_TABLES = ("names_people", "names_companies", "names_places", "names_cldr")
SMALL_WORDS = frozenset(("the", "of", "and", "an", "my", "a"))

Words = tuple[str, ...]


class Meaning(NamedTuple):
    """What a phrase stands for: the words kept in its place, and which kind of table says so."""

    words: Words
    step: str


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """Phrases in Latin letters by their words, Chinese ones by their text; `whole` ones must be the whole tag.

    `starts` and `chinese_starts` give for a first word and a first character the length of the longest phrase.
    """

    latin: dict[Words, Meaning] = field(default_factory=dict)
    whole: dict[Words, Meaning] = field(default_factory=dict)
    chinese: dict[str, tuple[Meaning, ...]] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)
    chinese_starts: dict[str, int] = field(default_factory=dict)

    def latin_size(self, words: Words, at: int) -> int:
        """How many words the longest known phrase that starts at `at` has; 0 when there is none."""
        for size in range(min(self.starts.get(words[at], 0), len(words) - at), 0, -1):
            if words[at : at + size] in self.latin:
                return size
        return 0

    def chinese_pieces(self, text: str) -> list[str]:
        """`text` cut into the longest phrases the book knows, from the left; other characters stand together."""
        pieces: list[str] = []
        at, unknown = 0, 0
        while at < len(text):
            size = min(self.chinese_starts.get(text[at], 0), len(text) - at)
            while size and text[at : at + size] not in self.chinese:
                size -= 1
            if size:
                if unknown < at:
                    pieces.append(text[unknown:at])
                pieces.append(text[at : at + size])
                unknown = at + size
            at += size or 1
        if unknown < len(text):
            pieces.append(text[unknown:])
        return pieces


def plain_words(text: str) -> Words:
    """A phrase of a table as the words that a tag of the same text comes down to."""
    words = unified(words_in(chinese_numbers(spelled_out(text))))
    alone = len(words) == 1
    return tuple(
        [
            singular(one_spelling(word.text))
            for at, word in enumerate(words)
            if alone or word.text not in SMALL_WORDS or not is_small(words, at)
        ]
    )


def is_small(words: list[Word], at: int) -> bool:
    """Whether a word may be left out: `a` only where it cannot be an id or an initial, `and` not in `R and D`."""
    text = words[at].text
    if text not in SMALL_WORDS:
        return False
    if text == "and":
        return not (0 < at < len(words) - 1 and len(words[at - 1].text) == len(words[at + 1].text) == 1)
    if text != "a":
        return text != "my" or at == 0
    if at == len(words) - 1 or len(words) < 3:
        return False
    return words[at].written.islower() or (at == 0 and len(words[1].text) > 1)


@cache
def phrase_book() -> PhraseBook:
    """The book of all tables. Names come first, so a short form of a name leads to the name."""
    latin: dict[Words, Meaning] = {}
    whole: dict[Words, Meaning] = {}
    chinese: dict[str, list[Meaning]] = {}
    for table in NAME_TABLES:
        for row in lines_of(table):
            _add_name(row, latin, whole, chinese, people=table == "names_people")
    for row in lines_of("abbreviations"):
        _add_latin(plain_words(row[0]), [row[0], *row[1].split("|")], latin, step="short form")
    for table in ("transliterations", "words"):
        for english, translations in lines_of(table):
            words = plain_words(english)
            kept = latin.get(words, Meaning(words, "")).words
            for said in translations.split("|"):
                _add_chinese(said, Meaning(kept, "translation"), chinese)
    for usual, others in lines_of("chinese_synonyms"):
        for said in others.split("|"):
            chinese[said] = [Meaning((usual,), "synonym"), *chinese.get(usual, [])]
    meanings = {said: tuple(found) for said, found in chinese.items()}
    return PhraseBook(latin, whole, meanings, _longest_from(latin), _longest_from(filter(None, chinese)))


def _longest_from(phrases: Iterable[str] | Iterable[Words]) -> dict[str, int]:
    """By the first word, or character, the length of the longest phrase that starts with it."""
    starts: dict[str, int] = {}
    for phrase in phrases:
        starts[phrase[0]] = max(starts.get(phrase[0], 0), len(phrase))
    return starts


def _add_name(
    row: tuple[str, ...],
    latin: dict[Words, Meaning],
    whole: dict[Words, Meaning],
    chinese: dict[str, list[Meaning]],
    *,
    people: bool,
) -> None:
    names = row[0].split("|")
    kept = plain_words(names[0])
    kept = latin.get(kept, Meaning(kept, "")).words
    if people:
        for words in filter(lambda words: len(words) == 1 and words != kept, map(plain_words, names)):
            whole.setdefault(words, Meaning(kept, "name"))
        names = [name for name in names if len(plain_words(name)) > 1]
    _add_latin(kept, names, latin, step="name")
    for said in row[1].split("|") if len(row) > 1 else ():
        if HAN.search(said):
            _add_chinese(said, Meaning(kept, "name"), chinese)


def _add_latin(kept: Words, others: list[str], latin: dict[Words, Meaning], *, step: str) -> None:
    kept = latin.get(kept, Meaning(kept, "")).words
    spread = [written for name in others if (written := umlauts_written_out(name))]
    for words in map(plain_words, (*others, *spread)):
        for form in {words, ("".join(words),)}:
            if form != kept and form and form not in latin:
                clipped = step == "short form" and len(kept) == 1 and len("".join(form)) > 2
                latin[form] = Meaning(kept, "abbreviation" if clipped else step)


def _add_chinese(said: str, meaning: Meaning, chinese: dict[str, list[Meaning]]) -> None:
    text = "".join(spelled_out(said).split())
    found = chinese.setdefault(text, [])
    if all(other.words != meaning.words for other in found):
        found.append(meaning)

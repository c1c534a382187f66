"""Evidence: one slip of the keyboard inside a long word; for Chinese, one character that sounds the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from reme_tui.tidy.duplicates.evidence.kind import Kind, Reason
from reme_tui.tidy.duplicates.evidence.pinyin import is_person, toned_reading
from reme_tui.tidy.duplicates.forms.profiles import Form, Profile, base_words
from reme_tui.tidy.duplicates.tables import lines_of, words_of

_MEANT = frozenset(("translation", "name", "short form", "abbreviation", "synonym"))
SHORTEST, LONGEST = 7, 40
"""Letters of a word in which a slip is looked for: in short words it makes another word far too often."""
_DOUBLES = re.compile(r"(\w)\1+")
_PREFIXES = (
    ("macro", "micro"), ("hyper", "hypo"), ("inter", "intra", "intro"), ("ante", "anti"), ("pre", "pro", "per"),
    ("endo", "exo"), ("ex", "in"), ("im", "ex"), ("emi", "immi"),
)  # fmt: skip
_ENDINGS = (("sen", "son"), ("burg", "berg"), ("er", "ee"), ("al", "le"), ("ist", "ism"), ("ic", "is"), ("ian", "ia"))


def _slots(profile: Profile) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The words of each plain form, and which of them is long enough to hold a slip."""
    written = tuple([word.text for word in profile.words])
    plain = [form.words for form in profile.forms.values() if not form.steps or not _is_meant(form)]
    for words in plain if written in plain else (*plain, written):
        if len(words) <= 4:
            for at, word in enumerate(words):
                if _holds_a_slip(word):
                    yield at, words


@lru_cache(maxsize=8192)
def _holds_a_slip(word: str) -> bool:
    return SHORTEST - 1 <= len(word) <= LONGEST and word.isalpha() and not "\u3400" <= word[0] <= "\u9fff"


def _is_meant(form: Form) -> bool:
    return any(step in _MEANT for step, _ in form.steps)


def _offers(profile: Profile) -> Collection[str]:
    keys: set[str] = set()
    for at, words in _slots(profile):
        around = "\x1f".join((*words[:at], "", *words[at + 1 :])) + "\x1e"
        keys.update([around + cut for cut in _cuts(words[at])])
    return keys


@lru_cache(maxsize=4096)
def _cuts(word: str) -> tuple[str, ...]:
    """A word with its doubled letters single, and every way to leave one letter out but the first.

    A short word is only ever the shorter of the two, or one that swaps `ei`: it meets a longer one as it is.
    """
    is_short = len(word) <= SHORTEST and "ei" not in word and "ie" not in word
    word = _DOUBLES.sub(r"\1", word)
    if is_short:
        return (word,)
    return tuple({word, *[word[:cut] + word[cut + 1 :] for cut in range(1, len(word))]})


def _judge(one: Profile, other: Profile) -> Reason | None:
    if one.forms.keys() & other.forms.keys():
        return None
    for at, words in _slots(one):
        for place, others in _slots(other):
            around = (words[:at], words[at + 1 :])
            if place == at and around == (others[:at], others[at + 1 :]):
                weight = _slip(words, others, at)
                if weight:
                    return Reason(f"one slip of the keyboard apart ({words[at]}, {others[at]})", weight)
    return None


def _slip(words: tuple[str, ...], others: tuple[str, ...], at: int) -> float:
    """How surely two words that stand at the same place are one with a slip; 0 when they are two."""
    one, other = sorted((words[at], others[at]), key=lambda word: (len(word), word))
    if one[0] != other[0] or _are_two_words(one, other):
        return 0.0
    if _DOUBLES.sub(r"\1", one) == _DOUBLES.sub(r"\1", other):
        return 0.86 if len(other) >= 8 or (len(words) > 1 and len(other) >= 7) else 0.0
    if OSA.distance(one, other, score_cutoff=1) > 1:
        return 0.0
    swapped = sorted(one) == sorted(other)
    if swapped and ("ei" in one or "ie" in one):
        return 0.84
    long_enough = len(one) >= SHORTEST and len(other) > SHORTEST
    if not long_enough or (_at_the_end(one, other, swapped=swapped) and not _is_place(one, other)):
        return 0.0
    named = len(words) > 1 and any(word in words_of("given_names") for word in words)
    return 0.6 if named and not swapped and len(one) < 9 else 0.84


def _at_the_end(one: str, other: str, *, swapped: bool) -> bool:
    """Whether the difference is an ending: `musician` and `musicians`, `Christian` and `Christina`."""
    if swapped:
        return one[:-2] == other[:-2] and (one[-1] in "aoi" or other[-1] in "aoi")
    return one[:-1] == other[:-1] or other.startswith(one) or (len(one) < 10 and other[:-2] == one[:-1])


def _is_place(one: str, other: str) -> bool:
    """Whether the longer is a well-known place that lost a letter at its end (`Singapor`), the shorter no name."""
    return len(other) > len(one) and other in _places() and one not in words_of("given_names")


@cache
def _places() -> frozenset[str]:
    names = (name for table in ("names_places", "names_cldr") for row in lines_of(table) for name in row[0].split("|"))
    return frozenset(word.text for name in names for word in base_words(name) if len(word.text) > SHORTEST)


def _are_two_words(one: str, other: str) -> bool:
    if {one, other} <= words_of("given_names") or (one, other) in _confusable() or (other, one) in _confusable():
        return True
    return any(_swap(one, other, group, at_start=True) for group in _PREFIXES) or any(
        _swap(one, other, group, at_start=False) for group in _ENDINGS
    )


def _swap(one: str, other: str, group: tuple[str, ...], *, at_start: bool) -> bool:
    """Whether two words differ only in that each begins (or ends) with another one of a group."""
    if not at_start:
        one, other, group = one[::-1], other[::-1], tuple(part[::-1] for part in group)
    rests = [{word[len(part) :] for part in group if word.startswith(part)} for word in (one, other)]
    return bool(rests[0] & rests[1])


@cache
def _confusable() -> frozenset[tuple[str, str]]:
    rows = (*lines_of("confusables"), *lines_of("confusable_words"))
    return frozenset((row[0], other) for row in rows for other in row[1].split())


def _blanks(profile: Profile) -> Collection[str]:
    if not profile.is_chinese:
        return ()
    return [f"{text[:at]}?{text[at + 1 :]}" for text in _chinese(profile) for at in range(len(text))]


def _chinese(profile: Profile) -> list[str]:
    text = profile.words[0].text
    return [text] if 2 <= len(text) <= 12 else []


def _sounds_the_same(one: Profile, other: Profile) -> Reason | None:
    left, right = one.words[0].text, other.words[0].text
    at = next((place for place in range(len(left)) if left[place] != right[place]), None)
    if at is None:
        return None
    said = f"one character differs and sounds the same ({left[at]}, {right[at]})"
    if any(left[at] in row[0] and right[at] in row[0] for row in lines_of("characters")):
        return Reason(said, 0.86)
    if toned_reading(left[at]) != toned_reading(right[at]) or len(left) < 4 or is_person(left) or is_person(right):
        return None
    return Reason(said, 0.82)


SLIP = Kind("slip", _offers, None, _judge)
SAME_SOUND = Kind("sound", _blanks, None, _sounds_the_same)

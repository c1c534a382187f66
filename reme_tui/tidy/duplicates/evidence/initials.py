"""Evidence: acronyms, initials of people, Chinese short names of institutions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from reme_tui.tidy.duplicates.evidence.kind import Kind, Reason
from reme_tui.tidy.duplicates.forms.numerals import is_roman
from reme_tui.tidy.duplicates.forms.phrases import SMALL_WORDS, phrase_book
from reme_tui.tidy.duplicates.forms.profiles import Profile
from reme_tui.tidy.duplicates.tables import listed, one_of, words_of

_PRONOUNCED = re.compile("[^aeiou]*[aeiou]+[^aeiou]+|[^aeiou]+[aeiou]+[^aeiou]*")
_DOUBLES = re.compile(r"(\w)\1+")


def _acronym(profile: Profile) -> Collection[str]:
    """What a tag may be the acronym of: three to six letters in capitals, or letters nobody would say as a word."""
    if len(profile.words) != 1 or not profile.words[0].text.isascii():
        return ()
    word = profile.words[0]
    text = word.text.removesuffix("s") if word.written[:-1].isupper() and word.written[-1:] == "s" else word.text
    if not 3 <= len(text) <= 6 or not text.isalpha():
        return ()
    return () if word.written.islower() and _PRONOUNCED.fullmatch(text) else (text,)


def _first_letters(profile: Profile) -> Collection[str]:
    if not 3 <= len(profile.words) <= 9:
        return ()
    if not _is_name(profile.texts[0]):
        return ()
    words = [word.text for word in profile.words]
    main = [word for word in words if word not in SMALL_WORDS and word not in one_of("connecting words")]
    return {"".join(word[0] for word in some) for some in (words, main) if len(some) > 2}


def _spelled_out(one: Profile, other: Profile) -> Reason | None:
    short, long = (one, other) if len(one.words) == 1 else (other, one)
    if short.forms.keys() & long.forms.keys():
        return None
    said = f"{short.tag} may stand for the first letters of {long.tag}"
    known = phrase_book().latin.get((short.words[0].text,))
    if known and len(known.words) > 1:
        return Reason(said, 0.55)
    return Reason(f"{short.tag} is made of the first letters of {long.tag}", 0.85)


def _people(profile: Profile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each way to read a tag as a person: the surname, and the given names (some perhaps initials) in order."""
    if not profile.texts[0].isalpha() or (not 2 <= len(profile.words) <= 5 and len(profile.forms) < 2):
        return
    seen = set()
    for form in profile.forms.values():
        if not 2 <= len(form.words) <= 4 or not _is_name("".join(form.words)):
            continue
        if form.steps and any(step in ("translation", "short form") for step, _ in form.steps):
            continue
        names = _clusters_spread(form.words, profile)
        for surname, given in ((names[-1], names[:-1]), (names[0], names[1:])):
            if len(surname) > 2 and (surname, given) not in seen:
                seen.add((surname, given))
                yield surname, given


def _is_name(word: str) -> bool:
    return word.isascii() and word.isalpha()


def _clusters_spread(names: tuple[str, ...], profile: Profile) -> tuple[str, ...]:
    """`JRR Tolkien` with its initials apart."""
    first = profile.words[0] if profile.words else None
    if first and len(names) == 2 and names[0] == first.text and first.written.isupper() and len(names[0]) in (2, 3):
        return (*names[0], names[1])
    return names


def _key(surname: str, given: tuple[str, ...]) -> str:
    return f"{_doubles_single(surname)},{''.join([name[0] for name in given])}"


@lru_cache(maxsize=4096)
def _doubles_single(surname: str) -> str:
    return _DOUBLES.sub(r"\1", surname)


def _full_names(profile: Profile) -> Collection[str]:
    return {_key(*person) for person in _people(profile)}


def _with_initials(profile: Profile) -> Collection[str]:
    if not profile.texts[0].isalpha() or len(profile.words) == len(profile.forms) == 1:
        return ()
    if not any(len(text) == 1 or (len(text) < 4 and written.isupper()) for text, written in profile.words):
        return ()
    return {_key(surname, given) for surname, given in _people(profile) if any(len(name) == 1 for name in given)}


def _same_person(one: Profile, other: Profile) -> Reason | None:
    if one.forms.keys() & other.forms.keys():
        return None
    best: Reason | None = None
    for surname, given in _people(one):
        for theirs, names in _people(other):
            if _key(surname, given) != _key(theirs, names) or not _agree(given, names):
                continue
            if surname in words_of("vocabulary") and not _is_given(given + names):
                continue
            if _is_id(one, given) or _is_id(other, names):
                continue
            usual = surname in one_of("common family names") and len(given) == 1
            best = Reason("the same surname, and the initials fit the given names", 0.7 if usual else 0.84)
    return best


def _agree(given: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether each given name equals the other's or is its initial, and at least one is an initial of a full one."""
    pairs = [(a, b) for a, b in zip(given, names, strict=True) if a != b]
    return bool(pairs) and all(min(len(a), len(b)) == 1 and not is_roman(max(a, b, key=len)) for a, b in pairs)


def _is_given(names: tuple[str, ...]) -> bool:
    """Whether words before a surname that is a word too are a person's: one is a usual name, or two are no words."""
    full = [name for name in names if len(name) > 1]
    if any(name in words_of("given_names") for name in full):
        return True
    return len(full) > 1 and not any(name in words_of("vocabulary") for name in full)


def _is_id(profile: Profile, given: tuple[str, ...]) -> bool:
    """Whether a single letter closes the tag: an id as in `Plan A`, not an initial."""
    return len(given[-1]) == 1 and profile.words[-1].text == given[-1]


def _long_names(profile: Profile) -> Collection[str]:
    if not profile.is_chinese:
        return ()
    text = profile.words[0].text
    unit = _unit(text)
    if not unit or not 4 <= len(text) <= 24:
        return ()
    return {start[0] + end for start in _starts(text) for end in (unit[0], unit[-1])}


def _unit(text: str) -> str:
    return next((unit for unit in listed("institutions") if text.endswith(unit) and len(text) > len(unit) + 1), "")


def _starts(text: str) -> list[str]:
    leading = (lead for lead in listed("leading words of institutions") if text.startswith(lead))
    return [text, *(text.removeprefix(lead) for lead in leading if len(text) > len(lead) + 2)]


def _short_names(profile: Profile) -> Collection[str]:
    if not profile.is_chinese or not 2 <= len(profile.words[0].text) <= 4:
        return ()
    text = profile.words[0].text
    return (text[0] + text[-1],)


def _institution(one: Profile, other: Profile) -> Reason | None:
    short, long = sorted((one.words[0].text, other.words[0].text), key=len)
    if any(_abbreviates(short, start) for start in _starts(long)):
        return Reason("a Chinese short name made of characters of the long one", 0.84)
    return None


def _abbreviates(short: str, long: str) -> bool:
    """Whether characters of `long`, the first one first, none beside another, the last from its unit, make `short`."""
    unit = _unit(long)
    if not unit or len(long) < 2 * len(short) - 1 or short in long:
        return False
    head = long[: -len(unit)]
    if len(short) == 2:
        return len(head) == 2 and len(unit) == 2 and short[0] == head[0] and short[1] == unit[0]
    at = -2
    for place, char in enumerate(short):
        at = long.find(char, at + 2) if place else (0 if long[0] == char else -1)
        if at < 0:
            return False
    return at >= len(head)


ACRONYM = Kind("acronym", _first_letters, _acronym, _spelled_out)
INITIALS = Kind("initials", _full_names, _with_initials, _same_person)
INSTITUTION = Kind("institution", _long_names, _short_names, _institution)

"""Evidence: Chinese written in Latin letters by its sound."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from reme_tui.tidy.duplicates.evidence.kind import Kind, Reason
from reme_tui.tidy.duplicates.forms.phrases import phrase_book
from reme_tui.tidy.duplicates.forms.profiles import Profile, joined
from reme_tui.tidy.duplicates.tables import lines_of, listed, one_of

LONGEST = 8


@cache
def _readings() -> dict[str, str]:
    """Reading with tone number of each common character."""
    return {char: row[0] for row in lines_of("readings") for char in row[1]}


@cache
def _read_as_surname() -> dict[str, str]:
    """Characters that are read in another way as a surname."""
    return {entry[0]: entry[1:] for entry in listed("surname readings")}


@cache
def _table(name: str) -> dict[str, str]:
    return {row[0]: row[1] for row in lines_of(name)}


def toned_reading(char: str) -> str:
    """The usual reading of a character with its tone; the character itself when the table does not have it."""
    return _readings().get(char, char)


def reading(text: str) -> str | None:
    """A Chinese text in pinyin without tones and blanks; None when a character is not in the table."""
    heteronyms = _table("heteronyms")
    said: list[str] = []
    at = 0
    while at < len(text):
        size = next((n for n in (4, 3, 2) if text[at : at + n] in heteronyms), 0)
        if size:
            said.append(heteronyms[text[at : at + size]])
        else:
            toned = _readings().get(text[at])
            if toned is None:
                return None
            said.append(
                _read_as_surname().get(text[at], toned.rstrip("0123456789")) if at == 0 else toned.rstrip("0123456789")
            )
        at += size or 1
    return "".join(said)


def is_person(text: str) -> bool:
    """Whether a Chinese text looks like a person's name: two or three characters after a usual surname."""
    if text[:2] in one_of("compound surnames"):
        return 3 <= len(text) <= 4
    return 2 <= len(text) <= 3 and text[0] in one_of("surnames")


def _sounds(profile: Profile) -> Collection[str]:
    if not profile.is_chinese:
        return ()
    text = profile.words[0].text
    said = reading(text) if 2 <= len(text) <= LONGEST else None
    return (said,) if said else ()


def _spelled(profile: Profile) -> Collection[str]:
    text = profile.texts[0]
    return (text.replace("ü", "v"),) if len(text) >= 4 and text.isascii() and text.isalpha() else ()


def _judge(one: Profile, other: Profile) -> Reason | None:
    chinese, latin = (one, other) if one.is_chinese else (other, one)
    text, said = chinese.words[0].text, latin.texts[0]
    sentence = "the one is the other in pinyin"
    book = phrase_book()
    meant = {joined(meaning.words) for meaning in book.chinese.get(text, ())}
    known = _known_in_latin(latin)
    if known and text not in known:
        return None
    usual = _table("homophones").get(said)
    if not meant and usual is not None and usual != text and not is_person(text):
        return None if len(usual) <= len(text) else Reason(sentence, 0.6)
    return Reason(sentence, 0.86)


def _known_in_latin(latin: Profile) -> frozenset[str]:
    """The Chinese names that the tables give for a Latin one."""
    return frozenset().union(*(_chinese_of().get(key, frozenset()) for key in latin.forms))


@cache
def _chinese_of() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for said, meanings in phrase_book().chinese.items():
        for meaning in meanings:
            found.setdefault(joined(meaning.words), set()).add(said)
    return {words: frozenset(said) for words, said in found.items()}


PINYIN = Kind("pinyin", _sounds, _spelled, _judge)

"""A tag's text folded to plain words: width, accents, script, symbols, camelCase and separators go."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from reme_tui.core.text.simplified import simplify

_LETTERS = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D",
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L", "ħ": "h", "Ħ": "H", "ı": "i", "ŋ": "n",
}  # fmt: skip
_UMLAUTS = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa",
}  # fmt: skip
_APOSTROPHES = re.compile("['\u2019\u02bc\u2018`\u00b4\u2032]")
_YEAR_BEHIND = re.compile("(?<=[0-9A-Za-z])['\u2019](?=\\d\\d(?!\\d))")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_SYMBOLS = (
    (re.compile(r"(?<=[A-Za-z])\+\+"), " plus plus "),
    (re.compile(r"(?<![A-Za-z])([A-Za-z]{1,2})\+(?!\S)"), r"\1 plus "),
    (re.compile(r"(?<![A-Za-z])([A-Za-z]{1,2})-(?!\S)"), r"\1 minus "),
    (re.compile(r"(?<!\S)\+(?=\d)"), " plus "),
    (re.compile(r"\A-(?=\d)"), " minus "),
    (re.compile(r"(?<!\S)<(?=\d)"), " less than "),
    (re.compile("\u266f"), "#"),
    (re.compile(r"(?<![A-Za-z])([AS])/([AS])(?![A-Za-z])"), r"\1\2"),
    (re.compile(r"(?<![A-Za-z])([A-Za-z])#(?![A-Za-z])"), r"\1 sharp "),
    (re.compile(r"(?<!\w)\.(?=net(?!\w))", re.IGNORECASE), "dot"),
    (re.compile(r"€(\d[\d.,]*)"), r"\1 euro "),
    (re.compile(r"£(\d[\d.,]*)"), r"\1 pound "),
    (re.compile(r"(?<!\w)\$(\d[\d.,]*)"), r"\1 dollar "),
    (re.compile(r"(?<=[A-Za-z])\$(?=\W|_|$)"), "s"),
    (re.compile(r"(?<=\d)%"), " percent "),
    (re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),
    (re.compile(r"(?<![A-Za-z])([A-Z])n([A-Z])(?![A-Za-z])"), r"\1 and \2"),
    (re.compile(r"&"), " and "),
    (re.compile(r"(?<![A-Za-z])((?:[A-Za-z]\.){2,})([A-Za-z](?![A-Za-z]))?"), None),
)
_MIXED_CASE = "GmbH|SpA|KGaA|PhD|MSc|BSc|LaTeX|TeX|iOS|iPad|iPhone|iPod|iMac|macOS|eBay|WiFi|VoIP|mRNA|DevOps"
MARK = "\u00a7"
"""Starts a word that stands for a part of a date, set by `numerals`; never in a folded text otherwise."""
WORD = re.compile(
    rf"""{MARK}[a-z]\d+ | (?<![A-Za-z])(?:{_MIXED_CASE})(?![A-Za-z])
    | \d+(?:\.\d+)* | [A-Z]{{2,}}s(?![a-z]) | [A-Z]+(?=[A-Z][a-z]) | [A-Z]?[a-z]+ | [A-Z]+
    | [{_HAN}]+ | [^\s\dA-Za-z{_HAN}]+""",
    re.VERBOSE,
)
_SIMPLE = re.compile("(?!-|.*(?:[A-Z]n[A-Z]|[AS]/[AS](?![A-Za-z])|-(?:\\s|\\Z)))[A-Za-z0-9_/ \u4e00-\u9fff-]*")
_TO_BLANKS = str.maketrans("_/-", "   ")
HAN = re.compile(f"[{_HAN}]")
FIRST_HAN = _HAN[0]
"""No Chinese character comes before it: a comparison that spares most words a search."""
LONGEST = 256
"""Characters of a tag that are looked at; what follows counts as one opaque tail."""


class Word(NamedTuple):
    """One folded word: its text in lower case, and as it was written (accents already gone)."""

    text: str
    written: str


@lru_cache(maxsize=4096)
def _kept(char: str) -> str:
    """`char` when it carries meaning in a word, else a blank (separators) or nothing (marks of emoji)."""
    category = unicodedata.category(char)
    if category[0] in "LN" or char == ".":
        return char
    if category[0] == "M":
        return "" if "\ufe00" <= char <= "\ufe0f" or char == "\u20e3" else char
    return "" if category in ("Cf", "Cs") else " "


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    """`char` without its accent when it is Latin or Greek; other scripts keep theirs, there they make letters."""
    if char in _LETTERS:
        return _LETTERS[char]
    base = unicodedata.normalize("NFD", char)
    if len(base) > 1 and ("A" <= base[0] <= "z" or "\u0370" <= base[0] <= "\u03ff"):
        return base[0]
    return {"ё": "е", "Ё": "Е"}.get(char, char)


def spelled_out(text: str) -> str:
    """`text` with its symbols said in words and all else that is no letter or digit turned into blanks."""
    if _SIMPLE.fullmatch(text):
        return simplify(text.translate(_TO_BLANKS))
    text = unicodedata.normalize("NFKC", text)
    text = _APOSTROPHES.sub("", _YEAR_BEHIND.sub("-", text))
    for pattern, said in _SYMBOLS:
        text = pattern.sub(_dotless, text) if said is None else pattern.sub(said, text)
    text = "".join(map(_kept, text))
    return simplify(re.sub(r"(?<!\d)\.|\.(?!\d)", " ", text))


def _dotless(match: re.Match[str]) -> str:
    return match.group().replace(".", "") + " "


def words_in(text: str) -> list[Word]:
    """The words of a text that `spelled_out` has been over, split at blanks, case changes, digits and scripts."""
    plain = text if text.isascii() else "".join(map(_plain, text))
    return [_word(written) for written in WORD.findall(plain)]


@lru_cache(maxsize=8192)
def _word(written: str) -> Word:
    return Word(written.casefold(), written)


def umlauts_written_out(text: str) -> str | None:
    """`text` with `ä` as `ae` and its like, or None when it has none: the other way to be without accents."""
    if text.isascii():
        return None
    composed = unicodedata.normalize("NFC", text)
    if _UMLAUTS.keys().isdisjoint(composed):
        return None
    return "".join(_UMLAUTS.get(char, char) for char in composed)


def possessive_dropped(text: str) -> str | None:
    """`text` without `'s` at the ends of words, or None when there is none."""
    if "'" not in text and "\u2019" not in text:
        return None
    dropped = re.sub(r"(?<=[A-Za-zÀ-ɏ])['\u2019]s(?![A-Za-z])", "", text)
    return dropped if dropped != text else None

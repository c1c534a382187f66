"""Numbers, dates and ordinals in one form: Roman, Chinese and spelled-out numerals, quarters, months, weekdays."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from reme_tui.tidy.duplicates.forms.folded_words import MARK, Word
from reme_tui.tidy.duplicates.tables import listed, one_of

_ORDER = "yhqmw"
_ROMAN = re.compile(r"(x{0,3})(ix|iv|v?i{0,3})")
_DIGIT = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ZH = "〇零一二两三四五六七八九十百"
_CENTURIES = ("19", "20")
_FISCAL = ("fy", "cy")
_ZH_ANY = re.compile(f"[{_ZH}第年月周期拜半季]")


@cache
def _said() -> dict[str, str]:
    """Spelled-out numbers and ordinals in digits."""
    return {word: str(value) for name in ("numbers", "ordinals") for value, word in enumerate(listed(name))}


@cache
def _calendar() -> dict[str, str]:
    """The names of months and weekdays as parts of a date."""
    return {
        word: f"{MARK}{letter}{value}"
        for name, letter in (("months", "m"), ("weekdays", "w"))
        for value, word in enumerate(listed(name), 1)
    }


@cache
def _short_months() -> dict[str, str]:
    """Months by their first three letters; most count only beside a year."""
    return {word[:3]: f"{MARK}m{value}" for value, word in enumerate(listed("months"), 1)} | {"sept": f"{MARK}m9"}


@cache
def _units() -> dict[str, str]:
    """Units as written behind a number -> their name."""
    entries = (entry.partition(":") for entry in listed("units"))
    return {short: name for name, _, written in entries for short in written.split(",")}


@cache
def _chinese_rules() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    """What to look for in a Chinese text and what to put there, in the order to be done."""
    days = "一二三四五六日"
    counters = "|".join(listed("counters"))
    return (
        (re.compile("(?:周|星期|礼拜)([一二三四五六日天])(?!期)"), lambda m: f" {MARK}w{days.find(m[1]) % 7 + 1} "),
        (re.compile(f"第?([{_ZH}]+)(?={counters})|第([{_ZH}]+)"), lambda m: f" {_value(m[1] or m[2])} "),
        (re.compile(r"第\s*(?=\d)"), lambda _: " "),
        (re.compile(r"(\d)\s*季度"), lambda m: f" {MARK}q{m[1]} "),
        (re.compile("([上下])半年"), lambda m: f" {MARK}h{1 if m[1] == '上' else 2} "),
        (re.compile(r"(?<!\d)(19|20)(\d\d)\s*年(?!代|级)"), lambda m: f" {MARK}y{m[1]}{m[2]} "),
        (re.compile(r"(?<!\d)(1[0-2]|0?[1-9])\s*月份?"), lambda m: f" {MARK}m{int(m[1])} "),
    )


def _value(numeral: str) -> str:
    """A Chinese numeral in digits: `二十一` is 21, `二〇二四` is 2024."""
    if not re.search("[十百]", numeral):
        return "".join(str(_DIGIT[char]) for char in numeral)
    total, digit = 0, 0
    for char in numeral:
        if char in _DIGIT:
            digit = _DIGIT[char]
        else:
            total += max(digit, 1) * (10 if char == "十" else 100)
            digit = 0
    return str(total + digit)


def chinese_numbers(text: str) -> str:
    """Chinese numerals before a counter, years, months, quarters and weekdays in their one form."""
    if text.isascii() or not _ZH_ANY.search(text):
        return text
    for pattern, form in _chinese_rules():
        text = pattern.sub(form, text)
    return text


def is_roman(text: str) -> bool:
    """Whether a word in lower case is also a Roman numeral."""
    return bool(_ROMAN.fullmatch(text))


def roman(word: Word, before: str) -> str | None:
    """The value of a Roman numeral up to 39, or None.

    A single letter, or one in lower case, counts only after a word that is usually numbered (`Phase I`).
    """
    found = _ROMAN.fullmatch(word.text)
    if not found or not word.text:
        return None
    if before not in one_of("numbered nouns") and (
        len(word.text) == 1 or not (word.written.isupper() or word.text in ("ii", "iii"))
    ):
        return None
    tens, ones = found.groups()
    unit = {"ix": 9, "iv": 4}.get(ones)
    return str(10 * len(tens) + (unit if unit is not None else 5 * ones.count("v") + ones.count("i")))


@lru_cache(maxsize=65536)
def _may_count(text: str) -> bool:
    """Whether a word may be a number, a part of one or a part of a date."""
    return (
        not text.isalpha() or text in _said() or text in _calendar() or text in _short_months()
        or text in ("q", "h", "quarter") or bool(_ROMAN.fullmatch(text))
    )  # fmt: skip


def unified(words: list[Word]) -> list[Word]:
    """Words with their numbers in one form and the parts of a date in front."""
    last = len(words) - 1
    for at, word in enumerate(words):
        if _may_count(word.text):
            if at == last and at and _is_only_itself(word.text) and words[at - 1].text not in _FISCAL:
                return words
            return _dates_first(_numbers_unified(words))
    return words


def _is_only_itself(text: str) -> bool:
    """Whether a word behind words that are no number is a number in its one form and no year: most numbers are."""
    return text.isdecimal() and text.isascii() and text[0] != "0" and not (len(text) == 4 and text[:2] in _CENTURIES)


def _numbers_unified(words: list[Word]) -> list[Word]:
    """Roman and spelled-out numerals as digits, units after a number by name, ordinals without their ending."""
    done: list[Word] = []
    for at, word in enumerate(words):
        before = done[-1].text if done else ""
        text = word.text
        counted = before[:1].isdigit()
        if not counted and not _may_count(text):
            done.append(word)
            continue
        if counted and text in ("st", "nd", "rd", "th"):
            continue
        numbered = at + 1 < len(words) and words[at + 1].text.isdecimal()
        if numbered and text == "w" and len(before) == 4 and before.isdecimal():
            text = "week"
        elif counted and text in _units() and not numbered:
            text = _units()[text]
        elif text in _said() and len(words) > 1:
            text = _said()[text]
        elif done and text[0] in "ivx" and (value := roman(word, before)):
            text = value
        elif len(text) == 2 and text.isdecimal() and text[0] == "0":
            text = text[1]
        done.append(word if text == word.text else Word(text, word.written))
    return done


@cache
def _date_words() -> frozenset[str]:
    """Words in letters that may be a part of a date."""
    return frozenset((*_calendar(), *_short_months(), "q", "h", "quarter"))


def _dates_first(words: list[Word]) -> list[Word]:
    """The parts of a date marked and moved to the front, the year first: `Q1_2026`, `2026-Q1`, `Q1-26` are one."""
    parts: list[Word] = []
    rest: list[Word] = []
    at = 0
    in_dates = _date_words()
    while at < len(words):
        if words[at].text not in in_dates and words[at].text.isalpha():
            rest.append(words[at])
            at += 1
            continue
        part, used = _date_part(words, at, dated=bool(parts))
        if part:
            parts.append(Word(part, words[at].written))
        else:
            rest.append(words[at])
        at += used
    if len(parts) > 1:
        parts.sort(key=lambda word: _ORDER.find(word.text[1]))
    return parts + rest


def _date_part(words: list[Word], at: int, *, dated: bool) -> tuple[str | None, int]:
    """The date part that starts at `at` (or None), and how many words it takes."""
    word = words[at]
    text, after = word.text, words[at + 1].text if at + 1 < len(words) else ""
    if text.startswith(MARK):
        return text, 1
    if text in ("q", "h") and after in ("1", "2", "3", "4") and (text == "q" or after in ("1", "2")):
        return f"{MARK}{text}{after}", 2
    if text in ("1", "2", "3", "4") and after in ("q", "quarter"):
        return f"{MARK}q{text}", 2
    if text == "quarter" and after in ("1", "2", "3", "4"):
        return f"{MARK}q{after}", 2
    if text in _calendar() or text in one_of("months that are no other word when short"):
        return _calendar().get(text) or _short_months()[text], 1
    return _numeric_part(words, at, dated=dated)


def _numeric_part(words: list[Word], at: int, *, dated: bool) -> tuple[str | None, int]:
    text, written = words[at].text, words[at].written
    before = words[at - 1] if at else Word("", "")
    if len(text) == 4 and text.isdecimal() and text[:2] in _CENTURIES:
        return (None, 1) if at + 1 < len(words) and words[at + 1].text == "s" else (f"{MARK}y{text}", 1)
    beside_year = before.text[:2] in _CENTURIES and len(before.text) == 4
    if len(written) == 2 and written.isdecimal():
        if beside_year and 1 <= int(written) <= 12:
            return f"{MARK}m{int(written)}", 1
        if before.text in _FISCAL or (dated and at == len(words) - 1 and _is_quarter(words, at)):
            return f"{MARK}y20{written}", 1
    if text in _short_months() and (beside_year or (at + 1 < len(words) and words[at + 1].text[:2] in _CENTURIES)):
        return _short_months()[text], 1
    return None, 1


def _is_quarter(words: list[Word], at: int) -> bool:
    """Whether the two words before `at` are a quarter or a half: `Q1-26`."""
    return at >= 2 and words[at - 2].text in ("q", "h") and words[at - 1].text in ("1", "2", "3", "4")

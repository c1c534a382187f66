"""Which day a note is about, and what a person means by a date."""

from __future__ import annotations

import calendar
import datetime as dt
import re
import unicodedata

from reme_tui.core.frontmatter.block import Entry, Scalar, last_value
from reme_tui.core.note import DateSource, NoteDate

_AT_START = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_MONTH = re.compile(r"([a-z]{3,}) ([0-9]{4})")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_COUNTS = (
    re.compile(r"(?:last )?([0-9]{1,6}) ?([dwmy])"),
    re.compile(r"last ([0-9]{1,6}) (day|week|month|year)s?"),
    re.compile(r"最近 ?([0-9]{1,6}) ?(天|周|个月|年)"),
)
_CHINESE_UNITS = {"天": "d", "周": "w", "个月": "m", "年": "y"}
_CHINESE = {
    "今天": "today",
    "昨天": "yesterday",
    "本周": "this week",
    "上周": "last week",
    "本月": "this month",
    "上个月": "last month",
    "今年": "this year",
    "去年": "last year",
}
_BOUNDS = (
    re.compile(r"(?P<first>.*?) ?\.\. ?(?P<last>.*)"),
    re.compile(r"(?:from |since )?(?P<first>.+?) (?:to|until) (?P<last>.+)"),
    re.compile(r"(?:from|since) (?P<first>.+)(?P<last>)"),
    re.compile(r"(?P<first>)(?:to|until) (?P<last>.+)"),
)
MOST_NAMED = 30
"""Characters of an unreadable text that a complaint repeats: the examples behind it are to be seen."""
_FIELDS: tuple[DateSource, ...] = ("date", "created")
_MONTHS_IN_YEAR = 12


def note_date(path: str, entries: tuple[Entry, ...]) -> NoteDate | None:
    """The day of a note and its source; None for an undated one.

    First the path: `YYYY-MM-DD` at the start of a part, the part nearest the file. Then the frontmatter's
    `date`, then `created`: the first ten characters as written. A day that does not exist is no date.
    """
    if "-" in path:
        for part in reversed(path.split("/")):
            day = _day_at_start(part)
            if day is not None:
                return NoteDate(day, "path")
    for field in _FIELDS:
        value = last_value(entries, field)
        if isinstance(value, Scalar):
            day = _day_at_start(value.text.strip()[:10])
            if day is not None:
                return NoteDate(day, field)
    return None


def parse_day(text: str, today: dt.date, *, end: bool = False) -> dt.date:
    """The day meant by `2026-08-01`, `2026-08`, `aug 2026`, `2026`, `today`, `yesterday` or `last week`.

    What is longer than a day means its first day, or with `end` its last. Raises ValueError, naming the text.
    """
    try:
        first, last = _period(_folded(text), today)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"not a date: {_named(text)} (try 2026-08-01, aug 2026, yesterday)") from error
    return last if end else first


def parse_range(text: str, today: dt.date) -> tuple[dt.date | None, dt.date | None]:
    """The first and last day, both included, meant by `30d`, `last 3 weeks`, `2026-08`, `last week`, `today`.

    So do `from A to B`, `A..B`, `since A` and `until B`, the last two with an end left open: None. A count ends today
    and includes it: `30d` is today and the 29 days before. A week begins on Monday. Raises ValueError, naming the text.
    """
    words = _folded(text)
    bounds = next(filter(None, (form.fullmatch(words) for form in _BOUNDS)), None)
    if bounds is not None:
        return _between(bounds["first"], bounds["last"], today)
    try:
        return _count(words, today) or _period(words, today)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"not a range of dates: {_named(text)} (try 30d, last month, 2026-08 to today)") from error


def _between(first: str, last: str, today: dt.date) -> tuple[dt.date | None, dt.date | None]:
    since = parse_day(first, today) if first else None
    until = parse_day(last, today, end=True) if last else None
    if since and until and since > until:
        raise ValueError(f"{first} comes after {last}")
    return since, until


def _named(text: str) -> str:
    return repr(text if len(text) <= MOST_NAMED else f"{text[: MOST_NAMED - 1]}…")


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _day_at_start(text: str) -> dt.date | None:
    found = _AT_START.match(text)
    if found is None:
        return None
    try:
        return dt.date.fromisoformat(found[0])
    except ValueError:
        return None


def _period(words: str, today: dt.date) -> tuple[dt.date, dt.date]:
    words = _CHINESE.get(words, words)
    return _named_range(words, today) or _calendar_range(words)


def _calendar_range(words: str) -> tuple[dt.date, dt.date]:
    if named := _MONTH.fullmatch(words):
        numbers = (number for number, month in enumerate(_MONTHS, start=1) if month.startswith(named[1]))
        return _month(dt.date(int(named[2]), next(numbers, 0), 1))
    found = _DAY.fullmatch(words)
    if found is None:
        raise ValueError(words)
    year = int(found[1])
    if found[2] is None:
        return dt.date(year, 1, 1), dt.date(year, 12, 31)
    if found[3] is None:
        return _month(dt.date(year, int(found[2]), 1))
    day = dt.date(year, int(found[2]), int(found[3]))
    return day, day


def _named_range(words: str, today: dt.date) -> tuple[dt.date, dt.date] | None:
    if words in ("today", "yesterday"):
        day = today if words == "today" else today - dt.timedelta(days=1)
        return day, day
    which, _, unit = words.partition(" ")
    if which not in ("this", "last") or unit not in ("week", "month", "year"):
        return None
    current = _around(today, unit)
    return current if which == "this" else _around(current[0] - dt.timedelta(days=1), unit)


def _around(day: dt.date, unit: str) -> tuple[dt.date, dt.date]:
    if unit == "week":
        monday = day - dt.timedelta(days=day.weekday())
        return monday, monday + dt.timedelta(days=6)
    return _month(day) if unit == "month" else (day.replace(month=1, day=1), day.replace(month=12, day=31))


def _month(day: dt.date) -> tuple[dt.date, dt.date]:
    return day.replace(day=1), day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _count(words: str, today: dt.date) -> tuple[dt.date, dt.date] | None:
    found = next(filter(None, (form.fullmatch(words) for form in _COUNTS)), None)
    if found is None:
        return None
    return _first_of_count(int(found[1]), _CHINESE_UNITS.get(found[2], found[2][0]), today), today


def _first_of_count(count: int, unit: str, today: dt.date) -> dt.date:
    if count == 0:
        raise ValueError("no days")
    if unit in "dw":
        return today - dt.timedelta(days=count * (7 if unit == "w" else 1) - 1)
    months = today.year * _MONTHS_IN_YEAR + today.month - 1 - count * (_MONTHS_IN_YEAR if unit == "y" else 1)
    year, month = divmod(months, _MONTHS_IN_YEAR)
    same = dt.date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))
    return same + dt.timedelta(days=1)

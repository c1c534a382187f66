"""Which day a note is about, and what a person means by a date."""

from __future__ import annotations

import calendar
import datetime as dt
import re
import unicodedata

from reme_tui.core.frontmatter.block import Entry, Scalar, last_value
from reme_tui.core.note import DateSource, NoteDate

_AT_START = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_SPAN = re.compile(r"([0-9]{1,6}) ?([dwmy])")
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
    """The day meant by `2026-08-01`, `2026-08`, `2026`, `today` or `yesterday`.

    A month or year means its first day, or with `end` its last. Raises ValueError, naming the text.
    """
    words = _folded(text)
    if words == "today":
        return today
    try:
        if words == "yesterday":
            return today - dt.timedelta(days=1)
        first, last = _calendar_range(words)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"not a date: {text!r} (try 2026-08-01, 2026-08, today)") from error
    return last if end else first


def parse_range(text: str, today: dt.date) -> tuple[dt.date, dt.date]:
    """The first and last day, both included, meant by `30d`, `2w`, `3m`, `1y`, `2026-08`, `last week`, `today`.

    A count ends today and includes it: `30d` is today and the 29 days before. A week begins on Monday.
    Raises ValueError, naming the text.
    """
    words = _folded(text)
    try:
        span = _SPAN.fullmatch(words)
        if span is not None:
            return _first_of_span(int(span[1]), span[2], today), today
        named = _named_range(words, today)
        return named or _calendar_range(words)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"not a range of dates: {text!r} (try 30d, 2026-08, last week)") from error


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _day_at_start(text: str) -> dt.date | None:
    found = _AT_START.match(text)
    if found is None:
        return None
    try:
        return dt.date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


def _calendar_range(words: str) -> tuple[dt.date, dt.date]:
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


def _first_of_span(count: int, unit: str, today: dt.date) -> dt.date:
    if count == 0:
        raise ValueError("no days")
    if unit in "dw":
        return today - dt.timedelta(days=count * (7 if unit == "w" else 1) - 1)
    months = today.year * _MONTHS_IN_YEAR + today.month - 1 - count * (_MONTHS_IN_YEAR if unit == "y" else 1)
    year, month = divmod(months, _MONTHS_IN_YEAR)
    same = dt.date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))
    return same + dt.timedelta(days=1)

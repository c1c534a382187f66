"""Which day a note is about, and what a person means by a date."""

from __future__ import annotations

import contextlib
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reme_tui.core.dates import note_date, parse_day, parse_range
from reme_tui.core.frontmatter.read import read_block

TODAY = dt.date(2026, 8, 31)  # a Monday


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def dated(path: str, inner: str = ""):
    found = note_date(path, read_block(f"---\n{inner}---\n").entries)
    return found and (found.day.isoformat(), found.source)


class TestNoteDate:
    @pytest.mark.parametrize(
        ("path", "inner", "expected"),
        [
            ("daily/2026-03-02/x.md", "", ("2026-03-02", "path")),
            ("daily/2026-03-02.md", "", ("2026-03-02", "path")),
            ("digest/wiki/2026-03-04-notes.md", "", ("2026-03-04", "path")),
            ("2025-01-01/2026-03-02 walk/x.md", "", ("2026-03-02", "path")),
            ("2025-01-01/2026-02-30.md", "", ("2025-01-01", "path")),
            ("2026-02-30.md", "date: 2026-01-05\n", ("2026-01-05", "date")),
            ("2026-03-02.md", "date: 2026-01-05\n", ("2026-03-02", "path")),
            ("x.md", "date: 2026-01-05\ncreated: 2025-01-01\n", ("2026-01-05", "date")),
            ("x.md", "created: 2025-01-01\n", ("2025-01-01", "created")),
            ("x.md", "date: soon\ncreated: 2025-01-01\n", ("2025-01-01", "created")),
            ("x.md", "date: 2026-13-45\n", None),
            ("x.md", "date: 2025-04-11T00:01:00+01:00\n", ("2025-04-11", "date")),
            ("x.md", "date: '2025-04-11 23:59'\n", ("2025-04-11", "date")),
            ("x.md", "date: [2025-04-11]\n", None),
            ("x.md", "date:\n", None),
            ("x.md", "date: 2025-01-01\ndate: 2026-01-05\n", ("2026-01-05", "date")),
            ("x.md", "modified: 2026-01-05\n", None),
            ("daily/2026/03/05/x.md", "", None),
            ("x-2026-03-02.md", "", None),
            ("20260302.md", "", None),
            ("2026-W10-1.md", "", None),
            ("2026-03-021.md", "", None),
            ("０２６-03-02.md", "", None),
        ],
    )
    def test_the_first_source_that_holds_a_real_day(self, path, inner, expected):
        assert dated(path, inner) == expected


class TestParseDay:
    @pytest.mark.parametrize(
        ("text", "first", "last"),
        [
            ("2026-08-01", "2026-08-01", "2026-08-01"),
            ("2026-8-1", "2026-08-01", "2026-08-01"),
            ("2026-08", "2026-08-01", "2026-08-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2026", "2026-01-01", "2026-12-31"),
            ("9999-12", "9999-12-01", "9999-12-31"),
            (" Today ", "2026-08-31", "2026-08-31"),
            ("yesterday", "2026-08-30", "2026-08-30"),
            ("２０２６－０８", "2026-08-01", "2026-08-31"),
            ("Aug 2026", "2026-08-01", "2026-08-31"),
            ("february 2024", "2024-02-01", "2024-02-29"),
            ("last week", "2026-08-24", "2026-08-30"),
            ("昨天", "2026-08-30", "2026-08-30"),
        ],
    )
    def test_days_months_and_years(self, text, first, last):
        assert parse_day(text, TODAY) == day(first)
        assert parse_day(text, TODAY, end=True) == day(last)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "2026-02-30",
            "2026-13",
            "0000",
            "soon",
            "26-08-01",
            "2026-08-01x",
            "30d",
            "٢٠٢٦",
            "aug",
            "ma 2026",
            "augusta 2026",
        ],
    )
    def test_the_unreadable_is_named(self, text):
        with pytest.raises(ValueError, match="not a date") as caught:
            parse_day(text, TODAY)
        assert repr(text) in str(caught.value)

    def test_the_first_day_of_all_has_no_yesterday(self):
        with pytest.raises(ValueError, match="yesterday"):
            parse_day("yesterday", dt.date.min)

    @given(st.text(max_size=12))
    def test_any_text_is_a_day_or_a_value_error(self, text):
        with contextlib.suppress(ValueError):
            assert isinstance(parse_day(text, TODAY), dt.date)


class TestParseRange:
    @pytest.mark.parametrize(
        ("text", "first", "last"),
        [
            ("1d", "2026-08-31", "2026-08-31"),
            ("30d", "2026-08-02", "2026-08-31"),
            ("2w", "2026-08-18", "2026-08-31"),
            ("3m", "2026-06-01", "2026-08-31"),
            ("6m", "2026-03-01", "2026-08-31"),
            ("1y", "2025-09-01", "2026-08-31"),
            ("３０ｄ", "2026-08-02", "2026-08-31"),
            ("2026-08", "2026-08-01", "2026-08-31"),
            ("2026-08-05", "2026-08-05", "2026-08-05"),
            ("2026", "2026-01-01", "2026-12-31"),
            ("today", "2026-08-31", "2026-08-31"),
            ("yesterday", "2026-08-30", "2026-08-30"),
            ("this week", "2026-08-31", "2026-09-06"),
            ("Last  Week", "2026-08-24", "2026-08-30"),
            ("this month", "2026-08-01", "2026-08-31"),
            ("last month", "2026-07-01", "2026-07-31"),
            ("this year", "2026-01-01", "2026-12-31"),
            ("last year", "2025-01-01", "2025-12-31"),
            ("last 10 days", "2026-08-22", "2026-08-31"),
            ("last 3 weeks", "2026-08-11", "2026-08-31"),
            ("last 2 months", "2026-07-01", "2026-08-31"),
            ("last 1 year", "2025-09-01", "2026-08-31"),
            ("September 2026", "2026-09-01", "2026-09-30"),
            ("from 2026-08-01 to 2026-08-31", "2026-08-01", "2026-08-31"),
            ("2026-07 to today", "2026-07-01", "2026-08-31"),
            ("jul 2026..2026-08", "2026-07-01", "2026-08-31"),
            ("今天", "2026-08-31", "2026-08-31"),
            ("本周", "2026-08-31", "2026-09-06"),
            ("上周", "2026-08-24", "2026-08-30"),
            ("本月", "2026-08-01", "2026-08-31"),
            ("上个月", "2026-07-01", "2026-07-31"),
            ("今年", "2026-01-01", "2026-12-31"),
            ("去年", "2025-01-01", "2025-12-31"),
            ("最近30天", "2026-08-02", "2026-08-31"),
            ("最近 2 个月", "2026-07-01", "2026-08-31"),
        ],
    )
    def test_ranges_hold_both_ends(self, text, first, last):
        assert parse_range(text, TODAY) == (day(first), day(last))

    @pytest.mark.parametrize("text", ["since 2026-08", "from aug 2026", "2026-08.."])
    def test_a_range_without_an_end(self, text):
        assert parse_range(text, TODAY) == (day("2026-08-01"), None)

    @pytest.mark.parametrize("text", ["until 2026-08", "to aug 2026", "..本月"])
    def test_a_range_without_a_beginning(self, text):
        assert parse_range(text, TODAY) == (None, day("2026-08-31"))

    @pytest.mark.parametrize(
        ("text", "named"),
        [
            ("2026-09 to 2026-08", "2026-09 comes after 2026-08"),
            ("soon to today", "'soon'"),
            ("since 2026-13", "'2026-13'"),
            ("since 30d", "'30d'"),
            ("from to", "'to'"),
        ],
    )
    def test_an_end_that_cannot_be_is_named(self, text, named):
        with pytest.raises(ValueError, match=named):
            parse_range(text, TODAY)

    def test_of_a_long_text_the_complaint_shows_the_beginning_and_still_the_examples(self):
        with pytest.raises(ValueError, match=r"^not a range of dates: 'x{29}…' \(try 30d, last month"):
            parse_range("x" * 500, TODAY)

    def test_the_month_before_january(self):
        assert parse_range("last month", day("2026-01-15")) == (day("2025-12-01"), day("2025-12-31"))
        assert parse_range("1m", day("2026-01-15")) == (day("2025-12-16"), day("2026-01-15"))
        assert parse_range("1m", day("2026-03-30")) == (day("2026-03-01"), day("2026-03-30"))

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "0d",
            "d",
            "-3d",
            "30 days",
            "999999y",
            "999999d",
            "last day",
            "2026-02-30",
            "last",
            "to",
            "last 0 days",
            "最近",
            "2026年",
        ],
    )
    def test_the_unreadable_is_named(self, text):
        with pytest.raises(ValueError, match="not a range") as caught:
            parse_range(text, TODAY)
        assert repr(text) in str(caught.value)

    @given(st.integers(1, 5000), st.dates(dt.date(2020, 1, 1), dt.date(2030, 1, 1)))
    def test_n_days_are_n_days(self, count, today):
        first, last = parse_range(f"{count}d", today)
        assert last == today
        assert (last - first).days == count - 1

    @given(st.text(max_size=12))
    def test_any_text_is_a_range_or_a_value_error(self, text):
        with contextlib.suppress(ValueError):
            first, last = parse_range(text, TODAY)
            assert first is None or last is None or first <= last

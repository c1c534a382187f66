"""A query read from text and written back."""

from __future__ import annotations

import contextlib
import datetime as dt
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.query.hints import conditions_without, relaxed, slip_of
from reme_tui.core.query.query import Query, QueryError, Scope
from reme_tui.core.query.text import complete_operators, format_query, parse_query

TODAY = dt.date(2026, 9, 17)


def parse(text: str) -> Query:
    return parse_query(text, TODAY)


def scope(text: str) -> Scope:
    query = parse(text)
    assert query == Query(scope=query.scope), "only operators were expected"
    return query.scope


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", Query()),
        ("  launch \t budget\n", Query("launch budget")),
        ('find "spare parts" now', Query("find now", phrases=("spare parts",))),
        ('"a""b"c', Query("c", phrases=("a", "b"))),
        ('-draft -"old plan" x', Query("x", excluded=("draft", "old plan"))),
        ('"never closed -x tag:y', Query(phrases=("never closed -x tag:y",))),
        ('"a \\" b \\\\ c \\d"', Query(phrases=('a " b \\ c \\d',))),
        ("state-of-the-art a-b", Query("state-of-the-art a-b")),
        ("- -- -> --- 5 - 3", Query("- -- -> --- 5 - 3")),
        ("--force", Query(excluded=("-force",))),
        ('"" " " -"" ""', Query()),
        ('12" disk', Query('12" disk')),
        ("项目A 发布", Query("项目A 发布")),
        ("他说：好", Query("他说：好")),
        ("http://x.y note:z", Query("http://x.y note:z")),
        ('\\-draft \\tag:x \\"a \\\\tag:x \\n C:\\x', Query('-draft tag:x "a \\tag:x \\n C:\\x')),
    ],
)  # fmt: skip
def test_words(text: str, query: Query):
    assert parse(text) == query


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:Alice", Scope(tags=("Alice",))),
        ('tag:"spare parts" TAG:Gold tag:"spare parts"', Scope(tags=("spare parts", "Gold"))),
        ("tag:user:alice", Scope(tags=("user:alice",))),
        ("tag:C++ tag:#basic tag:a/b", Scope(tags=("C++", "#basic", "a/b"))),
        ('-tag:Gold -tag:"a b"', Scope(excluded_tags=("Gold", "a b"))),
        ("tag:a tag:b match:all", Scope(tags=("a", "b"), all_tags=True)),
        ("match:all match:Any", Scope()),
        ("is:untagged", Scope(untagged=True)),
        ("is:undated", Scope(undated=True)),
        ("path:daily/ path:digest/", Scope(path="digest/")),
        ('path:"my notes/"', Scope(path="my notes/")),
        ("from:2026-08", Scope(since=dt.date(2026, 8, 1))),
        ("to:2026-08", Scope(until=dt.date(2026, 8, 31))),
        ("to:today", Scope(until=TODAY)),
        ("in:30d", Scope(since=TODAY - dt.timedelta(days=29), until=TODAY)),
        ("in:2026-08", Scope(since=dt.date(2026, 8, 1), until=dt.date(2026, 8, 31))),
        ('in:"last month"', Scope(since=dt.date(2026, 8, 1), until=dt.date(2026, 8, 31))),
        ("in:2026 from:2026-02-03", Scope(since=dt.date(2026, 2, 3), until=dt.date(2026, 12, 31))),
    ],
)
def test_operators(text: str, expected: Scope):
    assert scope(text) == expected


@pytest.mark.parametrize(
    ("wide", "ascii_text"),
    [
        ("tag：Alice", "tag:Alice"),
        ("－tag：“备 件”\u3000launch", '-tag:"备 件" launch'),
        ("“水泵 维修”", '"水泵 维修"'),
        ('“mixed"', '"mixed"'),
        ('"mixed”', '"mixed"'),
        ("－草稿", "-草稿"),
        ("in：３０d", "in:30d"),
    ],
)
def test_full_width_signs_count(wide: str, ascii_text: str):
    assert parse(wide) == parse(ascii_text)


@pytest.mark.parametrize("text", ["-", "tag:", "-tag:", 'tag:"', "tag:''"[:4], "from:", "is:", "a - b", "to: be"])
def test_what_is_only_begun_is_text(text: str):
    assert parse(text) == Query(text.rstrip('"'))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("from:soon", "soon"),
        ("to:2026-13", "2026-13"),
        ("to:2026-02-30", "2026-02-30"),
        ("in:fortnight", "fortnight"),
        ("in:99999999d", "99999999d"),
        ("x in:“ever more” y", "ever more"),
        ("is:untaged", "untaged"),
        ("match:some", "some"),
        ("-from:2026", "2026"),
        ("from:\x1b[31m", "\\x1b[31m"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, named: str):
    with pytest.raises(QueryError) as raised:
        parse(text)
    assert named in str(raised.value)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("line", "asked", "rest"),
    [
        ("tag:Ali", "", "tag:Ali"),
        ("tag:Alice ", "tag:Alice", ""),
        ("tag:Alice  launch", "tag:Alice launch", " launch"),
        ("launch tag:Alice -tag:Gold x", "tag:Alice -tag:Gold launch x", "launch x"),
        ('find tag:"spare pa', "find", 'find tag:"spare pa'),
        ('find tag:"spare parts"', "find", 'find tag:"spare parts"'),
        ('find tag:"spare parts" ', 'find tag:"spare parts"', "find "),
        ("tag：“备件”\u3000", "tag:备件", ""),
        ("launch  plan ", "launch plan", "launch  plan "),
        ('in:30d "a b" -c from:20', 'in:30d "a b" -c', '"a b" -c from:20'),
        ("tag: ", "tag:", "tag: "),
    ],
)
def test_finished_operators_leave_the_line(line: str, asked: str, rest: str):
    assert complete_operators(line, TODAY) == (parse(asked), rest)


def test_a_finished_operator_that_cannot_be_read_is_an_error_and_an_unfinished_one_is_not():
    assert complete_operators("from:20x", TODAY) == (Query(), "from:20x")
    with pytest.raises(QueryError, match="20x"):
        complete_operators("from:20x ", TODAY)


SIGNS = st.sampled_from(
    [*"\"“”\\-－:：' ax项\u3000\t", "tag:", "tag：", "-tag:", "is:untagged", "from:", "to:2026", "in:30d"]
)
TEXT = st.lists(SIGNS | st.characters(), max_size=8).map("".join)
VALUE = TEXT.filter(lambda text: text and not text.isspace())
DAYS = st.none() | st.dates()
SCOPES = st.builds(
    Scope,
    tags=st.lists(VALUE, max_size=3, unique=True).map(tuple),
    all_tags=st.booleans(),
    excluded_tags=st.lists(VALUE, max_size=2, unique=True).map(tuple),
    untagged=st.booleans(),
    path=st.just("") | VALUE,
    since=DAYS,
    until=DAYS,
    undated=st.booleans(),
)
QUERIES = st.builds(
    Query,
    text=TEXT.map(lambda text: " ".join(text.split())),
    phrases=st.lists(VALUE, max_size=2).map(tuple),
    excluded=st.lists(VALUE, max_size=2).map(tuple),
    scope=SCOPES,
)


@settings(max_examples=120)
@given(QUERIES)
def test_what_is_written_reads_back_the_same(query: Query):
    assert parse(format_query(query)) == query


@settings(max_examples=120)
@given(TEXT)
def test_any_text_is_read_or_refused_and_what_is_read_can_be_written(text: str):
    try:
        query = parse(text)
    except QueryError:
        return
    assert parse(format_query(query)) == query


@settings(max_examples=120)
@given(TEXT)
def test_completing_takes_nothing_but_operators(text: str):
    try:
        query, rest = complete_operators(text, TODAY)
        whole = parse(text)
    except QueryError:
        return
    assert (query.text, query.phrases, query.excluded) == (whole.text, whole.phrases, whole.excluded)
    assert complete_operators(rest, TODAY) == (Query(query.text, query.phrases, query.excluded), rest)


@pytest.mark.parametrize(
    "piece", ['"', '\\"', '"a ', "-", "tag:", "tag:a", 'tag:"a" ', "\\", "\\\\", "x ", "“”", "in:", " "]
)
def test_hostile_lines_take_linear_time(piece: str):
    before = time.process_time()
    for text in (piece * 30_000, "".join(f"{piece}{n}" for n in range(15_000))):
        with contextlib.suppress(QueryError):
            complete_operators(text, TODAY)
            format_query(parse(text))
    assert time.process_time() - before < 20  # quadratic time would be minutes


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("launch tags:Alice", ("tags", "tag")),
        ("form:2026", ("form", "from")),
        ("Frm：2026", ("Frm", "from")),
        ("-tgas:Gold", None),
        ("-tags:Gold", ("tags", "tag")),
        ("paht:daily/", ("paht", "path")),
        ("https://tag.example form://x tah://y", None),
        ("note: text, at 10:30, id:7 it:x", None),
        ("tags: Alice", None),
        ('"tags:Alice"', None),
        ("tag:Alice from:2026", None),
    ],
)
def test_a_slip_in_the_name_of_an_operator_is_told_from_other_words(text, slip):
    assert slip_of(parse(text)) == slip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('x "say \\"hi\\" now"', [('"say \\"hi\\" now"', "without the quotes")]),
        ('x -"tag:x"', [('-"tag:x"', 'without -"tag:x"')]),
        ("x -a -b", [("-a -b", "without -a -b")]),
        (
            'tag:t x "a b" -"c d"',
            [
                ('-"c d"', 'without -"c d"'),
                ('"a b"', "without the quotes"),
                ('"a b" -"c d"', 'without -"c d" and the quotes'),
            ],
        ),
        ("x", []),
    ],
)
def test_the_conditions_that_are_left_out_are_named_as_they_are_typed(text, said):
    query = parse(text)
    assert [conditions_without(query, fewer) for fewer in relaxed(query)] == said

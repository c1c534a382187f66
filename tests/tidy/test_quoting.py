"""Text put into YAML reads back as that text, under both versions and wherever it stands."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.tidy.edits.quoting import is_plain, spell

# The implicit types of YAML 1.2's core schema, and the boolean words of 1.1 that PyYAML leaves out.
TYPED_ELSEWHERE = re.compile(
    r"(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[yYnN]"
    r"|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|)\Z"
)
PLACES = {
    "item": ("memory_tags:\n- ", "\n- last\n", False),
    "deep item": ("a:\n  b:\n    - x\n    - ", " # remark\n", False),
    "value": ("memory_tags: ", "\nnext: 1\n", False),
    "first in brackets": ("memory_tags: [", ", last]\n", True),
    "tight in brackets": ("memory_tags: [x,", ",y]\n", True),
    "last in brackets": ("memory_tags: [x, ", " # remark\n]\n", True),
    "in braces": ("{memory_tags: ", ", next: 1}\n", True),
}
NASTY = [
    *("yes", "No", "on", "y", "N", "true", "~", "null", "=", "<<"),
    *("1.10", "007", "08", "0x1F", "0o17", "0b1", "1e3", "1_000", "+1", "-1.5", ".5", "5.", ".inf", ".NaN", "1:30"),
    *("12:30:45", "2026-01-05", "2026-1-5 10:00:00", "2026-01-05T10:00:00Z"),
    *(
        "# x",
        "a # b",
        "#",
        "- x",
        "-",
        "? x",
        "?",
        ": x",
        ":",
        "a: b",
        "a:",
        "a:\tb",
        "@x",
        "`x`",
        "%x",
        "!x",
        "&x",
        "*x",
    ),
    *(
        "[/",
        "[red]",
        "]",
        "{",
        "}",
        "a, b",
        "a,b",
        ",",
        "|",
        ">",
        "'",
        '"',
        "''",
        "it's",
        'say "hi"',
        "\\",
        "C:\\dir",
        "$1",
    ),
    *(
        "---",
        "--- x",
        "...",
        "... x",
        " a",
        "a ",
        "\ta",
        "a\tb",
        "a\nb",
        "a\r\nb",
        "\n",
        "a\n",
        "\x00",
        "\x07",
        "\x1b[31m",
        "\x7f",
    ),
    *("\x85", "a\u2028b", "\u2029", "\ufeffa", "a\ufeff", "\ufffe", "\u202eabc", "\u200f", "\xa0a\xa0", "\u3000"),
    *("🤔Ideas", "👨‍👩‍👧", "عربي: نص", "項目,A", "Ａ", "é", "é", "!!str", "?x", ":x", "-x", "a?b", "a#b", "a:b"),
]
SAYABLE = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
YAMLISH = st.text(st.sampled_from("ab1 .,:-?#[]{}&*!|>'\"%@`~=<\\\n\t0xe_+yno"), max_size=8)


def assert_reads_back(text: str, style: str) -> None:
    for before, after, flow in PLACES.values():
        written = spell(text, style, flow=flow)
        plain = written[0] not in "'\""
        assert not (plain and TYPED_ELSEWHERE.match(written))
        for loader in (yaml.SafeLoader, yaml.CSafeLoader):
            root = yaml.compose(before + written + after, Loader=loader)
            found = [node for node in scalars(root) if node.start_mark.index == len(before)]
            assert [(node.value, node.tag) for node in found] == [(text, "tag:yaml.org,2002:str")], before + written


def scalars(node: yaml.Node) -> list[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        return [node]
    parts = node.value if isinstance(node, yaml.SequenceNode) else [part for pair in node.value for part in pair]
    return [scalar for part in parts for scalar in scalars(part)]


@pytest.mark.parametrize("style", ["plain", "single", "double"])
@pytest.mark.parametrize("text", NASTY)
def test_nasty_names_read_back_as_themselves(text, style):
    assert_reads_back(text, style)


@settings(max_examples=250)
@given(text=st.one_of(SAYABLE, YAMLISH).filter(bool), style=st.sampled_from(["plain", "single", "double"]))
def test_any_text_reads_back_as_itself(text, style):
    assert_reads_back(text, style)


HARMLESS = (
    *("alpha", "Project A", "项目A", "🤔Ideas", "a/b", "c++", "it's", 'say "hi"', "C:\\dir", "a:b", "a#b", "x@y"),
    *(
        "2026-08",
        "1.2.3",
        "v1",
        "user:alice",
        "-x",
        "Null value",
        "http://x.y/z",
        "$1",
        "a\xa0b",
        "12:75",
        "nope",
        "50%",
    ),
)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_needs_no_quotes_gets_none(text):
    assert spell(text, "plain", flow=True) == text
    assert spell(text, "plain", flow=False) == text


@pytest.mark.parametrize("text", ["a, b", "a[1]", "?x", ":x", "{x", "q?"])
def test_some_text_needs_quotes_in_brackets_only(text):
    outside = spell("a" + text, "plain", flow=False)
    assert outside == "a" + text or text[0] in "?:"
    assert not is_plain(text, flow=True)


@pytest.mark.parametrize(
    ("text", "style", "written"),
    [
        ("beta", "single", "'beta'"),
        ("it's", "single", "'it''s'"),
        ("beta", "double", '"beta"'),
        ("user: alice", "plain", '"user: alice"'),
        ('"quoted"', "plain", "'\"quoted\"'"),
        ("a\nb", "single", '"a\\nb"'),
        ("\x1b[31m\u2028\ufeff", "plain", '"\\e[31m\\u2028\\uFEFF"'),
        ('"', "double", '"\\""'),
    ],
)
def test_the_style_of_what_is_replaced_stays_where_it_can(text, style, written):
    assert spell(text, style, flow=False) == written


def test_a_name_of_ten_thousand_characters_reads_back():
    assert_reads_back("x" * 10_000, "plain")
    assert_reads_back("x: " * 3_333, "plain")


def test_half_a_surrogate_pair_is_declined():
    with pytest.raises(ValueError, match="surrogate"):
        spell("a\ud800", "plain", flow=False)

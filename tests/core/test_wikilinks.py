"""Which links a body holds."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reme_tui.core.links.wikilinks import scan_links
from reme_tui.core.note import Link
from reme_tui.core.reading_rules import ReadingRules

OWN = ReadingRules()
REME = ReadingRules(reme=True)
MARKDOWN = ReadingRules(markdown_links=True)


def targets(text: str, rules: ReadingRules = OWN) -> list[str]:
    return [link.target for link in scan_links(text, 0, 1, rules=rules)]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[[pump]]", Link("pump", "", "", 1)),
        ("see [[ pump ]] now", Link("pump", "", "", 1)),
        ("[[notes/x.md#L9-L10,L15|lines]]", Link("notes/x.md", "L9-L10,L15", "lines", 1)),
        ("![[x.md#^blk]]", Link("x.md", "^blk", "", 1, embed=True)),
        ("[[a|b|c]]", Link("a", "", "b|c", 1)),
        ("[[a#b#c]]", Link("a", "b#c", "", 1)),
        ("| [[page\\|alias]] |", Link("page", "", "alias", 1)),
        ("[[sub\\note]]", Link("sub\\note", "", "", 1)),
        ("[[x|]] [[#y]]", Link("x", "", "", 1)),
        ("[[[x]]]", Link("x", "", "", 1)),
        ("\n\r\n\r[[x]]", Link("x", "", "", 4)),
        ("line\u2028[[x]]", Link("x", "", "", 1)),
        ("[[项目A#目标|那个项目]]", Link("项目A", "目标", "那个项目", 1)),
    ],
)
def test_one_wikilink(text: str, link: Link):
    assert scan_links(text, 0, 1, rules=OWN) == (link,)


@pytest.mark.parametrize(
    "text", ["[[]]", "[[ ]]", "[[#x]]", "[[|label]]", "[[#x|y]]", "[[a\nb]]", "[x]", "[[x]", "[ [x]]"]
)
def test_no_wikilink(text: str):
    assert targets(text) == []


def test_offset_and_line_of_the_body_are_kept():
    text = "---\nup: [[frontmatter]]\n---\n\nsee\n[[x]]\n"
    assert scan_links(text, text.index("\n\nsee") + 1, 4, rules=OWN) == (Link("x", "", "", 6),)


CODE = {
    "fence": "```bash\nif [[ -f x ]]; then\n```\n[[y]]",
    "fence without end": "[[y]]\n\n```\n[[x]]\n\n[[x]]",
    "longer fence": "````\n```\n[[x]]\n```\n[[x]]\n````\n[[y]]",
    "tildes": "~~~ a`b\n[[x]]\n```\n~~~\n[[y]]",
    "other mark does not close": "```\n~~~\n[[x]]\n```\n[[y]]",
    "fence in a list": "- item\n\n  ```\n  [[x]]\n  ```\n  [[y]]",
    "fence behind a bullet": "- ```\n  [[x]]\n  ```\n- [[y]]",
    "fence that ends with its list": "- ```\n  [[x]]\n\n[[y]]",
    "fence in a deep list": "- a\n    - b\n        ```\n        [[x]]\n        ```\n[[y]]",
    "fence in a quote": "> ```\n> [[x]]\n> ```\n> [[y]]",
    "fence that ends with its quote": "> ```\n> [[x]]\n[[y]]",
    "quote sign in a fence": "```\n> [[x]]\n```\n[[y]]",
    "crlf": "```\r\n[[x]]\r\n```\r\n[[y]]\r\n",
    "lone cr": "```\r[[x]]\r```\r[[y]]",
    "span": "`[[x]]` [[y]]",
    "long span": "`` ` [[x]] `` [[y]]",
    "span over lines": "`a\n[[x]]` [[y]]",
    "indented": "text\n\n    [[x]]\n\n[[y]]",
    "indented by a tab": "text\n\n\t[[x]]\n\n[[y]]",
    "indented in two pieces": "text\n\n    a\n\n    [[x]]\n[[y]]",
    "indented at the start": "    [[x]]\n[[y]]",
    "indented after a list has ended": "- a\n\ntext\n\n    [[x]]\n\n[[y]]",
    "indented after a heading behind a list": "- a\n# b\n\n    [[x]]\n\n[[y]]",
    "indented in a quote": "> a\n>\n>     [[x]]\n\n[[y]]",
}


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
def test_code_holds_no_links(text: str):
    assert set(targets(text)) == {"y"}


PROSE = {
    "indented without a blank line before": "text\n    [[y]]",
    "indented in a list": "- a\n\n    [[y]]\n\n      [[y]]",
    "indented in a numbered list": "1. a\n\n   b\n\n    [[y]]",
    "nested list": "- a\n    - b\n\n        - [[y]]",
    "list behind a quote in it": "- a\n\n  > b\n\n    [[y]]",
    "tick without a partner": "a ` b [[y]]",
    "ticks of different lengths": "`` a ` [[y]]",
    "ticks in two paragraphs": "a `\n\n[[y]] ` b",
    "ticks in two items": "- a `\n- [[y]] ` b",
    "ticks in two table rows": "| a ` |\n| [[y]] ` |",
    "ticks around a heading": "# a `\n[[y]] ` b",
    "escaped tick": "\\`[[y]]\\`",
    "three ticks in a line": "```a``` [[y]]",
    "two tildes": "~~[[y]]~~",
    "rule, no list": "- - -\n\n[[y]]",
}


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_what_only_looks_like_code_holds_links(text: str):
    assert set(targets(text)) == {"y"}


def test_a_span_does_not_hide_what_follows_its_escaped_first_tick():
    assert targets("\\``[[x]]` [[y]]") == ["y"]
    assert targets("`\\`[[y]]") == ["y"]


def test_reme_counts_links_in_code_and_each_target_and_anchor_once():
    text = "```\n[[x]]\n```\n`[[x]]` [[x#a]] [[x|b]]"
    assert [(link.target, link.anchor, link.line) for link in scan_links(text, 0, 1, rules=REME)] == [
        ("x", "", 2),
        ("x", "a", 4),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[a\\|b]]", ["a\\"]),  # ReMe knows no escaped bar
        ("[[a|]] [[a#]] [[a]]", ["a"]),  # an empty label or anchor makes it no link
        ("[[./x]] [[/x]] [[a%20b]]", ["./x", "/x", "a%20b"]),
        ("[m](x.md)", []),
    ],
)
def test_reme_reads_targets_literally(text: str, found: list[str]):
    assert targets(text, ReadingRules(reme=True, markdown_links=True)) == found


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[Alice](People/Alice%20Chen.md)", Link("People/Alice Chen.md", "", "Alice", 1, markdown=True)),
        ("[odd](100%25.md)", Link("100%.md", "", "odd", 1, markdown=True)),
        ("[once](a%2520b.md)", Link("a%20b.md", "", "once", 1, markdown=True)),
        ("[x](../b.md#a%20b)", Link("../b.md", "a b", "x", 1, markdown=True)),
        ("![x](<a b.md> 'title')", Link("a b.md", "", "x", 1, embed=True, markdown=True)),
        ('[x](a(1).md "t")', Link("a(1).md", "", "x", 1, markdown=True)),
        ("[x](A.MARKDOWN)", Link("A.MARKDOWN", "", "x", 1, markdown=True)),
    ],
)
def test_one_markdown_link(text: str, link: Link):
    assert scan_links(text, 0, 1, rules=MARKDOWN) == (link,)
    assert scan_links(text, 0, 1, rules=OWN) == ()


@pytest.mark.parametrize(
    "target",
    ["https://a.b/c.md", "//a/c.md", "/c.md", "mailto:a.md", "c:\\a.md", "%2Fc.md", "#x", "", "a b.md", "a.png", "a"],
)
def test_no_markdown_link(target: str):
    assert targets(f"[x]({target})", MARKDOWN) == []


def test_both_kinds_come_in_text_order_and_not_from_code():
    assert targets("[a](a.md) [[b]] [c](c.md) `[d](d.md)` [[e]]", MARKDOWN) == ["a.md", "b", "c.md", "e"]


@given(st.text(st.sampled_from("[]|#`~ \t\n\r->\\!ax.()<>\"'")))
def test_any_text_gives_links_that_stand_where_they_say(text: str):
    for rules in (OWN, REME, MARKDOWN):
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for link in scan_links(text, 0, 1, rules=rules):
            assert link.target == link.target.strip() != ""
            assert link.markdown or link.target in lines[link.line - 1]


HOSTILE = {
    "open brackets": "[[" * 500_000,
    "open links": "[[a" * 300_000,
    "bars": "[[" + "a|" * 500_000,
    "hashes": "[[" + "#a" * 500_000,
    "ticks of all lengths": " ".join("`" * n for n in range(1, 1400)) + "[[x]]",
    "escaped ticks": "\\`" * 200_000 + "[[x]]",
    "backslashes": "[[x]]" + "\\" * 1_000_000 + "`",
    "fences": "```\n[[x]]\n" * 10_000,
    "fence line of ticks": "`" * 1_000_000 + "a`\n[[x]]",
    "quotes": "> " * 500_000 + "[[x]]",
    "quotes in lines": (">" * 1000 + "\n[[") * 1000,
    "bullets": "- " * 500_000 + "[[x]]",
    "one long line": "[[x]] `a` word    " * 15_000 + "a" * 5_000_000,
    "markdown": "[](" * 300_000,
    "markdown in angles": "[](<" * 300_000,
    "markdown titles": '[](a "' * 200_000,
    "markdown parentheses": "[](a(" * 200_000,
    "markdown blanks": "[](a" + " " * 1_000_000,
    "rule that is none": "-" + " " * 500_000 + "- " * 200_000 + "x [[x]]",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_linear_time(text: str):
    before = time.process_time()
    for rules in (OWN, REME, MARKDOWN):
        scan_links(text, 0, 1, rules=rules)
    assert time.process_time() - before < 20  # quadratic time would be hours

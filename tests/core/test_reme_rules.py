"""`rules = "reme"`: tags and standing of a note exactly as ReMe has them, row by row."""

from __future__ import annotations

import datetime as dt

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.frontmatter.block import last_value
from reme_tui.core.frontmatter.read import read_block
from reme_tui.core.frontmatter.reme_rules import judge, reme_tags
from reme_tui.core.note import Note, Severity
from reme_tui.core.reading_rules import ReadingRules
from tests.notes import parse_note

RULES = ReadingRules(reme=True)


def read(text: str, path: str = "daily/x.md", rules: ReadingRules = RULES) -> Note:
    return parse_note(path, text, rules=rules)


def tags(text: str) -> list[str]:
    return [tag.text for tag in read(text).tags]


def field(value: str) -> list[str]:
    return tags(f"---\nmemory_tags: {value}\n---\nBody.\n")


def kinds(note: Note) -> list[str]:
    return [problem.kind for problem in note.problems]


class TestTags:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            # Shape: only a list counts.
            ("[a, b]", ["a", "b"]),
            ("\n- a\n- b", ["a", "b"]),
            ("foo", []),
            ('"a, b"', []),
            ("{a: b}", []),
            ("", []),
            ("~", []),
            ("[]", []),
            # Items: text and whole numbers, the rest goes one by one.
            ("[42, 007, -5]", ["42", "7", "-5"]),
            ("[0, 0x1F, 1_000]", ["0", "31", "1000"]),
            ("[1:30, +7]", ["90", "7"]),
            ("[yes, no, on]", []),
            ("[true, a, 1.10, b]", ["a", "b"]),
            ("[~, 2026-01-05, {x: y}, [z], a]", ["a"]),
            ("['1.10', 'yes', '2026-01-05']", ["1.10", "yes", "2026-01-05"]),
            # Blanks: any run becomes one `_`, ends are trimmed.
            ("['  Project \t A ', 'x\u00a0y', 'z\u3000w']", ["project_a", "x_y", "z_w"]),
            ("['张 伟', 张伟]", ["张_伟", "张伟"]),
            ("['', '  ', a]", ["a"]),
            # Case is folded, nothing else.
            ("[STRASSE, Straße]", ["strasse"]),
            ("[İ]", ["i̇"]),
            ("[caf\u00e9, cafe\u0301]", ["caf\u00e9", "cafe\u0301"]),
            ("[Project-A, Project_A, ＡＩ]", ["project-a", "project_a", "ａｉ"]),
            ("[项目A]", ["项目a"]),
            # Length: 64 code points, before the case is folded.
            (f"[{'x' * 64}]", ["x" * 64]),
            (f"[{'x' * 65}, a]", ["a"]),
            (f"[{'ß' * 64}]", ["ss" * 64]),
            (f"['{'x' * 60}   {'y' * 3}']", [f"{'x' * 60}_yyy"]),
            # At least one letter or digit.
            ("['!!!', '😀', '_', a]", ["a"]),
            ("['#hash', a/b, c++]", ["#hash", "a/b", "c++"]),
            # The first three distinct valid ones.
            ("[a, b, c, d]", ["a", "b", "c"]),
            ("[a, A, a, b, '!!!', 1.5, c, d]", ["a", "b", "c"]),
        ],
    )
    def test_what_counts(self, value, expected):
        assert field(value) == expected

    def test_the_exact_key_counts_and_the_last_one_wins(self):
        assert tags("---\nMemory_Tags: [a]\ntags: [b]\n---\n") == []
        assert tags("---\nmemory_tags: [a]\nmemory_tags: [b]\n---\n") == ["b"]
        assert tags("---\nmemory_tags: [a]\nmemory_tags:\n---\n") == []

    def test_another_field_can_be_named_and_only_the_first_is_read(self):
        rules = ReadingRules(tag_fields=("tags", "memory_tags"), reme=True)
        note = read("---\nmemory_tags: [a]\ntags: [b]\n---\n", rules=rules)
        assert [tag.text for tag in note.tags] == ["b"]

    def test_what_is_dropped_is_told(self):
        note = read("---\nmemory_tags:\n  - 1.10\n  - a\n  - b\n  - c\n  - d\n  - e\n---\n")
        assert [(problem.kind, problem.line) for problem in note.problems] == [("not_text", 3), ("too_many_tags", 7)]
        assert "`d` and 1 more" in note.problems[1].message
        assert {problem.severity for problem in note.problems} == {Severity.WARNING}

    def test_a_string_is_told(self):
        assert kinds(read("---\nmemory_tags: a, b\n---\n")) == ["string_tags"]

    def test_merge_keys_are_followed(self):
        assert tags("---\nbase: &b {memory_tags: [a]}\n<<: *b\n---\n") == ["a"]
        assert tags("---\nbase: &b {memory_tags: [a]}\n<<: *b\nmemory_tags: [c]\n---\n") == ["c"]
        assert tags("---\n<<: text\nmemory_tags: [c]\n---\n") == []


class TestBlock:
    @pytest.mark.parametrize(
        "text",
        [
            "\ufeff---\nmemory_tags: [a]\n---\nBody.\n",
            "\n---\nmemory_tags: [a]\n---\nBody.\n",
            "---\nmemory_tags: [a]\n\nBody.\n",
            "---\nmemory_tags: [a]\n...\nBody.\n",
            '+++\nmemory_tags = ["a"]\n+++\nBody.\n',
            '{"memory_tags": ["a"]}\nBody.\n',
        ],
    )
    def test_what_it_does_not_know_as_a_block_is_body(self, text):
        note = read(text)
        assert (note.tags, note.format) == ((), "none")
        assert "memory_tags" in note.passages[0].text(text)
        assert "Body." in note.passages[-1].text(text)
        assert note.problems

    @pytest.mark.parametrize("text", ["\ufeff---\na: b\n---\n", "---\na: b\n...\n", "---\ra: b\r...\r"])
    def test_a_closed_block_is_not_called_unclosed(self, text):
        assert kinds(read(text)) == ["reme_no_frontmatter"]

    @pytest.mark.parametrize("end", ["\r\n", "\r"])
    def test_line_ends_do_not_matter(self, end):
        assert tags(end.join(["---", "memory_tags: [a]", "---", "Body."])) == ["a"]

    @pytest.mark.parametrize(
        "inner",
        [
            "name: Foo: bar",
            "x:\tb",
            "x: b\t",
            "x:\n\t- b",
            "- list",
            "text",
            "x: [b",
            "x: @b",
            "x: !mine b",
            "x: !!python/name:os.system b",
            "? [b]\n: c",
        ],
    )
    def test_a_malformed_block_is_ignored_and_the_body_stays(self, inner):
        text = f"---\nmemory_tags: [a]\n{inner}\n---\nBody.\n"
        note = read(text)
        assert note.tags == ()
        assert note.title == "x"
        assert [passage.text(text) for passage in note.passages] == ["Body."]
        assert note.problems

    @pytest.mark.parametrize(
        "inner",
        [
            *(
                "name: 2026",
                "name: 2026-01-02",
                "name: 1.5",
                "name: yes",
                "name: [x]",
                "description:",
                "description: ~",
            ),
            *("2026: x", "yes: x", "2026-01-01: x", "~: x"),
        ],
    )
    def test_a_wrong_type_ignores_the_whole_block(self, inner):
        note = read(f"---\n{inner}\nmemory_tags: [a]\n---\n# Heading\n")
        assert note.tags == ()
        assert note.title == "Heading"
        assert kinds(note) == ["reme_ignored"]

    @pytest.mark.parametrize(
        "inner",
        ["name: '2026'", "description: ''", "description: x\nname: y", "'2026': x", "title: 5", "created: 2026-01-05"],
    )
    def test_other_types_do_not_matter(self, inner):
        note = read(f"---\n{inner}\nmemory_tags: [a]\n---\n")
        assert [tag.text for tag in note.tags] == ["a"]
        assert note.problems == ()

    @pytest.mark.parametrize("value", ["2026-13-45", "2026-02-30", "2026-01-05 25:00:00", "0x_", "[x, 2026-00-01]"])
    def test_an_impossible_value_leaves_the_note_unindexed(self, value):
        note = read(f"---\nmemory_tags: [a]\ncreated: {value}\n---\nSee [[b]].\n")
        assert (note.tags, note.passages, note.links) == ((), (), ())
        assert [(p.kind, p.line, p.severity) for p in note.problems] == [("reme_not_indexed", 3, Severity.ERROR)]

    def test_of_a_doubled_name_only_the_last_one_must_be_text(self):
        assert tags("---\nname: 7\nname: a\nmemory_tags: [a]\n---\n") == ["a"]
        assert tags("---\nname: a\nname: 7\nmemory_tags: [a]\n---\n") == []

    def test_a_date_in_quotes_is_text(self):
        assert tags("---\nmemory_tags: [a]\ncreated: '2026-13-45'\n---\n") == ["a"]

    def test_escaped_emoji_is_read_and_told(self):
        note = read('---\nmemory_tags: [a]\nx: "\\ud83d\\ude00"\n---\n')
        assert [tag.text for tag in note.tags] == ["a"]
        assert kinds(note) == ["reme_escaped_emoji"]

    def test_aliases_that_name_themselves_and_bombs_end(self):
        assert tags("---\nmemory_tags: [a]\nx: &x [*x]\n---\n") == ["a"]
        rows = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 60)]
        assert tags("---\nmemory_tags: [a]\n" + "\n".join(rows) + "\n---\n") == ["a"]


def as_pyyaml(inner: str) -> tuple[str, list[str]]:
    """What the pure loader and ReMe's rules make of a block: how it stands, and its tags."""
    try:
        data = yaml.load(inner, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return "ignored", []
    except Exception:  # noqa: BLE001, whatever a constructor trips over
        return "not_indexed", []
    if data is None:
        return "read", []
    texts = isinstance(data, dict) and all(isinstance(data.get(key, ""), str) for key in ("name", "description"))
    if not texts or not all(isinstance(key, str) for key in data):
        return "ignored", []
    value = data.get("memory_tags")
    kept: dict[str, None] = {}
    for item in value if isinstance(value, list) else ():
        if isinstance(item, str) or (isinstance(item, int) and not isinstance(item, bool)):
            joined = "_".join(str(item).split())
            if len(joined) <= 64 and any(map(str.isalnum, joined)):
                kept[joined.casefold()] = None
    return "read", list(kept)[:3]


scalars = st.sampled_from(
    [
        *(
            "a",
            "'A'",
            "B b",
            "7",
            "007",
            "0x1F",
            "1.10",
            "yes",
            "~",
            "",
            "2026-01-05",
            "2026-13-45",
            "!mine x",
            "=",
            "c++",
        ),
        *(
            "2026-01-05 10:00:00",
            "[x]",
            "{x: y}",
            "!!str 12",
            "!!int 0x_",
            "0b_",
            "1_0",
            "12:30",
            ".5",
            "'!!!'",
            "!!int x",
        ),
        *("2001-1-1", "x\ty"),
    ]
)


@given(
    st.lists(scalars, max_size=6),
    st.lists(st.tuples(st.sampled_from(["name", "description", "x", "'2'", "2", "yes"]), scalars), max_size=4),
    st.booleans(),
)
@settings(max_examples=250)
def test_standing_and_tags_are_those_of_the_safe_loader(items, fields, flow):
    listed = (
        f"[{', '.join(item or chr(39) * 2 for item in items)}]" if flow else "".join(f"\n- {item}" for item in items)
    )
    inner = f"memory_tags: {listed}\n" + "".join(f"{key}: {value}\n" for key, value in fields)
    standing, expected = as_pyyaml(inner)
    block = read_block(f"---\n{inner}---\n", reme=True)
    verdict = judge(block)
    if block.refused and verdict.standing == "not_indexed":
        # Two faults: which one the loader meets first depends on its own order; either way the tags are gone.
        assert standing != "read"
    else:
        assert verdict.standing == standing
    assert [tag.text for tag in reme_tags("memory_tags", last_value(verdict.entries, "memory_tags")).tags] == expected


def test_the_date_follows_the_same_entries():
    assert read("---\nname: 5\ndate: 2026-01-05\n---\n").date is None
    assert read("---\ndate: 2026-01-05\n---\n").date.day == dt.date(2026, 1, 5)

"""A note read from its text: what becomes of each part, and which problems are told."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import astuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core import parse
from reme_tui.core.note import Note, Problem, Severity
from reme_tui.core.parse import Source, parse_notes
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.tag_key import tag_key
from tests.notes import parse_note

RULES = ReadingRules()


def read(text: str, path: str = "x.md", rules: ReadingRules = RULES, problems: tuple[Problem, ...] = ()) -> Note:
    return parse_note(path, text, digest="d", modified=1.0, rules=rules, problems=problems)


def block(inner: str, path: str = "x.md", rules: ReadingRules = RULES) -> Note:
    return read(f"---\n{inner}---\nBody.\n", path, rules)


def tags(note: Note) -> list[str]:
    return [tag.text for tag in note.tags]


def kinds(note: Note) -> list[tuple[str, int]]:
    return [(problem.kind, problem.line) for problem in note.problems]


def bodies(note: Note, text: str) -> list[str]:
    return [passage.text(text) for passage in note.passages]


class TestTags:
    @pytest.mark.parametrize(
        ("inner", "expected"),
        [
            ("memory_tags: [Alice, Project_A]\n", ["Alice", "Project_A"]),
            ("memory_tags:\n- Alice\n- 'Project A'\n", ["Alice", "Project A"]),
            ("memory_tags: [alpha,beta ,  gamma]\n", ["alpha", "beta", "gamma"]),
            (
                "memory_tags:\n  - alpha\n  - 123\n  - 1.10\n  - yes\n  - 2026-01-05\n  - ~\n  -\n  - 0x1F\n  - 007\n",
                ["alpha", "123", "1.10", "yes", "2026-01-05", "0x1F", "007"],
            ),
            ('memory_tags: ["Scott, Jr.", beta]\n', ["Scott, Jr.", "beta"]),
            ("memory_tags:\n  - user:alice\n", ["user:alice"]),
            ("memory_tags: ['#basic', basic]\n", ["#basic", "basic"]),
            ("memory_tags: ['[/', '[bold']\n", ["[/", "[bold"]),
            ("memory_tags: [🤔Ideas, 音频, ＡＩ, 家族👨‍👩‍👧]\n", ["🤔Ideas", "音频", "ＡＩ", "家族👨‍👩‍👧"]),
            ("memory_tags: []\n", []),
            ("memory_tags:\n", []),
            ("memory_tags: ''\n", []),
            ("Memory_Tags: [a]\ntags: [b]\n", []),
            ("memory_tags: [a]\nmemory_tags: [b]\n", ["b"]),
            ("memory_tags: &t [a, b]\nrelated: *t\n", ["a", "b"]),
            ("base: &t [a, b]\nmemory_tags: *t\n", ["a", "b"]),
        ],
    )
    def test_items_are_tags_as_written(self, inner, expected):
        assert tags(block(inner)) == expected

    def test_a_tag_knows_its_field_and_line(self):
        rules = ReadingRules(tag_fields=("tags", "people"))
        note = block("people:\n  - Alice\ntags: [x]\n", rules=rules)
        assert [(tag.text, tag.field, tag.line) for tag in note.tags] == [("x", "tags", 4), ("Alice", "people", 3)]

    def test_one_tag_may_stand_in_several_fields(self):
        note = block("people: [Alice]\ntags: [Alice]\n", rules=ReadingRules(tag_fields=("tags", "people")))
        assert tags(note) == ["Alice", "Alice"]
        assert note.problems == ()

    @pytest.mark.parametrize(
        ("inner", "expected"),
        [
            ("  - ~\n", [("null_item", 3)]),
            ("  -\n  - ''\n  - ' '\n", [("null_item", 3), ("null_item", 4), ("null_item", 5)]),
            ("  - x: y\n  - [z]\n", [("nested_item", 3), ("nested_item", 4)]),
            ("  - [[Ada Winter]]\n", [("nested_item", 3)]),
            ("  - '#basic'\n  - #lost\n  - basic\n", [("comment_item", 4)]),
            ("  - a\n  - # only a remark\n", [("null_item", 4)]),
            ("  - a\n    - b\n  - c\n", [("joined_item", 3)]),
            ("  - a\n  - b\n  - A\n", [("repeated_tag", 5)]),
            ("  - '[\"svelte\"]'\n", [("damaged_list", 3)]),
        ],
    )
    def test_items_that_are_no_tags_or_odd_ones_are_problems(self, inner, expected):
        assert kinds(block(f"memory_tags:\n{inner}")) == expected

    def test_a_repeated_text_is_one_tag_and_another_spelling_is_kept(self):
        note = block("memory_tags: [Gold, gold, Gold]\n")
        assert tags(note) == ["Gold", "gold"]
        assert [(p.kind, p.severity, p.mendable) for p in note.problems] == [("repeated_tag", Severity.HINT, True)] * 2

    @pytest.mark.parametrize(
        ("value", "expected"), [("#alpha", [("comment_item", 2)]), ("# only a remark", []), ("", [])]
    )
    def test_a_bare_hash_makes_the_whole_value_a_comment(self, value, expected):
        note = block(f"memory_tags: {value}\n")
        assert (tags(note), kinds(note)) == ([], expected)

    def test_a_mapping_holds_no_tags(self):
        assert kinds(block("memory_tags: {a: b}\n")) == [("nested_item", 2)]


class TestStrings:
    @pytest.mark.parametrize(
        ("value", "split", "expected"),
        [
            ("alpha", "comma", ["alpha"]),
            ("red,blue, green", "comma", ["red", "blue", "green"]),
            ("books ln/1", "comma", ["books ln/1"]),
            ("books ln/1", "space", ["books", "ln/1"]),
            ("books, ln/1", "space", ["books", "ln/1"]),
            ("red, blue", "none", ["red, blue"]),
            ("red, 'Scott, Jr.', blue", "comma", ["red", "Scott, Jr.", "blue"]),
            ('red, "Scott, Jr."', "comma", ["red", "Scott, Jr."]),
            ('red "spare parts" it\'s', "space", ["red", "spare parts", "it's"]),
            ("it's, Bob's", "comma", ["it's", "Bob's"]),
            ("a,, b,", "comma", ["a", "b"]),
            ('"Scott, Jr."', "comma", ["Scott, Jr."]),
            ("|\n  red, blue\n  green", "comma", ["red", "blue", "green"]),
            ("|\n  red, blue\n  green", "none", ["red, blue", "green"]),
            ("2026", "comma", ["2026"]),
            ("yes", "comma", ["yes"]),
            ("项目A，黄金", "comma", ["项目A，黄金"]),
        ],
    )
    def test_a_string_is_split_as_the_rules_say(self, value, split, expected):
        note = block(f"memory_tags: {value}\n", rules=ReadingRules(split_strings=split))
        assert tags(note) == expected
        assert [(p.kind, p.severity, p.mendable) for p in note.problems] == [("string_tags", Severity.WARNING, True)]

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ("'[\"svelte\"]'", ["svelte"]),
            ("'[\"a, b\", 1.10, null]'", ["a, b", "1.10"]),
            ("'[''a'', ''b'']'", ["a", "b"]),
            ('"[]"', []),
        ],
    )
    def test_a_list_in_quotes_is_read_and_called_damaged(self, value, expected):
        note = block(f"memory_tags: {value}\n")
        assert tags(note) == expected
        assert kinds(note) == [("damaged_list", 2)]

    def test_brackets_alone_are_no_list(self):
        assert tags(block("memory_tags: '[draft]'\n")) == ["[draft]"]

    def test_hostile_strings_take_linear_time(self):
        started = time.perf_counter()
        for value in (" " * 300_000 + "x", '"a' * 60_000, ", " * 100_000, "'a, " * 60_000, "[" * 100_000 + "]"):
            block(f"memory_tags: |\n  x {value}\n")
            block(f"memory_tags: '{value.replace(chr(39), chr(39) * 2)}'\n", rules=ReadingRules(split_strings="space"))
        assert time.perf_counter() - started < 10


class TestParts:
    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("---\nname: Pump\ntitle: T\n---\n# H\n", "Pump"),
            ("---\nname:\ntitle: T\n---\n# H\n", "T"),
            ("---\nname: [x]\n---\n# H\n", "H"),
            ("---\nname: 2026\n---\n", "2026"),
            ("---\nname: >\n  two\n  lines\n---\n", "two lines"),
            ("Text.\n\n## Second ##\n", "Second"),
            ("Under\n===\n", "Under"),
            ("Text.\n", "x.y"),
            ("", "x.y"),
            ("\ufeff# H\n", "H"),
        ],
    )
    def test_title_comes_from_name_title_heading_or_file(self, text, title):
        assert read(text, "a/x.y.md").title == title

    @pytest.mark.parametrize(
        ("path", "title"), [("a/夏天.markdown", "夏天"), (".md", ".md"), ("x.MD", "x"), ("a.b/x", "x")]
    )
    def test_the_file_name_loses_its_suffix(self, path, title):
        assert read("", path).title == title

    def test_a_file_name_that_is_not_utf8_can_still_be_encoded(self):
        assert read("", "a/\udce9t\udce9.md").title == "\ufffdt\ufffd"

    def test_description_date_aliases_and_what_was_passed_in(self):
        note = block("description: About\ncreated: 2026-01-05\naliases: [One, Two, 3, ~]\nalias: Four, Five\n")
        assert note.description == "About"
        assert (note.date.day, note.date.source) == (dt.date(2026, 1, 5), "created")
        assert note.aliases == ("One", "Two", "3", "Four", "Five")
        assert (note.path, note.digest, note.modified, note.format) == ("x.md", "d", 1.0, "yaml")
        assert note.header() == "x\nAbout"

    def test_an_empty_description_is_empty_text(self):
        assert block("description:\n").description == ""

    def test_list_keys_are_offered(self):
        note = block(
            "tags: [a]\nentities:\n  - b\naliases: [c]\nmixed: [a, [b]]\nempty: []\ntext: a, b\nmemory_tags: [d]\n"
        )
        assert note.list_keys == ("tags", "entities")

    @pytest.mark.parametrize(
        ("inner", "keys"),
        [("tags: a, b\ntext: a, b\n", ("tags",)), ("tag: a\n", ("tag",)), ("tags:\ntag: ''\n", ())],
    )
    def test_text_is_offered_under_a_name_that_says_that_it_is_tags(self, inner, keys):
        assert block(inner).list_keys == keys
        assert block(inner, rules=ReadingRules(reme=True)).list_keys == ()

    def test_links_and_passages_come_from_the_body_alone(self):
        text = "---\nsource: '[[no]]'\n---\n\nSee [[yes]].\n"
        note = read(text)
        assert [(link.target, link.line) for link in note.links] == [("yes", 5)]
        assert [(p.first_line, p.last_line) for p in note.passages] == [(5, 5)]

    @pytest.mark.parametrize(
        ("text", "lines", "start"),
        [
            ("---\nname: N\nmemory_tags: [a]\n---\n", (1, 4), 33),
            ("---\nname: N\n---\n\n \n", (1, 3), 16),
            ("---\nname: N\n---", (1, 3), 15),
            ("---\r\nname: N\r\n---\r\n", (1, 3), 19),
            ('{"name": "N"}\n', (1, 1), 14),
            ("", (1, 1), 0),
            ("\n\n", (1, 1), 0),
            ("\ufeff", (1, 1), 1),
        ],
    )
    def test_a_note_without_a_body_has_one_empty_passage(self, text, lines, start):
        (passage,) = read(text).passages
        assert (passage.first_line, passage.last_line) == lines
        assert (passage.start, passage.end) == (start, start)


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "kind", "line", "severity", "mendable"),
        [
            ("---\ntitle: foo : bar\n---\nBody.\n", "unquoted_colon", 2, Severity.ERROR, True),
            ("---\nmemory_tags:\n\t- a\n---\nBody.\n", "tab_indent", 3, Severity.ERROR, False),
            ("---\nid: F\naliases:\n  * bar\n---\nBody.\n", "bad_yaml", 4, Severity.ERROR, False),
            ("---\na: \x00\n---\nBody.\n", "control_character", 2, Severity.ERROR, False),
            ("---\n- a\n---\nBody.\n", "not_a_mapping", 2, Severity.ERROR, False),
            ("---\nmemory_tags: [a]\nBody.\n", "unclosed_block", 1, Severity.HINT, False),
            ("\n---\nmemory_tags: [a]\n---\nBody.\n", "late_block", 2, Severity.HINT, False),
            ('+++\nmemory_tags = ["a"]\n+++\nBody.\n', "toml_block", 1, Severity.HINT, False),
            ('{"memory_tags": ["a"]}\nBody.\n', "json_block", 1, Severity.HINT, False),
            ("---\na: b\nc: d\na: e\n---\nBody.\n", "doubled_key", 4, Severity.WARNING, False),
            ("---\nmemory_tags: [a]\nmemory_tags: [b]\n---\nBody.\n", "doubled_key", 3, Severity.ERROR, False),
            (
                "---\na: b\n---\n<<<<<<< HEAD\nBody.\n=======\nx\n>>>>>>> b\n",
                "merge_conflict",
                4,
                Severity.ERROR,
                False,
            ),
            (
                "---\n<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> b\n---\nBody.\n",
                "merge_conflict",
                2,
                Severity.ERROR,
                False,
            ),
            ("Body.\n\n=======\nx\n>>>>>>> b\n", "merge_conflict", 3, Severity.ERROR, False),
            ("<<<<<<< HEAD\r\n---\r\na: b\r\n---\r\nBody.\r\n", "merge_conflict", 1, Severity.ERROR, False),
        ],
    )
    def test_each_is_told_with_its_line_and_the_body_stays(self, text, kind, line, severity, mendable):
        note = read(text)
        (problem,) = note.problems
        assert (problem.path, problem.kind, problem.line, problem.severity) == ("x.md", kind, line, severity)
        assert problem.mendable is mendable
        assert any("Body." in part for part in bodies(note, text))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("---\ntitle: foo : bar\n---\n", "cannot read frontmatter, line 2: colon in a value: quote it"),
            ("a\n<<<<<<< HEAD\n", "unresolved conflict, line 2"),
            ("+++\n+++\n", "TOML, read only"),
            ('{"a": 1}\n', "JSON, read only"),
        ],
    )
    def test_messages_say_it_in_plain_words(self, text, message):
        assert read(text).problems[0].message == message

    @pytest.mark.parametrize(
        "text",
        [
            "---\n\nText after a rule.\n",
            "Title\n=======\nText.\n",
            "Text.\n\n>>>>>>> deep quote\n",
            "x <<<<<<< y\n",
            "<<<<<<<<\n",
        ],
    )
    def test_ordinary_notes_have_none(self, text):
        assert read(text).problems == ()

    def test_known_problems_are_kept_and_sorted_by_line(self):
        known = Problem("x.md", 9, "not_utf8", Severity.ERROR, "not UTF-8")
        note = read("---\nmemory_tags: [a, ~]\n---\n", problems=(known,))
        assert [problem.kind for problem in note.problems] == ["null_item", "not_utf8"]

    def test_long_text_is_cut_in_messages(self):
        note = block(f"memory_tags: [{{a: {'x' * 500}}}]\n")
        assert len(note.problems[0].message) < 150


class TestOtherFormats:
    def test_toml_and_json_are_read(self):
        toml = read('+++\ntitle = "T"\ndescription = "D"\nmemory_tags = ["alpha", 1.10]\ndate = 2026-01-05\n+++\n# H\n')
        json = read(
            '{\n "title": "T", "description": "D",\n "memory_tags": ["alpha", 1.10], "date": "2026-01-05"\n}\n\n# H\n'
        )
        for note in (toml, json):
            assert (note.title, note.description, tags(note)) == ("T", "D", ["alpha", "1.10"])
            assert note.date.day == dt.date(2026, 1, 5)
            assert len(note.passages) == 1


class TestReMeLimits:
    inner = "memory_tags: [a, b, 1.10, c, d, '!!!', " + "x" * 65 + "]\n"

    def test_outside_its_folders_nothing_is_said(self):
        note = block(self.inner)
        assert len(note.tags) == 7
        assert note.problems == ()

    @pytest.mark.parametrize("path", ["daily/x.md", "digest/wiki/x.md"])
    def test_in_its_folders_what_it_drops_counts_and_is_a_problem(self, path):
        note = block(self.inner, path)
        assert len(note.tags) == 7
        assert [p.kind for p in note.problems] == ["not_text", "no_letter", "long_tag", "too_many_tags"]
        assert {p.severity for p in note.problems} == {Severity.WARNING}
        assert note.problems[3].message == "ReMe reads 3 tags a note and ignores `d`"

    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("---\ndescription:\n---\n", "reme_ignored"),
            ("---\nname: 2026\n---\n", "reme_ignored"),
            ("---\n2026: x\n---\n", "reme_ignored"),
            ("---\ncreated: 2026-13-45\n---\n", "reme_not_indexed"),
            ("---\nx: !mine y\n---\n", "reme_ignored"),
            ("\ufeff---\na: b\n---\n", "reme_no_frontmatter"),
            ("---\na: b\n...\n", "reme_no_frontmatter"),
            ('---\na: "\\ud83d\\ude00"\n---\n', "reme_escaped_emoji"),
        ],
    )
    def test_what_it_ignores_is_a_problem_and_read_all_the_same(self, text, kind):
        note = read(text, "daily/x.md")
        assert kinds(note) == [(kind, 1 if kind == "reme_no_frontmatter" else 2)]
        assert note.passages


@pytest.mark.parametrize("together", [1, 60, parse.TOGETHER])
@pytest.mark.parametrize("rules", [RULES, ReadingRules(reme=True)], ids=["own", "reme"])
def test_many_notes_are_read_as_each_is_alone(monkeypatch: pytest.MonkeyPatch, together: int, rules: ReadingRules):
    texts = [
        "---\nmemory_tags: [a, b]\ndate: 2026-01-05\n---\n# One\n[[x]]\n",
        "",
        "---\nname: 2026-02-30\n---\nReMe does not index this. [[x]]\n",
        "---\nmemory_tags: [a\n---\n```\n# no heading\n",
        "+++\na = 1\n+++\nText.\n",
        "Text.\n\n" * 20,
    ]
    known = (Problem("daily/1.md", 9, "k", Severity.HINT, "known"),)
    sources = [Source(f"daily/{n}.md", text, str(n), float(n), known if n == 1 else ()) for n, text in enumerate(texts)]
    alone = [note for source in sources for note in parse_notes([source], rules)]
    monkeypatch.setattr(parse, "TOGETHER", together)
    assert list(map(astuple, parse_notes(sources, rules))) == list(map(astuple, alone))
    assert parse_notes([], rules) == []


class TestAnyText:
    pieces = st.sampled_from(
        [
            *(
                "memory_tags: ",
                "- ",
                "\n",
                "\n  ",
                "\t",
                "[",
                "]",
                "{",
                "}",
                ",",
                ":",
                "?",
                "#",
                "'",
                '"',
                "\\",
                "|",
                ">",
            ),
            *("&x ", "*x", "!t ", "!!int ", "!!timestamp ", "!!binary ", "1", "0x_", "2026-01-02", "2026-13-45", "yes"),
            *(
                "<<: ",
                "---",
                "...",
                "\ufeff",
                "\x85",
                "\u2028",
                "\r",
                "\x00",
                "\ud800",
                "é😀",
                "\\ud83d",
                "=",
                "name: ",
            ),
            *(
                "description: ",
                "date: ",
                "aliases: ",
                "```",
                "\n# h\n",
                "|--|",
                "<<<<<<< x\n",
                "=======\n",
                ">>>>>>> y\n",
            ),
            *("[[a]]", "+++\n", '{"a": ', "\x1b[31m", "[red]", "\u202e"),
        ]
    )
    rules = st.sampled_from(
        [RULES, ReadingRules(reme=True), ReadingRules(tag_fields=("memory_tags", "name"), split_strings="space")]
    )

    @given(
        st.sampled_from(["", "---\n", "\ufeff---\n", "+++\n", "{", "---\nmemory_tags: "]),
        st.lists(pieces, max_size=14).map("".join),
        st.sampled_from(["", "\n---\n", "\n...\nbody", "\n+++\n"]),
        st.sampled_from(["a.md", "daily/2026-01-02/x.md"]),
        rules,
    )
    @settings(max_examples=300)
    def test_parsing_never_raises(self, opening, middle, closing, path, rules):
        text = opening + middle + closing
        note = read(text, path, rules)
        lines = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        assert all(1 <= problem.line <= lines for problem in note.problems)
        assert all(1 <= tag.line <= lines and tag_key(tag.text) for tag in note.tags)
        assert all(1 <= p.first_line <= p.last_line <= lines and p.start <= p.end for p in note.passages)
        assert note.passages or rules.reme
        assert note.title

    @given(st.text(max_size=60))
    @settings(max_examples=200)
    def test_any_characters_at_all(self, text):
        assert read(text).passages
        assert read(f"---\nmemory_tags: [{text}]\n---\n").passages

"""The frontmatter block: where it is, what it holds, and what keeps it from being read."""

from __future__ import annotations

import threading
import time

import frontmatter
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.frontmatter.block import Block, ListValue, MapValue, Scalar, last_value, plain_text
from reme_tui.core.frontmatter.read import NoteHandler, constructed, read_block


def block_of(inner: str) -> Block:
    return read_block(f"---\n{inner}---\nBody\n")


def value_of(inner: str, name: str = "a"):
    block = block_of(inner)
    assert block.error is None, block.error
    return last_value(block.entries, name)


def texts(value) -> list[str]:
    return [item.text for item in value.items]


class TestFences:
    @pytest.mark.parametrize(
        ("text", "inner", "body", "line"),
        [
            ("---\na: b\n---\nBody\n", "a: b\n", "Body\n", 4),
            ("\ufeff---\na: b\n---\nBody\n", "a: b\n", "Body\n", 4),
            ("--- \t\na: b\n---  \nBody", "a: b\n", "Body", 4),
            ("---\r\na: b\r\n---\r\nBody\r\n", "a: b\r\n", "Body\r\n", 4),
            ("---\ra: b\r---\rBody\r", "a: b\r", "Body\r", 4),
            ("---\na: b\n...\nBody\n", "a: b\n", "Body\n", 4),
            ("---\n---\nBody\n", "", "Body\n", 3),
            ("---\na: b\n---", "a: b\n", "", 3),
            ("---\na: b\n--- x\n---\nBody\n", "a: b\n--- x\n", "Body\n", 5),
            ("---\na: b\n----\n---\nBody\n", "a: b\n----\n", "Body\n", 5),
            ("---\na: |\n  ---\n---\nBody\n", "a: |\n  ---\n", "Body\n", 5),
            ("---\na: b\n---\ntext\n\n---\nc: d\n---\n", "a: b\n", "text\n\n---\nc: d\n---\n", 4),
        ],
    )
    def test_a_closed_block_at_the_top_is_found(self, text, inner, body, line):
        block = read_block(text)
        assert block.format == "yaml"
        assert text[block.start : block.end] == inner
        assert text[block.body_start :] == body
        assert block.body_line == line

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "---",
            "---\n",
            "---\n\nmemory_tags: [a]\n\nno second fence\n",
            "\n---\na: b\n---\n",
            " ---\na: b\n---\n",
            "----\na: b\n----\n",
            "---x\na: b\n---\n",
            "---\na: b\n ---\n",
            "---\x0ca: b\x0c---\n",
            "---\na: b\u2028---\u2028",
            "text\n---\na: b\n---\n",
        ],
    )
    def test_anything_else_is_body_from_the_first_character(self, text):
        block = read_block(text)
        assert (block.format, block.entries, block.error) == ("none", (), None)
        assert (block.body_start, block.body_line) == (0, 1)

    def test_a_mark_without_a_block_is_no_part_of_the_body(self):
        assert read_block("\ufeffBody\n").body_start == 1

    def test_the_handler_serves_python_frontmatter(self):
        handler = NoteHandler()
        text = "---\na: b\n---\nBody"
        assert handler.detect(text)
        assert handler.split(text) == ("a: b\n", "Body")
        assert frontmatter.loads(text, handler=handler).content == "Body"
        assert not handler.detect("---\nBody")
        assert frontmatter.loads("---\nBody", handler=handler).content == "---\nBody"

    def test_five_megabytes_without_a_closing_fence_are_read_at_once(self):
        started = time.perf_counter()
        assert read_block("---\n" + "-.--" * 1_250_000).format == "none"
        assert read_block("---\n" + "--- \t" * 1_000_000 + "x\n").format == "none"
        assert time.perf_counter() - started < 5


class TestValues:
    @pytest.mark.parametrize(
        ("written", "text", "kind"),
        [
            ("1.10", "1.10", "float"),
            ("yes", "yes", "bool"),
            ("2026-01-05", "2026-01-05", "date"),
            ("007", "007", "int"),
            ("0x1F", "0x1F", "int"),
            ("1_000", "1_000", "int"),
            ("12:30:45", "12:30:45", "int"),
            ("~", "~", "null"),
            ("", "", "null"),
            ("null", "null", "null"),
            ("user:alice", "user:alice", "str"),
            ("a b  c", "a b  c", "str"),
            ("'1.10'", "1.10", "str"),
            ('"yes"', "yes", "str"),
            ("!!str 12", "12", "str"),
            ("!mine x", "x", "other"),
            ("项目A", "项目A", "str"),
        ],
    )
    def test_scalars_are_as_written_with_their_kind(self, written, text, kind):
        value = value_of(f"a: {written}\n")
        assert (value.text, value.kind) == (text, kind)

    @pytest.mark.parametrize(
        ("written", "style"),
        [("x", "plain"), ("'x'", "single"), ('"x"', "double"), ("|\n  x", "literal"), (">\n  x", "folded")],
    )
    def test_styles(self, written, style):
        assert value_of(f"a: {written}\n").style == style

    def test_lists_and_mappings_keep_their_style(self):
        flow, rows, nested = (value_of("a: [x]\nb:\n  - x\nc: {d: e}\n", name) for name in "abc")
        assert isinstance(flow, ListValue)
        assert isinstance(nested, MapValue)
        assert (flow.flow, rows.flow, nested.flow) == (True, False, True)

    def test_a_doubled_key_stands_twice_and_the_last_counts(self):
        block = block_of("a: 1\nb: 2\na: 3\n")
        assert [entry.key.text for entry in block.entries] == ["a", "b", "a"]
        assert last_value(block.entries, "a").text == "3"

    def test_a_key_that_is_a_list_is_text_of_another_kind(self):
        block = block_of("? [x, y]\n: z\n")
        assert (block.entries[0].key.text, block.entries[0].key.kind) == ("[x, y]", "other")
        assert block.refused is not None

    def test_plain_text_is_one_line_and_empty_for_null(self):
        assert plain_text(value_of("a: |\n  x\n  y\n")) == "x y"
        assert plain_text(value_of("a: ~\n")) == ""
        assert plain_text(value_of("a: [x]\n")) == ""

    def test_anchors_aliases_and_explicit_types_are_marked(self):
        text = "---\na: &t [x]\nb: *t\nc: !!str 12\nd: [x]\n---\n"
        block = read_block(text)
        a, b, c, d = (entry.value for entry in block.entries)
        assert [value.anchored for value in (a, b, c, d)] == [True, True, True, False]
        assert text[b.start : b.end] == "*t"
        assert b.line == 3
        assert texts(b) == ["x"]

    def test_an_alias_inside_what_it_names_ends(self):
        value = value_of("a: &t [*t, x]\n")
        assert texts(value) == ["*t", "x"]

    def test_a_bomb_of_aliases_stays_small(self):
        rows = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 60)]
        started = time.perf_counter()
        block = block_of("\n".join(rows) + "\n")
        assert len(block.entries) == 60
        assert time.perf_counter() - started < 2

    def test_escaped_emoji_from_json_writers_is_read(self):
        assert value_of('a: "\\ud83d\\ude00 fun"\n').text == "😀 fun"
        assert value_of('a: "\\ud83d alone"\n').text == "\ufffd alone"
        assert texts(value_of('a: &x ["\\ud83d\\ude00"]\nb: *x\n', "b")) == ["😀"]

    def test_python_objects_are_never_made(self):
        value = value_of("a: !!python/object/apply:os.system ['true']\n")
        assert texts(value) == ["true"]
        assert block_of("a: !!python/name:os.system x\n").refused.line == 2

    @pytest.mark.parametrize(
        ("kind", "text", "value"),
        [("int", "010", 8), ("int", "0x1F", 31), ("int", "1_000", 1000), ("bool", "yes", True), ("float", "1.10", 1.1)],
    )
    def test_constructed_is_what_yaml_makes_of_it(self, kind, text, value):
        assert constructed(Scalar(text, kind, "plain", 0, 0, 1)) == value

    @pytest.mark.parametrize(
        ("kind", "text"),
        [("date", "2026-13-45"), ("date", "x"), ("int", "0x_"), ("int", "x"), ("bool", "x"), ("int", "1" * 5000)],
    )
    def test_constructed_refuses_the_impossible(self, kind, text):
        with pytest.raises(ValueError, match="value"):
            constructed(Scalar(text, kind, "plain", 0, 0, 1))


class TestPlaces:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    def test_spans_and_lines_are_those_of_the_file(self, end, mark):
        rows = ["---", "𠮷: 😀x", "b: [é, 'ü y' ]", "c:", "  - \ufeffq", '  - "z"', "d: end", "---", "Body"]
        text = mark + end.join(rows)
        block = read_block(text)
        found = {}
        for entry in block.entries:
            items = entry.value.items if isinstance(entry.value, ListValue) else (entry.value,)
            for scalar in (entry.key, *items):
                found[text[scalar.start : scalar.end]] = scalar.line
        expected = {"𠮷": 2, "😀x": 2, "b": 3, "é": 3, "'ü y'": 3, "c": 4, "\ufeffq": 5, '"z"': 6, "d": 7, "end": 7}
        assert found == expected
        assert text[block.body_start :] == "Body"
        assert block.body_line == 9

    @pytest.mark.parametrize("odd", ["\x85", "\u2028", "\u2029"])
    def test_breaks_that_only_yaml_knows_end_no_line(self, odd):
        text = f"---\na: x{odd}b: y\nc: z\n---\n"
        block = read_block(text)
        assert [(entry.key.text, entry.value.line) for entry in block.entries] == [("a", 2), ("b", 2), ("c", 3)]
        assert [text[entry.value.start : entry.value.end] for entry in block.entries] == ["x", "y", "z"]

    def test_a_mark_at_the_start_of_the_block_shifts_nothing(self):
        text = "---\n\ufeffa: [x, y]\nb: z\n---\n"
        block = read_block(text)
        assert [text[entry.key.start : entry.key.end] for entry in block.entries] == ["a", "b"]
        assert [text[item.start : item.end] for item in block.entries[0].value.items] == ["x", "y"]

    def test_a_block_list_ends_with_its_last_item(self):
        text = "---\na:\n  - x\n  - y\n\n# remark\nb: z\n---\n"
        value = read_block(text).entries[0].value
        assert text[value.start : value.end] == "- x\n  - y"

    plain = st.text(st.sampled_from("ab é项😀-"), min_size=1, max_size=8).map(lambda text: f"x{text.strip()}")

    @given(st.lists(plain, min_size=1, max_size=5), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
    @settings(max_examples=60)
    def test_the_source_at_each_plain_item_is_its_text(self, items, end, flow):
        listed = f"[{', '.join(items)}]" if flow else "".join(f"{end}  - {item}" for item in items)
        text = f"---{end}k: 😀{end}tags: {listed}{end}---{end}"
        value = last_value(read_block(text).entries, "tags")
        assert [text[item.start : item.end] for item in value.items] == items == texts(value)
        assert [item.line for item in value.items] == [3 if flow else 4 + i for i in range(len(items))]


class TestErrors:
    @pytest.mark.parametrize(
        ("inner", "line", "kind"),
        [
            ("title: foo : bar\n", 2, "unquoted_colon"),
            ("x: 1\nname: Foo: bar\n", 3, "unquoted_colon"),
            ("x: 1\r\nname: 项目: 预算\r\n", 3, "unquoted_colon"),
            ("tags:\n\t- alpha\n", 3, "tab_indent"),
            ("id: Foo\naliases:\n  * bar\n", 4, "bad_yaml"),
            ("a: b\n  c: d\n", 3, "bad_yaml"),
            ("a: [x, y\nb: c\n", 2, "bad_yaml"),
            ("x: 1\na: 'it\nb: c\n", 3, "bad_yaml"),
            ("a: b\nkey\n", 3, "bad_yaml"),
            ("a: @x\n", 2, "bad_yaml"),
            ("a: *nothing\n", 2, "bad_yaml"),
            ("a: 'it's'\n", 2, "bad_yaml"),
            ("a: b\n--- c\n", 3, "bad_yaml"),
            ("x: 1\na: b\x00c\n", 3, "control_character"),
            ("x: 1\na: \x1b[31m\n", 3, "control_character"),
            ("a: \ud800\n", 2, "control_character"),
            ("- a\n- b\n", 2, "not_a_mapping"),
            ("just text\n", 2, "not_a_mapping"),
            ("x: 1\n<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> other\n", 3, "merge_conflict"),
            ("a: |\n  x\n<<<<<<< HEAD\n", 4, "merge_conflict"),
        ],
    )
    def test_what_does_not_parse_says_why_and_where(self, inner, line, kind):
        block = block_of(inner)
        assert block.entries is None
        assert (block.error.line, block.error.kind) == (line, kind)
        assert f"line {line}" in block.error.message or kind == "not_a_mapping"
        assert block.format == "yaml"

    def test_comments_alone_are_an_empty_block(self):
        assert block_of("# nothing\n\n").entries == ()

    @pytest.mark.parametrize("depth", [10_000, 100_000])
    @pytest.mark.parametrize("pattern", ["[", "{a: ", "- ", "? ", "[{a: "])
    def test_deep_nesting_is_refused(self, pattern, depth):
        block = block_of("a: 1\nb:\n  " + pattern * depth + "\n")
        assert block.error.kind == "too_large"

    def test_deep_indents_are_refused(self):
        block = block_of("".join(f"{' ' * i}a:\n" for i in range(900)))
        assert block.error.kind == "too_large"

    def test_nesting_that_people_write_is_read(self):
        inner = "a: " + "[" * 90 + "]" * 90 + "\n"
        assert block_of(inner).error is None

    def test_a_small_stack_is_enough(self):
        found = []
        text = f"---\na: {'[' * 95}{']' * 95}\nb: {'[' * 100_000}\n---\n"
        before = threading.stack_size(256 * 1024)
        try:
            thread = threading.Thread(target=lambda: found.append(read_block(text)))
            thread.start()
            thread.join()
        finally:
            threading.stack_size(before)
        assert found[0].error.kind == "too_large"

    @pytest.mark.parametrize(
        "inner",
        [
            "a: " + "x, y: z - " * 500_000,
            "a: " + "x" * 5_000_000,
            "a: '" + "x" * 5_000_000,
            "[" * 1_000_000,
            "a: [" + "x, " * 300_000 + "]",
            "a: [a, " + "[b, " * 80 + "x, " * 1_000_000,
            "".join(f"k{i}: v\n" for i in range(100_000)),
            "- " * 1_000_000,
            "#" * 5_000_000,
            "a:" + " " * 5_000_000 + "b",
            "<" * 5_000_000,
        ],
        ids=range(11),
    )
    def test_huge_blocks_are_read_or_refused_in_time(self, inner):
        started = time.perf_counter()
        block_of(inner + "\n")
        assert time.perf_counter() - started < 8

    def test_five_megabytes_of_prose_in_one_value_are_read(self):
        assert len(value_of("a: x" + " and, so-on" * 450_000 + "\n").text) > 4_000_000


def outline_of_node(node: yaml.Node):
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [outline_of_node(item) for item in node.value]
    return [(outline_of_node(key), outline_of_node(value)) for key, value in node.value]


def outline_of_value(value):
    if isinstance(value, Scalar):
        return value.text
    if isinstance(value, ListValue):
        return [outline_of_value(item) for item in value.items]
    return [(outline_of_value(key), outline_of_value(inner)) for key, inner in value.entries]


class TestAnyText:
    pieces = st.sampled_from(
        [
            *(
                "a: ",
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
                "&x ",
                "*x",
            ),
            *(
                "!t ",
                "!!int ",
                "1",
                "~",
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
            ),
            *("\\ud83d", "+++", '{"a": ', "=======\n", "<<<<<<< "),
        ]
    )
    texts = st.lists(pieces, max_size=14).map("".join)

    @given(st.sampled_from(["", "---\n", "\ufeff---\r\n", "+++\n", "{"]), texts, st.booleans())
    @settings(max_examples=400)
    def test_reading_never_raises(self, opening, inner, reme):
        text = f"{opening}{inner}\n---\nBody"
        block = read_block(text, reme=reme)
        assert 0 <= block.start <= block.end <= block.body_start <= len(text)
        assert (block.entries is None) == (block.error is not None)

    @given(texts.filter(lambda text: "*" not in text))
    @settings(max_examples=400)
    def test_under_reme_it_is_what_the_pure_loader_reads(self, inner):
        try:
            node = yaml.compose(f"{inner}\n", Loader=yaml.SafeLoader)
        except (yaml.YAMLError, ValueError):
            node = None
        block = read_block(f"---\n{inner}\n---\n", reme=True)
        keys = isinstance(node, yaml.MappingNode) and all(isinstance(key, yaml.ScalarNode) for key, _ in node.value)
        whole_block = block.end == len(f"---\n{inner}\n") and "<<<" not in inner and "\ud800" not in inner
        if whole_block and keys and "\\ud83d" not in inner:
            assert [(entry.key.text, outline_of_value(entry.value)) for entry in block.entries] == outline_of_node(node)
        elif whole_block and node is None:
            assert not block.entries


class TestOtherFormats:
    def test_toml_is_read(self):
        text = '+++\ntitle = "T"\nmemory_tags = ["alpha", 1.10, 7]\ndate = 2026-01-05\nx.y = true\n+++\nBody\n'
        block = read_block(text)
        assert block.format == "toml"
        assert texts(last_value(block.entries, "memory_tags")) == ["alpha", "1.10", "7"]
        assert plain_text(last_value(block.entries, "date")) == "2026-01-05"
        assert (text[block.body_start :], block.body_line) == ("Body\n", 7)

    def test_json_is_read(self):
        text = '{\n  "memory_tags": ["alpha", 1.10, null, true],\n  "x": {"y": []}\n}\n\nBody\n'
        block = read_block(text)
        assert block.format == "json"
        assert [item.kind for item in last_value(block.entries, "memory_tags").items] == [
            "str",
            "float",
            "null",
            "bool",
        ]
        assert texts(last_value(block.entries, "memory_tags"))[1] == "1.10"
        assert (text[block.body_start :], block.body_line) == ("\nBody\n", 5)

    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("+++\nnot toml\n+++\nBody\n", "bad_toml"),
            ("+++\na = " + "[" * 5_000 + "\n+++\n", "bad_toml"),
            ("+++\n" + "a." * 30_000 + "b = 1\n+++\n", "too_large"),
            ('{\n  "a": [1,]\n}\nBody\n', "bad_json"),
            ('{\n  "a": ' + "[" * 100_000, "bad_json"),
        ],
    )
    def test_broken_ones_say_so(self, text, kind):
        block = read_block(text)
        assert block.entries is None
        assert block.error.kind == kind

    @pytest.mark.parametrize(
        "text", ["{{template}}\n", "{a note}\n", '{"a": 1} is JSON\n', "+++\nnever closed\n", "{\n"]
    )
    def test_prose_is_neither(self, text):
        assert read_block(text).format == "none"

    def test_reme_knows_neither(self):
        assert read_block('+++\na = "b"\n+++\n', reme=True).format == "none"

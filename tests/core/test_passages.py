"""Passages: where a body is cut, and where it never is."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.body.passages import LONGEST_PARAGRAPH, TARGET, read_body, split_passages

SENTENCE = "The pump was taken apart and put together again. "


def cut(text: str) -> list[str]:
    return [passage.text(text) for passage in split_passages(text, 0, 1)]


def lines_of(text: str) -> list[tuple[int, int]]:
    return [(passage.first_line, passage.last_line) for passage in split_passages(text, 0, 1)]


class TestSections:
    def test_each_heading_opens_a_passage(self):
        text = "Before.\n# One\nFirst.\n\n## Two\n\nSecond.\n"
        assert cut(text) == ["Before.", "# One\nFirst.", "## Two\n\nSecond."]
        assert lines_of(text) == [(1, 1), (2, 3), (5, 7)]

    def test_headings_without_text_stay_with_what_follows(self):
        text = "# One\n## Two\n\n### Three\nText.\n# Four\n"
        assert cut(text) == ["# One\n## Two\n\n### Three\nText.", "# Four"]

    def test_underlined_headings_count(self):
        text = "Title\n=====\nText.\n\nNext\n---\nMore.\n"
        assert cut(text) == ["Title\n=====\nText.", "Next\n---\nMore."]

    @pytest.mark.parametrize(
        "text",
        [
            "Text.\n\n---\n\nMore.\n",
            "- item\n---\nMore.\n",
            "two lines\nof text\n---\nMore.\n",
            "#tag and text\n\n#another\n",
            "Text.\n####### seven\n",
            "Text.\n\n    # in code\n",
            "Text.\n-\n",
            "Text.\n```\n# remark\n```\nMore.\n",
            "Text.\n~~~~ sh\n```\n# remark\n~~~\n~~~~\nMore.\n",
        ],
    )
    def test_what_only_looks_like_a_heading_opens_none(self, text):
        assert cut(text) == [text.rstrip("\n")]

    @pytest.mark.parametrize(
        ("text", "heading"),
        [
            ("# One #\n", "One"),
            ("Text.\n\n## C# notes\n# Two\n", "C# notes"),
            ("```\n# remark\n```\n# Real\n", "Real"),
            ("Under\nline\n\nTitle\n===\n", "Title"),
            ("#\n\n# Second\n", "Second"),
            ("Text.\n", ""),
        ],
    )
    def test_the_first_heading_is_found_on_the_way(self, text, heading):
        assert read_body(text, 0, 1).heading == heading


class TestGroups:
    def test_short_paragraphs_share_a_passage(self):
        assert cut("One.\n\nTwo.\n\n\nThree.\n") == ["One.\n\nTwo.\n\n\nThree."]

    def test_groups_end_near_the_target(self):
        paragraph = SENTENCE * 8
        text = "\n\n".join([paragraph.strip()] * 9)
        assert [len(part) for part in cut(text)] == [3 * len(paragraph) + 1] * 3
        assert all(len(part) <= TARGET for part in cut(text))

    def test_a_heading_stays_with_its_long_paragraph(self):
        text = f"# One\n\n{SENTENCE * 30}\n"
        assert len(cut(text)) == 1

    def test_an_oversized_list_is_cut_at_line_ends(self):
        text = "\n".join(f"- {SENTENCE}{number}" for number in range(200))
        parts = cut(text)
        assert "\n".join(parts) == text
        assert all(TARGET / 2 < len(part) <= TARGET for part in parts[:-1])

    def test_one_huge_line_stays_one_passage(self):
        text = f"Short.\n\n{'x y ' * 100_000}\n\nShort.\n"
        assert lines_of(text) == [(1, 1), (3, 3), (5, 5)]

    def test_a_paragraph_just_over_the_target_is_left_whole(self):
        row = "x" * 99
        text = "\n".join([row] * (LONGEST_PARAGRAPH // 100))
        assert cut(text) == [text]

    def test_code_is_never_cut(self):
        code = "```python\n" + "\n\n".join(["x = 1  # and so on"] * 400) + "\n```"
        assert cut(f"Before.\n\n{code}\n\nAfter.\n") == ["Before.", code, "After."]

    def test_code_that_is_never_closed_runs_to_the_end(self):
        code = "```\n" + "\n\n".join(["x = 1"] * 900)
        assert cut(f"Before.\n\n{code}\n")[1:] == [code]

    def test_an_unclosed_fence_in_a_list_does_not_swallow_the_rest(self):
        assert len(cut("- ```sh\n  x\n\n# One\nText.\n\n# Two\nText.\n")) == 3

    def test_a_table_is_never_cut(self):
        table = "| a | b |\n|---|:-:|\n" + "\n".join(["| one | two |"] * 400)
        rows = "\n".join([SENTENCE] * 60)
        parts = cut(f"{rows}\n{table}\n\nAfter.\n")
        assert parts[-2:] == [table, "After."]
        assert len(parts) > 3


class TestLines:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_lines_are_those_of_editors(self, end):
        text = end.join(["", "# One", "a\x0cb\u2028c\x85d\x0be", "", "  ", "# Two", "  text  ", ""])
        assert lines_of(text) == [(2, 3), (6, 7)]
        assert cut(text) == [end.join(["# One", "a\x0cb\u2028c\x85d\x0be"]), end.join(["# Two", "  text"])]

    def test_offset_and_line_of_the_body_are_counted(self):
        text = "---\na: b\n---\n\n# One\nText.\n"
        (passage,) = split_passages(text, 13, 4)
        assert (passage.first_line, passage.last_line) == (5, 6)
        assert passage.text(text) == "# One\nText."

    @pytest.mark.parametrize("text", ["", "\n", " \t\n\n", "\r\n\r\n", "\u3000\n"])
    def test_an_empty_body_has_none(self, text):
        assert split_passages(text, 0, 1) == ()

    rows = st.sampled_from(
        [
            *(
                "",
                " ",
                "# h",
                "## 标题",
                "===",
                "---",
                "- item",
                "> quote",
                "```",
                "~~~~",
                "  ```x",
                "> ```",
                "|a|b|",
                "|-|-|",
            ),
            *("[[a|b]] text", SENTENCE * 3, "水泵" * 300, "\u2028", "x" * 1300, "    code", "1. one", "\ttab"),
        ]
    )

    @given(st.lists(rows, max_size=40), st.sampled_from(["\n", "\r\n", "\r"]))
    @settings(max_examples=400)
    def test_every_line_with_text_is_in_exactly_one_passage(self, rows, end):
        text = end.join(rows)
        passages = split_passages(text, 0, 1)
        covered = [line for p in passages for line in range(p.first_line, p.last_line + 1)]
        assert covered == sorted(set(covered))
        assert {number for number, row in enumerate(rows, 1) if row.strip()} <= set(covered)
        for passage in passages:
            body = passage.text(text)
            assert body == body.rstrip()
            assert body.strip()
            own = rows[passage.first_line - 1 : passage.last_line]
            assert body == end.join(own).rstrip()
            assert own[0].strip()

    @given(st.lists(rows, max_size=30), st.lists(st.sampled_from(["x = 1", "", "# no", "~~", "|-|"]), max_size=300))
    @settings(max_examples=150)
    def test_fenced_code_is_always_in_one_passage(self, before, code):
        before = [row for row in before if "```" not in row and "~~~" not in row]
        rows = [*before, "", "`````", *code, "`````"]
        first, last = len(before) + 2, len(rows)
        passages = split_passages("\n".join([*rows, "", "after"]), 0, 1)
        assert any(p.first_line <= first and last <= p.last_line for p in passages)


@pytest.mark.parametrize(
    "text",
    [
        "# h\ntext\n" * 50_000,
        "# h\n" * 50_000,
        "x " * 2_500_000,
        "```\nx\n" * 50_000,
        "> ```x\n" * 70_000,
        "".join("      " + "`" * length + "\n" for length in range(2000, 3, -1)),
        "|" * 5_000_000,
        "x\n" + "|".join([" - "] * 500_000) + "x",
        " " * 5_000_000,
        "# " + " #" * 2_000_000,
        "\n" * 500_000,
        "a\r\n" * 200_000,
    ],
    ids=range(12),
)
def test_any_size_takes_linear_time(text):
    started = time.perf_counter()
    split_passages(text, 0, 1)
    assert time.perf_counter() - started < 8

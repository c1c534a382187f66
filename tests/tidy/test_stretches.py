"""What two texts have in common: true stretches, diffs that lead from one to the other, and no square of the length."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.ends import shared_ends
from reme_tui.tidy.edits.edit import edit_note
from reme_tui.tidy.edits.note_edit import NoteEdit
from reme_tui.tidy.edits.splices import apply_splices
from reme_tui.tidy.planning.diff import compare, splices_between, unified
from reme_tui.tidy.planning.stretches import gaps, same_stretches

LINES = st.lists(st.one_of(st.sampled_from("abc#"), st.integers(0, 300).map(str)), max_size=150)


@st.composite
def versions(draw) -> tuple[list[str], list[str]]:
    """A list of lines, and the same with stretches of it replaced."""
    old = draw(LINES)
    new = [*old]
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(new)))
        new[start : start + draw(st.integers(0, 100))] = draw(LINES)
    return old, new


@settings(max_examples=150)
@given(versions())
def test_stretches_are_the_same_on_both_sides_and_gaps_are_the_rest(both):
    old, new = both
    at = (0, 0)
    rebuilt: list[str] = []
    for stretch in same_stretches(old, new):
        assert stretch.size > 0
        assert (stretch.old, stretch.new) >= at
        assert old[stretch.old : stretch.old + stretch.size] == new[stretch.new : stretch.new + stretch.size]
        at = (stretch.old + stretch.size, stretch.new + stretch.size)
    place = 0
    for gap in gaps(old, new):
        rebuilt += [*old[place : gap.old_start], *new[gap.new_start : gap.new_end]]
        place = gap.old_end
    assert rebuilt + old[place:] == new


def patched(lines: list[str], diff: str) -> list[str]:
    """A unified diff carried out, every line of it checked."""
    out, at = [], 0
    for row in diff.splitlines()[2:]:
        if found := re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", row):
            start = int(found[1]) - (found[2] != "0")
            out += lines[at:start]
            at = start
            assert len(out) == int(found[3]) - (found[4] != "0")
        elif row[0] in " -":
            assert lines[at] == row[1:]
            out += [row[1:]] * (row[0] == " ")
            at += 1
        else:
            out.append(row[1:])
    return out + lines[at:]


@settings(max_examples=150)
@given(versions())
def test_a_diff_can_be_carried_out(both):
    old, new = both
    before, after = ("".join(f"{line}\n" for line in lines) for lines in both)
    assert patched(old, unified("n.md", compare(before, after).hunks)) == new
    assert apply_splices(before, splices_between(before, after)) == after


def test_only_what_differs_is_told_in_a_long_list():
    old = [line for number in range(3_000) for line in (f"- tag{number} # c", "# own")]
    for new in (
        [line.replace("tag", "new") for line in old],
        [line for line in old if not line.startswith("- ")],
        [line for line in old if not line.endswith("0 # c")],
    ):
        before, after = "\n".join(old), "\n".join(new)
        kept = {*new}
        differing = sum(line not in kept for line in old if line != "# own")
        assert compare(before, after).lines == differing
        assert compare(after, before).lines == differing


FORMS = {
    "block": "memory_tags:\n{}".format("".join(f"  - tag{number} # c\n  # own\n" for number in range(4_000))),
    "flow": "memory_tags: [{}]\n".format(", ".join(f"tag{number}" for number in range(4_000))),
    "flow on lines": "memory_tags: [\n{}]\n".format("".join(f"  tag{number}, # c\n" for number in range(4_000))),
    "string": "memory_tags: {}\n".format(", ".join(f"tag{number}" for number in range(4_000))),
}
EDITS = {
    "rename": NoteEdit(renames={f"tag{number}": f"new{number}" for number in range(0, 4_000, 2)}),
    "merge": NoteEdit(renames={f"tag{number}": "kept" for number in range(0, 4_000, 2)}),
    "remove": NoteEdit(removals=frozenset(f"tag{number}" for number in range(0, 4_000, 2))),
    "add": NoteEdit(additions=tuple(f"new{number}" for number in range(2_000))),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("edit", EDITS)
def test_thousands_of_tags_in_one_note_take_no_square_of_the_time(form: str, edit: str):
    text = f"---\n{FORMS[form]}---\n"
    started = time.process_time()
    splices = edit_note("n.md", text, EDITS[edit], rules=ReadingRules())
    compare(text, apply_splices(text, splices))
    # A tenth of a second on a quiet machine; with one loop inside another, many seconds to minutes.
    assert time.process_time() - started < 5


@settings(max_examples=150)
@given(versions())
def test_shared_ends_are_as_long_as_they_can_be_and_never_overlap(both):
    old, new = both
    head, tail = shared_ends(old, new)
    assert old[:head] == new[:head]
    assert old[len(old) - tail :] == new[len(new) - tail :]
    rest = old[head : len(old) - tail], new[head : len(new) - tail]
    assert not all(rest) or (rest[0][0] != rest[1][0] and rest[0][-1] != rest[1][-1])
    assert shared_ends("abab", "ab") == (2, 0)
    assert shared_ends("xab", "yab") == (0, 2)

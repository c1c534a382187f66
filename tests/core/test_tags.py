"""Tags over a vault: keys, spellings, and an index that any history leaves the same."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core import tags
from reme_tui.core.note import Note
from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagIndex
from tests.notes import bare_note


def note(path: str, *tags: str, day: str = "") -> Note:
    return bare_note(path, tags=tags, day=day)


@pytest.fixture(autouse=True, scope="module")
def few_steps():
    """Have steps taken in both when somebody asks and because there are too many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tags, "_MOST_STEPS", 3)
        yield


def index_of(*notes: Note) -> TagIndex:
    return TagIndex().evolve(notes, ())


def state(index: TagIndex, paths=()):
    rows = [(row.tag, row.key, row.files, list(row.spellings.items()), row.latest) for row in index.rows()]
    held = {row.key: (index.paths(row.key), index.days(row.key)) for row in index.rows()}
    return rows, held, index.untagged, {path: index.keys_of(path) for path in paths}


class TestKey:
    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("Project A", "project_a"),
            ("project_a", "project_a"),
            (" a \t\u00a0b\u3000c\n", "a_b_c"),
            ("Straße", "strasse"),
            ("项目A", "项目a"),
            ("Project-A", "project-a"),
            ("ＡＩ", "ａｉ"),
            ("#basic", "#basic"),
            ("İ", "i̇"),
        ],
    )
    def test_blanks_are_joined_and_case_is_folded(self, text, key):
        assert tag_key(text) == key

    def test_look_alikes_stay_apart(self):
        twins = ("caf\u00e9", "cafe\u0301", "Project-A", "Project_A", "ProjectA", "张 伟", "张伟")
        assert len({tag_key(text) for text in twins}) == len(twins)


class TestIndex:
    def test_rows_count_files_and_spellings(self):
        index = index_of(
            note("a.md", "Project_A", day="2026-01-01"),
            note("b.md", "project a", "Project_A", "x", day="2026-03-01"),
            note("c.md", "Project_A"),
            note("d.md"),
        )
        row = index.row("project_a")
        assert (row.tag, row.files, dict(row.spellings)) == ("Project_A", 3, {"Project_A": 3, "project a": 1})
        assert row.latest == dt.date(2026, 3, 1)
        assert [row.key for row in index.rows()] == ["project_a", "x"]
        assert index.paths("project_a") == {"a.md", "b.md", "c.md"}
        assert index.keys_of("b.md") == {"project_a", "x"}
        assert index.untagged == {"d.md"}

    def test_a_tie_of_spellings_goes_to_the_first_by_code_point(self):
        notes = [note("a.md", "gold"), note("b.md", "Gold"), note("c.md", "GOLD")]
        assert index_of(*notes).shown("gold") == index_of(*reversed(notes)).shown("gold") == "GOLD"

    def test_a_tag_without_notes_goes(self):
        index = index_of(note("a.md", "x"), note("b.md", "y")).evolve([note("a.md")], ["b.md"])
        assert index.rows() == ()
        assert index.untagged == {"a.md"}
        assert index.paths("x") == frozenset()
        assert index.keys_of("b.md") == frozenset()

    def test_the_latest_day_goes_with_its_note(self):
        index = index_of(note("a.md", "x", day="2026-01-01"), note("b.md", "x", day="2026-02-01"))
        assert index.evolve([], ["b.md"]).row("x").latest == dt.date(2026, 1, 1)
        assert index.evolve([note("a.md", "x"), note("b.md", "x")], []).row("x").latest is None

    def test_unknown_things_are_empty(self):
        index = TagIndex()
        assert (index.paths("x"), index.keys_of("x"), index.shown("x"), index.row("x")) == (set(), set(), "x", None)
        assert index.evolve([], ["nowhere.md"]) is index

    def test_an_index_never_changes(self):
        index = index_of(note("a.md", "x"), note("b.md"))
        before = state(index, ["a.md", "b.md"])
        index.evolve([note("a.md", "X", "y"), note("b.md", "x")], [])
        index.evolve([], ["a.md", "b.md"])
        assert state(index, ["a.md", "b.md"]) == before

    paths = st.sampled_from(["a.md", "b.md", "c.md", "d/e.md"])
    spelled = st.lists(st.sampled_from(["Gold", "gold", "GOLD", "x", "x y", "X_Y"]), max_size=4)
    days = st.sampled_from(["", "2026-01-01", "2026-02-01", "2026-03-01"])
    notes = st.builds(lambda path, tags, day: note(path, *tags, day=day), paths, spelled, days)
    steps = st.lists(st.tuples(st.lists(notes, max_size=3), st.lists(paths, max_size=2)), max_size=8)

    @given(steps)
    @settings(max_examples=150)
    def test_any_history_gives_what_a_fresh_start_gives(self, steps):
        index, alive = TagIndex(), {}
        for changed, removed in steps:
            index = index.evolve(changed, removed)
            for path in removed:
                alive.pop(path, None)
            alive.update({item.path: item for item in changed})
        paths = ["a.md", "b.md", "c.md", "d/e.md"]
        assert state(index, paths) == state(index_of(*alive.values()), paths)


def test_one_change_among_20_000_notes_is_quick():
    index = index_of(*(note(f"{i}.md", f"t{i % 1000}", "all", day="2026-01-01") for i in range(20_000)))
    started = time.perf_counter()
    for i in range(10):
        index = index.evolve([note(f"{i}.md", "all", "new", day="2026-01-02")], [])
    assert (time.perf_counter() - started) / 10 < 0.2
    assert index.row("new").files == 10

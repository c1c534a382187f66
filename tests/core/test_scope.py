"""Which notes pass a scope, and what is said of those that do not."""

from __future__ import annotations

import datetime as dt
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.note import Note
from reme_tui.core.query.query import Scope
from reme_tui.core.query.selection import Selection, select
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Change, Snapshot
from reme_tui.core.tag_key import tag_key
from tests.notes import bare_note


def note(path: str, tags: str = "", day: str = "") -> Note:
    return bare_note(path, tags=filter(None, map(str.strip, tags.split(","))), day=day)


def vault(*notes: Note) -> Snapshot:
    return Snapshot.empty(ReadingRules()).evolve(Change(changed=notes))


NOTES = vault(
    note("daily/2026-08-01.md", "Alice, Gold", "2026-08-01"),
    note("daily/2026-08-31.md", "alice", "2026-08-31"),
    note("daily/2027-01-01.md", "Bob", "2027-01-01"),
    note("digest/alice.md", "ALICE, Project A"),
    note("digest/parts.md", "spare parts, spare"),
    note("digest/plain.md", "", "2026-08-15"),
    note("Cafe\u0301/x.md"),
)
EVERY = frozenset(NOTES.notes)
ALICE = {"daily/2026-08-01.md", "daily/2026-08-31.md", "digest/alice.md"}
UNTAGGED = {"digest/plain.md", "Cafe\u0301/x.md"}


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def test_no_scope_is_the_whole_vault():
    assert select(NOTES, Scope()) == Selection(None)
    assert select(vault(), Scope()) == Selection(None)
    assert select(NOTES, Scope(undated=True, all_tags=True)) == Selection(None)


@pytest.mark.parametrize(
    ("scope", "paths"),
    [
        (Scope(tags=("alice",)), ALICE),
        (Scope(tags=("project a",)), {"digest/alice.md"}),
        (Scope(tags=("Project_A", "bob")), {"digest/alice.md", "daily/2027-01-01.md"}),
        (Scope(tags=("Alice", "Gold"), all_tags=True), {"daily/2026-08-01.md"}),
        (Scope(tags=("Alice", "ALICE"), all_tags=True), ALICE),
        (Scope(tags=("spare",)), {"digest/parts.md"}),
        (Scope(tags=("Alice",), excluded_tags=("gold",)), ALICE - {"daily/2026-08-01.md"}),
        (Scope(excluded_tags=("alice",)), EVERY - ALICE),
        (Scope(untagged=True), UNTAGGED),
        (Scope(untagged=True, tags=("Bob",)), UNTAGGED | {"daily/2027-01-01.md"}),
        (Scope(path="daily/"), {path for path in EVERY if path.startswith("daily/")}),
        (Scope(path="daily/2026"), {"daily/2026-08-01.md", "daily/2026-08-31.md"}),
        (Scope(path="./digest", tags=("alice",)), {"digest/alice.md"}),
        (Scope(path="/digest/p"), {"digest/parts.md", "digest/plain.md"}),
        (Scope(path="."), EVERY),
        (Scope(path="Café"), {"Cafe\u0301/x.md"}),
        (Scope(path=unicodedata.normalize("NFD", "Café/")), {"Cafe\u0301/x.md"}),
    ],
)
def test_tags_and_path(scope: Scope, paths: set[str]):
    assert select(NOTES, scope) == Selection(frozenset(paths))


@pytest.mark.parametrize(
    ("scope", "unknown", "paths"),
    [
        (Scope(tags=("Alicia",)), ("Alicia",), ()),
        (Scope(tags=("Alicia",), since=day("2026-01-01")), ("Alicia",), ()),
        (Scope(tags=("Bob", "Bop")), ("Bop",), ("daily/2027-01-01.md",)),
        (Scope(tags=("Bob", "Bop"), all_tags=True), ("Bop",), ()),
        (Scope(tags=("Bob",), excluded_tags=("Glod",)), ("Glod",), ("daily/2027-01-01.md",)),
        (Scope(tags=("spare  part",)), ("spare  part",), ()),
    ],
)
def test_an_unknown_tag_matches_nothing_and_is_named(scope: Scope, unknown: tuple[str, ...], paths: tuple[str, ...]):
    assert select(NOTES, scope) == Selection(frozenset(paths), 0, unknown, None if paths else "scope")


@pytest.mark.parametrize(
    ("scope", "paths", "undated"),
    [
        (
            Scope(since=day("2026-08-01"), until=day("2026-08-31")),
            {"daily/2026-08-01.md", "daily/2026-08-31.md", "digest/plain.md"},
            3,
        ),
        (Scope(since=day("2026-08-31")), {"daily/2026-08-31.md", "daily/2027-01-01.md"}, 3),
        (Scope(until=day("2026-08-01")), {"daily/2026-08-01.md"}, 3),
        (Scope(tags=("alice",), since=day("2026-08-02")), {"daily/2026-08-31.md"}, 1),
        (Scope(tags=("alice",), since=day("2026-08-02"), undated=True), {"daily/2026-08-31.md", "digest/alice.md"}, 0),
        (Scope(tags=("alice",), since=day("2026-08-02"), path="daily/"), {"daily/2026-08-31.md"}, 0),
    ],
)
def test_both_ends_of_a_range_count_and_undated_notes_are_counted(scope: Scope, paths: set[str], undated: int):
    assert select(NOTES, scope) == Selection(frozenset(paths), undated)


def test_the_step_that_left_nothing_is_named():
    assert select(NOTES, Scope(path="nowhere/")).empty == "scope"
    assert select(NOTES, Scope(tags=("Alice", "Bob"), all_tags=True)).empty == "scope"
    assert select(NOTES, Scope(tags=("bob",), until=day("2026-01-01"))).empty == "dates"
    turned = Scope(since=day("2026-08-31"), until=day("2026-08-01"))
    assert select(NOTES, turned) == Selection(frozenset(), 3, (), "dates")
    assert select(vault(), Scope(tags=("a",))) == Selection(frozenset(), 0, ("a",), "scope")


TAGS = st.sampled_from(["a", "A", "b", "c c", "c_c", "d"])
DAYS = st.none() | st.sampled_from(["2026-01-01", "2026-01-02", "2026-01-03"]).map(day)
SCOPES = st.builds(
    Scope,
    tags=st.lists(TAGS, max_size=3).map(tuple),
    all_tags=st.booleans(),
    excluded_tags=st.lists(TAGS, max_size=2).map(tuple),
    untagged=st.booleans(),
    path=st.sampled_from(["", "x", "x/", "y/n1"]),
    since=DAYS,
    until=DAYS,
    undated=st.booleans(),
)
CONTENTS = st.lists(
    st.tuples(st.sampled_from("xy"), st.lists(TAGS, max_size=3), st.sampled_from(["", "2026-01-01", "2026-01-02"])),
    max_size=12,
)


def passes(one: Note, scope: Scope) -> tuple[bool, bool]:
    keys = {tag_key(tag.text) for tag in one.tags}
    asked = [tag_key(tag) in keys for tag in scope.tags] + [not keys] * scope.untagged
    scoped = not asked or (all(asked) if scope.all_tags else any(asked))
    scoped = scoped and not any(tag_key(tag) in keys for tag in scope.excluded_tags) and one.path.startswith(scope.path)
    ranged = scope.since is not None or scope.until is not None
    if one.date is None:
        return scoped, scoped and (not ranged or scope.undated)
    return scoped, scoped and (scope.since or dt.date.min) <= one.date.day <= (scope.until or dt.date.max)


@settings(max_examples=150)
@given(CONTENTS, SCOPES)
def test_what_is_selected_is_what_looking_at_each_note_selects(contents: list, scope: Scope):
    snapshot = vault(*(note(f"{folder}/n{n}.md", ",".join(t), d) for n, (folder, t, d) in enumerate(contents)))
    judged = {path: passes(one, scope) for path, one in snapshot.notes.items()}
    selection = select(snapshot, scope)
    paths = frozenset(judged) if selection.paths is None else selection.paths
    assert paths == {path for path, (_, inside) in judged.items() if inside}
    left_out = [path for path, (scoped, inside) in judged.items() if scoped and not inside]
    assert selection.undated == sum(snapshot.notes[path].date is None for path in left_out)
    if selection.paths is not None and not paths:
        assert selection.empty == ("dates" if any(scoped for scoped, _ in judged.values()) else "scope")

"""A view of a vault depends on its notes, not on how they came."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.note import Note, Problem, Severity
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Change, Snapshot
from tests.notes import parse_note

RULES = ReadingRules()


def note(path: str, text: str = "") -> Note:
    return parse_note(path, text, digest=text, modified=0.0, rules=RULES)


def problem(path: str, line: int, kind: str = "kind") -> Problem:
    return Problem(path, line, kind, Severity.HINT, "why")


def start(*notes: Note) -> Snapshot:
    return Snapshot.empty(RULES).evolve(Change(changed=notes))


def test_an_empty_vault():
    empty = Snapshot.empty(RULES)
    assert (empty.generation, dict(empty.notes), empty.tags.rows(), empty.problems) == (0, {}, (), ())


def test_a_change_makes_a_new_view_and_leaves_the_old_one():
    first = start(note("a.md", "---\nmemory_tags: [x]\n---\n[[b]]"), note("b.md"))
    second = first.evolve(Change(changed=(note("c.md", "---\nmemory_tags: [y]\n---\n"),), removed=("b.md", "never.md")))
    assert (first.generation, second.generation) == (1, 2)
    assert (sorted(first.notes), sorted(second.notes)) == (["a.md", "b.md"], ["a.md", "c.md"])
    assert [row.tag for row in second.tags.rows()] == ["x", "y"]
    assert first.links.links_out("a.md")[0].kind == "note"
    assert second.links.links_out("a.md")[0].kind == "missing"


def test_a_path_both_removed_and_changed_is_changed():
    renewed = start(note("a.md", "old")).evolve(Change(changed=(note("a.md", "new"),), removed=("a.md",)))
    assert renewed.notes["a.md"].digest == "new"
    assert "a.md" in renewed.tags.untagged


def test_files_links_and_listing_problems_are_kept_until_replaced():
    source = note("s.md", "[[p.png]] [[link]]")
    full = Change(changed=(source, note("r.md")), files=frozenset({"p.png"}), linked={"link.md": "r.md"})
    first = Snapshot.empty(RULES).evolve(replace(full, problems=(problem("x", 1),)))
    kept = first.evolve(Change())
    assert [near.kind for near in kept.links.links_out("s.md")] == ["file", "note"]
    assert kept.problems == (problem("x", 1),)
    cleared = kept.evolve(Change(files=frozenset(), linked={}, problems=()))
    assert [near.kind for near in cleared.links.links_out("s.md")] == ["missing", "missing"]
    assert cleared.problems == ()


def test_problems_come_by_path_and_line():
    one = replace(note("b.md"), problems=(problem("b.md", 9), problem("b.md", 2, "z"), problem("b.md", 2, "a")))
    view = start(one, replace(note("a.md"), problems=(problem("a.md", 3),)))
    view = view.evolve(Change(problems=(problem("aa", 1), problem("c", 1))))
    assert [(found.path, found.line, found.kind) for found in view.problems] == [
        ("a.md", 3, "kind"),
        ("aa", 1, "kind"),
        ("b.md", 2, "a"),
        ("b.md", 2, "z"),
        ("b.md", 9, "kind"),
        ("c", 1, "kind"),
    ]


PATHS = ["a.md", "b/a.md", "2026-01-05.md", "é.md"]
TEXTS = [
    "",
    "[[a]] [[é]]",
    "---\nmemory_tags: [x, X, y]\n---\n[[b/a]]",
    "---\nmemory_tags: x\naliases: [é]\ndate: 2026-01-01\n---\n",
    "---\nmemory_tags: [\n---\n",
    "---\nmemory_tags: [a, b, c, d]\n---\n",
]
CHANGES = st.builds(
    Change,
    changed=st.lists(st.builds(note, st.sampled_from(PATHS), st.sampled_from(TEXTS)), max_size=3).map(tuple),
    removed=st.lists(st.sampled_from(PATHS), max_size=2).map(tuple),
)


@settings(max_examples=100)
@given(st.lists(CHANGES, max_size=6))
def test_any_history_gives_the_view_of_a_fresh_start(changes: list[Change]):
    view, notes = Snapshot.empty(RULES), {}
    for change in changes:
        for path in change.removed:
            notes.pop(path, None)
        notes.update((one.path, one) for one in change.changed)
        view = view.evolve(change)
    fresh = start(*reversed(notes.values()))
    assert view.notes == notes
    assert view.problems == fresh.problems
    assert view.tags.rows() == fresh.tags.rows()
    assert view.tags.untagged == fresh.tags.untagged
    for path in PATHS:
        assert view.tags.keys_of(path) == fresh.tags.keys_of(path)
        assert view.links.links_out(path) == fresh.links.links_out(path)
        assert view.links.links_in(path) == fresh.links.links_in(path)

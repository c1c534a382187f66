from __future__ import annotations

import datetime as dt

import pytest

from reme_tui.core.query.query import Scope
from tests.search.vault import Concepts, Vault, note

TEXTS = {
    "daily/2026-09-17/checklist.md": note(
        "Confirm the launch, see [[daily/2026-09-02/catl.md]].", "Project_A", title="Checklist"
    ),
    "daily/2026-09-02/catl.md": note("The launch hangs on this contract.\n\nConfirm it.", "CATL", title="Supply"),
    "wiki/garden.md": note("Tomatoes.", title="Garden"),
}
MODEL = Concepts("launch release", "confirm approve", "tomatoes vegetables")
CATL = "daily/2026-09-02/catl.md"


@pytest.fixture
def vault():
    return Vault(TEXTS, MODEL)


def steps(explanation):
    return {step.step: step for step in explanation.steps}


def test_a_hit_passes_every_step(vault):
    found = vault.why("daily/2026-09-17/checklist.md", "confirm launch", scope=Scope(tags=("project a",)))
    assert [step.step for step in found.steps] == [
        "file",
        "tags",
        "tag_filter",
        "date_filter",
        "words",
        "meaning",
        "fused",
    ]
    assert all(step.ok for step in found.steps)
    assert found.hit == 1
    found = steps(found)
    hit = vault.search("confirm launch", scope=Scope(tags=("project a",))).hits[0]
    assert found["words"].figure == pytest.approx(hit.passages[0].words.score)
    assert found["meaning"].figure == pytest.approx(hit.passages[0].meaning.score)
    assert found["fused"].figure == pytest.approx(hit.score)
    assert "confirm ×1" in found["words"].whole
    assert "1 of 1" in found["words"].whole
    assert "memory_tags: [Project_A]" in found["tags"].detail
    assert "project_a" in found["tags"].detail
    assert "bytes" in found["file"].detail


def test_a_note_outside_the_tags_says_where_it_would_be(vault):
    found = vault.why(CATL, "confirm launch", scope=Scope(tags=("Project_A",)))
    assert found.hit is None
    assert found.neighbour_of == ("daily/2026-09-17/checklist.md",)
    assert [step.step for step in found.steps if not step.ok] == ["tag_filter", "fused"]
    found = steps(found)
    assert "any of Project_A" in found["tag_filter"].detail
    assert "this note has CATL" in found["tag_filter"].detail
    assert "would be" in found["words"].whole
    assert "of 2" in found["words"].whole
    assert "would be" in found["meaning"].whole
    assert "the tag filter" in found["fused"].detail


@pytest.mark.parametrize(
    ("path", "scope", "ok", "says"),
    [
        (
            CATL,
            Scope(since=dt.date(2026, 9, 1), until=dt.date(2026, 9, 30)),
            True,
            "2026-09-02 lies in 2026-09-01 … 2026-09-30",
        ),
        (CATL, Scope(since=dt.date(2026, 9, 3)), False, "2026-09-02 lies outside 2026-09-03 …"),
        ("wiki/garden.md", Scope(until=dt.date(2026, 9, 3)), False, "undated"),
        ("wiki/garden.md", Scope(until=dt.date(2026, 9, 3), undated=True), True, "undated"),
        (CATL, Scope(), True, "none"),
    ],
)
def test_the_date_filter(vault, path, scope, ok, says):
    step = steps(vault.why(path, "launch", scope=scope))["date_filter"]
    assert step.ok is ok
    assert says in step.detail


@pytest.mark.parametrize(
    ("scope", "ok"),
    [
        (Scope(excluded_tags=("CATL",)), False),
        (Scope(untagged=True), False),
        (Scope(path="wiki/"), False),
        (Scope(path="daily/"), True),
        (Scope(tags=("CATL", "Project_A"), all_tags=True), False),
        (Scope(tags=("CATL", "Project_A")), True),
    ],
)
def test_the_tag_filter(vault, scope, ok):
    step = steps(vault.why(CATL, "launch", scope=scope))["tag_filter"]
    assert step.ok is ok


def test_words_that_are_not_there_or_too_few(vault):
    assert steps(vault.why("wiki/garden.md", "launch"))["words"].detail == "holds none of launch"
    step = steps(vault.why(CATL, "supply tomatoes garden checklist project catl a b c"))["words"]
    assert (step.ok, "is asked for beside meaning" in step.whole) == (False, True)


def test_phrases_and_exclusions_are_named(vault):
    found = vault.why(CATL, "launch", phrases=["confirm the launch"])
    assert found.hit is None
    assert 'does not hold "confirm the launch"' in steps(found)["words"].whole
    assert (
        'holds "contract", which is excluded' in steps(vault.why(CATL, "launch", excluded=["contract"]))["words"].whole
    )


def test_meaning_that_is_far_or_absent(vault):
    step = steps(vault.why("wiki/garden.md", "launch"))["meaning"]
    assert (step.ok, "below the floor of 0.30" in step.whole) == (False, True)
    assert steps(vault.why(CATL, "qwerty"))["meaning"].detail == "the model knows none of these words"
    assert steps(Vault(TEXTS).why(CATL, "launch"))["meaning"].detail == "no model is loaded"


def test_without_a_query_a_note_in_scope_is_a_hit_by_its_date(vault):
    assert [vault.why(path).hit for path in TEXTS] == [1, 2, 3]
    found = vault.why("wiki/garden.md", scope=Scope(tags=("CATL",)))
    assert (found.hit, [step.step for step in found.steps if not step.ok]) == (None, ["tag_filter", "fused"])


def test_a_path_that_is_not_in_the_vault(vault):
    found = vault.why("nowhere.md", "launch")
    assert [(step.step, step.ok) for step in found.steps] == [("file", False)]


def test_a_note_that_changed_or_does_not_parse_says_so(vault):
    vault.change({"broken.md": "---\nmemory_tags: [a\n---\nlaunch\n"})
    step = steps(vault.why("broken.md", "launch"))["file"]
    assert not step.ok
    assert "line" in step.detail
    vault.texts.pop(CATL)
    assert steps(vault.why(CATL, "launch"))["file"].detail == "changed or gone since it was read"


def test_a_place_in_the_whole_list_is_the_one_a_search_gives(vault):
    for text in ("launch", "confirm launch", "tomatoes", "approve the release"):
        hits = [hit.note.path for hit in vault.search(text).hits]
        for path in TEXTS:
            assert vault.why(path, text).hit == (hits.index(path) + 1 if path in hits else None)

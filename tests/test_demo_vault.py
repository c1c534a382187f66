"""The demo vault holds what it is said to hold, and the headline question works on it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from reme_tui.config import Config, shipped
from reme_tui.config.shipped import copy_demo
from reme_tui.core.query.query import Query, Scope
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.vault.listing import ScanRules
from reme_tui.workspace import Workspace

PLANTED: dict[str, Any] = tomllib.loads((Path(__file__).parent / "demo_planted.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def demo() -> Workspace:
    workspace = Workspace(Config(shipped("demo_vault")))
    workspace.load(meaning=False)
    return workspace


def test_notes_tags_and_dates_are_counted(demo: Workspace):
    counts = PLANTED["counts"]
    notes = demo.snapshot.notes.values()
    sources = [note.date.source if note.date else "undated" for note in notes]
    assert len(demo.snapshot.notes) == counts["notes"]
    assert len(demo.snapshot.tags.untagged) == counts["untagged"]
    assert sources.count("path") == counts["dated_by_path"]
    assert sources.count("created") == counts["dated_by_created"]
    assert sources.count("undated") == counts["undated"]
    assert {row.key: row.files for row in demo.snapshot.tags.rows()} == PLANTED["tags"]


def test_spellings_of_one_key_are_one_tag(demo: Workspace):
    rows = {row.key: row for row in demo.snapshot.tags.rows()}
    for planted in PLANTED["spellings"]:
        assert set(rows[planted["key"]].spellings) == set(planted["tags"])


def test_odd_notes_are_listed_as_problems(demo: Workspace):
    kinds = {
        "broken_yaml": "unquoted_colon",
        "scalar": "string_tags",
        "comma_string": "string_tags",
        "four_tags": "too_many_tags",
        "comment_item": "comment_item",
    }
    found = {(problem.path, problem.kind) for problem in demo.snapshot.problems}
    for odd in PLANTED["odd"]:
        if odd["kind"] in kinds:
            assert (odd["path"], kinds[odd["kind"]]) in found


def test_links_resolve_as_planted(demo: Workspace):
    for planted in PLANTED["links"]:
        rows = {row.path: row for row in demo.neighbours(planted["source"], Scope()).out}
        match planted["kind"]:
            case "dangling":
                assert rows[planted["target"]].kind == "missing"
            case "file":
                assert rows[planted["target"]].kind == "file"
            case "code":
                assert planted["target"] not in rows
            case "ambiguous":
                assert any(path in rows and rows[path].several for path in planted["candidates"])
            case "resolved" if planted["to"] == planted["source"]:
                assert planted["to"] not in rows
            case "resolved":
                assert rows[planted["to"]].kind == "note"


def test_the_headline_question_stays_inside_its_project(demo: Workspace):
    launch = PLANTED["launch"]
    inside = demo.search(Query(launch["query"], scope=Scope(tags=("Project_A",))))
    assert inside.hits
    assert all("project_a" in demo.snapshot.tags.keys_of(hit.note.path) for hit in inside.hits)
    assert inside.hits[0].note.path == "daily/2026-09-17/launch.md"
    anywhere = {hit.note.path for hit in demo.search(Query(launch["query"])).hits}
    assert not set(launch["other_projects"]).isdisjoint(anywhere)


def test_the_neighbour_outside_the_scope_is_listed_and_no_hit(demo: Workspace):
    scope = Scope(tags=("Project_A", "Alice"))
    outside = PLANTED["launch"]["neighbour_outside"]
    row = next(row for row in demo.neighbours("daily/2026-09-17/launch.md", scope).out if row.path == outside)
    assert not row.in_scope
    hits = demo.search(Query(PLANTED["launch"]["query"], scope=scope)).hits
    assert outside not in {hit.note.path for hit in hits}


def test_reme_sees_fewer_tags():
    config = Config(
        shipped("demo_vault"), reading=ReadingRules(reme=True, literal_links=True), scan=ScanRules(reme=True)
    )
    workspace = Workspace(config)
    workspace.load(meaning=False)
    tagged = len(workspace.snapshot.notes) - len(workspace.snapshot.tags.untagged)
    assert tagged == PLANTED["counts"]["reme"]["tagged"]
    assert len(workspace.snapshot.tags.rows()) == PLANTED["counts"]["reme"]["tag_keys"]


def test_in_a_scratch_copy_the_dated_notes_come_first(tmp_path: Path):
    copy_demo(tmp_path / "demo")
    workspace = Workspace(Config(tmp_path / "demo"))
    workspace.load(meaning=False)
    days = [hit.note.date and hit.note.date.day for hit in workspace.search(Query(""), limit=200).hits]
    dated = [day for day in days if day]
    assert days[: len(dated)] == sorted(dated, reverse=True)
    assert days[len(dated) :] == [None] * PLANTED["counts"]["undated"]

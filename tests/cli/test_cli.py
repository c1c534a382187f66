"""The command line as it is typed: output, shapes, exit statuses, one-line errors."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reme_tui.cli import main
from tests.conftest import MakeVault

ALICE = (
    "---\nmemory_tags: [Alice, Project A]\ndate: 2026-08-10\n---\n# Launch list\nConfirm the regression, see [[bob]].\n"
)
BOB = "---\nmemory_tags: [Bob, project_a]\ndate: 2026-09-10\n---\n# Budget\nWho signs the budget before launch.\n"
PLAIN = "# Garden\nTomatoes need water.\n"


@pytest.fixture
def vault(make_vault: MakeVault) -> Path:
    return make_vault({"alice.md": ALICE, "bob.md": BOB, "garden.md": PLAIN})


@pytest.fixture
def ask(run):
    def ask_json(*argv: str) -> dict[str, Any]:
        status, out, err = run(*argv, "--json")
        assert status == 0, err
        return json.loads(out)

    return ask_json


def paths(found: dict[str, Any]) -> list[str]:
    return [hit["path"] for hit in found["hits"]]


def test_tags_have_counts_keys_and_spellings(ask):
    found = ask("tags")
    assert found["total"] == 3
    assert found["tags"][0] == {
        "tag": "Project A",
        "key": "project_a",
        "files": 2,
        "spellings": {"Project A": 1, "project_a": 1},
        "paths": ["alice.md", "bob.md"],
    }


def test_tags_are_ordered_as_asked(ask):
    assert [row["key"] for row in ask("tags", "--order-by", "tag")["tags"]] == ["alice", "bob", "project_a"]
    assert [row["key"] for row in ask("tags", "--order", "asc")["tags"]] == ["alice", "bob", "project_a"]
    assert [row["key"] for row in ask("tags", "--order-by", "tag", "--order", "desc")["tags"]] == [
        "project_a",
        "bob",
        "alice",
    ]


def test_tags_name_their_files_when_asked(run):
    status, out, _ = run("tags", "--files")
    assert status == 0
    assert out.splitlines()[:3] == ["2  Project A  (Project A, project_a)", "     alice.md", "     bob.md"]


def test_hits_may_come_newest_first(tmp_path, capsys):
    for day, text in {"2026-01-01": "launch launch launch", "2026-03-01": "A launch, and more."}.items():
        (tmp_path / f"{day}.md").write_text(text)
    for order, days in (("best", ["2026-01-01.md", "2026-03-01.md"]), ("newest", ["2026-03-01.md", "2026-01-01.md"])):
        main(["search", "launch", "--vault", str(tmp_path), "--json", "--order-by", order])
        assert paths(json.loads(capsys.readouterr().out)) == days


def test_a_tag_narrows_what_is_searched(ask):
    found = ask("search", "launch", "--tag", "Alice")
    assert paths(found) == ["alice.md"]
    assert found["scope"] == 1
    neighbour = found["hits"][0]["neighbours"]["out"][0]
    assert (neighbour["path"], neighbour["in_scope"], neighbour["exists"]) == ("bob.md", False, True)
    assert set(paths(ask("search", "launch"))) == {"alice.md", "bob.md"}


def test_any_all_and_not(ask):
    assert set(paths(ask("search", "launch", "--tag", "alice", "--tag", "Bob"))) == {"alice.md", "bob.md"}
    assert paths(ask("search", "launch", "--tag", "bob", "--tag", "PROJECT A", "--all-tags")) == ["bob.md"]
    assert paths(ask("search", "launch", "--not-tag", "bob")) == ["alice.md"]


def test_a_word_near_an_operator_is_pointed_out(run):
    assert "did you mean tag: ?" in run("search", "tags:Alice", "--json")[2]
    assert run("search", "https://alice", "--json")[2] == ""


def test_an_unknown_tag_finds_nothing_and_says_so(ask, run):
    found = ask("search", "launch", "--tag", "Carol")
    assert (found["hits"], found["unknown_tags"], found["scope"]) == ([], ["Carol"], 0)
    err = run("search", "launch", "--tag", "Carol")[2]
    assert "no note has the tag Carol" in err
    assert "did you mean" not in err
    assert "did you mean Alice?" in run("search", "launch", "--tag", "Alcie", "--json")[2]


def test_a_phrase_that_leaves_none_is_named(run):
    assert 'no hits: "launch alice" leaves none; without the quotes: 2 notes' in run("search", '"launch alice"')[2]


def test_both_ends_of_a_range_count_and_undated_notes_are_counted(ask):
    found = ask("search", "--from", "2026-08-10", "--to", "2026-09-10")
    assert paths(found) == ["bob.md", "alice.md"]
    assert found["undated"] == 1
    assert paths(ask("search", "--from", "2026-09")) == ["bob.md"]
    assert len(paths(ask("search", "--from", "2026-09", "--undated"))) == 2


@pytest.mark.parametrize("flag", ["--from", "--to"])
def test_a_date_that_cannot_be_read_is_named_and_searches_nothing(run, flag: str):
    status, out, err = run("search", "launch", flag, "2026-13-45")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "2026-13-45" in err


def test_an_inline_date_that_cannot_be_read_is_an_error_too(run):
    status, out, err = run("search", "launch from:someday")
    assert (status, out) == (2, "")
    assert "someday" in err


def test_hits_have_the_stable_shape(ask):
    hit = ask("search", "regression")["hits"][0]
    assert {"path", "title", "date", "date_from", "tags", "score", "passages", "neighbours"} <= hit.keys()
    assert (hit["title"], hit["date"], hit["date_from"], hit["tags"]) == (
        "Launch list",
        "2026-08-10",
        "date",
        ["Alice", "Project A"],
    )
    passage = hit["passages"][0]
    assert passage["lines"] == [5, 6]
    assert passage["words"]["rank"] == 1
    assert passage["words"]["score"] > 0


def test_why_names_the_step_that_fails(ask):
    found = ask("why", "bob.md", "launch", "--tag", "Alice")
    assert found["hit"] is None
    assert next(step["step"] for step in found["steps"] if not step["ok"]) == "tag_filter"
    assert found["neighbour_of"] == ["alice.md"]


def test_check_exits_with_1_for_errors_only(make_vault: MakeVault, capsys: pytest.CaptureFixture[str]):
    vault = make_vault({"n.md": "---\nmemory_tags: a, b\n---\nText.\n"})
    assert main(["check", "--vault", str(vault)]) == 0
    assert main(["check", "--strict", "--vault", str(vault)]) == 1
    make_vault({"bad.md": "---\ntitle: foo : bar\nmemory_tags: [foo]\n---\nText.\n"})
    capsys.readouterr()
    assert main(["check", "--vault", str(vault), "--json"]) == 1
    errors = [p for p in json.loads(capsys.readouterr().out)["problems"] if p["severity"] == "error"]
    assert [(p["path"], p["line"]) for p in errors] == [("bad.md", 2)]


def test_reindex_counts_what_it_read(ask):
    found = ask("reindex")
    assert (found["notes"], found["tags"]) == (3, 3)


def test_another_field_can_hold_the_tags(make_vault: MakeVault, capsys: pytest.CaptureFixture[str]):
    vault = make_vault({"n.md": "---\npeople: [Ada]\nmemory_tags: [x]\n---\n"})
    assert main(["tags", "--field", "people", "--json", "--vault", str(vault)]) == 0
    assert [row["tag"] for row in json.loads(capsys.readouterr().out)["tags"]] == ["Ada"]


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        (["tags", "--vault", "nowhere"], 3),
        (["search", "x", "--vault", "file.md"], 3),
        (["search", "x", "--limit", "0"], 2),
        (["tags", "--order-by", "luck"], 2),
        (["why"], 2),
        (["tags", "--config", "missing.toml"], 2),
    ],
)
def test_errors_are_one_line_without_traceback(
    argv: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    (tmp_path / "daily").mkdir()
    (tmp_path / "file.md").write_text("x")
    monkeypatch.chdir(tmp_path)
    assert main(argv) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("reme-tui: ")
    assert err.count("\n") == 1


def test_options_may_stand_before_the_command(vault: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--vault", str(vault), "tags", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 3


def test_an_empty_folder_is_no_error(make_vault: MakeVault, capsys: pytest.CaptureFixture[str]):
    vault = make_vault({})
    assert main(["search", "x", "--vault", str(vault)]) == 0
    assert "the vault holds no notes" in capsys.readouterr().err
    assert main(["tags", "--vault", str(vault)]) == 0


def test_notes_cannot_send_escapes_to_the_terminal(make_vault: MakeVault, capsys: pytest.CaptureFixture[str]):
    vault = make_vault(
        {"a\x1b[31m.md": '---\nmemory_tags: ["x\\e]0;owned\\a", "[red]"]\n---\n# T\x1b[2J\nbody \x1b[5m\u202ebody\n'}
    )
    for argv in (["tags"], ["search", "body"], ["check"], ["why", "a\x1b[31m.md", "body"]):
        main([*argv, "--vault", str(vault)])
        out, err = capsys.readouterr()
        assert not set(out + err) & {"\x1b", "\x07", "\u202e"}


def test_a_query_may_begin_with_a_hyphen(ask):
    assert paths(ask("search", "-regression launch")) == ["bob.md"]
    assert paths(ask("search", "-tag:Alice")) == ["garden.md", "bob.md"]
    assert ask("search", "-tag:Alice")["query"] == "-tag:Alice"
    assert ask("search", '"budget before launch" -tag:Alice')["query"] == '"budget before launch" -tag:Alice'


@pytest.mark.parametrize("option", ["--tag", "--not-tag", "--from", "--to", "--path", "--field"])
def test_an_empty_filter_is_an_error_not_no_filter(run, option: str):
    status, out, err = run("search", "launch", option, "")
    assert (status, out) == (2, "")
    assert option in err


def test_a_pipe_in_place_of_settings_is_not_waited_for(vault: Path, run):
    (vault / ".reme-tui").mkdir()
    os.mkfifo(vault / ".reme-tui" / "config.toml")
    status, _, err = run("tags")
    assert status == 2
    assert "not a file" in err


def run_shell(line: str, vault: Path) -> subprocess.CompletedProcess[str]:
    command = line.format(reme=f"{sys.executable} -m reme_tui", vault=vault)
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(["sh", "-c", command], env=env, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("{reme} tags --vault {vault} > /dev/full", 1, "no space left"),
        ("{reme} tags --vault {vault} >&-", 0, ""),
        ("{reme} tags --vault {vault} | true", 0, ""),
        ("{reme} {vault} <&-", 2, "needs a terminal"),
        ("{reme} rename Bob Bobx --vault {vault} <&-", 2, "--yes"),
        ("{reme} duplicates --tags-from - --vault {vault} <&-", 2, "--tags-from -"),
        ("{reme} rename Bob Bobx --vault {vault} <&- >&- 2>&-", 2, ""),
        ("mkdir {vault}/gone; cd {vault}/gone; rmdir ../gone; {reme} tags --vault {vault}", 0, ""),
        ("PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 LC_ALL=C {reme} tags --json --vault {vault} | grep -c U0001 >&2", 1, "0"),
    ],
)
def test_odd_surroundings_end_in_one_line(vault: Path, line: str, status: int, says: str):
    done = run_shell(line, vault)
    assert done.returncode == status
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("argv", [[], ["demo"], ["nowhere"]])
def test_the_screen_is_not_opened_without_a_terminal(argv: list[str], vault: Path, monkeypatch, capsys):
    monkeypatch.chdir(vault)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(argv) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_the_screen_is_not_opened_where_it_is_drawn_into_a_file(vault: Path):
    ours, theirs = os.openpty()
    try:
        argv = [sys.executable, "-m", "reme_tui", str(vault)]
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "xterm"}
        done = subprocess.run(
            argv, env=env, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False, timeout=30
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "needs a terminal" in done.stderr


def test_why_about_no_note_is_no_success(run):
    status, out, _ = run("why", "nothere.md", "launch")
    assert (status, "no such note" in out) == (1, True)
    assert run("why", "garden.md", "launch")[0] == 0


def test_what_begins_with_a_hyphen_is_told_as_it_was_typed(vault: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["search", "--vault", str(vault), "--tag", "-none", "--json", "--", "-launch"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["query"], found["unknown_tags"]) == ("-launch", ["-none"])
    (vault / "-odd.md").write_text("launch")
    assert main(["why", "-odd.md", "launch", "--vault", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["path"] == "-odd.md"


@pytest.mark.parametrize("argv", [["serch", "foo"], ["serch"], ["--rules", "own", "Serach", "--json"]])
def test_a_slip_in_the_name_of_a_command_is_pointed_out(argv: list[str], tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    slip = next(word for word in argv if word.lower().startswith("ser"))
    assert main(argv) == 2
    assert capsys.readouterr().err == f"reme-tui: no command {slip}; did you mean search?\n"
    (tmp_path / slip).mkdir()
    assert main(argv) == 2
    assert "did you mean" not in capsys.readouterr().err

"""What a person decided about tags: two small files that any hand may edit, and nothing of which is ever lost."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.tidy.changes import Merge, Merges, Rename
from reme_tui.tidy.duplicates.decision_lines import format_line, read_lines
from reme_tui.tidy.duplicates.decisions import ALIASES, DISTINCT, DecisionBook
from reme_tui.tidy.duplicates.find import ALIAS, find_duplicates
from tests.tidy.disks import SteppedDisk
from tests.tidy.vaults import in_child, note


def pair(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


def book(vault: Path) -> DecisionBook:
    return DecisionBook(vault, SteppedDisk())


def write(vault: Path, path: str, text: str | bytes) -> Path:
    file = vault / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return file


@given(st.lists(st.text(min_size=1, max_size=20).filter(lambda t: t.strip()), min_size=2, max_size=4))
@settings(max_examples=300)
def test_any_tags_read_back_as_they_were_written(names: list[str]) -> None:
    for sign in ("!=", "="):
        line = format_line(names, sign)
        assert line.encode("utf-8")
        assert [found.names for found in read_lines(line + "\n", sign)] == [tuple(name.strip() for name in names)]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Java != JavaScript", ("Java", "JavaScript")),
        ("  Java   ≠  JavaScript  # two languages", ("Java", "JavaScript")),
        ("Java!=JavaScript", ("Java", "JavaScript")),
        ("Alice != Alice_Chen != Alice_Wu", ("Alice", "Alice_Chen", "Alice_Wu")),
        ('"a != b" != "#1"', ("a != b", "#1")),
        ("C# != C++", ("C#", "C++")),
        ("Team #1 != Team #2", ("Team #1", "Team #2")),
        ('say "hi" != bye', ('say "hi"', "bye")),
        ('"tab\\t" != x', ("tab", "x")),
        ("# Java != JavaScript", ()),
        ("<<<<<<< HEAD", ()),
        ("=======", ()),
        (">>>>>>> other", ()),
        ("  ", ()),
        ("Java, JavaScript", None),
        ("Java !=", None),
        ("!= Java", None),
        ('"Java != JavaScript', None),
        ('"Java" and != JavaScript', None),
        ("a != " * 60 + "b", None),
    ],
)
def test_a_line_says_what_a_person_means_by_it(line: str, names: tuple[str, ...] | None) -> None:
    assert [found.names for found in read_lines(line, "!=")] == [names]


def test_a_pair_kept_apart_is_kept_apart_after_a_restart(make_vault) -> None:
    vault = make_vault({"a.md": note("Java")})
    assert book(vault).keep_apart([("Java", "JavaScript"), ("Java", "Java Island")]) is None
    assert book(vault).read().distinct == {pair("java", "javascript"), pair("java", "java_island")}
    lines = (vault / DISTINCT).read_text().splitlines()
    assert lines[-2:] == ["Java != JavaScript", "Java != Java Island"]
    assert all(line.startswith("#") for line in lines[:-2])


def test_a_pair_is_written_once_and_taken_back_to_the_letter(make_vault) -> None:
    vault = make_vault({})
    before = b"\xef\xbb\xbf# mine\r\n\r\nA != B\r\nnonsense\r\nold != one"
    file = write(vault, DISTINCT, before)
    decisions = book(vault)
    assert decisions.keep_apart([("b", "a")]) is None
    assert file.read_bytes() == before
    assert decisions.keep_apart([("C", "D")]) is None
    assert file.read_bytes() == before + b"\r\nC != D\r\n"
    assert decisions.take_back([("D", "C"), ("x", "y")]) is None
    assert file.read_bytes() == before + b"\r\n"
    assert decisions.take_back([("B", "A")]) is None
    assert b"A != B" not in file.read_bytes()
    assert b"nonsense\r\n" in file.read_bytes()


def test_one_pair_of_a_longer_line_can_be_taken_back(make_vault) -> None:
    vault = make_vault({})
    write(vault, DISTINCT, "A != B != C  # three\n")
    assert book(vault).take_back([("A", "B")]) is None
    assert book(vault).read().distinct == {pair("a", "c"), pair("b", "c")}


def test_nothing_is_made_for_nothing(make_vault) -> None:
    vault = make_vault({})
    decisions = book(vault)
    assert decisions.read().distinct == frozenset()
    assert decisions.take_back([("A", "B")]) is None
    assert decisions.keep_apart([("Project A", "project_a"), ("", "x")]) is None
    assert not (vault / ".reme-tui").exists()


def test_the_files_are_read_live_and_damage_is_named_by_line(make_vault) -> None:
    vault = make_vault({})
    decisions = book(vault)
    write(vault, DISTINCT, "A != B\nthis is no pair\n<<<<<<< ours\nC != D\n=======\nE != F\n>>>>>>> theirs\n")
    write(vault, ALIASES, "CATL = 宁德时代 = Contemporary Amperex\nJava != Kaffee\n= x\n")
    found = decisions.read()
    assert found.distinct == {pair("a", "b"), pair("c", "d"), pair("e", "f")}
    assert found.aliases[0] == ("CATL", "宁德时代", "Contemporary Amperex")
    assert [(problem.path, problem.line) for problem in found.problems] == [(DISTINCT, 2), (ALIASES, 3)]
    write(vault, DISTINCT, "A != C\n")
    assert decisions.read().distinct == {pair("a", "c")}
    (vault / DISTINCT).unlink()
    assert decisions.read().distinct == frozenset()


def test_the_mode_stays_and_a_stray_temporary_file_is_no_obstacle(make_vault) -> None:
    vault = make_vault({})
    file = write(vault, DISTINCT, "A != B\n")
    file.chmod(0o640)
    write(vault, ".reme-tui/.reme-tui-decisions-1.tmp", "left by a killed run")
    assert book(vault).keep_apart([("C", "D")]) is None
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(os.listdir(vault / ".reme-tui")) == ["distinct.txt"]


@pytest.mark.parametrize("place", ["folder", "file", "pipe", "read-only", "not UTF-8", "link to a note outside"])
def test_what_must_not_be_written_is_left_alone_and_named(make_vault, tmp_path: Path, place: str) -> None:
    vault = make_vault({})
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "distinct.txt").write_text("A != B\n")
    folder = vault / ".reme-tui"
    match place:
        case "folder":
            folder.symlink_to(outside)
        case "file":
            folder.write_text("a file where the folder should be")
        case "pipe":
            folder.mkdir()
            os.mkfifo(vault / DISTINCT)
        case "read-only":
            write(vault, DISTINCT, "A != B\n").chmod(0o444)
        case "not UTF-8":
            write(vault, DISTINCT, b"\xff\xfe != B\n")
        case _:
            folder.mkdir()
            (vault / DISTINCT).symlink_to(outside / "distinct.txt")
    decisions = book(vault)
    decisions.read()
    refusal = decisions.keep_apart([("C", "D")])
    assert refusal is not None
    assert refusal.reason
    assert (outside / "distinct.txt").read_text() == "A != B\n"


def test_a_folder_that_is_a_link_to_nowhere_is_not_followed(make_vault, tmp_path: Path) -> None:
    vault = make_vault({})
    (vault / ".reme-tui").symlink_to(tmp_path / "later")
    assert book(vault).keep_apart([("C", "D")]) is not None
    assert not (tmp_path / "later").exists()


def test_two_processes_that_write_lose_nothing_of_each_other(make_vault) -> None:
    vault = make_vault({})

    def many(name: str) -> None:
        decisions = book(vault)
        for number in range(20):
            assert decisions.keep_apart([(f"{name}{number}", "z")]) is None

    child = os.fork()
    if child == 0:
        try:
            many("child")
        finally:
            os._exit(0)
    many("parent")
    os.waitpid(child, 0)
    assert book(vault).read().distinct == {pair(f"{who}{n}", "z") for who in ("child", "parent") for n in range(20)}


def test_a_run_killed_at_any_step_leaves_the_old_or_the_new(make_vault) -> None:
    vault = make_vault({})
    old = "A != B\n"
    counted = SteppedDisk()
    file = write(vault, DISTINCT, old)
    assert DecisionBook(vault, counted).keep_apart([("C", "D")]) is None
    new = file.read_text()
    for step in range(len(counted.calls)):
        file.write_text(old)

        def die(number: int, _: str, step: int = step) -> None:
            if number == step:
                os._exit(9)

        in_child(lambda die=die: DecisionBook(vault, SteppedDisk(before=die)).keep_apart([("C", "D")]))
        assert file.read_text() in (old, new)
    assert DecisionBook(vault, SteppedDisk()).keep_apart([("C", "D")]) is None
    assert file.read_text() == new
    assert os.listdir(vault / ".reme-tui") == ["distinct.txt"]


def test_not_the_same_survives_renames_merges_and_their_undo(make_bench) -> None:
    bench = make_bench({"a.md": note("Java"), "b.md": note("JavaScript"), "c.md": note("Kotlin", "lang/java")})
    assert book(bench.vault).keep_apart([("Java", "JavaScript"), ("Kotlin", "Java"), ("lang/java", "x")]) is None
    bench.do(Rename("Java", "Coffee"))
    assert pair("coffee", "javascript") in book(bench.vault).read().distinct
    bench.do(Merges((Merge(("Kotlin",), "KT"),)))
    assert {pair("kt", "java"), pair("kotlin", "java")} <= book(bench.vault).read().distinct
    bench.do(Rename("lang/*", "language/*"))
    assert pair("language/java", "x") in book(bench.vault).read().distinct
    bench.undo()
    bench.undo()
    bench.undo()
    assert pair("java", "javascript") in book(bench.vault).read().distinct
    bench.do(Merge(("JavaScript",), "Java"))
    assert pair("java", "java") not in book(bench.vault).read().distinct
    assert (bench.vault / DISTINCT).read_text().count("Java != JavaScript") == 1


def test_a_change_is_done_although_the_decisions_cannot_be_written(make_bench) -> None:
    bench = make_bench({"a.md": note("Java")})
    write(bench.vault, DISTINCT, "Java != JavaScript\n").chmod(0o444)
    outcome = bench.do(Rename("Java", "Coffee"))
    assert outcome.applied == ("a.md",)
    assert [(refusal.path, refusal.reason) for refusal in outcome.refused] == [(DISTINCT, "it is read-only")]


def test_a_file_of_a_size_nobody_writes_is_named_and_not_read(make_vault) -> None:
    vault = make_vault({})
    write(vault, ALIASES, "a = " * 1_250_000)
    file = write(vault, DISTINCT, "A != B\n" * 200_000)
    found = book(vault).read()
    assert (found.aliases, found.distinct) == ((), frozenset())
    assert [(problem.path, problem.line, problem.message) for problem in found.problems] == [
        (DISTINCT, 1, "larger than 1 MiB: it is not read"),
        (ALIASES, 1, "larger than 256 KiB: it is not read"),
    ]
    before = file.stat()
    assert "larger than 1 MiB" in book(vault).keep_apart([("C", "D")]).reason
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_very_many_pairs_count_up_to_a_line_that_is_named(make_vault) -> None:
    vault = make_vault({})
    lines = (" != ".join(f"t{line}_{at}" for at in range(50)) for line in range(100))
    write(vault, DISTINCT, "\n".join(lines))
    found = book(vault).read()
    assert 100_000 < len(found.distinct) < 105_000
    assert [(problem.path, problem.line) for problem in found.problems] == [(DISTINCT, 82)]


def test_only_the_first_damaged_lines_are_named(make_vault) -> None:
    vault = make_vault({})
    write(vault, ALIASES, "nonsense\n" * 20_000)
    assert [problem.line for problem in book(vault).read().problems] == list(range(1, 101))


@pytest.mark.parametrize("line", ["a" + " " * 200_000 + "b", "a = " * 50_000 + "b", "x" * 5_000 + " = y"])
def test_a_line_without_end_is_damaged_like_another(line: str) -> None:
    assert [found.names for found in read_lines(line, "=")] == [None]


def looked_up(lines: int) -> float:
    """The seconds it takes to look up aliases that hang together in a chain, four names of which are tags."""
    aliases = [(f"name {at}", f"name {at + 1}") for at in range(lines)]
    started = time.process_time()
    found = find_duplicates({"Name 0": 1, f"name_{lines}": 1}, aliases=aliases)
    taken = time.process_time() - started
    assert [(pair.a, pair.b) for pair in found.pairs] == [("Name 0", f"name_{lines}")]
    return taken


def test_many_aliases_take_as_long_as_they_are_many() -> None:
    looked_up(10)
    assert looked_up(4_000) < 20 * looked_up(500)


def test_very_many_names_of_one_thing_are_no_pairs_of_all_with_all() -> None:
    tags = {f"alias {at}x": 1 for at in range(400)}
    found = find_duplicates(tags, aliases=[("Gold", tag) for tag in tags])
    assert sum(pair.why == (ALIAS,) for pair in found.pairs) == 399

"""The journal: what it keeps, and what it makes of damage."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.tidy.changes import Delete, Mend, Merge, Rename, Retag, Suggested, Undo
from reme_tui.tidy.edits.traces import FieldText, Swap, Trace
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.journal import Journal, journal_name
from reme_tui.tidy.journal_records import (
    Entry,
    FileTrace,
    begin_record,
    decode,
    encode,
    end_record,
    read_begin,
    wrote_record,
)
from tests.tidy.vaults import note

WORDS = st.text(max_size=8)
PAIRS = st.lists(st.tuples(WORDS, WORDS), max_size=2).map(tuple)
TRACES = st.builds(
    Trace,
    before=WORDS,
    after=WORDS,
    block_before=WORDS,
    block_after=WORDS,
    swaps=st.lists(st.builds(Swap, st.integers(0, 99), WORDS, WORDS), max_size=2).map(tuple),
    fields=st.lists(st.builds(FieldText, WORDS, st.integers(0, 99), WORDS), max_size=2).map(tuple),
    gained=PAIRS,
    lost=PAIRS,
)
MANY = st.lists(WORDS, max_size=3).map(tuple)
CHANGES = st.one_of(
    st.builds(Rename, WORDS, WORDS, st.booleans()),
    st.builds(Merge, MANY, WORDS),
    st.builds(Delete, MANY, st.booleans()),
    st.builds(Retag, MANY, MANY, MANY),
    st.builds(Suggested, st.lists(st.tuples(WORDS, MANY), max_size=3).map(tuple)),
    st.builds(Mend, MANY, WORDS),
    st.builds(Undo, WORDS, WORDS),
)
ENTRIES = st.builds(
    Entry,
    id=WORDS,
    at=WORDS,
    change=CHANGES,
    title=WORDS,
    files=st.dictionaries(WORDS, st.builds(FileTrace, WORDS, st.integers(0, 9), TRACES), max_size=3),
    tag_fields=MANY,
    settled=st.frozensets(WORDS, max_size=2),
    written=st.just(frozenset()),
    strays=st.just(()),
    state=st.just("open"),
)


def journal_of(bench) -> Path:
    return next(bench.state.rglob("*.jsonl"))


@settings(max_examples=60)
@given(entry=ENTRIES)
def test_an_entry_comes_back_as_it_went_in(entry: Entry):
    assert read_begin(decode(encode(begin_record(entry)).rstrip(b"\n"))) == entry


@settings(max_examples=60)
@given(entry=ENTRIES, place=st.integers(0, 10_000), letter=st.integers(1, 255))
def test_one_changed_byte_is_damage(entry: Entry, place: int, letter: int):
    line = bytearray(encode(begin_record(entry)).rstrip(b"\n"))
    line[place % len(line)] ^= letter
    assert decode(bytes(line)) is None


@pytest.mark.usefixtures("eight_hours_ahead")
def test_the_time_of_an_entry_is_told_by_the_clock_here():
    entry = Entry("1", "2026-09-20T20:04:00+00:00", Delete(("red",)), "Delete red", {}, ())
    assert entry.local_time.isoformat() == "2026-09-21T04:04:00+08:00"
    assert replace(entry, at="damaged").local_time is None
    assert replace(entry, at="9999-12-31T23:00:00+00:00").local_time is None


def test_a_mend_of_one_note_as_older_journals_tell_it_can_be_undone(make_bench):
    text = "---\nmemory_tags: one, two\n---\n"
    bench = make_bench({"a.md": text})
    bench.do(Mend(("a.md",), "string_tags"))
    records = [decode(line) for line in journal_of(bench).read_bytes().splitlines()]
    records[0]["change"] = {"name": "mend", "path": "a.md", "kind": "string_tags"}
    journal_of(bench).write_bytes(b"".join(map(encode, records)))
    assert bench.cleanup().log().damaged == ()
    assert [entry.change for entry in bench.cleanup().log().done] == [Mend(("a.md",), "string_tags")]
    bench.undo()
    assert bench.text("a.md") == text


def test_each_line_is_an_object_with_a_checksum(make_bench):
    bench = make_bench({"a.md": note("red")})
    bench.do(Rename("red", "green"))
    records = [json.loads(line) for line in journal_of(bench).read_bytes().splitlines()]
    assert [record["kind"] for record in records] == ["begin", "wrote", "end"]
    assert all(record["check"] for record in records)


def test_it_holds_what_changed_and_no_copy_of_the_note(make_bench):
    bench = make_bench({"a.md": note("red", body="secret body\n" * 1000)})
    bench.do(Rename("red", "green"))
    data = journal_of(bench).read_text()
    assert "secret" not in data
    assert "A note" not in data
    assert len(data) < 2_000


def test_it_only_grows(make_bench):
    bench = make_bench({"a.md": note("red")})
    bench.do(Rename("red", "green"))
    first = journal_of(bench).read_bytes()
    bench.undo()
    assert journal_of(bench).read_bytes().startswith(first)


def test_history_is_newest_first_with_states(make_bench):
    bench = make_bench({"a.md": note("red"), "b.md": note("red")})
    bench.do(Rename("red", "green"))
    bench.do(Rename("green", "blue"))
    bench.undo()
    rows = [(entry.title, len(entry.written), entry.state) for entry in bench.cleanup().log().done]
    assert rows == [
        ("undo rename green to blue", 2, "applied"),
        ("rename green to blue", 2, "undone"),
        ("rename red to green", 2, "applied"),
    ]
    assert {entry.at for entry in bench.cleanup().log().done} == {"2026-09-17T12:04:00+00:00"}


def test_two_vaults_have_two_journals(tmp_path):
    for name in ("a/notes", "b/notes"):
        (tmp_path / name).mkdir(parents=True)
    assert journal_name(tmp_path / "a/notes") != journal_name(tmp_path / "b/notes")
    assert journal_name(tmp_path / "a/notes") == journal_name(tmp_path / "b/../a/notes")


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_torn_last_line_is_passed_over_and_cut_by_the_next_writer(make_bench, cut: int):
    bench = make_bench({"a.md": note("red")})
    bench.do(Rename("red", "green"))
    whole = journal_of(bench).read_bytes()
    journal_of(bench).write_bytes(whole[:-cut])
    log = bench.cleanup().log()
    assert (len(log.entries), log.entries[0].state, log.damaged) == (1, "open", ())
    assert bench.cleanup().finish().applied == ("a.md",)
    log = bench.cleanup().log()
    assert (log.entries[0].state, log.damaged) == ("applied", ())


def test_damaged_lines_are_reported_and_the_rest_is_read(make_bench):
    bench = make_bench({"a.md": note("red")})
    bench.do(Rename("red", "green"))
    bench.do(Rename("green", "blue"))
    lines = journal_of(bench).read_bytes().splitlines(keepends=True)
    lines[0] = lines[0].replace(b'"red"', b'"q"')
    lines.insert(4, b"\x00\xff not json\n")
    journal_of(bench).write_bytes(b"".join(lines))
    log = bench.cleanup().log()
    assert [entry.title for entry in log.entries] == ["rename green to blue"]
    assert log.damaged == (1, 2, 3, 5)
    bench.undo()
    assert bench.text("a.md") == note("green")
    assert bench.cleanup().plan_undo().objection == "there is nothing to undo"


def test_a_journal_that_cannot_be_read_stops_writing(make_bench):
    bench = make_bench({"a.md": note("red")})
    bench.do(Rename("red", "green"))
    journal_of(bench).unlink()
    (bench.state / "journal" / f"{journal_name(bench.vault)}.jsonl").mkdir()
    outcome = bench.do(Rename("green", "blue"))
    assert "the journal cannot be written" in outcome.objection
    assert outcome.refused == ()
    assert bench.text("a.md") == note("green")


def test_records_of_unknown_kinds_are_damage(tmp_path):
    journal = Journal(tmp_path / "j.jsonl", Disk())
    entry = Entry("i", "at", Rename("a", "b"), "t", {}, ())
    with journal.writer() as writer:
        writer.append({"kind": "later", "id": "i"}, begin_record(entry), wrote_record("other", "p"))
        writer.append(end_record("i", (), strays=(), refused=()))
    log = journal.read()
    assert (log.damaged, log.entries[0].state) == ((1, 3), "applied")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_journal_that_is_no_file_is_never_waited_for(make_bench, make):
    bench = make_bench({"a.md": note("red")})
    plan = bench.plan(Rename("red", "green"))
    journal = bench.state / "journal" / f"{journal_name(bench.vault)}.jsonl"
    journal.parent.mkdir(parents=True)
    make(journal)
    with pytest.raises(OSError, match="the journal is not a regular file") as caught:
        bench.cleanup().log()
    assert caught.value.strerror == "the journal is not a regular file"
    assert bench.cleanup().apply(plan).objection.endswith("the journal is not a regular file")
    with pytest.raises(OSError, match=r"not a regular file|Is a directory"), Journal(journal, Disk()).writer():
        pass
    assert bench.text("a.md") == note("red")

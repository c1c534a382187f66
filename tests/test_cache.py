"""What is kept from one start to the next is never trusted more than the files, and never in the way."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.cli import main
from reme_tui.config import Config
from reme_tui.core.query.query import Query
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.stored import snapshot
from reme_tui.indexing import indexer, kept_index
from reme_tui.indexing.cache_file import CacheFile
from reme_tui.indexing.reindex import reindex
from reme_tui.search import meaning
from reme_tui.workspace import Progress, VaultError, Workspace
from tests.conftest import MakeVault
from tests.search.vault import Concepts
from tests.test_workspace import BODIES, NAMES, perform, seen

WORDS = ("confirm 确认", "launch 发布", "budget", "words")
FILES = {name: BODIES[number % len(BODIES)] for number, name in enumerate(NAMES)} | {
    "odd.md": '---\nname: "\\ud800 x"\n---\n'
}
_clock = count(1_600_000_000, 10)


@pytest.fixture(autouse=True)
def encoder(monkeypatch: pytest.MonkeyPatch) -> Concepts:
    """A small model in place of the large one; what it encodes can be looked at."""
    small = Concepts(*WORDS)
    monkeypatch.setattr(meaning, "load_encoder", lambda folder: small)
    return small


def settle(vault: Path) -> None:
    """Make every file look as if it had been saved long ago, each at its own time where it was saved just now."""
    for path in vault.rglob("*"):
        found = path.stat()
        if path.is_file() and found.st_mtime > 1_700_000_000:
            stamp = next(_clock)
            os.utime(path, (stamp, stamp))


def start(vault: Path, cache: Path | None, **options: object) -> Workspace:
    workspace = Workspace(Config(vault, cache=cache, **options))
    workspace.load()
    return workspace


def fresh(vault: Path) -> dict[str, object]:
    return seen(start(vault, None))


def written(cache: Path) -> Path:
    """Return the one file the cache holds."""
    (file,) = cache.rglob("*.index")
    return file


@pytest.fixture
def vault(make_vault: MakeVault) -> Path:
    vault = make_vault(FILES)
    settle(vault)
    return vault


@pytest.fixture
def cache(vault: Path, tmp_path: Path) -> Path:
    """A cache with the index of the vault."""
    start(vault, tmp_path / "cache")
    return tmp_path / "cache"


steps = st.one_of(
    st.tuples(st.just("save"), st.sampled_from(NAMES), st.sampled_from(BODIES)),
    st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
)
rounds = st.tuples(st.lists(steps, max_size=3), st.sampled_from(("restart", "leave and restart", "follow")))


@settings(max_examples=40)
@given(st.lists(rounds, min_size=1, max_size=5))
def test_any_history_with_restarts_equals_a_fresh_start(history: list):
    with TemporaryDirectory() as folder:
        vault, cache = Path(folder, "vault"), Path(folder, "cache")
        vault.mkdir()
        workspace = start(vault, cache)
        for changes, then in history:
            for step in changes:
                perform(vault, step)
            settle(vault)
            if then == "leave and restart":
                workspace.refresh()
                workspace.close()
            if then == "follow":
                workspace.refresh()
            else:
                workspace = start(vault, cache)
            assert seen(workspace) == fresh(vault)


def test_a_second_start_reads_no_file_and_encodes_nothing(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoder: Concepts
):
    vault = make_vault({f"n{number}.md": f"# Launch {number}\nconfirm\n" for number in range(3_000)})
    settle(vault)
    start(vault, tmp_path / "cache")
    assert len(encoder.encoded) == 3_000
    (vault / "n7.md").write_text("# Launch\nbudget\n", encoding="utf-8")
    settle(vault)
    encoder.encoded.clear()
    read: list[str] = []
    parse = indexer.parse_files
    monkeypatch.setattr(
        indexer, "parse_files", lambda config, paths, *, known: read.extend(paths) or parse(config, paths, known=known)
    )
    workspace = start(vault, tmp_path / "cache")
    assert read == ["n7.md"]
    (encoded,) = encoder.encoded
    assert encoded.endswith("budget")
    assert workspace.search(Query("budget")).total_notes == 1


def test_a_passage_that_is_as_it_was_keeps_its_vector_over_a_start(
    make_vault: MakeVault, tmp_path: Path, encoder: Concepts
):
    vault = make_vault({"n.md": "# One\n\nconfirm\n\n# Two\n\nlaunch\n"})
    settle(vault)
    start(vault, tmp_path / "cache")
    (vault / "n.md").write_text("# One\n\nconfirm\n\n# Two\n\nbudget\n", encoding="utf-8")
    settle(vault)
    encoder.encoded.clear()
    workspace = start(vault, tmp_path / "cache")
    assert encoder.encoded == ["One\n# Two\n\nbudget"]
    assert seen(workspace) == fresh(vault)


def test_another_model_encodes_all_anew(vault: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    other = Concepts(*WORDS, fingerprint="another")
    monkeypatch.setattr(meaning, "load_encoder", lambda folder: other)
    workspace = start(vault, cache)
    assert len(other.encoded) == workspace.passage_count
    other.encoded.clear()
    start(vault, cache)
    assert not other.encoded


def test_what_was_kept_is_searchable_before_the_disk_is_looked_at(
    vault: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
):
    expected = start(vault, None).search(Query("confirm"), words_only=True).total_notes
    workspace = Workspace(Config(vault, cache=cache))
    monkeypatch.setattr(meaning, "load_encoder", lambda folder: pytest.fail("the model came first"))
    monkeypatch.setattr(indexer.Indexer, "_list", lambda self: pytest.fail("the disk came first"))

    def report(progress: Progress) -> None:
        assert workspace.search(Query("confirm")).total_notes == expected > 0
        raise VaultError("seen enough")

    with pytest.raises(VaultError, match="seen enough"):
        workspace.load(report)


def damaged(whole: bytes) -> Mapping[str, bytes]:
    """Return versions of a file that are wrong in many places, each in one."""
    versions = {"empty": b"", "foreign": b"\x00" * len(whole), "longer": whole + b"\x00"}
    for place in {*range(0, 200, 8), *range(0, len(whole), max(len(whole) // 60, 1))}:
        versions[f"cut at {place}"] = whole[:place]
        versions[f"bit at {place}"] = whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :]
    return versions


def test_damage_anywhere_changes_no_answer(vault: Path, cache: Path):
    file, expected = written(cache), fresh(vault)
    for damage, content in damaged(file.read_bytes()).items():
        file.write_bytes(content)
        assert seen(start(vault, cache)) == expected, damage


def test_sections_of_another_make_are_not_taken(vault: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    config = Config(vault, cache=cache)
    whole = kept_index._file(config).read()
    emptied = ("look.outline", "index.outline", "look.sizes", "look.numbers")
    odd = whole | {"look.numbers": b"1"}, whole | {"look.numbers": b"\xff" * len(whole["look.numbers"])}
    for other in ({"around": b"[1]"}, *odd, *(whole | {name: b"{}"} for name in emptied)):
        kept_index._file(config).write(other)
        assert seen(start(vault, cache)) == fresh(vault)
        kept_index._file(config).write(other)
        assert reindex(config, "tag").notes == len(start(vault, None).snapshot.notes)
    monkeypatch.setattr(kept_index, "__version__", "0.0.0")
    assert kept_index.recall(config) is None


def test_each_set_of_rules_has_its_own(vault: Path, cache: Path):
    rules = ReadingRules(tag_fields=("tags",))
    assert not start(vault, cache, reading=rules).snapshot.tags.rows()
    assert start(vault, cache).snapshot.tags.rows()
    assert len(list(cache.rglob("*.index"))) == 2


def test_what_was_saved_while_it_was_listed_is_read_again(make_vault: MakeVault, tmp_path: Path):
    vault = make_vault({"a.md": "alpha one\n"})
    stamp = (vault / "a.md").stat()
    start(vault, tmp_path / "cache")
    with (vault / "a.md").open("r+", encoding="utf-8") as file:
        file.write("omega one\n")
    os.utime(vault / "a.md", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert start(vault, tmp_path / "cache").search(Query("omega")).total_notes == 1


def test_a_file_of_a_time_far_away_is_read_at_each_start(make_vault: MakeVault, tmp_path: Path):
    vault, cache = make_vault({"a.md": "alpha\n", "b.md": "beta\n"}), tmp_path / "cache"
    settle(vault)
    try:
        os.utime(vault / "a.md", (15_000_000_000, 15_000_000_000))
    except (OSError, OverflowError):
        pytest.skip("no file can have such a time here")
    start(vault, cache)
    (vault / "b.md").write_text("gamma\n", encoding="utf-8")
    settle(vault)
    for _ in range(2):
        assert seen(start(vault, cache)) == fresh(vault)


def test_what_did_not_change_is_kept_as_it_was_written(vault: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    rows: list[str] = []
    note_row = snapshot.note_row
    monkeypatch.setattr(snapshot, "note_row", lambda note: rows.append(note.path) or note_row(note))
    (vault / "a.md").write_text("confirm\n", encoding="utf-8")
    settle(vault)
    start(vault, cache)
    assert rows == ["a.md"]
    assert seen(start(vault, cache)) == fresh(vault)


def test_reading_that_was_cancelled_is_taken_up_at_the_next_start(make_vault: MakeVault, tmp_path: Path):
    vault, cache = make_vault({f"n{number}.md": "old\n" for number in range(450)}), tmp_path / "cache"
    settle(vault)
    start(vault, cache)
    for path in vault.glob("*.md"):
        path.write_text("new confirm\n", encoding="utf-8")
    settle(vault)
    workspace = Workspace(Config(vault, cache=cache))
    workspace.load(lambda progress: workspace.cancel() if progress.stage == "reading" else None)
    assert 0 < workspace.search(Query("confirm"), words_only=True).total_notes < 450
    assert start(vault, cache).search(Query("confirm")).total_notes == 450


def test_a_vault_that_cannot_be_listed_is_not_searched(vault: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(self: object) -> None:
        raise VaultError("cannot read it")

    monkeypatch.setattr(indexer.Indexer, "_list", refuse)
    workspace = Workspace(Config(vault, cache=cache))
    with pytest.raises(VaultError):
        workspace.load()
    assert workspace.state is None


def test_without_a_cache_none_is_read_or_written(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert main(["search", "confirm", "--vault", str(vault), "--no-cache"]) == 0
    assert not (tmp_path / "caches").exists()
    main(["search", "confirm", "--vault", str(vault)])
    file = written(tmp_path / "caches")
    before = file.stat()
    path = vault / "a.md"
    found = path.stat()
    with path.open("r+b") as opened:
        opened.write(path.read_bytes().replace(b"Launch", b"Lunchx"))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    capsys.readouterr()
    main(["search", "lunchx", "--vault", str(vault), "--no-cache"])
    assert "a.md" in capsys.readouterr().out
    assert file.stat() == before


def put_a_file(place: Path) -> None:
    place.write_text("in the way")


def put_a_link(place: Path) -> None:
    (place.parent / "elsewhere").mkdir()
    place.symlink_to(place.parent / "elsewhere")


def put_nothing(place: Path) -> None:
    place.mkdir(mode=0o500)


@pytest.mark.parametrize("put", [put_a_file, put_a_link, put_nothing])
@pytest.mark.parametrize("depth", ["cache", "vault"])
def test_a_folder_that_cannot_be_used_is_done_without(vault: Path, cache: Path, put, depth: str):
    folder = written(cache).parent if depth == "vault" else cache
    kept_as = folder.with_name("aside")
    folder.rename(kept_as)
    put(folder)
    assert seen(start(vault, cache)) == fresh(vault)
    if put is put_a_link and depth == "vault":
        assert not list((folder.parent / "elsewhere").iterdir())


@pytest.mark.parametrize("kind", ["fifo", "folder", "link", "dangling link"])
def test_what_is_no_file_is_neither_read_nor_followed(vault: Path, cache: Path, tmp_path: Path, kind: str):
    file, target = written(cache), tmp_path / "target"
    content = file.read_bytes()
    file.unlink()
    if kind == "fifo":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        if kind == "link":
            target.write_bytes(content)
        file.symlink_to(target)
    assert seen(start(vault, cache)) == fresh(vault)
    assert target.exists() == (kind == "link")
    assert not target.exists() or target.read_bytes() == content


def test_a_full_disk_leaves_what_was_there(vault: Path, cache: Path):
    before = written(cache).read_bytes()
    (vault / "a.md").write_text("confirm anew\n", encoding="utf-8")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, hard))
    try:
        workspace = start(vault, cache)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert seen(workspace) == fresh(vault)
    assert written(cache).read_bytes() == before
    assert len(list(written(cache).parent.iterdir())) == 1


def test_what_killed_writers_left_and_old_files_go(tmp_path: Path):
    for number in range(6):
        assert CacheFile(tmp_path, folder="v", name=f"n{number}", fingerprint="f").write({"a": b"x"})
        stamp = 1_000 + number
        os.utime(tmp_path / "v" / f"n{number}.index", (stamp, stamp))
    (tmp_path / "v" / "n1.ab.unfinished").touch()
    os.utime(tmp_path / "v" / "n1.ab.unfinished", (1, 1))
    (tmp_path / "v" / "n1.cd.unfinished").touch()
    CacheFile(tmp_path, folder="v", name="n5", fingerprint="f").write({"a": b"y"})
    left = {"n2.index", "n3.index", "n4.index", "n5.index", "n1.cd.unfinished"}
    assert {path.name for path in (tmp_path / "v").iterdir()} == left
    assert CacheFile(tmp_path, folder="v", name="n5", fingerprint="f").read() == {"a": b"y"}
    assert CacheFile(tmp_path, folder="v", name="n5", fingerprint="other").read() is None


def test_reindex_reads_every_file_whatever_it_looks_like(vault: Path, cache: Path, encoder: Concepts):
    path, found = vault / "a.md", (vault / "a.md").stat()
    with path.open("r+b") as opened:
        opened.write(path.read_bytes().replace(b"Alice", b"Alicf"))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    encoder.encoded.clear()
    differences = reindex(Config(vault, cache=cache), "tag").differences
    assert (differences.changed, differences.new_tags, differences.gone_tags) == (("a.md",), ("alicf",), ("alice",))
    assert not encoder.encoded
    assert seen(start(vault, cache)) == fresh(vault)
    assert reindex(Config(vault, cache=cache), "embedding").encoded == start(vault, cache).passage_count
    found = reindex(Config(vault, cache=cache), "all").differences
    assert not any((found.new, found.changed, found.gone, found.mended, found.new_tags, found.gone_tags))
    assert reindex(Config(vault, cache=None), "all").differences is None


def test_reindex_says_what_differs(vault: Path, capsys: pytest.CaptureFixture[str]):
    def said(*argv: str) -> str:
        assert main(["reindex", *argv, "--vault", str(vault)]) == 0
        return capsys.readouterr().out

    assert "no index" in said()
    assert "nothing differs" in said("--scope", "bm25")
    (vault / "new.md").write_text("---\nmemory_tags: [fresh]\n---\n", encoding="utf-8")
    out = said()
    assert "1 new: new.md" in out
    assert "1 new tags: fresh" in out
    os.utime(vault / "new.md", (1, 1))
    assert "nothing differs" in said()


KILLED = """
import os, signal, sys
from pathlib import Path
import tests.test_cache as tests
from reme_tui.search import meaning
from reme_tui.indexing import cache_file as module

vault, cache = Path(sys.argv[1]), Path(sys.argv[2])
meaning.load_encoder = lambda folder: tests.Concepts(*tests.WORDS)
file = tests.written(cache)
old, expected = file.read_bytes(), tests.fresh(vault)

def die_at(moment):
    steps = 0
    def trace(frame, event, argument):
        nonlocal steps
        if frame.f_code.co_filename != module.__file__:
            return None
        steps += steps > 0 or frame.f_code.co_name == "write"
        if steps == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace
    sys.settrace(trace)

killed = finished = 0
for moment in range(1, 1_000_000, 23):
    file.write_bytes(old)
    child = os.fork()
    if not child:
        die_at(moment)
        tests.start(vault, cache)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0, status
    assert tests.seen(tests.start(vault, cache)) == expected, moment
    if status == 0:
        break
    killed += 1
assert killed > 20, killed
assert tests.seen(tests.start(vault, cache)) == expected

writers = []
for text in ("one", "two"):
    writers.append(os.fork())
    if not writers[-1]:
        workspace = tests.start(vault, cache)
        for _ in range(30):
            workspace._indexer._keeper.new = 1
            workspace._indexer.keep()
        os._exit(0)
config = tests.Config(vault, cache=cache)
for _ in range(60):
    assert tests.kept_index.recall(config) is not None
assert [os.waitpid(writer, 0)[1] for writer in writers] == [0, 0]
assert tests.seen(tests.start(vault, cache)) == expected
"""


def test_a_writer_that_is_killed_and_two_at_once_do_no_harm(vault: Path, cache: Path):
    (vault / "a.md").write_text("confirm anew [[b]]\n", encoding="utf-8")
    (vault / "b.md").unlink()
    settle(vault)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(vault), str(cache)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent.parent,
    )
    assert done.returncode == 0, done.stderr


def test_a_note_that_goes_after_a_stopped_start_is_gone(vault: Path, cache: Path):
    start(vault, cache).close()
    paths = sorted(vault.rglob("*.md"))
    for path in paths:
        path.write_bytes(path.read_bytes() + b"more\n")
    stopped = Workspace(Config(vault, cache=cache))
    stopped.load(lambda progress: progress.stage == "listing" or stopped.cancel())
    stopped.close()
    for path in paths[::2]:
        path.unlink()
    assert seen(start(vault, cache)) == fresh(vault)


def test_a_note_of_the_far_future_is_gone_when_its_file_is(vault: Path, cache: Path):
    path = vault / "late.md"
    path.write_text("late 确认")
    os.utime(path, ns=(1 << 62, 1 << 63))
    start(vault, cache).close()
    path.unlink()
    assert seen(start(vault, cache)) == fresh(vault)


def test_notes_that_are_away_while_they_are_encoded_are_found_by_meaning_when_they_are_back(vault: Path):
    away, cache = vault.with_name("away"), vault.with_name("fresh")
    workspace = Workspace(Config(vault, cache=cache))

    def vanish(progress: Progress):
        if progress.stage == "reading" and progress.done == progress.total and vault.exists():
            vault.rename(away)

    workspace.load(vanish)
    workspace.close()
    away.rename(vault)
    assert seen(start(vault, cache)) == fresh(vault)
    workspace.refresh()
    assert seen(workspace) == fresh(vault)


def test_notes_that_are_away_for_a_moment_while_they_are_encoded_are_read_again(
    vault: Path, monkeypatch: pytest.MonkeyPatch
):
    away, cache, encode = vault.with_name("away"), vault.with_name("fresh"), indexer.encode_some

    def encode_without_files(*given: object, **options: object):
        vault.rename(away)
        try:
            return encode(*given, **options)
        finally:
            away.rename(vault)
            monkeypatch.setattr(indexer, "encode_some", encode)

    monkeypatch.setattr(indexer, "encode_some", encode_without_files)
    workspace = start(vault, cache)
    assert seen(workspace) == fresh(vault)
    workspace.close()
    assert seen(start(vault, cache)) == fresh(vault)

"""Files read whole, as they are, and never from outside of the vault."""

from __future__ import annotations

import os
import socket
from hashlib import blake2b
from itertools import chain, permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reme_tui.vault import files
from reme_tui.vault.files import MOST_BYTES, FileText, Reader, Unreadable, read_file


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault" / "a").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.md").write_text("secret")
    return tmp_path / "vault"


def kind(found: FileText | Unreadable) -> str:
    assert isinstance(found, Unreadable)
    assert found.reason
    return found.problem.kind


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_and_told_apart(vault: Path, data: bytes):
    (vault / "a" / "n.md").write_bytes(data)
    found = read_file(vault, "a/n.md")
    assert isinstance(found, FileText)
    assert found.digest == blake2b(data, digest_size=16).hexdigest()
    assert found.text == data.decode("utf-8", "replace")
    assert [problem.kind for problem in found.problems] == ([] if found.text.encode() == data else ["not_utf8"])


TEXTS = {
    "empty": "",
    "BOM and CRLF": "\ufeff---\r\ntags: [a]\r\n---\r\n",
    "control characters": "a\rb\n\x00\x1b[31m",
    "wide": "夏天 🤔",
    "a whole buffer": "x" * 65_536,
    "several buffers": "é" * 100_000,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_text_comes_as_it_is(vault: Path, text: str):
    (vault / "n.md").write_bytes(text.encode())
    os.utime(vault / "n.md", (5, 1234.5))
    assert read_file(vault, "n.md") == FileText(text, blake2b(text.encode(), digest_size=16).hexdigest(), 1234.5)


@pytest.mark.parametrize(
    ("data", "line", "word"),
    [
        (b"a\nb\n" + "季节".encode("gb18030"), 3, "not UTF-8"),
        ("café".encode("latin-1"), 1, "not UTF-8"),
        ("x\n".encode("utf-16"), 1, "UTF-16"),
        (b"ok\n\xed\xa0\x80", 2, "not UTF-8"),  # half of a surrogate pair
    ],
)
def test_other_encodings_are_a_problem_with_its_line(vault: Path, data: bytes, line: int, word: str):
    (vault / "n.md").write_bytes(data)
    found = read_file(vault, "n.md")
    assert isinstance(found, FileText)
    assert "\ufffd" in found.text
    (problem,) = found.problems
    assert (problem.path, problem.line, problem.kind) == ("n.md", line, "not_utf8")
    assert word in problem.message


def test_the_largest_file_that_is_read(vault: Path):
    with (vault / "n.md").open("wb") as file:
        file.truncate(MOST_BYTES)
        assert isinstance(read_file(vault, "n.md"), FileText)
        file.truncate(MOST_BYTES + 1)
    assert kind(read_file(vault, "n.md")) == "too_large"


def test_links_inside_of_the_vault_are_read(vault: Path):
    (vault / "a" / "n.md").write_text("here")
    (vault / "link.md").symlink_to("a/n.md")
    (vault / "twice.md").symlink_to("link.md")
    (vault / "folder").symlink_to("a")
    for path in ("link.md", "twice.md", "folder/n.md"):
        assert read_file(vault, path).text == "here"


def test_a_vault_behind_a_link_is_read(vault: Path):
    (vault / "n.md").write_text("here")
    (vault / "l.md").symlink_to(vault / "n.md")
    (vault.parent / "way").symlink_to(vault)
    assert read_file(vault.parent / "way", "n.md").text == "here"
    assert read_file(vault.parent / "way", "l.md").text == "here"


@pytest.mark.parametrize(
    "path",
    ["../secret.md", "a/../../secret.md", "/etc/passwd", "", ".", "a//n.md", "out.md", "folder/x.md", "up/secret.md"],
)
def test_nothing_outside_of_the_vault_is_read(vault: Path, path: str):
    (vault / "out.md").symlink_to(vault.parent / "secret.md")
    (vault / "folder").symlink_to(vault.parent / "outside")
    (vault / "up").symlink_to("..")
    assert kind(read_file(vault, path)) == "outside"


def test_a_folder_beside_the_vault_with_a_longer_name_is_outside(vault: Path):
    (vault.parent / "vault2").mkdir()
    (vault.parent / "vault2" / "x.md").write_text("secret")
    (vault / "x.md").symlink_to(vault.parent / "vault2" / "x.md")
    assert kind(read_file(vault, "x.md")) == "outside"


@pytest.mark.parametrize("swapped", ["folder", "file"])
def test_what_is_swapped_for_a_link_after_it_was_resolved_is_not_read(
    vault: Path, monkeypatch: pytest.MonkeyPatch, swapped: str
):
    (vault / "a" / "x.md").write_text("fine")
    (vault / "l.md").symlink_to("a/x.md")
    resolve = os.path.realpath

    def then_swap(path: str, **options: bool) -> str:
        real = resolve(path, **options)
        if str(path).endswith("l.md"):
            (vault / "a" / "x.md").unlink()
            if swapped == "file":
                (vault / "a" / "x.md").symlink_to(vault.parent / "secret.md")
            else:
                (vault / "a").rmdir()
                (vault / "a").symlink_to(vault.parent / "outside")
        return real

    monkeypatch.setattr(files.os.path, "realpath", then_swap)
    assert isinstance(read_file(vault, "l.md"), Unreadable)


def test_what_is_no_file_is_never_opened(vault: Path, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(vault / "pipe.md")
    (vault / "folder.md").mkdir()
    (vault / "link.md").symlink_to("pipe.md")
    monkeypatch.chdir(vault)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        opened = []
        plain_open = os.open

        def note_and_open(name: str, *rest: int, **more: int) -> int:
            opened.append(name)
            return plain_open(name, *rest, **more)

        monkeypatch.setattr(files.os, "open", note_and_open)
        for path in ("pipe.md", "folder.md", "link.md", "socket.md"):
            assert kind(read_file(vault, path)) == "not_a_file"
    assert not {"pipe.md", "folder.md", "socket.md"} & set(opened)


def test_a_pipe_that_takes_the_place_of_a_file_does_not_hang(vault: Path, monkeypatch: pytest.MonkeyPatch):
    (vault / "n.md").write_text("x")
    look = os.lstat

    def then_swap(path: str, **options: int) -> os.stat_result:
        found = look(path, **options)
        (vault / "n.md").unlink()
        os.mkfifo(vault / "n.md")
        return found

    monkeypatch.setattr(files.os, "lstat", then_swap)
    assert kind(read_file(vault, "n.md")) == "not_a_file"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("none.md", "gone"),
        ("a/none/x.md", "gone"),
        ("file.md/x.md", "gone"),
        ("a\x00.md", "gone"),
        ("\ud800.md", "gone"),
        ("dead.md", "gone"),
        ("loop.md", "broken_link"),
        ("x" * 300 + ".md", "unreadable"),
        ("/".join("d" * 200 for _ in range(30)), "gone"),
    ],
)
def test_what_is_not_there(vault: Path, path: str, reason: str):
    (vault / "file.md").write_text("x")
    (vault / "dead.md").symlink_to("nowhere")
    (vault / "loop.md").symlink_to("loop.md")
    assert kind(read_file(vault, path)) == reason
    assert isinstance(read_file(vault / "missing", path), Unreadable)


def test_no_descriptor_is_left_open(vault: Path):
    (vault / "a" / "n.md").write_text("x")
    (vault / "l.md").symlink_to("a/n.md")
    (vault / "o.md").symlink_to("../secret.md")
    os.mkfifo(vault / "p.md")
    read_file(vault, "a/n.md")
    before = len(os.listdir("/dev/fd"))
    paths = ("a/n.md", "l.md", "o.md", "p.md", "none.md", "a/none.md", "none/n.md", "")
    for path in paths:
        read_file(vault, path)
    with Reader(vault) as reader:
        for path in (*paths, *reversed(paths)):
            reader.read(path)
    assert len(os.listdir("/dev/fd")) == before


def test_files_read_one_after_the_other_are_what_each_is_alone(vault: Path):
    (vault / "b" / "c").mkdir(parents=True)
    (vault / "b" / "a").symlink_to("../a")
    (vault / "b" / "l.md").symlink_to("../a/1.md")
    (vault / "up").symlink_to("..")
    paths = [f"{folder}{name}.md" for folder in ("", "a/", "b/", "b/c/") for name in range(3)]
    for path in paths:
        (vault / path).write_text(path)
    paths += ["a/none.md", "none/1.md", "b/l.md", "b/a/2.md", "a/../a/1.md", "up/secret.md", "a", "a/1.md/x.md", ""]
    alone = {path: read_file(vault, path) for path in paths}
    with Reader(vault) as reader:
        for path in chain.from_iterable(permutations(paths, 2)):
            assert reader.read(path) == alone[path]


def test_a_folder_is_opened_once_for_the_files_in_it(vault: Path, monkeypatch: pytest.MonkeyPatch):
    for number in range(9):
        (vault / "a" / f"{number}.md").write_text("x")
    opened: list[str] = []
    plain_open = os.open

    def note_and_open(name: str, *rest: int, **more: int) -> int:
        opened.append(name)
        return plain_open(name, *rest, **more)

    monkeypatch.setattr(files.os, "open", note_and_open)
    with Reader(vault) as reader:
        for number in range(9):
            reader.read(f"a/{number}.md")
    assert opened == [str(vault), "a", *(f"{number}.md" for number in range(9))]


def test_a_folder_swapped_for_a_link_between_two_of_its_files_is_not_followed(vault: Path):
    (vault / "a" / "n.md").write_text("fine")
    with Reader(vault) as reader:
        assert reader.read("a/n.md").text == "fine"
        (vault / "a").rename(vault / "b")
        (vault / "a").symlink_to(vault.parent / "outside")
        assert kind(reader.read("a/x.md")) == "gone"
        assert reader.read("b/n.md").text == "fine"
        assert kind(reader.read("a/x.md")) == "outside"

"""Notes read from disk: whole, once, and nothing but regular files inside of the vault."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Self

from reme_tui.core.note import Problem, Severity
from reme_tui.vault.trouble import failed, no_file, too_large, trouble

MOST_BYTES = 20 * 1024 * 1024
"""A larger file is not read, as ReMe does not."""

# Larger buffers are slower, as they are mapped and unmapped at each call.
_BUFFER_BYTES = 64 * 1024
_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
# Without O_NONBLOCK, opening a named pipe that took the place of a file would wait for a writer for ever.
_FILE_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NO_NAMES = frozenset(("", ".", ".."))
_IS_LINK = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)


@dataclass(frozen=True, slots=True)
class FileText:
    """A file as it was read.

    `text` is decoded as UTF-8, line ends and a BOM (U+FEFF) kept; bytes that are no UTF-8 became U+FFFD and are a
    problem. `digest` is that of all bytes; `modified` is the file's own time in seconds.
    """

    text: str
    digest: str
    modified: float
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file could not be read, in plain words."""

    problem: Problem

    @property
    def reason(self) -> str:
        """The words alone."""
        return self.problem.message


def read_file(root: Path, path: str, *, most_bytes: int = MOST_BYTES) -> FileText | Unreadable:
    """Read the file at `path`, relative to `root`, unless it is larger than `most_bytes`; see `Reader`."""
    with Reader(root) as reader:
        return reader.read(path, most_bytes=most_bytes)


class Reader:
    """Reads files of a vault one after the other; a context manager.

    Every folder on the way is opened by itself and without following links; only when one of them, or the file, is a
    link, the path is resolved once and opened in the same way. So whatever is swapped for a link meanwhile, nothing
    outside of the vault is read. What is swapped for a pipe or device is found out before a byte of it is read.
    The folder of a file stays open until one from another folder is asked for: mostly the next is in it too.
    """

    def __init__(self, root: Path) -> None:
        self._root = os.fspath(root)
        self._parts: list[str] | None = None
        self._folder = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._leave_folder()

    def read(self, path: str, *, most_bytes: int = MOST_BYTES) -> FileText | Unreadable:
        """Read the file at `path`, relative to the root, unless it is larger than `most_bytes`."""
        try:
            opened = self._open(path)
            if isinstance(opened, Problem):
                return Unreadable(opened)
            try:
                return _read(path, opened, most_bytes)
            finally:
                os.close(opened)
        except OSError as error:
            return Unreadable(failed(path, error))
        except ValueError:  # a NUL, or a lone surrogate that stands for no byte
            return Unreadable(trouble(path, "gone", "no file can have this name"))

    def _open(self, path: str) -> int | Problem:
        *parts, name = path.split("/")
        if name in _NO_NAMES or not _NO_NAMES.isdisjoint(parts):
            return trouble(path, "outside", "the path leaves the vault")
        try:
            if self._parts != parts:
                self._leave_folder()
                self._folder, self._parts = _open_folder(self._root, parts), parts
            return _open_file(self._folder, name, path=path)
        except OSError as error:
            if error.errno not in _IS_LINK:
                raise
        return _open_behind_links(self._root, path)

    def _leave_folder(self) -> None:
        if self._parts is not None:
            os.close(self._folder)
            self._parts = None


def digest_of(data: bytes) -> str:
    """Return the digest of a file's bytes: blake2b, 16 of its bytes in hex."""
    return blake2b(data, digest_size=16).hexdigest()


def _open_behind_links(root: str, path: str) -> int | Problem:
    real_root, real = os.path.realpath(root, strict=True), os.path.realpath(os.path.join(root, path), strict=True)
    inside = real_root.rstrip("/") + "/"
    if not real.startswith(inside):
        return trouble(path, "outside", "a link that leaves the vault")
    *parts, name = real[len(inside) :].split("/")
    folder = _open_folder(real_root, parts)
    try:
        return _open_file(folder, name, path=path)
    finally:
        os.close(folder)


def _open_folder(root: str, parts: Sequence[str]) -> int:
    """Open a folder without following any link below `root`.

    Raises OSError with one of `_IS_LINK` when a link is on the way.
    """
    folder = os.open(root, _FOLDER_FLAGS)
    for part in parts:
        try:
            below = os.open(part, _FOLDER_FLAGS | os.O_NOFOLLOW, dir_fd=folder)
        finally:
            os.close(folder)
        folder = below
    return folder


def _open_file(folder: int, name: str, *, path: str) -> int | Problem:
    """Open a regular file. Raises OSError with one of `_IS_LINK` when it is a link."""
    mode = os.lstat(name, dir_fd=folder).st_mode
    if stat.S_ISREG(mode) or stat.S_ISLNK(mode):
        return os.open(name, _FILE_FLAGS, dir_fd=folder)
    return no_file(path, mode)


def _read(path: str, descriptor: int, most_bytes: int) -> FileText | Unreadable:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return Unreadable(no_file(path, found.st_mode))
    pieces, size = [], 0
    while piece := os.read(descriptor, min(max(found.st_size - size, 0) + 1, _BUFFER_BYTES)):
        pieces.append(piece)
        size += len(piece)
        if size > most_bytes:
            return Unreadable(too_large(path, most_bytes))
    return _decoded(path, b"".join(pieces), found.st_mtime)


def _decoded(path: str, data: bytes, modified: float) -> FileText:
    digest = digest_of(data)
    try:
        return FileText(data.decode("utf-8"), digest, modified)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        reason = "the file is UTF-16, not UTF-8" if is_utf16 else "not UTF-8: some characters cannot be read"
        problem = Problem(path, line, "not_utf8", Severity.ERROR, reason)
        return FileText(data.decode("utf-8", "replace"), digest, modified, (problem,))

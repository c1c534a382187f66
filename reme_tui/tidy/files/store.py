"""Notes as files that may be rewritten: reached without following links, replaced at once or left alone."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from reme_tui.tidy.edits.note_edit import Refusal
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.files.replacement import CHANGED, Held, RefusedError, Replacement, Rewrite, close_quietly, reason_of
from reme_tui.vault.files import MOST_BYTES, digest_of

TEMP_NAME = re.compile(r"\.reme-tui-[0-9a-z]+-\d+\.tmp")

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_NOTE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
# Larger buffers are slower, as they are mapped and unmapped at each call.
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class NoteText:
    """A note as it is on the disk now: decoded text (a byte order mark is U+FEFF) and the digest of its bytes."""

    path: str
    text: str
    digest: str


class FileStore:
    """The notes of one vault, by vault-relative POSIX path."""

    def __init__(self, vault: Path, disk: Disk) -> None:
        self.root = Path(os.path.realpath(vault))
        self._disk = disk

    def locate(self, path: str) -> str | Refusal:
        """Where the note really lies; a link within the vault leads to its target, one out of it is refused."""
        try:
            real = os.path.realpath(self.root / path, strict=True)
        except (FileNotFoundError, NotADirectoryError):
            return Refusal(path, "no such note")
        except (OSError, ValueError) as error:
            return Refusal(path, reason_of(error))
        below = os.path.relpath(real, self.root)
        if below == ".." or below.startswith("../"):
            linked = Path(os.path.abspath(self.root / path)).is_relative_to(self.root)
            return Refusal(path, "it is a link that leaves the vault" if linked else "it is not in the vault")
        return PurePosixPath(below).as_posix()

    def read(self, path: str) -> NoteText | Refusal:
        """The note's text, or why it must not be edited."""
        try:
            with self._folder(path) as folder:
                held = self._hold(folder, PurePosixPath(path).name)
                if not self._disk.may_write(".", folder=folder):
                    return Refusal(path, "its folder is read-only")
                return NoteText(path, _decode(held.data), digest_of(held.data))
        except (OSError, ValueError, RefusedError) as error:
            return Refusal(path, reason_of(error))

    def rewrite(self, path: str, make: Callable[[str], str | Refusal], *, digest: str, temp: str) -> Rewrite:
        """Replace the note by what `make` gives for its text, when its bytes still have `digest`.

        `temp` is the name of the temporary file, which no other may have. A note that fails a check, or whose
        disk does, is left as it is.
        """
        try:
            with self._folder(path) as folder:
                name = PurePosixPath(path).name
                held = self._hold(folder, name)
                if digest_of(held.data) != digest:
                    return Rewrite(written=False, reason=CHANGED)
                new = make(_decode(held.data))
                if isinstance(new, Refusal):
                    return Rewrite(written=False, reason=new.reason)
                data = new.encode("utf-8")
                if data == held.data:
                    return Rewrite(written=False)
                return Replacement(self._disk, folder, name, temp=temp, check=self._hold).run(held, data)
        except (OSError, ValueError, RefusedError) as error:
            return Rewrite(written=False, reason=reason_of(error))

    def remove_temp(self, path: str) -> bool:
        """Remove a temporary file of ours by its path; whether it is gone now."""
        name = PurePosixPath(path).name
        if not TEMP_NAME.fullmatch(name):
            return True
        try:
            with self._folder(path) as folder:
                self._disk.unlink(name, folder=folder)
        except OSError as error:
            return error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
        except RefusedError:
            return True
        return True

    @contextmanager
    def _folder(self, path: str) -> Iterator[int]:
        """The note's folder, open, reached from the vault's real path through real folders only."""
        parts = PurePosixPath(path).parts
        if not parts or ".." in parts or parts[0] == "/":
            raise RefusedError("it is not in the vault")
        folder = self._disk.open(str(self.root), _FOLDER)
        try:
            for part in parts[:-1]:
                inner = self._disk.open(part, _FOLDER, folder=folder)
                close_quietly(self._disk, folder)
                folder = inner
            yield folder
        finally:
            close_quietly(self._disk, folder)

    def _hold(self, folder: int, name: str) -> Held:
        file = self._disk.open(name, _NOTE, folder=folder)
        try:
            status = self._disk.stat(file)
            _check(status)
            if not self._disk.may_write(name, folder=folder):
                raise RefusedError("no permission to write it")
            return Held(_read(self._disk, file), status, self._disk.attributes(file))
        finally:
            close_quietly(self._disk, file)


def _check(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise RefusedError("a folder stands in its place")
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError("it is not a regular file")
    if not stat.S_IMODE(status.st_mode) & 0o222:
        raise RefusedError("it is read-only")
    if status.st_nlink > 1:
        raise RefusedError(f"it is a hard link: {status.st_nlink} names for one file")
    if status.st_size > MOST_BYTES:
        raise RefusedError(f"it is larger than {MOST_BYTES >> 20} MiB")


def _read(disk: Disk, file: int) -> bytes:
    parts = []
    while part := disk.read(file, _CHUNK):
        parts.append(part)
    return b"".join(parts)


def _decode(data: bytes) -> str:
    return data.decode("utf-8")

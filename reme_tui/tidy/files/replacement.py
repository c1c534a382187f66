"""One note replaced by its new text: a temporary file beside it, made like it, on the disk, then renamed over it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from reme_tui.core.text.words import said_by
from reme_tui.tidy.files.disk import Disk

CHANGED = "it has changed since the preview"

_TEMP = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_CHUNK = 1 << 20
_WORDS = {
    errno.ENOENT: "it is gone",
    errno.ELOOP: "it is a link now",
    errno.ENOTDIR: "its folder is gone, or a link now",
    errno.EACCES: "no permission",
    errno.EPERM: "no permission",
    errno.ENOSPC: "no space left on the disk",
    errno.EDQUOT: "no space left on the disk",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk reports an error",
}


class RefusedError(Exception):
    """A check failed; the text says which."""


@dataclass(frozen=True, slots=True)
class Held:
    """A note's bytes, and what its file is like."""

    data: bytes
    status: os.stat_result
    attributes: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What became of one file.

    `reason` says what is wrong, None when nothing is; `written` whether the new text stands there all the same;
    `stray` whether the temporary file could not be removed.
    """

    written: bool
    reason: str | None = None
    stray: bool = False


@dataclass(frozen=True, slots=True)
class Replacement:
    """One replacement within an open folder."""

    disk: Disk
    folder: int
    name: str
    temp: str
    check: Callable[[int, str], Held]

    def run(self, held: Held, data: bytes) -> Rewrite:
        """Put `data` in the place of what is held, or leave everything as it is and say why."""
        try:
            file = self.disk.open(self.temp, _TEMP, folder=self.folder)
            self.fill(file, held, data)
            if self.check(self.folder, self.name).data != held.data:
                raise RefusedError(CHANGED)  # noqa: TRY301  # the temporary file goes, as after any other failure
            self.disk.replace(self.temp, self.name, folder=self.folder)
        except FileExistsError:
            return Rewrite(written=False, reason="a file with the name of our temporary file stands beside it")
        except (OSError, RefusedError) as error:
            return self.give_up(reason_of(error), data)
        except BaseException:
            self.remove()
            raise
        return self.confirm(data)

    def fill(self, file: int, held: Held, data: bytes) -> None:
        """Write the text and make the file like the one it replaces, on the disk itself."""
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self.disk.write(file, bytes(rest[:_CHUNK])) :]
            self.dress(file, held)
            self.disk.sync(file)
        except BaseException:
            close_quietly(self.disk, file)
            raise
        self.disk.close(file)

    def dress(self, file: int, held: Held) -> None:
        """Give a new file the owner, extended attributes and mode of the one held."""
        status, mode = self.disk.stat(file), stat.S_IMODE(held.status.st_mode)
        wanted = (held.status.st_uid, held.status.st_gid)
        if (status.st_uid, status.st_gid) != wanted:
            try:
                self.disk.own(file, *wanted)
            except PermissionError as error:
                raise RefusedError("its owner or group cannot be kept") from error
        present = self.disk.attributes(file)
        try:
            for name in {**present, **held.attributes}:
                if present.get(name) != held.attributes.get(name):
                    self.disk.set_attribute(file, name, value=held.attributes.get(name))
        except OSError as error:
            raise RefusedError("its extended attributes cannot be kept") from error
        self.disk.mode(file, mode)
        if stat.S_IMODE(self.disk.stat(file).st_mode) != mode:
            raise RefusedError("its mode cannot be kept")

    def give_up(self, reason: str, data: bytes) -> Rewrite:
        """Take the temporary file away. When it is away already, the replacement was made in spite of its error."""
        try:
            self.disk.unlink(self.temp, folder=self.folder)
        except FileNotFoundError:
            with suppress(OSError, RefusedError):
                if self.check(self.folder, self.name).data == data:
                    return self.confirm(data)
        except OSError:
            return Rewrite(written=False, reason=reason, stray=True)
        return Rewrite(written=False, reason=reason)

    def remove(self) -> None:
        """Take the temporary file away when the whole run is being stopped."""
        with suppress(OSError):
            self.disk.unlink(self.temp, folder=self.folder)

    def confirm(self, data: bytes) -> Rewrite:
        """Read back what was written. The new text stands there from now on, whatever else fails."""
        try:
            self.disk.sync(self.folder)
            back = self.check(self.folder, self.name).data
        except (OSError, RefusedError) as error:
            return Rewrite(written=True, reason=f"written, but could not be confirmed: {reason_of(error)}")
        reason = None if back == data else "written, but it changed again at once"
        return Rewrite(written=True, reason=reason)


def reason_of(error: Exception) -> str:
    """Plain words for why a file was left alone."""
    if isinstance(error, OSError):
        return _WORDS.get(error.errno or 0) or said_by(error) or "it cannot be read"
    if isinstance(error, UnicodeError):
        return "it is not UTF-8"
    return str(error)


def close_quietly(disk: Disk, file: int) -> None:
    """Close a file that was only read, or is given up: there is nothing to lose any more."""
    with suppress(OSError):
        disk.close(file)

"""Files in the user's cache folder, each of named sections of bytes: whole and as written, or as if not there.

What is read was checksummed when it was written. A file is only ever replaced as a whole, so of two writers the last
one wins, and a killed one leaves the file before it. Nothing here raises for what the disk does or holds.
"""

from __future__ import annotations

import json
import os
import secrets
import stat
import struct
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

Sections = Mapping[str, bytes | memoryview]

_MAGIC = b"reme-tui cache\x01\n"
"""The byte before the last is the format of the file itself."""
_HEAD = struct.Struct("<16sQII")
"""Magic, size of the file, length and checksum of the table of contents that follows."""
_ALIGNMENT = 64
_SUFFIX, _UNFINISHED = ".index", ".unfinished"
_MOST_FILES = 4
"""In one folder; the ones written longest ago go."""
_LEFT_BEHIND_S = 600.0
"""Age from which an unfinished file is taken for that of a writer that was killed."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class CacheFile:
    """One file `name` in the folder `folder` of the cache folder `root`, both plain names.

    `fingerprint` says what the sections depend on beside the files of the vault: what was written under another one
    is not read.
    """

    root: Path
    folder: str
    name: str
    fingerprint: str

    def read(self) -> dict[str, bytes] | None:
        """Return the sections; None when the file is not there, damaged, of another kind or not to be read."""
        try:
            folder = os.open(self.root / self.folder, _FOLDER)
            try:
                opened = os.open(self.name + _SUFFIX, _READ, dir_fd=folder)
            finally:
                os.close(folder)
            try:
                return self._sections(opened)
            finally:
                os.close(opened)
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def write(self, sections: Sections) -> bool:
        """Replace the file; return whether that went well. Else the one before is as it was."""
        try:
            os.makedirs(self.root, mode=0o700, exist_ok=True)
            with suppress(FileExistsError):
                os.mkdir(self.root / self.folder, 0o700)
            folder = os.open(self.root / self.folder, _FOLDER)
        except (OSError, ValueError):
            return False
        try:
            self._replace(sections, folder)
            _tidy(folder)
        except OSError:
            return False
        finally:
            os.close(folder)
        return True

    def _sections(self, opened: int) -> dict[str, bytes]:
        """Read an open file. Raises OSError, ValueError, LookupError or TypeError when it is not what was written."""
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            raise ValueError("not a file")
        magic, size, length, checksum = _HEAD.unpack(_read_at(opened, 0, _HEAD.size))
        if magic != _MAGIC or size != found.st_size:
            raise ValueError("not a cache file, or not all of it")
        listed = _read_at(opened, _HEAD.size, length)
        if crc32(listed) != checksum:
            raise ValueError("damaged")
        contents = json.loads(listed)
        if contents["fingerprint"] != self.fingerprint:
            raise ValueError("of another version")
        sections = {}
        for name, start, length, checksum in contents["sections"]:
            sections[name] = _read_at(opened, start, length)
            if crc32(sections[name]) != checksum:
                raise ValueError("damaged")
        return sections

    def _replace(self, sections: Sections, folder: int) -> None:
        unfinished = f"{self.name}.{secrets.token_hex(8)}{_UNFINISHED}"
        opened = os.open(unfinished, _WRITE, 0o600, dir_fd=folder)
        try:
            with open(opened, "wb") as file:
                file.writelines(_laid_out(sections, self.fingerprint))
            os.replace(unfinished, self.name + _SUFFIX, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(OSError):
                os.unlink(unfinished, dir_fd=folder)
            raise


def _read_at(opened: int, start: int, length: int) -> bytes:
    """Read so many bytes. Raises ValueError where there are fewer."""
    first = os.pread(opened, length, start)
    pieces = [first]
    missing = length - len(first)
    while missing:  # the system reads 2 GiB at once at most
        piece = os.pread(opened, missing, start + length - missing)
        if not piece:
            raise ValueError("truncated")
        pieces.append(piece)
        missing -= len(piece)
    return first if len(pieces) == 1 else b"".join(pieces)


def _laid_out(sections: Sections, fingerprint: str) -> list[bytes | memoryview]:
    """Return the pieces of the file in order: head, table of contents, and each section at an aligned place."""
    sizes = {name: memoryview(section).nbytes for name, section in sections.items()}
    checksums = {name: crc32(section) for name, section in sections.items()}
    length = _aligned(len(_contents(fingerprint, [(name, 1 << 62, size, 1 << 32) for name, size in sizes.items()])))
    places, end = [], _HEAD.size + length
    for name, size in sizes.items():
        start = _aligned(end)
        places.append((name, start, size, checksums[name]))
        end = start + size
    listed = _contents(fingerprint, places).ljust(length)
    pieces: list[bytes | memoryview] = [_HEAD.pack(_MAGIC, end, length, crc32(listed)), listed]
    at = _HEAD.size + length
    for (name, start, size, _), section in zip(places, sections.values(), strict=True):
        del name
        pieces += [bytes(start - at), section]
        at = start + size
    return pieces


def _contents(fingerprint: str, places: list[tuple[str, int, int, int]]) -> bytes:
    return json.dumps({"fingerprint": fingerprint, "sections": places}).encode()


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT


def _tidy(folder: int) -> None:
    """Remove what killed writers left behind, and the files written longest ago where there are many."""
    written = []
    for name in os.listdir(folder):
        with suppress(OSError):
            found = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if name.endswith(_UNFINISHED) and time.time() - found.st_mtime > _LEFT_BEHIND_S:
                os.unlink(name, dir_fd=folder)
            elif name.endswith(_SUFFIX):
                written.append((found.st_mtime_ns, name))
    for _, name in sorted(written, reverse=True)[_MOST_FILES:]:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)

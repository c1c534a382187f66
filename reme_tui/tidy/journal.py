"""The journal of clean-ups: one append-only file per vault, written ahead of the notes."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from reme_tui.tidy.changes import Undo
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.journal_records import NOT_COME_TO, Entry, Record, decode, encode, read_begin

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Log:
    """What the journal holds, oldest first.

    `damaged` are the numbers (from 1) of lines that cannot be read and are passed over; a torn last line, left by a
    run that was stopped while writing it, is none of them.
    """

    entries: tuple[Entry, ...] = ()
    damaged: tuple[int, ...] = ()

    @property
    def done(self) -> tuple[Entry, ...]:
        """What was done, newest first; clean-ups that did nothing are none."""
        return tuple(entry for entry in reversed(self.entries) if entry.did or entry.state == "open")

    def find(self, entry_id: str) -> Entry | None:
        """The entry of that id."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def without(self, entry: Entry) -> Log:
        """The log as if an entry had never been."""
        return replace(self, entries=tuple(other for other in self.entries if other.id != entry.id))

    def stands(self, entry: Entry, path: str) -> bool:
        """Whether what an entry did to a file has not been taken back since."""
        return (path in entry.written or path in entry.settled) and not any(
            isinstance(other.change, Undo) and other.change.entry == entry.id and self.stands(other, path)
            for other in self.entries
        )


def journal_name(vault: Path) -> str:
    """The stem of a vault's files in the state folder: its name, and a digest of its real path."""
    real = os.path.realpath(vault)
    name = "".join(letter if letter.isalnum() else "-" for letter in os.path.basename(real))[:40]
    return f"{name}-{hashlib.sha256(os.fsencode(real)).hexdigest()[:16]}"


class Journal:
    """The journal file. Reading needs no lock; whoever appends holds the writers' lock."""

    def __init__(self, file: Path, disk: Disk) -> None:
        self.file = file
        self._disk = disk

    def read(self) -> Log:
        """All entries; an empty log when there is no journal yet. Raises OSError when it cannot be read."""
        try:
            data = _read(self.file)
        except FileNotFoundError:
            return Log()
        reading = _read_lines(data.split(b"\n")[:-1])
        return Log(_with_states(reading.entries()), tuple(reading.damaged))

    @contextmanager
    def writer(self) -> Iterator[JournalWriter]:
        """Append records; what a stopped run left torn at the end is cut off first. Raises OSError."""
        created = not self.file.exists()
        if created:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._disk.open(str(self.file), os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK)
        try:
            if created:
                self._sync_folder()
            yield JournalWriter(self._disk, file)
        finally:
            with suppress(OSError):
                self._disk.close(file)

    def _sync_folder(self) -> None:
        folder = self._disk.open(str(self.file.parent), os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._disk.sync(folder)
        finally:
            with suppress(OSError):
                self._disk.close(folder)


class JournalWriter:
    """Appends whole lines or nothing."""

    def __init__(self, disk: Disk, file: int) -> None:
        self._disk = disk
        self._file = file
        self._size = self._cut_torn_line()

    def append(self, *records: Record) -> None:
        """Append records at once; they may reach the disk later. Raises OSError, with nothing appended."""
        rest = memoryview(b"".join(map(encode, records)))
        size = self._size + len(rest)
        with self._withdrawn_on_failure():
            while rest:
                rest = rest[self._disk.write(self._file, bytes(rest[:_CHUNK])) :]
        self._size = size

    def append_durably(self, *records: Record) -> None:
        """Append records at once and wait until they are on the disk. Raises OSError, with nothing appended."""
        with self._withdrawn_on_failure():
            self.append(*records)
            self._disk.sync(self._file)

    @contextmanager
    def _withdrawn_on_failure(self) -> Iterator[None]:
        size = self._size
        try:
            yield
        except BaseException:
            with suppress(OSError):
                self._disk.truncate(self._file, size)
                self._size = size
            raise

    def _cut_torn_line(self) -> int:
        status = self._disk.stat(self._file)
        _check_regular(status)
        size = status.st_size
        end = size
        while end > 0:
            start = max(0, end - _CHUNK)
            newline = os.pread(self._file, end - start, start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
        if end < size:
            self._disk.truncate(self._file, end)
        return end


def _read(file: Path) -> bytes:
    """All bytes of a file; never waits for a pipe in its place."""
    with open(file, "rb", opener=_open_regular) as opened:
        return opened.read()


def _open_regular(name: str, flags: int) -> int:
    file = os.open(name, flags | os.O_NONBLOCK)
    try:
        _check_regular(os.fstat(file))
    except OSError:
        os.close(file)
        raise
    return file


def _check_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "the journal is not a regular file")


@dataclass(slots=True)
class _Reading:
    """What is known of the entries after some lines."""

    begun: dict[str, Entry] = field(default_factory=dict)
    wrote: dict[str, set[str]] = field(default_factory=dict)
    damaged: list[int] = field(default_factory=list)

    def take(self, record: Record) -> None:
        """Add one record. Raises KeyError when it belongs to an entry whose beginning is lost."""
        kind, entry_id = record["kind"], record["id"]
        if kind == "begin":
            self.begun[entry_id] = read_begin(record)
            self.wrote[entry_id] = set()
        elif kind == "wrote":
            self.wrote[entry_id].add(record["path"])
        elif kind == "end":
            self.wrote[entry_id] = set(record["written"])
            strays = tuple(record["strays"])
            cancelled = any(reason == NOT_COME_TO for _, reason in record["refused"])
            self.begun[entry_id] = replace(self.begun[entry_id], strays=strays, state="applied", cancelled=cancelled)
        else:
            raise ValueError(kind)

    def entries(self) -> dict[str, Entry]:
        return {
            entry_id: replace(entry, written=frozenset(self.wrote[entry_id])) for entry_id, entry in self.begun.items()
        }


def _read_lines(lines: list[bytes]) -> _Reading:
    reading = _Reading()
    for number, line in enumerate(lines, start=1):
        record = decode(line)
        try:
            if record is None:
                raise ValueError(number)  # noqa: TRY301  # as any other line that cannot be read
            reading.take(record)
        except (ValueError, KeyError, TypeError, AttributeError):
            reading.damaged.append(number)
    return reading


def _with_states(entries: dict[str, Entry]) -> tuple[Entry, ...]:
    """Mark what has been undone. An undo that was undone itself no longer counts, so the newest decides first.

    Nor does one that was cancelled: what it has not come to is still to be undone.
    """
    undone: set[str] = set()
    for entry in reversed(entries.values()):
        is_whole = entry.state == "applied" and entry.did and not entry.cancelled
        if isinstance(entry.change, Undo) and is_whole and entry.id not in undone:
            undone.add(entry.change.entry)
    return tuple(
        replace(entry, state="undone") if entry.id in undone and entry.state == "applied" else entry
        for entry in entries.values()
    )

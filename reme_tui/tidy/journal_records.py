"""The journal's lines: one JSON object each, with a checksum, and the values they hold."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from reme_tui.tidy.changes import Delete, Mend, Merge, Merges, Rename, Retag, Suggested, TagChange, Undo
from reme_tui.tidy.edits.note_edit import Refusal
from reme_tui.tidy.edits.page import ListStyle
from reme_tui.tidy.edits.traces import FieldText, Swap, Trace

Record = Mapping[str, Any]
State = Literal["applied", "undone", "open"]

_CHANGES: dict[str, type[Any]] = {
    "rename": Rename,
    "merge": Merge,
    "merges": Merges,
    "delete": Delete,
    "retag": Retag,
    "suggested": Suggested,
    "mends": Mend,
    "undo": Undo,
}
_VERSION = 1
NOT_COME_TO = "cancelled before it was written"
"""The reason of files that a cancelled run has not come to; in the journal too."""
_LINE = re.compile(rb'\{"check": "([0-9a-f]{16})", (.+)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class FileTrace:
    """What an entry does to one file and to how many of its lines, and the name of the temporary file it uses."""

    temp: str
    lines: int
    trace: Trace


@dataclass(frozen=True, slots=True)
class Entry:
    """One clean-up in the journal.

    `at` is local time in ISO form, `files` are by path, `tag_fields` those that were read, `list_style` is that
    of lists that had to be made. `written` holds the paths that were written, as far as is known while the entry is
    open. `settled` are those of an undo in which nothing was left to take back. `strays` are paths of temporary files
    that could not be removed. `cancelled` is whether it ended before it had come to all its files.
    """

    id: str
    at: str
    change: TagChange
    title: str
    files: Mapping[str, FileTrace]
    tag_fields: tuple[str, ...]
    settled: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    strays: tuple[str, ...] = ()
    state: State = "open"
    list_style: ListStyle = "flow"
    cancelled: bool = False

    @property
    def did(self) -> frozenset[str]:
        """The paths that it wrote or settled."""
        return self.written | self.settled

    @property
    def local_time(self) -> dt.datetime | None:
        """When it was, in local time; None when `at` is no ISO time."""
        try:
            return dt.datetime.fromisoformat(self.at).astimezone()
        except (ValueError, OverflowError):
            return None


class Files(Mapping[str, FileTrace]):
    """The files of an entry by path. Most entries are read for their names only, so traces are made when asked for."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = {str(record["path"]): record for record in records}

    def __getitem__(self, path: str) -> FileTrace:
        return _read_file(self._records[path])

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)


def encode(record: Record) -> bytes:
    """One line: the record, with a checksum of all that follows it."""
    rest = _dumped(record).encode("ascii")[1:]
    return b'{"check": "%s", %s\n' % (_checksum(rest), rest)


def _dumped(record: Record) -> str:
    """The record as JSON; its files one by one, as a single call of `dumps` would hold up every other thread."""
    files = record.get("files")
    if not files:
        return json.dumps(record)
    head = json.dumps({name: value for name, value in record.items() if name != "files"})
    return f'{head[:-1]}, "files": [{", ".join(map(json.dumps, files))}]}}'


def decode(line: bytes) -> Record | None:
    """The record of a line; None when the line is damaged."""
    parts = _LINE.fullmatch(line)
    if parts is None or parts[1] != _checksum(parts[2]):
        return None
    found: Record = json.loads(b"{" + parts[2])
    return found


def _checksum(rest: bytes) -> bytes:
    return hashlib.blake2b(rest, digest_size=8).hexdigest().encode("ascii")


def begin_record(entry: Entry) -> Record:
    """Everything that is needed to finish an entry or take it back."""
    return {
        "kind": "begin",
        "version": _VERSION,
        "id": entry.id,
        "at": entry.at,
        "title": entry.title,
        "change": _name(entry.change) | asdict(entry.change),
        "tag_fields": list(entry.tag_fields),
        "list_style": entry.list_style,
        "settled": sorted(entry.settled),
        "files": [_file_record(path, file) for path, file in entry.files.items()],
    }


def wrote_record(entry: str, path: str) -> Record:
    """That one file stands there as planned."""
    return {"kind": "wrote", "id": entry, "path": path}


def end_record(entry: str, written: Iterable[str], *, strays: Iterable[str], refused: Iterable[Refusal]) -> Record:
    """That nothing more will be written for an entry, and what was."""
    return {
        "kind": "end",
        "id": entry,
        "written": list(written),
        "strays": list(strays),
        "refused": [[refusal.path, refusal.reason] for refusal in refused],
    }


def read_begin(record: Record) -> Entry:
    """The open entry of a begin record. Raises ValueError, KeyError or TypeError for what this version cannot read."""
    if record["version"] != _VERSION:
        raise ValueError(record["version"])
    return Entry(
        record["id"],
        record["at"],
        _read_change(record["change"]),
        record["title"],
        Files(record["files"]),
        tuple(record["tag_fields"]),
        frozenset(record["settled"]),
        # Older journals do not tell.
        list_style=record.get("list_style", "flow"),
    )


def _read_change(record: Record) -> TagChange:
    fields = dict(record)
    name = fields.pop("name")
    if name == "mend":  # in older journals, of one note
        name, fields["paths"] = "mends", [fields.pop("path")]
    change: TagChange = _CHANGES[name](**{field: _frozen(value) for field, value in fields.items()})
    return change


def _name(change: TagChange) -> dict[str, str]:
    return {"name": next(name for name, kind in _CHANGES.items() if isinstance(change, kind))}


def _file_record(path: str, file: FileTrace) -> Record:
    trace = file.trace
    return {
        "path": path,
        "temp": file.temp,
        "lines": file.lines,
        "digests": [trace.before, trace.after],
        "blocks": [trace.block_before, trace.block_after],
        "swaps": [[swap.start, swap.new, swap.old] for swap in trace.swaps],
        "fields": [[field.key, field.start, field.text] for field in trace.fields],
        "gained": list(trace.gained),
        "lost": list(trace.lost),
    }


def _read_file(record: Record) -> FileTrace:
    trace = Trace(
        record["digests"][0],
        record["digests"][1],
        record["blocks"][0],
        record["blocks"][1],
        tuple(Swap(*swap) for swap in record["swaps"]),
        tuple(FieldText(*field) for field in record["fields"]),
        tuple((field, text) for field, text in record["gained"]),
        tuple((field, text) for field, text in record["lost"]),
    )
    return FileTrace(record["temp"], record["lines"], trace)


def _frozen(value: object) -> object:
    """A field of a change as it was before it became JSON; the only objects inside one are the merges of several."""
    if isinstance(value, dict):
        return Merge(tuple(value["tags"]), value["into"])
    return tuple(map(_frozen, value)) if isinstance(value, list) else value

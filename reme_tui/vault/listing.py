"""What a look at a vault found, and what differs between two looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from reme_tui.core.note import Problem


_NONE: Mapping[str, str] = MappingProxyType({})


class FileStat(NamedTuple):
    """What tells that a file may have changed: bytes, nanoseconds, and the inode a save by renaming replaces."""

    size: int
    mtime_ns: int
    inode: int


def stats_of(rows: Iterable[tuple[int, int, int]]) -> Iterator[FileStat]:
    """Yield a FileStat for each row of size, time and inode; of many, in a third of the time FileStat itself takes."""
    return map(partial(tuple.__new__, FileStat), rows)


class ScanRules(NamedTuple):
    """Which files count as notes.

    `exclude` are globs beside the presets: one with a `/` is held against the path, any other against each name.
    `reme` follows ReMe: only `*.md` in `daily/` and `digest/`, hidden ones too, whatever `exclude` says.
    """

    exclude: tuple[str, ...] = ()
    reme: bool = False


class Listing(NamedTuple):
    """What one look at a vault found; all paths are vault-relative and POSIX.

    `files` are those that are no notes, `linked` the file links with the note each leads to, `left` the notes and
    folders that were passed over, with the reason. `folders` are those looked into, the root being "", and `links`
    all links, wherever they lead.
    """

    notes: Mapping[str, FileStat]
    files: frozenset[str] = frozenset()
    linked: Mapping[str, str] = _NONE
    left: Mapping[str, str] = _NONE
    problems: tuple[Problem, ...] = ()
    folders: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()

    @property
    def left_out(self) -> Mapping[str, int]:
        """Count what was passed over, by reason."""
        return Counter(self.left.values())


def changed_notes(before: Listing, after: Listing) -> list[str]:
    """Return the notes that differ from an earlier look by size, time or inode, new ones among them; sorted."""
    known = before.notes
    if after.notes is known:
        return []
    return sorted(path for path, found in after.notes.items() if known.get(path) != found)

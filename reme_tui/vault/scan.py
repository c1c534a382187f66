"""Which notes and files a vault holds, and what differs between two looks at it."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from reme_tui.core.note import Problem, Severity
from reme_tui.core.path_keys import NOTE_SUFFIXES
from reme_tui.vault.excludes import Excludes
from reme_tui.vault.files import MOST_BYTES
from reme_tui.vault.trouble import bad_name, dead_link, failed, no_file, too_large, trouble

REME_FOLDERS = ("daily", "digest")
"""The folders ReMe reads notes from; beside one of them, `metadata` at the root holds its index."""

_REME_NOTES = tuple(f"{folder}/" for folder in REME_FOLDERS)
_REME_INDEX = "metadata"


class FileStat(NamedTuple):
    """What tells that a file may have changed: bytes, nanoseconds, and the inode a save by renaming replaces."""

    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class ScanRules:
    """Which files count as notes.

    `exclude` are globs beside the presets: one with a `/` is held against the path, any other against each name.
    `reme` follows ReMe: only `*.md` in `daily/` and `digest/`, hidden ones too, whatever `exclude` says.
    """

    exclude: tuple[str, ...] = ()
    reme: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """What one look at a vault found; all paths are vault-relative and POSIX.

    `files` are those that are no notes, `linked` the file links with the note each leads to, `left_out` counts notes
    and folders that were passed over, by reason.
    """

    notes: Mapping[str, FileStat]
    files: frozenset[str] = frozenset()
    linked: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class ListingDiff:
    """The notes to read again, new ones among them, and those that went; sorted."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]


def list_vault(root: Path, *, rules: ScanRules) -> Listing:
    """Look through all folders below `root` without opening a file.

    Links to folders are not followed. A link to a file counts as its target, once. Raises OSError when `root` itself
    cannot be listed; all other trouble becomes problems.
    """
    walk = _Walk(os.path.realpath(root), rules)
    walk.look()
    for path in sorted(walk.links):
        walk.follow(path)
    return Listing(
        notes=walk.notes,
        files=frozenset(walk.files),
        linked=walk.linked,
        left_out=dict(walk.left_out),
        problems=tuple(sorted(walk.problems, key=lambda problem: problem.path)),
    )


def diff_listings(before: Listing, after: Listing) -> ListingDiff:
    """Compare two looks by size, time and inode."""
    known = before.notes
    changed = sorted(path for path, found in after.notes.items() if known.get(path) != found)
    return ListingDiff(tuple(changed), tuple(sorted(known.keys() - after.notes.keys())))


class _Walk:
    """One look at a vault, as it goes on; `root` is a real path."""

    def __init__(self, root: str, rules: ScanRules) -> None:
        self.root = root
        self.reme = rules.reme
        self.notes: dict[str, FileStat] = {}
        self.files: list[str] = []
        self.links: list[str] = []
        self.linked: dict[str, str] = {}
        self.left_out: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self._behind_links: dict[str, str] = {}
        self._folders = [""]
        self._excludes = Excludes(rules.exclude)
        self._may_leave = self._excludes.candidates(rf"\.|{_REME_INDEX}\Z").match
        self._has_reme_index = any(os.path.isdir(os.path.join(root, folder)) for folder in REME_FOLDERS)
        self._suffixes = (".md",) if rules.reme else NOTE_SUFFIXES
        self._below = _REME_NOTES if rules.reme else ("",)

    def look(self) -> None:
        """List folder by folder, without recursion: depth is bounded by what the system can open alone."""
        while self._folders:
            folder = self._folders.pop()
            try:
                with os.scandir(os.path.join(self.root, folder)) as entries:
                    for entry in entries:
                        self._try(entry, folder)
            except OSError as error:
                if not folder:
                    raise
                self._fail(folder.rstrip("/"), error)

    def follow(self, path: str) -> None:
        """Take a link for what it leads to."""
        is_note = self._is_note(path)
        try:
            real = os.path.realpath(os.path.join(self.root, path), strict=True)
            found = os.stat(real)
        except OSError as error:
            if is_note:
                self.problems.append(dead_link(path, error))
            return
        inside = self.root.rstrip("/") + "/"
        if stat.S_ISDIR(found.st_mode):
            self._leave_link(path, "folder links", "a link to a folder is not followed")
        elif is_note and not real.startswith(inside):
            self._leave_link(path, "links out of the vault", "a link that leaves the vault is not followed")
        elif is_note:
            self._take_link(path, real[len(inside) :], found)
        elif real.startswith(inside):
            self._pass_over(path)

    def _try(self, entry: os.DirEntry[str], folder: str) -> None:
        try:
            self._see(entry, folder + entry.name)
        except OSError as error:
            self._fail(folder + entry.name, error)

    def _see(self, entry: os.DirEntry[str], path: str) -> None:
        name = entry.name
        if (self._may_leave(name) or not name.isascii()) and self._is_left(entry, path):
            return
        if entry.is_file(follow_symlinks=False):
            if self._is_note(path):
                self._take(path, entry.stat(follow_symlinks=False))
            else:
                self._pass_over(path)
        elif entry.is_dir(follow_symlinks=False):
            self._folders.append(path + "/")
        elif entry.is_symlink():
            self.links.append(path)
        elif self._is_note(path):
            self._take(path, entry.stat(follow_symlinks=False))

    def _is_note(self, path: str) -> bool:
        return path.lower().endswith(self._suffixes) and path.startswith(self._below)

    def _is_left(self, entry: os.DirEntry[str], path: str) -> bool:
        is_utf8 = _is_utf8(entry.name)
        reason = self._reason_to_leave(entry.name, path) if is_utf8 else ""
        if is_utf8 and not reason:
            return False
        if self._is_note(path) or entry.is_dir(follow_symlinks=False):
            if is_utf8:
                self.left_out[reason] += 1
            else:
                self.problems.append(bad_name(path))
        return True

    def _reason_to_leave(self, name: str, path: str) -> str:
        if self.reme and path.startswith(self._below):
            return ""
        if name[0] == ".":
            return "hidden"
        if path == _REME_INDEX and self._has_reme_index:
            return "ReMe metadata"
        return "excluded" if self._excludes.match(name, path) else ""

    def _take(self, path: str, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            self.problems.append(no_file(path, found.st_mode))
        elif self.reme and found.st_size > MOST_BYTES:
            self.left_out["too large"] += 1
            self.problems.append(too_large(path, MOST_BYTES))
        else:
            self.notes[path] = FileStat(found.st_size, found.st_mtime_ns, found.st_ino)

    def _take_link(self, path: str, target: str, found: os.stat_result) -> None:
        if self.reme or not stat.S_ISREG(found.st_mode):
            self._take(path, found)
        elif target in self.notes or target in self._behind_links:
            self.linked[path] = self._behind_links.get(target, target)
        else:
            self._behind_links[target] = path
            self._take(path, found)

    def _pass_over(self, path: str) -> None:
        self.files.append(path)
        if self.reme and path.lower().endswith(self._suffixes):
            self.left_out["outside of daily/ and digest/"] += 1

    def _leave_link(self, path: str, reason: str, message: str) -> None:
        self.left_out[reason] += 1
        self.problems.append(trouble(path, "link_not_followed", message, severity=Severity.HINT))

    def _fail(self, path: str, error: OSError) -> None:
        problem = failed(path, error)
        if problem.kind != "gone":  # what vanished since its folder was listed was never there
            self.problems.append(problem)


def _is_utf8(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True

"""Which notes and files a vault holds."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from reme_tui.core.folders import REME_FOLDERS, REME_PATHS
from reme_tui.core.note import Problem, Severity
from reme_tui.core.path_keys import NOTE_SUFFIXES
from reme_tui.vault.excludes import Excludes
from reme_tui.vault.files import MOST_BYTES
from reme_tui.vault.listing import FileStat, Listing, ScanRules
from reme_tui.vault.trouble import bad_name, dead_link, failed, no_file, too_large, trouble

# At the root, beside a folder that ReMe reads, it holds ReMe's index.
_REME_INDEX = "metadata"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class StoppedError(Exception):
    """A look at a vault was stopped before it had seen all of it."""


def list_vault(
    root: Path,
    *,
    rules: ScanRules,
    known: Mapping[str, FileStat] | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Listing:
    """Look through all folders below `root` without opening a file.

    Links to folders are not followed. A link to a file counts as its target, once. Raises OSError when `root` itself
    cannot be listed; all other trouble becomes problems. `is_stopped` is asked before each folder: StoppedError.
    The notes of the listing are `known`, the same object, where they are as in that.
    """
    known = {} if known is None else known
    walk = Walk(os.path.realpath(root), rules, known)
    walk.look(is_stopped)
    for path in sorted(walk.links):
        walk.follow(path)
    # One by one, so that other threads run meanwhile; what is as it was is the same object.
    is_same = len(walk.notes) == len(known) and all(known.get(path) is found for path, found in walk.notes.items())
    return Listing(
        notes=known if is_same else walk.notes,
        files=frozenset(walk.files),
        linked=walk.linked,
        left=walk.left,
        problems=tuple(sorted(walk.problems, key=lambda problem: problem.path)),
        folders=frozenset(walk.seen),
        links=frozenset(walk.links),
    )


class Entry(Protocol):
    """The part of os.DirEntry a walk asks."""

    @property
    def name(self) -> str:
        """The last part of the path."""

    def is_file(self, *, follow_symlinks: bool) -> bool:
        """Whether it is a regular file."""

    def is_dir(self, *, follow_symlinks: bool) -> bool:
        """Whether it is a folder."""

    def is_symlink(self) -> bool:
        """Whether it is a link."""

    def stat(self, *, follow_symlinks: bool) -> os.stat_result:
        """What the system knows of it."""


class Walk:
    """One look at a vault, as it goes on; `root` is a real path, `known` notes of an earlier look."""

    def __init__(self, root: str, rules: ScanRules, known: Mapping[str, FileStat]) -> None:
        self.root = root
        self._known = known
        self.reme = rules.reme
        self.notes: dict[str, FileStat] = {}
        self.files: list[str] = []
        self.links: list[str] = []
        self.linked: dict[str, str] = {}
        self.left: dict[str, str] = {}
        self.seen: list[str] = []
        self.problems: list[Problem] = []
        self._behind_links: dict[str, str] = {}
        self.folders = [""]
        self._excludes = Excludes(rules.exclude)
        self._may_leave = self._excludes.candidates(rf"\.|{_REME_INDEX}\Z").match
        self._has_reme_index = any(os.path.isdir(os.path.join(root, folder)) for folder in REME_FOLDERS)
        self._suffixes = (".md",) if rules.reme else NOTE_SUFFIXES
        self._below = REME_PATHS if rules.reme else ("",)

    def look(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """List folder by folder, without recursion: depth is bounded by what the system can open alone."""
        while self.folders:
            if is_stopped():
                raise StoppedError
            folder = self.folders.pop()
            try:
                opened = os.open(os.path.join(self.root, folder), _FOLDER)
                try:
                    with os.scandir(opened) as entries:
                        self.seen.append(folder.rstrip("/"))
                        self._see_all(entries, folder)
                finally:
                    os.close(opened)
            except OSError as error:
                if not folder:
                    raise
                self._fail(folder.rstrip("/"), error)

    def _see_all(self, entries: Iterator[os.DirEntry[str]], folder: str) -> None:
        """Take all entries of a folder; for a note with a plain name, which most are, `see` would come to the same."""
        holds_notes, suffixes, may_leave = folder.startswith(self._below), self._suffixes, self._may_leave
        for entry in entries:
            name = entry.name
            path = folder + name
            try:
                plain = holds_notes and name.endswith(suffixes) and name.isascii() and not may_leave(name)
                if plain and entry.is_file(follow_symlinks=False):
                    self._take(path, entry.stat(follow_symlinks=False))
                else:
                    self.see(entry, path)
            except OSError as error:
                self._fail(path, error)

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

    def see(self, entry: Entry, path: str) -> None:
        """Take what one folder entry stands for; a folder and a link are put aside for later."""
        name = entry.name
        if (self._may_leave(name) or not name.isascii()) and self._is_left(entry, path):
            return
        if entry.is_file(follow_symlinks=False):
            if self._is_note(path):
                self._take(path, entry.stat(follow_symlinks=False))
            else:
                self._pass_over(path)
        elif entry.is_dir(follow_symlinks=False):
            self.folders.append(path + "/")
        elif entry.is_symlink():
            self.links.append(path)
        elif self._is_note(path):
            self._take(path, entry.stat(follow_symlinks=False))

    def _is_note(self, path: str) -> bool:
        return path.lower().endswith(self._suffixes) and path.startswith(self._below)

    def _is_left(self, entry: Entry, path: str) -> bool:
        is_utf8 = _is_utf8(entry.name)
        reason = self._reason_to_leave(entry.name, path) if is_utf8 else ""
        if is_utf8 and not reason:
            return False
        if self._is_note(path) or entry.is_dir(follow_symlinks=False):
            if is_utf8:
                self.left[path] = reason
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
            self.left[path] = "too large"
            self.problems.append(too_large(path, MOST_BYTES))
        else:
            now = (found.st_size, found.st_mtime_ns, found.st_ino)
            known = self._known.get(path)
            self.notes[path] = known if known == now else FileStat(*now)

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
            self.left[path] = "outside of daily/ and digest/"

    def _leave_link(self, path: str, reason: str, message: str) -> None:
        self.left[path] = reason
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

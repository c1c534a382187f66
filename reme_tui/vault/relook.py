"""A second look at a vault that asks the disk for a few paths only."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from reme_tui.core.layered import Layered
from reme_tui.core.note import Problem
from reme_tui.vault.listing import Listing, ScanRules
from reme_tui.vault.scan import Walk

Value = TypeVar("Value")


def look_again(root: str, before: Listing, paths: Collection[str], *, rules: ScanRules) -> Listing | None:
    """Return the listing with `paths` as they are on the disk now: `before` itself where none differs.

    What lies at one path must say all: None where it might bear on others, or where the path may have another
    spelling, and the whole vault has to be listed again. `root` is a real path.
    """
    walk = Walk(root, rules, before.notes)
    walk.folders.clear()
    for path in paths:
        if not _look_at(path, before, walk):
            return None
    if walk.folders or walk.links:
        return None
    after = _merged(before, paths, walk)
    if after is not before and _bears_on_others(before, after, walk, named=paths):
        return None
    return after


def _look_at(path: str, before: Listing, walk: Walk) -> bool:
    folder, _, name = path.rpartition("/")
    if folder not in before.folders or path in before.folders or path in before.links or not name:
        return False
    try:
        found = os.lstat(os.path.join(walk.root, path))
    except (FileNotFoundError, NotADirectoryError):
        return "\ufffd" not in path
    except (OSError, ValueError):
        return False
    known = path in before.notes or path in before.files or path in before.left
    if not known and not _has_one_spelling(path):
        return False
    walk.see(_Found(name, found), path)
    return True


def _has_one_spelling(path: str) -> bool:
    """Whether the path reads the same in all of Unicode's forms, so that the disk can have no other name for it."""
    return path.isascii() or unicodedata.normalize("NFD", path) == unicodedata.normalize("NFC", path) == path


def _merged(before: Listing, paths: Collection[str], walk: Walk) -> Listing:
    named = frozenset(paths)
    notes = _with(before.notes, named, walk.notes)
    left = _with(before.left, named, walk.left)
    found = frozenset(walk.files)
    files = before.files if before.files & named == found else (before.files - named) | found
    problems = (*(problem for problem in before.problems if problem.path not in named), *walk.problems)
    ordered: tuple[Problem, ...] = tuple(sorted(problems, key=lambda problem: problem.path))
    if notes is before.notes and left is before.left and files is before.files and ordered == before.problems:
        return before
    return before._replace(notes=notes, left=left, files=files, problems=ordered)


def _with(before: Mapping[str, Value], named: frozenset[str], found: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return `before` with what was found at the paths `named` alone; itself where that is nothing new."""
    if all(before.get(path) == found.get(path) for path in named):
        return before
    layered = before if isinstance(before, Layered) else Layered(before)
    return layered.changed(found, named)


def _bears_on_others(before: Listing, after: Listing, walk: Walk, *, named: Collection[str]) -> bool:
    """Whether links may lead elsewhere now, or a note may be an old one under the name a disk without case gives it."""
    came_or_went = any((path in before.notes) != (path in after.notes) for path in named)
    if before.links and (came_or_went or before.files is not after.files):
        return True
    coming = {found.inode for path, found in walk.notes.items() if path not in before.notes}
    return bool(coming) and sum(found.inode in coming for found in after.notes.values()) > len(coming)


@dataclass(frozen=True, slots=True)
class _Found:
    """A path that was asked for, as an entry of its folder; links are not followed."""

    name: str
    found: os.stat_result

    def is_file(self, *, follow_symlinks: bool) -> bool:
        del follow_symlinks
        return stat.S_ISREG(self.found.st_mode)

    def is_dir(self, *, follow_symlinks: bool) -> bool:
        del follow_symlinks
        return stat.S_ISDIR(self.found.st_mode)

    def is_symlink(self) -> bool:
        return stat.S_ISLNK(self.found.st_mode)

    def stat(self, *, follow_symlinks: bool) -> os.stat_result:
        del follow_symlinks
        return self.found

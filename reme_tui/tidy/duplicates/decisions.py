"""What a person decided about tags, kept in the vault: `.reme-tui/distinct.txt` and `.reme-tui/aliases.txt`."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from reme_tui.core.note import Problem, Severity
from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.changes import Merge, Merges, Rename, TagChange
from reme_tui.tidy.duplicates.decision_lines import Line, Sign, format_line, pairs_of, read_lines
from reme_tui.tidy.edits.note_edit import Refusal
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.files.replacement import CHANGED, reason_of
from reme_tui.tidy.files.store import FileStore
from reme_tui.tidy.note_changes import note_edit
from reme_tui.vault.files import Unreadable, read_file
from reme_tui.vault.small_file import MOST_BYTES
from reme_tui.vault.trouble import too_large

FOLDER = ".reme-tui"
DISTINCT = f"{FOLDER}/distinct.txt"
ALIASES = f"{FOLDER}/aliases.txt"

_HEADER = """\
# Tags that are not the same, one pair a line: A != B
# A name with a sign in it goes into double quotes. Text behind a # is a comment.
"""
_TEMP = ".reme-tui-decisions-1.tmp"
_ATTEMPTS = 3
"""Times a file is read again when somebody else wrote it between our reading and our writing."""
_SIGN_OF: dict[str, Sign] = {DISTINCT: "!=", ALIASES: "="}
_MOST_BYTES = {DISTINCT: MOST_BYTES, ALIASES: 1 << 18}
"""Thousands of lines written by hand; the names of aliases take far longer to compare."""
_MOST_PAIRS = 100_000
"""Pairs of tags kept apart: a line of many names makes a thousand."""

_MOST_DAMAGED = 100
"""Damaged lines named of one file; the first tell enough."""

Pairs = frozenset[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Decisions:
    """What stands in the two files.

    `distinct` are pairs of tag keys that are two; each of `aliases` are names of one thing, as they are written.
    `problems` are lines that say nothing, and files that cannot be read.
    """

    distinct: Pairs = frozenset()
    aliases: tuple[tuple[str, ...], ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    """One of the files as it was read; `digest` is empty when there is none."""

    digest: str = ""
    lines: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()


class DecisionBook:
    """The decisions of one vault, read afresh each time they are asked for. Calls may come from any thread.

    A line that cannot be understood is named and stays as it is. The folder is made when the first pair is kept
    apart, and never before.
    """

    def __init__(self, vault: Path, disk: Disk | None = None) -> None:
        self._vault = vault
        self._disk = disk or Disk()
        self._read: dict[str, _File] = {}
        self._decisions = Decisions()

    def read(self) -> Decisions:
        """What is decided now."""
        before = dict(self._read)
        distinct, aliases = self._file(DISTINCT), self._file(ALIASES)
        if before.get(DISTINCT) is not distinct or before.get(ALIASES) is not aliases:
            apart, uncounted = _apart(distinct.lines)
            self._decisions = Decisions(
                apart,
                tuple(line.names for line in aliases.lines if line.names),
                (*distinct.problems, *uncounted, *aliases.problems),
            )
        return self._decisions

    def keep_apart(self, pairs: Collection[tuple[str, str]]) -> Refusal | None:
        """Note that each two tags are two; what stands there already is not written again. None when it is noted."""

        def noted(lines: list[Line]) -> str:
            held = {_key(pair) for line in lines for pair in pairs_of(line.names or ())}
            wanted = {_key(pair): pair for pair in pairs}
            new = [pair for key, pair in wanted.items() if len(key) == 2 and all(key) and key not in held]
            if not new:
                return "".join(line.text + line.end for line in lines)
            end = next((line.end for line in lines if line.end), "\n")
            text = "".join(line.text + (line.end or end) for line in lines) or _HEADER
            return text + "".join(format_line(pair, "!=") + end for pair in new)

        return self._rewrite(noted)

    def take_back(self, pairs: Collection[tuple[str, str]]) -> Refusal | None:
        """Take out what keeps each two tags apart; other pairs of the same line stay. None when it is out."""
        out = {_key(pair) for pair in pairs}

        def without(lines: list[Line]) -> str:
            return "".join(_without(line, out) for line in lines)

        return self._rewrite(without)

    def follow(self, change: TagChange) -> Refusal | None:
        """Keep apart under its new name what was kept apart under an old one.

        The old line stays: an undo brings the old name back.
        """
        if not isinstance(change, Rename | Merge | Merges):
            return None
        apart = [pair for line in self._file(DISTINCT).lines for pair in pairs_of(line.names or ())]
        renames = note_edit(change, [name for pair in apart for name in pair]).renames
        moved = [
            (renames.get(tag_key(one), one), renames.get(tag_key(other), other))
            for one, other in apart
            if not renames.keys().isdisjoint((tag_key(one), tag_key(other)))
        ]
        return self.keep_apart(moved) if moved else None

    def _file(self, path: str) -> _File:
        held = self._read.get(path, _File())
        found = read_file(self._vault, path, most_bytes=_MOST_BYTES[path])
        if isinstance(found, Unreadable):
            file = _File(problems=() if found.problem.kind == "gone" else (found.problem,))
        elif found.digest == held.digest:
            return held
        else:
            lines = tuple(read_lines(found.text, _SIGN_OF[path]))
            damaged = (_damaged(path, at) for at, line in enumerate(lines, start=1) if line.names is None)
            file = _File(found.digest, lines, (*found.problems, *islice(damaged, _MOST_DAMAGED)))
        if file == held and path in self._read:
            return held
        self._read[path] = file
        return file

    def _rewrite(self, make: Callable[[list[Line]], str]) -> Refusal | None:
        """Put what `make` gives for the lines in their place. A file is only made to hold something."""
        reason: str | None = None
        try:
            if not os.path.lexists(self._vault / DISTINCT):
                if not make([]):
                    return None
                _create(self._vault)
            store = FileStore(self._vault, self._disk)
            path = store.locate(DISTINCT)
            if isinstance(path, Refusal):
                return path
            with _alone(store.root / path):
                for _ in range(_ATTEMPTS):
                    reason = _attempt(store, path, make)
                    if reason != CHANGED:
                        break
        except (OSError, ValueError) as error:
            reason = reason_of(error)
        return Refusal(DISTINCT, reason) if reason else None


def _key(pair: Iterable[str]) -> frozenset[str]:
    return frozenset(map(tag_key, pair))


def _attempt(store: FileStore, path: str, make: Callable[[list[Line]], str]) -> str | None:
    held = store.read(path)
    if isinstance(held, Refusal):
        return held.reason
    if len(held.text.encode()) > _MOST_BYTES[DISTINCT]:
        return too_large(path, _MOST_BYTES[DISTINCT]).message
    folder = path.rpartition("/")[0]
    store.remove_temp(f"{folder}/{_TEMP}" if folder else _TEMP)

    def rewritten(text: str) -> str:
        return make(read_lines(text, "!="))

    return store.rewrite(path, rewritten, digest=held.digest, temp=_TEMP).reason


def _create(vault: Path) -> None:
    """An empty file, with its folder, where there is none; only in the vault itself, never through a link."""
    root = os.open(vault, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(FileExistsError):
            os.mkdir(FOLDER, dir_fd=root)
        folder = os.open(FOLDER, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=root)
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with suppress(FileExistsError):
                os.close(os.open(os.path.basename(DISTINCT), flags, 0o666, dir_fd=folder))
        finally:
            os.close(folder)
    finally:
        os.close(root)


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Hold the folder's lock, so that of two who add a line neither loses it; where there are no locks go on."""
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _without(line: Line, out: Iterable[frozenset[str]]) -> str:
    """A line without the pairs in `out`, as it is when it has none of them."""
    pairs = list(pairs_of(line.names or ()))
    left = [pair for pair in pairs if _key(pair) not in out]
    if len(left) == len(pairs):
        return line.text + line.end
    mark = "\ufeff" if line.text.startswith("\ufeff") else ""
    return mark + "".join(format_line(pair, "!=") + (line.end or "\n") for pair in left)


def _apart(lines: Iterable[Line]) -> tuple[Pairs, tuple[Problem, ...]]:
    """What the lines keep apart, and the line from which on there is too much of it."""
    pairs: set[frozenset[str]] = set()
    for at, line in enumerate(lines, start=1):
        pairs.update(map(_key, pairs_of(line.names or ())))
        if len(pairs) > _MOST_PAIRS:
            message = f"more than {_MOST_PAIRS:,} pairs up to here: the lines below do not count"
            return frozenset(pairs), (Problem(DISTINCT, at, "damaged_line", Severity.WARNING, message),)
    return frozenset(pairs), ()


def _damaged(path: str, line: int) -> Problem:
    sign = _SIGN_OF[path]
    message = f"this line says nothing: it should read A {sign} B, a name with signs in it in double quotes"
    return Problem(path, line, "damaged_line", Severity.WARNING, message)

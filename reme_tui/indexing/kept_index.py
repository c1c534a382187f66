"""What is kept of a vault's index from one start to the next, in the user's cache folder."""

from __future__ import annotations

import os
import time
import unicodedata
from array import array
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from zlib import crc32

from reme_tui import __version__
from reme_tui.config import Config
from reme_tui.indexing.state import State

if TYPE_CHECKING:
    from reme_tui.core.note import Problem
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.indexing.cache_file import CacheFile
    from reme_tui.search.engine import Engine
    from reme_tui.vault.listing import Listing

_UNREADABLE = (ArithmeticError, LookupError, TypeError, ValueError)
"""What it comes to when whole sections do not hold what they should."""
Pace = Literal["at rest", "at work"]

WORTH_KEEPING = 100
"""What is known is written down once it is new by one in so many notes: to do those again costs less."""
_PIECE = 2_000
"""Files whose stats are restored at once, which is not so long that the screen would wait."""
_COLUMNS: Mapping[str, Literal["I", "q", "Q"]] = {"numbers": "I", "sizes": "q", "times": "q", "inodes": "Q"}
"""What is kept of each file that was listed: the number of its note, and its FileStat."""
_LATEST = 1 << 63
"""No time so far away is kept: such a file is read at each start."""
_INDEX, _LOOK = "index.", "look."
"""What the names of the sections of the index, and of the look at the disk, begin with."""
KEPT_EVERY_S = 10.0
"""While work goes on; at most a twentieth of the time is spent on it."""
_SOURCES = ("core", "vault", "search/text", "search/index", "indexing")
"""The code that decides how files become an index and how that is written down."""


class Look(NamedTuple):
    """A look at the disk at `listed_ns`, and the notes that could not be read, by path."""

    listing: Listing
    listed_ns: int
    unreadable: Mapping[str, Problem]


class Recalled(NamedTuple):
    """An index as it was kept, and the look at the disk it was in step with, still in bytes; `paths` are numbered."""

    snapshot: Snapshot
    engine: Engine
    looked: Mapping[str, bytes]
    paths: Sequence[str]

    def look(self) -> Look | None:
        """Return the look, None if it is damaged; its listing holds those notes only that were read as listed."""
        try:
            return self._look()
        except _UNREADABLE:
            return None

    def _look(self) -> Look:
        from reme_tui.core.stored.notes import problems_of
        from reme_tui.core.stored.table import from_bytes
        from reme_tui.vault.listing import FileStat, Listing, stats_of

        values = from_bytes(self.looked["look.outline"])
        names = self.snapshot.links.names
        columns = [memoryview(self.looked[f"{_LOOK}{name}"]).cast(kind) for name, kind in _COLUMNS.items()]
        notes: dict[str, FileStat] = {}
        for start in range(0, len(columns[0]), _PIECE):
            numbers, *rows = (column[start : start + _PIECE].tolist() for column in columns)
            notes.update(zip(map(self.paths.__getitem__, numbers), stats_of(zip(*rows, strict=True)), strict=True))
        listing = Listing(
            notes=notes,
            files=names.files.paths,
            linked=names.linked,
            left=values["left"],
            problems=problems_of(values["problems"]),
            folders=frozenset(values["folders"]),
            links=frozenset(values["links"]),
        )
        unreadable = {problem.path: problem for problem in problems_of(values["unreadable"])}
        return Look(listing, values["listed_ns"], unreadable)


class Keeper:
    """Writes down what is known when that is worth it.

    `new` counts what would have to be done again without: notes to read and passages to encode.
    """

    def __init__(self, config: Config) -> None:
        self.new = 0
        self._config = config
        self._not_before = time.monotonic() + KEPT_EVERY_S

    def keep(self, state: State, look: Look, *, due: Collection[str], pace: Pace) -> None:
        """Write it down, at work only now and then; the notes `due` have been listed but not read yet."""
        if pace == "at work" and time.monotonic() < self._not_before:
            return
        if not self.new or self.new * WORTH_KEEPING < len(state.snapshot.notes):
            return
        started = time.monotonic()
        keep(self._config, state, look, due=due)
        self.new, now = 0, time.monotonic()
        self._not_before = now + max(KEPT_EVERY_S, 20 * (now - started))


def keep(config: Config, state: State, look: Look, *, due: Collection[str] = ()) -> bool:
    """Write down what is known of the vault; return whether that went well. Does nothing without a cache folder.

    The notes `due` have been listed but not read yet.
    """
    from reme_tui.core.stored.snapshot import snapshot_sections
    from reme_tui.search.index.stored import index_sections

    file = _file(config)
    if file is None:
        return False
    paths = list(state.snapshot.notes)
    sections = {**snapshot_sections(state.snapshot), **_look_sections(look, paths, due)}
    index = index_sections(state.engine.index, paths)
    return file.write(sections | {f"{_INDEX}{name}": section for name, section in index.items()})


def recall(config: Config) -> Recalled | None:
    """Return what was kept of the vault under the same settings; None where there is nothing that can be relied on."""
    from reme_tui.core.stored.snapshot import snapshot_of
    from reme_tui.search.engine import Engine
    from reme_tui.search.index.stored import index_of

    file = _file(config)
    sections = file.read() if file else None
    if sections is None:
        return None
    try:
        snapshot, paths = snapshot_of(sections, config.reading)
        index = {name.removeprefix(_INDEX): part for name, part in sections.items() if name.startswith(_INDEX)}
        engine = Engine(index_of(index, snapshot.notes, paths))
        looked = {name: part for name, part in sections.items() if name.startswith(_LOOK)}
        return Recalled(snapshot, engine, looked, paths.in_order)
    except _UNREADABLE:
        return None


def _look_sections(look: Look, paths: Sequence[str], due: Collection[str]) -> dict[str, bytes]:
    """Return a look without the notes `due`; the others are numbered as in `paths`."""
    from reme_tui.core.stored.notes import problem_rows
    from reme_tui.core.stored.table import to_bytes

    listing = look.listing
    columns = {name: array(kind) for name, kind in _COLUMNS.items()}
    for number, path in enumerate(paths):
        found = None if path in due else listing.notes.get(path)
        if found and abs(found.mtime_ns) < _LATEST:
            for column, value in zip(columns.values(), (number, *found), strict=True):
                column.append(value)
    looked = {
        "listed_ns": look.listed_ns,
        "left": dict(listing.left),
        "problems": problem_rows(listing.problems),
        "folders": sorted(listing.folders),
        "links": sorted(listing.links),
        "unreadable": problem_rows(problem for path, problem in look.unreadable.items() if path not in due),
    }
    kept = {f"{_LOOK}{name}": column.tobytes() for name, column in columns.items()}
    return {f"{_LOOK}outline": to_bytes(looked), **kept}


def _file(config: Config) -> CacheFile | None:
    from reme_tui.indexing.cache_file import CacheFile

    if config.cache is None:
        return None
    vault = os.path.realpath(config.vault)
    rules = repr((tuple(config.reading), tuple(config.scan)))
    depends_on = (vault, rules, __version__, _sources_digest(), unicodedata.unidata_version, _characters_checksum())
    return CacheFile(config.cache, folder=_short(vault), name=_short(rules), fingerprint=_short(repr(depends_on)))


def _short(text: str) -> str:
    from hashlib import blake2b

    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _sources_digest() -> str:
    """Return a digest of the code the index comes from, so that nothing has to be raised by hand when it changes."""
    from hashlib import blake2b

    digest, package = blake2b(digest_size=16), Path(__file__).parents[1]
    for source in _SOURCES:
        for folder, folders, files in os.walk(os.path.join(package, source)):
            folders.sort()
            for name in sorted(files):
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), "rb", buffering=0) as file:
                        digest.update(file.read())
    return digest.hexdigest()


def _characters_checksum() -> int:
    """Return a checksum of the table of Chinese characters, which comes with another package."""
    from reme_tui.core.text.simplified import characters_listed

    return crc32(characters_listed())

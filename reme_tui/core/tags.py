"""Tags over a whole vault: which notes hold them, how they are spelled."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from reme_tui.core.derived import Derived
from reme_tui.core.layered import Layered
from reme_tui.core.tag_key import tag_key

if TYPE_CHECKING:
    from reme_tui.core.note import Note

_NO_PATHS: frozenset[str] = frozenset()
_MOST_STEPS = 16


class TagRow(NamedTuple):
    """One tag: the spelling most files use (then the first by code point), how many files hold it.

    `spellings` counts files by spelling, most used first; `latest` is the newest date of those notes.
    """

    tag: str
    key: str
    files: int
    spellings: Mapping[str, int]
    latest: dt.date | None


class _Held(NamedTuple):
    """What one note contributes: its spellings by key, and its day."""

    spellings: Mapping[str, frozenset[str]]
    day: dt.date | None


class _Delta:
    """What one step takes from a tag and gives to it, by path."""

    __slots__ = ("come", "gone")

    def __init__(self) -> None:
        self.gone: dict[str, _Held] = {}
        self.come: dict[str, _Held] = {}


class _Counted(NamedTuple):
    """The notes of one tag, how many of them are of each day, and the steps not yet taken in."""

    paths: frozenset[str]
    days: Mapping[dt.date, int]
    steps: tuple[_Delta, ...] = ()


class _Members:
    """The notes of one tag.

    A popular tag has so many that they are not gone through at each step, but when somebody asks, or now and then.
    """

    __slots__ = ("_counted",)

    def __init__(self, counted: _Counted) -> None:
        self._counted = counted if len(counted.steps) < _MOST_STEPS else _taken_in(counted)

    def now(self) -> _Counted:
        """Return them with all steps taken in."""
        if self._counted.steps:
            self._counted = _taken_in(self._counted)
        return self._counted

    def after(self, delta: _Delta) -> _Members:
        """Return the notes after one more step."""
        paths, days, steps = self._counted
        return _Members(_Counted(paths, days, (*steps, delta)))


_NO_MEMBERS = _Members(_Counted(_NO_PATHS, {}))


@dataclass(frozen=True, slots=True, eq=False)
class TagIndex:
    """Both maps, tag to notes and note to tags. Never changes; `evolve` makes the next one.

    It depends only on the notes it holds, not on the order in which they came.
    """

    _rows: Layered[str, TagRow] = field(default_factory=Layered)
    _members: Layered[str, _Members] = field(default_factory=Layered)
    _held: Layered[str, _Held] = field(default_factory=Layered)
    untagged: frozenset[str] = _NO_PATHS
    _in_order: list[tuple[TagRow, ...]] = field(default_factory=list)

    @classmethod
    def restored(
        cls,
        notes: Mapping[str, Note],
        *,
        rows: Mapping[str, TagRow],
        members: Mapping[str, tuple[frozenset[str], Mapping[dt.date, int]]],
        untagged: frozenset[str],
    ) -> TagIndex:
        """Return the index of `notes` from what it held: rows, and notes with their days, by tag key."""
        return cls(
            Layered(rows),
            Layered(Derived(members, lambda held: _Members(_Counted(*held)))),
            Layered(Derived(notes, _held)),
            untagged,
        )

    def evolve(self, changed: Iterable[Note], removed: Iterable[str]) -> TagIndex:
        """The index after some notes were read anew and some paths went; unknown paths are ignored."""
        fresh = {note.path: _held(note) for note in changed}
        left = {path for path in removed if path in self._held and path not in fresh}
        fresh = {path: contribution for path, contribution in fresh.items() if self._held.get(path) != contribution}
        if not (fresh or left):
            return self
        rows: dict[str, TagRow] = {}
        members: dict[str, _Members] = {}
        deltas = self._deltas(fresh, left)
        for key, delta in deltas.items():
            after = self._members.get(key, _NO_MEMBERS).after(delta)
            if renewed := _renewed(key, delta, self._rows.get(key), after):
                rows[key], members[key] = renewed, after
        bare = [path for path, contribution in fresh.items() if not contribution.spellings]
        untagged = self.untagged
        if bare or not untagged.isdisjoint((*left, *fresh)):
            untagged = untagged.difference(left, fresh).union(bare)
        return TagIndex(
            self._rows.changed(rows, deltas),
            self._members.changed(members, deltas),
            self._held.changed(fresh, left),
            untagged,
        )

    def rows(self) -> tuple[TagRow, ...]:
        """Every tag that some note holds, by key in code point order; sorted when first asked for."""
        if not self._in_order:
            self._in_order.append(tuple([self._rows[key] for key in sorted(self._rows)]))
        return self._in_order[0]

    def row(self, key: str) -> TagRow | None:
        """The tag with that key; None when no note holds it."""
        return self._rows.get(key)

    def paths(self, key: str) -> frozenset[str]:
        """The notes that hold a tag; none for an unknown key."""
        return self._members.get(key, _NO_MEMBERS).now().paths

    def days(self, key: str) -> Mapping[dt.date, int]:
        """How many of the notes that hold a tag are of each day."""
        return self._members.get(key, _NO_MEMBERS).now().days

    def keys_of(self, path: str) -> frozenset[str]:
        """The keys of a note's tags; none for an unknown path."""
        held = self._held.get(path)
        return frozenset(held.spellings) if held else _NO_PATHS

    def shown(self, key: str) -> str:
        """The spelling a tag is shown in; an unknown key as it is."""
        row = self._rows.get(key)
        return row.tag if row else key

    def _deltas(self, fresh: Mapping[str, _Held], left: Collection[str]) -> dict[str, _Delta]:
        deltas: defaultdict[str, _Delta] = defaultdict(_Delta)
        for path in (*left, *fresh):
            before = self._held.get(path)
            for key in before.spellings if before else ():
                deltas[key].gone[path] = self._held[path]
        for path, contribution in fresh.items():
            for key in contribution.spellings:
                deltas[key].come[path] = contribution
        return deltas


def _held(note: Note) -> _Held:
    spellings: dict[str, frozenset[str]] = {}
    for tag in note.tags:
        key = tag_key(tag.text)
        spellings[key] = spellings.get(key, _NO_PATHS).union((tag.text,))
    return _Held(spellings, note.date.day if note.date else None)


def _renewed(key: str, delta: _Delta, row: TagRow | None, members: _Members) -> TagRow | None:
    """Return the row of one tag after a step to these members; None for a tag without notes, which goes."""
    files = (row.files if row else 0) - len(delta.gone) + len(delta.come)
    if not files:
        return None
    counts = dict(row.spellings) if row else {}
    for sign, some in ((-1, delta.gone), (1, delta.come)):
        for held in some.values():
            for text in held.spellings[key]:
                counts[text] = counts.get(text, 0) + sign
    spellings = sorted(((text, n) for text, n in counts.items() if n), key=lambda pair: (-pair[1], pair[0]))
    latest = row.latest if row else None
    if latest and any(held.day == latest for held in delta.gone.values()):
        latest = max(members.now().days, default=None)
    else:
        latest = max(filter(None, (latest, *(held.day for held in delta.come.values()))), default=None)
    return TagRow(spellings[0][0], key, files, dict(spellings), latest)


def _taken_in(counted: _Counted) -> _Counted:
    paths, days = set(counted.paths), dict(counted.days)
    for delta in counted.steps:
        paths.difference_update(delta.gone)
        paths.update(delta.come)
        for sign, some in ((-1, delta.gone), (1, delta.come)):
            for held in some.values():
                if held.day:
                    days[held.day] = days.get(held.day, 0) + sign
    return _Counted(frozenset(paths), {day: n for day, n in days.items() if n})

"""What may be done to tags, as values: what each is called, and what it means for one note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from reme_tui.core.tags import tag_key
from reme_tui.tidy.edits.note_edit import NoteEdit

BELOW = "/*"
"""Ends a name that stands for every tag below it, but not for the tag itself."""
NAMED = 2
"""Merges, and tags of each, that the title of several merges names one by one."""


@dataclass(frozen=True, slots=True)
class Rename:
    """One tag under another name; `children` takes the tags below it along.

    `a/*` into `b/*` moves what is below `a` and leaves `a` itself.
    """

    old: str
    new: str
    children: bool = False


@dataclass(frozen=True, slots=True)
class Merge:
    """Several tags become one."""

    tags: tuple[str, ...]
    into: str


@dataclass(frozen=True, slots=True)
class Merges:
    """Several merges as one change: one preview, one entry of the journal, one undo.

    No tag may be in two of them, or be merged away in one and kept in another.
    """

    merges: tuple[Merge, ...]


@dataclass(frozen=True, slots=True)
class Delete:
    """Tags are taken off every note; `children`, or a name ending in `/*`, takes those below too."""

    tags: tuple[str, ...]
    children: bool = False


@dataclass(frozen=True, slots=True)
class Retag:
    """Tags are added to and taken off some notes."""

    paths: tuple[str, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mend:
    """One kind of problem is put right in one note."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Mends:
    """One kind of problem is put right in several notes."""

    paths: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Undo:
    """What an entry of the journal did is taken back; `title` is that of the entry."""

    entry: str
    title: str


TagChange = Rename | Merge | Merges | Delete | Retag | Mend | Mends | Undo


def describe(change: TagChange) -> str:
    """One line that names the change, as the history shows it."""
    match change:
        case Rename(old, new, children):
            return f"rename {old} to {new}{' with children' if children else ''}"
        case Merge() | Merges():
            return _merging(merges_of(change))
        case Delete(tags, children):
            return f"delete {', '.join(tags)}{' with children' if children else ''}"
        case Retag(paths, add, remove):
            parts = [f"add {', '.join(add)}"] * bool(add) + [f"remove {', '.join(remove)}"] * bool(remove)
            return f"{' and '.join(parts)} on {paths[0] if len(paths) == 1 else notes(len(paths))}"
        case Mend(path, kind):
            return f"mend {kind.replace('_', ' ')} in {path}"
        case Mends(paths, kind):
            return f"mend {kind.replace('_', ' ')} in {notes(len(paths))}"
        case Undo(title=title):
            return f"redo {title.removeprefix('undo ')}" if title.startswith("undo ") else f"undo {_done(title)}"
        case _:
            assert_never(change)


def notes(count: int) -> str:
    """A number of notes in words."""
    return f"{count} note{'' if count == 1 else 's'}"


def merges_of(change: Merge | Merges) -> tuple[Merge, ...]:
    """One merge or several, as several."""
    return (change,) if isinstance(change, Merge) else change.merges


@lru_cache(maxsize=2)
def _kept_names(change: Merge | Merges) -> Mapping[str, str]:
    """By tag key the name it is merged into; asked for each note of a vault."""
    return {tag_key(text): merge.into for merge in merges_of(change) for text in merge.tags}


def _merging(merges: Sequence[Merge]) -> str:
    if len(merges) == 1:
        return f"merge {', '.join(merges[0].tags)} into {merges[0].into}"
    told = [f"{_few(merge.tags)} into {merge.into}" for merge in merges[:NAMED]]
    return f"merge {len(merges)} groups: {'; '.join(told)}{'; ...' * (len(merges) > NAMED)}"


def _few(tags: Sequence[str]) -> str:
    more = len(tags) - NAMED
    return ", ".join(tags[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _done(title: str) -> str:
    return title.removeprefix("redo ")


def objection(change: TagChange) -> str:
    """Why a change makes no sense whatever the notes hold; empty when it does."""
    match change:
        case Rename(old, new, _) if old.endswith(BELOW) != new.endswith(BELOW):
            return f"either both names end in {BELOW} or none: {old}, {new}"
        case Rename(old, new, _):
            return _nameless((old, new)) or ("the name stays the same" if old == new else "")
        case Merge() | Merges():
            merges = merges_of(change)
            return _nameless(name for merge in merges for name in (*merge.tags, merge.into)) or _entangled(merges)
        case Delete(tags, _):
            return _nameless(tags)
        case Retag(_, add, remove):
            both = {tag_key(text) for text in add} & {tag_key(text) for text in remove}
            twice = f"a tag cannot be both added and removed: {', '.join(sorted(both))}" if both else ""
            return twice or _nameless((*add, *remove))
        case Mend() | Mends() | Undo():
            return ""
        case _:
            assert_never(change)


def _nameless(names: Iterable[str]) -> str:
    return "" if all(name.removesuffix(BELOW).strip() for name in names) else "a tag needs a name"


def _entangled(merges: Iterable[Merge]) -> str:
    """Which tag stands in several merges: what would become of it would depend on their order."""
    keys = [{tag_key(text): text for text in (*merge.tags, merge.into)} for merge in merges]
    twice = [key for key, count in Counter(key for names in keys for key in names).items() if count > 1]
    away = {tag_key(text) for merge in merges for text in merge.tags if tag_key(text) != tag_key(merge.into)}
    bad = next((key for key in twice if key in away), "")
    return f"it is in two merges: {next(names[bad] for names in keys if bad in names)}" if bad else ""


def touched_keys(change: TagChange, known: Iterable[str]) -> frozenset[str]:
    """The keys, among those of the vault, of the tags that a change takes away or renames."""
    match change:
        case Rename(old, _, children):
            return frozenset(key for key in known if _is_named(key, old, children=children))
        case Merge() | Merges():
            return frozenset(known).intersection(_kept_names(change))
        case Delete(tags, children):
            return frozenset(key for key in known if any(_is_named(key, tag, children=children) for tag in tags))
        case Retag(_, _, remove):
            return frozenset(known) & {tag_key(text) for text in remove}
        case Mend() | Mends() | Undo():
            return frozenset()
        case _:
            assert_never(change)


def note_edit(change: TagChange, tags: Iterable[str]) -> NoteEdit:
    """What a change does to a note that holds `tags`, as they are written there.

    An undo has no such form: raises ValueError.
    """
    keys = {tag_key(text): text for text in tags}
    touched = touched_keys(change, keys)
    match change:
        case Rename(old, new, _):
            renames = {key: _moved(text, old, new) for key, text in keys.items() if key in touched}
        case Merge() | Merges():
            kept = _kept_names(change)
            renames = {key: kept[key] for key in keys if key in kept}
        case Delete():
            return NoteEdit(removals=touched)
        case Retag(_, add, _):
            return NoteEdit(removals=touched, additions=tuple(text for text in add if tag_key(text) not in keys))
        case Mend(_, kind) | Mends(_, kind):
            return NoteEdit(mend=kind)
        case Undo(entry=entry):
            raise ValueError(f"an undo is planned from the journal: {entry}")
        case _:
            assert_never(change)
    return NoteEdit(renames=renames, exact=any(key == tag_key(text) for key, text in renames.items()))


def new_names(change: TagChange, known: Iterable[str]) -> tuple[str, ...]:
    """The names that a change writes, given the tags of the vault as they are shown."""
    match change:
        case Rename() | Merge() | Merges():
            return tuple(dict.fromkeys(note_edit(change, known).renames.values()))
        case Retag(add=add):
            return add
        case Delete() | Mend() | Mends() | Undo():
            return ()
        case _:
            assert_never(change)


def _is_named(key: str, name: str, *, children: bool) -> bool:
    base = tag_key(name.removesuffix(BELOW))
    if name.endswith(BELOW) or children:
        return key.startswith(f"{base}/") or (key == base and not name.endswith(BELOW))
    return key == base


def _moved(text: str, old: str, new: str) -> str:
    """The new name of a tag that is `old` or below it; what is below keeps its own spelling."""
    depth = old.removesuffix(BELOW).count("/") + 1
    return "/".join((new.removesuffix(BELOW), *text.strip().split("/")[depth:]))

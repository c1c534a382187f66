"""What may be done to tags, as values: what each is called, and whether it makes sense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from reme_tui.core.tag_key import tag_key
from reme_tui.core.text.words import counted

BELOW = "/*"
"""Ends a name that stands for every tag below it, but not for the tag itself."""
NAMED = 2
"""Merges, and tags of each, that the title of several merges names one by one."""

_UNDO, _REDO = "undo ", "redo "


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
class Suggested:
    """Tags are added as they were suggested, to each note its own: `notes` are paths, each once, with tags."""

    notes: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The notes that gain tags."""
        return tuple(path for path, _ in self.notes)


@dataclass(frozen=True, slots=True)
class Mend:
    """One kind of problem is put right in some notes."""

    paths: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Undo:
    """What an entry of the journal did is taken back; `title` is that of the entry."""

    entry: str
    title: str

    @property
    def is_redo(self) -> bool:
        """Whether that entry was an undo itself, so that this does again what it took back."""
        return self.title.startswith(_UNDO)


TagChange = Rename | Merge | Merges | Delete | Retag | Suggested | Mend | Undo


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
            return f"{' and '.join(parts)} on {_notes(paths)}"
        case Suggested(((path, tags),)):
            return f"tag {path} as suggested: {', '.join(tags)}"
        case Suggested():
            return f"tag {_notes(change.paths)} as suggested"
        case Mend(paths, kind):
            return f"mend {kind.replace('_', ' ')} in {_notes(paths)}"
        case Undo(title=title):
            return f"{_REDO}{title.removeprefix(_UNDO)}" if change.is_redo else f"{_UNDO}{title.removeprefix(_REDO)}"
        case _:
            assert_never(change)


def for_each_note(change: TagChange) -> Callable[[str], TagChange]:
    """What gives the change that is made to the note at a path: the same for all, unless each has tags of its own."""
    if isinstance(change, Suggested):
        tags = dict(change.notes)
        return lambda path: Retag((path,), add=tags.get(path, ()))
    return lambda _: change


def _notes(paths: Sequence[str]) -> str:
    return paths[0] if len(paths) == 1 else counted(len(paths), "note")


def merges_of(change: Merge | Merges) -> tuple[Merge, ...]:
    """One merge or several, as several."""
    return (change,) if isinstance(change, Merge) else change.merges


def _merging(merges: Sequence[Merge]) -> str:
    if len(merges) == 1:
        return f"merge {', '.join(merges[0].tags)} into {merges[0].into}"
    told = [f"{_few(merge.tags)} into {merge.into}" for merge in merges[:NAMED]]
    return f"merge {len(merges)} groups: {'; '.join(told)}{'; ...' * (len(merges) > NAMED)}"


def _few(tags: Sequence[str]) -> str:
    more = len(tags) - NAMED
    return ", ".join(tags[:NAMED]) + (f" and {more} more" if more > 0 else "")


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
        case Suggested(notes):
            return _nameless(tag for _, tags in notes for tag in tags)
        case Mend() | Undo():
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

"""What a change of tags means for the notes: which tags it touches, what it does to one note, what it writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import assert_never

from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.changes import (
    BELOW,
    Delete,
    Mend,
    Merge,
    Merges,
    Rename,
    Retag,
    Suggested,
    TagChange,
    Undo,
    merges_of,
)
from reme_tui.tidy.edits.note_edit import NoteEdit


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
        case Suggested() | Mend() | Undo():
            return frozenset()
        case _:
            assert_never(change)


def note_edit(change: TagChange, tags: Iterable[str]) -> NoteEdit:
    """What a change does to a note that holds `tags`, as they are written there.

    An undo, and what differs from note to note, have no such form: raises ValueError.
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
        case Mend(_, kind):
            return NoteEdit(mend=kind)
        case Suggested() | Undo():
            raise ValueError(f"not the same for every note: {change}")
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
        case Suggested(notes):
            return tuple(dict.fromkeys(tag for _, tags in notes for tag in tags))
        case Delete() | Mend() | Undo():
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


@lru_cache(maxsize=2)
def _kept_names(change: Merge | Merges) -> Mapping[str, str]:
    """By tag key the name it is merged into; asked for each note of a vault."""
    return {tag_key(text): merge.into for merge in merges_of(change) for text in merge.tags}

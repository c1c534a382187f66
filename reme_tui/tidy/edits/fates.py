"""What an edit means for the tags of a note, before anybody thinks of bytes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from reme_tui.core.frontmatter.block import Scalar
from reme_tui.core.frontmatter.tag_field import damaged_list
from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.edits.fields import Field, Part
from reme_tui.tidy.edits.note_edit import NoteEdit

Fate = tuple[str, ...] | None
"""What comes in the place of a part: None leaves it as it stands, no text drops it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one field is to hold: the fate of each part, and the texts that come after the last.

    `listed` says that a string becomes a list with the same tags.
    """

    fates: tuple[Fate, ...] = ()
    added: tuple[str, ...] = ()
    listed: bool = False

    @property
    def changes(self) -> bool:
        """Whether anything is to be done at all."""
        return self.listed or bool(self.added) or any(fate is not None for fate in self.fates)

    @property
    def empties(self) -> bool:
        """Whether nothing is left of the field."""
        return not self.added and all(fate == () for fate in self.fates)


def wanted(fields: Sequence[Field], edit: NoteEdit) -> tuple[Wanted, ...]:
    """What every field is to hold, in the order of the fields."""
    if edit.mend is not None:
        return tuple(_mended(field, edit.mend) for field in fields)
    fates = [_fates(field.parts, edit) for field in fields]
    added = _added(fields, fates, edit)
    return tuple(Wanted(tuple(own), added if at == 0 else ()) for at, own in enumerate(fates))


def _fates(parts: Sequence[Part], edit: NoteEdit) -> list[Fate]:
    fates: list[Fate] = [None] * len(parts)
    for at, part in enumerate(parts):
        if part.key is None:
            continue
        if part.key in edit.removals:
            fates[at] = ()
        elif part.key in edit.renames:
            new = edit.renames[part.key]
            respelled = part.key == tag_key(new)
            if part.text != new and (edit.exact or not respelled):
                fates[at] = (new,)
    _stand_once({tag_key(new) for new in edit.renames.values()}, parts, fates)
    return fates


def _stand_once(keys: Collection[str], parts: Sequence[Part], fates: list[Fate]) -> None:
    """After a merge each of its tags stands once: where the kept one stood, else at the first hit."""
    holders: dict[str, list[int]] = {}
    for at, part in enumerate(parts):
        key = _key_after(part, fates[at])
        if key is not None and key in keys:
            holders.setdefault(key, []).append(at)
    for key, places in holders.items():
        if all(parts[at].key == key for at in places):
            continue
        kept = next((at for at in places if parts[at].key == key), places[0])
        for at in places:
            if at != kept:
                fates[at] = ()


def _key_after(part: Part, fate: Fate) -> str | None:
    if fate is None:
        return part.key
    return tag_key(fate[0]) if fate else None


def _added(fields: Sequence[Field], fates: Sequence[Sequence[Fate]], edit: NoteEdit) -> tuple[str, ...]:
    """The additions that the note does not hold in any field."""
    held = {
        _key_after(part, fate)
        for field, own in zip(fields, fates, strict=True)
        for part, fate in zip(field.parts, own, strict=True)
    }
    added: dict[str, str] = {}
    for text in edit.additions:
        if tag_key(text) not in held:
            added.setdefault(tag_key(text), text)
    return tuple(added.values())


def _mended(field: Field, kind: str) -> Wanted:
    parts = field.parts
    if kind == "repeated_tag":
        return Wanted(_without_repeats(parts))
    if kind == "comment_item":
        return Wanted(tuple((part.comment,) if part.comment else None for part in parts))
    if kind == "damaged_list" and field.shape == "list":
        return Wanted(tuple(_spread(part) for part in parts))
    becomes_list = (kind, field.shape) in {("string_tags", "string"), ("damaged_list", "damaged")}
    return Wanted((None,) * len(parts), listed=becomes_list)


def _without_repeats(parts: Sequence[Part]) -> tuple[Fate, ...]:
    seen: set[str] = set()
    fates: list[Fate] = []
    for part in parts:
        fates.append(() if part.key in seen else None)
        if part.key is not None:
            seen.add(part.key)
    return tuple(fates)


def _spread(part: Part) -> Fate:
    return damaged_list(part.value) if part.text is not None and isinstance(part.value, Scalar) else None

"""Which frontmatter fields may hold the tags of a vault: pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reme_tui.core.note import Note

MOST_FIELDS = 8


@dataclass(frozen=True, slots=True)
class Field:
    """A frontmatter field that holds tags, or may hold them, in so many notes."""

    name: str
    notes: int
    in_use: bool = False


def fields_of(notes: Iterable[Note], used: Sequence[str]) -> tuple[Field, ...]:
    """Return the fields that hold tags now, those in use, then those that may, most used first."""
    now: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for note in notes:
        now.update({tag.field for tag in note.tags})
        other.update(note.list_keys)
    return (
        *(Field(name, now[name], in_use=True) for name in used if now[name]),
        *(Field(name, count) for name, count in other.most_common(MOST_FIELDS)),
    )

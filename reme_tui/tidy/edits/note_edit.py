"""What is to be done to the tags of one note, and how it is declined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """A change of one note's tags.

    `renames` leads from tag keys to the new text; several keys with one text are a merge, after which the
    tag stands once in every field that held any of them. With `exact`, tags that have the new text's key
    already are respelled too; without it they stay as they stand. `removals` are keys, `additions` texts.
    `mend` is the kind of a problem to be put right, and then stands alone.
    """

    renames: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False
    removals: frozenset[str] = frozenset()
    additions: tuple[str, ...] = ()
    mend: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a note is left alone, in plain words."""

    path: str
    reason: str


class RefusedEditError(Exception):
    """Carries the reason from where an edit turns out to be impossible to where the refusal is made."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

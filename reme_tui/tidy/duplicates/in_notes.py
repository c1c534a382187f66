"""Evidence from the notes under two tags: whether they stand together, link to the same, and mean the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reme_tui.core.path_keys import without_suffix

FEW = 2
"""Notes that each tag must have before their never being together says anything."""
MOST_NAMED = 3
NEAR = 0.2
"""Nearness that is told. Nine in ten pairs of tags of a vault are below 0.15; to be below says little, as notes about
one thing in two languages often are."""


@dataclass(frozen=True, slots=True)
class InNotes:
    """What is known of the notes of two tags, all by vault-relative path.

    `linked` and `others_linked` are notes that those with only the one tag link to or are linked from; `nearness`
    is how near those notes are in meaning: 1 the same, 0 any two of the vault, None where it is not known.
    """

    notes: frozenset[str]
    others: frozenset[str]
    linked: frozenset[str]
    others_linked: frozenset[str]
    nearness: float | None = None

    def sentences(self) -> tuple[str, ...]:
        """What that says about the two being one, for a person; what says nothing is left out."""
        return tuple(self._said())

    def _said(self) -> Iterator[str]:
        if not (self.notes and self.others):
            return
        if self.nearness is not None and self.nearness >= NEAR:
            yield f"notes near in meaning ({self.nearness:.2f})"
        together = len(self.notes & self.others)
        fewer = min(len(self.notes), len(self.others))
        if together == fewer:
            yield "always on the same note" if fewer > 1 else "on the same note"
        elif together:
            yield f"together on {together} of {len(self.notes | self.others)} notes"
        elif fewer >= FEW:
            yield "never together on one note"
        between = (self.linked & self.others) | (self.others_linked & self.notes)
        shared = (self.linked & self.others_linked) - self.notes - self.others
        if between:
            yield "notes of the one link to notes of the other"
        if shared:
            names = [without_suffix(path).rpartition("/")[2] for path in sorted(shared)[:MOST_NAMED]]
            more = f" and {len(shared) - MOST_NAMED} more" if len(shared) > MOST_NAMED else ""
            yield f"both link with {', '.join(names)}{more}"

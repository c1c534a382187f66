"""Which note each passage belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Self

from reme_tui.core.note import Note
from reme_tui.search.arrays import NO_SLOTS, Slots


class Owners:
    """The note of each slot; it only grows.

    Those of the first slots may be given by number among the `paths` of `notes`, and are fetched when asked for; a
    slot that belongs to no note any more may have the number -1.
    """

    def __init__(
        self,
        numbers: Slots = NO_SLOTS,
        *,
        paths: Sequence[str] = (),
        notes: Mapping[str, Note] | None = None,
        later: Iterable[Note] = (),
    ) -> None:
        self._numbers = numbers
        self._paths = paths
        self._notes = notes or {}
        self._later = list(later)

    def __len__(self) -> int:
        return len(self._numbers) + len(self._later)

    def __getitem__(self, slot: int) -> Note:
        stored = len(self._numbers)
        return self._notes[self._paths[self._numbers[slot]]] if slot < stored else self._later[slot - stored]

    def extend(self, notes: Iterable[Note]) -> None:
        """Add the notes of the next slots."""
        self._later += notes

    def first(self, count: int) -> Self:
        """Return a copy that ends after so many slots."""
        stored = len(self._numbers)
        return type(self)(
            self._numbers[:count],
            paths=self._paths,
            notes=self._notes,
            later=islice(self._later, max(count - stored, 0)),
        )

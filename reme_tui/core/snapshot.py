"""One immutable view of a vault, and how the next one is made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reme_tui.core.links.graph import LinkGraph
from reme_tui.core.note import Note, Problem, ReadingRules
from reme_tui.core.tags import TagIndex


@dataclass(frozen=True, slots=True)
class Change:
    """What differs from one view to the next.

    `changed` are notes new or read anew, `removed` paths of notes that went; a path in both is changed. `files` are
    all files that are no notes, `linked` all file links with the notes they lead to, `problems` all that the listing
    of the vault found; None keeps what is known.
    """

    changed: tuple[Note, ...] = ()
    removed: tuple[str, ...] = ()
    files: frozenset[str] | None = None
    linked: Mapping[str, str] | None = None
    problems: tuple[Problem, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The notes of a vault at one moment, with their tags and links.

    What it holds depends on the notes alone, not on the history that led to them; only `generation` counts changes.
    """

    generation: int
    notes: Mapping[str, Note]
    tags: TagIndex
    links: LinkGraph
    listing_problems: tuple[Problem, ...] = field(default=())

    @classmethod
    def empty(cls, rules: ReadingRules) -> Snapshot:
        """Return a vault without notes, of generation 0."""
        return cls(generation=0, notes={}, tags=TagIndex(), links=LinkGraph.empty(rules))

    def evolve(self, change: Change) -> Snapshot:
        """Return the next view; this one stays as it is."""
        coming = {note.path: note for note in change.changed}
        leaving = {path for path in change.removed if path in self.notes and path not in coming}
        notes = {**self.notes, **coming}
        for path in leaving:
            del notes[path]
        return Snapshot(
            generation=self.generation + 1,
            notes=notes if coming or leaving else self.notes,
            tags=self.tags.evolve(coming.values(), leaving),
            links=self.links.evolve(coming.values(), leaving, files=change.files, linked=change.linked),
            listing_problems=self.listing_problems if change.problems is None else change.problems,
        )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems of the notes and of the listing, by path and line. Looks at every note."""
        own = (problem for note in self.notes.values() for problem in note.problems)
        found = {*own, *self.listing_problems}
        return tuple(sorted(found, key=lambda problem: (problem.path, problem.line, problem.kind, problem.message)))

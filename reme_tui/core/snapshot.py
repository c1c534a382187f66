"""One immutable view of a vault, and how the next one is made from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from reme_tui.core.layered import Layered
from reme_tui.core.links.graph import LinkGraph
from reme_tui.core.note import Note, Problem
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.tags import TagIndex

_PATH = attrgetter("path")
_ORDER = attrgetter("line", "kind", "message")


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
    `problems` are all of the notes and of the listing, by path and line.
    """

    generation: int
    notes: Layered[str, Note]
    tags: TagIndex
    links: LinkGraph
    listing_problems: tuple[Problem, ...] = field(default=())
    problems: tuple[Problem, ...] = field(default=())

    @classmethod
    def empty(cls, rules: ReadingRules) -> Snapshot:
        """Return a vault without notes, of generation 0."""
        return cls(generation=0, notes=Layered(), tags=TagIndex(), links=LinkGraph.empty(rules))

    def evolve(self, change: Change) -> Snapshot:
        """Return the next view, at the cost of what changes; this one stays as it is."""
        coming = {note.path: note for note in change.changed}
        leaving = {path for path in change.removed if path in self.notes and path not in coming}
        notes = self.notes.changed(coming, leaving)
        listed = self.listing_problems if change.problems is None else change.problems
        return Snapshot(
            generation=self.generation + 1,
            notes=notes,
            tags=self.tags.evolve(coming.values(), leaving),
            links=self.links.evolve(coming.values(), leaving, files=change.files, linked=change.linked),
            listing_problems=listed,
            problems=self._problems_after(notes, {*coming, *leaving}, listed),
        )

    def _problems_after(
        self, notes: Mapping[str, Note], touched: Collection[str], listed: tuple[Problem, ...]
    ) -> tuple[Problem, ...]:
        """Return all problems, those of paths that are not `touched` as they were."""
        paths = {path for path in touched for held in (self.notes, notes) if path in held and held[path].problems}
        if listed != self.listing_problems:
            paths.update(problem.path for problem in (*listed, *self.listing_problems))
        if not paths:
            return self.problems
        found: dict[str, set[Problem]] = {path: set() for path in paths}
        for problem in listed:
            if problem.path in found:
                found[problem.path].add(problem)
        merged: list[Problem] = []
        at = 0
        for path in sorted(paths):
            start = bisect_left(self.problems, path, lo=at, key=_PATH)
            merged += self.problems[at:start]
            own = notes[path].problems if path in notes else ()
            merged += sorted(found[path].union(own), key=_ORDER)
            at = bisect_right(self.problems, path, lo=start, key=_PATH)
        return (*merged, *self.problems[at:])

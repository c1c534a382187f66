"""Near-duplicate tags of one vault: found, explained by its notes, and kept apart where somebody says so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from reme_tui.config import Config
from reme_tui.core.tag_key import tag_key

if TYPE_CHECKING:
    from reme_tui.core.links.graph import LinkGraph
    from reme_tui.core.note import Problem
    from reme_tui.core.tags import TagIndex
    from reme_tui.indexing.state import State
    from reme_tui.tidy.duplicates.find import Duplicates
    from reme_tui.tidy.duplicates.tag_names import Pair, Progress, TagNames
    from reme_tui.tidy.edits.note_edit import Refusal

NOTES_COMPARED = 500
"""Notes of a tag whose links are looked at."""


class NearDuplicates:
    """What is asked about near-duplicate tags; each answer is from the state of its moment.

    `state` gives that state, or raises when nothing was read yet; what it raises goes through.
    Calls may come from any thread and block; `find` keeps what it has compared, so that a call after a change costs
    what changed.
    """

    def __init__(self, config: Config, state: Callable[[], State]) -> None:
        from reme_tui.tidy.duplicates.decisions import DecisionBook

        self._state = state
        self._book = DecisionBook(config.vault)
        self._names: TagNames | None = None
        self._finding = threading.Lock()

    def find(self, progress: Progress | None = None) -> Duplicates:
        """The near-duplicates of now, tags as they are shown. `progress(done, total)` may raise to stop the work."""
        from reme_tui.tidy.duplicates.find import duplicates_among
        from reme_tui.tidy.duplicates.tag_names import TagNames

        tags = self._state().snapshot.tags
        notes = {row.tag: row.files for row in tags.rows()}
        decided = self._book.read()
        apart = {frozenset(map(tags.shown, pair)) for pair in decided.distinct}
        with self._finding:
            names = (self._names or TagNames()).become(notes.keys(), progress)
            self._names = names
        return duplicates_among(names, notes, distinct=apart, aliases=decided.aliases)

    def notes_evidence(self, keep: str, tag: str) -> tuple[str, ...]:
        """What the notes of two tags say about their being one, in sentences; none where they say nothing."""
        from reme_tui.tidy.duplicates.in_notes import InNotes

        state = self._state()
        tags = state.snapshot.tags
        notes, others = (tags.paths(tag_key(text)) for text in (keep, tag))
        alone = (notes - others, others - notes)
        linked, others_linked = (_linked(some, state.snapshot.links) for some in alone)
        return InNotes(notes, others, linked, others_linked, state.engine.nearness(*alone)).sentences()

    def explained(self, found: Duplicates) -> Duplicates:
        """The same with what the notes say behind the reasons of each pair."""

        def with_notes(pair: Pair) -> Pair:
            return replace(pair, why=(*pair.why, *self.notes_evidence(pair.a, pair.b)))

        return replace(found, pairs=tuple(map(with_notes, found.pairs)))

    @property
    def kept_apart(self) -> tuple[tuple[str, str], ...]:
        """The pairs of tags of this vault that are kept apart, as they are shown."""
        tags = self._state().snapshot.tags
        return tuple(sorted(_shown(pair, tags) for pair in self._book.read().distinct if all(map(tags.row, pair))))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Lines of the vault's two files of decisions that say nothing; they are left as they are."""
        return self._book.read().problems

    def keep_apart(self, tags: Collection[str], apart_from: str) -> Refusal | None:
        """Remember that each of `tags` is not `apart_from`. None when it is written, else why it is not."""
        return self._book.keep_apart([(apart_from, tag) for tag in tags])

    def take_back(self, tags: Collection[str], apart_from: str) -> Refusal | None:
        """Forget that again. None when it is out, else why it is not."""
        return self._book.take_back([(apart_from, tag) for tag in tags])


def _linked(paths: Collection[str], links: LinkGraph) -> frozenset[str]:
    """What notes link to, and what links to them: the paths of notes."""
    some = sorted(paths)[:NOTES_COMPARED]
    ends = (end for path in some for end in (*links.links_out(path), *links.links_in(path)))
    return frozenset(end.path for end in ends if end.kind == "note")


def _shown(pair: Collection[str], tags: TagIndex) -> tuple[str, str]:
    one, other = sorted(map(tags.shown, pair))
    return one, other

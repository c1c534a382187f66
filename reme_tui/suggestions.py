"""Tag suggestions of one vault: asked for some notes, from the state of that moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reme_tui.config import Config

if TYPE_CHECKING:
    from reme_tui.indexing.state import State
    from reme_tui.search.tag_suggestions.suggest import Suggester
    from reme_tui.search.tag_suggestions.values import NoteSuggestions

Progress = Callable[[int, int], None]
"""Told how many notes of how many are done; may raise to stop the work."""


class Suggestions:
    """What is suggested to somebody who asks; nothing is worked out before.

    `state` gives the state of now, or raises when nothing was read yet; what it raises goes through. Calls may come
    from any thread and block. What is known of names and habits is kept until the vault changes.
    """

    def __init__(self, config: Config, state: Callable[[], State]) -> None:
        self._config = config
        self._state = state
        self._kept: tuple[State, Sequence[Sequence[str]], Suggester] | None = None

    def for_notes(
        self, paths: Sequence[str], *, words_only: bool = False, progress: Progress | None = None
    ) -> tuple[NoteSuggestions, ...]:
        """Return what is suggested for each of `paths`; those that are no notes of the vault are left out."""
        state = self._state()
        suggester = self._suggester(state)
        notes = [path for path in paths if path in state.snapshot.notes]
        found = []
        for done, path in enumerate(notes, start=1):
            found.append(suggester.suggest(path, words_only=words_only))
            if progress:
                progress(done, len(notes))
        return tuple(found)

    def _suggester(self, state: State) -> Suggester:
        from reme_tui.search.tag_suggestions.names import TagNames
        from reme_tui.search.tag_suggestions.suggest import Suggester
        from reme_tui.tidy.duplicates.decisions import DecisionBook

        aliases = DecisionBook(self._config.vault).read().aliases
        kept = self._kept
        if kept and kept[0] is state and kept[1] == aliases:
            return kept[2]
        before = kept[2].names if kept else None
        names = TagNames(state.snapshot.tags.rows(), aliases, before=before)
        suggester = Suggester(state.snapshot, state.engine.index, names, read=state.reader(self._config.vault))
        self._kept = (state, aliases, suggester)
        return suggester

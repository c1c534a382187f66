"""Naming a note by a part of its path or title, in the palette."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.messages.browsing import WhyWanted

if TYPE_CHECKING:
    from reme_tui.core.note import Note
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.ui.screens.browse import BrowseScreen

MOST = 30
"""How many notes are offered."""


def notes_named(snapshot: Snapshot, text: str) -> list[Note]:
    """Return the notes whose path or title holds every word of `text` in any case, those whose file does first."""
    words = text.casefold().split()
    found = (note for note in snapshot.notes.values() if _holds(f"{note.path} {note.title}", words))
    return sorted(found, key=lambda note: (not _holds(note.path.rpartition("/")[2], words), note.path))[:MOST]


def _holds(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


class NoteProvider(Provider):
    """Offers notes to be explained."""

    @property
    def _browse(self) -> BrowseScreen:
        return cast("BrowseScreen", cast("Any", self.app).browse)

    def _row(self, path: str, title: str) -> Content:
        return Content.assemble((shown(path), "$reme-text"), "  ", (shown(title), "$reme-dim"))

    def _explain(self, path: str) -> partial[bool]:
        return partial(self._browse.post_message, WhyWanted(path))

    async def discover(self) -> Hits:
        """The hits."""
        for row in self._browse.hits.rows[:MOST]:
            yield DiscoveryHit(self._row(row.path, row.hit.note.title), self._explain(row.path), text=row.path)

    async def search(self, query: str) -> Hits:
        """The notes that are meant, in order; a path that is none can be asked about too."""
        snapshot = self._browse.snapshot
        found = await asyncio.to_thread(notes_named, snapshot, query) if snapshot else []
        for at, (path, title) in enumerate(self._named(query, found)):
            yield Hit(1 - at / 100, self._row(path, title), self._explain(path), text=path)

    def _named(self, query: str, found: list[Note]) -> Iterator[tuple[str, str]]:
        yield from ((note.path, note.title) for note in found)
        if not found:
            yield query, "no note is named so"


def note_finder() -> CommandPalette:
    """Return the screen on which a note is named."""
    return CommandPalette(providers=[NoteProvider], placeholder="explain the note whose path or title holds…")

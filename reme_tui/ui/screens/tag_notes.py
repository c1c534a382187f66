"""The notes under one tag, to look at before it is folded into another."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.reactive import reactive

from reme_tui.core.query.query import Query, Scope
from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.messages.browsing import Answered, HitSelected
from reme_tui.ui.notes.place import walk_of
from reme_tui.ui.screens.parts.finds_neighbours import UnfoldsHits
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.hit_list import HitList
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.line import Line

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.ui.notes.place import ReadingWalk
    from reme_tui.ui.screens.browse import BrowseScreen

MOST = 500
"""Notes listed, the newest first."""


class TagNotesHead(Line):
    """The tag, and how many notes hold it."""

    results: reactive[Results | None] = reactive(None)

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._tag = tag

    def left(self) -> list[Span]:
        """The tag and the count."""
        inks, results = ink(self), self.results
        spans: list[Span] = [("  ", inks.dim), ("NOTES", inks.dim + BOLD), ("  ", inks.dim)]
        spans.append((cut(shown(self._tag), max(12, self.size.width - 44)), inks.strong + BOLD))
        if results:
            spans.append((f"   {counted(len(results.hits), 'note')}", inks.dim))
            if results.total_notes > MOST:
                spans.append((f", the newest of {results.total_notes:,}", inks.faint))
        return spans


class TagNotes(HitList, inherit_bindings=False):
    """The notes, each as a hit without a query."""

    BINDINGS = bindings_of("hits", "marks", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("hits", "marks", "notes", "list", "app")

    def walk(self) -> ReadingWalk:
        """The notes under the tag."""
        return walk_of((row.hit for row in self.rows), self.entry.hit.path if self.entry else "")


class TagNotesScreen(UnfoldsHits, inherit_bindings=False):
    """Lists the notes that hold `tag`, with `spelled` only those that write it so; they are read from here."""

    BINDINGS = bindings_of("notes")
    AUTO_FOCUS = "#tag-notes"

    asked: reactive[Query] = reactive(Query())

    def __init__(self, browse: BrowseScreen, tag: str, *, spelled: bool) -> None:
        super().__init__()
        self.workspace = browse.workspace
        self._browse = browse
        self._tag, self._spelled = tag, spelled

    def compose(self) -> ComposeResult:
        """Head, notes, keys."""
        yield TagNotesHead(self._tag)
        notes = TagNotes(id="tag-notes")
        notes.asked = Query(scope=Scope(tags=(self._tag,)))
        yield notes
        yield KeyLine(TagNotes.PLACES, id="keys")

    def on_mount(self) -> None:
        """Look again whenever the vault has changed."""
        self.watch(self._browse, "snapshot", self._look)

    def _look(self) -> None:
        self._list()

    @work(group="tag-notes", exclusive=True)
    async def _list(self) -> None:
        self.post_message(Answered(0, await asyncio.to_thread(self._found), None))

    def _found(self) -> Results:
        results = self.workspace.search(Query(scope=Scope(tags=(self._tag,))), limit=MOST)
        if not self._spelled:
            return results
        hits = tuple(hit for hit in results.hits if any(tag.text == self._tag for tag in hit.note.tags))
        return replace(results, hits=hits)

    def on_answered(self, message: Answered) -> None:
        """Show the notes."""
        message.stop()
        self.query_one(TagNotes).results = message.results
        self.query_one(TagNotesHead).results = message.results

    def on_hit_selected(self, message: HitSelected) -> None:
        """Where the cursor is here is of no matter elsewhere."""
        message.stop()

    def action_leave(self) -> None:
        """Go back to the group."""
        leave(self)

    async def step_out(self) -> None:
        """Go back to the group."""
        leave(self)

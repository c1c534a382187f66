"""The note under the cursor beside the hits, where the terminal is wide enough."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import var

from reme_tui.core.query.query import Query
from reme_tui.ui.asking.notices import unreadable_note
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.messages.browsing import NoteRead
from reme_tui.ui.notes.page import NoPage, open_note
from reme_tui.ui.notes.place import Stop, passage_of
from reme_tui.ui.widgets.note_head import HeadFacts, NoteHead
from reme_tui.ui.widgets.note_view import NoteView

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.workspace import Workspace

PAUSE = 0.06
"""Seconds the cursor must rest on a hit before its note is read."""


class NoteBeside(NoteView, can_focus=False):
    """The text in the pane: scrolled by the mouse, read in full on its own screen."""

    PLACES = ()


class NotePane(Vertical):
    """Follows the selection; reads nothing while it is not shown."""

    selected: var[str] = var("")
    results: var[Results | None] = var(None)

    def __init__(self, workspace: Workspace, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._workspace = workspace
        self._asked = Query()

    def compose(self) -> ComposeResult:
        """Head and text."""
        yield NoteHead()
        yield NoteBeside(id="beside")

    def watch_selected(self) -> None:
        """The cursor is on another hit."""
        self._follow()

    def watch_results(self) -> None:
        """The same note may be another, or have other matches."""
        self._follow()

    def on_resize(self) -> None:
        """Read the note when the pane comes into sight."""
        view = self.query_one(NoteView)
        if view.page is None or view.page.path != self.selected:
            self._follow()

    def _follow(self) -> None:
        if self.is_mounted and self.display and self.size.width:
            self._open(self.selected)

    @work(group="pane", exclusive=True)
    async def _open(self, path: str) -> None:
        await asyncio.sleep(PAUSE)
        if not path:
            self.post_message(NoteRead(NoPage("", ""), Stop("")))
            return
        results, cells = self.results, self.query_one(NoteView).line_width
        asked = results.query if results else Query()
        page = await asyncio.to_thread(open_note, self._workspace, path, query=asked, cells=cells)
        self.post_message(NoteRead(page, Stop(path, passage_of(results.hits if results else (), path, asked))))

    def on_note_read(self, message: NoteRead) -> None:
        """Show the note, at the passage unless it is shown already."""
        message.stop()
        page, view = message.page, self.query_one(NoteView)
        if page.path != self.selected:
            return
        asked = self.results.query if self.results else Query()
        if isinstance(page, NoPage):
            view.clear(unreadable_note(page.reason, ink(self)) if page.reason else ())
            self.query_one(NoteHead).facts = HeadFacts(page.path)
            return
        if view.page and view.page.path == page.path and asked == self._asked:
            view.show_again(page, row=view.top_row)
        else:
            view.show(page, passage=message.stop_at.passage)
        self._asked = asked
        self.query_one(NoteHead).facts = HeadFacts(page.path, page.note, page.changed)

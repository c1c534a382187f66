"""Reading a note: its source, the notes linked to it, and the way from hit to hit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from reme_tui.core.query.query import Query
from reme_tui.core.text.words import counted
from reme_tui.ui.asking.notices import unreadable_note
from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.messages.browsing import EditWanted, NeighboursFound, NoteRead, ReadWanted
from reme_tui.ui.notes.page import NoPage, NotePage, open_note
from reme_tui.ui.notes.place import NO_PASSAGE, ReadingWalk, Stop, passage_of, walk_of
from reme_tui.ui.screens.parts.fits_size import FitsSize
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.screens.parts.note_actions import NoteActions
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.neighbour_list import LinkedHead, NeighbourList
from reme_tui.ui.widgets.note_fields import NoteFields
from reme_tui.ui.widgets.note_head import HeadFacts, NoteHead
from reme_tui.ui.widgets.note_view import NoteView
from reme_tui.ui.widgets.rendered_note import LIMIT, RenderedNote, can_render
from reme_tui.ui.widgets.result_line import ResultLine

if TYPE_CHECKING:
    from reme_tui.ui.screens.browse import BrowseScreen


class ReadScreen(NoteActions, FitsSize[ReadingWalk], inherit_bindings=False):
    """One note at a time, on a walk from hit to hit or the like; answers with the place on it that it was left at."""

    BINDINGS = bindings_of("read")
    AUTO_FOCUS = "#note"

    def __init__(
        self, browse: BrowseScreen, path: str, *, line: int = 0, walk: ReadingWalk | None = None, via: str = ""
    ) -> None:
        super().__init__()
        self.workspace = browse.workspace
        self._browse = browse
        self.hits = browse.results.hits if browse.results else ()
        self.asked = browse.results.query if browse.results else Query()
        self.walk = walk or walk_of(self.hits, via or path)
        self.path = path
        self.trail: list[Stop] = [Stop(via)] if via else []
        self._first = Stop(path, (line, line) if line else NO_PASSAGE)

    def compose(self) -> ComposeResult:
        """Head, text, linked notes, keys."""
        yield NoteHead(id="note-head")
        with Horizontal(id="read-body"):
            yield NoteView(id="note")
            with Vertical(id="linked"):
                yield NoteFields(id="fields")
                yield LinkedHead()
                yield NeighbourList(id="neighbours")
        yield ResultLine(place="read", undoes=False, id="result")
        yield KeyLine(("read", "app"), id="keys")

    def on_mount(self) -> None:
        """Open the note once there is a width to wrap it for."""
        self.watch(self._browse, "snapshot", self._vault_changed, init=False)
        self.watch(self.view, "match", self._show_head)
        self.call_after_refresh(self._go, self._first)

    @property
    def view(self) -> NoteView:
        """The note's source."""
        return self.query_one(NoteView)

    # Opening a note

    def _go(self, stop: Stop) -> None:
        """Open a note at a place: without one, at the passage that made it a hit."""
        self.path = stop.path
        if stop.passage == NO_PASSAGE and stop.row is None:
            stop = replace(stop, passage=passage_of(self.hits, stop.path, self.asked))
        self._open(stop)

    @work(group="note", exclusive=True)
    async def _open(self, stop: Stop) -> None:
        cells = self.view.line_width
        page = await asyncio.to_thread(open_note, self.workspace, stop.path, query=self.asked, cells=cells)
        self.post_message(NoteRead(page, stop))

    async def on_note_read(self, message: NoteRead) -> None:
        """Show the note, unless another one has been asked for since."""
        message.stop()
        page, stop = message.page, message.stop_at
        if page.path != self.path:
            return
        if self.view.page is None or self.view.page.path != page.path:
            await self._show_source()
        if isinstance(page, NoPage):
            self.view.clear(unreadable_note(page.reason, ink(self)))
        elif stop.row is None:
            self.view.show(page, passage=stop.passage)
        else:
            self.view.show_again(page, row=stop.row)
        self.find_neighbours(self.path, self.asked.scope)
        self.query_one(NoteFields).fields = page.fields if isinstance(page, NotePage) else ()
        self._show_head()

    def _vault_changed(self) -> None:
        """Read the note again where its file is another by now; its neighbours may have changed in any case."""
        page, state = self.view.page, self.workspace.state
        note = state.snapshot.notes.get(self.path) if state else None
        if page is None or note is None or note is not page.note:
            self._open(Stop(self.path, NO_PASSAGE, self.view.top_row))
        else:
            self.find_neighbours(self.path, self.asked.scope)

    def on_neighbours_found(self, message: NeighboursFound) -> None:
        """List the linked notes, unless another note is read by now."""
        message.stop()
        if message.path == self.path:
            self.query_one(LinkedHead).neighbours = message.neighbours
            linked = self.query_one(NeighbourList)
            linked.show(message.neighbours)
            self.set_class(not linked.rows, "-alone")

    def _show_head(self) -> None:
        page = self.view.page
        self.query_one(NoteHead).facts = HeadFacts(
            self.path,
            note=page.note if page else None,
            changed=bool(page and page.changed),
            position=" · ".join(part for part in (self._walk_position(), self._match_position(page)) if part),
        )

    def _walk_position(self) -> str:
        if self.walk.at is None:
            return ""
        place = f"{self.walk.noun} {self.walk.at + 1} of {len(self.walk.stops)}"
        return f"{counted(len(self.trail), 'step')} from {place}" if self.trail else place

    def _match_position(self, page: NotePage | None) -> str:
        if page is None or not (self.asked.text or self.asked.phrases):
            return ""
        if self.view.match is None:
            return f"{len(page.marks):,} matched" if page.marks else "no word matched"
        return f"match {self.view.match + 1:,} of {len(page.marks):,}"

    # What the keys do

    def on_read_wanted(self, message: ReadWanted) -> None:
        """Follow a link."""
        message.stop()
        self.trail.append(Stop(self.path, self.view.passage, self.view.top_row))
        self._go(Stop(message.path, (message.line, message.line) if message.line else NO_PASSAGE))

    def action_follow(self, number: str = "") -> None:
        """Follow the link with a number; without one, go to the list of links."""
        linked = self.query_one(NeighbourList)
        if number:
            linked.follow(int(number) - 1)
        else:
            linked.focus()

    def action_trail_back(self) -> None:
        """Return to the note a link was followed from."""
        if self.trail:
            self._go(self.trail.pop())

    async def action_next_match(self) -> None:
        """Look at the next matched word, in the source."""
        await self._show_source()
        self.view.go_to_match(1)

    async def action_previous_match(self) -> None:
        """Look at the matched word before, in the source."""
        await self._show_source()
        self.view.go_to_match(-1)

    def action_next_hit(self) -> None:
        """Read the next hit."""
        self._go_to_hit(1)

    def action_previous_hit(self) -> None:
        """Read the hit before."""
        self._go_to_hit(-1)

    def _go_to_hit(self, step: int) -> None:
        walk = self.walk.moved(step)
        if walk and walk.stop:
            self.walk = walk
            self.trail.clear()
            self._go(walk.stop)

    async def action_rendered(self) -> None:
        """Show the note as rendered Markdown, or its source again."""
        page = self.view.page
        if page is None or not self.view.display:
            await self._show_source()
        elif can_render(page.source):
            self.view.display = False
            fields = page.fields if self.has_class("-narrow") else ()  # else they stand beside it
            await self.query_one("#read-body").mount(RenderedNote(page.source, fields, id="rendered"), before=0)
            self.query_one("#rendered").focus()
        else:
            self.notify(f"too long to be rendered: more than {LIMIT}", markup=False, timeout=4)

    async def _show_source(self) -> None:
        if not self.view.display:
            await self.query("#rendered").remove()
            self.view.display = True
            self.view.focus()

    def action_edit(self) -> None:
        """Open the note in the editor, at the line looked at."""
        self.post_message(EditWanted(self.path, self.view.line))

    def action_leave(self) -> None:
        """Go back to the hits."""
        leave(self, self.walk)

    async def step_out(self) -> None:
        """Go back to the hits."""
        self.action_leave()

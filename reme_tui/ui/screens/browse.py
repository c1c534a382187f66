"""The first screen: tags at the left, the question above, the hits below it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import var
from textual.widget import Widget

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.asking import notices
from reme_tui.ui.asking.answer import Answers
from reme_tui.ui.asking.scopes import merged, toggle_untagged, without_last_chip
from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.messages import browsing as messages
from reme_tui.ui.screens.parts.fits_size import NARROW, FitsSize
from reme_tui.ui.screens.parts.holds_duplicates import HoldsDuplicates
from reme_tui.ui.screens.parts.note_beside import NoteBeside
from reme_tui.ui.widgets.chips import Chips
from reme_tui.ui.widgets.filter_bar import FilterBar
from reme_tui.ui.widgets.hit_list import HitList
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.query_bar import QueryBar, QueryField, words_of
from reme_tui.ui.widgets.result_line import ResultLine
from reme_tui.ui.widgets.status import StatusLine
from reme_tui.ui.widgets.summary import Summary
from reme_tui.ui.widgets.tag_list import TagList
from reme_tui.ui.widgets.tag_pane import TagHead, TagPane

if TYPE_CHECKING:
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.search.results import Results
    from reme_tui.workspace import Workspace

PAUSE = 0.03
"""Seconds a key waits for the next one before a search begins."""


class BrowseScreen(HoldsDuplicates, NoteBeside, FitsSize[None], inherit_bindings=False):
    """Holds what is asked and what was answered; the widgets show it and ask for changes by messages."""

    BINDINGS = bindings_of("browse")
    AUTO_FOCUS = "#query"

    # Not `reactive`, which would have the whole screen painted for each of them: the widgets show what has changed.
    snapshot: var[Snapshot | None] = var(None)
    asked: var[Query] = var(Query())
    results: var[Results | None] = var(None)
    selected: var[str] = var("")
    focused: var[Widget | None] = var(None)

    def __init__(self, workspace: Workspace, asked: Query) -> None:
        super().__init__()
        self.workspace = workspace
        self.complete, self.trouble = False, ""
        self._facts = messages.Facts(workspace.name)
        self._serial, self._answers = 0, Answers(workspace)
        self.set_reactive(BrowseScreen.asked, asked)

    def compose(self) -> ComposeResult:
        """Top line, sidebar, question, hits, keys."""
        cls, today = BrowseScreen, self.workspace.today()
        yield StatusLine(id="status")
        with Horizontal(id="body"):
            with TagPane(id="tag-pane"):
                yield TagHead()
                yield TagList(id="tags").data_bind(cls.snapshot, cls.asked)
            with Vertical(id="main"):
                yield QueryBar(self.asked, today)
                yield ProposalList(id="proposals").data_bind(cls.snapshot)
                with FilterBar(id="filter-bar"):
                    yield Chips(today, id="chips").data_bind(cls.asked)
                yield Summary(id="summary").data_bind(cls.results)
                yield HitList(id="hits").data_bind(cls.results, cls.asked)
        yield ResultLine(id="result")
        yield KeyLine(("browse", "app"), id="keys")

    def on_mount(self) -> None:
        """Show the first state."""
        self.query_one(StatusLine).facts = self._facts
        self._show_notice()
        self.call_after_refresh(self.add_note_pane)

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Style nothing again when it is shown first: the parts have just been mounted."""
        event.refresh_styles = self.stack_updates > 0

    def on_resize(self, event: events.Resize) -> None:
        """Keep the focus where it is seen when the sidebar becomes an overlay, or none any more."""
        if (event.size.width < NARROW) != self.has_class("-narrow"):
            self.query_one(TagPane).keep_focus_in_sight()

    @property
    def hits(self) -> HitList:
        """The list of hits."""
        return self.query_one(HitList)

    @property
    def tags(self) -> TagList:
        """The list of tags."""
        return self.query_one(TagList)

    def on_loaded(self, message: messages.Loaded) -> None:
        """Show what has been read, and answer again from it."""
        self.trouble = message.facts.trouble
        self.complete = message.complete
        self.query_one(Summary).complete = message.complete
        known = self._facts
        self._facts = message.facts._replace(without_meaning=known.without_meaning, duplicates=known.duplicates)
        self.query_one(StatusLine).facts = self._facts
        if message.changed:
            self.snapshot = message.snapshot
            self.search()
        self._show_notice()

    def on_vault_trouble(self, message: messages.VaultTrouble) -> None:
        """Say that the vault cannot be read; what was read before stays."""
        self.trouble = message.reason
        self._facts = self._facts._replace(progress=None, checking=False, trouble=message.reason)
        self.query_one(StatusLine).facts = self._facts
        if self.snapshot is None:
            self._show_notice()
        else:
            self.notify(message.reason, severity="error", markup=False)

    def watch_asked(self) -> None:
        """Answer another question."""
        self.search()

    def search(self) -> None:
        """Answer the question anew, from the state of the moment."""
        if self.is_mounted and self.workspace.state is not None:
            self._serial += 1
            self._answer(self._serial, self.asked)

    @work(group="search", exclusive=True)
    async def _answer(self, serial: int, asked: Query) -> None:
        """Wait for a pause in typing, search in a thread; cancelled as soon as another question comes."""
        await asyncio.sleep(PAUSE)
        results, counts = await self._answers.to(asked, unfinished=self.query_one(QueryField).ends_in_word)
        self.post_message(messages.Answered(serial, results, counts))

    def on_answered(self, message: messages.Answered) -> None:
        """Show the answer, unless another question has been asked since."""
        from reme_tui.search.results import UNKNOWN_WORDS

        if message.serial != self._serial:
            return
        self.results = message.results
        self.tags.counts = message.counts
        self._facts = self._facts._replace(without_meaning=message.results.without_meaning not in ("", UNKNOWN_WORDS))
        self.query_one(StatusLine).facts = self._facts
        self._show_notice()

    def on_scope_wanted(self, message: messages.ScopeWanted) -> None:
        """Ask within another scope."""
        self.asked = replace(self.asked, scope=message.scope)

    def on_scope_added(self, message: messages.ScopeAdded) -> None:
        """Ask within a scope that holds what was typed besides."""
        self.asked = replace(self.asked, scope=merged(self.asked.scope, message.scope))

    def on_words_typed(self, message: messages.WordsTyped) -> None:
        """Ask for other words."""
        self.asked = replace(message.words, scope=self.asked.scope, order=self.asked.order)

    def on_order_wanted(self) -> None:
        """Ask for the hits in the other order."""
        self.asked = replace(self.asked, order="best" if self.asked.order == "newest" else "newest")

    def on_more_wanted(self) -> None:
        """Show more hits of the same answer, as far as they go."""
        if self._answers.grow():
            self.search()

    def on_last_chip_dropped(self) -> None:
        """Take the last chip away."""
        self.asked = replace(self.asked, scope=without_last_chip(self.asked.scope))

    def on_hits_wanted(self) -> None:
        """Go to the hits."""
        self.hits.focus()

    def on_hit_selected(self, message: messages.HitSelected) -> None:
        """Remember the note under the cursor."""
        self.selected = message.path

    def _show_notice(self) -> None:
        config = self.workspace.config
        view = notices.View(self.snapshot, self.results, self.complete, self.trouble, str(config.vault))
        self.hits.notice = notices.hits_notice(view, ink(self))
        self.tags.notice = notices.tags_notice(view, config.reading.tag_fields, ink(self))

    def action_query(self) -> None:
        """Go to the query line."""
        self.query_one(QueryField).focus()

    def action_tags(self) -> None:
        """Go to the tags; on a narrow screen, open them over the hits or close them."""
        pane = self.query_one(TagPane)
        if self.has_class("-narrow") and pane.close_overlay():
            self.hits.focus()
        else:
            pane.open_overlay()

    async def action_dates(self) -> None:
        """Open the line dates are typed in."""
        await self.query_one(FilterBar).open_dates(self.asked.scope, self.workspace.today())

    def action_undated(self) -> None:
        """Within dates, let undated notes in or leave them out."""
        scope = self.asked.scope
        if scope.since or scope.until:
            self.asked = replace(self.asked, scope=replace(scope, undated=not scope.undated))

    def action_untagged(self) -> None:
        """Ask for notes without a tag, or no longer."""
        self.asked = replace(self.asked, scope=toggle_untagged(self.asked.scope))

    def action_clear(self) -> None:
        """Drop every filter."""
        self.asked = replace(self.asked, scope=Scope())

    def action_accept(self) -> None:
        """Search for what is offered instead."""
        if self.results and (offered := notices.offered_by(self.results)):
            self.query_one(QueryField).replace_text(words_of(offered.query))

    async def step_out(self) -> None:
        """One step out of where the focus is."""
        pane = self.query_one(TagPane)
        if self.focused is self.hits:
            self.hits.action_fold()
        elif await pane.close_filter():
            return
        pane.close_overlay()
        self.hits.focus()
        await self.query_one(FilterBar).close_dates()

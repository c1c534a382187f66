"""What was changed in this vault, newest first, and taking it back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.message import Message

from reme_tui.core.text.words import counted, said_by
from reme_tui.ui.drawing.lines import Span, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.screens.parts.fits_size import FitsSize
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.screens.parts.tells_results import TellsResults
from reme_tui.ui.widgets.history_list import HistoryList
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.result_line import ResultLine

if TYPE_CHECKING:
    from reme_tui.tidy.cleanup import Cleanup
    from reme_tui.tidy.journal_records import Entry
    from reme_tui.workspace import Workspace


class HistoryRead(Message):
    """The entries, newest first; `damaged` lines of the journal were passed over, `trouble` says why none are known."""

    def __init__(self, entries: tuple[Entry, ...], damaged: int = 0, trouble: str = "") -> None:
        super().__init__()
        self.entries = entries
        self.damaged = damaged
        self.trouble = trouble


class HistoryHead(Line):
    """How many changes there are."""

    damaged = 0

    def left(self) -> list[Span]:
        """The count, and what could not be read."""
        inks, entries = ink(self), self.screen.query_one(HistoryList).entries
        spans: list[Span] = [(" ", inks.dim), ("HISTORY", inks.dim + BOLD)]
        if entries:
            spans.append((f" {len(entries):,}", inks.faint))
        if self.damaged:
            spans.append((f"   ! {counted(self.damaged, 'damaged line')} passed over", inks.mark))
        return spans


class HistoryScreen(FitsSize[None], TellsResults, inherit_bindings=False):
    """Reads the journal when it opens and after every change."""

    AUTO_FOCUS = "#history"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace

    def compose(self) -> ComposeResult:
        """Head, entries, result, keys."""
        yield HistoryHead()
        yield HistoryList(self._workspace.today(), id="history")
        yield ResultLine(place="history", undoes=False, id="result")
        yield KeyLine(HistoryList.PLACES, id="keys")

    def on_mount(self) -> None:
        """Follow what is written."""
        self.watch(self.app, "news", self._look)

    def _look(self) -> None:
        self._read()

    @work(group="history", exclusive=True)
    async def _read(self) -> None:
        self.post_message(await asyncio.to_thread(_read_history, self._workspace.cleanup))

    def on_history_read(self, message: HistoryRead) -> None:
        """Show it."""
        shown, head = self.query_one(HistoryList), self.query_one(HistoryHead)
        head.damaged = message.damaged
        shown.trouble = message.trouble
        shown.entries = message.entries
        head.refresh()

    async def step_out(self) -> None:
        """Go back."""
        leave(self)


def _read_history(cleanup: Cleanup) -> HistoryRead:
    try:
        log = cleanup.log()
    except OSError as error:
        return HistoryRead((), trouble=f"the history cannot be read: {said_by(error)}")
    return HistoryRead(log.done, len(log.damaged))

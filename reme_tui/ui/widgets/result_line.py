"""The line that says what is being written to the notes, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.reactive import reactive

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import BY_ID, Place, first_key
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, cells_of, clickable, ink
from reme_tui.ui.drawing.progress import bar_spans
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.messages.cleanup import HistoryWanted, News, OutcomeWanted, StopWanted, UndoWanted
from reme_tui.ui.widgets.line import Line

if TYPE_CHECKING:
    from reme_tui.tidy.apply import Outcome

LEAST_TITLE_CELLS = 12


class ResultLine(Line):
    """Progress with a bar, then the result; not there until there is something to say.

    `place` is that of the screen: its keys are named, what it has no key for can only be clicked. `undoes` offers
    the way back, where a key of the screen leads there.
    """

    news: reactive[News | None] = reactive(None)

    def __init__(self, *, place: Place = "browse", undoes: bool = True, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._place = place
        self._undoes = undoes

    def on_mount(self) -> None:
        """Follow what the app knows."""
        self.display = False
        self.watch(self.app, "news", self._show)

    def _show(self, news: News | None) -> None:
        self.news = news
        self.display = news is not None

    def left(self) -> list[Span]:
        """What is written, or was."""
        inks, news = ink(self), self.news
        if news is None:
            return []
        outcome = news.outcome
        mark, style = ("✓ ", inks.good) if outcome and outcome.applied else ("◌ ", inks.mark)
        if outcome and (outcome.unclosed or not outcome.applied):
            mark, style = "✗ ", inks.error
        said = self._result(outcome) if outcome else []
        room = self.size.width - cells_of(said) - cells_of(self.right()) - 6
        title = cut(shown(news.title), max(LEAST_TITLE_CELLS, room))
        return [(" ", inks.dim), (mark, style + BOLD), (title, inks.strong), *said]

    def _result(self, outcome: Outcome) -> list[Span]:
        inks = ink(self)
        if outcome.objection:
            return [(": ", inks.dim), (shown(outcome.objection), inks.error)]
        files = counted(len(outcome.applied), "file")
        done = f": {files}, {counted(outcome.lines, 'line')}" if outcome.applied else ": nothing written"
        unclosed = [(", not closed in the journal", inks.error)] if outcome.unclosed else []
        return [(done, inks.text), *unclosed]

    def right(self) -> list[Span]:
        """How to stop it, or to take it back, and what was left alone."""
        inks, news = ink(self), self.news
        if news is None:
            return []
        if news.outcome is None:
            bar = bar_spans("written", news.done, news.total, noun="files", inks=inks) if news.total else []
            return [*bar, *self._key("app", "stop", label="stop")]
        spans: list[Span] = []
        if news.outcome.refused:
            files = counted(len(news.outcome.refused), "file")
            spans += self._key(self._place, "left_alone", label=f"{files} left alone")
        if news.outcome.applied and self._undoes:
            back = "history" if news.is_undo else "undo"
            # An open change is not undone but finished or rolled back: the same key asks which.
            spans += self._key(self._place, back, label="settle" if news.outcome.unclosed else back)
        return spans

    def _key(self, place: Place, asks: str, *, label: str) -> list[Span]:
        inks, command_id = ink(self), f"{place}.{asks}"
        key = first_key(command_id) if command_id in BY_ID else ""
        return [
            ("  ", inks.dim),
            (f"{key} " if key else "", clickable(inks.accent + BOLD, asks=asks)),
            (label, clickable(inks.dim, asks=asks)),
            (" ", inks.dim),
        ]

    def on_click(self, event: events.Click) -> None:
        """Ask for what was clicked."""
        match event.style.meta.get("asks"):
            case "undo":
                self.post_message(UndoWanted())
            case "history":
                self.post_message(HistoryWanted())
            case "left_alone":
                self.post_message(OutcomeWanted())
            case "stop":
                self.post_message(StopWanted())

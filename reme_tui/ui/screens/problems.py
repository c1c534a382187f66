"""What is not read as it was meant, by kind."""

from __future__ import annotations

import asyncio

from textual import work
from textual.app import ComposeResult

from reme_tui.core.snapshot import Snapshot
from reme_tui.ui.drawing.lines import Span, ink
from reme_tui.ui.drawing.problem_rows import Group, group_problems, summary
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.messages.browsing import Facts
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.ui.screens.parts.fits_size import FitsSize
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.screens.parts.tells_results import TellsResults
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.problem_list import ProblemList
from reme_tui.ui.widgets.result_line import ResultLine
from reme_tui.ui.widgets.status import StatusLine


class ProblemsHead(Line):
    """How many problems of each severity there are."""

    def left(self) -> list[Span]:
        """The counts, and whether more may come."""
        inks, groups = ink(self), self.screen.query_one(ProblemList).groups
        spans: list[Span] = [(" ", inks.dim), ("PROBLEMS", inks.dim + BOLD), ("   ", inks.dim)]
        if groups:
            spans += summary(groups, inks)
        if self.screen.query_one(StatusLine).facts.progress:
            spans.append(("   of what is read so far", inks.mark))
        return spans


class ProblemsScreen(FitsSize[None], TellsResults, inherit_bindings=False):
    """Follows the vault as the first screen shows it."""

    AUTO_FOCUS = "#problems"

    def __init__(self, browse: BrowseScreen) -> None:
        super().__init__()
        self._browse = browse

    def compose(self) -> ComposeResult:
        """Top line, counts, list, keys."""
        yield StatusLine(id="status")
        yield ProblemsHead()
        yield ProblemList(id="problems")
        yield ResultLine(place="problems", id="result")
        yield KeyLine(ProblemList.PLACES, id="keys")

    def on_mount(self) -> None:
        """Follow what the first screen knows."""
        self.watch(self._browse, "snapshot", self._look)
        self.watch(self._browse.query_one(StatusLine), "facts", self._show_facts)

    def _show_facts(self, facts: Facts) -> None:
        self.query_one(StatusLine).facts = facts
        self.query_one(ProblemsHead).refresh()

    def _look(self, snapshot: Snapshot | None) -> None:
        if snapshot is not None:
            self._group(snapshot)

    @work(group="problems", exclusive=True, description="group")  # else made of all notes
    async def _group(self, snapshot: Snapshot) -> None:
        """Group the problems in a thread: every note is looked at."""
        self.query_one(ProblemList).groups = await asyncio.to_thread(_groups_of, snapshot)
        self.query_one(ProblemsHead).refresh()

    async def step_out(self) -> None:
        """Go back."""
        leave(self)


def _groups_of(snapshot: Snapshot) -> tuple[Group, ...]:
    return group_problems(snapshot.problems)

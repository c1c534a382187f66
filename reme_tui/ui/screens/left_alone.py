"""The files that a change has left alone, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from reme_tui.core.text.words import counted
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.diff_view import DiffView
from reme_tui.ui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from reme_tui.tidy.planning.plan import Plan

MOST_CELLS = 400


class LeftAloneScreen(Screen[None], inherit_bindings=False):
    """Shows the refusals of `plan`, which has nothing else."""

    AUTO_FOCUS = "#plan"

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan

    def compose(self) -> ComposeResult:
        """What was done, the files, keys."""
        count = counted(len(self._plan.refusals), "file")
        title = cut(shown(self._plan.title), MOST_CELLS)
        parts = ((" LEFT ALONE  ", "bold $reme-dim"), (title, "bold $reme-strong"), (f"\n {count}", "$reme-dim"))
        yield Static(Content.assemble(*parts), markup=False, id="plan-head")
        yield DiffView(id="plan")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Show them."""
        self.query_one(KeyLine).places = DiffView.PLACES
        self.query_one(DiffView).plan = self._plan

    async def step_out(self) -> None:
        """Go back."""
        leave(self)

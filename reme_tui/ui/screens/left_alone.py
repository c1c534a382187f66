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
    from reme_tui.tidy.edits.note_edit import Refusal

MOST_CELLS = 400


class LeftAloneScreen(Screen[None], inherit_bindings=False):
    """Shows what the change called `title` has left alone."""

    AUTO_FOCUS = "#plan"

    def __init__(self, title: str, refusals: tuple[Refusal, ...]) -> None:
        super().__init__()
        self._heading = title
        self._refusals = refusals

    def compose(self) -> ComposeResult:
        """What was done, the files, keys."""
        count = counted(len(self._refusals), "file")
        title = cut(shown(self._heading), MOST_CELLS)
        parts = ((" LEFT ALONE  ", "bold $reme-dim"), (title, "bold $reme-strong"), (f"\n {count}", "$reme-dim"))
        yield Static(Content.assemble(*parts), markup=False, id="plan-head")
        yield DiffView(id="plan")
        yield KeyLine(DiffView.PLACES, id="keys")

    def on_mount(self) -> None:
        """Show them."""
        self.query_one(DiffView).show_refusals(self._refusals)

    async def step_out(self) -> None:
        """Go back."""
        leave(self)

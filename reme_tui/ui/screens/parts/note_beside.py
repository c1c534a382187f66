"""The note beside the hits: what the first frame of the first screen does without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import Reactive
from textual.screen import Screen

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.workspace import Workspace


class NoteBeside(Screen[None], inherit_bindings=False):
    """A screen that shows the `selected` note of its `results` in a pane."""

    workspace: Workspace
    results: Reactive[Results | None]
    selected: Reactive[str]

    async def add_note_pane(self) -> None:
        """Mount the pane, unless the app is left already."""
        from reme_tui.ui.widgets.note_pane import NotePane

        body, cls = self.query_one("#body"), type(self)
        if body.is_attached:
            await body.mount(NotePane(self.workspace, id="note-pane").data_bind(cls.results, cls.selected))

"""The note beside the hits: what the first frame of the first screen does without."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reme_tui.ui.screens.browse import BrowseScreen


async def add_note_pane(screen: BrowseScreen) -> None:
    """Mount the pane, unless the app is left already."""
    from reme_tui.ui.widgets.note_pane import NotePane

    body, cls = screen.query_one("#body"), type(screen)
    if body.is_attached:
        await body.mount(NotePane(screen.workspace, id="note-pane").data_bind(cls.results, cls.selected))

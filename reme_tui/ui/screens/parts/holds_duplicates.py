"""The first screen's part that knows which tags are probably one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import var

from reme_tui.ui.messages.browsing import Facts
from reme_tui.ui.messages.duplicates import Compared, Comparing, DuplicatesWanted
from reme_tui.ui.screens.parts.browse_commands import BrowseCommands
from reme_tui.ui.widgets.status import StatusLine
from reme_tui.ui.widgets.summary import Summary
from reme_tui.ui.widgets.tag_list import TagList

if TYPE_CHECKING:
    from reme_tui.ui.duplicates.groups import KnownDuplicates


class HoldsDuplicates(BrowseCommands, inherit_bindings=False):
    """Keeps what was found last, for the top line, the tag list and the screen of near-duplicates.

    `known_duplicates` is None until something is known; `compared` is how far the comparison is, None while none runs.
    """

    known_duplicates: var[KnownDuplicates | None] = var(None)
    compared: var[tuple[int, int] | None] = var(None)
    _facts: Facts

    def action_duplicates(self) -> None:
        """Show tags that are probably one."""
        self.post_message(DuplicatesWanted())

    def on_comparing(self, message: Comparing) -> None:
        """Remember how far it is."""
        self.compared = (message.done, message.total)

    def on_compared(self, message: Compared) -> None:
        """Show what was found."""
        self.compared = None
        self.known_duplicates = message.known_duplicates
        self._facts = self._facts._replace(duplicates=message.known_duplicates.duplicates)
        self.query_one(StatusLine).facts = self._facts
        self.query_one(TagList).near_duplicates = message.known_duplicates.tags
        self.query_one(Summary).known_duplicates = message.known_duplicates

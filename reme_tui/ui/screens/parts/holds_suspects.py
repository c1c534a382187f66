"""The first screen's part that knows which tags are suspected to be one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import var

from reme_tui.ui.messages.browsing import Facts
from reme_tui.ui.messages.suspects import DuplicatesWanted, Suspected, Suspecting
from reme_tui.ui.screens.parts.browse_commands import BrowseCommands
from reme_tui.ui.widgets.status import StatusLine
from reme_tui.ui.widgets.summary import Summary
from reme_tui.ui.widgets.tag_list import TagList

if TYPE_CHECKING:
    from reme_tui.ui.suspects.groups import Suspicion


class HoldsSuspects(BrowseCommands, inherit_bindings=False):
    """Keeps what was found last, for the top line, the tag list and the screen of near-duplicates.

    `suspicion` is None until something is known; `compared` is how far the comparison is, None while there is none.
    """

    suspicion: var[Suspicion | None] = var(None)
    compared: var[tuple[int, int] | None] = var(None)
    _facts: Facts

    def action_duplicates(self) -> None:
        """Show tags that are probably one."""
        self.post_message(DuplicatesWanted())

    def on_suspecting(self, message: Suspecting) -> None:
        """Remember how far it is."""
        self.compared = (message.done, message.total)

    def on_suspected(self, message: Suspected) -> None:
        """Show what was found."""
        self.compared = None
        self.suspicion = message.suspicion
        self._facts = self._facts._replace(duplicates=message.suspicion.duplicates)
        self.query_one(StatusLine).facts = self._facts
        self.query_one(TagList).suspects = message.suspicion.tags
        self.query_one(Summary).near = message.suspicion.near

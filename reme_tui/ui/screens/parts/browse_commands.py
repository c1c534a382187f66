"""The keys of the first screen that lead away from it."""

from __future__ import annotations

from reme_tui.ui.messages.browsing import Complaint, ProblemsWanted, WhyWanted
from reme_tui.ui.messages.cleanup import HistoryWanted, HitsMarked, OutcomeWanted, UndoWanted
from reme_tui.ui.screens.parts.finds_neighbours import UnfoldsHits
from reme_tui.ui.screens.parts.tells_results import TellsResults
from reme_tui.ui.widgets.summary import Summary


class BrowseCommands(UnfoldsHits, TellsResults, inherit_bindings=False):
    """Asks for other screens, which the app opens, or quits."""

    def action_problems(self) -> None:
        """List what is not read as it was meant."""
        self.post_message(ProblemsWanted())

    def action_explain(self) -> None:
        """Ask why a note that is to be named is, or is not, a hit."""
        self.post_message(WhyWanted(""))

    def action_undo(self) -> None:
        """Take the last change of tags back, after a preview."""
        self.post_message(UndoWanted())

    def action_history(self) -> None:
        """List what was changed."""
        self.post_message(HistoryWanted())

    def action_left_alone(self) -> None:
        """List what the last change left alone."""
        self.post_message(OutcomeWanted())

    def on_hits_marked(self, message: HitsMarked) -> None:
        """Say how many notes are marked."""
        self.query_one(Summary).marked = message.count

    def on_complaint(self, message: Complaint) -> None:
        """Say what is wrong with the query line."""
        self.query_one(Summary).complaint = message.reason

    async def action_leave(self) -> None:
        """Quit."""
        await self.app.run_action("leave")

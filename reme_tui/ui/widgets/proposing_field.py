"""A line whose text may be completed from a list of proposals."""

from __future__ import annotations

from textual import events

from reme_tui.ui.asking.proposals import Proposal
from reme_tui.ui.commands.commands import Place
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.text_field import TextField


class ProposingField(TextField):
    """Shows proposals in the ProposalList of its screen, hands it the keys that are its own, and names these.

    With `keeps_back` the key that hides proposals is left to whoever else has it.
    """

    keeps_back = False

    @property
    def places_proposing(self) -> tuple[Place, ...]:
        """The places of the focus while proposals show."""
        return ("proposals", "app")

    def propose(self, proposals: tuple[Proposal, ...]) -> None:
        """Show what may complete the text, to whoever is typing it."""
        if self.has_focus:
            self.screen.query_one(ProposalList).show(proposals, self)
            self._show_keys()

    def _show_keys(self) -> None:
        proposals = self.screen.query_one(ProposalList).proposals
        self.screen.query_one(KeyLine).places = self.places_proposing if proposals else self.PLACES

    def on_blur(self) -> None:
        """Nothing is proposed to somebody who is elsewhere."""
        for shown in self.screen.query(ProposalList):
            shown.proposals = ()

    def on_key(self, event: events.Key) -> None:
        """While proposals show, some keys are theirs."""
        if self.screen.query_one(ProposalList).take_key(event, keeps_back=self.keeps_back):
            self._show_keys()

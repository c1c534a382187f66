"""A line for the name of a tag, completed by the tags there are."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual.message import Message
from textual.widgets import Input

from reme_tui.ui.asking.proposals import tag_proposals
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.proposing_field import ProposingField


class NameField(ProposingField):
    """The name of a tag; tags are proposed, but none with a key in `without`."""

    keeps_back = True

    def __init__(self, value: str = "", *, placeholder: str = "", without: Collection[str] = ()) -> None:
        super().__init__(value, placeholder=placeholder)
        self._without = frozenset(without)

    class Typed(Message):
        """The name is another."""

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell it, and propose tags."""
        event.stop()
        self._propose()
        self.post_message(self.Typed())

    def _propose(self) -> None:
        vocabulary = self.screen.query_one(ProposalList).vocabulary
        if vocabulary:
            self.propose(tag_proposals(self.value, vocabulary, self._without))

    @property
    def places_proposing(self) -> tuple[Place, ...]:
        """The places of the focus while proposals show: the line keeps its own keys."""
        return ("proposals", *self.PLACES)

    def on_proposal_list_taken(self, message: ProposalList.Taken) -> None:
        """Let the proposal be the name."""
        message.stop()
        self.replace_text(message.proposal.label)

    def take_chosen(self) -> bool:
        """Let the proposal that a key has moved to be the name; return whether there is one."""
        shown = self.screen.query_one(ProposalList)
        if not (shown.is_chosen and shown.proposals):
            return False
        self.replace_text(shown.proposals[shown.at].label)
        shown.show((), self)
        return True


class NewName(NameField):
    """The name that a tag is to have."""

    BINDINGS = bindings_of("naming")
    PLACES: ClassVar[tuple[Place, ...]] = ("naming", "app")

    class Given(Message):
        """The name is complete."""

    class ChildrenWanted(Message):
        """The tags below are to come along, or no longer."""

    def action_go(self) -> None:
        """Take the proposal that was gone to; else go on to the preview."""
        if not self.take_chosen():
            self.post_message(self.Given())

    def action_children(self) -> None:
        """Take the tags below along, or not."""
        self.post_message(self.ChildrenWanted())


class AddedName(NameField):
    """A tag that notes are to have besides."""

    BINDINGS = bindings_of("adding")
    PLACES: ClassVar[tuple[Place, ...]] = ("adding", "app")

    class Given(Message):
        """The name is complete."""

    class Left(Message):
        """The tags there are should have the focus."""

    def action_add(self) -> None:
        """Add the tag, the proposal where one was gone to; with nothing typed, go on to the preview."""
        self.take_chosen()
        self.post_message(self.Given())

    def action_list(self) -> None:
        """Go to the tags."""
        self.post_message(self.Left())

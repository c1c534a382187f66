"""A line for the name of a tag, completed by the tags there are."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.widgets import Input

from reme_tui.ui.asking.proposals import tag_proposals
from reme_tui.ui.commands.commands import Place, bindings_of, commands_of
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.text_field import TextField


class NameField(TextField):
    """Shows proposals in the ProposalList of its screen; tags with a key in `without` are none."""

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
        shown = self.screen.query_one(ProposalList)
        if self.has_focus and shown.vocabulary:
            shown.show(tag_proposals(self.value, shown.vocabulary, self._without), self)
            self._show_keys(shown)

    def _show_keys(self, shown: ProposalList) -> None:
        taking: tuple[Place, ...] = ("proposals",) if shown.proposals else ()
        self.screen.query_one(KeyLine).places = (*taking, *self.PLACES)

    def on_blur(self) -> None:
        """Propose nothing any more."""
        self.screen.query_one(ProposalList).proposals = ()

    def on_key(self, event: events.Key) -> None:
        """While proposals show, some keys are theirs."""
        shown = self.screen.query_one(ProposalList)
        command = next((each for each in commands_of("proposals") if event.key in each.keys), None)
        if command and shown.proposals and event.key != "escape":
            event.stop()
            event.prevent_default()
            getattr(shown, f"action_{command.action}")()
            self._show_keys(shown)

    def on_proposal_list_taken(self, message: ProposalList.Taken) -> None:
        """Let the proposal be the name."""
        message.stop()
        self.replace_text(message.proposal.label)


class NewName(NameField):
    """The name that a tag is to have."""

    BINDINGS = bindings_of("naming")
    PLACES: ClassVar[tuple[Place, ...]] = ("naming", "app")

    class Given(Message):
        """The name is complete."""

    class ChildrenWanted(Message):
        """The tags below are to come along, or no longer."""

    def action_go(self) -> None:
        """Go on to the preview."""
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
        """Add the tag; with nothing typed, go on to the preview."""
        self.post_message(self.Given())

    def action_list(self) -> None:
        """Go to the tags."""
        self.post_message(self.Left())

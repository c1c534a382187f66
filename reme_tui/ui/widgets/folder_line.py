"""Where the path of a folder is typed."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.drawing.lines import Span, ink
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.proposing_field import ProposingField


class FolderField(ProposingField):
    """A path; how it may go on is proposed by the screen."""

    BINDINGS = bindings_of("folder")
    PLACES: ClassVar[tuple[Place, ...]] = ("folder", "app")

    class Typed(Message):
        """Another path stands in the line."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Done(Message):
        """The path is finished."""

    class ListWanted(Message):
        """The focus should go to the list."""

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell what stands in the line."""
        event.stop()
        self.post_message(self.Typed(self.value))

    def on_proposal_list_taken(self, message: ProposalList.Taken) -> None:
        """Go on from the proposal."""
        self.replace_text(message.proposal.text)

    def action_open(self) -> None:
        """Open the folder."""
        self.post_message(self.Done())

    def action_list(self) -> None:
        """Go to the list."""
        self.post_message(self.ListWanted())


class Verdict(Line):
    """What is known of the folder: how many notes, or what is the matter."""

    text: reactive[str] = reactive("")

    def right(self) -> list[Span]:
        """The text; what is no count warns."""
        inks = ink(self)
        return [(shown(self.text), inks.dim if self.text[:1].isdigit() else inks.mark)]


class FolderLine(Horizontal):
    """Prompt, field, verdict."""

    def compose(self) -> ComposeResult:
        """Prompt, field, verdict."""
        yield Static("folder ❯ ", markup=False, id="folder-prompt")
        yield FolderField(placeholder="type the path of your notes", id="folder")
        yield Verdict()

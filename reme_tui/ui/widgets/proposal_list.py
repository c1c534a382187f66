"""The proposals under the query line, over the hits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widget import Widget

from reme_tui.ui.asking.proposals import Proposal, Vocabulary
from reme_tui.ui.commands.commands import Place, commands_of
from reme_tui.ui.drawing.cells import cut, shown, width
from reme_tui.ui.drawing.lines import Span, compose_line, ink

if TYPE_CHECKING:
    from reme_tui.core.snapshot import Snapshot

FRAME = 6
"""Cells beside label and figure: bar, gap, end."""
MOST_LABEL_CELLS = 40


class ProposalList(Widget):
    """Shows what may complete the word. It never has the focus: the line it belongs to hands it the keys.

    `is_chosen` says that a key has moved to the proposal that is lit.
    """

    ALLOW_SELECT = False
    PLACES: ClassVar[tuple[Place, ...]] = ("proposals",)

    snapshot: var[Snapshot | None] = var(None)
    proposals: reactive[tuple[Proposal, ...]] = reactive((), layout=True)
    at: reactive[int] = reactive(0)

    class Taken(Message):
        """A proposal is to stand in place of the word."""

        def __init__(self, proposal: Proposal) -> None:
            super().__init__()
            self.proposal = proposal

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.vocabulary: Vocabulary | None = None
        self._line: Widget = self
        self.is_chosen = False

    def watch_snapshot(self, snapshot: Snapshot | None) -> None:
        """Propose from another state of the vault."""
        self.vocabulary = Vocabulary(snapshot) if snapshot else None

    def show(self, proposals: tuple[Proposal, ...], line: Widget) -> None:
        """Show these; `line` is told which one is taken. None of them has been gone to yet."""
        self._line = line
        self.at, self.is_chosen = 0, False
        self.proposals = proposals

    def watch_proposals(self) -> None:
        """Show others, the best one lit; without any, nothing."""
        self.at = 0
        self.display = bool(self.proposals)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the widest."""
        del container, viewport
        return max((width(self._label(each)) + width(each.figure) for each in self.proposals), default=0) + FRAME

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line each."""
        del container, viewport, width
        return len(self.proposals)

    def _label(self, proposal: Proposal) -> str:
        return cut(shown(proposal.label), MOST_LABEL_CELLS)

    def render_line(self, y: int) -> Strip:
        """Draw one proposal."""
        inks, cells = ink(self), self.size.width
        if y >= len(self.proposals):
            return Strip.blank(cells, self.rich_style)
        proposal, is_lit = self.proposals[y], y == self.at
        left: list[Span] = [
            ("▎ " if is_lit else "  ", inks.accent),
            (self._label(proposal), inks.strong if is_lit else inks.soft),
        ]
        right: list[Span] = [(proposal.figure, inks.faint), (" ", inks.faint)]
        base = self.rich_style + inks.on_selected if is_lit else self.rich_style
        return compose_line(left, right, cells=cells, base=base)

    def on_click(self, event: events.Click) -> None:
        """Take the one that was clicked."""
        event.stop()
        if event.y < len(self.proposals):
            self.at = event.y
            self.action_take()

    def take_key(self, event: events.Key, *, keeps_back: bool = False) -> bool:
        """Do what a key means while proposals show; return whether it means anything here.

        With `keeps_back` the key that hides them does not.
        """
        command = next((each for each in commands_of("proposals") if event.key in each.keys), None)
        if command is None or not self.proposals or (keeps_back and command.action == "dismiss"):
            return False
        event.stop()
        event.prevent_default()
        getattr(self, f"action_{command.action}")()
        return True

    def action_take(self) -> None:
        """Put the lit proposal into the line."""
        if self.proposals:
            self._line.post_message(self.Taken(self.proposals[self.at]))

    def action_next(self) -> None:
        """Light up the next one."""
        self.is_chosen = bool(self.proposals)
        self.at = min(self.at + 1, len(self.proposals) - 1)

    def action_earlier(self) -> None:
        """Light up the one before."""
        self.is_chosen = bool(self.proposals)
        self.at = max(self.at - 1, 0)

    def action_dismiss(self) -> None:
        """Show none until the line changes."""
        self.proposals = ()

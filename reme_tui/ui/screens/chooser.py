"""Which folder of notes to open: a path that is typed, one opened before, the demo vault."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen

from reme_tui.config.shipped import DEMO, Demo
from reme_tui.ui.asking.folders import describe_folder, folder_of, rest_of_path
from reme_tui.ui.asking.proposals import Proposal
from reme_tui.ui.commands.commands import first_key
from reme_tui.ui.drawing.lines import Span, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.widgets.choice_list import Choice, ChoiceList
from reme_tui.ui.widgets.folder_line import FolderField, FolderLine, Verdict
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.proposal_list import ProposalList

DEMO_ROW = Choice("the demo vault", "a scratch copy")


class ChooserHead(Line):
    """The application, and the question."""

    def left(self) -> list[Span]:
        """Name and question."""
        inks = ink(self)
        return [(" ", inks.dim), ("reme-tui", inks.accent + BOLD), ("  which folder of notes?", inks.strong)]


class Caption(Line):
    """What the list below holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def left(self) -> list[Span]:
        """The text."""
        return [(self._text, ink(self).dim + BOLD)]


class ChooserScreen(Screen[None], inherit_bindings=False):
    """Tells what a folder is while it is typed; posts Chosen."""

    AUTO_FOCUS = "#folder"

    class Chosen(Message):
        """A folder, or the demo vault, is to be opened."""

        def __init__(self, folder: Path | Demo) -> None:
            super().__init__()
            self.folder = folder

    class Proposed(Message):
        """How the path in the line may go on."""

        def __init__(self, proposals: tuple[Proposal, ...]) -> None:
            super().__init__()
            self.proposals = proposals

    class Judged(Message):
        """What is known of a folder: of the one that is typed, or of that in a row of the list."""

        def __init__(self, verdict: str, row: int | None = None) -> None:
            super().__init__()
            self.verdict = verdict
            self.row = row

    def __init__(self, before: Sequence[str]) -> None:
        super().__init__()
        self._before = tuple(before)
        self._unwanted, self._list_unwanted = Event(), Event()

    def compose(self) -> ComposeResult:
        """Question, path, what it is, the list, keys."""
        yield ChooserHead(id="status")
        with Vertical(id="chooser"):
            yield FolderLine(id="folder-line")
            yield ProposalList(id="proposals")
            yield Caption("OPENED BEFORE" if self._before else "TO LOOK AROUND")
            yield ChoiceList([*(Choice(path) for path in self._before), DEMO_ROW], id="folders")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Find out about the folders of the list."""
        self.judge_list()

    def on_unmount(self) -> None:
        """Nobody wants to know any more."""
        self._unwanted.set()
        self._list_unwanted.set()

    @work(group="list")
    async def judge_list(self) -> None:
        """Count the notes of the folders in the list, one after the other."""
        for row, folder in enumerate(self._before):
            verdict = await asyncio.to_thread(describe_folder, Path(folder), self._list_unwanted.is_set)
            self.post_message(self.Judged(verdict, row))

    def on_folder_field_typed(self, message: FolderField.Typed) -> None:
        """Find out what the folder is."""
        self._unwanted.set()
        self._unwanted = Event()
        self._say("")
        self.judge_typed(message.text, self._unwanted)

    @work(group="typed", exclusive=True)
    async def judge_typed(self, text: str, unwanted: Event) -> None:
        """Propose, then count."""
        self.post_message(self.Proposed(await asyncio.to_thread(rest_of_path, text) if text else ()))
        verdict = await asyncio.to_thread(describe_folder, folder_of(text), unwanted.is_set) if text.strip() else ""
        self.post_message(self.Judged(verdict))

    def on_chooser_screen_proposed(self, message: Proposed) -> None:
        """Show how the path may go on."""
        self.query_one(FolderField).propose(message.proposals)

    def on_chooser_screen_judged(self, message: Judged) -> None:
        """Show what is known."""
        if message.row is None:
            self._say(message.verdict)
            return
        rows = self.query_one(ChoiceList)
        choices = list(rows.choices)
        choices[message.row] = replace(choices[message.row], detail=message.verdict)
        rows.offer(choices, at=rows.cursor)

    def _say(self, verdict: str) -> None:
        self.query_one(Verdict).text = verdict

    def on_folder_field_done(self) -> None:
        """Open what is typed, where it is a folder; without a path, go on to the list."""
        text = self.query_one(FolderField).value
        if not text.strip():
            self.on_folder_field_list_wanted()
        elif folder_of(text).is_dir():
            self.post_message(self.Chosen(folder_of(text)))
        else:
            self._say(describe_folder(folder_of(text)))

    def on_folder_field_list_wanted(self) -> None:
        """Go to the list."""
        self.query_one(ChoiceList).focus()

    def on_choice_list_taken(self, message: ChoiceList.Taken) -> None:
        """Open the folder of the row."""
        is_demo = message.index == len(self._before)
        self.post_message(self.Chosen(DEMO if is_demo else Path(self._before[message.index])))

    async def step_out(self) -> None:
        """Hide what is proposed; else back to the line; there, say how to quit: there is nothing behind this screen."""
        proposals, field = self.query_one(ProposalList), self.query_one(FolderField)
        if field.has_focus and not proposals.proposals:
            self.notify(f"{first_key('app.leave', otherwise='the palette')} quits", markup=False, timeout=3)
        proposals.proposals = ()
        field.focus()

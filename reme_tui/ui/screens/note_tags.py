"""The tags of one note or of several: tick, untick, add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from reme_tui.core.tag_key import tag_key
from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.notes.tags import Tick, retagging, ticks_of, with_tag
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.name_field import AddedName, NameField
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.tick_list import NEW, TickList

if TYPE_CHECKING:
    from reme_tui.tidy.changes import Retag
    from reme_tui.ui.screens.browse import BrowseScreen

MOST_CELLS = 160


class NoteTagsScreen(ModalScreen["Retag"], inherit_bindings=False):
    """Closes with the change that is to be previewed, or None."""

    BINDINGS = bindings_of("app", namespace="app.")  # a modal screen hides the app's own
    AUTO_FOCUS = ""

    def __init__(
        self, browse: BrowseScreen, paths: tuple[str, ...], *, suggested: Sequence[Tick] = (), remark: str = ""
    ) -> None:
        super().__init__()
        self._suggested = suggested
        self._remark = remark
        self._browse = browse
        self._paths = paths
        notes = browse.workspace.snapshot.notes
        self._notes = [notes[path] for path in paths if path in notes]

    def compose(self) -> ComposeResult:
        """Which notes, the line to add a tag, the tags with their boxes."""
        with Vertical(id="note-tags-panel"):
            yield Static(self._heading(), markup=False)
            with Horizontal(id="naming-line"):
                yield Static("+ ", markup=False, id="naming-prompt")
                yield AddedName(placeholder="add a tag")
                yield Static(markup=False, id="naming-said")
            with Vertical(id="note-tags-room"):
                yield ProposalList()
                yield TickList(len(self._notes))
            yield KeyLine()

    def on_mount(self) -> None:
        """Show the tags as they are; the focus begins on them, where there are any."""
        self.query_one(ProposalList).snapshot = self._browse.snapshot
        held = ticks_of(self._notes)
        self.ticks.ticks = (*held, *self._suggested)
        if self._suggested:
            self.ticks.cursor = len(held)
        (self.ticks if self.ticks.ticks else self.query_one(AddedName)).focus()

    @property
    def ticks(self) -> TickList:
        """The tags."""
        return self.query_one(TickList)

    def _heading(self) -> Content:
        if len(self._paths) == 1:
            note = self._notes[0] if self._notes else None
            what, where = (note.title, note.path) if note else (self._paths[0], "")
        else:
            what, where = counted(len(self._paths), "note"), ", ".join(self._paths)
        return Content.assemble(
            ("Tags of ", "$reme-dim"),
            (cut(shown(what), MOST_CELLS), "bold $reme-strong"),
            (f"\n{cut(shown(where), MOST_CELLS)}", "$reme-dim"),
            (f"\n{self._remark}" if self._remark else "", "$reme-mark"),
        )

    def _is_new(self, tag: str) -> bool:
        """Whether no note of the vault has the tag yet."""
        return self._browse.workspace.snapshot.tags.row(tag_key(tag)) is None

    def on_name_field_typed(self, message: NameField.Typed) -> None:
        """Say when the tag would be a new one."""
        message.stop()
        typed = self.query_one(AddedName).value.strip()
        self.query_one("#naming-said", Static).update(NEW if typed and self._is_new(typed) else "")

    def on_added_name_given(self, message: AddedName.Given) -> None:
        """Add the tag; an empty line asks for the preview."""
        message.stop()
        field = self.query_one(AddedName)
        tag = field.value.strip()
        if not tag:
            self._finish()
            return
        self.ticks.ticks = with_tag(self.ticks.ticks, tag, is_new=self._is_new(tag))
        field.replace_text("")

    def on_added_name_left(self, message: AddedName.Left) -> None:
        """Go to the tags."""
        message.stop()
        self.ticks.focus()

    def on_tick_list_add_wanted(self, message: TickList.AddWanted) -> None:
        """Go to the line for another tag."""
        message.stop()
        self.query_one(AddedName).focus()

    def on_tick_list_done(self, message: TickList.Done) -> None:
        """Close with what is asked for."""
        message.stop()
        self._finish()

    def _finish(self) -> None:
        change: Retag | None = retagging(self._paths, self.ticks.ticks)
        if change is None:
            self.notify("every tick is as it was", markup=False, timeout=4)
        else:
            leave(self, change)

    async def step_out(self) -> None:
        """Change nothing."""
        leave(self)

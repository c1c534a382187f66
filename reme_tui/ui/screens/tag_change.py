"""Renaming a tag, or merging tags: the new name is typed, and what it comes to is said meanwhile."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from reme_tui.core.tag_key import tag_key
from reme_tui.core.text.words import counted
from reme_tui.ui.asking.tag_outlook import Outlook, below, merging, outlook, renaming
from reme_tui.ui.commands.commands import bindings_of, first_key
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.messages.cleanup import TagVerb
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.name_field import NameField, NewName
from reme_tui.ui.widgets.proposal_list import ProposalList

if TYPE_CHECKING:
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.tidy.changes import TagChange
    from reme_tui.ui.screens.browse import BrowseScreen

MOST_CELLS = 240
MOST_SAID = 3
PAUSE = 0.05
"""Seconds a key waits for the next one before it is foreseen what the name comes to."""


class Foreseen(Message):
    """What the name numbered `serial` comes to."""

    def __init__(self, serial: int, seen: Outlook) -> None:
        super().__init__()
        self.serial = serial
        self.seen = seen


class TagChangeScreen(ModalScreen["TagChange"], inherit_bindings=False):
    """Closes with the change that is to be previewed, or None."""

    BINDINGS = bindings_of("app", namespace="app.")  # a modal screen hides the app's own
    AUTO_FOCUS = "NewName"

    def __init__(self, browse: BrowseScreen, verb: TagVerb, tags: tuple[str, ...]) -> None:
        super().__init__()
        self._browse = browse
        self._verb = verb
        self._tags = tags
        self._index = browse.workspace.snapshot.tags
        self._below = below(self._index, tags[0]) if verb == "rename" else 0
        self._children = bool(self._below)
        self._serial = 0

    def compose(self) -> ComposeResult:
        """What is changed, the line for the name, tags that may complete it, what it comes to."""
        most_used = max(self._tags, key=lambda tag: len(self._index.paths(tag_key(tag))))
        first = self._tags[0] if self._verb == "rename" else most_used if len(self._tags) > 1 else ""
        without = {tag_key(tag) for tag in self._tags} if len(self._tags) == 1 else ()
        with Vertical(id="naming-panel"):
            yield Static(self._heading(), markup=False, id="naming-head")
            with Horizontal(id="naming-line"):
                yield Static("❯ ", markup=False, id="naming-prompt")
                yield NewName(first, placeholder="name of a tag, old or new", without=without)
            yield Static(id="naming-outlook", markup=False)
            with Vertical(id="naming-room"):
                yield ProposalList()
            yield KeyLine(NewName.PLACES)

    def on_mount(self) -> None:
        """Propose from the vault as it is; what is foreseen follows it. Typing replaces the name of a merge."""
        if self._verb == "merge":
            self.query_one(NewName).action_select_all()
        self.watch(self._browse, "snapshot", self._look)

    def _heading(self) -> Content:
        notes = counted(len({path for tag in self._tags for path in self._index.paths(tag_key(tag))}), "note")
        names = cut(shown(", ".join(self._tags)), MOST_CELLS)
        verb = "Rename " if self._verb == "rename" else "Merge "
        parts: list[tuple[str, str]] = [(verb, "$reme-dim"), (names, "bold $reme-strong"), (f"  {notes}", "$reme-dim")]
        if self._verb == "merge":
            parts.append(("  into", "$reme-dim"))
        return Content.assemble(*parts)

    def _look(self, snapshot: Snapshot | None) -> None:
        self.query_one(ProposalList).snapshot = snapshot
        self._foresee()

    # What the name comes to

    @property
    def change(self) -> TagChange:
        """What is asked for by the name as it stands."""
        typed = self.query_one(NewName).value
        if self._verb == "merge":
            return merging(self._tags, typed)
        return renaming(self._index, self._tags[0], typed, children=self._children)

    def on_name_field_typed(self, message: NameField.Typed) -> None:
        """Foresee what another name comes to."""
        message.stop()
        self._foresee()

    def _foresee(self) -> None:
        self._serial += 1
        self._look_ahead(self._serial, self.change)

    @work(group="foresee", exclusive=True, description="foresee")
    async def _look_ahead(self, serial: int, change: TagChange) -> None:
        await asyncio.sleep(PAUSE)
        seen = await asyncio.to_thread(outlook, self._browse.workspace, change)
        self.post_message(Foreseen(serial, seen))

    def on_foreseen(self, message: Foreseen) -> None:
        """Say what the name comes to, unless it is another by now."""
        message.stop()
        if message.serial != self._serial:
            return
        seen = message.seen
        lines = [(text, "$reme-accent") for text in seen.says]
        lines += [(f"! {text}", "$reme-mark") for text in seen.warnings[:MOST_SAID]]
        if seen.objection:
            lines.append((seen.objection, "$reme-dim"))
        parts = [(f"{cut(shown(text), MOST_CELLS)}\n", style) for text, style in lines]
        if self._below:
            box = "☑" if self._children else "☐"
            key = first_key("naming.children", otherwise="palette")
            parts.append((f"{box} with the {counted(self._below, 'tag')} below it  ({key})", "$reme-dim"))
        self.query_one("#naming-outlook", Static).update(Content.assemble(*parts).rstrip())

    # What the keys do

    def on_new_name_children_wanted(self, message: NewName.ChildrenWanted) -> None:
        """Take the tags below along, or not."""
        message.stop()
        self._children = bool(self._below) and not self._children
        self._foresee()

    def on_new_name_given(self, message: NewName.Given) -> None:
        """Close with the change, where there is one; else the line says already what is missing."""
        message.stop()
        from reme_tui.tidy.changes import objection

        if not objection(self.change):
            leave(self, self.change)

    async def step_out(self) -> None:
        """Change nothing."""
        leave(self)

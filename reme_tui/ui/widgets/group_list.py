"""The groups of near-duplicates, one line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.lines import compose_line, ink
from reme_tui.ui.duplicates.groups import TagGroup
from reme_tui.ui.duplicates.lines import Cursor, group_line
from reme_tui.ui.messages.duplicates import GroupSelected, MembersWanted
from reme_tui.ui.widgets.line_list import LineList


class GroupList(LineList, inherit_bindings=False):
    """The groups in order; `kept` names the tag to keep where it is not the lead."""

    BINDINGS = bindings_of("groups", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("groups", "duplicates", "list", "app")

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.groups: Sequence[TagGroup] = ()
        self.kept: Mapping[TagGroup, str] = {}

    @property
    def group(self) -> TagGroup | None:
        """The group under the cursor."""
        return self.groups[self.cursor] if self.groups else None

    def show(self, groups: Sequence[TagGroup], *, at: int) -> None:
        """Show other groups, with the cursor on one of them."""
        self.groups = groups
        self.set_heights([1] * len(groups), cursor=at)

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw a group."""
        del line
        group, selected = self.groups[row], row == self.cursor
        cursor: Cursor = "elsewhere" if not selected else "here" if self.has_focus else "on it"
        keep = self.kept.get(group, group.lead.tag)
        left, right = group_line(group, keep, ink(self), cells=cells, cursor=cursor)
        return compose_line(left, right, cells=cells, base=self.base_selected if selected else self.base)

    def cursor_moved(self) -> None:
        """Tell that another group is looked at."""
        self.post_message(GroupSelected())

    def row_clicked(self, event: events.Click) -> None:
        """A second click leads to the tags of the group."""
        if event.chain == 2:
            self.action_open()

    def action_open(self) -> None:
        """Go to the tags of the group."""
        self.post_message(MembersWanted())

"""One group of near-duplicates: its tags to be ticked, and below them why they may be one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import shown, width
from reme_tui.ui.drawing.lines import SidedLine, Span, compose_line, ink
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.duplicates.group_picture import GroupPicture, Reasoned
from reme_tui.ui.duplicates.groups import GroupedTag
from reme_tui.ui.duplicates.lines import heading, member_lines, pair_name, reason_rows
from reme_tui.ui.messages.duplicates import GroupsWanted, KeepWanted, NotesWanted, TickWanted
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.line_list import LineList

NAMES_SHARE = 2 / 5
"""Of the width, what the names of a pair may take before the reasons."""

LEAST_CELLS = 20
"""Lines are made for this width at least, so that there are rows before there is a size."""


class GroupHead(Line):
    """What the merge would do, in a sentence."""

    picture: reactive[GroupPicture | None] = reactive(None)

    def left(self) -> list[Span]:
        """The sentence."""
        picture = self.picture
        if picture is None:
            return []
        return heading(picture.group, picture.keep, picture.ticked, ink(self), cells=self.size.width - 1)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row: a tag, or the reasons of a pair, which belong to a tag too."""

    member: GroupedTag
    reasoned: Reasoned | None = None

    @property
    def key(self) -> tuple[str, bool]:
        """What makes it the same row after something has changed."""
        return self.member.tag, self.reasoned is None


class GroupView(LineList, inherit_bindings=False):
    """Draws a `picture` of a group; keys and clicks ask for other ticks. The cursor stays on its tag.

    Without a group, `notice` says why.
    """

    BINDINGS = bindings_of("members", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("members", "duplicates", "list", "app")

    picture: reactive[GroupPicture | None] = reactive(None)
    notice: reactive[Sequence[Sequence[Span]]] = reactive(())

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._rows: list[_Row] = []
        self._lines: list[list[SidedLine]] = []
        self._own: list[int] = []

    @property
    def tag(self) -> str:
        """The tag under the cursor, empty where there is none."""
        return self._rows[self.cursor].member.tag if self._rows else ""

    def watch_picture(self, before: GroupPicture | None, picture: GroupPicture | None) -> None:
        """Show a group; the cursor begins on what may be folded in."""
        again = before is not None and picture is not None and bool(before.group.tags & picture.group.tags)
        key = self._rows[self.cursor].key if again and self._rows else None
        self._make_rows(picture)
        keys = [row.key for row in self._rows]
        at = keys.index(key) if key in keys else min(1, len(keys) - 1)
        self._lay_out(at)
        if not again:
            self.scroll_to(y=0, animate=False)

    def _make_rows(self, picture: GroupPicture | None) -> None:
        self._rows = []
        if picture is not None:
            members = {member.tag: member for member in picture.group.members}
            self._rows = [_Row(member) for member in members.values()]
            self._rows += [_Row(members[reasoned.tag], reasoned) for reasoned in picture.reasoned]

    def on_resize(self) -> None:
        """Reasons break where the list ends."""
        self._lay_out(self.cursor)
        super().on_resize()

    def notify_style_update(self) -> None:
        """The theme has changed, or the room for gaps."""
        super().notify_style_update()
        self._lay_out(self.cursor)

    def _lay_out(self, cursor: int) -> None:
        picture, cells = self.picture, max(LEAST_CELLS, self.line_width - 1)
        self._lines = []
        if picture is not None:
            self._lines = [self._lines_of(row, picture, cells) for row in self._rows]
        self._own = [len(lines) for lines in self._lines]
        if picture is not None and self._lines:
            self._lines[-1] += self._shared(picture, cells)
        self.set_heights([len(lines) for lines in self._lines], cursor=cursor)

    def _lines_of(self, row: _Row, picture: GroupPicture, cells: int) -> list[SidedLine]:
        inks = ink(self)
        if row.reasoned is not None:
            longest = max(width(pair_name(each.pair, cells)) for each in picture.reasoned)
            names = min(longest, int(cells * NAMES_SHARE))
            lines = reason_rows(row.reasoned.pair, row.reasoned.reasons, inks, cells=cells, name_cells=names)
            return [*self._why_head(), *lines] if row.reasoned is picture.reasoned[0] else lines
        lines = member_lines(picture, row.member, inks, cells=cells)
        return lines[:1] if self.screen.has_class("-short") else lines

    def _why_head(self) -> list[SidedLine]:
        return [([], []), ([("WHY", ink(self).dim + BOLD)], [])]

    def _shared(self, picture: GroupPicture, cells: int) -> list[SidedLine]:
        style = ink(self).dim if picture.reasoned else ink(self).text
        lines: list[SidedLine] = [] if picture.reasoned or not picture.shared else self._why_head()
        for text in picture.shared:
            lines += [([("  " + row, style)], []) for row in text_rows(shown(text), max(8, cells - 3))]
        return lines

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw one line of a tag or of reasons."""
        left, right = self._lines[row][line]
        reasoned = self._rows[row].reasoned
        lead = 2 if reasoned and self.picture and reasoned is self.picture.reasoned[0] else 0
        selected = row == self.cursor and self.has_focus and lead <= line < self._own[row]
        bar: Span = ("▎" if selected else " ", ink(self).accent)
        base = self.base_selected if selected and line == lead else self.base
        return compose_line([bar, *left], right, cells=cells, base=base)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is no group."""
        spans = self.notice[line] if line < len(self.notice) and self.picture is None else ()
        return compose_line([(" ", ink(self).dim), *spans], (), cells=cells, base=self.base)

    def row_clicked(self, event: events.Click) -> None:
        """A click on a box changes it, a second one elsewhere leads to the notes."""
        if "tick" in event.style.meta:
            self.action_tick()
        elif event.chain == 2:
            self.action_notes()

    def action_tick(self) -> None:
        """Take the tag into the merge, or out of it."""
        if self.tag:
            self.post_message(TickWanted(self.tag))

    def action_keep(self) -> None:
        """Keep this tag; the others go into it."""
        if self.tag:
            self.post_message(KeepWanted(self.tag))

    def action_groups(self) -> None:
        """Go back to the groups."""
        self.post_message(GroupsWanted())

    def action_notes(self) -> None:
        """List the notes under the tag."""
        if self.tag:
            self.post_message(NotesWanted(self.tag))

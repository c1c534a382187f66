"""The tag sidebar: a head line, the line that narrows the list, the list."""

from __future__ import annotations

from typing import ClassVar

from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.hit_lines import MARK
from reme_tui.ui.drawing.lines import Span, command_span, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.tag_list import TagList
from reme_tui.ui.widgets.text_field import TextField

ORDER_NAMES = {"files": "by files ↓", "name": "by name ↑", "recent": "most recent ↓"}


class TagHead(Line):
    """How many tags there are, and their order."""

    @property
    def _tags(self) -> TagList:
        return self.screen.query_one(TagList)

    def left(self) -> list[Span]:
        """The number of tags marked; else of all, and of those in sight when a filter line narrows them."""
        inks, tags = ink(self), self._tags
        figure = f"{len(tags.rows):,} of {tags.total:,}" if tags.narrowed_by.strip() else f"{tags.total:,}"
        spans: list[Span] = [(" ", inks.dim), ("TAGS", inks.dim + BOLD)]
        if tags.marks:
            return [*spans, (f" {MARK} {len(tags.marks):,} marked", inks.mark)]
        return [*spans, (f" {figure}" if tags.total else "", inks.faint)]

    def right(self) -> list[Span]:
        """The order, or what the two columns of counts are; a click uses the next order."""
        inks, tags = ink(self), self._tags
        if tags.counts is None:
            return [command_span(f"{ORDER_NAMES[tags.order]}  ", inks.faint, "tags.order")]
        return [command_span(f"in scope {'all':>{tags.digits}}  ", inks.faint, "tags.order")]


class TagFilter(TextField):
    """The line that narrows the tag list."""

    BINDINGS = bindings_of("filter")
    PLACES: ClassVar[tuple[Place, ...]] = ("filter", "browse", "app")

    def action_done(self) -> None:
        """Go to the tags that are left; a line with nothing in it closes."""
        self.screen.query_one(TagList).focus()
        if not self.value.strip():
            self.post_message(self.Emptied())

    class Emptied(Message):
        """The line has nothing in it, and is left."""


class TagPane(Vertical):
    """The sidebar: holds a TagHead and a TagList; the filter line comes when it is asked for."""

    @property
    def tags(self) -> TagList:
        """The list."""
        return self.query_one(TagList)

    def on_mount(self) -> None:
        """Keep the head in step with the list."""
        for name in ("snapshot", "counts", "order", "narrowed_by", "marks"):
            self.watch(self.tags, name, self._refresh_head, init=False)

    def _refresh_head(self) -> None:
        self.query_one(TagHead).refresh()

    async def on_tag_list_filter_wanted(self) -> None:
        """Show the filter line and put the focus there."""
        if not self.query(TagFilter):
            await self.mount(TagFilter(placeholder="text, n=1, n<3, client/"), before=self.tags)
        self.query_one(TagFilter).focus()

    async def on_tag_filter_emptied(self) -> None:
        """Drop the line: it narrows nothing."""
        await self.close_filter()

    def open_overlay(self) -> None:
        """Show the pane where it does not stand by itself, and go to the tags."""
        self.add_class("-open")
        self.tags.focus()

    def on_descendant_blur(self) -> None:
        """Leave the screen to what the focus went to; it stays when only the terminal has lost it."""
        focused = self.screen.focused
        if focused is not None and self not in focused.ancestors:
            self.close_overlay()

    def keep_focus_in_sight(self) -> None:
        """Where the pane becomes an overlay: open it when the focus is in it, else hide it."""
        self.set_class(bool(self.query("*:focus")), "-open")

    def close_overlay(self) -> bool:
        """Hide the pane where it lies over the hits; return whether it was open."""
        was_open = self.has_class("-open")
        self.remove_class("-open")
        return was_open

    async def close_filter(self) -> bool:
        """Drop the filter line; return whether there was one."""
        if not self.query(TagFilter):
            return False
        if self.query_one(TagFilter).has_focus:
            self.tags.focus()
        await self.query(TagFilter).remove()
        self.tags.narrowed_by = ""
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list by what is typed."""
        event.stop()
        self.tags.narrowed_by = event.value

"""The tags with counts and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip

from reme_tui.core.query.query import Query
from reme_tui.core.tag_key import tag_key
from reme_tui.ui.asking.scopes import toggle_excluded, toggle_tag, toggle_untagged
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.hit_lines import MARK
from reme_tui.ui.drawing.lines import Span, cells_of, compose_line, ink
from reme_tui.ui.drawing.tag_rows import ORDERS, Order, arrange, narrow
from reme_tui.ui.drawing.theme import BOLD, ITALIC
from reme_tui.ui.messages.browsing import ScopeWanted
from reme_tui.ui.widgets.changes_tags import ChangesTags

if TYPE_CHECKING:
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.core.tags import TagRow

BAR = 6
SHORT_BAR = 3
WIDE_ENOUGH_FOR_BARS = 24


class TagList(ChangesTags, inherit_bindings=False):
    """All tags, most used first; the last row stands for notes without any.

    `counts` holds the notes by tag key within the dates and path of the scope, None when these do not narrow it,
    `near_duplicates` the tags that are probably one with another, as they are shown.
    """

    BINDINGS = bindings_of("tags", "marks", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("tags", "marks", "browse", "list", "app")

    snapshot: var[Snapshot | None] = var(None)
    asked: var[Query] = var(Query())
    counts: reactive[Mapping[str, int] | None] = reactive(None)
    order: var[Order] = var("files")
    narrowed_by: var[str] = var("")
    notice: reactive[Sequence[Sequence[Span]]] = reactive(())
    near_duplicates: reactive[frozenset[str]] = reactive(frozenset())

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.rows: tuple[TagRow, ...] = ()
        self._sorted: dict[Order, tuple[TagRow, ...]] = {}
        self.total = 0
        self._most = 1
        self._included: frozenset[str] = frozenset()
        self._excluded: frozenset[str] = frozenset()
        self._heir: Mapping[str, str] = {}

    def watch_snapshot(self, before: Snapshot | None, after: Snapshot | None) -> None:
        """Show the tags of another state of the vault; most saves change none."""
        if before is None or after is None or before.tags is not after.tags:
            self._sorted = {}
            self._arrange()

    def watch_order(self) -> None:
        """Show the tags in another order."""
        self._arrange()

    def watch_narrowed_by(self) -> None:
        """Show the tags that pass the filter line."""
        self._arrange()

    def watch_asked(self, before: Query, asked: Query) -> None:
        """Mark the tags of the filter."""
        if asked.scope == before.scope:
            return
        self._included = frozenset(tag_key(tag) for tag in asked.scope.tags)
        self._excluded = frozenset(tag_key(tag) for tag in asked.scope.excluded_tags)
        self.refresh()

    @property
    def untagged(self) -> int:
        """How many notes have no tag."""
        return len(self.snapshot.tags.untagged) if self.snapshot else 0

    @property
    def digits(self) -> int:
        """How many cells a count takes."""
        return max(3, len(f"{self._most:,}"))

    @property
    def has_untagged_row(self) -> bool:
        """Whether the last row stands for untagged notes."""
        return bool(self.untagged) and not self.narrowed_by.strip()

    def _arrange(self) -> None:
        under_cursor = self.key
        everything = self.snapshot.tags.rows() if self.snapshot else ()
        if self.order not in self._sorted:
            self._sorted[self.order] = arrange(everything, self.order)
            self._most = max((row.files for row in everything), default=1)
        self.rows = narrow(self._sorted[self.order], self.narrowed_by)
        self.total = len(everything)
        heights = [1] * len(self.rows)
        if self.has_untagged_row:
            heights.append(2 if self.rows else 1)
        keys = [row.key for row in self.rows]
        self.marks = self.marks.intersection(row.key for row in everything) if self.marks else self.marks
        if under_cursor not in keys:
            under_cursor = self._heir.get(under_cursor, "")
        at = keys.index(under_cursor) if under_cursor in keys else self.cursor
        self.set_heights(heights, cursor=at)

    @property
    def key(self) -> str:
        """The key of the tag under the cursor, empty on another row."""
        return self.name_of(self.cursor)

    def name_of(self, row: int) -> str:
        """Return the key of a row's tag, empty on another row."""
        return self.rows[row].key if 0 <= row < len(self.rows) else ""

    def tag_of(self, name: str) -> str:
        """Return the tag with this key as it is shown."""
        return self.snapshot.tags.shown(name) if self.snapshot else name

    def step_out(self) -> bool:
        """Take all marks away, but not before the line that narrows the list."""
        return not self.narrowed_by and super().step_out()

    def leave_to(self, key: str) -> None:
        """Go to the tag with this key when the one under the cursor is no more."""
        self._heir = {self.key: key}

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw a tag: mark, name, bar, count in scope where it differs, count."""
        if row < len(self.rows):
            return self._draw_tag(self.rows[row], cells, selected=row == self.cursor)
        if line == 0 and self.rows:
            return Strip.blank(cells, self.base)
        inks = ink(self)
        chosen = self.asked.scope.untagged
        selected = row == self.cursor
        style = (inks.strong + BOLD if chosen else inks.dim) + ITALIC
        left = [*self._mark("●" if chosen else " ", selected=selected), ("untagged", style)]
        count = [(f"{self.untagged:,} ", inks.strong if chosen else inks.dim)]
        return compose_line(left, count, cells=cells, base=self.base_selected if selected else self.base)

    def _mark(self, mark: str, *, selected: bool, style: Style | None = None) -> list[Span]:
        inks = ink(self)
        bar = "▎" if selected and self.has_focus else " "
        return [(bar, inks.accent), (mark + " ", style or inks.accent)]

    def _draw_tag(self, row: TagRow, cells: int, *, selected: bool) -> Strip:
        inks = ink(self)
        included, excluded = row.key in self._included, row.key in self._excluded
        mark, mark_style, name_style = " ", inks.accent, inks.strong if selected else inks.soft
        if included:
            mark, name_style = "●", inks.strong + BOLD
        elif excluded:
            mark, mark_style, name_style = "−", inks.error, inks.dim + Style(strike=True)
        if row.key in self.marks:
            mark, mark_style = MARK, inks.mark + BOLD
        right = self._figures(row, cells, lit=included or selected, included=included)
        sign: list[Span] = [(" ≈", inks.mark)] if row.tag in self.near_duplicates else []
        room = cells - 3 - cells_of(right) - 2 - cells_of(sign)
        name = (cut(shown(row.tag), room), name_style)
        left = [*self._mark(mark, selected=selected, style=mark_style), name, *sign]
        return compose_line(left, right, cells=cells, base=self.base_selected if selected else self.base)

    def _figures(self, row: TagRow, cells: int, *, lit: bool, included: bool) -> list[Span]:
        inks = ink(self)
        digits = self.digits
        spans: list[Span] = []
        if cells >= WIDE_ENOUGH_FOR_BARS:
            size = BAR if self.counts is None else SHORT_BAR
            filled = max(1, round(row.files * size / self._most))
            spans.append(("━" * (size - filled), inks.line))
            spans.append(("━" * filled, inks.accent if included else inks.fill))
        count_style = inks.strong if lit else inks.dim
        if self.counts is not None:
            inside = self.counts.get(row.key, 0)
            spans.append((f" {inside:>{digits},}", count_style if inside else inks.faint))
            count_style = inks.faint
        spans.append((f" {row.files:>{digits},} ", count_style))
        return spans

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is no row."""
        notice: Sequence[Sequence[Span]] = () if self.rows or self.snapshot is None else self.notice
        if not self.rows and self.narrowed_by.strip():
            notice = [[("no tag passes", ink(self).dim)]]
        below = line - 2 * self.row_count
        spans = notice[below] if 0 <= below < len(notice) else ()
        return compose_line([("   ", Style()), *spans], (), cells=cells, base=self.base)

    def row_clicked(self, event: events.Click) -> None:
        """A click makes a chip, or takes it away."""
        del event
        self.action_choose()

    def action_choose(self) -> None:
        """Put the tag into the filter, or take it out."""
        if self.cursor < len(self.rows):
            self.post_message(ScopeWanted(toggle_tag(self.asked.scope, self.rows[self.cursor].tag)))
        elif self.has_untagged_row:
            self.post_message(ScopeWanted(toggle_untagged(self.asked.scope)))

    def action_exclude(self) -> None:
        """Leave out notes with the tag, or no longer."""
        if self.cursor < len(self.rows):
            self.post_message(ScopeWanted(toggle_excluded(self.asked.scope, self.rows[self.cursor].tag)))

    def action_any_all(self) -> None:
        """Ask for any of the tags, or for all of them."""
        scope = self.asked.scope
        self.post_message(ScopeWanted(replace(scope, all_tags=not scope.all_tags)))

    def action_order(self) -> None:
        """Use the next order."""
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]

    def action_filter(self) -> None:
        """Ask for the line that narrows the list."""
        self.post_message(self.FilterWanted())

    class FilterWanted(Message):
        """The line that narrows the list should open."""

"""What a plan does, file by file: a tick box, the path, the lines that go and come; what is left alone comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import cut, cut_left, shown
from reme_tui.ui.drawing.diff_lines import DiffLine, diff_lines, line_count, line_spans
from reme_tui.ui.drawing.lines import SidedLine, Span, clickable, compose_line, ink
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.widgets.line_list import LineList

if TYPE_CHECKING:
    from reme_tui.tidy.edits.note_edit import Refusal
    from reme_tui.tidy.planning.plan import FileEdit, Plan

INDENT = 4
"""Cells before a path: cursor bar, blank, tick box, blank."""
DRAWN = 400
"""Files whose lines are kept when they have been drawn once."""


def line_counts(plan: Plan | None) -> tuple[int, ...]:
    """Return how many lines each file of a plan has below its path, with the remark on it."""
    return tuple(line_count(edit.hunks) + (edit.path in plan.remarks) for edit in plan.edits) if plan else ()


class DiffView(LineList, inherit_bindings=False):
    """The diffs of `plan`; files in `skipped` are not ticked. Without `ticks` it only shows.

    Where there is no file, `notice` says why.
    """

    BINDINGS = bindings_of("list")
    PLACES: ClassVar[tuple[Place, ...]] = ("list", "app")

    plan: reactive[Plan | None] = reactive(None, init=False)
    skipped: reactive[frozenset[str]] = reactive(frozenset())
    notice: reactive[tuple[Span, ...]] = reactive(())

    class Ticked(Message):
        """The box of the file at `path` is to change."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    def __init__(self, *, ticks: bool = False, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.ticks = ticks
        self._refusals: tuple[Refusal, ...] = ()
        self._edits: tuple[FileEdit, ...] = ()
        self._counts: Sequence[int] = ()
        self._counted: Plan | None = None
        self._drawn: dict[str, tuple[DiffLine, ...]] = {}

    @property
    def path(self) -> str:
        """The path of the file to be changed under the cursor; empty where there is none."""
        at = self.cursor - len(self._refusals)
        return self._edits[at].path if 0 <= at < len(self._edits) else ""

    def show(self, plan: Plan, counts: Sequence[int]) -> None:
        """Show a plan whose lines have been counted already, by `line_counts`: in a thread, where there are many."""
        self._counted, self._counts = plan, counts
        self.plan = plan

    def show_refusals(self, refusals: tuple[Refusal, ...]) -> None:
        """Show only what was left alone, without a plan."""
        self._refusals = refusals
        self._lay_out(0)

    def watch_plan(self, plan: Plan | None) -> None:
        """Show another plan, from its beginning."""
        self._refusals = plan.refusals if plan else ()
        self._edits = plan.edits if plan else ()
        self._drawn.clear()
        if plan is not self._counted:
            self._counted, self._counts = plan, line_counts(plan)
        self._lay_out(0)
        self.scroll_to(y=0, animate=False)

    def on_resize(self) -> None:
        """Reasons break where the list ends."""
        self._lay_out(self.cursor)
        super().on_resize()

    def _lay_out(self, cursor: int) -> None:
        cells = self.line_width
        heights = [2 + len(self._reason_rows(refusal, cells)) for refusal in self._refusals]
        heights += [2 + count for count in self._counts]
        self.set_heights(heights, cursor=cursor)

    def _reason_rows(self, refusal: Refusal, cells: int) -> list[str]:
        return text_rows(refusal.reason, max(8, cells - INDENT - 1))

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw the path, or one line below it."""
        selected = row == self.cursor and self.ticks
        focused = selected and self.has_focus and line < self.height_of(row) - 1
        at = row - len(self._refusals)
        left, right = (
            self._refused(self._refusals[row], line, cells) if at < 0 else self._changed(self._edits[at], line, cells)
        )
        bar: Span = ("▎" if focused else " ", ink(self).accent)
        base = self.base_selected if selected and line == 0 else self.base
        return compose_line([bar, *left], right, cells=cells, base=base)

    def _refused(self, refusal: Refusal, line: int, cells: int) -> SidedLine:
        inks = ink(self)
        if line == 0:
            path = cut_left(shown(refusal.path), max(8, cells - INDENT - 14))
            return [(" ✗ ", inks.error + BOLD), (path, inks.strong)], [("left alone ", inks.error)]
        rows = self._reason_rows(refusal, cells)
        return [(" " * (INDENT - 1), inks.dim), (rows[line - 1], inks.mark)] if line <= len(rows) else [], []

    def _changed(self, edit: FileEdit, line: int, cells: int) -> SidedLine:
        inks = ink(self)
        is_out = edit.path in self.skipped
        if line == 0:
            count = counted(edit.lines, "line")
            path = cut_left(shown(edit.path), max(8, cells - INDENT - len(count) - 3))
            box: list[Span] = [(" ", inks.dim)]
            if self.ticks:
                box = [(" ☐ " if is_out else " ☑ ", clickable(inks.dim if is_out else inks.accent, tick=edit.path))]
            name: Span = (path, inks.dim if is_out else inks.strong)
            return [*box, name], [("left out " if is_out else f"{count} ", inks.faint)]
        inset = INDENT - 1 if self.ticks else 1
        remark = self.plan.remarks.get(edit.path, "") if self.plan else ""
        if remark and line == 1:
            said = cut(shown(remark), cells - inset - 2)
            return [(" " * inset, Style()), (said, inks.faint if is_out else inks.dim)], []
        line -= bool(remark)
        lines = self._lines_of(edit)
        if line > len(lines):
            return [], []
        spans = line_spans(lines[line - 1], inks, cells - inset - 2)
        if is_out:
            spans = [(text, inks.faint) for text, _ in spans]
        return [(" " * inset, Style()), *spans], []

    def _lines_of(self, edit: FileEdit) -> tuple[DiffLine, ...]:
        if edit.path not in self._drawn:
            if len(self._drawn) >= DRAWN:
                self._drawn.clear()
            self._drawn[edit.path] = diff_lines(edit.hunks)
        return self._drawn[edit.path]

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is no file."""
        spans = self.notice if line == 0 and not self.row_count else ()
        return compose_line([("   ", Style()), *spans], (), cells=cells, base=self.base)

    def watch_skipped(self) -> None:
        """Show other ticks."""
        self.refresh()

    def row_clicked(self, event: events.Click) -> None:
        """A click on a box, or a second one elsewhere, changes it."""
        if self.path and self.ticks and ("tick" in event.style.meta or event.chain == 2):
            self.post_message(self.Ticked(self.path))

"""The problems, grouped by kind and folded."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.core.note import Problem
from reme_tui.ui.commands.commands import BY_ID, Place, bindings_of
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.drawing.problem_rows import (
    Group,
    ProblemRow,
    find_row,
    group_line,
    mending,
    message_rows,
    problem_lines,
    rows_of,
)
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.messages.browsing import ChangeWanted, CommandWanted, CopyWanted, EditWanted, ReadWanted
from reme_tui.ui.messages.cleanup import HistoryWanted, UndoWanted
from reme_tui.ui.notes.place import ReadingWalk, Stop
from reme_tui.ui.widgets.line_list import LineList

PROBLEM = "problem"
"""What one walks along here when reading."""


class ProblemList(LineList, inherit_bindings=False):
    """Groups of problems; `groups` is None until they are known. The cursor stays on its problem when they change."""

    BINDINGS = bindings_of("problems", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("problems", "list", "app")

    groups: reactive[tuple[Group, ...] | None] = reactive(None)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.rows: list[ProblemRow] = []
        self._unfolded: set[str] = set()

    @property
    def row(self) -> ProblemRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def _problem(self) -> Problem | None:
        """The problem under the cursor; on a group, its first."""
        return (self.row.problem or self.row.group.problems[0]) if self.row else None

    def watch_groups(self) -> None:
        """Show other problems."""
        self._lay_out()

    def on_resize(self) -> None:
        """Reasons break where the list ends."""
        self._lay_out()
        super().on_resize()

    def _lay_out(self) -> None:
        before = self.row
        self.rows = rows_of(self.groups or (), self._unfolded)
        cursor = find_row(self.rows, before.key, self.cursor) if before else 0
        cells = self.line_width
        self.set_heights([self._height(row, cells) for row in self.rows], cursor=cursor)

    def _height(self, row: ProblemRow, cells: int) -> int:
        """Return how many lines a row takes, with the blank one after the last of a group."""
        return 1 + len(message_rows(row.problem, cells)) + row.is_last if row.problem else 1

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw one line of a group or of a problem."""
        shown, selected = self.rows[row], row == self.cursor
        focused = selected and self.has_focus
        if shown.problem is None:
            unfolded = shown.group.kind in self._unfolded
            lines = [group_line(shown.group, ink(self), unfolded=unfolded, focused=focused)]
        else:
            lines = problem_lines(shown.problem, ink(self), cells=cells, focused=focused)
        if line >= len(lines):
            return Strip.blank(cells, self.base)
        left, right = lines[line]
        return compose_line(left, right, cells=cells, base=self.base_selected if selected else self.base)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is no problem."""
        inks = ink(self)
        notice: list[list[Span]] = []
        if self.groups is None:
            notice = [[("looking…", inks.dim)]]
        elif not self.rows:
            notice = [[("✓ ", inks.good + BOLD), ("every note is read as it was meant", inks.strong + BOLD)]]
        spans = notice[line] if line < len(notice) else []
        return compose_line([("   ", Style()), *spans], (), cells=cells, base=self.base)

    def row_clicked(self, event: events.Click) -> None:
        """A click unfolds or folds a group, a second one on a problem reads the note."""
        if self.row and self.row.problem is None:
            self.action_open_close()
        elif event.chain == 2:
            self.action_read()

    def action_open_close(self) -> None:
        """Unfold or fold the problems of one kind."""
        if self.row and self.row.group.kind in self._unfolded:
            self.action_fold()
        else:
            self.action_unfold()

    def action_unfold(self) -> None:
        """Unfold the problems of this kind."""
        if self.row:
            self._unfolded.add(self.row.group.kind)
            self._lay_out()

    def action_fold(self) -> None:
        """Fold the problems of this kind; the cursor goes to the group."""
        if self.row:
            group = self.row.group
            self.cursor = next(at for at, row in enumerate(self.rows) if row.group is group)
            self._unfolded.discard(group.kind)
            self._lay_out()

    def action_mend(self) -> None:
        """Mend the problem, or all of a kind, after a preview."""
        if self.row is None:
            return
        change = mending(self.row)
        if change is None:
            edit = next(iter(BY_ID["problems.edit"].keys), "the palette")
            self.notify(f"this kind is to be mended by hand: {edit} edits", markup=False, timeout=5)
        else:
            self.post_message(ChangeWanted(change))

    def action_undo(self) -> None:
        """Take the last change back, after a preview."""
        self.post_message(UndoWanted())

    def action_history(self) -> None:
        """List the changes made so far."""
        self.post_message(HistoryWanted())

    def action_read(self) -> None:
        """Read the note at the line; on a group, that of its first problem."""
        if problem := self._problem:
            all_of_them = [each for group in self.groups or () for each in group.problems]
            stops = tuple(Stop(each.path, (each.line, each.line)) for each in all_of_them)
            walk = ReadingWalk(PROBLEM, stops, next(at for at, each in enumerate(all_of_them) if each is problem))
            self.post_message(ReadWanted(problem.path, problem.line, walk=walk))

    def select(self, stop: Stop) -> None:
        """Put the cursor on the problem at a place, unfolding those of its kind."""
        for group in self.groups or ():
            if any((each.path, each.line) == (stop.path, stop.passage[0]) for each in group.problems):
                self._unfolded.add(group.kind)
                self._lay_out()
                places = [(row.problem.path, row.problem.line) if row.problem else ("", 0) for row in self.rows]
                self.cursor = places.index((stop.path, stop.passage[0]))
                return

    def action_edit(self) -> None:
        """Open the note at the line in the editor; on a group, that of its first problem."""
        if problem := self._problem:
            self.post_message(EditWanted(problem.path, problem.line))

    def action_copy_path(self) -> None:
        """Copy the path of the note."""
        if self.row and self.row.problem:
            self.post_message(CopyWanted(self.row.problem.path, "path"))

    def action_close(self) -> None:
        """Go back."""
        self.post_message(CommandWanted("app.back"))

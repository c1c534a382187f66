"""The hits: each a few lines, unfolding its neighbours in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.core.query.query import Query
from reme_tui.core.tags import tag_key
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.hit_lines import INDENT, HitLine, HitRow, height_of, lines_of
from reme_tui.ui.drawing.lines import Span, compose_line, ink
from reme_tui.ui.messages.browsing import CopyWanted, EditWanted, HitSelected, NeighboursWanted, ReadWanted, WhyWanted
from reme_tui.ui.messages.cleanup import HitsMarked, NoteTagsAsked
from reme_tui.ui.widgets.marking import MarkableList

if TYPE_CHECKING:
    from reme_tui.core.neighbours import Neighbours
    from reme_tui.search.results import Results


class HitList(MarkableList, inherit_bindings=False):
    """The hits of one answer. Where there is none, `notice` says why."""

    BINDINGS = bindings_of("hits", "marks", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("hits", "marks", "browse", "list", "app")

    results: reactive[Results | None] = reactive(None)
    asked: reactive[Query] = reactive(Query())
    notice: reactive[Sequence[Sequence[Span]]] = reactive(())

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.rows: list[HitRow] = []
        self._drawn: dict[tuple[int, bool, bool], list[HitLine]] = {}
        self._asked_tags: frozenset[str] = frozenset()
        self._keeps_place = False

    @property
    def path(self) -> str:
        """The path of the hit under the cursor, empty when there is none."""
        return self.rows[self.cursor].path if self.rows else ""

    def watch_asked(self, asked: Query) -> None:
        """Light up the tags of the filter."""
        self._asked_tags = frozenset(tag_key(tag) for tag in asked.scope.tags)
        self.redraw()

    def watch_results(self, before: Results | None, results: Results | None) -> None:
        """Show another answer; the cursor stays on its note when the note is still a hit.

        What was unfolded is folded: its neighbours may lie in another scope now; the screen unfolds it again.
        """
        is_same = before and results and (self._keeps_place or before.query == results.query)
        kept = self.path if is_same else ""
        self._keeps_place = False
        unfolded = [row.path for row in self.rows if row.neighbours]
        self.rows = [HitRow(at + 1, hit) for at, hit in enumerate(results.hits)] if results else []
        paths = [row.path for row in self.rows]
        self._lay_out(paths.index(kept) if kept in paths else 0)
        if kept not in paths:
            self.scroll_to(y=0, animate=False)
        for path in unfolded:
            if path in paths:
                self.post_message(NeighboursWanted(path))
        self.cursor_moved()

    def keep_place(self) -> None:
        """Leave the cursor on its note in the next answer, even if that is to another question."""
        self._keeps_place = True

    def show_neighbours(self, path: str, neighbours: Neighbours | None) -> None:
        """Unfold the hit at `path`, or fold it with None."""
        for at, row in enumerate(self.rows):
            if row.path == path:
                self.rows[at] = replace(row, neighbours=neighbours)
                self._lay_out(self.cursor)

    def _lay_out(self, cursor: int) -> None:
        self.set_heights([height_of(row) for row in self.rows], cursor=cursor)
        self.redraw()

    def redraw(self) -> None:
        """Draw all lines anew."""
        self._drawn.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._drawn.clear()

    def on_resize(self) -> None:
        """Lines are as wide as the list."""
        self._drawn.clear()
        super().on_resize()

    def draw(self, row: int, line: int, cells: int) -> Strip:
        """Draw one line of a hit."""
        selected = row == self.cursor
        key = (row, selected, self.has_focus)
        lines = self._drawn.get(key)
        if lines is None:
            focused = selected and self.has_focus
            shown = replace(self.rows[row], marked=self.rows[row].path in self.marks)
            lines = lines_of(shown, self._asked_tags, ink(self), cells=cells, focused=focused)
            self._drawn[key] = lines
        if line >= len(lines):
            return Strip.blank(cells, self.base)
        left, right = lines[line]
        return compose_line(left, right, cells=cells, base=self.base_selected if selected else self.base)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is no hit."""
        if self.rows or line >= len(self.notice):
            return Strip.blank(cells, self.base)
        return compose_line([(" " * INDENT, Style()), *self.notice[line]], (), cells=cells, base=self.base)

    def cursor_moved(self) -> None:
        """Tell the screen which hit is selected."""
        self.post_message(HitSelected(self.path))

    def row_clicked(self, event: events.Click) -> None:
        """A click on the mark by the number folds or unfolds, one on a linked note opens that, a second one the hit."""
        if event.style.meta.get("fold"):
            self.action_neighbours()
        elif "read" in event.style.meta:
            self.post_message(ReadWanted(event.style.meta["read"]))
        elif event.chain == 2:
            self.action_read()

    def select(self, path: str) -> None:
        """Put the cursor on the hit at `path`, if it is one."""
        self.cursor = next((at for at, row in enumerate(self.rows) if row.path == path), self.cursor)

    def name_of(self, row: int) -> str:
        """Return the path of a hit."""
        return self.rows[row].path if 0 <= row < len(self.rows) else ""

    def watch_marks(self) -> None:
        """Show other marks."""
        super().watch_marks()
        self.redraw()
        self.post_message(HitsMarked(len(self.marks)))

    def action_tags(self) -> None:
        """Change the tags of the notes marked, else of this one."""
        paths = tuple(sorted(self.marks)) or (self.path,) * bool(self.rows)
        if paths:
            self.post_message(NoteTagsAsked(paths))

    def action_read(self) -> None:
        """Read the note."""
        if self.rows:
            self.post_message(ReadWanted(self.path))

    def action_edit(self) -> None:
        """Open the note in the editor, at the passage that matched."""
        if self.rows:
            passages = self.rows[self.cursor].hit.passages
            self.post_message(EditWanted(self.path, passages[0].first_line if passages else 1))

    def action_why(self) -> None:
        """Ask why the note is a hit."""
        if self.rows:
            self.post_message(WhyWanted(self.path))

    def action_neighbours(self) -> None:
        """Unfold or fold the neighbours."""
        if self.rows and self.rows[self.cursor].neighbours:
            self.action_fold()
        else:
            self.action_unfold()

    def action_unfold(self) -> None:
        """Unfold the neighbours."""
        if self.rows and not self.rows[self.cursor].neighbours:
            self.post_message(NeighboursWanted(self.path))

    def action_fold(self) -> None:
        """Fold the neighbours."""
        if self.rows and self.rows[self.cursor].neighbours:
            self.show_neighbours(self.path, None)

    def action_copy_path(self) -> None:
        """Copy the path of the note."""
        if self.rows:
            self.post_message(CopyWanted(self.path, "path"))

    def action_copy_link(self) -> None:
        """Copy a wikilink to the note."""
        if self.rows:
            self.post_message(CopyWanted(f"[[{self.path}]]", "wikilink"))

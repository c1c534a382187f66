"""The hits: each a few lines, unfolding its neighbours in place, as rows of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual import events
from textual.reactive import reactive, var
from textual.strip import Strip

from reme_tui.core.query.query import Query
from reme_tui.core.tag_key import tag_key
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.hit_entries import lines_of, own_height
from reme_tui.ui.drawing.hit_lines import INDENT, HitRow
from reme_tui.ui.drawing.lines import SidedLine, Span, compose_line, ink
from reme_tui.ui.drawing.neighbour_rows import what_it_is
from reme_tui.ui.messages.browsing import (
    CopyWanted,
    EditWanted,
    HitSelected,
    MoreWanted,
    NeighboursWanted,
    OrderWanted,
    ReadWanted,
    WhyWanted,
)
from reme_tui.ui.messages.cleanup import HitsMarked, NoteTagsAsked, SuggestionsAsked
from reme_tui.ui.widgets.hit_rows import HitRows

if TYPE_CHECKING:
    from reme_tui.search.results import Results
    from reme_tui.ui.notes.place import ReadingWalk


class HitList(HitRows, inherit_bindings=False):
    """The hits of one answer. Where there is none, `notice` says why."""

    BINDINGS = bindings_of("hits", "marks", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("hits", "marks", "browse", "list", "app")

    results: var[Results | None] = var(None)
    asked: var[Query] = var(Query())
    notice: reactive[Sequence[Sequence[Span]]] = reactive(())

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._drawn: dict[tuple[int, bool, bool], list[SidedLine]] = {}
        self._asked_tags: frozenset[str] = frozenset()
        self._keeps_place = False

    def watch_asked(self, asked: Query) -> None:
        """Light up the tags of the filter."""
        tags = frozenset(tag_key(tag) for tag in asked.scope.tags)
        if tags != self._asked_tags:
            self._asked_tags = tags
            self.redraw()

    def watch_results(self, before: Results | None, results: Results | None) -> None:
        """Show another answer; to the same question with the cursor on its note, or where that was when it has gone.

        As long as nobody has gone into the list, or down it, the cursor is on the best hit. What was unfolded is asked
        for again: its neighbours, or what they are inside of, may have changed.
        """
        is_same = bool(before and results and before.query == results.query)
        stays = self._keeps_place or (is_same and (self.has_focus or self.cursor > 0))
        kept = self.entry.key if stays and self.entry else ("", "")
        known = {row.path: row.neighbours for row in self.rows if row.neighbours}
        unfolded = known if is_same or self._keeps_place else {}
        self._keeps_place = False
        found = results.hits if results else ()
        self.rows = [HitRow(at + 1, hit, unfolded.get(hit.note.path)) for at, hit in enumerate(found)]
        self.lay_out(kept, otherwise=self.cursor if stays and is_same else 0)
        if self.cursor == 0:
            self.scroll_to(y=0, animate=False)
        for path in known.keys() & {row.path for row in self.rows}:
            self.post_message(NeighboursWanted(path))
        self.cursor_moved()

    def keep_place(self) -> None:
        """Leave the cursor on its row in the next answer, even if that is to another question."""
        self._keeps_place = True

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
        """Draw one line of a row."""
        entry = self.entries[row]
        selected = row == self.cursor
        key = (row, selected, self.has_focus)
        lines = self._drawn.get(key)
        if lines is None:
            focused = selected and self.has_focus
            shown = entry.hit._replace(marked=entry.hit.path in self.marks)
            lines = lines_of(entry._replace(hit=shown), self._asked_tags, ink(self), cells=cells, focused=focused)
            self._drawn[key] = lines
        if line >= len(lines):
            return Strip.blank(cells, self.base)
        left, right = lines[line]
        is_lit = selected and line < own_height(entry)
        return compose_line(left, right, cells=cells, base=self.base_selected if is_lit else self.base)

    def draw_outside(self, line: int, cells: int) -> Strip:
        """Say why there is no hit."""
        if self.rows or line >= len(self.notice):
            return Strip.blank(cells, self.base)
        return compose_line([(" " * INDENT, Style()), *self.notice[line]], (), cells=cells, base=self.base)

    def cursor_moved(self) -> None:
        """Tell the screen which note is selected, and when the last hit is that there are more."""
        self.post_message(HitSelected(self.path))
        found = self.results
        if found and found.total_notes > len(found.hits) and self.cursor == self.row_count - 1:
            self.post_message(MoreWanted())

    def row_clicked(self, event: events.Click) -> None:
        """A click on the mark by the number folds or unfolds, one on a linked note opens that, a second one the hit."""
        if event.style.meta.get("fold"):
            self.action_neighbours()
        elif "read" in event.style.meta or event.chain == 2:
            self.action_read()

    def watch_marks(self) -> None:
        """Show other marks."""
        super().watch_marks()
        self.redraw()
        self.post_message(HitsMarked(len(self.marks)))

    def walk(self) -> ReadingWalk | None:
        """What lies before and after a hit that is read from here; None for the hits of the first screen."""
        return None

    def _note(self) -> str:
        """Return the path of the note under the cursor; where a link leads to none, say what is there instead."""
        entry = self.entry
        if entry and entry.linked and not entry.path:
            self.notify(what_it_is(entry.linked.neighbour), markup=False, timeout=3)
        return entry.path if entry else ""

    def action_tags(self) -> None:
        """Change the tags of the notes marked, else of this one."""
        if paths := self._chosen():
            self.post_message(NoteTagsAsked(paths))

    def action_suggest(self) -> None:
        """Suggest tags for the notes marked, else for this one."""
        if paths := self._chosen():
            self.post_message(SuggestionsAsked(paths))

    def _chosen(self) -> tuple[str, ...]:
        """Return the notes marked, else the one under the cursor, if any."""
        if self.marks:
            return tuple(sorted(self.marks))
        path = self._note()
        return (path,) if path else ()

    def action_read(self) -> None:
        """Read the note, one that is linked as if the link had been followed."""
        entry = self.entry
        if entry and (path := self._note()):
            line, via = (entry.line, entry.hit.path) if entry.linked else (0, "")
            self.post_message(ReadWanted(path, line, walk=self.walk(), via=via))

    def action_edit(self) -> None:
        """Open the note in the editor, at the passage that matched or where the link leads."""
        if self.entry and (path := self._note()):
            self.post_message(EditWanted(path, self.entry.line or 1))

    def action_order(self) -> None:
        """Order the hits by rank or by date; without words there is one order."""
        if self.asked.text or self.asked.phrases:
            self.post_message(OrderWanted())
        else:
            self.notify("the newest come first: there are no words to order by", markup=False, timeout=3)

    def action_why(self) -> None:
        """Ask why the note is, or is not, a hit."""
        if path := self._note():
            self.post_message(WhyWanted(path))

    def action_neighbours(self) -> None:
        """Unfold or fold the neighbours."""
        if self.entry and self.entry.hit.neighbours:
            self.action_fold()
        else:
            self.action_unfold()

    def action_unfold(self) -> None:
        """Unfold the neighbours; where they are, go to the first."""
        entry = self.entry
        if entry and not entry.hit.neighbours:
            self.post_message(NeighboursWanted(entry.hit.path))
        elif entry and not entry.linked and not entry.ends:
            self.cursor += 1

    def action_fold(self) -> None:
        """Fold the neighbours, from one of them too."""
        if self.entry and self.entry.hit.neighbours:
            path = self.entry.hit.path
            self.go_to_hit(path)
            self.show_neighbours(path, None)

    def action_copy_path(self) -> None:
        """Copy the path of the note, or what the link names."""
        if target := self._target:
            self.post_message(CopyWanted(target, "path"))

    def action_copy_link(self) -> None:
        """Copy a wikilink to the note, or to what the link names."""
        if target := self._target:
            self.post_message(CopyWanted(f"[[{target}]]", "wikilink"))

    @property
    def _target(self) -> str:
        return next((part for part in reversed(self.entry.key) if part), "") if self.entry else ""

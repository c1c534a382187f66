"""What a note is: title and date, tags and path, and where the reader stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.reactive import reactive
from textual.strip import Strip

from reme_tui.ui.drawing.cells import cut, cut_left, shown
from reme_tui.ui.drawing.lines import Span, cells_of, command_span, compose_line, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.widgets.line import Line

if TYPE_CHECKING:
    from reme_tui.core.note import Note

MOST_TAG_CELLS = 24


@dataclass(frozen=True, slots=True, eq=False)
class HeadFacts:
    """A note's path, what is known of it, whether its file is another by now, and the place in hits and matches."""

    path: str
    note: Note | None = None
    changed: bool = False
    position: str = ""


class NoteHead(Line):
    """Two lines above a note."""

    facts: reactive[HeadFacts] = reactive(HeadFacts(""))

    def render_line(self, y: int) -> Strip:
        """Draw title and date, or tags and path."""
        cells, base = self.size.width, self.rich_style
        if y > 1 or not self.facts.path:
            return Strip.blank(cells, base)
        left, right = self._place(cells) if y else self._title()
        return compose_line(left, right, cells=cells, base=base)

    def _title(self) -> tuple[list[Span], list[Span]]:
        inks, facts = ink(self), self.facts
        title = facts.note.title if facts.note else facts.path.rpartition("/")[2]
        right: list[Span] = []
        if facts.changed:
            right.append(command_span("changed since it was indexed, ctrl+r   ", inks.mark, "app.look_again"))
        if facts.note:
            date = facts.note.date
            right.append((date.day.isoformat() if date else "no date", inks.dim if date else inks.faint))
        return [(" ", inks.dim), (shown(title), inks.strong + BOLD)], [*right, (" ", inks.dim)]

    def _place(self, cells: int) -> tuple[list[Span], list[Span]]:
        inks, facts = ink(self), self.facts
        right: list[Span] = [(facts.position, inks.dim), (" ", inks.dim)] if facts.position else []
        room = cells - cells_of(right) - 4
        tags: list[Span] = []
        for tag in facts.note.tags if facts.note else ():
            span = (cut(shown(tag.text), MOST_TAG_CELLS), inks.accent)
            if cells_of([*tags, span]) > room // 2:
                break
            tags += [span, ("  ", inks.dim)]
        path = cut_left(shown(facts.path), max(12, room - cells_of(tags)))
        return [(" ", inks.dim), *tags, (path, inks.dim)], right

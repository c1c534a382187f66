"""The lines around groups of near-duplicates: the top line, the heads of list and preview, what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import first_key
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, cells_of, command_span, ink
from reme_tui.ui.drawing.theme import BOLD
from reme_tui.ui.duplicates.groups import GroupOrder, KnownDuplicates
from reme_tui.ui.widgets.line import Line
from reme_tui.ui.widgets.status import StatusLine

if TYPE_CHECKING:
    from reme_tui.tidy.planning.plan import Plan

ORDER_NAMES: dict[GroupOrder, str] = {"confidence": "by confidence ↓", "notes": "by notes ↓"}
SHORT_NAMES: dict[GroupOrder, str] = {"confidence": "surest ↓", "notes": "notes ↓"}
ROOMY = 30
"""Cells from which on the order is spelled out."""
PROMISE = "; bodies are not touched"
MOST_SAID_CELLS = 400


class DuplicateStatus(StatusLine):
    """The top line while near-duplicates are shown: counts of groups, and the clean-up of this review."""

    known_duplicates: reactive[KnownDuplicates | None] = reactive(None)
    done: reactive[tuple[int, int]] = reactive((0, 0))

    def told(self, room: int) -> list[Span]:
        """Where this is, and what has been merged since it was opened: groups and files."""
        inks, (groups, files) = ink(self), self.done
        spans: list[Span] = []
        wanted: list[Span] = [("  near-duplicate tags", inks.dim)]
        if groups:
            wanted.append((f"   ✓ {counted(groups, 'group')} merged, {counted(files, 'file')}", inks.good))
        for span in reversed(wanted):
            if cells_of([*spans, span]) <= room:
                spans.insert(0, span)
        return spans

    def attention(self) -> list[Span]:
        """How many groups there are, and how many pairs were called different."""
        inks, known = ink(self), self.known_duplicates
        spans: list[Span] = []
        if known is None:
            return spans
        if known.duplicates:
            spans += [(counted(known.duplicates, "group"), inks.mark), ("   ", inks.dim)]
        if known.spellings:
            spans += [(counted(known.spellings, "respelling"), inks.mark), ("   ", inks.dim)]
        if known.apart:
            text = f"{len(known.apart):,} dismissed"
            spans += [command_span(text, inks.dim, "duplicates.dismissed"), ("   ", inks.dim)]
        return spans


class GroupsHead(Line):
    """How many groups are listed, and their order; a click uses the next one."""

    count: reactive[int] = reactive(0)
    order: reactive[GroupOrder] = reactive("confidence")

    def left(self) -> list[Span]:
        """The number of groups."""
        inks = ink(self)
        figure = f" {self.count:,}" if self.count else ""
        return [("  ", inks.dim), ("SUSPECTED", inks.dim + BOLD), (figure, inks.faint)]

    def right(self) -> list[Span]:
        """The order."""
        name = (ORDER_NAMES if self.size.width >= ROOMY else SHORT_NAMES)[self.order]
        return [command_span(f"{name} ", ink(self).faint, "duplicates.order")]


class PreviewHead(Line):
    """What the plan of a merge comes to; without a plan, `notice` stands there."""

    plan: reactive[Plan | None] = reactive(None)
    notice: reactive[str] = reactive("")

    def left(self) -> list[Span]:
        """Files and lines, and what is good to know."""
        inks, plan = ink(self), self.plan
        spans: list[Span] = [(" ", inks.dim), ("PREVIEW", inks.dim + BOLD), ("  ", inks.dim)]
        if plan is None or plan.objection:
            text = plan.objection if plan else self.notice
            return [*spans, (cut(shown(text), MOST_SAID_CELLS), inks.dim)]
        files = "1 file changes" if len(plan.edits) == 1 else f"{len(plan.edits):,} files change"
        spans.append((f"{files}, {counted(plan.lines, 'line')}", inks.dim))
        refused: list[Span] = []
        if plan.refusals:
            refused = [(f" · {counted(len(plan.refusals), 'file')} left alone", inks.error)]
        if cells_of([*spans, *refused]) + len(PROMISE) < self.size.width:
            spans.append((PROMISE, inks.dim))
        spans += refused
        return spans + [(f" · ! {cut(shown(text), MOST_SAID_CELLS)}", inks.mark) for text in plan.warnings]


class SaidLine(Line):
    """What was remembered last, and the key that takes it back; not there until there is something."""

    said: reactive[str] = reactive("")
    can_take_back: reactive[bool] = reactive(False)

    def on_mount(self) -> None:
        """Nothing has been said yet."""
        self.display = False

    def watch_said(self, said: str) -> None:
        """Come and go with what there is to say."""
        self.display = bool(said)

    def left(self) -> list[Span]:
        """What was remembered."""
        inks = ink(self)
        room = self.size.width - cells_of(self.right()) - 4
        return [(" ", inks.dim), ("✓ ", inks.good + BOLD), (cut(shown(self.said), room), inks.text)]

    def right(self) -> list[Span]:
        """The way back."""
        if not self.can_take_back:
            return []
        inks = ink(self)
        undo = "duplicates.undo"
        return [command_span(first_key(undo), inks.accent + BOLD, undo), command_span(" take it back ", inks.dim, undo)]

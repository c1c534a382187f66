"""The filter as chips, and the dates with their presets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.reactive import var
from textual.strip import Strip

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.asking.scopes import PRESETS, in_range, preset_of, read_dates, toggle_excluded, toggle_tag
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, cells_of, clickable, command_span, compose_line, ink
from reme_tui.ui.drawing.theme import BOLD, UNDERLINE
from reme_tui.ui.messages.browsing import ScopeWanted
from reme_tui.ui.widgets.line import Line

MOST_CELLS = 30

Group = list[Span]


class Chips(Line):
    """One chip for each thing the filter asks for; what does not fit on a line goes to the next."""

    asked: var[Query] = var(Query())

    def __init__(self, today: dt.date, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.today = today

    def watch_asked(self, before: Query, asked: Query) -> None:
        """Show another filter; words are none of it."""
        if asked.scope != before.scope:
            self.refresh(layout=len(self._lines(self.size.width)) != self.size.height)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the chips need."""
        del container, viewport
        return len(self._lines(width))

    def render_line(self, y: int) -> Strip:
        """Draw one line of chips."""
        lines = self._lines(self.size.width)
        spans = lines[y] if y < len(lines) else []
        return compose_line(spans, (), cells=self.size.width, base=self.rich_style)

    def _lines(self, cells: int) -> list[Group]:
        lines: list[Group] = [[]]
        blank = Style()
        for group, gap in self._groups():
            used = cells_of(lines[-1])
            if used and used + gap + cells_of(group) > cells:
                lines.append([])
                used = 0
            if used:
                lines[-1].append((" " * gap, blank))
            lines[-1].extend(group)
        return lines

    def _groups(self) -> Iterator[tuple[Group, int]]:
        inks = ink(self)
        scope = self.asked.scope
        for tag in scope.tags:
            yield self._chip(tag, inks.chip, ("tag", tag)), 1
        for tag in scope.excluded_tags:
            yield self._chip(f"not {tag}", inks.not_chip, ("excluded", tag)), 1
        if scope.untagged:
            yield self._chip("untagged", inks.chip, ("untagged", "")), 1
        if scope.path:
            yield self._chip(f"in {scope.path}", inks.chip, ("path", "")), 1
        if len(scope.tags) > 1:
            yield [(" ", inks.dim), command_span("all of" if scope.all_tags else "any of", inks.dim, "tags.any_all")], 1
        yield self._range(scope), 3
        yield self._presets(scope), 4

    def _chip(self, text: str, style: Style, chip: tuple[str, str]) -> Group:
        return [(f" {cut(shown(text), MOST_CELLS)} ", style), ("× ", clickable(style, chip=chip))]

    def _range(self, scope: Scope) -> Group:
        inks = ink(self)
        if not (scope.since or scope.until):
            return [command_span("any date", inks.dim, "browse.dates")]
        day = inks.strong + UNDERLINE
        spans: Group = []
        if scope.since:
            spans += [("from ", inks.dim), command_span(scope.since.isoformat(), day, "browse.dates")]
        if scope.until:
            until = "today" if scope.until == self.today else scope.until.isoformat()
            spans += [(" to " if spans else "to ", inks.dim), command_span(until, day, "browse.dates")]
        if scope.undated:
            spans += [command_span(" and undated", inks.dim, "browse.undated")]
        return spans

    def _presets(self, scope: Scope) -> Group:
        inks = ink(self)
        chosen = preset_of(scope, self.today)
        spans: Group = []
        for name in (*PRESETS, "all"):
            style = inks.accent + BOLD if name == chosen else inks.faint
            spans += [(name, clickable(style, preset=name)), ("  ", Style())]
        return spans[:-1]

    def on_click(self, event: events.Click) -> None:
        """Take a chip away, or set a preset."""
        super().on_click(event)
        meta, scope = event.style.meta, self.asked.scope
        if "preset" in meta:
            self.post_message(ScopeWanted(in_range(scope, *read_dates(meta["preset"], self.today))))
        elif "chip" in meta:
            match meta["chip"]:
                case ("tag", tag):
                    scope = toggle_tag(scope, tag)
                case ("excluded", tag):
                    scope = toggle_excluded(scope, tag)
                case ("untagged", _):
                    scope = replace(scope, untagged=False)
                case _:
                    scope = replace(scope, path="")
            self.post_message(ScopeWanted(scope))

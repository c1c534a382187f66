"""Splices in a list written in brackets, on one line or on many."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from reme_tui.core.frontmatter.block import Entry, ListValue, Scalar
from reme_tui.core.text.lines import is_blank, line_start, line_stop, next_line
from reme_tui.tidy.edits.fates import Wanted
from reme_tui.tidy.edits.fields import Part
from reme_tui.tidy.edits.new_list import brackets, plain_items
from reme_tui.tidy.edits.note_edit import RefusedEditError
from reme_tui.tidy.edits.page import Page, rewritten
from reme_tui.tidy.edits.quoting import spell
from reme_tui.tidy.edits.splices import Splice, apply_splices, tidied

_MARK = re.compile(r"#[^\r\n]*|\S")
_SPACING = re.compile(r",[ \t]*")


def flow_list_splices(page: Page, entry: Entry, parts: tuple[Part, ...], want: Wanted) -> list[Splice]:
    """The splices that make a list in brackets hold what is wanted. `entry` holds that list."""
    value = entry.value
    if not isinstance(value, ListValue):
        raise TypeError("not a list")
    flow = _FlowList(page, value, _commas(page.text, value))
    dropped = [at for at, fate in enumerate(want.fates) if fate == ()]
    cuts = flow.cuts(dropped)
    splices = [*cuts]
    for part, fate in zip(parts, want.fates, strict=True):
        if fate and isinstance(part.value, Scalar):
            splices += rewritten(page, part.value, fate, flow=True)
            splices += [Splice(part.end, part.end, f", {spell(text, 'plain', flow=True)}") for text in fate[1:]]
    left = [at for at in range(len(parts)) if at not in dropped]
    if not left:
        return flow.refilled(cuts, want.added)
    return splices + flow.grown(left[-1], [spell(text, "plain", flow=True) for text in want.added], cuts)


def _commas(text: str, value: ListValue) -> list[int | None]:
    """The offset of the comma behind every item; None behind a last item without one."""
    stops = [*(item.start for item in value.items[1:]), value.end - 1]
    return [_comma(text, item.end, stop) for item, stop in zip(value.items, stops, strict=False)]


def _comma(text: str, start: int, stop: int) -> int | None:
    marks = [found for found in _MARK.finditer(text, start, stop) if found[0][0] != "#"]
    if [mark[0] for mark in marks] not in ([], [","]):
        raise RefusedEditError("the list is laid out in an unusual way")
    return marks[0].start() if marks else None


@dataclass(frozen=True, slots=True)
class _FlowList:
    """A list in brackets, with the places of its commas."""

    page: Page
    value: ListValue
    commas: list[int | None]

    def cuts(self, dropped: list[int]) -> list[Splice]:
        """Deletions of some items, each with its line where it has one of its own, else with one comma."""
        splices: list[Splice] = []
        going: set[int] = set()
        for run in _runs(dropped):
            before = self._takes_comma_before(run)
            commas = [self.commas[at - 1] if before else self.commas[at] for at in run]
            going.update(comma for comma in commas if comma is not None)
            outer = commas[0] if before else commas[-1]
            if self._on_one_line(run, outer):
                splices += self._cut(run[0], run[-1], outer, going)
            else:
                for at, comma in zip(run, commas, strict=True):
                    splices += self._cut(at, at, comma, going)
        covered = {at for splice in splices for at in range(splice.start, splice.end)}
        return [*splices, *(Splice(comma, comma + 1, "") for comma in going - covered)]

    def _takes_comma_before(self, run: list[int]) -> bool:
        first, last = run[0], run[-1]
        comma = self.commas[first - 1] if first else None
        if comma is None:
            return False
        leads = is_blank(self.page.text, line_start(self.page.text, comma), comma)
        return leads or self.commas[last] is None

    def _on_one_line(self, run: list[int], comma: int | None) -> bool:
        places = [self.value.items[run[0]].start, self.value.items[run[-1]].end]
        places += [] if comma is None else [comma]
        return not set(self.page.text[min(places) : max(places)]) & {"\n", "\r", "#"}

    def _cut(self, first: int, last: int, comma: int | None, going: set[int]) -> list[Splice]:
        text = self.page.text
        start, end = self.value.items[first].start, self.value.items[last].end
        own = self._own_lines(start, end, going)
        if own is not None or comma is None:
            return [own or Splice(start, end, "")]
        if "#" in (text[end:comma] if comma >= end else text[comma + 1 : start]):
            return [Splice(start, end, "")]
        if comma >= end:
            return [self._with_blanks(start, comma + 1)]
        previous = self.value.items[first - 1].end
        return [Splice(comma if text[previous:comma].strip() else previous, end, "")]

    def _own_lines(self, start: int, end: int, going: set[int]) -> Splice | None:
        """The whole lines of an item, its remark included; None when something else stands there."""
        text = self.page.text
        first = line_start(text, start)
        if first <= self.value.start or text[first:start].strip(" \t,"):
            return None
        last = line_stop(text, end)
        if last >= self.value.end:
            return None
        before = "".join(text[at] for at in range(first, start) if at not in going).strip(" \t")
        after = "".join(text[at] for at in range(end, last) if at not in going).strip(" \t")
        if before or (after and after[0] != "#"):
            return None
        return Splice(first, next_line(text, end), "")

    def _with_blanks(self, start: int, end: int) -> Splice:
        """A deletion with the blanks behind it, or those before it where nothing follows on the line."""
        text = self.page.text
        after = end
        while text[after] in " \t":
            after += 1
        if text[after] not in "]#\r\n":
            return Splice(start, after, "")
        while text[start - 1] in " \t":
            start -= 1
        return Splice(start, end, "")

    def refilled(self, cuts: list[Splice], added: tuple[str, ...]) -> list[Splice]:
        """All old items go: `[]` or the new ones are left, and remarks that belonged to no item."""
        start, end = self.value.start, self.value.end
        moved = [Splice(cut.start - start, cut.end - start, cut.new) for cut in tidied(self.page.text, cuts)]
        rest = apply_splices(self.page.text[start:end], moved)
        if not rest[1:-1].strip():
            return [Splice(start, end, brackets(plain_items(added)))]
        items = brackets(plain_items(added))[1:-1]
        space = " " if rest[1] == "#" and items else ""
        return [*cuts, Splice(start + 1, start + 1, items + space)]

    def grown(self, last: int, sources: list[str], cuts: list[Splice]) -> list[Splice]:
        """New items behind the last that is left, each on a line of its own where that one has one."""
        if not sources:
            return []
        text, item = self.page.text, self.value.items[last]
        indent = text[line_start(text, item.start) : item.start]
        comma = self.commas[last]
        trailing = self._comma_left(last)
        if indent.strip(" \t") or line_start(text, item.start) <= self.value.start:
            spacing = self._spacing()
            return [Splice(item.end, item.end, "".join(spacing + source for source in sources))]
        own = self._own_lines(item.start, item.end, {comma} if comma is not None else set())
        line_end = self.page.line_end
        if own is None or any(cut.start < own.end < cut.end for cut in cuts):
            return [Splice(item.end, item.end, "".join(f",{line_end}{indent}{source}" for source in sources))]
        if trailing is not None and trailing >= own.end:
            # The comma leads a line below, as those of the new items do.
            return [Splice(own.end, own.end, "".join(f"{indent},{source}{line_end}" for source in sources))]
        rows = f",{line_end}".join(indent + source for source in sources) + ("," if trailing else "") + line_end
        return [*([] if trailing else [Splice(item.end, item.end, ",")]), Splice(own.end, own.end, rows)]

    def _comma_left(self, last: int) -> int | None:
        """The comma that is left behind an item when all after it go."""
        run = [*range(last + 1, len(self.commas))]
        return self.commas[-1] if run and self._takes_comma_before(run) else self.commas[last]

    def _spacing(self) -> str:
        """How items are set apart here."""
        gaps = [self.page.text[before.end : after.start] for before, after in pairwise(self.value.items)]
        return gaps[-1] if gaps and _SPACING.fullmatch(gaps[-1]) else ", "


def _runs(numbers: list[int]) -> list[list[int]]:
    """Neighbouring numbers taken together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs

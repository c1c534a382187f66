"""The reasons of one note as lines of spans. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import first_key
from reme_tui.ui.drawing.cells import cut, cut_left, shown, width
from reme_tui.ui.drawing.lines import SidedLine, Span, cells_of, clickable, command_span
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD, Ink

if TYPE_CHECKING:
    from reme_tui.search.why.steps import Step
    from reme_tui.ui.asking.why import Reasons, Remedies

NAMES = {
    "file": "File",
    "tags": "Tags",
    "tag_filter": "Tag filter",
    "date_filter": "Date filter",
    "words": "Words",
    "meaning": "Meaning",
    "fused": "Rank",
}
NAME_CELLS = 12
INDENT = 2 + NAME_CELLS
GAP = 3
MOST_NEIGHBOURS = 3
MOST_TITLE_CELLS = 40


def why_lines(path: str, reasons: Reasons | None, inks: Ink, *, cells: int) -> list[SidedLine]:
    """Return the whole panel between two blank lines: question and path, steps, neighbours, keys.

    Without reasons it says that they are sought.
    """
    blank: SidedLine = ([], [])
    if reasons is None:
        return [blank, _head("Why?", path, inks, cells=cells), blank, ([("looking…", inks.dim)], [])]
    question = "Why is this a hit?" if reasons.explanation.hit else "Why is this not a hit?"
    lines = [blank, _head(question, path, inks, cells=cells), blank]
    for step in reasons.explanation.steps:
        lines += _step(step, inks, cells=cells)
    if reasons.neighbours:
        lines += [blank, *_neighbours(reasons.neighbours, inks, cells=cells)]
    return [*lines, blank, *_keys(reasons.remedies, inks, cells=cells), blank]


def _head(question: str, path: str, inks: Ink, *, cells: int) -> SidedLine:
    room = cells - width(question) - GAP
    return [(question, inks.strong + BOLD), (" " * GAP, inks.dim), (cut_left(shown(path), room), inks.dim)], []


def _step(step: Step, inks: Ink, *, cells: int) -> Iterator[SidedLine]:
    """Yield a step: the remark at the right where both fit on one line, else below the detail."""
    room = max(8, cells - INDENT)
    mark: Span = ("✓ ", inks.good + BOLD) if step.ok else ("✗ ", inks.error + BOLD)
    name: Span = (NAMES[step.step].ljust(NAME_CELLS), inks.strong if step.ok else inks.strong + BOLD)
    style = inks.dim if step.ok else inks.text
    details, remark = text_rows(step.detail, room), shown(step.remark)
    beside = bool(remark) and width(details[-1]) + GAP + width(remark) <= room
    last = len(details) - 1
    for at, detail in enumerate(details):
        lead = [mark, name] if at == 0 else [(" " * INDENT, style)]
        yield [*lead, (detail, style)], [(remark, inks.faint)] if beside and at == last else []
    if remark and not beside:
        for row in text_rows(step.remark, room):
            yield [(" " * INDENT, style), (row, inks.faint)], []


def _neighbours(titles: Sequence[str], inks: Ink, *, cells: int) -> Iterator[SidedLine]:
    told = f"It is listed as a neighbour of {counted(len(titles), 'hit')}: "
    names = ", ".join(cut(shown(title), MOST_TITLE_CELLS) for title in titles[:MOST_NEIGHBOURS])
    more = f" and {len(titles) - MOST_NEIGHBOURS:,} more" if len(titles) > MOST_NEIGHBOURS else ""
    first, *others = text_rows(f"{told}{names}{more}", cells)
    yield [(first[: len(told)], inks.text), (first[len(told) :], inks.link)], []
    for row in others:
        yield [(row, inks.link)], []


def _keys(remedies: Remedies, inks: Ink, *, cells: int) -> list[SidedLine]:
    """Return the keys that help here, as many on a line as fit."""
    offers = [("why.edit", "edit the note"), ("app.back", "close")]
    if remedies.failed:
        plural = "s" if len(remedies.failed) > 1 else ""
        offers.insert(0, ("why.drop_filter", f"drop the {' and '.join(remedies.failed)} filter{plural}"))
    if remedies.tag:
        offers.insert(0, ("why.add_tag", f"add {cut(shown(remedies.tag), 24)} to the filter"))
    lines: list[list[Span]] = [[]]
    for command_id, text in offers:
        key = first_key(command_id, otherwise="▸")
        style = clickable(inks.dim, command=command_id)
        group = [command_span(key, inks.accent + BOLD, command_id), (f" {text}", style)]
        if lines[-1] and cells_of(lines[-1]) + GAP + cells_of(group) > cells:
            lines.append([])
        lines[-1] += [(" " * GAP, inks.dim), *group] if lines[-1] else group
    return [(line, []) for line in lines]

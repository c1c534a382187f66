"""One hit as lines of spans: title, place and ranks, excerpt, unfolded neighbours. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from reme_tui.core.tags import tag_key
from reme_tui.ui.drawing.cells import cut, cut_left, shown, width
from reme_tui.ui.drawing.lines import Span, cells_of, clickable
from reme_tui.ui.drawing.neighbour_rows import LinkedRow, linked_rows
from reme_tui.ui.drawing.theme import BOLD, ITALIC, Ink

if TYPE_CHECKING:
    from reme_tui.core.neighbours import Neighbours
    from reme_tui.search.results import Hit, PassageHit

MARK = "✓"
"""Stands in the place of the number of a marked hit: nothing is told by colour alone."""
INDENT = 5
"""Cells before the title: cursor bar, number, fold mark."""
MOST_TAG_CELLS = 24
AFTER_MARK = 16
"""Cells to be seen behind the first mark when the line is too long to show from its beginning."""
REACH = 600

HitLine = tuple[list[Span], list[Span]]
"""What stands at the left, what at the right."""


@dataclass(frozen=True, slots=True, eq=False)
class HitRow:
    """A hit in the list; `neighbours` is None while it is folded."""

    number: int
    hit: Hit
    neighbours: Neighbours | None = None
    marked: bool = False

    @property
    def path(self) -> str:
        """The note's path."""
        return self.hit.note.path


def height_of(row: HitRow) -> int:
    """Return how many lines the hit takes, with the blank one after it."""
    folded = 3 + bool(_has_excerpt(row.hit))
    return folded + (sum(1 for _ in neighbour_lines(row.neighbours, _NO_INK)) if row.neighbours else 0)


def lines_of(row: HitRow, asked_tags: frozenset[str], inks: Ink, *, cells: int, focused: bool) -> list[HitLine]:
    """Return the lines of a hit, without the blank one after it; `focused` draws the cursor bar."""
    lines = [_title(row, inks, focused=focused), _place(row, asked_tags, inks, cells=cells)]
    if _has_excerpt(row.hit):
        lines.append((_excerpt(row.hit, inks, cells - INDENT - 1), []))
    if row.neighbours:
        lines += neighbour_lines(row.neighbours, inks)
    bar: Span = ("▎" if focused else " ", inks.accent)
    lead: Span = (" " * (INDENT - 1), inks.dim)
    first, *others = lines
    return [(([bar, *first[0]]), first[1]), *((([bar, lead, *left]), right) for left, right in others)]


def _has_excerpt(hit: Hit) -> bool:
    return bool(hit.passages and hit.passages[0].text.strip()) or bool(hit.note.description.strip())


def _title(row: HitRow, inks: Ink, *, focused: bool) -> HitLine:
    note = row.hit.note
    number = (f"{row.number:>2}", inks.accent + BOLD if focused else inks.faint)
    if row.marked:
        number = (f"{MARK:>2}", inks.mark + BOLD)
    fold = ("▾ " if row.neighbours else "▸ ", clickable(inks.link if row.neighbours else inks.tree, fold=True))
    date = note.date.day.isoformat() if note.date else "no date"
    left = [number, fold, (shown(note.title), inks.strong + BOLD)]
    return left, [(date, inks.dim if note.date else inks.faint), (" ", inks.dim)]


def _place(row: HitRow, asked_tags: frozenset[str], inks: Ink, *, cells: int) -> HitLine:
    hit = row.hit
    right = _ranks(hit, inks)
    room = cells - INDENT - cells_of(right) - 3
    tags: list[Span] = []
    for tag in hit.note.tags:
        style = inks.accent + BOLD if tag_key(tag.text) in asked_tags else inks.dim
        name = cut(shown(tag.text), MOST_TAG_CELLS)
        if cells_of(tags) + width(name) > room // 2:
            break
        tags += [(name, style), ("  ", inks.dim)]
    lines = ""
    if hit.passages:
        first, last = hit.passages[0].first_line, hit.passages[0].last_line
        lines = f":{first}" if first == last else f":{first}-{last}"
    more = f"  +{hit.more} more" if hit.more else ""
    path_room = max(12, room - cells_of(tags) - len(lines) - len(more))
    path = cut_left(shown(hit.note.path), path_room)
    return [*tags, (path, inks.dim), (lines, inks.faint), (more, inks.faint)], right


def _ranks(hit: Hit, inks: Ink) -> list[Span]:
    if not hit.passages:
        return []
    best = hit.passages[0]
    ranks = [f"{name} {rank.rank}" for name, rank in (("words", best.words), ("meaning", best.meaning)) if rank]
    return [(" · ".join(ranks), inks.faint), (" ", inks.faint)] if ranks else []


def _excerpt(hit: Hit, inks: Ink, cells: int) -> list[Span]:
    if not hit.passages or not hit.passages[0].text.strip():
        return [(cut(shown(hit.note.description), cells), inks.text)]
    passage = hit.passages[0]
    start, end = _line_to_show(passage)
    is_heading = passage.text[start : start + 1] == "#"
    start, end = _without_marker(passage.text, start, end)
    spans: list[Span] = []
    stop = next((stop for mark, stop in passage.marks if start <= mark and stop <= end), start)
    needed = passage.text[start : min(end, stop + AFTER_MARK)]
    if width(needed[-REACH:]) > cells:
        lead = cut_left(needed[-REACH:], cells)
        start += len(needed) - len(lead) + 1
        start = passage.text.find(" ", start, start + AFTER_MARK) + 1 or start
        spans.append(("…", inks.faint))
    spans += _marked(passage, start, min(end, start + REACH), inks)
    if is_heading and (after := _text_line(passage.text, end + 1)):
        start, end = after
        spans += [("  ", inks.text), *_marked(passage, start, min(end, start + REACH), inks)]
    return _cut_spans(spans, cells)


def _marked(passage: PassageHit, start: int, end: int, inks: Ink) -> Iterator[Span]:
    at = start
    for mark, stop in passage.marks:
        if mark < at or stop > end:
            continue
        yield shown(passage.text[at:mark]), inks.text
        yield shown(passage.text[mark:stop]), inks.mark + BOLD
        at = stop
    yield shown(passage.text[at:end]).rstrip(), inks.text


def _cut_spans(spans: list[Span], cells: int) -> list[Span]:
    """Cut so that the ellipsis stands right after the last character that fits."""
    fitted: list[Span] = []
    room = cells
    for text, style in spans:
        if width(text) > room:
            fitted.append((cut(text, room), style))
            break
        fitted.append((text, style))
        room -= width(text)
    return fitted


def _line_to_show(passage: PassageHit) -> tuple[int, int]:
    """Return the ends of the first line with a mark that is no heading, else with any mark, else with text."""
    text = passage.text
    lines: list[tuple[int, int]] = []
    for mark, _ in passage.marks:
        start = text.rfind("\n", 0, mark) + 1
        if not lines or lines[-1][0] != start:
            lines.append((start, _line_end(text, start)))
    for start, end in lines:
        if text[start] != "#":
            return start, end
    return lines[0] if lines else _text_line(text, 0) or (0, _line_end(text, 0))


def _text_line(text: str, start: int) -> tuple[int, int] | None:
    """Return the ends of the first line from `start` on that is neither blank nor a heading."""
    while start < len(text):
        end = _line_end(text, start)
        if text[start] != "#" and text[start:end].strip():
            return start, end
        start = end + 1
    return None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _without_marker(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out what begins a heading, quote or list item."""
    while start < end and text[start] in " \t#>":
        start += 1
    if text[start : start + 2] in {"- ", "* ", "+ "}:
        start += 2
    return start, end


_NO_INK: Ink | None = None


def neighbour_lines(neighbours: Neighbours, inks: Ink | None) -> list[HitLine]:
    """Return the tree of neighbours; without `inks` only the number of lines matters."""
    rows = linked_rows(neighbours)
    entries = [_entry(row, inks) for row in rows if row.arrow != "←"]
    if neighbours.more_out:
        entries.append([_plain(f"{neighbours.more_out:,} more out", inks)])
    entries += [_entry(row, inks) for row in rows if row.arrow == "←"]
    if neighbours.more_in:
        entries.append([_plain(f"{neighbours.more_in:,} more in", inks)])
    if not entries:
        entries = [[_plain("no links in or out", inks)]]
    return list(_tree(entries, inks))


def _tree(entries: list[list[HitLine]], inks: Ink | None) -> Iterator[HitLine]:
    last = entries[-1]
    for entry, _ in [*pairwise(entries), (last, None)]:
        for place, (left, right) in enumerate(entry):
            branch = ("└" if entry is last else "├") if place == 0 else " " if entry is last else "│"
            yield [(branch, inks.tree), *left] if inks else [], right


def _plain(text: str, inks: Ink | None) -> HitLine:
    return ([(f"  {text}", inks.faint)], []) if inks else ([], [])


def _entry(linked: LinkedRow, inks: Ink | None) -> list[HitLine]:
    arrow, row = linked
    if inks is None:
        return [([], [])] * (2 if row.description.strip() else 1)
    missing = row.kind == "missing"
    name_style = inks.dim + ITALIC if missing else inks.text if row.in_scope else inks.dim
    if row.kind == "note":
        name_style = clickable(name_style, read=row.path)
    left: list[Span] = [(f"{arrow} ", inks.link), (shown(row.name or row.path), name_style)]
    if row.name:
        left.append((f"  {shown(row.path)}", inks.faint))
    if row.anchors:
        left.append(("".join(f" #{shown(anchor)}" for anchor in row.anchors), inks.faint))
    notes: list[Span] = []
    if missing:
        notes.append(("missing", inks.error + ITALIC))
    elif row.kind == "file":
        notes.append(("file", inks.faint + ITALIC))
    elif not row.in_scope:
        notes.append(("outside the filter", inks.mark + ITALIC))
    if row.several:
        notes.insert(0, ("several  " if notes else "several", inks.mark + ITALIC))
    lines: list[HitLine] = [(left, [*notes, (" ", inks.dim)] if notes else [])]
    if row.description.strip():
        lines.append(([("   ", inks.dim), (shown(row.description), inks.dim)], []))
    return lines

"""One hit as lines of spans: title, place and ranks, excerpt. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from reme_tui.core.tag_key import tag_key
from reme_tui.ui.drawing.cells import cut, cut_left, shown, width
from reme_tui.ui.drawing.lines import SidedLine, Span, cells_of, clickable, fit
from reme_tui.ui.drawing.theme import BOLD, Ink

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


class HitRow(NamedTuple):
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
    """Return how many lines the hit takes by itself."""
    return 2 + _has_excerpt(row.hit)


def lines_of(row: HitRow, asked_tags: frozenset[str], inks: Ink, *, cells: int, focused: bool) -> list[SidedLine]:
    """Return the lines of a hit by itself; `focused` draws the cursor bar."""
    lines = [_title(row, inks, focused=focused), _place(row, asked_tags, inks, cells=cells)]
    if _has_excerpt(row.hit):
        lines.append((_excerpt(row.hit, inks, cells - INDENT - 1), []))
    bar: Span = ("▎" if focused else " ", inks.accent)
    lead: Span = (" " * (INDENT - 1), inks.dim)
    first, *others = lines
    return [(([bar, *first[0]]), first[1]), *((([bar, lead, *left]), right) for left, right in others)]


def _has_excerpt(hit: Hit) -> bool:
    return bool(hit.passages and hit.passages[0].text.strip()) or bool(hit.note.description.strip())


def _title(row: HitRow, inks: Ink, *, focused: bool) -> SidedLine:
    note = row.hit.note
    number = (f"{row.number:>2}", inks.accent + BOLD if focused else inks.faint)
    if row.marked:
        number = (f"{MARK:>2}", inks.mark + BOLD)
    fold = ("▾ " if row.neighbours else "▸ ", clickable(inks.link if row.neighbours else inks.tree, fold=True))
    date = note.date.day.isoformat() if note.date else "no date"
    left = [number, fold, (shown(note.title), inks.strong + BOLD)]
    return left, [(date, inks.dim if note.date else inks.faint), (" ", inks.dim)]


def _place(row: HitRow, asked_tags: frozenset[str], inks: Ink, *, cells: int) -> SidedLine:
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
    return fit(spans, cells)


def _marked(passage: PassageHit, start: int, end: int, inks: Ink) -> Iterator[Span]:
    at = start
    for mark, stop in passage.marks:
        if mark < at or stop > end:
            continue
        yield shown(passage.text[at:mark]), inks.text
        yield shown(passage.text[mark:stop]), inks.mark + BOLD
        at = stop
    yield shown(passage.text[at:end]).rstrip(), inks.text


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

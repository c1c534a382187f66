"""The rows of the hit list: hits and, under those unfolded, what each is linked with. Pure."""

from __future__ import annotations

from typing import NamedTuple

from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.drawing.hit_lines import INDENT, HitRow
from reme_tui.ui.drawing.hit_lines import height_of as height_of_hit
from reme_tui.ui.drawing.hit_lines import lines_of as lines_of_hit
from reme_tui.ui.drawing.lines import SidedLine, Span, clickable
from reme_tui.ui.drawing.neighbour_rows import LinkedRow, line_of, linked_rows
from reme_tui.ui.drawing.theme import ITALIC, Ink


class HitEntry(NamedTuple):
    """A row: the hit itself, or what is `linked` with it.

    `after` is said below the row and no row of its own; `ends` says that nothing else of the hit follows.
    """

    hit: HitRow
    linked: LinkedRow | None = None
    after: tuple[str, ...] = ()
    ends: bool = True

    @property
    def key(self) -> tuple[str, str]:
        """What the row is known by while others come and go: the path of the hit, and of what is linked with it."""
        return self.hit.path, self.linked.neighbour.path if self.linked else ""

    @property
    def path(self) -> str:
        """The path of the note the row stands for; empty for a file or a missing target."""
        if self.linked is None:
            return self.hit.path
        return self.linked.neighbour.path if self.linked.neighbour.kind == "note" else ""

    @property
    def line(self) -> int:
        """The line of the note that is meant, 0 where none is: of the passage that matched, of the link."""
        if self.linked:
            return line_of(self.linked)
        passages = self.hit.hit.passages
        return passages[0].first_line if passages else 0


def entries_of(row: HitRow) -> list[HitEntry]:
    """Return the rows of one hit."""
    found = row.neighbours
    if found is None:
        return [HitEntry(row)]
    linked = linked_rows(found)
    out = [each for each in linked if each.arrow != "←"]
    parts: list[tuple[LinkedRow | None, list[str]]] = [(None, [])]
    for way, rows, more in (("out", out, found.more_out), ("in", linked[len(out) :], found.more_in)):
        parts += [(each, []) for each in rows]
        if more:
            parts[-1][1].append(f"{more:,} more {way}")
    if parts == [(None, [])]:
        parts[0][1].append("no links in or out")
    last = len(parts) - 1
    return [HitEntry(row, each, tuple(after), at == last) for at, (each, after) in enumerate(parts)]


def own_height(entry: HitEntry) -> int:
    """Return how many lines the row itself takes, without what is said after it."""
    if entry.linked is None:
        return height_of_hit(entry.hit)
    return 2 if entry.linked.neighbour.description.strip() else 1


def height_of(entry: HitEntry) -> int:
    """Return how many lines the row takes, with what is said after it, and the blank one after a hit and its links."""
    return own_height(entry) + len(entry.after) + entry.ends


def lines_of(entry: HitEntry, asked_tags: frozenset[str], inks: Ink, *, cells: int, focused: bool) -> list[SidedLine]:
    """Return the lines of the row and what is said after it; `focused` draws the cursor bar."""
    if entry.linked is None:
        lines = lines_of_hit(entry.hit, asked_tags, inks, cells=cells, focused=focused)
    else:
        lines = _linked_lines(entry, entry.linked, inks, focused=focused)
    for at, text in enumerate(entry.after):
        branch = "└" if entry.ends and at == len(entry.after) - 1 else "├"
        lines.append(([_lead(inks, focused=False), (branch, inks.tree), (f"  {text}", inks.faint)], []))
    return lines


def _lead(inks: Ink, *, focused: bool) -> Span:
    return ("▎" if focused else " ").ljust(INDENT), inks.accent


def _linked_lines(entry: HitEntry, linked: LinkedRow, inks: Ink, *, focused: bool) -> list[SidedLine]:
    is_last = entry.ends and not entry.after
    lead, notes = _lead(inks, focused=focused), _states(linked, inks)
    left = [lead, ("└" if is_last else "├", inks.tree), *_name(linked, inks)]
    lines: list[SidedLine] = [(left, [*notes, (" ", inks.dim)] if notes else [])]
    if description := linked.neighbour.description.strip():
        branch: Span = (" " if is_last else "│", inks.tree)
        lines.append(([lead, branch, (f"   {shown(description)}", inks.dim)], []))
    return lines


def _name(linked: LinkedRow, inks: Ink) -> list[Span]:
    arrow, row = linked
    style = inks.dim + ITALIC if row.kind == "missing" else inks.text if row.in_scope else inks.dim
    if row.kind == "note":
        style = clickable(style, read=row.path)
    spans: list[Span] = [(f"{arrow} ", inks.link), (shown(row.name or row.path), style)]
    if row.name:
        spans.append((f"  {shown(row.path)}", inks.faint))
    if row.anchors:
        spans.append(("".join(f" #{shown(anchor)}" for anchor in row.anchors), inks.faint))
    return spans


def _states(linked: LinkedRow, inks: Ink) -> list[Span]:
    row = linked.neighbour
    states: list[Span] = [("several", inks.mark + ITALIC)] if row.several else []
    if row.kind == "missing":
        states.append(("missing", inks.error + ITALIC))
    elif row.kind == "file":
        states.append(("file", inks.faint + ITALIC))
    elif not row.in_scope:
        states.append(("outside the filter", inks.mark + ITALIC))
    return [states[0], ("  ", inks.dim), states[1]] if len(states) > 1 else states

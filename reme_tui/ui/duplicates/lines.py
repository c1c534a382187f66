"""How groups of near-duplicates, their tags and the reasons are drawn. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich.style import Style

from reme_tui.core.text.words import counted
from reme_tui.ui.drawing.cells import cut, pad, shown, width
from reme_tui.ui.drawing.lines import SidedLine, Span, cells_of, clickable
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD, Ink
from reme_tui.ui.duplicates.details import NotesSeen
from reme_tui.ui.duplicates.group_picture import GroupPicture
from reme_tui.ui.duplicates.groups import GroupedTag, Sureness, TagGroup

INDENT = 5
"""Cells before the titles of a tag's notes: cursor bar, tick box, blanks."""
LEAST_NAME = 12
"""Cells that a name keeps however many there are."""
LEAST_OTHER = 8
"""Cells that the second name of a group keeps beside the first: the beginning tells them apart from other groups."""
MOST_NAMED = 4
"""Names in a heading before the rest is counted."""
PROBABLY_ONE = " ≈ "
Cursor = Literal["here", "on it", "elsewhere"]
"""Whether the cursor is on a row, and whether the list has the focus."""


def sureness_span(sureness: Sureness, inks: Ink) -> Span:
    """Return the word for how sure it is that tags are one."""
    styles = {"spelling": inks.good, "high": inks.good, "likely": inks.mark, "look": inks.link, "apart": inks.faint}
    return sureness, styles[sureness]


def group_line(group: TagGroup, keep: str, inks: Ink, *, cells: int, cursor: Cursor) -> SidedLine:
    """Return the line of a group in the list: its tags, the kept one first, and how sure it is."""
    right = [sureness_span("apart" if group.is_apart else group.sureness, inks), (" ", inks.dim)]
    first = inks.soft if cursor == "elsewhere" else inks.strong
    other = inks.dim if cursor == "elsewhere" else inks.soft
    if group.is_apart:
        first = other = inks.faint + Style(strike=True)
    names = [keep, *(member.tag for member in group.members if member.tag != keep)]
    room = cells - 2 - cells_of(right) - 2
    share = max(LEAST_NAME, room - min(LEAST_OTHER, width(cut(shown(names[1]), room))) - 2)
    spans: list[Span] = [
        ("▎" if cursor == "here" else " ", inks.accent),
        (" ", inks.dim),
        (cut(shown(names[0]), share), first),
    ]
    for name in names[1:]:
        left = room + 2 - cells_of(spans) - 2
        if left < 2:
            break
        spans += [("  ", inks.dim), (cut(shown(name), left), other)]
    return spans, right


def heading(group: TagGroup, keep: str, ticked: Sequence[GroupedTag], inks: Ink, *, cells: int) -> list[Span]:
    """Return what the merge would do, in a sentence."""
    if group.is_apart:
        names = [group.lead.tag, *(member.tag for member in group.others)]
        return [*_named(names, inks.strong + BOLD, inks, cells=cells - 24), ("  are not the same", inks.dim)]
    verb, link = ("Write ", "  instead of  ") if group.is_spelling else ("Keep ", "  and fold in  ")
    link = link if ticked else "  · nothing is ticked yet"
    room = cells - width(verb) - width(link)
    name = cut(shown(keep), max(LEAST_NAME, room // 2 if ticked else room))
    spans: list[Span] = [(verb, inks.dim), (name, inks.strong + BOLD), (link, inks.dim)]
    if ticked:
        spans += _named([member.tag for member in ticked], inks.error + BOLD, inks, cells=cells - cells_of(spans))
    return spans


def _named(names: Sequence[str], style: Style, inks: Ink, *, cells: int) -> list[Span]:
    """Return some names side by side, each cut to its share, and how many there are besides."""
    some = names[:MOST_NAMED]
    more = f" and {len(names) - len(some):,} more" if len(names) > len(some) else ""
    room = cells - width(more) - 2 * (len(some) - 1)
    spans: list[Span] = []
    for at, name in enumerate(some):
        fitted = cut(shown(name), max(LEAST_NAME, room // (len(some) - at)))
        room -= width(fitted)
        spans += [(", ", inks.dim)] * bool(at) + [(fitted, style)]
    return [*spans, (more, inks.dim)]


def member_lines(picture: GroupPicture, member: GroupedTag, inks: Ink, *, cells: int) -> list[SidedLine]:
    """Return the lines of one tag: box, name, notes, how sure, days; titles below, once the notes are looked at."""
    mark, seen = picture.marks[member.tag], picture.seen.get(member.tag)
    signs = {"keep": ("◉", inks.accent), "in": ("☑", inks.accent), "out": ("☐", inks.dim), "apart": ("✗", inks.faint)}
    sign, sign_style = signs[mark]
    name_style = inks.faint + Style(strike=True) if mark == "apart" else inks.strong + BOLD
    days = [(_days(seen), inks.faint), (" ", inks.dim)] if seen and seen.first else []
    after: list[Span] = [(f"  {counted(member.notes, 'note')}", inks.dim)]
    if mark == "apart":
        after.append(("  not the same", inks.faint))
    elif sureness := picture.sureness.get(member.tag):
        after += [("  ", inks.dim), sureness_span(sureness, inks)]
    room = cells - 4 - cells_of(after) - (cells_of(days) + 2 if days else 0)
    if room < min(LEAST_NAME, width(shown(member.tag))):
        room, days = cells - 4 - cells_of(after), []
    name = cut(shown(member.tag), max(LEAST_NAME, room))
    lines: list[SidedLine] = [
        ([(f"{sign} ", clickable(sign_style, tick=member.tag)), (name, name_style), *after], days)
    ]
    if seen and seen.titles:
        more = " …" if member.notes > len(seen.titles) else ""
        lines.append(([(" " * (INDENT - 1), inks.dim), (shown(" · ".join(seen.titles)) + more, inks.dim)], []))
    return lines


def _days(seen: NotesSeen) -> str:
    return str(seen.first) if seen.first == seen.last else f"{seen.first} → {seen.last}"


def reason_rows(
    pair: tuple[str, str], reasons: Sequence[str], inks: Ink, *, cells: int, name_cells: int
) -> list[SidedLine]:
    """Return the lines that say why two tags may be one: beside the names where there is room, else below."""
    told = " · ".join(reasons)
    style = inks.text
    beside = cells - name_cells - 6
    if beside >= 3 * LEAST_NAME:
        first, *others = text_rows(told, beside)
        names = pad(pair_name(pair, name_cells), name_cells)
        lead = " " * (name_cells + 5)
        row: list[Span] = [("  ", style), (names, style), ("   ", style), (first, inks.dim)]
        return [(row, []), *(([(lead, style), (other, inks.dim)], []) for other in others)]
    rows = text_rows(told, max(LEAST_NAME, cells - INDENT - 1))
    return [
        ([("  ", style), (pair_name(pair, cells - 3), style)], []),
        *(([("    ", style), (row, inks.dim)], []) for row in rows),
    ]


def pair_name(pair: tuple[str, str], cells: int) -> str:
    """Return two tags as the reasons name them, in `cells` cells: the longer is cut first."""
    one, other = map(shown, pair)
    room = cells - len(PROBABLY_ONE)
    share = max(room // 2, room - width(cut(other, room)))
    one = cut(one, share)
    return f"{one}{PROBABLY_ONE}{cut(other, room - width(one))}"

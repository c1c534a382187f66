"""What was changed, and how an entry and its files are drawn. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reme_tui.core.text.words import counted
from reme_tui.ui.drawing.cells import cut, cut_left, shown
from reme_tui.ui.drawing.lines import SidedLine, Span, cells_of, clickable
from reme_tui.ui.drawing.theme import BOLD, Ink

if TYPE_CHECKING:
    from reme_tui.tidy.journal_records import Entry

INDENT = 4
STATES = {"applied": "applied", "undone": "undone", "open": "stopped half-way"}
STATE_CELLS = 9
FILES_CELLS = 12


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An entry, or one of its files."""

    entry: Entry
    path: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same row after the history has grown."""
        return self.entry.id, self.path


def history_rows(entries: Iterable[Entry], unfolded: Collection[str]) -> list[HistoryRow]:
    """Return the rows in sight: every entry, and the files of those unfolded."""
    rows: list[HistoryRow] = []
    for entry in entries:
        rows.append(HistoryRow(entry))
        if entry.id in unfolded:
            rows += [HistoryRow(entry, path) for path in dict.fromkeys((*entry.files, *sorted(entry.settled)))]
    return rows


def when(entry: Entry, today: dt.date) -> str:
    """Return the time of an entry as people say it: the hour today, else the day too; as written if it is none."""
    moment = entry.local_time
    if moment is None:
        return entry.at[:16]
    return f"{moment:%H:%M}" if moment.date() == today else f"{moment:%Y-%m-%d %H:%M}"


def entry_line(entry: Entry, inks: Ink, *, cells: int, today: dt.date, unfolded: bool) -> SidedLine:
    """Return the line of an entry: fold mark, title; files, state, time."""
    style = {"applied": inks.good, "undone": inks.faint, "open": inks.error + BOLD}[entry.state]
    right: list[Span] = [
        (f"{counted(len(entry.did), 'file'):>{FILES_CELLS}}   ", inks.dim),
        (f"{'in part' if entry.cancelled else STATES[entry.state]:<{STATE_CELLS}}  ", style),
        (f"{when(entry, today):>16} ", inks.dim),
    ]
    fold: Span = ("▾ " if unfolded else "▸ ", clickable(inks.link if unfolded else inks.tree, fold=True))
    title = cut(shown(entry.title), max(8, cells - cells_of(right) - INDENT - 2))
    return [(" ", inks.dim), fold, (title, inks.dim if entry.state == "undone" else inks.strong + BOLD)], right


def file_line(row: HistoryRow, inks: Ink, *, cells: int) -> SidedLine:
    """Return the line of a file: its path and what became of it."""
    entry, path = row.entry, row.path
    if path in entry.written:
        state: Span = ("written", inks.good)
    elif path in entry.settled:
        state = ("was as before", inks.dim)
    else:
        state = ("not written yet" if entry.state == "open" else "left alone", inks.mark)
    name = cut_left(shown(path), max(8, cells - INDENT - 24))
    return [(" " * INDENT, inks.dim), (name, inks.text)], [state, (" ", inks.dim)]

"""What was found, in how much, how fast: the line above the hits, in pieces. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reme_tui.core.query.hints import Slip, slip_of
from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import first_key
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import Span, cells_of, command_span
from reme_tui.ui.drawing.theme import BOLD, Ink

if TYPE_CHECKING:
    from reme_tui.search.results import Results

GAP = 3
MOST_NAMED = 2
LONGEST_NAME = 16
"""Tags of the vault named beside the counts, and the cells of each."""


class Piece(NamedTuple):
    """A part of the line; where there is no room for all, the one of least `worth` goes first."""

    worth: int
    spans: list[Span]


def summary(results: Results, inks: Ink, *, complete: bool, cells: int, probably_one: Sequence[str] = ()) -> list[Span]:
    """Return what is to be said of an answer in `cells` cells; where nothing was found, the list itself says so.

    `probably_one` are the tags that are probably one with some of the filter.
    """
    pieces = list(_pieces(results, inks, complete=complete, probably_one=probably_one))
    while len(pieces) > 1 and sum(cells_of(piece.spans) + GAP for piece in pieces) - GAP > cells:
        pieces.remove(min(pieces, key=lambda piece: piece.worth))
    spans: list[Span] = []
    for piece in pieces:
        spans += [(" " * GAP, inks.faint), *piece.spans]
    return spans[1:]


def _pieces(results: Results, inks: Ink, *, complete: bool, probably_one: Sequence[str]) -> Iterator[Piece]:
    yield from _counts(results, inks)
    if slip := slip_of(results.query):
        yield Piece(8, _slip(slip, inks))
    if results.total_notes > len(results.hits) > 0:
        yield Piece(2, [(f"the first {len(results.hits):,} shown", inks.faint)])
    if not complete:
        yield Piece(6, [("of what is read so far", inks.mark)])
    if results.undated and not results.query.scope.undated:
        yield Piece(8, _undated(results.undated, inks))
    if results.suggestion and results.hits:
        yield Piece(7, _suggestion(results.suggestion, inks))
    if results.scope_notes:
        yield Piece(1, [(f"{results.elapsed_ms:.1f} ms", inks.faint)])
    if probably_one:
        yield Piece(5, _probably_one(probably_one, inks))


def _counts(results: Results, inks: Ink) -> Iterator[Piece]:
    asked, notes = results.query, counted(results.total_notes, "note")
    in_scope = [(f"from {counted(results.scope_notes, 'note')} in scope", inks.faint)]
    if results.total_notes and (asked.text or asked.phrases or asked.excluded):
        by_date = ", newest first" if asked.order == "newest" else ""
        yield Piece(9, [(f"{counted(results.total_passages, 'passage')} in {notes}{by_date}", inks.dim)])
        yield Piece(3, in_scope)
    elif results.total_notes:
        yield Piece(9, [(f"{notes}, newest first", inks.dim)])
    elif results.scope_notes:
        yield Piece(9, [("0 hits ", inks.dim), *in_scope])


def _probably_one(tags: Sequence[str], inks: Ink) -> list[Span]:
    names = ", ".join(cut(shown(tag), LONGEST_NAME) for tag in tags[:MOST_NAMED])
    more = f" and {len(tags) - MOST_NAMED:,} more" if len(tags) > MOST_NAMED else ""
    return [
        command_span(f"≈ {names}{more} ", inks.faint, "browse.duplicates"),
        command_span(first_key("browse.duplicates"), inks.accent + BOLD, "browse.duplicates"),
    ]


def _slip(slip: Slip, inks: Ink) -> list[Span]:
    return [(f"{slip.typed}: is searched as a word; the operator is ", inks.mark), (f"{slip.meant}:", inks.mark + BOLD)]


def _undated(count: int, inks: Ink) -> list[Span]:
    return [
        command_span(f"{count:,} undated left out ", inks.mark, "browse.undated"),
        command_span(first_key("browse.undated"), inks.accent + BOLD, "browse.undated"),
    ]


def _suggestion(words: str, inks: Ink) -> list[Span]:
    return [
        command_span("did you mean ", inks.faint, "browse.accept"),
        command_span(shown(words), inks.accent + BOLD, "browse.accept"),
        command_span(f"? {first_key('browse.accept')}".rstrip(), inks.faint, "browse.accept"),
    ]

"""The smallest writing there is: a stretch of a note's text, and what stands there instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Splice:
    """`new` in the place of the characters from `start` to `end`.

    Offsets count characters of the decoded text; a byte order mark is one of them.
    """

    start: int
    end: int
    new: str


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """The text with every splice made; raises ValueError when two of them overlap or one lies outside."""
    parts: list[str] = []
    at = 0
    for splice in sorted(splices, key=_place):
        if not at <= splice.start <= splice.end <= len(text):
            raise ValueError(f"a splice out of place: {splice.start} to {splice.end}")
        parts += (text[at : splice.start], splice.new)
        at = splice.end
    return "".join((*parts, text[at:]))


def tidied(text: str, splices: Iterable[Splice]) -> tuple[Splice, ...]:
    """The same change in order, with deletions that touch or overlap made one and those of nothing left out."""
    kept: list[Splice] = []
    for splice in sorted(splices, key=_place):
        last = kept[-1] if kept else None
        if splice.new == text[splice.start : splice.end]:
            continue
        if last and not (last.new or splice.new) and splice.start <= last.end:
            kept[-1] = Splice(last.start, max(last.end, splice.end), "")
        else:
            kept.append(splice)
    return tuple(kept)


def _place(splice: Splice) -> tuple[int, int]:
    return splice.start, splice.end

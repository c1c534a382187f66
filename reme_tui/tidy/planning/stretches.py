"""What two texts have in common, piece by piece, in a time that does not grow with the square of their length."""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reme_tui.core.text.ends import shared_ends

_CLOSELY = 64
"""Pieces, on either side of a gap, that are compared each with each."""


class Stretch(NamedTuple):
    """`size` pieces that are the same in both: where they begin in the one and in the other."""

    old: int
    new: int
    size: int


class Gap(NamedTuple):
    """Pieces `old_start` to `old_end` of the one stand where `new_start` to `new_end` stand in the other."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def same_stretches(old: Sequence[str], new: Sequence[str]) -> tuple[Stretch, ...]:
    """Stretches that are in both, in order, neighbours taken together.

    Pieces that occur once in both are the anchors; between these, what is short is compared closely, and of what is
    long only like places, or what was left out or put in.
    """
    merged: list[Stretch] = []
    for stretch in _stretches(old, new):
        last = merged[-1] if merged else Stretch(0, 0, 0)
        if last.old + last.size == stretch.old and last.new + last.size == stretch.new:
            merged[-1:] = [Stretch(last.old, last.new, last.size + stretch.size)]
        else:
            merged.append(stretch)
    return tuple(stretch for stretch in merged if stretch.size)


def gaps(old: Sequence[str], new: Sequence[str]) -> tuple[Gap, ...]:
    """What is different, in order: everything between the stretches that are the same."""
    found = []
    at = Gap(0, 0, 0, 0)
    for stretch in (*same_stretches(old, new), Stretch(len(old), len(new), 0)):
        gap = Gap(at.old_end, stretch.old, at.new_end, stretch.new)
        if gap.old_start < gap.old_end or gap.new_start < gap.new_end:
            found.append(gap)
        at = Gap(0, stretch.old + stretch.size, 0, stretch.new + stretch.size)
    return tuple(found)


def _stretches(old: Sequence[str], new: Sequence[str]) -> Iterator[Stretch]:
    head, tail = shared_ends(old, new)
    yield Stretch(0, 0, head)
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    at = (0, 0)
    for anchor in (*_anchors(*middle), (len(middle[0]), len(middle[1]))):
        for stretch in _between(middle[0][at[0] : anchor[0]], middle[1][at[1] : anchor[1]]):
            yield Stretch(head + at[0] + stretch.old, head + at[1] + stretch.new, stretch.size)
        at = anchor
    yield Stretch(len(old) - tail, len(new) - tail, tail)


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The longest row of pieces that occur once in both and stand in the same order there."""
    counts = Counter(old), Counter(new)
    places = {piece: at for at, piece in enumerate(new) if counts[1][piece] == 1}
    pairs = [(at, places[piece]) for at, piece in enumerate(old) if counts[0][piece] == 1 and piece in places]
    return _rising(pairs)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, in order of their first numbers, whose second numbers rise too."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, second) in enumerate(pairs):
        rank = bisect_left(tops, second)
        before.append(ends[rank - 1] if rank else -1)
        tops[rank : rank + 1] = [second]
        ends[rank : rank + 1] = [number]
    run = []
    number = ends[-1] if ends else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _between(old: Sequence[str], new: Sequence[str]) -> Iterator[Stretch]:
    """What two gaps have in common; they may begin with an anchor."""
    head, tail = shared_ends(old, new)
    yield Stretch(0, 0, head)
    rest = old[head : len(old) - tail], new[head : len(new) - tail]
    for stretch in _inside(*rest):
        yield Stretch(head + stretch.old, head + stretch.new, stretch.size)
    yield Stretch(len(old) - tail, len(new) - tail, tail)


def _inside(old: Sequence[str], new: Sequence[str]) -> Iterator[Stretch]:
    if len(old) <= _CLOSELY and len(new) <= _CLOSELY:
        yield from (
            Stretch(*block) for block in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        )
    elif len(old) == len(new):
        yield from (Stretch(at, at, 1) for at, piece in enumerate(old) if piece == new[at])
    elif len(old) > len(new):
        yield from (Stretch(at, place, 1) for place, at in _kept(new, old))
    else:
        yield from (Stretch(place, at, 1) for place, at in _kept(old, new))


def _kept(fewer: Sequence[str], more: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the fewer pieces stand among the more, as far as they all come in order there."""
    at = 0
    for place, piece in enumerate(fewer):
        while at < len(more) and more[at] != piece:
            at += 1
        if at == len(more):
            return
        yield place, at
        at += 1

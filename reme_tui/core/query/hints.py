"""What may be wrong with a query: a slip in the name of an operator (`tags:Alice`), a condition no note meets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from reme_tui.core.query.query import Query

NAMES = ("tag", "path", "from", "match")
"""The operators a slip can be told from: words of two letters are too near to each other."""
LEAST_LETTERS = 3
_NAMED = re.compile(r"([A-Za-z]+)[:：](?!//)\S")


class Slip(NamedTuple):
    """A name that is no operator, as it was typed, and the operator it is near to."""

    typed: str
    meant: str


def slip_of(query: Query) -> Slip | None:
    """Return the first slip among the words of a query, those excluded too; they are searched as words all the same."""
    for word in (*query.text.split(), *(word for word in query.excluded if " " not in word)):
        found = _NAMED.match(word)
        if found and len(found[1]) >= LEAST_LETTERS:
            meant = _nearest(found[1].casefold())
            if meant:
                return Slip(found[1], meant)
    return None


def relaxed(query: Query) -> Iterator[Query]:
    """Yield the query without what it excludes, with its phrases as mere words, then both, as far as it has them."""
    loose = replace(query, text=" ".join((query.text, *query.phrases)).strip(), phrases=())
    if query.excluded:
        yield replace(query, excluded=())
    if query.phrases:
        yield loose
    if query.excluded and query.phrases:
        yield replace(loose, excluded=())


def conditions_without(query: Query, fewer: Query) -> tuple[str, str]:
    """Return the conditions that `fewer`, one of `relaxed(query)`, lacks as they are typed, and how to say it does."""
    from reme_tui.core.query.text import format_query  # not before the first frame, which needs the hints

    phrases = format_query(Query(phrases=() if fewer.phrases else query.phrases))
    excluded = format_query(Query(excluded=() if fewer.excluded else query.excluded))
    without = " and ".join(filter(None, (excluded, "the quotes" if phrases else "")))
    return " ".join(filter(None, (phrases, excluded))), f"without {without}"


def _nearest(name: str) -> str:
    return next((meant for meant in NAMES if name != meant and _is_one_slip(name, meant)), "")


def _is_one_slip(name: str, other: str) -> bool:
    """Whether one letter is too many, too few or wrong, or two beside each other are swapped."""
    start = _alike(name, other)
    name, other = name[start:], other[start:]
    end = _alike(name[::-1], other[::-1])
    name, other = name[: len(name) - end], other[: len(other) - end]
    return max(len(name), len(other)) <= 1 or (len(name) == 2 and name == other[::-1])


def _alike(name: str, other: str) -> int:
    """Return with how many letters alike both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False)))

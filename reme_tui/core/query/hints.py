"""Words that look like an operator with a slip in its name: `tags:Alice`, `form:2026`."""

from __future__ import annotations

import re
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

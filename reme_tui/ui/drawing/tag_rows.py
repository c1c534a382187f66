"""Which tags the tag list shows, and in which order: pure."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from reme_tui.core.tag_key import tag_key

if TYPE_CHECKING:
    from reme_tui.core.tags import TagRow

Order = Literal["files", "name", "recent"]
ORDERS: tuple[Order, ...] = ("files", "name", "recent")

_COUNT = re.compile(r"n(<=|>=|=|<|>)(\d+)")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def tag_filter(text: str) -> Callable[[TagRow], bool]:
    """Return what the filter line lets through.

    Parts are separated by blanks and must all hold: `n=1`, `n<3` compare the count, `client/` is a beginning, anything
    else must occur in the tag, in any case.
    """
    tests: list[Callable[[TagRow], bool]] = []
    for part in text.split():
        counted = _COUNT.fullmatch(part.casefold())
        key = tag_key(part)
        if counted:
            compare, number = _COMPARE[counted[1]], int(counted[2])
            tests.append(lambda row, compare=compare, number=number: compare(row.files, number))  # type: ignore[misc]
        elif part.endswith("/"):
            tests.append(lambda row, key=key: row.key.startswith(key))  # type: ignore[misc]
        else:
            tests.append(lambda row, key=key: key in row.key)  # type: ignore[misc]
    return tests[0] if len(tests) == 1 else lambda row: all(test(row) for test in tests)


def narrow(rows: Iterable[TagRow], text: str) -> tuple[TagRow, ...]:
    """Return the rows that pass the filter line, in the order they come in."""
    return tuple(filter(tag_filter(text), rows)) if text.strip() else tuple(rows)


def arrange(rows: Sequence[TagRow], order: Order) -> tuple[TagRow, ...]:
    """Return the rows, which come by key, in order; keys decide between equals."""
    if order == "files":
        return tuple(sorted(rows, key=operator.attrgetter("files"), reverse=True))
    if order == "recent":
        return tuple(sorted(rows, key=_newest, reverse=True))
    return tuple(rows)


def _newest(row: TagRow) -> int:
    return row.latest.toordinal() if row.latest else 0

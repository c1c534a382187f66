"""What is asked: a scope (who or what, when, where) and the words, and the text form of both."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Literal

HitOrder = Literal["best", "newest"]
"""Hits come best first; or newest first, those that only meaning finds behind all that hold the words."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which notes are searched at all.

    Tags are kept as typed and compared by key. Several tags mean any of them, unless `all_tags`.
    `path` is a prefix of the vault-relative path. Both ends of a date range count; notes without a
    date are left out of any range unless `undated`.
    """

    tags: tuple[str, ...] = ()
    all_tags: bool = False
    excluded_tags: tuple[str, ...] = ()
    untagged: bool = False
    path: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    undated: bool = False

    @property
    def is_whole_vault(self) -> bool:
        """Whether every note passes."""
        return not (self.tags or self.excluded_tags or self.untagged or self.path or self.since or self.until)


@dataclass(frozen=True, slots=True)
class Query:
    """A scope and what to rank inside it.

    `text` holds the free words, `phrases` must occur, `excluded` words or phrases must not. Without words the notes in
    scope come newest first, whatever the `order`.
    """

    text: str = ""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    scope: Scope = field(default_factory=Scope)
    order: HitOrder = "best"


class QueryError(ValueError):
    """An operator whose value cannot be read; the message names it."""

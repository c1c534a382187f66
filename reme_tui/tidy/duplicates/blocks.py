"""Keys, and the tags that meet under each; an order that keeps nobody waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import merge
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
SORTED_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Block:
    """Which tags stand under which key, in the order they came.

    Most keys have one tag. Those are held as plain texts, which Python's search for rubbish need not look at: with
    tags by the ten thousand it would stop everything else for long.
    """

    alone: dict[str, str] = field(default_factory=dict)
    together: dict[str, list[str]] = field(default_factory=dict)

    def add(self, tag: str, keys: Iterable[str]) -> None:
        """Put a tag under each of its keys."""
        alone = self.alone
        for key in keys:
            first = alone.setdefault(key, tag)
            if first != tag:
                self.together.setdefault(key, [first]).append(tag)

    def get(self, key: str) -> list[str]:
        """The tags under a key, not to be changed."""
        if key in self.together:
            return self.together[key]
        return [self.alone[key]] if key in self.alone else []

    def items(self) -> Iterator[tuple[str, list[str]]]:
        """Every key with its tags."""
        return ((key, self.together.get(key) or [tag]) for key, tag in self.alone.items())

    def copy(self) -> Block:
        """A copy that may be added to."""
        return Block(dict(self.alone), {key: list(tags) for key, tags in self.together.items()})

    def add_all(self, other: Block) -> None:
        """Put every tag of another block, none of which is in this one, under its keys."""
        for key, tags in other.items():
            for tag in tags:
                self.add(tag, (key,))


def in_order(items: Iterable[T], key: Callable[[T], tuple[object, ...] | str]) -> Iterator[T]:
    """The items sorted, piece by piece: one sort of all would keep every other thread waiting."""
    every = iter(items)
    pieces = iter(lambda: sorted(islice(every, SORTED_AT_ONCE), key=key), [])
    return merge(*pieces, key=key)

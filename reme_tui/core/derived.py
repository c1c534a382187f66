"""A mapping seen through a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

Given = TypeVar("Given")
Value = TypeVar("Value")


class Derived(Mapping[str, Value]):
    """What `derive` makes of each value of a mapping, worked out whenever it is asked for."""

    def __init__(self, given: Mapping[str, Given], derive: Callable[[Given], Value]) -> None:
        self._given: Mapping[str, Given] = given
        self._derive: Callable[[Given], Value] = derive

    def __getitem__(self, key: str) -> Value:
        return self._derive(self._given[key])

    def __contains__(self, key: object) -> bool:
        return key in self._given

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

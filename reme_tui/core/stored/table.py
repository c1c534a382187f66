"""Rows by key as bytes: written at once, read one by one when asked for."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping
from functools import cached_property
from io import BytesIO
from typing import Any, TypeVar

from reme_tui.core.layered import Layered

Value = TypeVar("Value")
Sections = dict[str, bytes]

_KEYS_A_LINE = 2_000
"""Keys read and written at once, which is not so long that the screen would wait."""


def to_bytes(value: object) -> bytes:
    """Return JSON; lone surrogates, which escapes in frontmatter can make, stay as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), check_circular=False).encode(
        "utf-8", "surrogatepass"
    )


def from_bytes(data: bytes | memoryview) -> Any:  # noqa: ANN401  # as json.loads
    """Return what `to_bytes` was given, tuples as lists."""
    return json.loads(str(data, "utf-8", "surrogatepass"))


def table(name: str, rows: Iterable[tuple[str, object]]) -> Sections:
    """Return the sections of a table: its keys, where each row ends, and the rows, of which some may be bytes."""
    keys, ends, written = [], array("Q"), BytesIO()  # to join all rows at one go would hold up every other thread
    for key, row in rows:
        written.write(row if isinstance(row, memoryview) else to_bytes(row))
        keys.append(key)
        ends.append(written.tell())
    lines = (to_bytes(keys[start : start + _KEYS_A_LINE]) for start in range(0, len(keys), _KEYS_A_LINE))
    return {f"{name}.keys": b"\n".join(lines), f"{name}.ends": ends.tobytes(), f"{name}.rows": written.getvalue()}


def rows_of(values: Layered[str, Value], encode: Callable[[Value], object]) -> Iterator[tuple[str, object]]:
    """Yield what `encode` makes of each value, by key; one that is in a table already is not made, but copied."""
    for key in values:
        source = values.source(key)
        yield key, source.row(key) if isinstance(source, StoredMap) else encode(values[key])


class StoredKeys:
    """The keys of a table, in order and by number; they are read when first needed."""

    def __init__(self, listed: bytes) -> None:
        self._listed = listed

    @cached_property
    def in_order(self) -> list[str]:
        """The keys by number."""
        return [key for line in self._listed.splitlines() for key in from_bytes(line)]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers by key, in order."""
        return {key: number for number, key in enumerate(self.in_order)}


class StoredMap(Mapping[str, Value]):
    """The values of a table, each made from its row when first asked for and the same object ever after.

    `decode` makes a value of key and row.
    """

    def __init__(self, sections: Mapping[str, bytes], name: str, decode: Callable[[str, Any], Value]) -> None:
        self.stored_keys = StoredKeys(sections[f"{name}.keys"])
        self._ends = memoryview(sections[f"{name}.ends"]).cast("Q")
        self._rows = memoryview(sections[f"{name}.rows"])
        self._decode = decode
        self._made: dict[str, Value] = {}

    def __getitem__(self, key: str) -> Value:
        made = self._made.get(key)
        if made is None:
            value = self._decode(key, from_bytes(self.row(key)))
            made = self._made.setdefault(key, value)  # of two threads, the first one's
        return made

    def row(self, key: str) -> memoryview:
        """Return the row of `key` as it was written."""
        number = self.stored_keys.numbers[key]
        return self._rows[self._ends[number - 1] if number else 0 : self._ends[number]]

    def keys(self) -> KeysView[str]:
        """Return the keys."""
        return self.stored_keys.numbers.keys()

    def __contains__(self, key: object) -> bool:
        return key in self.stored_keys.numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self.stored_keys.numbers)

    def __len__(self) -> int:
        return len(self._ends)

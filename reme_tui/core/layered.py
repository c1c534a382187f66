"""An immutable mapping whose next version costs what changes, not what it holds."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Any, Final, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")
Other = TypeVar("Other")

_LEAST_CHANGES = 1_024
_FEW = 32
"""Changes are folded in once they come to a 32nd of the whole: to copy them again and again would cost more."""
_GONE: Final[Any] = object()
_UNCHANGED: Final[Any] = object()


class Layered(Mapping[Key, Value]):
    """A large mapping, and over it what has changed since.

    Versions share the large one. In it may be any mapping that never changes; one that is no dict is taken to be made
    row by row when asked for, and is not copied until half of it has changed.
    """

    __slots__ = ("_base", "_over", "_size")

    def __init__(self, base: Mapping[Key, Value] | None = None) -> None:
        self._base: Mapping[Key, Value] = {} if base is None else base
        self._over: dict[Key, Value] = {}
        self._size = len(self._base)

    def changed(self, put: Mapping[Key, Value], drop: Iterable[Key] = ()) -> Layered[Key, Value]:
        """Return the mapping with the items of `put` and without the keys `drop`; what is in both is put."""
        changes = {key: _GONE for key in drop if key in self} | dict(put)
        if not changes:
            return self
        after: Layered[Key, Value] = Layered(self._base)
        after._over = {**self._over, **changes}
        base, over = self._base, self._over
        came = sum(over[key] is _GONE if key in over else key not in base for key in put)
        after._size = self._size + came - sum(value is _GONE for value in changes.values())
        after._fold()
        return after

    def _fold(self) -> None:
        most = len(self._base) // (_FEW if isinstance(self._base, dict) else 2)
        if len(self._over) > max(most, _LEAST_CHANGES):
            base = {**self._base, **self._over}
            for key, value in self._over.items():
                if value is _GONE:
                    del base[key]
            self._base, self._over = base, {}

    def __getitem__(self, key: Key) -> Value:
        value: Value = self._over.get(key, _UNCHANGED)
        if value is _UNCHANGED:
            return self._base[key]
        if value is _GONE:
            raise KeyError(key)
        return value

    @overload
    def get(self, key: Key, /) -> Value | None: ...

    @overload
    def get(self, key: Key, /, default: Value) -> Value: ...

    @overload
    def get(self, key: Key, /, default: Other) -> Value | Other: ...

    def get(self, key: Key, /, default: Any = None) -> Any:
        """Return the value of `key`, else `default`; much faster than what Mapping has."""
        value = self._over.get(key, _UNCHANGED)
        if value is _UNCHANGED:
            return self._base.get(key, default)
        return default if value is _GONE else value

    def __contains__(self, key: object) -> bool:
        value = self._over.get(key, _UNCHANGED)  # type: ignore[arg-type]  # a key of another type is not in it
        return key in self._base if value is _UNCHANGED else value is not _GONE

    def __iter__(self) -> Iterator[Key]:
        over = self._over
        for key in self._base:
            if over.get(key) is not _GONE:
                yield key
        for key, value in over.items():
            if value is not _GONE and key not in self._base:
                yield key

    def source(self, key: Key) -> Mapping[Key, Value]:
        """Return the mapping that holds the value of `key`: the large one, or what has changed since."""
        return self._over if key in self._over else self._base

    def keys(self) -> KeysView[Key]:
        """Return the keys; while nothing has changed, those of the large mapping, which may be much faster."""
        return super().keys() if self._over else self._base.keys()

    def items(self) -> ItemsView[Key, Value]:
        """Return the items; going through them looks nothing up."""
        return _Items(self)

    def values(self) -> ValuesView[Value]:
        """Return the values; going through them looks nothing up."""
        return _Values(self)

    def pairs(self) -> Iterator[tuple[Key, Value]]:
        """Yield keys and values, those of the large mapping first."""
        over = self._over
        for key, value in self._base.items():
            now = over.get(key, value)
            if now is not _GONE:
                yield key, now
        for key, value in over.items():
            if value is not _GONE and key not in self._base:
                yield key, value

    def __len__(self) -> int:
        return self._size


class _Items(ItemsView[Key, Value]):
    _mapping: Layered[Key, Value]

    def __iter__(self) -> Iterator[tuple[Key, Value]]:
        return self._mapping.pairs()


class _Values(ValuesView[Value]):
    _mapping: Layered[Any, Value]

    def __iter__(self) -> Iterator[Value]:
        return (value for _, value in self._mapping.pairs())

"""The settings there are, each with the check its value must pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast


def _names(value: object) -> tuple[str, ...]:
    if not (isinstance(value, list) and value and all(isinstance(item, str) and item.strip() for item in value)):
        raise ValueError('must be a list of names, like ["memory_tags"]')
    return tuple(cast("list[str]", value))


def _globs(value: object) -> tuple[str, ...]:
    if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        raise ValueError('must be a list of globs, like ["archive/*"]')
    return tuple(cast("list[str]", value))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _text(value: object) -> str:
    if not (isinstance(value, str) and value):
        raise ValueError("must be a name in quotes")
    return value


def _one_of(*allowed: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if value not in allowed:
            raise ValueError(f"must be one of {', '.join(map(repr, allowed))}")
        return value

    return check


def _keys(value: object) -> Mapping[str, tuple[str, ...]]:
    """Return keys by command id; `tags.rename = "R"` without quotes, a table within the table, means the same."""
    if not isinstance(value, dict):
        raise ValueError('must be a table, like [keys] with "tags.rename" = "R" below it')
    flat: dict[str, object] = {}
    for name, entry in value.items():
        flat |= {f"{name}.{below}": keys for below, keys in entry.items()} if isinstance(entry, dict) else {name: entry}
    return {name: _keys_of(name, entry) for name, entry in flat.items()}


def _keys_of(name: str, value: object) -> tuple[str, ...]:
    keys = [value] if isinstance(value, str) else value
    if not (isinstance(keys, list) and all(isinstance(key, str) for key in keys)):
        raise ValueError(f'{name} must be a key, like "R", or a list of keys; [] for none')
    return tuple(dict.fromkeys(key for key in keys if key))


SETTINGS: Mapping[str, Callable[[object], object]] = {
    "tag_fields": _names,
    "split_strings": _one_of("comma", "space", "none"),
    "exclude": _globs,
    "rules": _one_of("own", "reme"),
    "links": _one_of("by_name", "reme"),
    "markdown_links": _flag,
    "theme": _text,
    "keys": _keys,
}

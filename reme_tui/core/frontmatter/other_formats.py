"""TOML and JSON frontmatter: read for what it says, never written, so without places."""

from __future__ import annotations

import datetime as dt
import re
import tomllib

from reme_tui.core.frontmatter.block import Block, BlockError, Entry, ListValue, MapValue, Scalar, ScalarKind, Value
from reme_tui.core.frontmatter.nodes import whole
from reme_tui.core.frontmatter.shallow_json import Number, decode_json
from reme_tui.core.text.lines import lines_before

MAX_TOML = 64 * 1024
"""Characters of a TOML block; a longer one is refused, for dotted keys cost quadratic time."""
MAX_TOML_DOTS = 2_000

_TOML_OPENS = re.compile(r"\ufeff?\+\+\+[ \t]*(?:\r\n?|\n)")
_TOML_CLOSES = re.compile(r"\+\+\+[ \t]*(?:\r\n?|\n|\Z)")
_JSON_OPENS = re.compile(r"\ufeff?(?=\{\s*\")")
_JSON_LOOKS_MEANT = re.compile(r"\{[ \t]*[\r\n]\s*\"[^\"\r\n]{1,100}\"[ \t]*:")
_REST_OF_LINE = re.compile(r"[ \t]*(?:\r\n?|\n|\Z)")


def read_toml(text: str) -> Block | None:
    """The block between `+++` lines at the top; None when there is none or it is not closed."""
    opening = _TOML_OPENS.match(text)
    if opening is None:
        return None
    start = opening.end()
    closing = next((m for m in _TOML_CLOSES.finditer(text, start) if text[m.start() - 1] in "\r\n"), None)
    if closing is None:
        return None
    inner = text[start : closing.start()]
    line = 1 + lines_before(text, closing.end())
    if len(inner) > MAX_TOML or inner.count(".") > MAX_TOML_DOTS:
        error = BlockError(2, "too_large", "cannot read frontmatter: the TOML is too large")
        return Block("toml", start, closing.start(), closing.end(), line, None, error)
    try:
        data = tomllib.loads(inner.replace("\r\n", "\n").replace("\r", "\n"), parse_float=Number)
        entries = _entries(data, start, 2)
    except (ValueError, RecursionError):
        error = BlockError(2, "bad_toml", "cannot read frontmatter: it is not TOML")
        return Block("toml", start, closing.start(), closing.end(), line, None, error)
    return Block("toml", start, closing.start(), closing.end(), line, entries)


def read_json(text: str) -> Block | None:
    """The JSON object that begins on line 1; None when the text is no such thing."""
    opening = _JSON_OPENS.match(text)
    if opening is None:
        return None
    start = opening.end()
    try:
        data, end = decode_json(text, start)
        entries = _entries(data, start, 1)
    except ValueError:
        if _JSON_LOOKS_MEANT.match(text, start) is None:
            return None
        error = BlockError(1, "bad_json", "cannot read frontmatter: it is not JSON")
        return Block("json", start, start, start, 1, None, error)
    rest = _REST_OF_LINE.match(text, end)
    if rest is None:
        return None
    return Block("json", start, end, rest.end(), 1 + lines_before(text, rest.end()), entries)


def _entries(data: object, start: int, line: int) -> tuple[Entry, ...]:
    if not isinstance(data, dict):
        return ()
    return tuple(Entry(_scalar(key, "str", start, line), _value(value, start, line)) for key, value in data.items())


def _value(value: object, start: int, line: int) -> Value:
    if isinstance(value, dict):
        return MapValue(_entries(value, start, line), flow=True, start=start, end=start, line=line)
    if isinstance(value, list):
        items = tuple(_value(item, start, line) for item in value)
        return ListValue(items, flow=True, start=start, end=start, line=line)
    text, kind = _scalar_of(value)
    return _scalar(text, kind, start, line)


def _scalar_of(value: object) -> tuple[str, ScalarKind]:
    match value:
        case None:
            return "", "null"
        case bool():
            return str(value).lower(), "bool"
        case Number():
            return value, "int" if value.lstrip("-").isdigit() else "float"
        case dt.date() | dt.time():
            return value.isoformat(), "date"
    return str(value), "int" if isinstance(value, int) else "str"


def _scalar(text: str, kind: ScalarKind, start: int, line: int) -> Scalar:
    return Scalar(whole(str(text)), kind, "double" if kind == "str" else "plain", start, start, line)

"""Composed YAML nodes turned into values, without importing the library that made them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from typing import Any, TypeAlias

from reme_tui.core.frontmatter.block import (
    BlockError,
    Entry,
    ListValue,
    MapValue,
    Scalar,
    ScalarKind,
    ScalarStyle,
    Value,
)
from reme_tui.core.frontmatter.errors import FIRST_LINE
from reme_tui.core.text.lines import LINE_END

# yaml.Node and yaml.Mark: the library has its one home in `read`.
Node: TypeAlias = Any
Mark: TypeAlias = Any

PREFIX = "tag:yaml.org,2002:"
KINDS: dict[str, ScalarKind] = {
    PREFIX + "str": "str",
    PREFIX + "int": "int",
    PREFIX + "float": "float",
    PREFIX + "bool": "bool",
    PREFIX + "null": "null",
    PREFIX + "timestamp": "date",
}
_MERGE = PREFIX + "merge"
_STYLES: dict[str, ScalarStyle] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_ODD_BREAK = re.compile("[\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def whole(text: str) -> str:
    """Text without lone surrogates: pairs are joined, the rest becomes U+FFFD."""
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class NodeReader:
    """Reads the nodes of one block in the order of the text.

    An alias becomes the value it names, marked and with its own place; nothing is walked twice, so a
    block of aliases stays as small as it was written. `plain_tags` are the types a safe loader
    constructs, `refused` the first place where it would stop. `aliases` are the alias events of a block
    that may hold some.
    """

    def __init__(
        self, text: str, start: int, *, end: int, plain_tags: Collection[str | None], aliases: Iterator[Node] | None
    ) -> None:
        self.text = text
        self.offset = start
        self.plain_tags = plain_tags
        self.aliases = aliases
        self.seen: dict[int, Value | None] = {}
        self.refused: BlockError | None = None
        inner = text[start:end]
        self.escaped = "\\u" in inner
        # YAML ends lines where no editor does; then lines are counted by offset.
        odd = not inner.isascii() and _ODD_BREAK.search(inner)
        self.breaks = [found.end() for found in LINE_END.finditer(inner)] if odd else None

    def entries(self, node: Node) -> tuple[Entry, ...]:
        """The keys and values of a mapping node."""
        return tuple([Entry(self._key(key), self._value(value)) for key, value in node.value])

    def _key(self, node: Node) -> Scalar:
        value = self._scalar(node) if node.tag == _MERGE else self._value(node)
        if isinstance(value, Scalar):
            return value
        self._refuse(value.line, "a key is a list or a mapping")
        return Scalar(self.text[value.start : value.end], "other", "plain", value.start, value.end, value.line)

    def _value(self, node: Node) -> Value:
        if self.aliases is None:
            return self._scalar(node) if node.id == "scalar" and node.tag in KINDS else self._fresh(node)
        if id(node) in self.seen:
            return self._alias(self.seen[id(node)], node)
        self.seen[id(node)] = None
        value = self.seen[id(node)] = self._fresh(node)
        return value

    def _fresh(self, node: Node) -> Value:
        if node.tag not in self.plain_tags:
            self._refuse(self._line(node.start_mark), "a value has a type that is not plain data")
        if node.id == "scalar":
            return self._scalar(node)
        start, line = node.start_mark.index + self.offset, self._line(node.start_mark)
        end = node.end_mark.index + self.offset
        flow = bool(node.flow_style)
        anchored = self.text[start] in "&!"
        if node.id == "sequence":
            items = tuple([self._value(item) for item in node.value])
            return ListValue(items, flow, start, end if flow or not items else items[-1].end, line, anchored)
        entries = self.entries(node)
        return MapValue(entries, flow, start, end if flow or not entries else entries[-1].value.end, line, anchored)

    def _scalar(self, node: Node) -> Scalar:
        mark = node.start_mark
        start, end = mark.index + self.offset, node.end_mark.index + self.offset
        text, style = node.value, node.style
        return Scalar(
            whole(text) if self.escaped else text,
            KINDS.get(node.tag, "other"),
            _STYLES[style] if style else "plain",
            start,
            end,
            FIRST_LINE + mark.line if self.breaks is None else self._line(mark),
            start < end and self.text[start] in "&!",
        )

    def _alias(self, value: Value | None, node: Node) -> Value:
        place = next(self.aliases or iter(()), node)
        start, end = place.start_mark.index + self.offset, place.end_mark.index + self.offset
        line = self._line(place.start_mark)
        if isinstance(value, Scalar):
            return Scalar(value.text, value.kind, value.style, start, end, line, anchored=True)
        if isinstance(value, ListValue):
            return ListValue(value.items, value.flow, start, end, line, anchored=True)
        if isinstance(value, MapValue):
            return MapValue(value.entries, value.flow, start, end, line, anchored=True)
        # Named inside itself: no text could hold it.
        return Scalar(self.text[start:end], "other", "plain", start, end, line, anchored=True)

    def _line(self, mark: Mark) -> int:
        return FIRST_LINE + (mark.line if self.breaks is None else bisect_right(self.breaks, mark.index))

    def _refuse(self, line: int, message: str) -> None:
        if self.refused is None:
            self.refused = BlockError(line, "refused", message)

"""JSON as it is found in notes: numbers as written, and never deep enough to overrun a small stack."""

from __future__ import annotations

import json
import re

MAX_DEPTH = 100
"""Levels of nesting; the decoder's own limit is far above what the stack of a thread may hold."""

# A text that is never closed counts as one to the end, so that no part is looked at twice.
_PIECE = re.compile(r"\"(?:[^\"\\]++|\\.)*+(?:\"|\\?\Z)|[\[{\]}]", re.DOTALL)


class Number(str):
    """A number as written."""

    __slots__ = ()


def decode_json(text: str, start: int = 0) -> tuple[object, int]:
    """The value that begins at an offset, and the offset of its end; ValueError when there is none."""
    if text.count("[", start) + text.count("{", start) > MAX_DEPTH and _is_deep(text, start):
        raise ValueError("nested too deep")
    decoder = json.JSONDecoder(parse_float=Number, parse_int=Number, parse_constant=Number)
    return decoder.raw_decode(text, start)


def _is_deep(text: str, start: int) -> bool:
    depth = 0
    for piece in _PIECE.finditer(text, start):
        if piece[0] in "[{":
            depth += 1
        elif piece[0] in "]}":
            depth -= 1
        if not 0 < depth <= MAX_DEPTH:
            return depth > 0
    return False

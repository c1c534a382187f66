"""What the gate looks at in the tag fields themselves: their tags, their comments, and what lies around."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from reme_tui.core.frontmatter.block import Block, ListValue, Scalar, Value
from reme_tui.core.text.lines import is_blank, line_start, line_stop, next_line
from reme_tui.tidy.edits.fates import Fate, Wanted
from reme_tui.tidy.edits.fields import Field, Part
from reme_tui.tidy.edits.quoting import is_typed

Reading = tuple[str, Block]
"""A note's text and its block."""

_COMMENT = re.compile(r"#[^\r\n]*")
_TAGS = "afterwards the tags would not be as planned"
_STYLE = "the style of the list would change"
_AROUND = "something beside the tags would change"
_COMMENTS = "a comment would be lost"


def torn_apart(text: str, block: Block, names: Collection[str]) -> list[str]:
    """The block's text without some fields: what stands before, between and after them."""
    pieces: list[str] = []
    at = block.start
    for entry in block.entries or ():
        if entry.key.text in names:
            start, end = _region(text, block, entry.key.text)
            pieces.append(text[at:start])
            at = end
    return [*pieces, text[at : block.end]]


def tags_fault(before: str, was: Field, want: Wanted, *, after: str, now: Field) -> str | None:
    """Why a field does not hold what is wanted of it; None when it does."""
    if not want.changes:
        return None if _source(before, was) == _source(after, now) else _AROUND
    old_value = was.entry.value if was.entry else None
    new_value = now.entry.value if now.entry else None
    if want.empties:
        fits = isinstance(new_value, ListValue) and not new_value.items
    elif isinstance(old_value, ListValue):
        if isinstance(new_value, ListValue) and old_value.flow != new_value.flow:
            return _STYLE
        fits = isinstance(new_value, ListValue) and _items_fit(before, was, want, after=after, now=now)
    else:
        stays_string = was.shape == "string" and not want.listed and isinstance(new_value, Scalar)
        fits = (stays_string or isinstance(new_value, ListValue)) and _texts_fit(was, want, now)
    return None if fits else _TAGS


def rest_fault(before: Reading, was: Field, want: Wanted, *, after: Reading) -> str | None:
    """Why what stands in a changed field beside its tags is not as it was; None when it is."""
    if was.entry is None:
        return None
    old_start, old_end = _region(*before, was.name)
    new_start, new_end = _region(*after, was.name)
    value = was.entry.value
    tail = before[0][min(next_line(before[0], value.end), old_end) : old_end]
    head = before[0][old_start : was.entry.key.end]
    region = after[0][new_start:new_end]
    if not (region.startswith(head) and region.endswith(tail)):
        return _AROUND
    left = [comment for _, comment in _comments(*after, was.name)]
    neighbours = _Neighbours.of(before[0], was, want)
    old = [
        (neighbours.goes_along(at), neighbours.unmended(at, comment)) for at, comment in _comments(*before, was.name)
    ]
    staying = [comment for goes, comment in old if not goes]
    known = _is_in_order(staying, left) and _is_in_order(left, [comment for _, comment in old])
    return None if known else _COMMENTS


def _is_in_order(some: list[str], many: list[str]) -> bool:
    """Whether the ones stand among the others in the same order."""
    waiting = iter(many)
    return all(comment in waiting for comment in some)


def _source(text: str, field: Field) -> str | None:
    return text[field.entry.key.start : field.entry.value.end] if field.entry else None


def _texts_fit(was: Field, want: Wanted, now: Field) -> bool:
    """Whether what was no list holds the texts wanted, each as a string."""
    texts: list[str] = []
    for part, fate in zip(was.parts, want.fates, strict=True):
        texts += ([part.text] if part.text is not None else []) if fate is None else fate
    texts += want.added
    return [part.text for part in now.parts] == texts and all(_is_text(part) for part in now.parts)


def _items_fit(before: str, was: Field, want: Wanted, *, after: str, now: Field) -> bool:
    """Whether a list's items are those wanted: kept ones as they stand, new ones as strings."""
    waiting = iter(now.parts)
    for part, fate in zip(was.parts, want.fates, strict=True):
        if fate is None:
            found = next(waiting, None)
            if found is None or found.text != part.text or _written(before, part) != _written(after, found):
                return False
        elif not all(_is_new(next(waiting, None), text) for text in fate):
            return False
    return all(_is_new(next(waiting, None), text) for text in want.added) and next(waiting, None) is None


def _written(text: str, part: Part) -> str:
    """An item's source; block scalars and pairs span blanks behind them too, which are not their own."""
    return text[part.start : part.end].rstrip()


def _is_new(part: Part | None, text: str) -> bool:
    return part is not None and part.text == text and _is_text(part)


def _is_text(part: Part) -> bool:
    """Whether a tag is a string under YAML 1.1 and 1.2 alike."""
    value = part.value
    if not isinstance(value, Scalar) or value.kind != "str":
        return False
    return value.style != "plain" or not is_typed(value.text)


def _region(text: str, block: Block, name: str) -> tuple[int, int]:
    """From the start of a field's line to the next field's."""
    entries = block.entries or ()
    at = next(index for index, entry in enumerate(entries) if entry.key.text == name)
    starts = [_start(text, entry.key.start) for entry in entries[at : at + 2]]
    return starts[0], starts[1] if len(starts) > 1 else block.end


def _start(text: str, offset: int) -> int:
    start = line_start(text, offset)
    return start if is_blank(text, start, offset) else offset


def _comments(text: str, block: Block, name: str) -> Iterator[tuple[int, str]]:
    """The comments in a field's region, with their offsets; a `#` inside a key or an item is none."""
    entry = next(entry for entry in block.entries or () if entry.key.text == name)
    value = entry.value
    inside = value.items if isinstance(value, ListValue) else (value,)
    _, stop = _region(text, block, name)
    at = entry.key.end
    for piece in (*inside, None):
        end = stop if piece is None else piece.start
        for found in _COMMENT.finditer(text, at, end):
            yield found.start(), found[0].rstrip()
        if piece is not None:
            yield from _header_comment(text, piece)
            at = piece.end


def _header_comment(text: str, piece: Value) -> Iterator[tuple[int, str]]:
    """The comment behind the `|` or `>` of a block scalar."""
    if isinstance(piece, Scalar) and piece.style in ("literal", "folded"):
        for found in _COMMENT.finditer(text, piece.start, line_stop(text, piece.start)):
            yield found.start(), found[0].rstrip()


@dataclass(frozen=True, slots=True)
class _Neighbours:
    """Which part a comment of a field belongs to. `ends` are those of the parts, `stops` of their lines."""

    text: str
    start: int
    parts: tuple[Part, ...]
    fates: tuple[Fate, ...]
    ends: list[int]
    stops: list[int]

    @classmethod
    def of(cls, text: str, was: Field, want: Wanted) -> _Neighbours:
        start = was.entry.value.start if was.entry else 0
        stops: list[int] = []
        for part in was.parts:
            # Parts of one line share its end, which is far to look for where all tags stand on one.
            stops.append(stops[-1] if stops and part.end < stops[-1] else next_line(text, part.end))
        return cls(text, start, was.parts, want.fates, [part.end for part in was.parts], stops)

    def goes_along(self, at: int) -> bool:
        """Whether a comment stands behind a dropped item, on its lines, or is mended into an item whole."""
        if at < self.start or is_blank(self.text, line_start(self.text, at), at):
            return False
        place = bisect_right(self.stops, at)
        if place == len(self.parts):
            return False
        fate = self.fates[place]
        return fate == () or bool(fate and self.parts[place].comment)

    def unmended(self, at: int, comment: str) -> str:
        """A comment without the tag in front that is mended into an item."""
        place = bisect_right(self.ends, at) - 1
        if place < 0 or not self.fates[place] or not is_blank(self.text, self.ends[place], at):
            return comment
        return comment.removeprefix(self.parts[place].comment or "").lstrip()

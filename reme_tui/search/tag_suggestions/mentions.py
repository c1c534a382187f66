"""Where a note names tags: in its title, a heading, its body; not in code, nor where it says it is not about them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from reme_tui.core.body.prose import prose_stretches
from reme_tui.core.note import Note
from reme_tui.core.text.lines import with_newlines
from reme_tui.search.tag_suggestions.names import Name, TagNames, Unit, Units, units_of

Place = Literal["title", "heading", "body", "link"]
"""A link is one that shows where it leads: `[[people/Alice]]`, not `[[people/a-4711|Alice]]`."""

_BETWEEN = re.compile(r"[ \t_/.&+·’'-]{0,2}|[ \t]*\n[ \t>]*")
_END_OF_SENTENCE = re.compile(r"[.!?;:。！？；：]|\n[ \t]*(?:\n|[-*+#>|])")
_UNSAID = re.compile(
    r"(?m:^[ \t]*>.*$)|https?://\S+|<[^<>\s]+>|\]\([^()\s]*\)|#\^?[\w-]+(?=\]\])|\[\[(?:[^\[\]\n|]*(?=\|)|(?:[^\[\]\n|/]*/)+)"
)
"""What the note itself does not say: quotations, addresses, of a wikilink the folders, or all before its label."""
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]")

_NEGATION = """
not no never without nothing neither nor unrelated isn aren wasn weren doesn didn don except unlike instead
"""
_AFTER_NEGATION = """
t about for with to do of on in the a an is was it this that any from related concerning by at and or
"""
_NEGATIONS, _AFTER_NEGATIONS = frozenset(_NEGATION.split()), frozenset(_AFTER_NEGATION.split())
"""The latter may stand between a negation and the name that it denies; not "only", nor "just"."""
_NEGATION_REACH = 5
_DENIED_BEFORE = re.compile(r"(?:不是|并非|不关|无关|没有|不谈|不涉及|不属于|不包括)(?:关于|讲|说|任何)?[ \t]*\Z")
_DENIED_AFTER = re.compile(r"[ \t]*(?:没有|没什么|没|毫无|无)(?:任何)?(?:关系|关)")
_DENIED_REACH = 8


_MOST_CHARACTERS = 200_000
"""Of a body; what a note is about is named before."""


class Mention(NamedTuple):
    """One place where a name stands.

    `line` counts from 1 in the file, 0 in a title. `small` is whether it is written without the capitals that the tag
    always has, as words and not as a name with a joint, `doubtful` whether it looks like part of a longer name.
    """

    name: Name
    units: Units
    written: str
    place: Place
    line: int
    small: bool
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Mentions:
    """All mentions of one note; `denied` are the keys of tags that it says it is not about; `size` its units."""

    found: tuple[Mention, ...]
    denied: frozenset[str]
    size: int


def mentions_in(note: Note, text: str | None, names: TagNames) -> Mentions:
    """Find what a note names; without its decoded `text`, in the title and the description alone."""
    stem = note.path.rpartition("/")[2].rpartition(".")[0]
    denied: set[str] = set()
    found: list[Mention] = []
    titles: tuple[tuple[str, Place], ...] = ((note.title, "title"), (stem, "title"), (note.description, "heading"))
    for said, place in dict(titles).items():
        found += _found_in(said, units_of(said), names, denied, places=_Everywhere(place))
    size = 0
    if text and note.passages:
        start = note.passages[0].start
        body = with_newlines(_readable(text[: start + _MOST_CHARACTERS], start))
        units = units_of(body)
        size = len(units)
        found += _found_in(body, units, names, denied, places=_Lines(body, note.passages[0].first_line))
    return Mentions(tuple(found), frozenset(denied - {mention.name.key for mention in found}), size)


def _readable(text: str, start: int) -> str:
    """Return the body with code and addresses blanked, so that all else keeps its place."""
    parts: list[str] = []
    at = start
    for first, last in prose_stretches(text, start, holding=("",)):
        parts += (_blanked(text[at:first]), text[first:last])
        at = last
    body = "".join((*parts, _blanked(text[at:])))
    return _UNSAID.sub(lambda match: _blanked(match.group()), body)


def _blanked(text: str) -> str:
    return re.sub(r"[^\n\r]", "\0", text)


class _Everywhere:
    """A text that is all one kind of place."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def at(self, offset: int) -> tuple[Place, int]:  # noqa: ARG002  # as _Lines has it
        return self._place, 0


class _Lines:
    """The lines of a body, whose first one is number `first` of the file."""

    def __init__(self, body: str, first: int) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", body))]
        self._body = body
        self._first = first

    def at(self, offset: int) -> tuple[Place, int]:
        number = bisect_right(self._starts, offset) - 1
        start = self._starts[number]
        return "heading" if _HEADING.match(self._body, start) else "body", self._first + number


def _found_in(
    text: str, units: Sequence[Unit], names: TagNames, denied: set[str], *, places: _Everywhere | _Lines
) -> Iterator[Mention]:
    """Yield the mentions in a text, none within another; the keys of denied ones are added to `denied`."""
    at = 0
    while at < len(units):
        name, length = _name_at(text, units, at, names)
        if name is None:
            at += 1
            continue
        end = at + length
        if _is_denied(text, units, at, end):
            denied.add(name.key)
        elif not _is_article(text, units, end, name):
            place, line = places.at(units[at].start)
            if place == "body" and text[units[at].start - 1 : units[at].start] in ("[", "\0"):
                place = "link"
            written = text[units[at].start : units[end - 1].end]
            yield Mention(
                name,
                tuple(unit.text for unit in units[at:end]),
                " ".join(written.split()),
                place,
                line,
                small=name.capital and written.islower() and (length == 1 or " " in written),
                doubtful=length == 1 and place == "body" and _in_longer_name(text, units, at),
            )
        at = end


def _name_at(text: str, units: Sequence[Unit], at: int, names: TagNames) -> tuple[Name | None, int]:
    """Return the longest name that begins with the unit at a place, and how many units it has."""
    found = ((name, length) for length, name in names.beginning(units, at) if _stands_alone(text, units, at, length))
    return next(found, (None, 1))


def _stands_alone(text: str, units: Sequence[Unit], at: int, length: int) -> bool:
    """Whether nothing but a blank or a joint stands between the units, and no number or version goes on around them."""
    for one, other in zip(units[at : at + length - 1], units[at + 1 : at + length], strict=True):
        between = text[one.end : other.start]
        if not _BETWEEN.fullmatch(between) or "." in between.strip(".") or between.startswith(". "):
            return False
    last = units[at + length - 1]
    goes_on = last.text[-1].isdigit() and text[last.end : last.end + 1] == "." and text[last.end + 1 : last.end + 2]
    return not (goes_on and goes_on.isdigit())


def _is_article(text: str, units: Sequence[Unit], end: int, name: Name) -> bool:
    """Whether the last letter of a name as "Project A" is the article of what follows: "a project a friend runs"."""
    last = units[end - 1]
    if not (name.capital and text[last.start : last.end] in ("a", "i") and 1 < end < len(units)):
        return False
    return text[last.start - 1] == " " and text[last.end : units[end].start] == " "


def _in_longer_name(text: str, units: Sequence[Unit], at: int) -> bool:
    """Whether a capital word stands beside it, with nothing between: Alice in "Alice Wang", Gold in "Mary Gold"."""
    unit = units[at]
    if not text[unit.start].isupper():
        return False
    for one, other in ((at, at + 1), (at - 1, at)):
        if one < 0 or other >= len(units) or text[units[one].end : units[other].start] != " ":
            continue
        beside = units[other if one == at else one]
        begins = one < at and (one == 0 or _END_OF_SENTENCE.search(text, units[one - 1].end, units[one].start))
        if len(beside.text) > 1 and text[beside.start].isupper() and not begins:
            return True
    return False


def _is_denied(text: str, units: Sequence[Unit], at: int, end: int) -> bool:
    """Whether the text says that it is not about this: "nothing to do with Gold", "跟黄金无关"."""
    for before in range(at - 1, max(at - 1 - _NEGATION_REACH, -1), -1):
        if _END_OF_SENTENCE.search(text, units[before].end, units[before + 1].start):
            break
        if units[before].text in _NEGATIONS:
            return True
        if units[before].text not in _AFTER_NEGATIONS:
            break
    start, stop = units[at].start, units[end - 1].end
    ahead = text[max(0, start - _DENIED_REACH) : start]
    return bool(_DENIED_BEFORE.search(ahead) or _DENIED_AFTER.match(text, stop, stop + _DENIED_REACH))

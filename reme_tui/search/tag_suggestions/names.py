"""What the tags of a vault are called in a text: each name as a row of units, looked up by its first one.

A unit is a folded word, or one character of Chinese, Japanese or Korean text. `Project_A` is called "project a" and
"projecta", `ProjectAlpha` "projectalpha" and "project alpha", `client/acme` "client acme" and, if no other tag is,
"acme".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagRow
from reme_tui.search.text.tokens import is_word, spans

Units = tuple[str, ...]

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SHORTEST_JOINED = 4
_LONGEST = 12
"""Units of a name; longer ones are sentences."""


class Unit(NamedTuple):
    """A unit and where it stands in the text, as offsets."""

    text: str
    start: int
    end: int


class By(IntEnum):
    """By what a tag is meant: the surer one comes first."""

    SPELLING = 0
    ALIAS = 1
    JOINED = 2
    LAST_PART = 3


class Name(NamedTuple):
    """A tag that is called so, and by what; `capital` is whether every spelling has a capital letter."""

    key: str
    by: By
    capital: bool


def units_of(text: str) -> list[Unit]:
    """Return the units of a text, in order."""
    return [Unit(*span) for span in spans(text) if len(span[0]) == 1 or is_word(span[0])]


class TagNames:
    """The names of the tags that `rows` holds; `aliases` are groups of names of one thing.

    Spellings that differ in what no reader takes for a difference, as `Project-A` and `Project_A`, are called the
    same: such a name means the tag of more notes. What is known of spellings is taken over from the names `before`.
    """

    def __init__(
        self, rows: Iterable[TagRow], aliases: Sequence[Sequence[str]] = (), *, before: TagNames | None = None
    ) -> None:
        known = before.forms if before else {}
        self.forms: dict[str, tuple[tuple[Units, By], ...]] = {}
        self._found: dict[Units, list[tuple[By, int, str]]] = {}
        self._rows = {row.key: row for row in rows}
        self._groups: dict[str, frozenset[str]] = {}
        for row in self._rows.values():
            for spelling in row.spellings:
                forms = self.forms[spelling] = known.get(spelling) or tuple(_forms(spelling))
                self._add(row, forms)
        for group in aliases:
            self._add_aliases(group)
        self._names = dict(self._chosen())
        lengths: dict[str, set[int]] = {}
        for units in self._names:
            lengths.setdefault(units[0], set()).add(len(units))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}

    def beginning(self, units: Sequence[Unit], at: int) -> Iterator[tuple[int, Name]]:
        """Yield the names that begin with the unit at a place, longest first, each with how many units it has."""
        for length in self._lengths.get(units[at].text, ()):
            row = tuple(unit.text for unit in units[at : at + length])
            if len(row) == length and row in self._names:
                yield length, self._names[row]

    def same_as(self, keys: Collection[str]) -> frozenset[str]:
        """Return the keys of the tags that are another writing, or an alias, of one of `keys`; these included."""
        same = set(keys)
        for key in keys:
            same |= self._groups.get(key, frozenset())
            row = self._rows.get(key)
            for spelling in row.spellings if row else ():
                for units, by in self.forms[spelling]:
                    if by is not By.LAST_PART:
                        same |= {other for found, _, other in self._found[units] if found is not By.LAST_PART}
        return frozenset(same)

    def _add(self, row: TagRow, forms: Iterable[tuple[Units, By]], *, alias: bool = False) -> None:
        for units, by in forms:
            self._found.setdefault(units, []).append((By.ALIAS if alias else by, -row.files, row.key))

    def _add_aliases(self, group: Sequence[str]) -> None:
        keys = dict.fromkeys(map(tag_key, group))
        rows = sorted((self._rows[key] for key in keys if key in self._rows), key=lambda row: (-row.files, row.key))
        if not rows:
            return
        for row in rows:
            self._groups[row.key] = self._groups.get(row.key, frozenset()) | frozenset(keys)
        for text in group:
            if tag_key(text) not in self._rows:
                forms = tuple((units, by) for units, by in _forms(text) if by is By.SPELLING)
                self._add(rows[0], forms, alias=True)

    def _chosen(self) -> Iterator[tuple[Units, Name]]:
        for units, found in self._found.items():
            by, _, key = min(found)
            ambiguous = by is By.LAST_PART and len({other for _, _, other in found}) > 1
            if not ambiguous:
                capital = all(any(map(str.isupper, spelling)) for spelling in self._rows[key].spellings)
                yield units, Name(key, by, capital)


def _forms(spelling: str) -> Iterator[tuple[Units, By]]:
    """Yield what a spelling is called."""
    text = spelling.strip().lstrip("#")
    split = _CAMEL.sub(" ", text)
    whole = dict.fromkeys(tuple(unit.text for unit in units_of(form)) for form in dict.fromkeys((text, split)))
    for units in whole:
        if _is_name(units):
            yield units, By.SPELLING
    for units in whole:
        joined = ("".join(units),)
        if len(units) > 1 and joined not in whole and len(joined[0]) >= _SHORTEST_JOINED and all(map(is_word, units)):
            yield joined, By.JOINED
    above, _, last = text.rpartition("/")
    if above and last:
        for units, by in _forms(last):
            if by is By.SPELLING and units not in whole:
                yield units, By.LAST_PART


def _is_name(units: Units) -> bool:
    letters = sum(map(len, units))
    return letters > 1 and len(units) <= _LONGEST and any(character.isalpha() for unit in units for character in unit)

"""What a person decided about tags, as lines of a text file: `A != B` keeps two apart, `A = B` makes them one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Literal, NamedTuple

from reme_tui.core.tag_key import tag_key

Sign = Literal["!=", "="]
MOST_NAMES = 50
"""Names on one line; each is held against every other."""
LONGEST_NAME = 4_000
"""Characters of a name; no tag has as many."""

_SIGNS: dict[Sign, str] = {"!=": "!=|≠|！＝|<>", "=": "=|＝"}
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|$)")
_CONFLICT = re.compile(r"(<{7}|>{7}|\|{7})( |$)|={7}$")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
# Blanks are looked at from the first one on: a search from each of a million would not end.
_COMMENT = re.compile(r"(?<!\s)\s+#(?=\s|$)")
_NEEDS_QUOTES = re.compile(r'^["<>|]|[#=＝≠]|<>|^\s|\s$')


class Line(NamedTuple):
    """One line: its text, its line end, and its names; none for a comment or blank line, None when it is damaged."""

    text: str
    end: str
    names: tuple[str, ...] | None


def read_lines(text: str, sign: Sign) -> list[Line]:
    """The lines of a file. The marks that git leaves in a conflict are comments: both sides count."""
    lines = []
    for found in _LINE.finditer(text):
        if found.group():
            line, end = found.groups()
            lines.append(Line(line, end, _names(line.removeprefix("\ufeff"), sign)))
    return lines


def format_line(names: Iterable[str], sign: Sign) -> str:
    """A line, without its end, that reads back as these names."""
    return f" {sign} ".join(map(_written, names))


def pairs_of(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every two names of a line that are two tags."""
    return ((one, other) for one, other in combinations(names, 2) if tag_key(one) != tag_key(other))


def _names(line: str, sign: Sign) -> tuple[str, ...] | None:
    text = line.strip()
    if not text or text.startswith("#") or _CONFLICT.match(text):
        return ()
    names = _split(text, re.compile(rf"(?<!\s)\s+(?:{_SIGNS[sign]})(?:\s+|$)"))
    if names is None or len(names) < 2:  # without blanks around the sign it must be the only one
        names = _split(text, re.compile(rf"(?:(?<!\s)\s+)?(?:{_SIGNS[sign]})\s*"))
        names = names if names and len(names) == 2 else None
    if names is None or len(names) > MOST_NAMES or not all(0 < len(name) <= LONGEST_NAME for name in names):
        return None
    return tuple(names)


def _split(text: str, between: re.Pattern[str]) -> list[str] | None:
    """The names of a line, the first of too many; None when something stands behind a quoted one that is no sign."""
    names: list[str] = []
    at = 0
    while True:
        quoted = _QUOTED.match(text, at)
        if quoted:
            found = between.match(text, quoted.end())
            rest = text[quoted.end() :]
            if found is None and rest and not _COMMENT.match(rest):
                return None
            name = _unquoted(quoted.group())
        else:
            comment = _COMMENT.search(text, at)
            end = comment.start() if comment else len(text)
            found = between.search(text, at, end)
            name = text[at : found.start() if found else end].strip()
            name = "" if name.startswith('"') else name
        names.append(name)
        if found is None or len(names) > MOST_NAMES:
            return names
        at = found.end()


def _unquoted(quoted: str) -> str:
    """The text of a name in quotes; empty when an escape in it means nothing."""
    try:
        return str(json.loads(quoted, strict=False)).strip()
    except ValueError:
        return ""


def _written(name: str) -> str:
    name = name.strip()
    if name and name.isprintable() and not _NEEDS_QUOTES.search(name):
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())

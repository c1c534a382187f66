"""Folding: the differences in writing that no search should notice.

Case, accents, width, invisible characters and traditional forms of Chinese characters are folded away.
"""

from __future__ import annotations

import functools
import importlib.util
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

# Code points that melt into the one before: hangul vowels and finals, voicing marks of kana.
_MARK = re.compile("[\u1161-\u11ff\u3099\u309a\uff9e\uff9f]")
# What folds to nothing, and so does not keep a mark from melting: accents, variation selectors, format characters.
_NOTHING = re.compile(
    "[\u0300-\u036f\ufe00-\ufe0f\U000e0100-\U000e01ef\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)
_CLUSTER = re.compile(f"(?!{_MARK.pattern}).(?:{_NOTHING.pattern}*{_MARK.pattern})+", re.DOTALL)
_PIECE = re.compile(f"{_CLUSTER.pattern}|.", re.DOTALL)
_ACCENTS = re.compile("[\u0300-\u036f]")
_VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_ZERO_WIDTH_SPACE = "\u200b"
_UNIFIED_HAN = range(0x3400, 0xA000)
"""Characters that none of the folds changes but that of traditional forms; a Chinese vault meets thousands."""
_BLOCK = 50_000
"""So many characters are folded in one call, in which no other thread runs: some milliseconds."""


def fold(text: str) -> str:
    """Return `text` folded.

    Each code point is folded alone (with the marks that melt into it), so the fold of a text is that of its
    pieces, one after the other.
    """
    if text.isascii():
        return text.lower()
    if _MARK.search(text):
        text = _CLUSTER.sub(_compose, text)
    if len(text) <= _BLOCK:
        return text.translate(_FOLDED)
    return "".join(text[at : at + _BLOCK].translate(_FOLDED) for at in range(0, len(text), _BLOCK))


class Folded(NamedTuple):
    """A folded text; its character i stands for what lies from `starts[i]` to `ends[i]` in the text as written.

    `starts` has one entry more, the length of that text.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def fold_with_offsets(text: str) -> Folded:
    """Return `text` folded, with the place of each character in it."""
    folded = fold(text)
    if text.isascii() or (len(folded) == len(text) and _UNEVEN.isdisjoint(set(text))):
        return Folded(folded, range(len(text) + 1), range(1, len(text) + 1))
    starts: list[int] = []
    ends: list[int] = []
    for piece in _PIECE.finditer(text):
        length = len(fold(piece.group()))
        starts += [piece.start()] * length
        ends += [piece.end()] * length
    return Folded(folded, [*starts, len(text)], ends)


def _compose(cluster: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", _NOTHING.sub("", cluster.group()))


class _Folded(dict[int, str]):
    """A table for str.translate that works a code point out when it is first met."""

    def __missing__(self, code: int) -> str:
        text, before = chr(code), ""
        if code in _UNIFIED_HAN and code not in _simplified():
            before = text
        while text != before:  # a folded character may itself fold further
            before, text = text, "".join(map(_fold_once, text))
        self[code] = text
        if len(text) != 1:
            _UNEVEN.add(chr(code))
        return text


_FOLDED = _Folded()
_UNEVEN: set[str] = set()
"""Characters met so far whose fold is none or several."""


def _fold_once(character: str) -> str:
    invisible = unicodedata.category(character) == "Cf" and character != _ZERO_WIDTH_SPACE
    if invisible or _VARIATION_SELECTORS.match(character):
        return ""
    text = unicodedata.normalize("NFKC", character).casefold()
    text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", text).translate(_simplified())


@functools.cache
def _simplified() -> dict[int, str]:
    """Read OpenCC's table of single characters, traditional to simplified; importing OpenCC is not needed for it."""
    package = importlib.util.find_spec("opencc")
    if package is None or not package.submodule_search_locations:
        return {}
    path = Path(package.submodule_search_locations[0], "dictionary", "TSCharacters.txt")
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {ord(row[0]): row[1] for row in rows if len(row) >= 2 and len(row[0]) == 1}

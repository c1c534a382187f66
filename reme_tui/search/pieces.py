"""The word pieces of a text, as the tokenizer in a tokenizer.json cuts it, several times faster.

The library's own takes a tenth of a second to read the vocabulary, the interpreter's lock in hand, and cuts every
word anew. Here the vocabulary is a dict, and what a word is cut into is worked out once. Only for the tokenizers our
models have: a normalizer, then runs of some characters and what blanks set apart, each cut into the longest pieces
known; the others are left to the library.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MOST_WORDS = 20_000
"""Remembered; then all are forgotten, and those in use are soon known again."""
LONGEST_WORD = 16
"""Characters; longer ones, mostly runs of Chinese, hardly come twice."""

_MARK = "▁"
_MARKED = re.compile(f"{_MARK}[^{_MARK}]*")
_RUN = re.compile(r"\[([^\[\]\\^&|~]+)\]\{1,\d+\}")
_BLANKS = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Unicode's own, without the separators that Python takes for blanks too."""
_BORDER = re.compile(r'":\d+,')
"""Between two pieces of the vocabulary; no piece holds a quotation mark."""
_BLOCK = 100_000
"""Characters of the vocabulary that are taken at once."""
_SEPARATOR = re.compile("[\x1c-\x1f]")
_ASCII = [chr(code) for code in range(128)]


class _Words(dict[str, tuple[int, ...]]):
    """The pieces of each normalized word, by the longest-match-first rule of WordPiece; nothing for an unknown one."""

    def __init__(self, vocabulary: dict[str, int], unknown: int | None, most_characters: int) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._unknown = unknown
        self._longest = _longest(vocabulary)
        self._most_characters = most_characters

    def __missing__(self, word: str) -> tuple[int, ...]:
        parts = _MARKED.findall(word if word.startswith(_MARK) else _MARK + word)
        pieces = tuple([piece for part in parts for piece in self._cut(part) if piece != self._unknown])
        if len(word) <= LONGEST_WORD:
            if len(self) >= MOST_WORDS:
                self.clear()
            self[word] = pieces
        return pieces

    def _cut(self, part: str) -> list[int]:
        if len(part) > self._most_characters:
            return []
        pieces: list[int] = []
        start = 0
        while start < len(part):
            longest = self._longest.get(part[start], 0)
            for end in range(min(len(part), start + longest), start, -1):
                piece = self._vocabulary.get(part[start:end])
                if piece is not None:
                    break
            else:
                return []
            pieces.append(piece)
            start = end
        return pieces


def _longest(vocabulary: Iterable[str]) -> dict[str, int]:
    """Return how long the pieces are at most that begin with a character."""
    longest: dict[str, int] = {}
    for piece in vocabulary:
        if len(piece) > longest.get(piece[:1], 0):
            longest[piece[:1]] = len(piece)
    return longest


class _File(NamedTuple):
    """A tokenizer.json: its vocabulary, and the rest without one."""

    vocabulary: dict[str, int]
    rest: dict[str, Any]


def _read(path: Path) -> _File | None:
    """Read a file whose vocabulary needs no JSON parser, as it is in order and without escapes; None for others.

    Parsing all of it takes three times as long and holds up every other thread meanwhile.
    """
    before, _, after = path.read_text(encoding="utf-8").partition('"vocab":{')
    listed, _, after = after.partition("}")
    vocabulary = None if "\\" in listed else _numbered(listed)
    return _File(vocabulary, json.loads(f'{before}"vocab":{{}}{after}')) if vocabulary else None


def _numbered(listed: str) -> dict[str, int] | None:
    """Return the pieces with their numbers, None where they are out of order.

    They are taken some thousands at a time, so that other threads need not wait for all.
    """
    vocabulary: dict[str, int] = {}
    start = 0
    while start < len(listed):
        border = _BORDER.search(listed, start + _BLOCK)
        end = border.end() if border else len(listed)
        _, *parts = listed[start:end].split('"')
        pieces = parts[::2]
        numbers = range(len(vocabulary), len(vocabulary) + len(pieces))
        if "".join(parts[1::2]).replace(":", "").removesuffix(",") != ",".join(map(str, numbers)):
            return None
        vocabulary.update(zip(pieces, numbers, strict=True))
        start = end
    return vocabulary


def _run_of_words(rest: dict[str, Any]) -> re.Match[str] | None:
    """Return the run that a tokenizer of our kind sets apart, its characters as group 1; None for other kinds."""
    model, steps = rest["model"], (rest["pre_tokenizer"] or {}).get("pretokenizers", ())
    run = _RUN.fullmatch(str(steps[0].get("pattern", {}).get("Regex", ""))) if steps else None
    if run is None or rest["normalizer"] is None or any(rest[name] for name in ("added_tokens", "padding")):
        return None
    ours = [
        {"type": "Split", "pattern": {"Regex": run[0]}, "behavior": "Isolated", "invert": False},
        {"type": "WhitespaceSplit"},
        {"type": "Metaspace", "replacement": _MARK, "prepend_scheme": "always", "split": True},
    ]
    whole_pieces = model["type"] == "WordPiece" and not model["continuing_subword_prefix"]
    return run if steps == ours and whole_pieces else None


class Pieces:
    """Cuts texts as one tokenizer does, whose vocabulary has `size` pieces. Several threads may use it at once."""

    def __init__(self, tokenizer: Tokenizer, words: _Words, run: re.Match[str], *, size: int) -> None:
        self.size = size
        self._normalize = tokenizer.normalizer.normalize_str
        self._word = re.compile(f"{run[0]}|[^{run[1]}{_BLANKS}]+")
        self._ascii = [self._normalize(f"a{sign}a")[1:-1] for sign in _ASCII]
        self._words = words

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """Return what cuts as the tokenizer in the file `path` does; None where only the library can.

        Texts come out without the piece for what is unknown.
        """
        from tokenizers import Tokenizer

        file = _read(path)
        run = file and _run_of_words(file.rest)
        if file is None or run is None:
            return None
        model = file.rest["model"]
        unknown = file.vocabulary.get(model["unk_token"])
        words = _Words(file.vocabulary, unknown, model["max_input_chars_per_word"])
        pieces = cls(Tokenizer.from_str(json.dumps(file.rest)), words, run, size=len(file.vocabulary))
        return pieces if pieces._takes_ascii_sign_by_sign() else None

    def _takes_ascii_sign_by_sign(self) -> bool:
        """Whether what the normalizer makes of an ASCII character depends on no other, but for line ends."""
        pairs = "".join(first + second for first in _ASCII for second in _ASCII).replace("\r\n", "\n")
        return bool(self._normalize(pairs) == pairs.translate(self._ascii))

    def cut(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of the pieces of each text."""
        return [list(chain.from_iterable(map(self._words.__getitem__, self._split(text)))) for text in texts]

    def knows(self, text: str) -> bool:
        """Whether some word is in the vocabulary as a whole, or Chinese; else all are spelled in senseless pieces."""
        words = ((word, self._words[word]) for word in self._split(text))
        return any(len(pieces) == 1 or (pieces and not word.isascii()) for word, pieces in words)

    def _split(self, text: str) -> list[str]:
        if text.isascii() and not _SEPARATOR.search(text):
            return text.translate(self._ascii).split()
        words: list[str] = self._word.findall(self._normalize(text))
        return words

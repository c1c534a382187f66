"""One tokenizer for index, query and snippet.

Words of alphabetic scripts are tokens whole. Chinese, Japanese and Korean text, whose words are not set apart by
blanks, is found by its characters and their pairs. All tokens are folded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import add
from typing import NamedTuple

from reme_tui.search.text.folding import Folded, fold, fold_with_offsets

_CJK = (
    "\u3005-\u3007"  # iteration mark, closing mark, zero
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f\U00030000-\U000323af"  # Han
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u1100-\u11ff\uac00-\ud7af"  # hangul
)
_ALPHABETIC = rf"[^\W_{_CJK}]"
_PLUSES = r"\+\+(?!\+)"
_SHARP = rf"(?<=[a-z])(?<!{_ALPHABETIC}[a-z])#(?!{_ALPHABETIC}|[_^])"
"""`c#` and `f#`, but neither `issue#12` nor the start of an anchor, `[[a#^block]]`."""
_RUN = f"[{_CJK}]+"
_WORD = rf"{_ALPHABETIC}+(?:{_PLUSES}|{_SHARP})?"
_TOKEN = f"({_RUN})|{_WORD}"
_PLAIN_WORD = re.compile("[a-z0-9]+")
"""Finds in ASCII text without suffixes what `_WORD` finds, twice as fast."""
_LETTER_SHARP = re.compile("#(?<=[a-z]#)")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern compiled when it is first used: each of these wide classes costs milliseconds, a start needs few."""
    return re.compile(pattern)


class Tokens(NamedTuple):
    """The tokens of a text.

    `runs` are the runs of CJK text, each ended by a line feed: their characters and pairs are tokens, as the words are.
    """

    words: list[str]
    runs: str = ""

    def listed(self) -> list[str]:
        """Return every token: the words, then of each run the characters and the pairs."""
        tokens = list(self.words)
        for run in map(list, self.runs.split("\n")):
            tokens += run
            tokens += map(add, run, run[1:])
        return tokens

    def with_those_of(self, other: Tokens) -> Tokens:
        """Return the tokens of both texts."""
        return Tokens(self.words + other.words, self.runs + other.runs)


def tokens_of(text: str) -> Tokens:
    """Take a text apart."""
    folded = fold(text)
    if folded.isascii():
        suffixed = "++" in folded or _LETTER_SHARP.search(folded)
        return Tokens((_compiled(_WORD) if suffixed else _PLAIN_WORD).findall(folded))
    runs = _compiled(_RUN).findall(folded)
    return Tokens(_compiled(_WORD).findall(folded), "\n".join((*runs, "")))


def index_tokens(text: str) -> list[str]:
    """Return every token of `text`: the words, then of CJK runs the characters and the pairs."""
    words, runs = tokens = tokens_of(text)
    return tokens.listed() if runs else words


def query_tokens(text: str) -> list[str]:
    """Return the tokens to look up, in order: words, and of CJK runs the pairs, or the one character alone."""
    tokens: list[str] = []
    for match in _compiled(_TOKEN).finditer(fold(text)):
        run = match.group()
        if match.group(1) is None or len(run) == 1:
            tokens.append(run)
        else:
            tokens += map(add, run, run[1:])
    return tokens


def is_word(token: str) -> bool:
    """Whether `token` is an alphabetic word, not a CJK character or pair."""
    return token.isascii() or _compiled(_RUN).match(token) is None


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (token, start, end) for every index token of `text`, with offsets into `text` itself."""
    folded = fold_with_offsets(text)
    for match in _compiled(_TOKEN).finditer(folded.text):
        run, start = match.group(), match.start()
        if match.group(1) is None:
            yield run, *_place(folded, start, match.end())
            continue
        for at, character in enumerate(run, start):
            yield character, *_place(folded, at, at + 1)
        for at, pair in enumerate(map(add, run, run[1:]), start):
            yield pair, *_place(folded, at, at + 2)


def mark(text: str, tokens: Iterable[str], *, prefix: str = "") -> tuple[tuple[int, int], ...]:
    """Return the (start, end) offsets into `text` of the tokens, and of words that begin with `prefix`.

    Ranges that touch or overlap are joined, so a CJK word found by its pairs is one range.
    """
    folded = fold_with_offsets(text)
    found = [span for token in tokens for span in _occurrences(token, folded.text)]
    if prefix:
        found += _occurrences(prefix, folded.text, whole=False)
    joined: list[tuple[int, int]] = []
    for start, end in sorted(_place(folded, *span) for span in found):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _occurrences(token: str, folded: str, *, whole: bool = True) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of a token in folded text, or, not `whole`, of words that begin with it."""
    alphabetic = is_word(token)
    start = folded.find(token)
    while start >= 0:
        if not alphabetic:
            yield start, start + len(token)
        elif not (start and _is_letter(folded[start - 1])):
            word = _compiled(_WORD).match(folded, start)
            if word and (word.group() == token or not whole):
                yield word.span()
        start = folded.find(token, start + 1)


def _is_letter(character: str) -> bool:
    """Whether a character is one of an alphabetic word, as `_ALPHABETIC` says it."""
    return character.isalnum() and is_word(character)


def _place(folded: Folded, start: int, end: int) -> tuple[int, int]:
    """Return where the folded characters from `start` to `end`, and marks folded away after them, are written."""
    return folded.starts[start], max(folded.ends[end - 1], folded.starts[end])


def phrase_finder(phrase: str) -> Callable[[str], bool] | None:
    """Return a test whether a text holds `phrase` as a run of tokens; None when the phrase has no token.

    Words are found whole, whatever blanks and punctuation lie between them; a CJK run may be part of a longer one,
    but is not found across blanks or punctuation.
    """
    pattern, after_run = "", False
    for match in _compiled(_TOKEN).finditer(fold(phrase)):
        token, is_run = match.group(), match.group(1) is not None
        between = "" if not pattern else r"[\W_]+" if is_run and after_run else r"[\W_]*"
        pattern += between + (re.escape(token) if is_run else _whole(token))
        after_run = is_run
    if not pattern:
        return None
    compiled = re.compile(pattern)
    return lambda text: compiled.search(fold(text)) is not None


def _whole(word: str) -> str:
    """Return the pattern that finds a folded word where the tokenizer finds it, not within another word."""
    ends = {"+": r"(?!\+)", "#": rf"(?!{_ALPHABETIC}|[_^])"}
    longer = f"{_ALPHABETIC}|{_PLUSES}"
    if len(word) == 1:  # no other word is made longer by a sharp
        longer += f"|{_SHARP}"
    end = ends.get(word[-1], f"(?!{longer})")
    return f"(?<!{_ALPHABETIC}){re.escape(word)}{end}"

"""Did you mean: for a word that occurs nowhere, the nearest one that does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from reme_tui.search.index.spelled import SHORTEST
from reme_tui.search.text.tokens import is_word, spans

LONG_WORD = 8
"""From this length on a word may differ by two letters instead of one."""
MOST_REPLACED = 5


class Vocabulary(Protocol):
    """What is asked of an index."""

    def __contains__(self, term: str) -> bool: ...

    def frequency(self, term: str) -> int:
        """Return how many passages hold `term`."""

    def words_of_length(self, length: int) -> Sequence[str]:
        """Return the alphabetic words of so many characters; some of them may have gone."""

    def completions(self, prefix: str) -> Mapping[str, int]:
        """Return the terms that begin with `prefix`, with how many passages hold each."""


def suggest(text: str, vocabulary: Vocabulary, *, prefix: str = "") -> str:
    """Return `text` with words that occur nowhere replaced by near ones that do; empty when there are none.

    `prefix` is an unfinished word, which is left alone as long as some word begins so.
    """
    corrected, end = "", 0
    for near, start, stop in islice(_corrections(text, vocabulary, prefix), MOST_REPLACED):
        corrected += text[end:start] + near
        end = stop
    return corrected + text[end:] if end else ""


def _corrections(text: str, vocabulary: Vocabulary, prefix: str) -> Iterator[tuple[str, int, int]]:
    """Yield what to put for the characters of `text` from one offset up to another.

    That two pairs of CJK characters in a row occur nowhere says that the character they share is wrong; one such
    pair is only where two words meet.
    """
    before, before_stop = "", 0
    for token, start, stop in spans(text):
        known = token in vocabulary or (token == prefix and bool(vocabulary.completions(prefix)))
        if known or len(token) == 1:
            before = ""
        elif is_word(token):
            if near := nearest_word(token, vocabulary):
                yield near, start, stop
        elif before:
            if near := _shared_character(before, token, vocabulary):
                yield near, start, before_stop
            before = ""
        else:
            before, before_stop = token, stop


def nearest_word(word: str, vocabulary: Vocabulary) -> str:
    """Return the word of fewest edits (two swapped letters are one), among equals the most used; empty for none."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if len(word) < SHORTEST or not word.isalpha():
        return ""
    reach = 2 if len(word) >= LONG_WORD else 1
    near = {
        (edits, -vocabulary.frequency(term), term)
        for length in range(max(len(word) - reach, SHORTEST), len(word) + reach + 1)
        for term, edits, _ in process.extract_iter(
            word, vocabulary.words_of_length(length), scorer=OSA.distance, score_cutoff=reach
        )
    }
    return min(((edits, count, term) for edits, count, term in near if count), default=(0, 0, ""))[2]


def _shared_character(first: str, second: str, vocabulary: Vocabulary) -> str:
    """Return the character most used between the outer ones of two CJK pairs."""
    near = (
        (min(count, vocabulary.frequency(pair[1] + second[1])), pair[1])
        for pair, count in vocabulary.completions(first[0]).items()
        if len(pair) == 2
    )
    return max((candidate for candidate in near if candidate[0]), default=(0, ""))[1]

"""How words are spelled: all of an index, each once, to find those near to one that does not occur."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from weakref import WeakSet

from reme_tui.search.index.postings import Segment

SHORTEST = 3
"""Characters; shorter terms have too many neighbours, and all that are Chinese are shorter."""


class Spelled:
    """The alphabetic words of segments, of three characters or more, by their number of characters.

    It only grows, and the generations of an index share it; so it may hold words that one of them does not.
    """

    def __init__(self) -> None:
        self.by_length: dict[int, list[str]] = {}
        self._known: set[str] = set()
        self._added: WeakSet[Segment] = WeakSet()
        self._lock = Lock()

    def add(self, segments: Iterable[Segment]) -> None:
        """Take in the words of those segments that are new."""
        with self._lock:
            for segment in segments:
                if segment in self._added:
                    continue
                fresh = {term for term in segment.terms if len(term) >= SHORTEST} - self._known
                self._known |= fresh
                for word in fresh:
                    self.by_length.setdefault(len(word), []).append(word)
                self._added.add(segment)

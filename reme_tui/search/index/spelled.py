"""How words are spelled: all of an index, each once, to find those near to one that does not occur."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from weakref import WeakSet

from reme_tui.search.index.postings import Segment
from reme_tui.search.text.tokens import is_word


class Spelled:
    """The alphabetic words of segments, by their number of characters.

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
                for term in segment.terms:
                    if term not in self._known and is_word(term):
                        self._known.add(term)
                        self.by_length.setdefault(len(term), []).append(term)
                self._added.add(segment)

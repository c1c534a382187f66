"""What may complete the word that is being typed in the query line. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from reme_tui.core.query.query import Query, Scope
from reme_tui.core.tag_key import tag_key
from reme_tui.ui.asking.scopes import PRESETS

if TYPE_CHECKING:
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.core.tags import TagRow

MOST = 6
"""How many are shown at once."""
LEAST_LETTERS = 2
"""From how many letters on a word may be the start of an operator: fewer begin too many words."""
OPERATORS = {
    "tag": "a tag",
    "path": "a folder",
    "from": "first day",
    "to": "last day",
    "in": "dates",
    "match": "all, any",
}
RANGES = (*PRESETS, "this month", "last month", "last week")
DAYS = ("today", "yesterday")
SWITCHES = {"is": ("untagged", "undated"), "match": ("all", "any")}

Match = TypeVar("Match")

_WORD = re.compile(
    r"""(?:^|\s)(?P<word>(?P<minus>[-－]?)(?:(?P<name>[A-Za-z]+)[:：])?(?P<value>["“][^"“”]*|[^\s"“”:：]*))$"""
)


class Typed(NamedTuple):
    """The word before the cursor: where it begins in the line, its operator (empty without one), its value."""

    start: int
    name: str
    value: str
    negated: bool


class Proposal(NamedTuple):
    """What may stand in place of the word: `text`, shown as `label` with a `figure` at the right."""

    text: str
    label: str
    figure: str = ""


def typed_word(line: str, cursor: int) -> Typed | None:
    """Return the word that ends at `cursor`; None inside or before another."""
    found = _WORD.search(line[:cursor])
    if found is None or line[cursor : cursor + 1].strip():
        return None
    value = found["value"].lstrip('"“')
    return Typed(found.start("word"), (found["name"] or "").casefold(), value, bool(found["minus"]))


class Vocabulary:
    """The tags and folders of a snapshot by key, in the order they are proposed; each is gathered when first needed."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    @cached_property
    def tags(self) -> tuple[tuple[str, TagRow], ...]:
        """The tags, most used first."""
        rows = sorted(self._snapshot.tags.rows(), key=lambda row: -row.files)
        return tuple((row.key, row) for row in rows)

    @cached_property
    def folders(self) -> tuple[tuple[str, tuple[str, int]], ...]:
        """The folders with the number of notes below them, the outermost first, of these the fullest."""
        counts = folders_of(self._snapshot.notes)
        names = sorted(counts, key=lambda folder: (folder.count("/"), -counts[folder], folder))
        return tuple((folder.casefold(), (folder, counts[folder])) for folder in names)


def proposals(typed: Typed | None, vocabulary: Vocabulary, today: dt.date) -> tuple[Proposal, ...]:
    """Return the best proposals; none where the word is complete already."""
    if typed is None:
        return ()
    if typed.name == "tag":
        found = _tags(typed, vocabulary)
    elif typed.negated:
        found = _operators(typed, ("tag",)) if not typed.name else []
    elif typed.name == "path":
        found = _folders(typed, vocabulary)
    elif typed.name:
        found = _words(typed, today)
    else:
        found = _operators(typed, OPERATORS)
    complete = len(found) == 1 and found[0].label.casefold() == typed.value.casefold()
    return () if complete else tuple(found)


def _best(value: str, keyed: Iterable[tuple[str, Match]]) -> list[Match]:
    """Return the first that begin with `value`, then the first that hold it, in the order they come in."""
    beginning: list[Match] = []
    holding: list[Match] = []
    for key, match in keyed:
        if value in key:
            if key.startswith(value):
                beginning.append(match)
                if len(beginning) == MOST:
                    break
            elif len(holding) < MOST:
                holding.append(match)
    return [*beginning, *holding][:MOST]


def _tags(typed: Typed, vocabulary: Vocabulary) -> list[Proposal]:
    from reme_tui.core.query.text import format_query

    found = []
    for row in _best(tag_key(typed.value), vocabulary.tags):
        scope = Scope(excluded_tags=(row.tag,)) if typed.negated else Scope(tags=(row.tag,))
        found.append(Proposal(format_query(Query(scope=scope)) + " ", row.tag, f"{row.files:,}"))
    return found


def tag_proposals(value: str, vocabulary: Vocabulary, without: Collection[str]) -> tuple[Proposal, ...]:
    """Return the tags that may complete a name, but for those with a key in `without`; none where it is complete."""
    key = tag_key(value)
    if not key:
        return ()
    found = _best(key, (keyed for keyed in vocabulary.tags if keyed[0] not in without))
    if [row.key for row in found] == [key]:
        return ()
    return tuple(Proposal(row.tag, row.tag, f"{row.files:,}") for row in found)


def folders_of(paths: Iterable[str]) -> Mapping[str, int]:
    """Count the notes below each folder, named with a `/` at the end."""
    direct = Counter(path.rpartition("/")[0] for path in paths)
    counts: Counter[str] = Counter()
    for folder, count in direct.items():
        end = len(folder)
        while end > 0:
            counts[folder[:end] + "/"] += count
            end = folder.rfind("/", 0, end)
    return counts


def _folders(typed: Typed, vocabulary: Vocabulary) -> list[Proposal]:
    from reme_tui.core.query.text import format_query

    best = _best(typed.value.casefold(), vocabulary.folders)
    texts = (format_query(Query(scope=Scope(path=folder))) for folder, _ in best)
    return [Proposal(f"{text} ", folder, f"{count:,}") for text, (folder, count) in zip(texts, best, strict=True)]


def _words(typed: Typed, today: dt.date) -> list[Proposal]:
    """Dates as they may be typed, and the values of switches."""
    if typed.name == "in":
        words: tuple[str, ...] = RANGES
    elif typed.name in {"from", "to"}:
        words = (*DAYS, f"{today:%Y-%m}", f"{today:%Y}")
    else:
        words = SWITCHES.get(typed.name, ())
    found = [word for word in words if word.startswith(typed.value.casefold())]
    quoted = (f'"{word}"' if " " in word else word for word in found)
    return [Proposal(f"{typed.name}:{text} ", word) for word, text in zip(found, quoted, strict=True)][:MOST]


def _operators(typed: Typed, names: Iterable[str]) -> list[Proposal]:
    value, sign = typed.value.casefold(), "-" if typed.negated else ""
    if len(value) < LEAST_LETTERS:
        return []
    begun = (name for name in names if name.startswith(value) and name != value)
    return [Proposal(f"{sign}{name}:", f"{sign}{name}:", OPERATORS[name]) for name in begun]

"""What is suggested for a note, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["title", "heading", "body", "near", "linked"]
"""Where a tag is named, or who carries it: the notes nearest in meaning, or those linked."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that speaks for a tag.

    Of a name: what is `written` there, the first `line` (from 1; 0 for what stands in the frontmatter or the file's
    name) and how many `times`. Of other notes: the `paths` of those that carry it, the nearest first, out of so many
    (`among`).
    """

    kind: Kind
    written: str = ""
    line: int = 0
    times: int = 0
    paths: tuple[str, ...] = ()
    among: int = 0


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A tag as the vault spells it, how likely the note is about it (0 to 1), and the reasons, names first."""

    tag: str
    key: str
    score: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class NoteSuggestions:
    """What is suggested for the note at `path`, which carries `tags` already, best first.

    `full` is whether it carries as many tags as a note may have, `in_passing` the tags that it names, but not so that
    it is about them. `with_meaning` is whether its nearest notes were asked too, `readable` whether its text was read.
    """

    path: str
    tags: tuple[str, ...]
    suggestions: tuple[Suggestion, ...] = ()
    full: bool = False
    in_passing: tuple[str, ...] = ()
    with_meaning: bool = True
    readable: bool = True

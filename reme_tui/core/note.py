"""What is known of one note: tags, date, links, passages, problems."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

DateSource = Literal["path", "date", "created"]
Format = Literal["yaml", "toml", "json", "none"]


class Severity(StrEnum):
    """How much a problem matters: an error hides something, a warning may, a hint is good to know."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a note, or a part of it, is not read as its author meant it."""

    path: str
    line: int
    kind: str
    severity: Severity
    message: str
    mendable: bool = False


class Tag(NamedTuple):
    """One tag of a note, as written.

    `field` is the frontmatter key that holds it, `line` its line in the file (from 1).
    """

    text: str
    field: str
    line: int


class NoteDate(NamedTuple):
    """The day a note is about, and where that was read."""

    day: dt.date
    source: DateSource


class Link(NamedTuple):
    """One wikilink (or, when asked for, Markdown link) in a body.

    `target` is trimmed but otherwise as written; `anchor` lacks its `#`; `line` counts from 1.
    """

    target: str
    anchor: str
    label: str
    line: int
    embed: bool = False
    markdown: bool = False


class Passage(NamedTuple):
    """A section or paragraph group: what is ranked.

    Lines count from 1 and include both ends; `start` and `end` are offsets into the decoded text.
    """

    first_line: int
    last_line: int
    start: int
    end: int

    def text(self, source: str) -> str:
        """The passage's own characters in `source`, the note's decoded text."""
        return source[self.start : self.end]


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """Everything but the body.

    `path` is vault-relative and POSIX; `modified` is the file's own time in seconds, used for order
    only; `digest` is that of the file's bytes; `format` is the frontmatter's.
    """

    path: str
    title: str
    description: str
    tags: tuple[Tag, ...]
    date: NoteDate | None
    links: tuple[Link, ...]
    passages: tuple[Passage, ...]
    aliases: tuple[str, ...]
    problems: tuple[Problem, ...]
    format: Format
    list_keys: tuple[str, ...]
    digest: str
    modified: float

    def header(self) -> str:
        """Title, description and tags: searchable with the first passage."""
        return "\n".join(part for part in (self.title, self.description, *(tag.text for tag in self.tags)) if part)

"""Where the focus may be, and which places meet there."""

from __future__ import annotations

from typing import Literal

Place = Literal[
    "app",
    "browse",
    "list",
    "marks",
    "tags",
    "hits",
    "query",
    "proposals",
    "filter",
    "dates",
    "read",
    "neighbours",
    "why",
    "problems",
    "choice",
    "folder",
    "duplicates",
    "groups",
    "members",
    "notes",
    "naming",
    "adding",
    "ticks",
    "history",
    "preview",
    "help",
]
"""The focus a command belongs to."""

PLACES: dict[Place, str] = {
    "app": "Everywhere",
    "browse": "Browse, any list",
    "list": "All lists",
    "marks": "Tags and hits",
    "tags": "Tag list",
    "filter": "Tag filter",
    "query": "Query",
    "proposals": "Query, while proposals show",
    "hits": "Hits",
    "dates": "Date line",
    "read": "Reading a note",
    "neighbours": "Linked notes",
    "why": "Why",
    "problems": "Problems",
    "choice": "Choosing from a list",
    "folder": "Which folder",
    "duplicates": "Near-duplicate tags",
    "groups": "Near-duplicate tags, the groups",
    "members": "Near-duplicate tags, one group",
    "notes": "Notes under a tag",
    "naming": "New name of a tag",
    "adding": "Tags of notes, the line to add one",
    "ticks": "Tags of notes",
    "history": "History",
    "preview": "Preview of a change",
    "help": "Help",
}

TEXT_FIELDS: frozenset[Place] = frozenset({"query", "proposals", "filter", "dates", "folder", "naming", "adding"})
"""Places where a printable key is text."""

SCREENS: frozenset[Place] = frozenset({"browse", "read", "duplicates", "notes", "help"})
"""Places whose actions are the screen's own."""

FOCUSES: tuple[tuple[Place, ...], ...] = (
    ("tags", "marks", "browse", "list", "app"),
    ("hits", "marks", "browse", "list", "app"),
    ("hits", "marks", "notes", "list", "app"),
    ("query", "browse", "app"),
    ("filter", "browse", "app"),
    ("dates", "browse", "app"),
    ("read", "list", "app"),
    ("neighbours", "read", "list", "app"),
    ("why", "list", "app"),
    ("problems", "list", "app"),
    ("groups", "duplicates", "list", "app"),
    ("members", "duplicates", "list", "app"),
    ("naming", "app"),
    ("adding", "app"),
    ("ticks", "list", "app"),
    ("history", "list", "app"),
    ("preview", "list", "app"),
    ("choice", "list", "app"),
    ("folder", "app"),
    ("proposals",),
    ("help", "list", "app"),
)
"""The places that meet in one focus: there, one key has one meaning."""

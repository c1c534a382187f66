"""How notes are read: apart from the note, as settings name it before there is any."""

from __future__ import annotations

from typing import Literal, NamedTuple


class ReadingRules(NamedTuple):
    """How notes are read, from the settings.

    `reme` follows what ReMe itself would see, over every other rule here.
    """

    tag_fields: tuple[str, ...] = ("memory_tags",)
    split_strings: Literal["comma", "space", "none"] = "comma"
    markdown_links: bool = False
    literal_links: bool = False
    reme: bool = False

"""The key under which spellings of a tag are one; needed before any vault is read."""

from __future__ import annotations


def tag_key(text: str) -> str:
    """What makes two spellings one tag: blanks become one `_`, ends are trimmed, case is folded."""
    return "_".join(text.split()).casefold()

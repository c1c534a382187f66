"""What makes two spellings one tag: apart from the tags of a vault, as it is asked before there is any."""

from __future__ import annotations


def tag_key(text: str) -> str:
    """What makes two spellings one tag: blanks become one `_`, ends are trimmed, case is folded."""
    return "_".join(text.split()).casefold()

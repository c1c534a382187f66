"""Text from notes made safe to show: what a terminal would obey becomes a symbol."""

from __future__ import annotations

import re

# Bidirectional controls, zero-width and line-breaking code points: they would reorder, hide or break a line.
_INVISIBLE = "\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_UNSAFE = re.compile(f"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c{_INVISIBLE}]")


def visible(text: str) -> str:
    """Return `text` on one line with nothing a terminal acts upon.

    Control characters become their Unicode pictures (ESC is ␛), tabs a blank, line ends ␤; C1 controls, bidi
    overrides and lone surrogates become a replacement character. The result has as many characters as `text`,
    so offsets into the one hold in the other.
    """
    return _UNSAFE.sub(_picture, text) if _UNSAFE.search(text) else text


def visible_lines(text: str) -> str:
    """Return `text` made `visible` line by line; LF alone ends a line."""
    return "\n".join(map(visible, text.split("\n")))


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code == 0x09:
        return " "
    if code == 0x0A:
        return "\u2424"
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"

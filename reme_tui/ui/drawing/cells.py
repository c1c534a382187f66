"""Text measured in terminal cells: wide characters take two, combining marks none."""

from __future__ import annotations

import re

from rich.cells import cell_len, split_graphemes

from reme_tui.core.text.display import visible

ELLIPSIS = "…"
_SLACK = 16
_JOINERS = re.compile("[\u200d\ufe0e\ufe0f]")


def shown(text: str) -> str:
    """Return text from a note as it may be drawn: on one line, with symbols for what a terminal would act upon.

    Joiners and variation selectors are left out: terminals do not agree on how wide they make what they join, and
    columns would shift.
    """
    return _JOINERS.sub("", visible(text))


def width(text: str) -> int:
    """Return how many cells `text` takes."""
    return cell_len(text)


def _is_narrow(text: str) -> bool:
    """Whether every character takes one cell and stands by itself: what most text is made of."""
    return text.isascii() and text.isprintable()


def cut(text: str, cells: int) -> str:
    """Return `text` in at most `cells` cells, ending in an ellipsis where something was left out.

    A character is never parted from its combining marks, a wide one never halved; the cost does not grow with the
    part that is left out.
    """
    head = text[: max(0, cells) * 4 + _SLACK]
    if len(head) == len(text) and cell_len(head) <= cells:
        return text
    if cells <= 0:
        return ""
    if _is_narrow(head[:cells]):
        return head[: cells - 1].rstrip() + ELLIPSIS
    used = end = 0
    for _, stop, size in split_graphemes(head)[0]:
        if used + size > cells - 1:
            break
        used, end = used + size, stop
    return head[:end].rstrip() + ELLIPSIS


def cut_left(text: str, cells: int) -> str:
    """Return the end of `text` in at most `cells` cells, after an ellipsis where something was left out."""
    tail = text[-(max(0, cells) * 4 + _SLACK) :]
    if len(tail) == len(text) and cell_len(tail) <= cells:
        return text
    if cells <= 0:
        return ""
    if _is_narrow(tail[-cells:]):
        return ELLIPSIS + tail[len(tail) - cells + 1 :]
    used, begin = 0, len(tail)
    for start, _, size in reversed(split_graphemes(tail)[0]):
        if used + size > cells - 1:
            break
        used, begin = used + size, start
    return ELLIPSIS + tail[begin:]


def pad(text: str, cells: int) -> str:
    """Return `text` in exactly `cells` cells: cut, or filled with blanks at the right."""
    fitted = cut(text, cells)
    return fitted + " " * (cells - cell_len(fitted))

"""Lines as editors count them: ended by LF, CRLF or CR, and by nothing else."""

from __future__ import annotations

import re

LINE_END = re.compile(r"\r\n?|\n")


def lines_before(text: str, offset: int) -> int:
    """How many line ends lie before an offset; a CRLF counts once, when both its characters do."""
    count = text.count("\n", 0, offset)
    if "\r" in text:
        count += text.count("\r", 0, offset) - text.count("\r\n", 0, offset)
    return count


def with_newlines(text: str) -> str:
    """The same text with LF only, of the same length: the CR of a CRLF becomes a blank."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def line_start(text: str, offset: int) -> int:
    """Where the line begins in which an offset lies."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_stop(text: str, offset: int) -> int:
    """Where the line ends in which an offset lies, before its line end."""
    found = LINE_END.search(text, offset)
    return found.start() if found else len(text)


def next_line(text: str, offset: int) -> int:
    """Where the line after an offset begins; the offset itself when it begins a line."""
    if text[offset - 1 : offset] in ("\n", "\r"):
        return offset
    found = LINE_END.search(text, offset)
    return found.end() if found else len(text)


def is_blank(text: str, start: int, end: int) -> bool:
    """Whether only blanks and tabs stand between two offsets."""
    return not text[start:end].strip(" \t")

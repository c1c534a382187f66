"""Lines as editors count them: ended by LF, CRLF or CR, and by nothing else."""

from __future__ import annotations


def lines_before(text: str, offset: int) -> int:
    """How many line ends lie before an offset; a CRLF counts once, when both its characters do."""
    count = text.count("\n", 0, offset)
    if "\r" in text:
        count += text.count("\r", 0, offset) - text.count("\r\n", 0, offset)
    return count


def with_newlines(text: str) -> str:
    """The same text with LF only, of the same length: the CR of a CRLF becomes a blank."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text

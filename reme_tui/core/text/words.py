"""What is said in words in more than one place."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 note`, `1,200 notes`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def said_by(error: Exception) -> str:
    """Return what an error says, in lower case; of a system call's the reason alone, without number and path."""
    return (getattr(error, "strerror", None) or str(error)).lower()

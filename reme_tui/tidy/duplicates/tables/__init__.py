"""Tables of words, one fact a line; each names its source in its first lines. Read when first asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


def read_lines(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `name`.tsv, cells split at tabs; blank lines and lines that start with `#` are left out."""
    text = files(__package__).joinpath(f"{name}.tsv").read_text(encoding="utf-8")
    return tuple(tuple(row.split("\t")) for row in text.split("\n") if row and not row.startswith("#"))


@cache
def lines_of(name: str) -> tuple[tuple[str, ...], ...]:
    """The same, kept once read."""
    return read_lines(name)


@cache
def words_of(name: str) -> frozenset[str]:
    """Every word of a table that is a plain list: blanks and line ends separate."""
    return frozenset(word for row in lines_of(name) for cell in row for word in cell.split())


@cache
def pairs_of(name: str) -> dict[str, str]:
    """A table of two columns as a mapping; the second cell may hold several words, each maps to the first."""
    return {word: row[0] for row in lines_of(name) if len(row) > 1 for word in row[1].split()}


@cache
def listed(name: str) -> tuple[str, ...]:
    """One of the short lists of `lists.tsv`, in its order."""
    return next(tuple(row[1].split()) for row in lines_of("lists") if row[0] == name)


@cache
def one_of(name: str) -> frozenset[str]:
    """The same as a set."""
    return frozenset(listed(name))

"""Plain words for what keeps a frontmatter block from being read, and for conflicts left in a note."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reme_tui.core.frontmatter.block import BlockError
from reme_tui.core.text.lines import lines_before

FIRST_LINE = 2
"""The file's line on which the text between the fences begins."""

_CONFLICT_OPENS = re.compile(r"^<{7}(?:[ \t]|\r?$)", re.MULTILINE)
_CONFLICT_DIVIDES = re.compile(r"^={7}[ \t\r]*$", re.MULTILINE)
_CONFLICT_CLOSES = re.compile(r"^>{7}(?:[ \t]|\r?$)", re.MULTILINE)
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COLON_IN_VALUE = re.compile(r"[ \t]*(?:-[ \t]+)?[^\s:#'\"\[{][^:#]*:[ \t]+[^\s'\"\[{|>&*!%@`#].*:(?:[ \t]|$)")
# What the parser says, and what we say; `at` is where the thing began rather than where it failed.
_WORDS: tuple[tuple[str, str, str], ...] = (
    ("expected ',' or ']'", "at", "a list opened with `[` is not closed"),
    ("expected ',' or '}'", "at", "a mapping opened with `{` is not closed"),
    ("unexpected end of stream", "at", "a quote is not closed"),
    ("find expected ':'", "at", "this line has no `key:`"),
    ("did not find expected key", "here", "something follows a finished value, or the indent is wrong"),
    ("block sequence entries", "here", "a list item stands on its key's line"),
    ("mapping values are not allowed", "here", "a key stands where no key may be: look at its indent"),
    ("alphabetic or numeric", "here", "a value that begins with `*` or `&` needs quotes"),
    ("undefined alias", "here", "a value that begins with `*` needs quotes"),
    ("expected a single document", "here", "a second document begins inside the block"),
    ("document start", "here", "a second document begins inside the block"),
    ("escape", "here", "a backslash in double quotes begins no known escape"),
    ("cannot start any token", "here", "a value that begins with a sign such as `@`, `%` or a backtick needs quotes"),
)


@dataclass(frozen=True, slots=True)
class YamlFault:
    """What the YAML parser says: its words and the offsets where it failed and where the thing began."""

    problem: str
    index: int
    context_index: int


def conflict_offset(text: str, start: int, end: int) -> int | None:
    """Where an unresolved merge begins between two offsets; None without one.

    A lone row of `=` underlines a heading, so it counts only before a closing marker.
    """
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return None
    if opening := _CONFLICT_OPENS.search(text, start, end):
        return opening.start()
    closing = _CONFLICT_CLOSES.search(text, start, end)
    divider = closing and _CONFLICT_DIVIDES.search(text, start, closing.start())
    return divider.start() if divider else None


def conflict_error(inner: str) -> BlockError | None:
    """The error of a block with conflict markers; None without them."""
    offset = conflict_offset(inner, 0, len(inner))
    if offset is None:
        return None
    line = FIRST_LINE + lines_before(inner, offset)
    return BlockError(line, "merge_conflict", f"unresolved conflict, line {line}")


def bad_character(inner: str) -> BlockError | None:
    """The error of a block with a character that YAML forbids; None without one."""
    found = _FORBIDDEN.search(inner)
    if found is None:
        return None
    code = f"U+{ord(found[0]):04X}"
    return _unreadable(inner, found.start(), "control_character", f"the character {code} may not stand in YAML")


def explain(inner: str, fault: YamlFault) -> BlockError:
    """The plain error for what the parser says of the text between the fences."""
    if "nesting depth" in fault.problem:
        return too_big("it is nested too deep")
    row = _row(inner, fault.index)
    if "mapping values" in fault.problem and _COLON_IN_VALUE.match(row):
        return _unreadable(inner, fault.index, "unquoted_colon", "colon in a value: quote it")
    if "cannot start any token" in fault.problem and inner[fault.index : fault.index + 1] == "\t":
        return _unreadable(inner, fault.index, "tab_indent", "a tab indents this line: YAML takes only blanks")
    for words, place, message in _WORDS:
        if words in fault.problem:
            index = fault.context_index if place == "at" else fault.index
            return _unreadable(inner, index, "bad_yaml", message)
    return _unreadable(inner, fault.index, "bad_yaml", fault.problem or "not YAML")


def too_big(message: str) -> BlockError:
    """The error of a block that is refused for its depth or number of entries."""
    return BlockError(FIRST_LINE, "too_large", f"cannot read frontmatter: {message}")


def not_a_mapping() -> BlockError:
    """The error of a block that is YAML but holds no keys."""
    return BlockError(FIRST_LINE, "not_a_mapping", "cannot read frontmatter: it is not made of `key: value` lines")


def _unreadable(inner: str, index: int, kind: str, message: str) -> BlockError:
    line = FIRST_LINE + lines_before(inner, index)
    return BlockError(line, kind, f"cannot read frontmatter, line {line}: {message}")


def _row(inner: str, index: int) -> str:
    first = max(inner.rfind("\n", 0, index), inner.rfind("\r", 0, index)) + 1
    ends = [end for end in (inner.find("\n", index), inner.find("\r", index)) if end >= 0]
    return inner[first : min(ends, default=len(inner))]

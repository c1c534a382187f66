"""The problems of a note's frontmatter as a whole, and of conflicts left in it."""

from __future__ import annotations

import re
from collections import Counter

from reme_tui.core.frontmatter.block import Block, last_value
from reme_tui.core.frontmatter.errors import conflict_offset
from reme_tui.core.frontmatter.tag_field import shortened
from reme_tui.core.note import Format, Problem, Severity
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import lines_before

READ_ONLY_FORMATS: dict[Format, str] = {"toml": "TOML", "json": "JSON"}
"""The formats that are read but never written, by the name people know them by."""

_OPENED = re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)[\w-]+[ \t]*:(?:[ \t\r\n]|\Z)")
_CLOSED = re.compile(r"(?<=[\r\n])(?:---|\.\.\.)[ \t]*(?:[\r\n]|\Z)")
_LATE = re.compile(r"\ufeff?\s+---[ \t]*(?:\r\n?|\n)[\w-]+[ \t]*:(?:[ \t\r\n]|\Z)")


def block_problems(path: str, text: str, block: Block, *, rules: ReadingRules) -> list[Problem]:
    """What is wrong with a note's block, with its fences, and with the merge state of the note."""
    problems: list[Problem] = []
    if block.error is not None:
        line, kind, message = block.error.line, block.error.kind, block.error.message
        problems.append(Problem(path, line, kind, Severity.ERROR, message, mendable=kind == "unquoted_colon"))
    elif block.format in READ_ONLY_FORMATS:
        message = f"{READ_ONLY_FORMATS[block.format]}, read only"
        problems.append(Problem(path, 1, f"{block.format}_block", Severity.HINT, message))
    elif block.format == "none":
        problems += _missed_block(path, text)
    problems += _doubled_keys(path, block, rules)
    conflict = None
    if block.error is None or block.error.kind != "merge_conflict":
        conflict = conflict_offset(text, block.body_start, len(text))
    if conflict is not None:
        line = 1 + lines_before(text, conflict)
        message = f"unresolved conflict, line {line}"
        problems.append(Problem(path, line, "merge_conflict", Severity.ERROR, message))
    return problems


def _missed_block(path: str, text: str) -> list[Problem]:
    opening = _OPENED.match(text)
    if opening is not None and _CLOSED.search(text, opening.end()) is None:
        message = "`---` is never closed, so this is no frontmatter"
        return [Problem(path, 1, "unclosed_block", Severity.HINT, message)]
    if text[:1].isspace() or text[:1] == "\ufeff":
        late = _LATE.match(text)
        if late is not None:
            line = 1 + lines_before(text, text.index("---"))
            message = "frontmatter begins on line 1, or it is none"
            return [Problem(path, line, "late_block", Severity.HINT, message)]
    return []


def _doubled_keys(path: str, block: Block, rules: ReadingRules) -> list[Problem]:
    entries = block.entries or ()
    if len({entry.key.text for entry in entries}) == len(entries):
        return []
    problems = []
    for name, count in Counter(entry.key.text for entry in entries).items():
        if count > 1 and name != "<<":
            value = last_value(entries, name)
            line = next((entry.key.line for entry in reversed(entries) if entry.value is value), block.body_line)
            severity = Severity.ERROR if name in rules.tag_fields else Severity.WARNING
            message = f"the key {shortened(name)} stands {count} times; only the last, in line {line}, counts"
            problems.append(Problem(path, line, "doubled_key", severity, message))
    return problems

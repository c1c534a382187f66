"""A note as ReMe sees it, and what its author should know of that."""

from __future__ import annotations

import re
from typing import NamedTuple

from reme_tui.core.folders import REME_PATHS
from reme_tui.core.frontmatter.block import Block, BlockError, Entry, last_value
from reme_tui.core.frontmatter.reme_rules import judge, reme_tags
from reme_tui.core.note import Problem, Severity, Tag
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import lines_before

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class ReMeView(NamedTuple):
    """What ReMe keeps of a note: whether it indexes it at all, its entries and tags, and why it loses more."""

    indexed: bool
    entries: tuple[Entry, ...]
    tags: tuple[Tag, ...]
    problems: tuple[Problem, ...]


def reme_view(path: str, text: str, block: Block, *, rules: ReadingRules) -> ReMeView | None:
    """ReMe's view of a note in its folders, or of any note under `rules.reme`; None for other notes.

    `block` was read with the same `reme` as the rules have.
    """
    if not (rules.reme or path.startswith(REME_PATHS)):
        return None
    unseen = _unseen_block(text, block, rules)
    if unseen is not None:
        message = f"ReMe sees no frontmatter here: {unseen}"
        return ReMeView(True, (), (), (Problem(path, 1, "reme_no_frontmatter", Severity.WARNING, message),))
    verdict = judge(block)
    faults: list[BlockError] = []
    severity = Severity.WARNING
    if verdict.standing == "not_indexed" and verdict.reason:
        severity = Severity.ERROR if rules.reme else severity
        faults.append(_told(verdict.reason, "reme_not_indexed", "ReMe does not index this note"))
    elif verdict.reason and block.error is None:
        faults.append(_told(verdict.reason, "reme_ignored", "ReMe ignores this frontmatter and its tags"))
    field = next(iter(rules.tag_fields), "")
    kept = reme_tags(field, last_value(verdict.entries, field))
    faults += kept.dropped
    if escape := _ESCAPED_SURROGATE.search(text, block.start, block.end):
        line = 1 + lines_before(text, escape.start())
        message = "an escaped emoji keeps ReMe from saving its index: write the character itself"
        faults.append(BlockError(line, "reme_escaped_emoji", message))
    problems = tuple(Problem(path, fault.line, fault.kind, severity, fault.message) for fault in faults)
    return ReMeView(verdict.standing != "not_indexed", verdict.entries, kept.tags, problems)


def _told(reason: BlockError, kind: str, what: str) -> BlockError:
    return BlockError(reason.line, kind, f"{what}: {reason.message}")


def _unseen_block(text: str, block: Block, rules: ReadingRules) -> str | None:
    """Why ReMe finds no block where we do; None when it finds it, or there is none."""
    if rules.reme:
        from reme_tui.core.frontmatter.read import read_block

        if block.format != "none" or text[:1] not in ("-", "+", "{", "\ufeff"):
            return None
        block = read_block(text)
    if block.format == "none":
        return None
    if text.startswith("\ufeff"):
        return "the file begins with a byte order mark"
    if block.format != "yaml":
        return "it reads only YAML"
    return "the block is closed by `...`, not by `---`" if text.startswith("...", block.end) else None

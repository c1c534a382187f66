"""Which notes are written at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from reme_tui.core.frontmatter.block import Block
from reme_tui.core.frontmatter.errors import conflict_offset
from reme_tui.core.frontmatter.read import read_block
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import lines_before
from reme_tui.tidy.edits.quoting import is_sayable

_OPENS_BLOCK = ("---\n", "---\r", "--- ", "---\t")


@dataclass(frozen=True, slots=True)
class Illegible:
    """Why a note is never written."""

    reason: str


@lru_cache(maxsize=4)
def legible_block(text: str, *, rules: ReadingRules) -> Block | Illegible:
    """The block of a note that may be written, parsed or absent; else why not.

    A block that does not parse for a reason that can be mended comes back too; its `entries` are None.
    """
    if "\ufffd" in text or not is_sayable(text):
        return Illegible("not UTF-8: it holds replacement characters")
    conflict = conflict_offset(text, 0, len(text))
    if conflict is not None:
        return Illegible(f"unresolved conflict, line {1 + lines_before(text, conflict)}")
    block = read_block(text)
    reason = _other_format(text, block) if block.format != "yaml" else _unfit(text, block, rules)
    return Illegible(reason) if reason else block


def _unfit(text: str, block: Block, rules: ReadingRules) -> str:
    """Why YAML that was found is not written."""
    if block.error is not None:
        return "" if block.error.kind == "unquoted_colon" else block.error.message
    if rules.reme and _place(read_block(text, reme=True)) != _place(block):
        return "ReMe does not see this frontmatter: it takes no byte order mark and no `...`"
    counts = Counter(entry.key.text for entry in block.entries or ())
    return next((f"the key {name} stands twice" for name in rules.tag_fields if counts[name] > 1), "")


def _place(block: Block) -> tuple[int, int, int]:
    return block.start, block.end, block.body_start


def _other_format(text: str, block: Block) -> str:
    """Why a text without YAML is not written, not even a block put above it."""
    if block.format in ("toml", "json"):
        return f"{block.format.upper()} frontmatter is read, never written"
    body = text[block.body_start :]
    if body.startswith(_OPENS_BLOCK) or body == "---":
        return "the frontmatter is never closed"
    late = body.lstrip()
    if late != body and late.startswith(_OPENS_BLOCK) and read_block(late).entries:
        return "the frontmatter does not begin on the first line"
    return ""

"""Mending `title: foo: bar`: the one value with an unquoted colon is put in quotes."""

from __future__ import annotations

import re

from reme_tui.core.frontmatter.block import Block
from reme_tui.core.frontmatter.read import read_block
from reme_tui.tidy.edits.note_edit import RefusedEditError
from reme_tui.tidy.edits.quoting import spell
from reme_tui.tidy.edits.splices import Splice, apply_splices

MOST = 100
"""Values mended at a time."""

_LINE = re.compile(r"([^\r\n]*)(?:\r\n?|\n)")
_KEY = re.compile(r"[ \t]*(?:-[ \t]+)*[^\s:#'\"\[{][^:#]*:[ \t]+")
_REMARK = re.compile(r"[ \t]#")


def quoted_colons(text: str, block: Block) -> list[Splice]:
    """The splices that quote every value whose colon keeps the block from being read.

    Raises RefusedEditError when something else keeps it from that too.
    """
    splices: dict[int, Splice] = {}
    while block.error is not None:
        line = block.error.line
        if block.error.kind != "unquoted_colon" or line in splices or len(splices) == MOST:
            raise RefusedEditError(block.error.message)
        splices[line] = _quoted(text, line, block.error.message)
        block = read_block(apply_splices(text, splices.values()))
    return list(splices.values())


def _quoted(text: str, line: int, message: str) -> Splice:
    start = 0
    for _ in range(line - 1):
        found = _LINE.match(text, start)
        start = found.end() if found else start
    row = _LINE.match(text, start)
    key = _KEY.match(row[1]) if row else None
    if row is None or key is None:
        raise RefusedEditError(message)
    value = _REMARK.split(row[1][key.end() :], maxsplit=1)[0].rstrip(" \t")
    start += key.end()
    return Splice(start, start + len(value), spell(value, "plain", flow=False))

"""How a piece of text is written in YAML so that it reads back as that text, whatever it looks like."""

from __future__ import annotations

import re
from functools import lru_cache

from reme_tui.core.frontmatter.block import ScalarStyle

# What YAML 1.1 or 1.2 takes for something other than text: 1.1 as in its type repository and in PyYAML,
# 1.2 as in its core schema.
_NULL = r"~|null|Null|NULL"
_BOOL = r"y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF"
_INT = (
    r"[-+]?0b[01_]+|[-+]?0o?[0-7_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[0-9][0-9_]*"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+"
)
_FLOAT = (
    r"[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DATE = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?"
)
_TYPED = re.compile(rf"(?:{_NULL}|{_BOOL}|{_INT}|{_FLOAT}|{_DATE}|=|<<)?\Z")

# Printable on one line under both versions: no control character, no character that either takes for a
# line end, no byte order mark, no half of a surrogate pair, no noncharacter of the first plane.
_SPECIAL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_NOT_PLAIN = re.compile(r"""[,\[\]{}#&*!|>'"%@`]|[-?:](?: |\Z)| |(?:---|\.\.\.)(?: |\Z)|.*(?::(?: |\Z)| #| \Z)""")
# PyYAML's own loader, which ReMe uses, ends plain text in brackets at a `?`.
_NOT_PLAIN_IN_FLOW = re.compile(r":|.*[?,\[\]{}]")
_ESCAPES = {"\0": "0", "\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e"}


def is_sayable(text: str) -> bool:
    """Whether a file in UTF-8 can hold the text at all."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_typed(text: str) -> bool:
    """Whether text without quotes would be no text: a number, a date, a truth value, nothing."""
    return _TYPED.match(text) is not None


def is_one_line(text: str) -> bool:
    """Whether the text can stand on one line as it is, without escapes."""
    return _SPECIAL.search(text) is None


@lru_cache(maxsize=4096)
def is_plain(text: str, *, flow: bool) -> bool:
    """Whether the text reads back as itself without quotes, inside brackets (`flow`) or outside."""
    if _SPECIAL.search(text) or _NOT_PLAIN.match(text) or is_typed(text):
        return False
    return not (flow and _NOT_PLAIN_IN_FLOW.match(text))


def spell(text: str, style: ScalarStyle, *, flow: bool) -> str:
    """The text as YAML, in the style of what it replaces where that can hold it.

    Plain text that cannot stay so takes double quotes, or single ones when those need no escapes.
    Raises ValueError for half a surrogate pair, which no file can hold.
    """
    if not is_sayable(text):
        raise ValueError("half a surrogate pair")
    if not is_one_line(text):
        return _double(text)
    if style == "double":
        return _double(text)
    if style == "single":
        return _single(text)
    if is_plain(text, flow=flow):
        return text
    return _single(text) if ('"' in text or "\\" in text) and "'" not in text else _double(text)


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _double(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _SPECIAL.sub(lambda found: _escape(found[0]), escaped) + '"'


def _escape(character: str) -> str:
    code = ord(character)
    if character in _ESCAPES:
        return "\\" + _ESCAPES[character]
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"

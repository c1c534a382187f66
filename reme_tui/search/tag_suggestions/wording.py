"""Suggestions in words, the same for every front end; texts of notes in them are as written."""

from __future__ import annotations

from collections.abc import Sequence

from reme_tui.core.text.words import counted
from reme_tui.search.tag_suggestions.values import NoteSuggestions, Reason, Suggestion

_NAMED = 2
"""Notes, or tags, named one by one."""


def reasons_in_words(suggestion: Suggestion) -> tuple[str, ...]:
    """Return each reason as a part of a sentence."""
    return tuple(_in_words(reason, suggestion) for reason in suggestion.reasons)


def why_nothing(found: NoteSuggestions) -> str:
    """Return why nothing is suggested for a note, or nothing more than it carries; empty where something is."""
    if found.suggestions:
        return ""
    if found.full:
        return f"it has {counted(len(found.tags), 'tag')} already, and a note should have no more"
    if not found.readable:
        return "its text cannot be read, or has changed since it was indexed"
    if found.in_passing:
        return f"it names {_few(found.in_passing)}, but only in passing"
    return f"nothing here names {'another' if found.tags else 'a'} tag of this vault"


def _in_words(reason: Reason, suggestion: Suggestion) -> str:
    if reason.kind in ("near", "linked"):
        whose = "nearest" if reason.kind == "near" else "linked"
        carry = "carries" if len(reason.paths) == 1 else "carry"
        return f"{len(reason.paths)} of {counted(reason.among, f'{whose} note')} {carry} it: {_few(reason.paths)}"
    said = "" if reason.written == suggestion.tag else f" as “{reason.written}”"
    first = f", line {reason.line}" if reason.line else ""
    if reason.kind == "title":
        return f"named in the title{said}"
    if reason.kind == "heading":
        return f"named in {'a heading' if reason.line else 'the description'}{said}{first}"
    often = f" {reason.times} times" if reason.times > 1 else ""
    return f"named{often} in the text{said}{', first in' if often else ','} line {reason.line}"


def _few(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")

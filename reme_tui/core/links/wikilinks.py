"""The links in a body: wikilinks, and Markdown links when asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from reme_tui.core.body.prose import prose_stretches
from reme_tui.core.note import Link
from reme_tui.core.path_keys import NOTE_SUFFIXES
from reme_tui.core.reading_rules import ReadingRules

# Possessive throughout: what was read is never read again, so hostile text takes linear time.
_WIKILINK = re.compile(r"\[\[([^\[\]\r\n]*+)\]\]")
_MARKDOWN_LINK = re.compile(
    r"""\[(?P<label>[^\[\]\r\n]*+)\]\(
    (?:<(?P<angled>[^<>\r\n]*+)>|(?P<plain>[^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)?+))
    (?:[ \t]++(?:"[^"\r\n]*+"|'[^'\r\n]*+'))?+[ \t]*+\)""",
    re.VERBOSE,
)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:|[/\\]")


class _Found(NamedTuple):
    position: int
    target: str
    anchor: str
    label: str
    markdown: bool


def scan_links(text: str, start: int, line: int, *, rules: ReadingRules) -> tuple[Link, ...]:
    """Find the links in `text` from offset `start` on, which is on line `line` (from 1), in text order.

    Links in code are none, unless `rules.reme`: ReMe counts them, but each target and anchor once a note. Links
    without a target (`[[#Heading]]`) lead to the note itself and are left out.
    """
    markdown = rules.markdown_links and not rules.reme
    if text.find("[[", start) < 0 and not (markdown and text.find("](", start) >= 0):
        return ()
    links: dict[object, Link] = {}
    last = start
    for position, target, anchor, label, is_markdown in _found(text, start, reme=rules.reme, markdown=markdown):
        line += _line_ends(text, last, position)
        last = position
        embed = position > start and text[position - 1] == "!"
        link = Link(target, anchor, label, line, embed, is_markdown)
        links.setdefault((target, anchor) if rules.reme else position, link)
    return tuple(links.values())


def _found(text: str, start: int, *, reme: bool, markdown: bool) -> Iterator[_Found]:
    holding = ("[[", "](") if markdown else ("[[",)
    for first, end in [(start, len(text))] if reme else prose_stretches(text, start, holding=holding):
        wikilinks = (_read_wikilink(match, reme=reme) for match in _WIKILINK.finditer(text, first, end))
        if markdown:
            others = (_read_markdown_link(match) for match in _MARKDOWN_LINK.finditer(text, first, end))
            yield from sorted(found for found in chain(wikilinks, others) if found)
        else:
            yield from (found for found in wikilinks if found)


def _read_wikilink(match: re.Match[str], *, reme: bool) -> _Found | None:
    inner, bar, label = match[1].partition("|")
    if bar and not reme:  # `\|` is how the bar is written inside of a table
        inner = inner.removesuffix("\\")
    target, hash_sign, anchor = inner.partition("#")
    target = target.strip()
    if not target or (reme and ((bar and not label) or (hash_sign and not anchor))):
        return None
    return _Found(match.start(), target, anchor.strip(), label.strip(), markdown=False)


def _read_markdown_link(match: re.Match[str]) -> _Found | None:
    path, _, anchor = (match["angled"] or match["plain"] or "").partition("#")
    if not path or _ABSOLUTE.match(path):
        return None
    from urllib.parse import unquote

    target = unquote(path).strip()
    if not target.lower().endswith(NOTE_SUFFIXES) or _ABSOLUTE.match(target):
        return None
    return _Found(match.start(), target, unquote(anchor), match["label"].strip(), markdown=True)


def _line_ends(text: str, start: int, end: int) -> int:
    """Count the line ends in between: LF, CRLF or a lone CR, as editors count."""
    count = text.count("\n", start, end)
    if text.find("\r", start, end) >= 0:
        count += text.count("\r", start, end) - text.count("\r\n", start, end)
    return count

"""Markdown as lines of the screen: no links to the outside, no HTML, only the colours of the theme. Pure.

Rich renders it as one text. A widget for every paragraph takes many seconds for a few hundred lines.
"""

from __future__ import annotations

from io import StringIO
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from reme_tui.ui.drawing.theme import BOLD, ITALIC, UNDERLINE, Ink


class _PlainHeading(Heading):
    """At the left, as deep as it is written."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console, options
        yield Text("#" * int(self.tag[1:]) + " ", style="markdown.mark") + self.text


class _PlainCode(CodeBlock):
    """Set in, in one colour."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console, options
        yield Padding(Text(str(self.text).rstrip(), style="markdown.code_block"), (0, 0, 0, 2))


class _PlainMarkdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _PlainHeading,
        "fence": _PlainCode,
        "code_block": _PlainCode,
    }


def _theme(inks: Ink) -> Theme:
    heading = inks.strong + BOLD
    return Theme(
        {
            **{f"markdown.h{depth}": heading for depth in range(1, 7)},
            "markdown.mark": inks.faint,
            "markdown.paragraph": inks.text,
            "markdown.text": inks.text,
            "markdown.em": ITALIC,
            "markdown.strong": inks.strong + BOLD,
            "markdown.code": inks.dim,
            "markdown.code_block": inks.dim,
            "markdown.block_quote": inks.dim,
            "markdown.list": inks.text,
            "markdown.item": inks.text,
            "markdown.item.bullet": inks.accent,
            "markdown.item.number": inks.accent,
            "markdown.hr": inks.line,
            "markdown.link": inks.link,
            "markdown.link_url": inks.faint + UNDERLINE,
            "markdown.table.border": inks.line,
            "markdown.table.header": heading,
        },
        inherit=True,
    )


def render_markdown(text: str, inks: Ink, *, cells: int) -> list[list[Segment]]:
    """Return `text` rendered in lines of `cells` cells. Takes time that grows with the text."""
    console = Console(
        file=StringIO(),
        width=cells,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
        theme=_theme(inks),
        no_color=False,
    )
    base = Style(color=inks.text.color)
    return console.render_lines(_PlainMarkdown(text, hyperlinks=False), console.options, style=base)

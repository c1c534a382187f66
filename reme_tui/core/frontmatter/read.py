"""Frontmatter, composed once and never constructed: values as written, their kinds and their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import yaml
from frontmatter.default_handlers import YAMLHandler
from yaml.resolver import Resolver

from reme_tui.core.frontmatter.block import Block, BlockError, Scalar
from reme_tui.core.frontmatter.errors import YamlFault, bad_character, conflict_error, explain, not_a_mapping, too_big
from reme_tui.core.frontmatter.nodes import KINDS, Node, NodeReader
from reme_tui.core.frontmatter.other_formats import read_json, read_toml
from reme_tui.core.text.lines import lines_before

MAX_DEPTH = 100
"""Levels of nesting; deeper blocks are refused long before a parser's stack is in danger."""
MAX_EVENTS = 100_000
"""Values, list ends and the like; a block with more would take seconds to compose."""
MAX_PURE = 64 * 1024
"""Characters that the pure Python loader is trusted with: it is about ten times slower."""
MAX_NUMBER = 4_000
"""Characters of a number that is constructed; longer ones cost quadratic time."""

_TAGS = {kind: tag for tag, kind in KINDS.items()}
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Fences(NamedTuple):
    """Offsets: the text between the fences, and the body after them."""

    start: int
    end: int
    body_start: int


class TooBigError(ValueError):
    """A block too deep or too long to be composed; the message says which."""


class _QuickLoader(yaml.cyaml.CParser if yaml.__with_libyaml__ else yaml.SafeLoader, Resolver):  # type: ignore[misc]
    """libyaml, where there is any, and the types of YAML 1.1: the rest of a safe loader only takes time to make."""


class NoteHandler(YAMLHandler):
    """Frontmatter on line 1 only: exactly `---` and blanks, closed by `---` or `...` and blanks.

    A byte order mark may come first. Lines end with LF, CRLF or CR.
    """

    OPENING = FM_BOUNDARY = re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)")
    CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)")

    def find(self, text: str) -> Fences | None:
        """Where the block is; None when there is none, or it is never closed."""
        opening = self.OPENING.match(text)
        if opening is None:
            return None
        start = opening.end()
        for closing in self.CLOSING.finditer(text, start):
            if text[closing.start() - 1] in "\r\n":
                return Fences(start, closing.start(), closing.end())
        return None

    def detect(self, text: str) -> bool:
        """Whether the text has a closed block."""
        return self.find(text) is not None

    def split(self, text: str) -> tuple[str, str]:
        """The block's inner text and the body; ValueError when there is no block."""
        fences = self.find(text)
        if fences is None:
            raise ValueError("no frontmatter")
        return text[fences.start : fences.end], text[fences.body_start :]

    def load(self, fm: str, **kwargs: object) -> Node:
        """The block's root node, None for an empty one; nothing is constructed, no alias expanded.

        Raises yaml.YAMLError, UnicodeEncodeError for lone surrogates, and TooBigError.
        """
        loader = self.loader(fm)
        _check_size(fm, loader)
        kwargs.setdefault("Loader", loader)
        return yaml.compose(fm, **kwargs)  # type: ignore[arg-type]

    def loader(self, fm: str) -> type[Any]:
        """libyaml, but for the escaped emoji of JSON writers, which only the pure loader takes."""
        pure = "\\u" in fm and len(fm) <= MAX_PURE and _ESCAPED_SURROGATE.search(fm)
        return yaml.SafeLoader if pure else _QuickLoader


class ReMeHandler(NoteHandler):
    """The block as ReMe finds and parses it: no byte order mark, closed by `---` only."""

    OPENING = FM_BOUNDARY = re.compile(r"---[ \t]*(?:\r\n?|\n)")
    CLOSING = re.compile(r"---[ \t]*(?:\r\n?|\n|\Z)")
    DIFFERENT = re.compile(r"[\t\ufeff!]|[|>]#|\\u")
    """Where the pure loader, which ReMe uses, and libyaml may disagree."""

    def loader(self, fm: str) -> type[Any]:
        """The pure loader where the two may disagree, else libyaml."""
        return yaml.SafeLoader if len(fm) <= MAX_PURE and self.DIFFERENT.search(fm) else _QuickLoader


def read_block(text: str, *, reme: bool = False) -> Block:
    """The frontmatter of a note's decoded text; never raises. With `reme`, as ReMe would find it."""
    handler = _handler(ReMeHandler if reme else NoteHandler)
    fences = handler.find(text)
    if fences is None:
        other = None if reme else read_toml(text) or read_json(text)
        body = 1 if text.startswith("\ufeff") else 0
        return other or Block("none", body, body, body, 1, ())
    inner = text[fences.start : fences.end]
    body_line = 1 + lines_before(text, fences.body_start)
    # libyaml does not count a mark at the very start, so its offsets would be short.
    skipped = len(inner) - len(inner.lstrip("\ufeff")) if handler.loader(inner) is _QuickLoader else 0
    root, error = _compose(handler, inner, skipped)
    if error is not None or root is None:
        return Block("yaml", *fences, body_line, None if error else (), error)
    aliases = _alias_events(inner[skipped:], handler) if "*" in inner else None
    plain_tags = yaml.SafeLoader.yaml_constructors
    reader = NodeReader(text, fences.start + skipped, end=fences.end, plain_tags=plain_tags, aliases=aliases)
    entries = reader.entries(root)
    return Block("yaml", *fences, body_line, entries, None, reader.refused)


def constructed(scalar: Scalar) -> object:
    """What YAML 1.1 makes of a number, date or truth value (`010` is 8); ValueError when it is impossible."""
    if len(scalar.text) > MAX_NUMBER:
        raise ValueError("too long to be a value")
    node = yaml.ScalarNode(_TAGS[scalar.kind], scalar.text)
    try:
        return yaml.constructor.SafeConstructor().construct_document(node)
    except (yaml.YAMLError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise ValueError("not a value") from error


@cache
def _handler(kind: type[NoteHandler]) -> NoteHandler:
    return kind()


def _compose(handler: NoteHandler, inner: str, skipped: int) -> tuple[yaml.MappingNode | None, BlockError | None]:
    """The root mapping, or why there is none; neither for an empty block."""
    conflict = conflict_error(inner)
    if conflict is not None:
        return None, conflict
    try:
        root = handler.load(inner[skipped:])
    except TooBigError as error:
        return None, too_big(str(error))
    except (RecursionError, MemoryError):
        return None, too_big("it is too large")
    except (yaml.YAMLError, ValueError) as error:
        return None, bad_character(inner) or explain(inner, _fault(error, skipped))
    if root is None or isinstance(root, yaml.MappingNode):
        return root, None
    return None, not_a_mapping()


def _fault(error: Exception, skipped: int) -> YamlFault:
    mark = getattr(error, "problem_mark", None)
    begun = getattr(error, "context_mark", None) or mark
    problem = " ".join(str(part) for part in (getattr(error, "context", ""), getattr(error, "problem", "")) if part)
    return YamlFault(problem, skipped + (mark.index if mark else 0), skipped + (begun.index if begun else 0))


def _check_size(inner: str, loader: type[Any]) -> None:
    """Refuse what would overrun a parser's stack or take seconds; raises TooBigError and yaml.YAMLError.

    Every collection and entry costs one of these characters, so most blocks need no closer look.
    """
    if sum(map(inner.count, ":-?[{,")) <= MAX_DEPTH:
        return
    depth = 0
    for number, event in enumerate(yaml.parse(inner, Loader=loader)):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise TooBigError(f"it is nested more than {MAX_DEPTH} levels deep")
        if number > MAX_EVENTS:
            raise TooBigError(f"it holds more than {MAX_EVENTS:,} entries")


def _alias_events(inner: str, handler: NoteHandler) -> Iterator[yaml.AliasEvent]:
    events = yaml.parse(inner, Loader=handler.loader(inner))
    return (event for event in events if isinstance(event, yaml.AliasEvent))

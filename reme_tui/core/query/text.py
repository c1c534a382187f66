r"""The text form of a query, read and written.

    launch budget           words
    "spare parts"           must occur
    -draft -"old plan"      must not occur
    tag:Alice -tag:"Gold"   tags; several mean any of them, with match:all all of them
    is:untagged             notes without tags
    path:daily/             below a path
    from:2026-08 to:today   first and last day
    in:30d in:"last month"  both at once
    is:undated              with dates: notes without a date too

Full-width `：`, `“`, `”`, `－` and blanks count as their ASCII twins where they are signs. Inside quotes `\"` is a
quote and `\\` a backslash. A backslash before what would be a sign makes it a word: `\-draft`, `\tag:x`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from reme_tui.core.dates import parse_day, parse_range
from reme_tui.core.query.query import Query, QueryError, Scope

_QUOTES = '"“”'
_TOKEN = re.compile(
    rf"""(?P<minus>[-－]?)
    (?:(?P<name>(?ai:tag|path|from|to|in|is|match))[:：])?
    (?:[{_QUOTES}](?P<quoted>(?:[^\\{_QUOTES}]|\\[\\{_QUOTES}]|\\)*+)(?P<closing>[{_QUOTES}]?)|(?P<bare>\S*+))""",
    re.VERBOSE,
)
_BLANKS = re.compile(r"\s*")
_ESCAPED = re.compile(rf"\\([\\{_QUOTES}])")
_TO_ESCAPE = re.compile(rf"([\\{_QUOTES}])")
_NEEDS_QUOTES = re.compile(rf"\s|\A[{_QUOTES}]|\A\Z")
_OPERATOR = re.compile(r"(?ai:tag|path|from|to|in|is|match)[:：]")

_Kind = Literal["word", "phrase", "excluded", "operator", "nothing"]


@dataclass(frozen=True, slots=True)
class _Token:
    """One piece of a line; `name` and `negated` are those of an operator, `end` is where it ends in the line."""

    kind: _Kind
    value: str
    start: int
    end: int
    name: str = ""
    negated: bool = False


@dataclass(slots=True)
class _Reading:
    """What a line asks for, as far as it was read. The tags are keys only."""

    words: list[str] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    tags: dict[str, None] = field(default_factory=dict)
    excluded_tags: dict[str, None] = field(default_factory=dict)
    scope: Scope = field(default_factory=Scope)

    def add(self, token: _Token) -> None:
        targets = {"word": self.words, "phrase": self.phrases, "excluded": self.excluded}
        if token.kind in targets:
            targets[token.kind].append(token.value)

    def narrow(self, token: _Token, today: dt.date) -> None:
        if token.name == "tag":
            (self.excluded_tags if token.negated else self.tags)[token.value] = None
        elif token.negated:
            raise QueryError(f"only words and tags can be excluded, not {token.name}:{token.value!r}")
        else:
            self.scope = _narrowed(self.scope, token.name, token.value, today=today)

    def query(self) -> Query:
        scope = replace(self.scope, tags=tuple(self.tags), excluded_tags=tuple(self.excluded_tags))
        return Query(" ".join(self.words), tuple(self.phrases), tuple(self.excluded), scope)


def parse_query(text: str, today: dt.date) -> Query:
    """Read `text`; relative dates count from `today`.

    An operator without a value is a word, a quote that is not closed reaches to the end. Raises QueryError for an
    operator whose value cannot be read.
    """
    reading = _Reading()
    for token in _tokens(text):
        if token.kind == "operator":
            reading.narrow(token, today)
        else:
            reading.add(token)
    return reading.query()


def complete_operators(text: str, today: dt.date) -> tuple[Query, str]:
    """Take the finished operators, those with a blank behind them, out of a line that is being typed.

    Returns what the line asks for so far and the line without the finished operators. An operator that is still being
    typed stays in the line and is not asked for yet. At enter, `parse_query` takes it as it stands. Raises QueryError.
    """
    reading, rest, kept_from = _Reading(), [], 0
    for token in _tokens(text):
        if token.kind != "operator":
            reading.add(token)
        elif text[token.end : token.end + 1].isspace():
            reading.narrow(token, today)
            rest.append(text[kept_from : token.start])
            kept_from = token.end + 1
    return reading.query(), "".join((*rest, text[kept_from:]))


def format_query(query: Query) -> str:
    """Write `query` so that reading it gives the same again.

    That holds for all that `parse_query` can return: words parted by single blanks, and no empty tag or phrase.
    """
    words = (f"\\{word}" if _is_sign(word.lstrip("\\")) else word for word in query.text.split())
    phrases = (_quoted(phrase) for phrase in query.phrases)
    excluded = (f"-{_excluded(text)}" for text in query.excluded)
    return " ".join((*_scope_parts(query.scope), *phrases, *words, *excluded))


def _scope_parts(scope: Scope) -> Iterator[str]:
    yield from (f"tag:{_value(tag)}" for tag in scope.tags)
    yield from (f"-tag:{_value(tag)}" for tag in scope.excluded_tags)
    if scope.all_tags:
        yield "match:all"
    if scope.untagged:
        yield "is:untagged"
    if scope.path:
        yield f"path:{_value(scope.path)}"
    if scope.since:
        yield f"from:{scope.since.isoformat()}"
    if scope.until:
        yield f"to:{scope.until.isoformat()}"
    if scope.undated:
        yield "is:undated"


def _value(text: str) -> str:
    return _quoted(text) if _NEEDS_QUOTES.search(text) else text


def _excluded(text: str) -> str:
    is_word = _has_letter(text) and not _OPERATOR.match(text)
    return _value(text) if is_word else _quoted(text)


def _quoted(text: str) -> str:
    return '"' + _TO_ESCAPE.sub(r"\\\1", text) + '"'


def _has_letter(text: str) -> bool:
    return any(map(str.isalnum, text))


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while True:
        blanks = _BLANKS.match(text, position)
        position = blanks.end() if blanks else position
        found = _TOKEN.match(text, position)
        if position == len(text) or not found:
            return
        yield _read(found)
        position = found.end()


def _read(found: re.Match[str]) -> _Token:
    quoted, minus, name = found["quoted"], found["minus"], found["name"]
    value = found["bare"] if quoted is None else _ESCAPED.sub(r"\1", quoted)
    start, end = found.span()
    blank = not value or value.isspace()
    if name and not blank:
        return _Token("operator", value, start, end, name.lower(), negated=bool(minus))
    if quoted is not None and not name:
        return _Token("nothing" if blank else "excluded" if minus else "phrase", value, start, end)
    if minus and not name and _has_letter(value):
        return _Token("excluded", value, start, end)
    word = found[0] if quoted is None else found.string[start : found.start("quoted") - 1]
    if word.startswith("\\") and _is_sign(word.lstrip("\\")):
        word = word[1:]
    return _Token("word", word, start, end)


def _is_sign(word: str) -> bool:
    """Whether `word`, which holds no blanks, would be read as something else than a word."""
    found = _TOKEN.match(word)
    if not found:
        return False
    return found["quoted"] is not None or bool(
        found["bare"] if found["name"] else found["minus"] and _has_letter(found["bare"])
    )


def _narrowed(scope: Scope, name: str, value: str, *, today: dt.date) -> Scope:
    if name == "path":
        return replace(scope, path=value)
    if name in ("from", "to", "in"):
        return _dated(scope, name, value, today=today)
    switched = {
        "is:untagged": replace(scope, untagged=True),
        "is:undated": replace(scope, undated=True),
        "match:all": replace(scope, all_tags=True),
        "match:any": replace(scope, all_tags=False),
    }
    asked = f"{name}:{value.casefold()}"
    if asked not in switched:
        known = " or ".join(one for one in switched if one.startswith(name))
        raise QueryError(f"{name}:{value!r} is not known (try {known})")
    return switched[asked]


def _dated(scope: Scope, name: str, value: str, *, today: dt.date) -> Scope:
    try:
        if name == "in":
            since, until = parse_range(value, today)
            return replace(scope, since=since, until=until)
        if name == "from":
            return replace(scope, since=parse_day(value, today))
        return replace(scope, until=parse_day(value, today, end=True))
    except ValueError as error:
        raise QueryError(f"{name}: {error}") from error

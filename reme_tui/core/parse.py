"""A note, read from its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from sys import intern
from typing import NamedTuple, TypeGuard

from reme_tui.core.body.passages import Body, read_body
from reme_tui.core.dates import note_date
from reme_tui.core.frontmatter.block import Block, Entry, ListValue, Scalar, Value, plain_text
from reme_tui.core.frontmatter.nodes import whole
from reme_tui.core.frontmatter.problems import block_problems
from reme_tui.core.frontmatter.reme_view import reme_view
from reme_tui.core.frontmatter.tag_field import read_tags, split_string
from reme_tui.core.links.wikilinks import scan_links
from reme_tui.core.note import Link, Note, Passage, Problem, Tag
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.text.lines import lines_before

TOGETHER = 1 << 18
"""Characters read together: some hundred notes, and no more large blocks at a time than can be held."""

_LINE = attrgetter("line")
_ALIAS_KEYS = ("aliases", "alias")
_TAG_KEYS = ("tags", "tag")


class Source(NamedTuple):
    """A file to be read as a note: `text` is decoded, with its byte order mark, `modified` its own time in seconds.

    `problems` are what is already known to be wrong with it.
    """

    path: str
    text: str
    digest: str
    modified: float
    problems: tuple[Problem, ...] = ()


def parse_notes(sources: Iterable[Source], rules: ReadingRules) -> list[Note]:
    """Everything the app knows of some notes, in the order of their sources; never raises.

    What cannot be read becomes a problem, and the body stays searchable.
    """
    notes: list[Note] = []
    group: list[Source] = []
    size = 0
    for source in sources:
        group.append(source)
        size += len(source.text)
        if size >= TOGETHER:
            notes += _parse_together(group, rules)
            group, size = [], 0
    if group:
        notes += _parse_together(group, rules)
    return notes


def _parse_together(sources: list[Source], rules: ReadingRules) -> list[Note]:
    """Read some notes step by step: what one step needs stays in the processor's caches, which saves a third."""
    # yaml is heavy, so it comes with the first note.
    from reme_tui.core.frontmatter.read import read_block

    blocks = [read_block(source.text, reme=rules.reme) for source in sources]
    fronts = [_read_front(source, block, rules) for source, block in zip(sources, blocks, strict=True)]
    # What is not indexed is as if it had no body.
    places = [
        (source.text, block.body_start, block.body_line) if front.indexed else ("", 0, 1)
        for source, block, front in zip(sources, blocks, fronts, strict=True)
    ]
    bodies = [read_body(*place) for place in places]
    links = [scan_links(*place, rules=rules) for place in places]
    return [_note(*parts) for parts in zip(sources, blocks, fronts, bodies, links, strict=True)]


def _note(source: Source, block: Block, front: _Front, body: Body, links: tuple[Link, ...]) -> Note:
    fields = {entry.key.text: entry.value for entry in front.entries}
    problems = (*source.problems, *front.problems)
    return Note(
        path=source.path,
        title=_title(source.path, fields, body),
        description=plain_text(fields.get("description")),
        tags=front.tags,
        date=note_date(source.path, front.entries),
        links=links,
        passages=body.passages if body.passages or not front.indexed else (_bare_passage(source.text, block),),
        aliases=_aliases(fields),
        problems=tuple(sorted(problems, key=_LINE)) if problems else (),
        format=block.format,
        list_keys=front.list_keys,
        digest=source.digest,
        modified=source.modified,
    )


class _Front(NamedTuple):
    """What counts of a frontmatter under the rules, and whether the note is indexed at all."""

    entries: tuple[Entry, ...]
    tags: tuple[Tag, ...]
    problems: tuple[Problem, ...]
    list_keys: tuple[str, ...]
    indexed: bool = True


def _read_front(source: Source, block: Block, rules: ReadingRules) -> _Front:
    path, text = source.path, source.text
    entries = block.entries or ()
    tag_fields = rules.tag_fields[:1] if rules.reme else rules.tag_fields
    tags, problems = read_tags(path, text, entries, fields=tag_fields, split=rules.split_strings)
    found = block_problems(path, text, block, rules=rules)
    view = reme_view(path, text, block, rules=rules)
    if view is None or not rules.reme:
        lost = view.problems if view else ()
        return _Front(entries, tags, (*found, *problems, *lost), _list_keys(entries, rules))
    # Where ReMe ignores a block, what is wrong inside its tag field does not matter.
    inside = problems if view.entries else ()
    problems = (*found, *inside, *view.problems)
    return _Front(view.entries, view.tags, problems, _list_keys(view.entries, rules), view.indexed)


def _title(path: str, fields: Mapping[str, Value], body: Body) -> str:
    named = plain_text(fields.get("name")) or plain_text(fields.get("title"))
    if named or body.heading:
        return whole(named or body.heading)
    name = whole(path.rpartition("/")[2])
    stem, _, suffix = name.rpartition(".")
    return stem if stem and suffix.lower() in ("md", "markdown") else name


def _aliases(fields: Mapping[str, Value]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for key in _ALIAS_KEYS:
        value = fields.get(key)
        if isinstance(value, ListValue):
            names.update((plain_text(item), None) for item in value.items)
        elif isinstance(value, Scalar) and value.kind != "null":
            names.update((name, None) for name in split_string(value, "comma"))
    names.pop("", None)
    return tuple(names)


def _list_keys(entries: tuple[Entry, ...], rules: ReadingRules) -> tuple[str, ...]:
    """Keys that look like tag fields: they hold a list of nothing but text, or text under a name that says so."""
    return tuple(
        intern(key.text)
        for key, value in entries
        if key.text not in rules.tag_fields
        and key.text not in _ALIAS_KEYS
        and (_is_list_of_text(value) or (key.text in _TAG_KEYS and not rules.reme and _is_text(value) and value.text))
    )


def _is_list_of_text(value: Value) -> bool:
    return isinstance(value, ListValue) and bool(value.items) and all(map(_is_text, value.items))


def _is_text(value: Value) -> TypeGuard[Scalar]:
    return isinstance(value, Scalar) and value.kind != "null"


def _bare_passage(text: str, block: Block) -> Passage:
    """The passage of a note without a body: no text, but its title and tags can be found."""
    last = 1 if block.format == "none" else 1 + lines_before(text, block.end)
    return Passage(1, last, block.body_start, block.body_start)

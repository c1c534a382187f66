"""What the screen says where there is nothing to list, and which key leads on: pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from reme_tui.core.query.hints import conditions_without
from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import BY_ID, first_key
from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.drawing.lines import Span, clickable, command_span
from reme_tui.ui.drawing.theme import BOLD, Ink

if TYPE_CHECKING:
    from reme_tui.core.query.query import Query, Scope
    from reme_tui.core.snapshot import Snapshot
    from reme_tui.core.tags import TagIndex
    from reme_tui.search.results import Results

Lines = list[list[Span]]

MOST_FIELDS = 3
"""Fields offered in place of tags: there is room for a few."""


def offer(inks: Ink, command_id: str, text: str = "") -> list[Span]:
    """Return a key and what it does, as a click does too."""
    return [
        command_span(f"{first_key(command_id, otherwise='▸'):<6}", inks.accent + BOLD, command_id),
        (f"  {text or BY_ID[command_id].help.lower()}", clickable(inks.dim, command=command_id)),
    ]


def headline(text: str, inks: Ink) -> list[Span]:
    """Return the line that says what is the matter."""
    return [(shown(text), inks.strong + BOLD)]


class View(NamedTuple):
    """What the screen knows: the vault as read so far, the last answer, and why nothing can be read."""

    snapshot: Snapshot | None
    results: Results | None
    complete: bool
    trouble: str
    folder: str


def hits_notice(view: View, inks: Ink) -> Lines:
    """Return what stands in place of hits: nothing while there are some, or while they are being looked for."""
    if view.snapshot is None:
        return unreadable_vault(view.trouble, inks) if view.trouble else still_reading(inks)
    if not view.snapshot.notes:
        return empty_vault(view.folder, inks) if view.complete else still_reading(inks)
    if view.results and not view.results.hits:
        return no_hits(view.results, view.snapshot.tags, inks, complete=view.complete)
    return []


def tags_notice(view: View, fields: Sequence[str], inks: Ink) -> Lines:
    """Return what stands in place of tags in a vault that has notes but no tag."""
    from reme_tui.core.tag_fields import fields_of

    if not (view.complete and view.snapshot and view.snapshot.notes) or view.snapshot.tags.rows():
        return []
    listed = fields_of(view.snapshot.notes.values(), ())[:MOST_FIELDS]
    return no_tags(fields, [(field.name, field.notes) for field in listed], inks)


def unreadable_vault(reason: str, inks: Ink) -> Lines:
    """Say that the vault cannot be read."""
    return [
        headline(reason, inks),
        [],
        offer(inks, "app.look_again", "look again, once it is there"),
        offer(inks, "app.leave", "quit, then: reme-tui FOLDER or reme-tui demo"),
    ]


def unreadable_note(reason: str, inks: Ink) -> Lines:
    """Say why a note cannot be shown."""
    return [headline(reason, inks), [], offer(inks, "app.look_again", "compare the disk with what is shown")]


def still_reading(inks: Ink) -> Lines:
    """Say that nothing has been read yet."""
    return [[("reading the vault…", inks.dim)]]


def empty_vault(folder: str, inks: Ink) -> Lines:
    """Say that there are no notes."""
    return [
        headline("no notes here", inks),
        [(shown(folder), inks.dim)],
        [("a note is a file that ends in .md or .markdown", inks.dim)],
        [],
        offer(inks, "app.look_again", "look again, once there are some"),
        offer(inks, "app.leave", "quit, then: reme-tui FOLDER or reme-tui demo"),
    ]


def no_tags(fields: Sequence[str], keys: Sequence[tuple[str, int]], inks: Ink) -> Lines:
    """Say why the tag list is empty, and which frontmatter `keys` (each with its notes) would fill it."""
    lines: Lines = [[("no note has", inks.dim)], [(shown(", ".join(fields)), inks.soft)]]
    if keys:
        lines += [[], [("fields there are:", inks.dim)]]
        lines += [[(f"{shown(key)} ", inks.soft), (f"{count:,} notes", inks.dim)] for key, count in keys]
        lines += [[], [command_span("▸ take one for tags", inks.accent, "app.tag_field")]]
    return lines


def no_hits(results: Results, tags: TagIndex, inks: Ink, *, complete: bool) -> Lines:
    """Say which step left nothing, and offer the keys that widen it."""
    so_far = "" if complete else " of what is read so far"
    instead = [offer(inks, "browse.accept", shown(offered.text))] if (offered := offered_by(results)) else []
    if results.unknown_tags:
        lines = [*_unknown_tags(results.unknown_tags, tags, inks, so_far=so_far), *instead]
    elif results.empty == "dates":
        lines = [*_no_date(results.undated, inks, so_far), *instead]
    elif results.empty == "scope":
        lines = [*_no_note(results.query.scope, inks, so_far), *instead]
    elif results.relaxed:
        conditions, _ = conditions_without(results.query, results.relaxed.query)
        lines = [headline(f"{conditions} leaves nothing{so_far}", inks), [], *instead, _other_words(inks)]
    else:
        lines = [headline(f"nothing{so_far} matches these words", inks), [], _other_words(inks), *instead]
    if not results.query.scope.is_whole_vault:
        lines.append(offer(inks, "browse.clear", "search the whole vault"))
    return lines


def _unknown_tags(unknown: Sequence[str], tags: TagIndex, inks: Ink, *, so_far: str) -> Lines:
    meant = [[(shown(f"did you mean {tag}?"), inks.soft)] for tag in _nearest(unknown, tags)]
    return [
        headline(f"no note{so_far} has the tag {', '.join(unknown)}", inks),
        *meant,
        [],
        offer(inks, "browse.tags", "pick one"),
    ]


def _no_date(undated: int, inks: Ink, so_far: str) -> Lines:
    lines: Lines = [headline(f"no note{so_far} of the filter has a date in this range", inks)]
    if undated:
        lines.append([(f"{undated:,} of them without a date", inks.dim)])
    lines += [[], offer(inks, "browse.dates", "change the dates")]
    if undated:
        lines.append(offer(inks, "browse.undated", "let those without a date in"))
    return lines


def _no_note(scope: Scope, inks: Ink, so_far: str) -> Lines:
    lines: Lines = [headline(f"no note{so_far} passes the filter", inks), []]
    if len(scope.tags) > 1 and scope.all_tags:
        lines.append(offer(inks, "tags.any_all", "any of the tags will do (in the tag list)"))
    return lines


def _other_words(inks: Ink) -> list[Span]:
    return offer(inks, "browse.query", "other words")


class Offered(NamedTuple):
    """What may be asked in place of a query, and how that is said."""

    query: Query
    text: str


def offered_by(results: Results) -> Offered | None:
    """Return what is offered in place of a query: it without what left nothing, else with its words spelled right."""
    if relaxed := results.relaxed:
        _, without = conditions_without(results.query, relaxed.query)
        return Offered(relaxed.query, f"{without}: {counted(relaxed.notes, 'note')}")
    if results.suggestion:
        return Offered(replace(results.query, text=results.suggestion), f"did you mean {results.suggestion}")
    return None


def _nearest(unknown: Sequence[str], tags: TagIndex) -> list[str]:
    from reme_tui.tidy.planning.nearest import nearest_tag

    return [nearest for tag in unknown if (nearest := nearest_tag(tag, tags))]

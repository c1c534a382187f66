"""What keys and clicks make of a scope: pure functions from one Scope to the next."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from reme_tui.core.query.query import Scope
from reme_tui.core.tag_key import tag_key

PRESETS = ("7d", "30d", "90d", "1y")


def holds(tags: tuple[str, ...], tag: str) -> bool:
    """Whether `tags` holds `tag` in any spelling."""
    return tag_key(tag) in {tag_key(each) for each in tags}


def _without(tags: tuple[str, ...], tag: str) -> tuple[str, ...]:
    key = tag_key(tag)
    return tuple(each for each in tags if tag_key(each) != key)


def toggle_tag(scope: Scope, tag: str) -> Scope:
    """Put `tag` into the filter, or take it out; a tag asked for is not excluded."""
    if holds(scope.tags, tag):
        return replace(scope, tags=_without(scope.tags, tag))
    excluded = _without(scope.excluded_tags, tag)
    return replace(scope, tags=(*scope.tags, tag), excluded_tags=excluded, untagged=False)


def toggle_excluded(scope: Scope, tag: str) -> Scope:
    """Exclude `tag`, or no longer; an excluded tag is not asked for."""
    if holds(scope.excluded_tags, tag):
        return replace(scope, excluded_tags=_without(scope.excluded_tags, tag))
    return replace(scope, excluded_tags=(*scope.excluded_tags, tag), tags=_without(scope.tags, tag))


def toggle_untagged(scope: Scope) -> Scope:
    """Ask for notes without a tag, or no longer; that and tags asked for exclude one another."""
    return replace(scope, untagged=not scope.untagged, tags=())


def without_last_chip(scope: Scope) -> Scope:
    """Drop what was added last: path, untagged, an excluded tag, a tag."""
    if scope.path:
        return replace(scope, path="")
    if scope.untagged:
        return replace(scope, untagged=False)
    if scope.excluded_tags:
        return replace(scope, excluded_tags=scope.excluded_tags[:-1])
    return replace(scope, tags=scope.tags[:-1])


def in_range(scope: Scope, since: dt.date | None, until: dt.date | None) -> Scope:
    """Set both ends of the date range; without any, undated notes need no permission."""
    return replace(scope, since=since, until=until, undated=scope.undated and bool(since or until))


def preset_of(scope: Scope, today: dt.date) -> str:
    """Return which preset the dates are: one of PRESETS, `all`, or nothing."""
    if not (scope.since or scope.until):
        return "all"
    from reme_tui.core.dates import parse_range

    return next((each for each in PRESETS if (scope.since, scope.until) == parse_range(each, today)), "")


def read_dates(text: str, today: dt.date) -> tuple[dt.date | None, dt.date | None]:
    """Read a date line: nothing or `all`, else what `parse_range` reads. Raises ValueError, which names it."""
    from reme_tui.core.dates import parse_range

    return (None, None) if text.strip().casefold() in {"", "all"} else parse_range(text, today)


def write_dates(scope: Scope, today: dt.date) -> str:
    """Return the date line for a scope; `read_dates` gives the same range back."""
    preset = preset_of(scope, today)
    if preset:
        return "" if preset == "all" else preset
    return f"{scope.since or ''}..{scope.until or ''}"


def merged(scope: Scope, addition: Scope) -> Scope:
    """Return `scope` with what `addition` asks for besides; of paths and dates the addition's hold."""
    for tag in addition.tags:
        scope = scope if holds(scope.tags, tag) else toggle_tag(scope, tag)
    for tag in addition.excluded_tags:
        scope = scope if holds(scope.excluded_tags, tag) else toggle_excluded(scope, tag)
    if addition.untagged and not scope.untagged:
        scope = toggle_untagged(scope)
    return replace(
        scope,
        all_tags=scope.all_tags or addition.all_tags,
        path=addition.path or scope.path,
        since=addition.since or scope.since,
        until=addition.until or scope.until,
        undated=scope.undated or addition.undated,
    )

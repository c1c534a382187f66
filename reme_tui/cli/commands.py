"""The commands, by name: those that only look are here."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from reme_tui.cli import cleanup, render, shapes, suggesting
from reme_tui.cli.arguments import UsageError
from reme_tui.cli.invocation import Command, Invocation
from reme_tui.cli.progress import progress_line
from reme_tui.cli.screen import SCREENS
from reme_tui.core.dates import parse_day
from reme_tui.core.note import Severity
from reme_tui.core.query.hints import slip_of
from reme_tui.core.query.query import Query
from reme_tui.core.query.text import parse_query
from reme_tui.core.text.words import counted
from reme_tui.workspace import Workspace


def _tags(run: Invocation) -> int:
    workspace = run.loaded(meaning=False)
    tags = workspace.snapshot.tags
    rows = sorted(tags.rows(), key=lambda row: row.key)
    if run.arguments.order_by == "file_count":
        rows.sort(key=lambda row: row.files, reverse=run.arguments.order != "asc")
    elif run.arguments.order == "desc":
        rows.reverse()
    if run.arguments.json:
        shapes.print_json(shapes.tags_shape(rows, tags))
    else:
        render.print_tags(rows, tags, files=run.arguments.files)
        render.say(f"{counted(len(rows), 'tag')}; {counted(len(tags.untagged), 'note')} without a tag")
    if not rows:
        render.say_other_fields(workspace.snapshot.notes.values(), workspace.config.reading.tag_fields)
    return 0


def _search(run: Invocation) -> int:
    workspace = Workspace(run.configured())
    query = replace(_query(run.arguments, workspace), order=run.arguments.order_by)
    with progress_line() as report:
        workspace.load(report, meaning=not run.arguments.words_only)
    results = workspace.search(query, limit=run.arguments.limit, words_only=run.arguments.words_only)
    neighbours = {hit.note.path: workspace.neighbours(hit.note.path, query.scope) for hit in results.hits}
    if run.arguments.json:
        shapes.print_json(shapes.search_shape(run.arguments.query, results, neighbours))
    else:
        render.print_results(results, neighbours)
    _guess(results.unknown_tags, workspace)
    _say_slip(query)
    return 0


def _guess(unknown_tags: Sequence[str], workspace: Workspace) -> None:
    """Name the tags that may be meant by those that no note has."""
    from reme_tui.tidy.planning.nearest import nearest_tag

    for tag in unknown_tags:
        if near := nearest_tag(tag, workspace.snapshot.tags):
            render.say(f"did you mean {near}?")


def _say_slip(query: Query) -> None:
    """Name the operator that may be meant by a word."""
    if slip := slip_of(query):
        render.say(f"{slip.typed}: is searched as a word; did you mean {slip.meant}: ?")


def _why(run: Invocation) -> int:
    workspace = Workspace(run.configured())
    query = _query(run.arguments, workspace)
    with progress_line() as report:
        workspace.load(report, meaning=not run.arguments.words_only)
    explanation = workspace.why(run.vault_path(run.arguments.note, workspace.config.vault), query)
    if run.arguments.json:
        shapes.print_json(shapes.why_shape(explanation))
    else:
        render.print_explanation(explanation)
    _say_slip(query)
    return 0 if explanation.path in workspace.snapshot.notes else 1


def _query(arguments: argparse.Namespace, workspace: Workspace) -> Query:
    """Join the query's own operators with the flags. Raises for a date that cannot be read, naming it."""
    today = workspace.today()
    query = parse_query(arguments.query, today)
    scope = query.scope
    try:
        since = parse_day(arguments.since, today, end=False) if arguments.since else scope.since
        until = parse_day(arguments.until, today, end=True) if arguments.until else scope.until
    except ValueError as error:
        raise UsageError(str(error)) from error
    return replace(
        query,
        scope=replace(
            scope,
            tags=(*scope.tags, *arguments.tag),
            excluded_tags=(*scope.excluded_tags, *arguments.not_tag),
            all_tags=scope.all_tags or arguments.all_tags,
            since=since,
            until=until,
            undated=scope.undated or arguments.undated,
            path=arguments.path or scope.path,
        ),
    )


def _check(run: Invocation) -> int:
    workspace = run.loaded(meaning=False)
    problems = workspace.snapshot.problems
    if run.arguments.json:
        shapes.print_json(shapes.problems_shape(problems))
    else:
        render.print_problems(problems, workspace.left_out)
    failing = problems if run.arguments.strict else [p for p in problems if p.severity is Severity.ERROR]
    return 1 if failing else 0


def _reindex(run: Invocation) -> int:
    from reme_tui.indexing.reindex import reindex

    started = time.perf_counter()
    config = run.opened().config
    with progress_line() as report:
        found = reindex(config, run.arguments.scope, report)
    elapsed_ms = round((time.perf_counter() - started) * 1000)
    if run.arguments.json:
        shapes.print_json({"scope": run.arguments.scope, **shapes.reindexed_shape(found), "elapsed_ms": elapsed_ms})
    else:
        render.print_reindexed(found, elapsed_ms)
    return 0


def _duplicates(run: Invocation) -> int:
    from reme_tui.tidy.duplicates.find import find_duplicates

    if run.arguments.tags_from:
        tags = _counted_tags(run.arguments.tags_from)
        found = find_duplicates(tags).at_least(run.arguments.tier)
    else:
        workspace = run.loaded(meaning=True)
        tags = {row.tag: row.files for row in workspace.snapshot.tags.rows()}
        near_duplicates = workspace.near_duplicates
        found = near_duplicates.explained(near_duplicates.find().at_least(run.arguments.tier))
        for problem in near_duplicates.problems:
            render.say(f"{problem.path}:{problem.line}: {problem.message}")
    if run.arguments.json or run.arguments.tags_from:
        shapes.print_json(shapes.duplicates_shape(found))
    else:
        render.print_duplicates(found, tags)
    return 0


def _counted_tags(source: str) -> Mapping[str, int]:
    """Read a JSON list of tags, or an object of tags and counts, from a file or `-`. Raises UsageError."""
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
        tags = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"--tags-from {source}: {error}") from error
    if isinstance(tags, list) and all(isinstance(tag, str) for tag in tags):
        return dict.fromkeys(tags, 1)
    if isinstance(tags, dict) and all(type(count) is int and count >= 0 for count in tags.values()):
        return tags
    raise UsageError(f"--tags-from {source}: neither a list of tags nor an object of tags and counts")


COMMANDS: Mapping[str, Command] = {
    **SCREENS,
    "tags": _tags,
    "search": _search,
    "why": _why,
    "check": _check,
    "reindex": _reindex,
    "duplicates": _duplicates,
    "suggest": suggesting.suggest,
    "rename": cleanup.rename,
    "merge": cleanup.merge,
    "delete": cleanup.delete,
    "add": cleanup.retag,
    "untag": cleanup.retag,
    "history": cleanup.history,
    "undo": cleanup.undo,
    "recover": cleanup.recover,
}

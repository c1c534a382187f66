"""The command that suggests tags: it prints them with the reasons, or adds them as one change."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reme_tui.cli import render, shapes
from reme_tui.cli.arguments import UsageError
from reme_tui.cli.cleanup import carry_out
from reme_tui.cli.opening import loaded, vault_path
from reme_tui.core.text.display import visible
from reme_tui.core.text.words import counted

if TYPE_CHECKING:
    from reme_tui.cli.shapes import Shape
    from reme_tui.search.tag_suggestions.values import NoteSuggestions


def suggest(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> int:
    """Suggest tags for the notes named, else for all that have none; with `--apply`, add them."""
    if not arguments.apply and (arguments.dry_run or arguments.yes):
        raise UsageError("--dry-run and --yes go with --apply: without it, nothing is changed")
    workspace = loaded(arguments, cwd, environ, meaning=not arguments.words_only)
    notes = workspace.snapshot.notes
    named = [vault_path(path, workspace.config.vault, cwd) for path in arguments.paths]
    unknown = [path for path in dict.fromkeys(named) if path not in notes]
    paths = list(dict.fromkeys(named)) if named else sorted(workspace.snapshot.tags.untagged)
    found = workspace.suggestions.for_notes(paths, words_only=arguments.words_only)
    for path in unknown:
        render.say(f"{path}: it is no note of this vault")
    if not arguments.words_only and any(not note.with_meaning for note in found):
        render.say("without the nearest notes: meaning is not there to compare")
    status = 1 if unknown else 0
    tags = tuple((note.path, tuple(one.tag for one in note.suggestions)) for note in found if note.suggestions)
    if arguments.apply and tags:
        from reme_tui.tidy.changes import Suggested

        return max(status, carry_out(arguments, workspace, Suggested(tags)))
    if arguments.json:
        shapes.print_json(_nothing_applied(dry_run=arguments.dry_run) if arguments.apply else _shape(found))
    else:
        _print(found, whole=bool(named))
    return status


def _print(found: Sequence[NoteSuggestions], *, whole: bool) -> None:
    """Print each note with what is suggested; `whole`: those too for which nothing is, and why."""
    from reme_tui.search.tag_suggestions.wording import reasons_in_words, why_nothing

    width = max((len(one.tag) for note in found for one in note.suggestions), default=0)
    for note in found:
        if note.suggestions or whole:
            print(visible(note.path))
        for one in note.suggestions:
            for at, reason in enumerate(reasons_in_words(one)):
                print(visible(f"  {'' if at else one.tag:<{width}}  {reason}"))
        if whole and not note.suggestions:
            print(visible(f"  nothing: {why_nothing(note)}"))
    some = sum(bool(note.suggestions) for note in found)
    without = "" if whole else " without a tag"
    render.say(f"{counted(len(found), 'note')}{without}: tags for {some:,}, nothing for {len(found) - some:,}")


def _nothing_applied(*, dry_run: bool) -> Shape:
    """Return the shape of a change of no file."""
    from reme_tui.tidy.apply import Outcome

    return shapes.outcome_shape(Outcome(None)) | {"dry_run": dry_run}


def _shape(found: Iterable[NoteSuggestions]) -> Shape:
    """Return {"notes": [{"path", "tags", "suggestions": [{"tag", "key", "score", "why"}], "nothing"}]}."""
    from reme_tui.search.tag_suggestions.wording import reasons_in_words, why_nothing

    return {
        "notes": [
            {
                "path": note.path,
                "tags": list(note.tags),
                "suggestions": [
                    {"tag": one.tag, "key": one.key, "score": round(one.score, 3), "why": list(reasons_in_words(one))}
                    for one in note.suggestions
                ],
                "nothing": why_nothing(note),
            }
            for note in found
        ]
    }

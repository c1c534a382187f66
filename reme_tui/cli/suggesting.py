"""The command that suggests tags: it prints them with the reasons, or adds them as one change."""

from __future__ import annotations

from reme_tui.cli import render, shapes
from reme_tui.cli.arguments import UsageError
from reme_tui.cli.cleanup import carry_out
from reme_tui.cli.invocation import Invocation


def suggest(run: Invocation) -> int:
    """Suggest tags for the notes named, else for all that have none; with `--apply`, add them."""
    arguments = run.arguments
    if not arguments.apply and (arguments.dry_run or arguments.yes):
        raise UsageError("--dry-run and --yes go with --apply: without it, nothing is changed")
    workspace = run.loaded(meaning=not arguments.words_only)
    snapshot = workspace.snapshot
    named = list(dict.fromkeys(run.vault_path(path, workspace.config.vault) for path in arguments.paths))
    unknown = [path for path in named if path not in snapshot.notes]
    found = workspace.suggestions.for_notes(named or sorted(snapshot.tags.untagged), words_only=arguments.words_only)
    for path in unknown:
        render.say(f"{path}: it is no note of this vault")
    if not arguments.words_only and any(not note.with_meaning for note in found):
        render.say("without the nearest notes: meaning is not there to compare")
    status = 1 if unknown else 0
    tags = tuple((note.path, tuple(one.tag for one in note.suggestions)) for note in found if note.suggestions)
    if arguments.apply and tags:
        from reme_tui.tidy.changes import Suggested

        return max(status, carry_out(arguments, workspace, Suggested(tags)))
    if not arguments.json:
        render.print_suggestions(found, whole=bool(named))
    elif arguments.apply:
        shapes.print_json(_nothing_applied(dry_run=arguments.dry_run))
    else:
        shapes.print_json(shapes.suggestions_shape(found))
    return status


def _nothing_applied(*, dry_run: bool) -> shapes.Shape:
    """Return the shape of a change of no file."""
    from reme_tui.tidy.apply import Outcome

    return shapes.outcome_shape(Outcome(None)) | {"dry_run": dry_run}

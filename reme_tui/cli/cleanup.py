"""The commands that change notes: plan, show, ask, apply; and their history."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, TextIO

from reme_tui.cli import render, shapes
from reme_tui.cli.arguments import UsageError
from reme_tui.cli.invocation import Invocation
from reme_tui.core.text.display import visible, visible_lines
from reme_tui.core.text.words import counted
from reme_tui.workspace import Workspace

if TYPE_CHECKING:
    from reme_tui.tidy.apply import Outcome
    from reme_tui.tidy.changes import TagChange
    from reme_tui.tidy.cleanup import Cleanup
    from reme_tui.tidy.journal import Log
    from reme_tui.tidy.planning.plan import Plan


def rename(run: Invocation) -> int:
    """Rename a tag, or all tags below one."""
    from reme_tui.tidy.changes import Rename

    return _change_all(run, Rename(run.arguments.old, run.arguments.new, run.arguments.children))


def merge(run: Invocation) -> int:
    """Make several tags one."""
    from reme_tui.tidy.changes import Merge

    return _change_all(run, Merge(tuple(run.arguments.tags), run.arguments.into))


def delete(run: Invocation) -> int:
    """Take tags off every note."""
    from reme_tui.tidy.changes import Delete

    return _change_all(run, Delete(tuple(run.arguments.tags), run.arguments.children))


def retag(run: Invocation) -> int:
    """Add a tag to some notes, or take it off them."""
    from reme_tui.tidy.changes import Retag

    workspace = run.loaded(meaning=False)
    paths = tuple(run.vault_path(path, workspace.config.vault) for path in run.arguments.paths)
    tags = (run.arguments.tag,)
    change = Retag(paths, add=tags) if run.arguments.command == "add" else Retag(paths, remove=tags)
    return carry_out(run.arguments, workspace, change)


def history(run: Invocation) -> int:
    """List what was changed, newest first."""
    log = run.opened().cleanup.log()
    _say_damaged(log)
    if run.arguments.json:
        shapes.print_json(shapes.history_shape(log.done))
    else:
        render.print_history(log.done)
        if not log.done:
            render.say("nothing was changed yet")
    return 0


def undo(run: Invocation) -> int:
    """Take back one change, or the newest."""
    cleanup = run.opened().cleanup
    _refuse_unsettled(cleanup)
    _say_damaged(cleanup.log())
    return _confirm_and_apply(run.arguments, cleanup, cleanup.plan_undo(run.arguments.id))


def _say_damaged(log: Log) -> None:
    """Name the lines of the journal that could not be read: the change that is missed may stand there."""
    if log.damaged:
        render.say(f"damaged lines in the journal, passed over: {', '.join(map(str, log.damaged))}")


def recover(run: Invocation) -> int:
    """Finish, or roll back, a change that was stopped half-way."""
    cleanup = run.opened().cleanup
    if cleanup.open_entry() is None:
        raise UsageError("another process is writing" if cleanup.busy() else "nothing was stopped half-way")
    if not run.arguments.yes and not _agreed(f"{run.arguments.how} it?"):
        return 1
    return _report(run.arguments, cleanup.finish() if run.arguments.how == "finish" else cleanup.roll_back())


def _change_all(run: Invocation, change: TagChange) -> int:
    """Make a change to all notes, or to `--path`."""
    return carry_out(run.arguments, run.loaded(meaning=False), change, only=run.arguments.only)


def carry_out(
    arguments: argparse.Namespace, workspace: Workspace, change: TagChange, *, only: str | None = None
) -> int:
    """Plan a change, show or ask, and apply it; return the exit status. `only` is a pattern the paths must match."""
    _refuse_unsettled(workspace.cleanup)
    plan = workspace.cleanup.plan(change, workspace.snapshot, only=only)
    return _confirm_and_apply(arguments, workspace.cleanup, plan)


def _refuse_unsettled(cleanup: Cleanup) -> None:
    """Do not write on top of a change that is half done."""
    if cleanup.open_entry() is not None:
        raise UsageError("first settle the change that was stopped half-way")


def _confirm_and_apply(arguments: argparse.Namespace, cleanup: Cleanup, plan: Plan) -> int:
    """Write without the workspace: the command ends here, and reading the notes again would be for nobody."""
    if plan.objection:
        raise UsageError(plan.objection)
    if arguments.dry_run:
        if arguments.json:
            shapes.print_json(shapes.plan_shape(plan))
        else:
            _show(plan, sys.stdout)
        return 1 if plan.refusals else 0
    if not arguments.yes:
        if sys.stdin.isatty():
            _show(plan, sys.stderr if arguments.json else sys.stdout)
        question = f"{plan.title}: change {counted(len(plan.edits), 'file')}?"
        if not _agreed(question):
            return 1
    for line in (*plan.notices, *plan.warnings):
        render.say(line)
    return _report(arguments, cleanup.apply(plan), plan)


def _report(arguments: argparse.Namespace, outcome: Outcome, plan: Plan | None = None) -> int:
    if arguments.json:
        shapes.print_json(shapes.outcome_shape(outcome, plan))
    else:
        render.print_outcome(outcome)
    return 1 if outcome.refused or outcome.objection or outcome.unclosed else 0


def _agreed(question: str) -> bool:
    """Ask; without a terminal to ask at, wrong usage."""
    if not sys.stdin.isatty():
        raise UsageError("there is no terminal to ask at: add --yes, or look first with --dry-run")
    sys.stderr.write(visible(f"{question} [y/N] "))
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _show(plan: Plan, stream: TextIO) -> None:
    print(visible_lines(plan.diff), end="", file=stream)
    for line in (*plan.notices, *plan.warnings):
        render.say(line)
    for refusal in plan.refusals:
        render.say(f"{refusal.path}: {refusal.reason}")
    totals = f"{counted(len(plan.edits), 'file')}, {counted(plan.lines, 'line')}, 0 bytes of any body"
    render.say(f"{plan.title}: {totals}")

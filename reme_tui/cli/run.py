"""From the words typed to an exit status: every failure is one line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from reme_tui.cli.arguments import UsageError, parse_arguments
from reme_tui.cli.invocation import Command, Invocation
from reme_tui.cli.screen import SCREENS
from reme_tui.config import ConfigError
from reme_tui.core.query.query import QueryError
from reme_tui.core.text.display import visible
from reme_tui.core.text.words import said_by
from reme_tui.exit_status import DONE, IN_PART, NO_VAULT, USAGE
from reme_tui.workspace import VaultError


def run(argv: Sequence[str] | None) -> int:
    """Run the command that `argv` (else the command line) names."""
    _prepare_streams()
    try:
        arguments = parse_arguments(sys.argv[1:] if argv is None else argv)
        status = _command(arguments.command)(Invocation(arguments, _here(), os.environ))
        sys.stdout.flush()
    except (UsageError, ConfigError, QueryError) as error:
        return _fail(str(error), USAGE)
    except VaultError as error:
        return _fail(str(error), NO_VAULT)
    except BrokenPipeError:
        _drop_output()  # the reader (head, less) has gone
        return DONE
    except OSError as error:
        _drop_output()
        where = f": {os.fsdecode(error.filename)}" if error.filename else ""
        return _fail(f"{said_by(error)}{where}", IN_PART)
    return status


def _command(name: str) -> Command:
    """Return what `name` runs; the screen is opened without importing what the others need."""
    if name in SCREENS:
        return SCREENS[name]
    from reme_tui.cli.commands import COMMANDS

    return COMMANDS[name]


def _prepare_streams() -> None:
    """Let names that are no UTF-8 be printed as escapes; a closed stream is empty, or swallows what it is given."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115  # open for as long as the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # the same
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # the same
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _drop_output() -> None:
    """Send what is still to be printed nowhere: the interpreter's own flush at exit must not complain."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _here() -> Path:
    """Return the folder we stand in; the root when that folder has been removed."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


def _fail(message: str, status: int) -> int:
    print(f"reme-tui: {visible(message)}", file=sys.stderr)
    return status

"""The headless front end; it imports the screen only to open it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from reme_tui.cli.arguments import UsageError, parse_arguments
from reme_tui.cli.commands import COMMANDS
from reme_tui.config import ConfigError
from reme_tui.core.query.text import QueryError
from reme_tui.core.text.display import visible
from reme_tui.workspace import VaultError

DONE, IN_PART, USAGE, NO_VAULT = 0, 1, 2, 3
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 for done, 1 in part or problems found, 2 wrong usage, 3 no vault to read."""
    for stream in (sys.stdout, sys.stderr):
        # A name on disk may hold bytes that are no UTF-8; they are printed as escapes.
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        arguments = parse_arguments(sys.argv[1:] if argv is None else argv)
        status = COMMANDS[arguments.command](arguments, Path.cwd(), os.environ)
        sys.stdout.flush()
    except (UsageError, ConfigError, QueryError) as error:
        return _fail(error, USAGE)
    except VaultError as error:
        return _fail(error, NO_VAULT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone; the interpreter's own flush at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        return status
    return DONE


def _fail(error: Exception, status: int) -> int:
    print(f"reme-tui: {visible(str(error))}", file=sys.stderr)
    return status

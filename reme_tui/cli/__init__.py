"""The headless front end; it imports the screen only to open it."""

from __future__ import annotations

from collections.abc import Sequence

INTERRUPTED = 130
"""The exit status a shell gives to a command stopped by ctrl+c."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 for done, 1 in part or problems found, 2 wrong usage, 3 no vault to read."""
    try:
        from reme_tui.cli.run import run

        return run(argv)
    except KeyboardInterrupt:  # also while the rest is being imported
        return INTERRUPTED

"""The terminal between the shell and the screen: what is typed meanwhile is kept, and not shown."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_INPUT, _LOCAL = 0, 3
"""Where tcgetattr keeps the flags for input and for echo."""
_ESCAPE_DELAY_MS = "25"
"""Keys begin with the byte of `esc`, and come in one piece; what comes later than this is another key."""


@contextmanager
def quiet_terminal() -> Iterator[Callable[[], None]]:
    """Echo nothing, and keep `enter` what it is, until the function that is handed out, or the end, puts all back."""
    os.environ.setdefault("ESCDELAY", _ESCAPE_DELAY_MS)  # as ncurses has it; Textual reads it when it is imported
    try:
        before = termios.tcgetattr(sys.stdin.fileno())
    except (termios.error, OSError, ValueError):
        yield lambda: None
        return

    def restore() -> None:
        with suppress(termios.error, OSError, ValueError):
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, before)

    quiet = list(before)
    quiet[_INPUT] &= ~termios.ICRNL
    quiet[_LOCAL] &= ~termios.ECHO
    try:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, quiet)
        yield restore
    finally:
        restore()

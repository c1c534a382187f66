"""One writer at a time: a kernel lock that goes with the process that holds it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reme_tui.core.text.words import said_by

BUSY = "another clean-up is being written to this vault: try again when it is done"


def is_locked(file: Path) -> bool:
    """Whether somebody holds the lock now. Makes no file; a lock that cannot be looked at counts as free."""
    try:
        lock = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    finally:
        os.close(lock)
    return False


@contextmanager
def write_lock(file: Path) -> Iterator[str | None]:
    """Hold the lock while the block runs; yields None when it is held, else why it is not. Never waits."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        yield f"the folder for clean-ups cannot be used: {said_by(error)}"
        return
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            yield BUSY if isinstance(error, BlockingIOError) else f"no lock on {file}: {said_by(error)}"
            return
        yield None
    finally:
        os.close(lock)

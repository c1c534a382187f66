"""Disks that fail, stop or stand still, for tests. None of them waits for the real disk."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from reme_tui.tidy.files.disk import Disk

CALLS = (
    "open",
    "close",
    "read",
    "write",
    "sync",
    "truncate",
    "stat",
    "may_write",
    "own",
    "mode",
    "attributes",
    "set_attribute",
    "replace",
    "unlink",
)


class SteppedDisk(Disk):
    """Calls `before(number, name)` before each call and `after` after it; a close is always carried out."""

    def __init__(
        self,
        before: Callable[[int, str], None] = lambda _number, _name: None,
        after: Callable[[int, str], None] = lambda _number, _name: None,
    ) -> None:
        self.calls: list[str] = []
        self.before = before
        self.after = after

    def sync(self, file: int) -> None:
        os.fstat(file)


def _stepped(name: str) -> Callable:
    real = getattr(SteppedDisk, name)

    def call(self, *arguments, **named):
        number = len(self.calls)
        self.calls.append(name)
        if name != "close":
            self.before(number, name)
        result = real(self, *arguments, **named)
        if name == "close":
            self.before(number, name)
        self.after(number, name)
        return result

    return call


for _name in CALLS:
    setattr(SteppedDisk, _name, _stepped(_name))


def failing(at: int, error: int, *, done: bool = False) -> SteppedDisk:
    """Fail at one call, before it is carried out or, when `done`, after it was."""

    def fail(number: int, name: str) -> None:
        if number == at:
            raise OSError(error, os.strerror(error))

    return SteppedDisk(after=fail) if done else SteppedDisk(before=fail)


def failing_from(at: int, error: int) -> SteppedDisk:
    """Fail at one call and at all later ones."""

    def fail(number: int, name: str) -> None:
        if number >= at:
            raise OSError(error, os.strerror(error))

    return SteppedDisk(before=fail)


def killing(at: int) -> SteppedDisk:
    """End this process, as `kill -9` does, before one call."""

    def kill(number: int, name: str) -> None:
        if number == at:
            os.kill(os.getpid(), signal.SIGKILL)

    return SteppedDisk(before=kill)


class SlowDisk(SteppedDisk):
    """Writes a byte at a time."""

    def write(self, file: int, data: bytes) -> int:
        return os.write(file, data[:1])

"""Noticing that files of a vault may have changed: by the system's events, else by looking now and then."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Literal, Protocol

from reme_tui.vault.listing import ScanRules
from reme_tui.vault.mounts import silent_share

WatchState = Literal["live", "polling", "off"]
OnChange = Callable[[frozenset[str] | None], None]

POLL_SECONDS = 5
BATCH_MS, STEP_MS = 400, 20
"""Longest time over which events are gathered, and the silence that ends a batch earlier."""
QUIET_MS, IDLE_MS = 500, 60_000
"""Silence after which the whole disk is compared: after a burst, and always, because events do get lost."""
BURST = 200
"""From how many paths at once on the system may have dropped some."""
LONGEST_BURST_S = 10.0
FIRST_PAUSE_S = 0.1
MOST_POLLS = 12
"""How often at most the disk is looked at before events are tried again."""

_LIMITS = (errno.ENOSPC, errno.EMFILE, errno.ENFILE)
_INSTEAD = f"Checking every {POLL_SECONDS} s instead."
LIMIT_REMEDY = (
    "The system watches no more folders. "
    f"{_INSTEAD} To be live again, raise its limit: sudo sysctl fs.inotify.max_user_watches=524288"
)
LOST_REMEDY = f"The system sends no events about files. {_INSTEAD}"


class Watcher(Protocol):
    """Tells that files may have changed."""

    @property
    def state(self) -> WatchState:
        """How changes are noticed now; whenever this changes, the disk is to be compared."""

    @property
    def remedy(self) -> str:
        """Why it is not live and what helps; empty when there is nothing to say."""

    def start(self, on_change: OnChange) -> None:
        """Begin, in a thread that calls `on_change` with vault-relative paths to look at again, or None for all."""

    def stop(self) -> None:
        """End soon, without waiting for it."""


class Events(Protocol):
    """The part of watchfiles' RustNotify that is used."""

    def watch(
        self, debounce_ms: int, step_ms: int, timeout_ms: int, stop_event: Event | None
    ) -> set[tuple[int, str]] | Literal["signal", "stop", "timeout"]:
        """Wait for events; whether a path was added or deleted is not to be trusted."""

    def close(self) -> None:
        """Listen no longer."""


def listen(folders: Sequence[str]) -> Events:
    """Have the system report what happens directly in `folders`. Raises OSError or RuntimeError when it will not.

    Set-up holds the interpreter's lock: a call by folder does so for a fraction of the time a recursive one takes.
    """
    from watchfiles._rust_notify import RustNotify

    return RustNotify(list(folders), False, False, 0, False, True)


class FolderWatcher:
    """Watches each folder that the listing of the vault looks into, and follows those that come and go.

    Hidden folders such as `.git` are therefore not watched. Where the system sends no events the disk is looked at
    every few seconds, and events are tried again ever more seldom.
    """

    def __init__(self, root: Path, rules: ScanRules, *, listen: Callable[[Sequence[str]], Events] = listen) -> None:
        self._root = root
        self._rules = rules
        self._listen = listen
        self._remedy = ""
        self._state: WatchState = "off"
        self._failures = 0
        self._stopped = Event()
        self._thread: Thread | None = None

    @property
    def state(self) -> WatchState:
        """How changes are noticed now; "off" as soon as the thread has ended."""
        return self._state if self._thread and self._thread.is_alive() else "off"

    @property
    def remedy(self) -> str:
        """Why it is not live and what helps."""
        return self._remedy

    def start(self, on_change: OnChange) -> None:
        """Begin, unless it is running already."""
        if self._thread and self._thread.is_alive():
            return
        self._stopped = Event()
        self._thread = Thread(target=self._run, args=(on_change,), name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End within a step."""
        self._stopped.set()

    def _run(self, on_change: OnChange) -> None:
        self._root = Path(os.path.realpath(self._root))
        try:
            if remedy := silent_share(self._root):
                self._poll(on_change, f"{remedy} {_INSTEAD}", times=None)
            while not self._stopped.is_set():
                try:
                    self._follow_events(on_change)
                except (OSError, RuntimeError) as error:  # RuntimeError is what Rust raises
                    self._get_over(error, on_change)
        finally:
            self._state = "off"
            on_change(None)

    def _get_over(self, error: Exception, on_change: OnChange) -> None:
        """Wait before events are tried again: a moment at first, then ever longer, looking at the disk meanwhile."""
        self._failures += 1
        if _is_limit(error):
            self._poll(on_change, LIMIT_REMEDY, times=MOST_POLLS)
        elif self._failures == 1:
            self._stopped.wait(FIRST_PAUSE_S)
        else:
            remedy = LOST_REMEDY if self._root_now() else ""  # without a vault the system is not to blame
            self._poll(on_change, remedy, times=min(2 ** (self._failures - 2), MOST_POLLS))

    def _poll(self, on_change: OnChange, remedy: str, *, times: int | None) -> None:
        self._state, self._remedy = "polling", remedy
        on_change(None)
        while times != 0 and not self._stopped.wait(POLL_SECONDS):
            on_change(None)
            times = None if times is None else times - 1

    def _follow_events(self, on_change: OnChange) -> None:
        """Listen, and listen anew whenever a folder has come or gone; the whole disk is compared each time."""
        while not self._stopped.is_set():
            root, folders = self._root_now(), self._folders()
            events = self._listen([str(self._root / folder) for folder in sorted(folders)])
            try:
                self._state, self._remedy = "live", ""
                on_change(None)
                if self._folders() == folders:  # else one came between looking and listening
                    self._hand_on(events, folders, root, on_change)
            finally:
                events.close()

    def _hand_on(
        self, events: Events, folders: frozenset[str], root: tuple[int, int] | None, on_change: OnChange
    ) -> None:
        """Pass on what happens to files; return when something happened to a folder, or when stopped."""
        burst_since = 0.0
        while not self._stopped.is_set():
            found = events.watch(BATCH_MS, STEP_MS, QUIET_MS if burst_since else IDLE_MS, self._stopped)
            self._failures = 0
            if isinstance(found, str):
                # A folder above that was renamed or unmounted took the vault with it, and no event tells.
                if found != "timeout" or self._root_now() != root:
                    return
                burst_since = 0.0
                on_change(None)
                continue
            paths = frozenset(os.path.relpath(path, self._root) for _, path in found)
            if any(path in folders or self._is_folder(path) for path in paths):
                return
            on_change(paths)
            if len(paths) >= BURST:
                burst_since = burst_since or time.monotonic()
            if burst_since and time.monotonic() > burst_since + LONGEST_BURST_S:
                burst_since = 0.0
                on_change(None)

    def _root_now(self) -> tuple[int, int] | None:
        """Which folder stands at the vault's path; None for none."""
        try:
            found = os.stat(self._root)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _folders(self) -> frozenset[str]:
        from reme_tui.vault.scan import list_vault

        return list_vault(self._root, rules=self._rules).folders

    def _is_folder(self, path: str) -> bool:
        if path == "." or path.startswith(".."):
            return True
        try:
            return stat.S_ISDIR(os.lstat(self._root / path).st_mode)
        except OSError:
            return False


def _is_limit(error: Exception) -> bool:
    return (isinstance(error, OSError) and error.errno in _LIMITS) or "limit" in str(error).lower()

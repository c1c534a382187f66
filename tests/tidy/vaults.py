"""A vault with its clean-up and its snapshot, for tests."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Change, Snapshot
from reme_tui.tidy.cleanup import Cleanup
from reme_tui.tidy.files.disk import Disk
from reme_tui.tidy.planning.plan import Plan
from tests.notes import parse_note
from tests.tidy.disks import SteppedDisk

NOW = dt.datetime(2026, 9, 17, 12, 4, tzinfo=dt.UTC)


def snapshot_of(vault: Path, rules: ReadingRules) -> Snapshot:
    notes = []
    for file in sorted(vault.rglob("*.md")):
        if file.is_file() and not file.is_symlink():
            path = file.relative_to(vault).as_posix()
            text = file.read_bytes().decode("utf-8", errors="replace")
            notes.append(parse_note(path, text, rules=rules))
    return Snapshot.empty(rules).evolve(Change(changed=tuple(notes), files=frozenset(), linked={}, problems=()))


@dataclass
class Bench:
    """A vault on the disk. Every call makes its own Cleanup, as after a restart; nothing waits for the real disk."""

    vault: Path
    state: Path
    rules: ReadingRules = field(default_factory=ReadingRules)

    def cleanup(self, disk: Disk | None = None) -> Cleanup:
        return Cleanup(self.vault, self.state, self.rules, disk=disk or SteppedDisk(), now=lambda: NOW)

    def snapshot(self) -> Snapshot:
        return snapshot_of(self.vault, self.rules)

    def plan(self, change, **limits) -> Plan:
        return self.cleanup().plan(change, self.snapshot(), **limits)

    def do(self, change, **limits):
        """Plan and apply; the outcome."""
        return self.cleanup().apply(self.plan(change, **limits))

    def undo(self, entry_id: str | None = None):
        cleanup = self.cleanup()
        return cleanup.apply(cleanup.plan_undo(entry_id))

    def text(self, path: str) -> str:
        return (self.vault / path).read_bytes().decode("utf-8")

    def write(self, path: str, text: str) -> None:
        (self.vault / path).write_bytes(text.encode("utf-8"))

    def texts(self) -> dict[str, str]:
        """Every file of the vault, hidden ones too."""
        return {
            file.relative_to(self.vault).as_posix(): file.read_bytes().decode("utf-8")
            for file in sorted(self.vault.rglob("*"))
            if file.is_file()
        }


def note(*tags: str, body: str = "Text.\n") -> str:
    """A note with its tags in a block list."""
    items = "".join(f"  - {tag}\n" for tag in tags)
    return f"---\ntitle: A note\nmemory_tags:\n{items}---\n{body}"


def in_child(run: Callable[[], object], *, user: int | None = None) -> int:
    """Run something in a child process, as another user if asked; its wait status, 0 when all went well."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            run()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]

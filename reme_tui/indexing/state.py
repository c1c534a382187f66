"""What reading a vault publishes: states, how far it is, and that the vault cannot be read."""

from __future__ import annotations

import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from reme_tui.collector import making_what_lasts
from reme_tui.core.text.words import said_by

if TYPE_CHECKING:
    from reme_tui.core.note import Note
    from reme_tui.core.snapshot import Change, Snapshot
    from reme_tui.search.engine import Engine


class VaultError(Exception):
    """The vault cannot be read at all; one line says why."""


def check_folder(vault: Path) -> None:
    """Raise VaultError, with what is the matter, when `vault` is no folder."""
    try:
        mode = vault.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise VaultError(f"no such folder: {vault}") from None
    except (OSError, ValueError) as error:
        raise VaultError(f"cannot read {vault}: {said_by(error)}") from error
    if not stat.S_ISDIR(mode):
        raise VaultError(f"not a folder: {vault}")


class State(NamedTuple):
    """One consistent view: a search keeps the pair it began with."""

    snapshot: Snapshot
    engine: Engine

    def evolve(self, change: Change, read: Sequence[tuple[Note, str]]) -> State:
        """Return the view after `change`, whose notes are those `read`, with their texts."""
        with making_what_lasts():
            return State(self.snapshot.evolve(change), self.engine.evolve(read, change.removed))

    def reader(self, vault: Path) -> Callable[[str], str | None]:
        """Return what gives the decoded text of a note, None when its file has gone or is not what was indexed."""
        from reme_tui.vault.files import FileText, read_file

        def read(path: str) -> str | None:
            file = read_file(vault, path)
            note = self.snapshot.notes.get(path)
            return file.text if isinstance(file, FileText) and note and file.digest == note.digest else None

        return read


class Progress(NamedTuple):
    """How far reading is; `total` is 0 while unknown."""

    stage: Literal["listing", "reading", "meaning"]
    done: int
    total: int


Report = Callable[[Progress], None]

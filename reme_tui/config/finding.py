"""Which folder is meant: as named, from the environment, from where we stand, or the one of last time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from reme_tui.core.folders import REME_FOLDERS, VAULT_FOLDER
from reme_tui.vault.listing import ScanRules

VAULT_MARKS = (VAULT_FOLDER, ".obsidian", *REME_FOLDERS)
MOST_UNASKED = 50_000
"""A folder that nobody named and that holds more notes than this is read only when somebody says so."""
FOLDERS_TRIED = 1_000
"""In how many folders a first note is looked for: a large tree without notes must not hold up a start."""


class Found(NamedTuple):
    """A folder to read: `named` by somebody, which ends all doubts, or the `last` one that was opened."""

    folder: Path
    named: bool = False
    last: bool = False


def find_vault(named: str | None, *, environ: Mapping[str, str], cwd: Path, last: Path | None = None) -> Found | None:
    """Return the folder that is meant, absolute, or None when nothing tells.

    In this order: `named`, $REME_TUI_VAULT, the nearest parent that looks like a vault, `cwd` when it holds notes,
    `last` when it is still there.
    """
    if named is None:
        named = environ.get("REME_TUI_VAULT") or None
    if named is not None:
        return Found(Path(os.path.abspath(Path(cwd, named).expanduser())), named=True)
    for folder in (cwd, *cwd.parents):
        if any((folder / mark).is_dir() for mark in VAULT_MARKS):
            return Found(folder)
    if _holds_notes(cwd):
        return Found(cwd)
    return Found(last, last=True) if last and last.is_dir() else None


def _holds_notes(folder: Path) -> bool:
    from reme_tui.vault.counting import count_notes

    return any(count.notes for count in islice(count_notes(folder, rules=ScanRules()), FOLDERS_TRIED))


def is_wide(folder: Path) -> bool:
    """Whether the folder is one that holds everything: the root, or the home folder."""
    real = os.path.realpath(folder)
    with suppress(RuntimeError):  # nobody's home is known
        return real in ("/", os.path.realpath(Path.home()))
    return real == "/"

"""What is known of a folder before it is opened, and how a path that is being typed may go on."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from reme_tui.config.finding import MOST_UNASKED
from reme_tui.core.text.words import counted, said_by
from reme_tui.ui.asking.proposals import MOST, Proposal
from reme_tui.vault.counting import count_notes, count_up
from reme_tui.vault.listing import ScanRules
from reme_tui.workspace import VaultError, check_folder

MOST_ENTRIES = 5_000
"""How many entries of one folder are looked through for the rest of a name."""


def folder_of(text: str) -> Path:
    """Return the absolute path that is meant by what was typed. A home that nobody has is left as it is written."""
    return Path(os.path.abspath(os.path.expanduser(text.strip())))


def describe_folder(folder: Path, is_unwanted: Callable[[], bool] = lambda: False) -> str:
    """Say what a folder holds, or what is the matter with it; stops counting when nobody wants to know any more."""
    try:
        check_folder(folder)
        os.scandir(folder).close()
    except VaultError as error:
        return str(error).partition(":")[0]
    except OSError as error:
        return said_by(error)
    notes = count_up(count_notes(folder, rules=ScanRules()), MOST_UNASKED, is_unwanted=is_unwanted).notes
    if notes > MOST_UNASKED:
        return f"more than {MOST_UNASKED:,} notes"
    return counted(notes, "note") if notes else "no notes"


def rest_of_path(text: str) -> tuple[Proposal, ...]:
    """Return the folders whose path begins with what was typed, by name; hidden ones when a dot was typed."""
    before, _, start = text.rpartition("/")
    shown = f"{before}/" if "/" in text else ""
    if not shown and start.startswith("~"):
        return (Proposal("~/", "~/", "home"),) if start == "~" else ()
    found = []
    try:
        with os.scandir(os.path.expanduser(shown) or ".") as entries:
            for entry in islice(entries, MOST_ENTRIES):
                name = entry.name
                is_meant = name.startswith(".") == start.startswith(".")
                if is_meant and name.casefold().startswith(start.casefold()) and entry.is_dir():
                    found.append(name)
    except (OSError, ValueError):
        return ()
    return tuple(Proposal(f"{shown}{name}/", f"{name}/") for name in sorted(found, key=str.casefold)[:MOST])

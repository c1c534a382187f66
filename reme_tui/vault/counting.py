"""How many notes there may be below a folder, without looking at the files themselves."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from reme_tui.core.path_keys import NOTE_SUFFIXES
from reme_tui.vault.excludes import Excludes
from reme_tui.vault.listing import ScanRules


class Count(NamedTuple):
    """What has been counted so far; the notes are those that would be read, to within links and odd files."""

    notes: int
    folders: int


def count_notes(root: Path, *, rules: ScanRules) -> Iterator[Count]:
    """Go through the folders below `root`, near ones first, and say after each what is counted; stop when you like.

    Folders that cannot be looked into count as empty. Links are not followed.
    """
    excludes = Excludes(rules.exclude)
    waiting = deque([""])
    notes = folders = 0
    while waiting:
        folder = waiting.popleft()
        folders += 1
        try:
            with os.scandir(os.path.join(root, folder)) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or excludes.match(entry.name, folder + entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(f"{folder}{entry.name}/")
                    elif entry.name.lower().endswith(NOTE_SUFFIXES):
                        notes += 1
        except OSError:
            pass
        yield Count(notes, folders)


def count_up(counting: Iterator[Count], most: int, *, is_unwanted: Callable[[], bool] = lambda: False) -> Count:
    """Count until there are more than `most` notes, or nobody wants to know; what `counting` has left is the rest."""
    count = Count(0, 0)
    for count in counting:
        if count.notes > most or is_unwanted():
            break
    return count

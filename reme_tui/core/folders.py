"""Folders that mean something by their name."""

from __future__ import annotations

VAULT_FOLDER = ".reme-tui"
"""In a vault, holds its settings and what was decided about its tags."""
REME_FOLDERS = ("daily", "digest")
"""The only folders of a vault that ReMe reads."""
REME_PATHS = tuple(f"{folder}/" for folder in REME_FOLDERS)
"""How the paths of the notes in them begin."""

"""What the app remembers from one run to the next: never a setting, and never needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_state_path

from reme_tui.config.settings import APP
from reme_tui.core.text.words import said_by
from reme_tui.vault.small_file import read_small, write_small

MOST_VAULTS = 20


class Remembered(NamedTuple):
    """The theme chosen last or empty; the vaults opened, newest first; those never asked again for a tag field."""

    theme: str = ""
    vaults: tuple[str, ...] = ()
    declined_offers: tuple[str, ...] = ()


class Memory:
    """Keeps one small file. A damaged one counts as empty and an unwritable one changes nothing; `trouble` says so.

    With `keeps_vaults` off, vaults are not remembered: a scratch copy is gone when the screen closes.
    """

    def __init__(self, file: Path | None = None, *, keeps_vaults: bool = True) -> None:
        self.file = file or user_state_path(APP) / "remembered.json"
        self.keeps_vaults = keeps_vaults
        self.trouble = ""

    def recall(self) -> Remembered:
        """Return what is remembered now."""
        try:
            table = json.loads(read_small(self.file))
        except FileNotFoundError:
            return Remembered()
        except (OSError, ValueError, RecursionError):
            return self._damaged()
        if not isinstance(table, dict):
            return self._damaged()
        theme = table.get("theme", "")
        return Remembered(
            theme=theme if isinstance(theme, str) else "",
            vaults=_texts(table.get("vaults")),
            declined_offers=_texts(table.get("settled")),
        )

    def _damaged(self) -> Remembered:
        self.trouble = f"{self.file} is damaged: beginning with an empty memory"
        return Remembered()

    def keep_theme(self, name: str) -> None:
        """Remember the theme that was chosen."""
        self._write(self.recall()._replace(theme=name))

    def keep_vault(self, vault: Path) -> None:
        """Remember that a vault was opened just now."""
        if self.keeps_vaults:
            known = self.recall()
            self._write(known._replace(vaults=_first(str(vault), known.vaults)))

    def keep_declined(self, vault: Path) -> None:
        """Remember that a vault's tag field is not to be offered any more."""
        if self.keeps_vaults:
            known = self.recall()
            self._write(known._replace(declined_offers=_first(str(vault), known.declined_offers)))

    def _write(self, remembered: Remembered) -> None:
        table = {"theme": remembered.theme, "vaults": remembered.vaults, "settled": remembered.declined_offers}
        try:
            write_small(self.file, f"{json.dumps(table, indent=1)}\n".encode())
            self.trouble = ""
        except OSError as error:
            self.trouble = f"nothing is remembered: {self.file}: {said_by(error)}"


def _texts(value: Any) -> tuple[str, ...]:  # noqa: ANN401  # whatever the file holds
    if not isinstance(value, list):
        return ()
    return tuple(item for item in value if isinstance(item, str) and item)[:MOST_VAULTS]


def _first(path: str, others: tuple[str, ...]) -> tuple[str, ...]:
    return (path, *(other for other in others if other != path))[:MOST_VAULTS]

"""What a command is given, and what most begin with: settings, a vault that is read, a path that is meant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from reme_tui.config import Config, ConfigError, Flags, Found, find_vault, is_wide, load_config
from reme_tui.config.finding import MOST_UNASKED
from reme_tui.config.memory import Memory
from reme_tui.workspace import Workspace, check_folder


class Invocation(NamedTuple):
    """The arguments of one run, the folder it was started in, and its environment."""

    arguments: argparse.Namespace
    cwd: Path
    environ: Mapping[str, str]

    @property
    def flags(self) -> Flags:
        """What the command line says over the settings files."""
        return Flags(
            vault=self.arguments.vault,
            tag_field=self.arguments.field,
            rules=self.arguments.rules,
            config_file=self.arguments.config,
            no_cache=self.arguments.no_cache,
        )

    def found(self, named: str | None, remembered: Sequence[str]) -> Found | None:
        """Return the folder that is meant, None when nothing tells; the vault opened last is `remembered` first."""
        last = Path(remembered[0]) if remembered else None
        return find_vault(named, environ=self.environ, cwd=self.cwd, last=last)

    def configured(self) -> Config:
        """Return the settings of files and flags, for a vault that may be read unasked. Raises ConfigError."""
        remembered = Memory().recall().vaults
        found = self.found(self.arguments.vault, remembered)
        if found is None:
            raise ConfigError(
                f"no notes in {self.cwd}, and it is in no vault: name the folder of your notes with --vault"
            )
        doubtful = is_doubtful(found, remembered)
        if doubtful and is_wide(found.folder):
            raise ConfigError(
                f"{found.folder} is not a vault by itself: name the folder of your notes, or this one, with --vault"
            )
        config = load_config(found.folder, self.flags)
        if doubtful and _is_large(config):
            raise ConfigError(
                f"more than {MOST_UNASKED:,} notes in {config.vault}: to read them all, name it with --vault"
            )
        if found.last:
            _say(f"in {config.vault}, the vault opened last")
        return config

    def opened(self) -> Workspace:
        """Return a workspace of which nothing is read yet. Raises ConfigError and VaultError."""
        config = self.configured()
        check_folder(config.vault)
        workspace = Workspace(config)
        entry = workspace.interrupted()
        if entry is not None:
            _say(f"a change was stopped half-way: {entry.title}; run `reme-tui recover finish` or `recover roll-back`")
        return workspace

    def loaded(self, *, meaning: bool) -> Workspace:
        """Return a workspace with the whole vault read. Raises ConfigError and VaultError."""
        from reme_tui.cli.progress import progress_line  # for the commands: the screen tells in its own way

        workspace = self.opened()
        with progress_line() as report:
            workspace.load(report, meaning=meaning)
        return workspace

    def vault_path(self, named: str, vault: Path) -> str:
        """Return `named` as a vault-relative path; a path from where we stand is understood too."""
        if not (vault / named).exists():
            below = os.path.relpath(os.path.abspath(self.cwd / named), vault)
            if not below.startswith(".."):
                return PurePosixPath(below).as_posix()
        return os.path.normpath(named)


Command = Callable[[Invocation], int]
"""Runs to an exit status."""


def is_doubtful(found: Found, remembered: Sequence[str]) -> bool:
    """Whether nobody has ever said that this folder is to be read."""
    return not (found.named or found.last or str(found.folder) in remembered)


def _is_large(config: Config) -> bool:
    from reme_tui.vault.counting import count_notes, count_up

    return count_up(count_notes(config.vault, rules=config.scan), MOST_UNASKED).notes > MOST_UNASKED


def _say(line: str) -> None:
    from reme_tui.cli.render import say  # what it imports is not wanted before the first frame

    say(line)

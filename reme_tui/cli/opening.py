"""What most commands begin with: settings, a vault that is read, a path that is meant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from reme_tui.config import Config, ConfigError, Flags, Found, find_vault, is_wide, load_config
from reme_tui.config.finding import MOST_UNASKED
from reme_tui.config.memory import Memory
from reme_tui.workspace import Workspace, check_folder


def flags_of(arguments: argparse.Namespace) -> Flags:
    """Return what the command line says over the settings files."""
    return Flags(
        vault=arguments.vault,
        tag_field=arguments.field,
        rules=arguments.rules,
        config_file=arguments.config,
        no_cache=arguments.no_cache,
    )


def configured(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> Config:
    """Return the settings of files and flags, for a vault that may be read unasked. Raises ConfigError."""
    remembered = Memory().recall().vaults
    last = Path(remembered[0]) if remembered else None
    found = find_vault(arguments.vault, environ=environ, cwd=cwd, last=last)
    if found is None:
        raise ConfigError(f"no notes in {cwd}, and it is in no vault: name the folder of your notes with --vault")
    if is_doubtful(found, remembered) and is_wide(found.folder):
        raise ConfigError(
            f"{found.folder} is not a vault by itself: name the folder of your notes, or this one, with --vault"
        )
    config = load_config(found.folder, flags_of(arguments))
    if is_doubtful(found, remembered) and _is_large(config):
        raise ConfigError(f"more than {MOST_UNASKED:,} notes in {config.vault}: to read them all, name it with --vault")
    if found.last:
        from reme_tui.cli.render import say

        say(f"in {config.vault}, the vault opened last")
    return config


def is_doubtful(found: Found, remembered: tuple[str, ...]) -> bool:
    """Whether nobody has ever said that this folder is to be read."""
    return not (found.named or found.last or str(found.folder) in remembered)


def _is_large(config: Config) -> bool:
    from reme_tui.vault.counting import count_notes, count_up

    return count_up(count_notes(config.vault, rules=config.scan), MOST_UNASKED).notes > MOST_UNASKED


def opened(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> Workspace:
    """Return a workspace of which nothing is read yet. Raises ConfigError and VaultError."""
    config = configured(arguments, cwd, environ)
    check_folder(config.vault)
    workspace = Workspace(config)
    entry = workspace.interrupted()
    if entry is not None:
        from reme_tui.cli.render import say

        say(f"a change was stopped half-way: {entry.title}; run `reme-tui recover finish` or `recover roll-back`")
    return workspace


def loaded(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str], *, meaning: bool) -> Workspace:
    """Return a workspace with the whole vault read. Raises ConfigError and VaultError."""
    workspace = opened(arguments, cwd, environ)
    workspace.load(meaning=meaning)
    return workspace


def vault_path(named: str, vault: Path, cwd: Path) -> str:
    """Return `named` as a vault-relative path; a path from where we stand is understood too."""
    if not (vault / named).exists():
        below = os.path.relpath(os.path.abspath(cwd / named), vault)
        if not below.startswith(".."):
            return PurePosixPath(below).as_posix()
    return os.path.normpath(named)

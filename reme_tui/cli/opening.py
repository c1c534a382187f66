"""What most commands begin with: settings, a vault that is read, a path that is meant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from reme_tui.cli.render import say
from reme_tui.config import Config, Flags, load_config
from reme_tui.workspace import Workspace, check_folder


def configured(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> Config:
    """Return the settings of files and flags. Raises ConfigError."""
    flags = Flags(vault=arguments.vault, tag_field=arguments.field, rules=arguments.rules, config_file=arguments.config)
    return load_config(flags, environ=environ, cwd=cwd)


def opened(arguments: argparse.Namespace, cwd: Path, environ: Mapping[str, str]) -> Workspace:
    """Return a workspace of which nothing is read yet. Raises ConfigError and VaultError."""
    config = configured(arguments, cwd, environ)
    check_folder(config.vault)
    workspace = Workspace(config)
    entry = workspace.interrupted()
    if entry is not None:
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

"""What one run works with, from settings files and flags."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path, user_config_path, user_state_path

from reme_tui.config.settings_file import ConfigError, KeySetting, read_settings
from reme_tui.core.folders import VAULT_FOLDER
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.vault.listing import ScanRules

APP = "reme-tui"
FIRST_THEME = "night"
"""The theme as long as nobody has chosen another."""
VAULT_SETTINGS = f"{VAULT_FOLDER}/config.toml"
"""Where the settings of a vault lie in it."""


@dataclass(frozen=True, slots=True)
class Config:
    """What one run works with; `vault` is absolute.

    `state` is the folder of what must last: the journal of every vault lies there. `cache` is the folder of index
    caches, None to keep none. `theme` is the one to begin with, as long as the user has not chosen another.
    """

    vault: Path
    state: Path = field(default_factory=lambda: user_state_path(APP))
    cache: Path | None = field(default_factory=lambda: user_cache_path(APP))
    reading: ReadingRules = field(default_factory=ReadingRules)
    scan: ScanRules = field(default_factory=ScanRules)
    theme: str = FIRST_THEME
    keys: tuple[KeySetting, ...] = ()


class Flags(NamedTuple):
    """What the command line says over the files; None leaves a setting alone."""

    vault: str | None = None
    tag_field: str | None = None
    rules: str | None = None
    config_file: str | None = None
    no_cache: bool = False


def load_config(vault: Path, flags: Flags) -> Config:
    """Read the user's and the vault's settings, and lay the flags over them; `vault` is absolute.

    Raises ConfigError for a settings file that cannot be read or holds an unknown key or value.
    """
    settings = user_settings(flags)
    if os.access(vault, os.X_OK):  # else there is no vault to read, which is said when it is opened
        settings |= _vault_settings(vault)
    if flags.tag_field:
        settings["tag_fields"] = (flags.tag_field,)
    if flags.rules:
        settings["rules"] = flags.rules
    reme = settings.get("rules") == "reme"
    return Config(
        vault=vault,
        cache=None if flags.no_cache else user_cache_path(APP),
        reading=ReadingRules(
            **_those_set(settings, "tag_fields", "split_strings", "markdown_links"),
            literal_links=reme or settings.get("links") == "reme",
            reme=reme,
        ),
        scan=ScanRules(**_those_set(settings, "exclude"), reme=reme),
        **_those_set(settings, "theme", "keys"),
    )


def _those_set(settings: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the settings of these names that are set; all others stay as they are by default."""
    return {name: settings[name] for name in names if name in settings}


def user_settings(flags: Flags) -> dict[str, Any]:
    """Read the user's own settings file, or the one the flags name. Raises ConfigError."""
    if flags.config_file and not Path(flags.config_file).is_file():
        raise ConfigError(f"no settings file: {flags.config_file}")
    return read_settings(Path(flags.config_file) if flags.config_file else user_config_path(APP) / "config.toml")


def vault_settings_file(vault: Path) -> Path:
    """Return where the settings lie that belong to a vault."""
    return vault / VAULT_SETTINGS


def _vault_settings(vault: Path) -> dict[str, Any]:
    """Read what a vault sets. Keys are not its business: they belong to whoever types, not to a folder of notes."""
    settings = read_settings(vault_settings_file(vault))
    for setting in settings.get("keys", ()):
        own = user_config_path(APP) / "config.toml"
        raise ConfigError(f"{setting.where}: keys belong into your own settings, {own}")
    return settings

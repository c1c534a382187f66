"""Settings: two TOML files and the command line become one frozen Config."""

from __future__ import annotations

import difflib
import errno
import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from platformdirs import user_config_path, user_state_path

from reme_tui.core.note import ReadingRules
from reme_tui.vault.scan import ScanRules

APP = "reme-tui"
VAULT_MARKS = (".reme-tui", ".obsidian", "daily", "digest")


class ConfigError(Exception):
    """A setting that cannot be used, in one line that names file and line."""


@dataclass(frozen=True, slots=True)
class Config:
    """What one run works with; `vault` is absolute.

    `state` is the folder of what the app remembers: the journal of every vault lies there.
    """

    vault: Path
    state: Path = field(default_factory=lambda: user_state_path(APP))
    reading: ReadingRules = field(default_factory=ReadingRules)
    scan: ScanRules = field(default_factory=ScanRules)
    theme: str = "night"


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line says over the files; None leaves a setting alone."""

    vault: str | None = None
    tag_field: str | None = None
    rules: str | None = None
    config_file: str | None = None


def shipped(name: str) -> Path:
    """Return the folder `name` (themes, demo_vault) that comes with the package.

    It lies inside the package when installed from a wheel, beside it in a checkout.
    """
    package = Path(__file__).resolve().parent
    inside = package / "data" / name
    return inside if inside.is_dir() else package.parent / name


def model_folder() -> Path:
    """Return where the embedding model lies, whether or not it is there."""
    return Path(__file__).resolve().parent / "model"


def load_config(flags: Flags, *, environ: Mapping[str, str], cwd: Path) -> Config:
    """Find the vault, read the user's and the vault's settings, and lay the flags over them.

    Raises ConfigError for a settings file that cannot be read or holds an unknown key or value.
    """
    vault = find_vault(flags.vault, environ=environ, cwd=cwd)
    settings: dict[str, Any] = {}
    user_file = Path(flags.config_file) if flags.config_file else user_config_path(APP) / "config.toml"
    if flags.config_file and not user_file.is_file():
        raise ConfigError(f"no settings file: {user_file}")
    settings |= read_settings(user_file)
    if os.access(vault, os.X_OK):  # else there is no vault to read, which is said when it is opened
        settings |= read_settings(vault / ".reme-tui" / "config.toml")
    if flags.tag_field:
        settings["tag_fields"] = (flags.tag_field,)
    if flags.rules:
        settings["rules"] = flags.rules
    reme = settings.get("rules") == "reme"
    return Config(
        vault=vault,
        reading=ReadingRules(
            tag_fields=settings.get("tag_fields", ("memory_tags",)),
            split_strings=settings.get("split_strings", "comma"),
            markdown_links=settings.get("markdown_links", False),
            literal_links=reme or settings.get("links") == "reme",
            reme=reme,
        ),
        scan=ScanRules(exclude=settings.get("exclude", ()), reme=reme),
        theme=settings.get("theme", "night"),
    )


def find_vault(named: str | None, *, environ: Mapping[str, str], cwd: Path) -> Path:
    """Return the vault's absolute path: as named, from the environment, else from where we stand.

    A folder found by standing in it is never the home folder or the root: reading those must be asked for by name.
    """
    if named is None:
        named = environ.get("REME_TUI_VAULT") or None
    if named is not None:
        return Path(os.path.abspath(Path(cwd, named).expanduser()))
    found = next((f for f in (cwd, *cwd.parents) if any((f / mark).is_dir() for mark in VAULT_MARKS)), cwd)
    if found in (Path("/"), Path.home()):
        raise ConfigError(f"{found} is not a vault by itself: name the folder of your notes, or this one, with --vault")
    return found


def read_settings(file: Path) -> dict[str, Any]:
    """Read one settings file into checked values; {} where there is none."""
    try:
        raw = _read_regular(file)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}") from error
    try:
        text = raw.decode("utf-8")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        last_line = f"at line {text.count(chr(10)) + 1}, the end"
        raise ConfigError(f"{file}: {str(error).replace('at end of document', last_line)}") from error
    checked = {}
    for key, value in table.items():
        where = f"{file}, line {_line_of(text, key)}"
        if key not in SETTINGS:
            nearest = difflib.get_close_matches(key, SETTINGS, n=1)
            hint = f"; did you mean {nearest[0]}?" if nearest else f"; known are {', '.join(SETTINGS)}"
            raise ConfigError(f"{where}: unknown setting {key!r}{hint}")
        try:
            checked[key] = SETTINGS[key](value)
        except ValueError as error:
            raise ConfigError(f"{where}: {key} {error}") from error
    return checked


def _read_regular(file: Path) -> bytes:
    """Read a file that is one: a named pipe in its place would be waited for, for ever."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as opened:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a file")
        return opened.read()


def _line_of(text: str, key: str) -> int:
    found = re.search(rf"""^[ \t\[]*["']?{re.escape(key)}["']?[ \t]*[=\].]""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _names(value: object) -> tuple[str, ...]:
    if not (isinstance(value, list) and value and all(isinstance(item, str) and item.strip() for item in value)):
        raise ValueError('must be a list of names, like ["memory_tags"]')
    return tuple(cast("list[str]", value))


def _globs(value: object) -> tuple[str, ...]:
    if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        raise ValueError('must be a list of globs, like ["archive/*"]')
    return tuple(cast("list[str]", value))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _text(value: object) -> str:
    if not (isinstance(value, str) and value):
        raise ValueError("must be a name in quotes")
    return value


def _one_of(*allowed: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if value not in allowed:
            raise ValueError(f"must be one of {', '.join(map(repr, allowed))}")
        return value

    return check


SETTINGS: Mapping[str, Callable[[object], object]] = {
    "tag_fields": _names,
    "split_strings": _one_of("comma", "space", "none"),
    "exclude": _globs,
    "rules": _one_of("own", "reme"),
    "links": _one_of("by_name", "reme"),
    "markdown_links": _flag,
    "theme": _text,
}

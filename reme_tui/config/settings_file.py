"""One settings file: strict, with errors that name file, line and the nearest name."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from reme_tui.config.checks import SETTINGS
from reme_tui.core.text.words import said_by
from reme_tui.vault.small_file import read_small


class ConfigError(Exception):
    """A setting that cannot be used, in one line that names file and line."""


class KeySetting(NamedTuple):
    """The keys somebody wants for a command, none to take them away; `where` names file and line."""

    command_id: str
    keys: tuple[str, ...]
    where: str


def read_settings(file: Path) -> dict[str, Any]:
    """Read one settings file into checked values; {} where there is none. Raises ConfigError."""
    try:
        raw = read_small(file)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"{file}: {said_by(error)}") from error
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: not UTF-8") from error
    return check_settings(text, file)


def check_settings(text: str, file: Path) -> dict[str, Any]:
    """Return the checked values of a settings file's text; `file` is for the errors. Raises ConfigError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        last_line = f"at line {text.count(chr(10)) + 1}, the end"
        raise ConfigError(f"{file}: {str(error).replace('at end of document', last_line)}") from error
    except RecursionError as error:
        raise ConfigError(f"{file}: nested too deep") from error
    checked: dict[str, Any] = {}
    for key, value in table.items():
        where = f"{file}, line {_line_of(text, key)}"
        if key not in SETTINGS:
            raise ConfigError(f"{where}: unknown setting {key!r}{hint(key, SETTINGS)}")
        try:
            checked[key] = SETTINGS[key](value)
        except ValueError as error:
            raise ConfigError(f"{where}: {key} {error}") from error
    if "keys" in checked:
        checked["keys"] = tuple(
            KeySetting(name, keys, f"{file}, line {_line_of_key(text, name)}") for name, keys in checked["keys"].items()
        )
    return checked


def hint(name: str, known: Mapping[str, object]) -> str:
    """Return what to say behind an unknown name: the nearest known one, all of them where there are few."""
    nearest = difflib.get_close_matches(name, known, n=1)
    if nearest:
        return f"; did you mean {nearest[0]}?"
    return f"; known are {', '.join(known)}" if len(known) < 12 else ""


def _line_of(text: str, key: str) -> int:
    return _line_where(text, rf"""^[ \t\[]*["']?{re.escape(key)}["']?[ \t]*[=\].]""")


def _line_of_key(text: str, command_id: str) -> int:
    """Return the line that sets keys: of `"tags.rename" =`, `tags.rename =`, or `rename =` below `[keys.tags]`."""
    name = re.escape(command_id)
    last = re.escape(command_id.rpartition(".")[2])
    line = _line_where(text, rf"""^[^#\n]*["']?\b{name}["']?[ \t]*=""")
    return line if line > 1 else _line_where(text, rf"""^[^#\n]*["']?\b{last}["']?[ \t]*=""")


def _line_where(text: str, pattern: str) -> int:
    found = re.search(pattern, text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1

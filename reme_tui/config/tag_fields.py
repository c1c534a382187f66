"""Writing down, in a vault's own settings, which field holds its tags."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from reme_tui.config.settings import VAULT_SETTINGS, Config, vault_settings_file
from reme_tui.config.settings_file import ConfigError, check_settings, read_settings
from reme_tui.core.text.words import said_by
from reme_tui.vault.small_file import read_small, write_small

_ASSIGNMENT = re.compile(r"""^[ \t]*(?:tag_fields|"tag_fields"|'tag_fields')[ \t]*=[ \t]*""", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)


def save_tag_fields(config: Config, fields: Sequence[str]) -> Config | str:
    """Write the fields into the settings of the vault, and return the config that reads by them; else the trouble."""
    trouble = write_tag_fields(config.vault, fields)
    if trouble:
        return trouble
    try:
        written = read_settings(vault_settings_file(config.vault))
    except ConfigError as error:
        return str(error)
    return replace(config, reading=config.reading._replace(tag_fields=written["tag_fields"]))


def write_tag_fields(vault: Path, fields: Sequence[str]) -> str:
    """Set `tag_fields` in the vault's settings file, made when there is none; return what went wrong, if anything.

    All other bytes of the file stay as they are. Nothing is written that does not read back as what is wanted.
    """
    file = vault_settings_file(vault)
    try:
        _refuse_links(vault, file)
        write_small(file, _changed(file, fields).encode("utf-8"))
    except ConfigError as error:
        return str(error)
    except UnicodeError:
        return f"{file}: not UTF-8"
    except OSError as error:
        return f"{file}: {said_by(error)}"
    return ""


def _refuse_links(vault: Path, file: Path) -> None:
    if os.path.realpath(file) != os.path.join(os.path.realpath(vault), VAULT_SETTINGS):
        raise ConfigError(f"{file} is a link: nothing is written through it")


def _changed(file: Path, fields: Sequence[str]) -> str:
    """Return the text to write. Raises ConfigError when it would not read back as what is wanted."""
    try:
        before = read_small(file).decode("utf-8")
    except FileNotFoundError:
        before = ""
    wanted = check_settings(before, file) | {"tag_fields": tuple(fields)}
    after = with_tag_fields(before, fields)
    if check_settings(after, file) != wanted:
        raise ConfigError(f"{file}: write tag_fields there yourself, it cannot be changed safely")
    return after


def with_tag_fields(text: str, fields: Sequence[str]) -> str:
    """Return the text of a settings file with `tag_fields` set in it, in place of what stood there."""
    value = json.dumps(list(fields), ensure_ascii=False)
    found = _ASSIGNMENT.search(text)
    table = _TABLE.search(text)
    if found and not (table and table.start() < found.start()):
        return text[: found.end()] + value + text[_end_of_value(text, found.end()) :]
    newline = "\r\n" if "\r\n" in text else "\n"
    at = table.start() if table else len(text)
    gap = newline if text[:at] and not text[:at].endswith("\n") else ""
    return f"{text[:at]}{gap}tag_fields = {value}{newline}{newline if table else ''}{text[at:]}"


def _end_of_value(text: str, start: int) -> int:
    """Return where the list that starts at `start` ends: behind the first bracket that makes it whole."""
    for bracket in re.finditer("]", text[start:]):
        try:
            tomllib.loads(f"value = {text[start : start + bracket.end()]}")
        except tomllib.TOMLDecodeError:
            continue
        return start + bracket.end()
    return start

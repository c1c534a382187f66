"""The keys of the settings, laid over the table of commands: one key keeps one meaning in each focus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reme_tui.config import ConfigError, KeySetting
from reme_tui.config.settings_file import hint
from reme_tui.ui.commands.keys import UnknownKeyError, is_printable, read_key, show_key
from reme_tui.ui.commands.places import FOCUSES, TEXT_FIELDS, Place
from reme_tui.ui.commands.table import COMMANDS, Command


@dataclass(frozen=True, slots=True)
class Keymap:
    """The commands with the keys they are to have, and what could not be as it was wanted, a line each."""

    commands: tuple[Command, ...]
    notices: tuple[str, ...]


def lay_over(settings: Sequence[KeySetting], commands: Sequence[Command] = COMMANDS) -> Keymap:
    """Give commands the keys of the settings.

    A key that a setting asks for is taken from any command that has it in the same focus by default; of two settings
    that ask for it the first has it. A key that types something does nothing else in a text field. All of these are
    told. Raises ConfigError for a command or a key that is unknown.
    """
    wanted = {setting.command_id: setting for setting in settings}
    known = {command.id: command for command in commands}
    keys = {command.id: command.keys for command in commands}
    notices: list[str] = []
    for setting in wanted.values():
        keys[setting.command_id] = _checked(setting, known)
    for setting in wanted.values():
        command = known[setting.command_id]
        for key in keys[command.id]:
            notices += _resolve_clash(key, command, commands, keys=keys, wanted=wanted)
    return Keymap(tuple(command._replace(keys=keys[command.id]) for command in commands), tuple(notices))


def _checked(setting: KeySetting, known: Mapping[str, Command]) -> tuple[str, ...]:
    """Return the keys a setting asks for, under the names the program uses."""
    command = known.get(setting.command_id)
    if command is None:
        raise ConfigError(f"{setting.where}: unknown command {setting.command_id!r}{hint(setting.command_id, known)}")
    try:
        keys = tuple(dict.fromkeys(read_key(key) for key in setting.keys))
    except UnknownKeyError as error:
        raise ConfigError(f"{setting.where}: {setting.command_id}: {error}") from error
    if command.keyed and not set(keys) <= set(command.keys):
        raise ConfigError(f"{setting.where}: {command.id}: its keys stand for themselves and can only be taken away")
    return keys


def _resolve_clash(
    key: str,
    command: Command,
    commands: Iterable[Command],
    *,
    keys: dict[str, tuple[str, ...]],
    wanted: Mapping[str, KeySetting],
) -> Iterator[str]:
    """See that `key` means `command` alone; tell what has to give way."""
    setting = wanted[command.id]
    if is_printable(key) and command.place in TEXT_FIELDS:
        _take(key, command.id, keys)
        yield f"{setting.where}: {show_key(key)} types text where {command.id} works: {_left(command.id, keys)}"
        return
    order = list(wanted)
    for other in commands:
        if other.id == command.id or key not in keys[other.id] or not _meet(command.place, other.place, key):
            continue
        first = other.id not in wanted or order.index(command.id) < order.index(other.id)
        winner, loser = (command.id, other.id) if first else (other.id, command.id)
        _take(key, loser, keys)
        where = wanted[loser].where if loser in wanted else setting.where
        yield f"{where}: {show_key(key)} is {winner} and {loser}: it means {winner}, {_left(loser, keys)}"
        if loser == command.id:
            return


def _meet(one: Place, other: Place, key: str) -> bool:
    """Whether both may be what `key` means in some focus."""
    return any(
        one in focus and other in focus and not (is_printable(key) and TEXT_FIELDS & set(focus)) for focus in FOCUSES
    )


def _take(key: str, command_id: str, keys: dict[str, tuple[str, ...]]) -> None:
    keys[command_id] = tuple(each for each in keys[command_id] if each != key)


def _left(command_id: str, keys: Mapping[str, tuple[str, ...]]) -> str:
    left = " ".join(show_key(key, spelled=True) for key in keys[command_id])
    return f"{command_id} keeps {left}" if left else f"{command_id} has no key"

"""The commands as they are in use: bindings, footer, palette and help are made from them, the README's keys too."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from reme_tui.ui.commands.keys import is_printable, show_key
from reme_tui.ui.commands.places import PLACES, SCREENS, TEXT_FIELDS, Place
from reme_tui.ui.commands.table import COMMANDS, Command

__all__ = [
    "BY_ID",
    "COMMANDS",
    "PLACES",
    "SCREENS",
    "TEXT_FIELDS",
    "Command",
    "Place",
    "adopt",
    "bindings_of",
    "commands_of",
    "first_key",
    "footer_of",
    "is_printable",
    "key_table_markdown",
    "keys_in",
    "keys_shown",
    "show_key",
]

BY_ID: dict[str, Command] = {command.id: command for command in COMMANDS}
"""The commands by id, in the order of the table, with the keys in use."""

_bound: set[Place] = set()


def adopt(commands: Iterable[Command]) -> None:
    """Let the commands have other keys, once, before any class of the screen is made: its bindings come from here.

    Raises RuntimeError when it is too late.
    """
    changed = {command.id: command for command in commands if BY_ID[command.id] != command}
    if changed and _bound:
        raise RuntimeError("the bindings are made already")
    BY_ID.update(changed)


def commands_of(*places: Place) -> tuple[Command, ...]:
    """Return the commands of these places, in the order of the table."""
    return tuple(command for command in BY_ID.values() if command.place in places)


def bindings_of(*places: Place, namespace: str = "") -> list[BindingType]:
    """Return the bindings for a widget that has the actions of these places, or finds them in `namespace`."""
    _bound.update(places)
    bindings: list[BindingType] = []
    for command in commands_of(*places):
        action = namespace + command.action
        if command.keyed:
            bindings += [Binding(key, f"{action}('{key}')", command.label, show=False) for key in command.keys]
        elif command.keys:
            bindings.append(Binding(",".join(command.keys), action, command.label, show=False, id=command.id))
    return bindings


def keys_in(command: Command, places: Iterable[Place]) -> tuple[str, ...]:
    """Return the keys that reach `command` while the focus is in `places`: in a text field, none that types."""
    if TEXT_FIELDS.isdisjoint(places):
        return command.keys
    return tuple(key for key in command.keys if not is_printable(key))


def keys_shown(command: Command, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys as they are listed: a range where each stands for itself."""
    return (f"{keys[0]}-{keys[-1]}",) if command.keyed and keys else keys


def first_key(command_id: str, *, otherwise: str = "") -> str:
    """Return the key that is shown for a command, as people read it; `otherwise` where it has none."""
    keys = BY_ID[command_id].keys
    return show_key(keys[0]) if keys else otherwise


def footer_of(places: tuple[Place, ...]) -> tuple[tuple[Command, str], ...]:
    """Return what the footer shows for a focus: commands with their first usable key, most wanted first."""
    wanted = sorted((command for command in commands_of(*places) if command.footer), key=lambda each: each.footer)
    return tuple((command, keys_shown(command, keys)[0]) for command in wanted if (keys := keys_in(command, places)))


def key_table_markdown() -> str:
    """Return the README's table of keys."""
    lines = ["| where | keys |", "|---|---|"]
    for place, title in PLACES.items():
        cells = [
            " ".join(f"`{show_key(key, spelled=True)}`" for key in command.keys) + f" {command.label}"
            for command in COMMANDS
            if command.place == place and command.keys
        ]
        lines.append(f"| {title} | {' · '.join(cells)} |")
    return "\n".join(lines) + "\n"

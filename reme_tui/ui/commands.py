"""The one table of commands: bindings, footer, palette, help and the README's keys are made from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

Place = Literal[
    "app",
    "browse",
    "list",
    "tags",
    "hits",
    "query",
    "proposals",
    "filter",
    "dates",
    "read",
    "neighbours",
    "why",
    "problems",
    "help",
]
"""The focus a command belongs to."""

PLACES: dict[Place, str] = {
    "app": "Everywhere",
    "browse": "Browse, any list",
    "list": "All lists",
    "tags": "Tag list",
    "filter": "Tag filter",
    "query": "Query",
    "proposals": "Query, while proposals show",
    "hits": "Hits",
    "dates": "Date line",
    "read": "Reading a note",
    "neighbours": "Linked notes",
    "why": "Why",
    "problems": "Problems",
    "help": "Help",
}

TEXT_FIELDS: frozenset[Place] = frozenset({"query", "proposals", "filter", "dates"})
"""Places where a printable key is text."""

SCREENS: frozenset[Place] = frozenset({"browse", "read", "help"})
"""Places whose actions are the screen's own."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something the user can do.

    `id` is `place.action`; the widget of that place has the method `action_<action>`. `keys` are Textual's names or
    single characters, the first one is shown; none means the palette only. `footer` orders the footer, lowest first;
    0 leaves the command out of it. `keyed` hands the key itself to the action.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    footer: int = 0
    keyed: bool = False

    @property
    def place(self) -> Place:
        """The focus it belongs to."""
        return self.id.split(".")[0]  # type: ignore[return-value]

    @property
    def action(self) -> str:
        """The name of the action on the widget of its place."""
        return self.id.split(".")[1]


COMMANDS: tuple[Command, ...] = (
    Command("app.focus_next", ("tab",), "next", "Go to the next part of the screen"),
    Command("app.focus_previous", ("shift+tab",), "previous", "Go to the previous part of the screen"),
    Command("app.back", ("escape",), "back", "One step out; never quits", 95),
    Command("app.commands", ("ctrl+p", ":"), "commands", "Find any command by name", 88),
    Command("app.help", ("?", "f1"), "help", "Show every key of this place", 89),
    Command("app.look_again", ("ctrl+r",), "look again", "Compare the disk with what is shown"),
    Command("app.next_theme", (), "change theme", "Switch to the next colour theme"),
    Command("app.suspend", ("ctrl+z",), "suspend", "Go back to the shell; fg returns"),
    Command("app.copy", ("ctrl+c",), "copy", "Copy the selected text, else say how to quit"),
    Command("app.leave", ("ctrl+q",), "quit", "Quit"),
    Command("list.down", ("j", "down"), "down", "Next row"),
    Command("list.up", ("k", "up"), "up", "Previous row"),
    Command("list.first", ("g", "home"), "first", "First row"),
    Command("list.last", ("G", "end"), "last", "Last row"),
    Command("list.page_down", ("pagedown",), "page down", "One page down"),
    Command("list.page_up", ("pageup",), "page up", "One page up"),
    Command("browse.query", ("/",), "query", "Type what to look for", 10),
    Command("browse.tags", ("t",), "tags", "Go to the tags; on a narrow screen, open or close", 11),
    Command("browse.dates", ("i",), "dates", "Type dates: 30d, last month, 2026-08-01..today", 40),
    Command("browse.undated", ("+",), "undated", "Within dates: notes without a date in, or out"),
    Command("browse.untagged", ("n",), "untagged", "Only notes without a tag", 60),
    Command("browse.clear", ("c",), "clear filters", "Drop every tag, date and path filter", 50),
    Command("browse.problems", ("p",), "problems", "What is not read as it was meant, and where", 70),
    Command("browse.accept", ("ctrl+y",), "did you mean", "Search for the spelling that is offered"),
    Command("browse.leave", ("q",), "quit", "Quit", 94),
    Command("tags.choose", ("enter", "space"), "filter by", "Put the tag into the filter, or take it out", 20),
    Command("tags.exclude", ("-",), "exclude", "Leave out notes with this tag", 21),
    Command("tags.any_all", ("&",), "any/all", "Notes with any of the tags, or with all of them", 22),
    Command("tags.filter", ("f",), "find tag", "Narrow the list: text, n=1, n<3, client/", 23),
    Command("tags.order", ("o",), "order", "Order by count, name, most recent", 24),
    Command("filter.done", ("enter", "down"), "to the tags", "Go to the tags that are left", 20),
    Command("query.hits", ("enter", "down"), "to the hits", "Go to the hits", 20),
    Command("query.older", ("up",), "earlier query", "Bring back an earlier query", 21),
    Command("query.rub_out", ("backspace",), "last chip", "Delete; at the start, remove the last chip"),
    Command("proposals.take", ("tab",), "complete", "Take the proposal that is lit", 20),
    Command("proposals.next", ("down",), "next", "Next proposal", 21),
    Command("proposals.earlier", ("up",), "previous", "Previous proposal", 22),
    Command("proposals.dismiss", ("escape",), "hide", "Hide the proposals"),
    Command("hits.read", ("enter",), "read", "Read the note", 15),
    Command("hits.neighbours", ("space",), "neighbours", "Unfold or fold the notes linked to this one", 20),
    Command("hits.unfold", ("l", "right"), "unfold", "Unfold the linked notes"),
    Command("hits.fold", ("h", "left"), "fold", "Fold the linked notes"),
    Command("hits.edit", ("e",), "edit", "Open the note in $VISUAL or $EDITOR", 25),
    Command("hits.why", ("w",), "why", "Why the note is a hit, step by step", 27),
    Command("hits.copy_path", ("y",), "path", "Copy the path of the note", 30),
    Command("hits.copy_link", ("Y",), "wikilink", "Copy a wikilink to the note", 31),
    Command("dates.done", ("enter",), "set dates", "Search these dates; an empty line means all", 20),
    Command("read.next_match", ("n",), "match", "Next matched word", 20),
    Command("read.previous_match", ("N",), "previous match", "Previous matched word"),
    Command("read.next_hit", ("]",), "next hit", "Read the next hit", 21),
    Command("read.previous_hit", ("[",), "previous hit", "Read the previous hit"),
    Command("read.follow", tuple("123456789"), "linked note", "Read the linked note with this number", 22, keyed=True),
    Command("read.trail_back", ("backspace",), "return", "Return to where a link was followed", 28),
    Command("read.rendered", ("v",), "rendered", "Show rendered Markdown, or the source again", 27),
    Command("read.edit", ("e",), "edit", "Open the note in $VISUAL or $EDITOR", 26),
    Command("read.why", ("w",), "why", "Why the note is, or is not, a hit", 29),
    Command("read.copy_path", ("y",), "path", "Copy the path of the note", 30),
    Command("read.copy_link", ("Y",), "wikilink", "Copy a wikilink to the note", 31),
    Command("read.leave", ("q",), "back", "Go back to where you came from", 25),
    Command("neighbours.open", ("enter",), "follow", "Read the note under the cursor", 15),
    Command("why.add_tag", ("+",), "add tag", "Add a tag of the note to the filter", 20),
    Command("why.drop_filter", ("c",), "drop filter", "Drop the filter that leaves the note out", 21),
    Command("why.edit", ("e",), "edit", "Open the note in $VISUAL or $EDITOR", 22),
    Command("why.close", ("q",), "close", "Close the reasons", 23),
    Command("problems.open_close", ("space",), "unfold", "Unfold or fold the problems of one kind", 20),
    Command("problems.unfold", ("l", "right"), "unfold", "Unfold the problems of this kind"),
    Command("problems.fold", ("h", "left"), "fold", "Fold the problems of this kind"),
    Command("problems.read", ("enter",), "read", "Read the note at the line", 21),
    Command("problems.edit", ("e",), "edit", "Open the note at the line in $VISUAL or $EDITOR", 22),
    Command("problems.copy_path", ("y",), "path", "Copy the path of the note", 23),
    Command("problems.close", ("q",), "close", "Go back to where you came from", 24),
    Command("help.close", ("q",), "close", "Close this help", 20),
)

BY_ID: dict[str, Command] = {command.id: command for command in COMMANDS}

_SHOWN = {
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "backspace": "⌫",
    "f1": "F1",
}


def is_printable(key: str) -> bool:
    """Whether pressing `key` types something."""
    return len(key) == 1 or key == "space"


def show_key(key: str, *, spelled: bool = False) -> str:
    """Return a key as people read it: `^p`, `esc`, `?`; with `spelled`, control keys as `ctrl+p`."""
    if key.startswith("ctrl+") and not spelled:
        return "^" + key[5:]
    return _SHOWN.get(key, key)


def commands_of(*places: Place) -> tuple[Command, ...]:
    """Return the commands of these places, in the order of the table."""
    return tuple(command for command in COMMANDS if command.place in places)


def bindings_of(*places: Place, namespace: str = "") -> list[BindingType]:
    """Return the bindings for a widget that has the actions of these places, or finds them in `namespace`."""
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
            for command in commands_of(place)
            if command.keys
        ]
        lines.append(f"| {title} | {' · '.join(cells)} |")
    return "\n".join(lines) + "\n"

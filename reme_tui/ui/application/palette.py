"""The command palette: every command by name, with its key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.screen import Screen

from reme_tui.ui.commands.commands import BY_ID, TEXT_FIELDS, Command, keys_shown, show_key
from reme_tui.ui.messages.browsing import CommandWanted

KEY_CELLS = 8
LABEL_CELLS = 16
NOT_OFFERED = frozenset({"app.commands", "app.back", "app.focus_next", "app.focus_previous"})


def offered(screen: Screen[Any]) -> Iterator[Command]:
    """Return the commands of a screen that make sense from a palette: not moving about, not what belongs to typing."""
    places = {"app", *(place for node in screen.query("*") for place in getattr(node, "PLACES", ()))}
    places -= {"list", "help", *TEXT_FIELDS}
    for command in BY_ID.values():
        is_missing = command.place == "app" and not hasattr(screen.app, f"action_{command.action}")
        if command.place in places and command.id not in NOT_OFFERED and not is_missing:
            yield command


class CommandProvider(Provider):
    """Finds commands by label and help text."""

    def _row(self, command: Command, label: Content) -> Content:
        key = show_key(keys_shown(command, command.keys)[0]) if command.keys else ""
        gap = " " * (LABEL_CELLS - len(command.label))
        return Content.assemble((key.ljust(KEY_CELLS), "bold $reme-accent"), label, gap, (command.help, "$reme-dim"))

    def _run(self, command: Command) -> partial[bool]:
        return partial(self.app.post_message, CommandWanted(command.id))

    async def discover(self) -> Hits:
        """All commands."""
        for command in offered(self.screen):
            yield DiscoveryHit(self._row(command, Content(command.label)), self._run(command), text=command.label)

    async def search(self, query: str) -> Hits:
        """The commands whose label or help text matches."""
        matcher = self.matcher(query)
        for command in offered(self.screen):
            by_label = matcher.match(command.label)
            score = max(by_label, matcher.match(f"{command.label} {command.help}") / 2)
            if score > 0:
                label = matcher.highlight(command.label) if by_label else Content(command.label)
                yield Hit(score, self._row(command, label), self._run(command), text=command.label)

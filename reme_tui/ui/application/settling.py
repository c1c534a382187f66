"""What is settled with the user: whether a folder is to be read, and which field holds its tags."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event

from textual import work
from textual.message import Message

from reme_tui.config import is_wide
from reme_tui.config.finding import MOST_UNASKED
from reme_tui.config.settings import VAULT_SETTINGS
from reme_tui.core.tag_fields import Field, fields_of
from reme_tui.core.text.words import counted
from reme_tui.ui.application.following import Following
from reme_tui.ui.widgets.choice_list import Choice

CHOOSE = -1
"""The result of an app that wants another folder to be chosen."""


class FieldsCounted(Message):
    """The fields that may hold tags, most used first; `asked` says that the user wants to see them."""

    def __init__(self, fields: Sequence[Field], *, asked: bool) -> None:
        super().__init__()
        self.fields = tuple(fields)
        self.asked = asked


class Settling(Following, inherit_bindings=False):
    """The part of the app that asks first; `doubtful` says that nobody has named the folder."""

    doubtful = False
    _leaving = Event()

    def on_unmount(self) -> None:
        """Nothing is counted any more."""
        self._leaving.set()

    def begin(self) -> None:
        """Read the vault, unless somebody should be asked first."""
        self._leaving = Event()
        if self.doubtful:
            self.weigh()
        else:
            self.read_vault()

    @work(group="weigh")
    async def weigh(self) -> None:
        """Ask about the home folder, the root and what holds very many notes; read anything else."""
        from reme_tui.vault.counting import Count, count_notes, count_up

        config = self.workspace.config
        counting, so_far = count_notes(config.vault, rules=config.scan), Count(0, 0)
        why = "It holds everything, not only notes."
        if not is_wide(config.vault):
            why = f"It holds more than {MOST_UNASKED:,} notes."
            so_far = await asyncio.to_thread(count_up, counting, MOST_UNASKED, is_unwanted=self._leaving.is_set)
            if so_far.notes <= MOST_UNASKED:
                self.read_vault()
                return
        from reme_tui.ui.screens.ask import AskScreen

        self.push_screen(AskScreen(config.vault, why, counting, so_far=so_far), self._begin_after_all)

    def _begin_after_all(self, answer: int | None) -> None:
        if answer == 0:
            self.read_vault()
        else:
            self.action_vaults()

    def action_vaults(self) -> None:
        """Leave this vault for another one."""
        self.exit(CHOOSE)

    # The field that holds the tags

    def vault_read(self) -> None:
        """Remember the vault, and offer fields when no note has a tag; in the reading thread."""
        vault, memory = self.workspace.config.vault, self.memory
        if memory is not None:
            memory.keep_vault(vault)
        if self.workspace.complete and not (memory and str(vault) in memory.recall().settled):
            self._count_fields(asked=False)
        super().vault_read()

    def _count_fields(self, *, asked: bool) -> None:
        snapshot = self.workspace.state.snapshot if self.workspace.state else None
        if snapshot and (asked or not snapshot.tags.rows()):
            fields = fields_of(snapshot.notes.values(), self.workspace.config.reading.tag_fields)
            self.post_message(FieldsCounted(fields, asked=asked))

    async def action_tag_field(self) -> None:
        """Choose the field that holds the tags."""
        await asyncio.to_thread(self._count_fields, asked=True)

    def on_fields_counted(self, message: FieldsCounted) -> None:
        """Offer the fields; unasked, never over another screen, nor while something is being typed."""
        used = ", ".join(self.workspace.config.reading.tag_fields)
        if all(field.in_use for field in message.fields):
            if message.asked:
                self.notify(f"no field but {used} holds lists of text", markup=False)
        elif message.asked or (self.screen is self.browse and not self.browse.asked.text):
            self._offer(message.fields, used, asked=message.asked)

    def _offer(self, fields: Sequence[Field], used: str, *, asked: bool) -> None:
        """Ask which field it is; the cursor is on the one in use, else on the one that most notes have."""
        from reme_tui.ui.screens.choice import ChoiceScreen

        choices = [Choice(field.name, f"{counted(field.notes, 'note')}{', in use' * field.in_use}") for field in fields]
        now = f"Now it is {used}." if any(field.in_use for field in fields) else f"No note has {used}."
        text = ("Which field holds the tags?", f"{now} The choice is kept in {VAULT_SETTINGS} of the vault.")

        def chosen(index: int | None) -> None:
            if index is not None and index < len(fields):
                self.settle_field(fields[index].name)
            elif not asked:
                self.settle_field("")

        self.push_screen(ChoiceScreen(text, (*choices, Choice("none of these"))), chosen)

    @work(thread=True, group="settle")
    def settle_field(self, name: str) -> None:
        """Write the choice into the vault's settings and read the vault by them; without a name, ask no more."""
        from reme_tui.config.tag_fields import settle_tag_fields

        config = self.workspace.config
        if not name:
            if self.memory is not None:
                self.memory.keep_settled(config.vault)
            return
        settled = settle_tag_fields(config, (name,))
        if isinstance(settled, str):
            self.call_from_thread(self.notify, settled, severity="error", markup=False, timeout=15)
            return
        self.workspace.read_by(settled)
        self.call_from_thread(self.read_anew)

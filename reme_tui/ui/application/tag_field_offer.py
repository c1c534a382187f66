"""Which field holds the tags: offered where no note has a tag, and on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from reme_tui.config.settings import VAULT_SETTINGS
from reme_tui.core.text.words import counted
from reme_tui.ui.application.wide_folder_question import AsksAboutWideFolder

if TYPE_CHECKING:
    from reme_tui.core.tag_fields import Field


class FieldsCounted(Message):
    """The fields that may hold tags, most used first; `asked` says that the user wants to see them."""

    def __init__(self, fields: Sequence[Field], *, asked: bool) -> None:
        super().__init__()
        self.fields = tuple(fields)
        self.asked = asked


class OffersTagField(AsksAboutWideFolder, inherit_bindings=False):
    """The part of the app that offers the fields in which tags may stand."""

    def vault_read(self) -> None:
        """Remember the vault, and offer fields when no note has a tag; in the reading thread."""
        vault, memory = self.workspace.config.vault, self.memory
        if memory is not None:
            memory.keep_vault(vault)
        if self.workspace.complete and not (memory and str(vault) in memory.recall().declined_offers):
            self._count_fields(asked=False)
        super().vault_read()

    def _count_fields(self, *, asked: bool) -> None:
        from reme_tui.core.tag_fields import fields_of

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
        from reme_tui.ui.widgets.choice_list import Choice

        choices = [Choice(field.name, f"{counted(field.notes, 'note')}{', in use' * field.in_use}") for field in fields]
        now = f"Now it is {used}." if any(field.in_use for field in fields) else f"No note has {used}."
        text = ("Which field holds the tags?", f"{now} The choice is kept in {VAULT_SETTINGS} of the vault.")

        def chosen(index: int | None) -> None:
            if index is not None and index < len(fields):
                self.save_field(fields[index].name)
            elif not asked:
                self.save_field("")

        self.push_screen(ChoiceScreen(text, (*choices, Choice("none of these"))), chosen)

    @work(thread=True, group="tag field")
    def save_field(self, name: str) -> None:
        """Write the choice into the vault's settings and read the vault by them; without a name, ask no more."""
        from reme_tui.config.tag_fields import save_tag_fields

        config = self.workspace.config
        if not name:
            if self.memory is not None:
                self.memory.keep_declined(config.vault)
            return
        saved = save_tag_fields(config, (name,))
        if isinstance(saved, str):
            self.call_from_thread(self.notify, saved, severity="error", markup=False, timeout=15)
            return
        self.workspace.read_by(saved)
        self.call_from_thread(self.read_anew)

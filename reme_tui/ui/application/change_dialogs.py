"""The dialogs from which changes of tags start, and the list of those made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reme_tui.core.text.words import counted
from reme_tui.ui.application.recovery_offer import OffersRecovery
from reme_tui.ui.messages.browsing import ChangeWanted
from reme_tui.ui.messages.cleanup import HistoryWanted, NoteTagsAsked, TagChangeAsked

if TYPE_CHECKING:
    from reme_tui.tidy.changes import TagChange


class AsksForChanges(OffersRecovery, inherit_bindings=False):
    """The part of the app that asks what is to be changed."""

    def on_tag_change_asked(self, message: TagChangeAsked) -> None:
        """Ask for the new name; a deletion needs none, but is told of the tags below."""
        if message.verb == "delete":
            self._ask_delete(message.tags)
            return
        from reme_tui.ui.screens.tag_change import TagChangeScreen

        self.push_screen(TagChangeScreen(self.browse, message.verb, message.tags), self._want)

    def _ask_delete(self, tags: tuple[str, ...]) -> None:
        from reme_tui.tidy.changes import Delete
        from reme_tui.ui.asking.tag_outlook import below
        from reme_tui.ui.screens.choice import ChoiceScreen
        from reme_tui.ui.widgets.choice_list import Choice

        index = self.workspace.snapshot.tags
        count = sum(below(index, tag) for tag in tags)
        if not count:
            self._want(Delete(tags))
            return
        which = counted(len(tags), "tag")
        choices = (Choice(f"delete {which}"), Choice(f"delete {which} and the {count:,} below"))

        def taken(answer: int | None) -> None:
            if answer is not None:
                self._want(Delete(tags, children=answer == 1))

        said = "What goes is shown in a preview before anything is written."
        self.push_screen(ChoiceScreen((f"Delete {', '.join(tags)}", said), choices), taken)

    def on_note_tags_asked(self, message: NoteTagsAsked) -> None:
        """Let the tags of notes be ticked."""
        from reme_tui.ui.screens.note_tags import NoteTagsScreen

        self.push_screen(NoteTagsScreen(self.browse, message.paths), self._want)

    def _want(self, change: TagChange | None) -> None:
        if change is not None:
            self.post_message(ChangeWanted(change))

    def on_history_wanted(self, _: HistoryWanted) -> None:
        """List what was changed."""
        from reme_tui.ui.screens.history import HistoryScreen

        self.push_screen(HistoryScreen(self.workspace))

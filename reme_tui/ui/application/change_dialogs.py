"""The dialogs from which changes of tags start, and the list of those made."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work

from reme_tui.core.text.words import counted
from reme_tui.ui.application.recovery_offer import OffersRecovery
from reme_tui.ui.messages.browsing import ChangeWanted
from reme_tui.ui.messages.cleanup import HistoryWanted, NoteTagsAsked, SuggestionsAsked, TagChangeAsked

if TYPE_CHECKING:
    from reme_tui.tidy.changes import TagChange
    from reme_tui.tidy.planning.monitor import Monitor
    from reme_tui.tidy.planning.plan import Plan


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

    def on_suggestions_asked(self, message: SuggestionsAsked) -> None:
        """Suggest tags: for one note among its own, to be ticked; for several in the preview of what it would do."""
        paths = message.paths or tuple(sorted(self.workspace.snapshot.tags.untagged))
        if len(paths) == 1:
            self._suggest(paths[0])
            return

        def plan(monitor: Monitor) -> Plan:
            from reme_tui.ui.application.suggesting import suggested_plan

            return suggested_plan(self.workspace, paths, monitor)

        if paths:
            self.preview(f"tag {counted(len(paths), 'note')} as suggested", plan)
        else:
            self.notify("every note has a tag", markup=False, timeout=4)

    @work(group="suggest", exclusive=True)
    async def _suggest(self, path: str) -> None:
        screen = self.screen
        for found in await asyncio.to_thread(self.workspace.suggestions.for_notes, (path,)):
            from reme_tui.search.tag_suggestions.wording import why_nothing
            from reme_tui.ui.application.suggesting import WITHOUT_MEANING, suggested_ticks
            from reme_tui.ui.screens.note_tags import NoteTagsScreen

            remark = "" if found.with_meaning else WITHOUT_MEANING
            if self.screen is not screen:
                return  # something else was asked for meanwhile
            if not found.suggestions:
                why = f"no tag to suggest: {why_nothing(found)}"
                self.notify(f"{why} ({remark})" if remark else why, markup=False, timeout=6)
            else:
                dialog = NoteTagsScreen(self.browse, (path,), suggested=suggested_ticks(found), remark=remark)
                self.push_screen(dialog, self._want)

    def _want(self, change: TagChange | None) -> None:
        if change is not None:
            self.post_message(ChangeWanted(change))

    def on_history_wanted(self, _: HistoryWanted) -> None:
        """List what was changed."""
        from reme_tui.ui.screens.history import HistoryScreen

        self.push_screen(HistoryScreen(self.workspace))

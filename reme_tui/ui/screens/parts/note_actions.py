"""What the keys do with the note of a screen: ask about it, change its tags, copy its path."""

from __future__ import annotations

from reme_tui.ui.messages.browsing import CopyWanted, WhyWanted
from reme_tui.ui.messages.cleanup import NoteTagsAsked, SuggestionsAsked
from reme_tui.ui.notes.place import ReadingWalk
from reme_tui.ui.screens.parts.finds_neighbours import FindsNeighbours


class NoteActions(FindsNeighbours[ReadingWalk], inherit_bindings=False):
    """A screen that shows the note at `path`; the app opens over it what is asked for."""

    path: str

    def action_why(self) -> None:
        """Ask why the note is, or is not, a hit."""
        self.post_message(WhyWanted(self.path))

    def action_tags(self) -> None:
        """Change the tags of the note."""
        self.post_message(NoteTagsAsked((self.path,)))

    def action_suggest(self) -> None:
        """Suggest tags for the note."""
        self.post_message(SuggestionsAsked((self.path,)))

    def action_copy_path(self) -> None:
        """Copy the path of the note."""
        self.post_message(CopyWanted(self.path, "path"))

    def action_copy_link(self) -> None:
        """Copy a wikilink to the note."""
        self.post_message(CopyWanted(f"[[{self.path}]]", "wikilink"))

"""The keys on a screen of one note that ask why it is a hit, or for its tags."""

from __future__ import annotations

from textual.screen import Screen

from reme_tui.ui.messages.browsing import WhyWanted
from reme_tui.ui.messages.cleanup import NoteTagsAsked
from reme_tui.ui.notes.place import Walk


class AsksWhy(Screen[Walk], inherit_bindings=False):
    """A screen that shows the note at `path`; the app opens over it what is asked for."""

    path: str

    def action_why(self) -> None:
        """Ask why the note is, or is not, a hit."""
        self.post_message(WhyWanted(self.path))

    def action_tags(self) -> None:
        """Change the tags of the note."""
        self.post_message(NoteTagsAsked((self.path,)))

"""The keys of the tag list that change tags in the notes."""

from __future__ import annotations

from reme_tui.ui.messages.cleanup import SuggestionsAsked, TagChangeAsked, TagVerb
from reme_tui.ui.widgets.marking import MarkableList


class ChangesTags(MarkableList, inherit_bindings=False):
    """Asks what is to become of the tag under the cursor, or of those marked."""

    def tag_of(self, name: str) -> str:
        """Return the tag as it is shown, by what its row is marked by."""
        raise NotImplementedError

    def _ask(self, verb: TagVerb, names: list[str]) -> None:
        tags = tuple(self.tag_of(name) for name in names if name)
        if tags:
            self.post_message(TagChangeAsked(verb, tags))

    def _chosen(self) -> list[str]:
        """Return the names of the rows marked, else of the one under the cursor."""
        return sorted(self.marks) or [self.name_of(self.cursor)]

    def action_suggest(self) -> None:
        """On the row of the notes without a tag, suggest tags for them."""
        if self.name_of(self.cursor):
            self.notify("tags are suggested for notes: on the row `untagged`, or on a hit", markup=False, timeout=4)
        else:
            self.post_message(SuggestionsAsked(()))

    def action_rename(self) -> None:
        """Rename the tag under the cursor."""
        self._ask("rename", [self.name_of(self.cursor)])

    def action_merge(self) -> None:
        """Merge the tags marked, else the one under the cursor, into one to be named."""
        self._ask("merge", self._chosen())

    def action_delete(self) -> None:
        """Take the tags marked, else the one under the cursor, off every note."""
        self._ask("delete", self._chosen())

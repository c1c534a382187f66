"""The query line."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.asking.proposals import proposals, typed_word
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.messages.browsing import Complaint, HitsWanted, LastChipDropped, ScopeAdded, WordsTyped
from reme_tui.ui.widgets.proposal_list import ProposalList
from reme_tui.ui.widgets.proposing_field import ProposingField

MOST_REMEMBERED = 50
BLANKS = (" ", "\u3000")


class QueryField(ProposingField):
    """Where the words are typed; operators in it become chips once they are finished."""

    BINDINGS = bindings_of("query")
    PLACES: ClassVar[tuple[Place, ...]] = ("query", "browse", "app")

    def __init__(self, value: str, today: dt.date) -> None:
        super().__init__(value, placeholder="what are you looking for?", id="query")
        self._today = today
        self._earlier: list[str] = []
        self._at = 0

    @property
    def ends_in_word(self) -> bool:
        """Whether the last word may be unfinished."""
        return not self.value.endswith(BLANKS)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask for the words, and turn operators with a blank behind them into chips."""
        event.stop()
        self._read(self.value)
        self._propose()

    def on_blur(self) -> None:
        """Leaving the line finishes what stands in it."""
        text = self.value.strip()
        if text:
            self._earlier = [*(each for each in self._earlier if each != text), text][-MOST_REMEMBERED:]
        self._at = len(self._earlier)
        self._read(self.value + " ")

    def _read(self, line: str) -> None:
        """Take finished operators out of the line; one that cannot be read is said, and nothing is asked anew."""
        from reme_tui.core.query.query import QueryError
        from reme_tui.core.query.text import complete_operators

        try:
            query, rest = complete_operators(line, self._today)
        except QueryError as error:
            self.post_message(Complaint(str(error)))
            return
        self.post_message(Complaint(""))
        if query.scope != Scope():
            self.replace_text(rest.lstrip())
            self.post_message(ScopeAdded(query.scope))
        self.post_message(WordsTyped(replace(query, scope=Scope())))

    def _propose(self) -> None:
        """Show what may complete the word before the cursor."""
        vocabulary = self.screen.query_one(ProposalList).vocabulary
        if vocabulary:
            word = typed_word(self.value, self.cursor_position)
            self.propose(proposals(word, vocabulary, self._today))

    def on_proposal_list_taken(self, message: ProposalList.Taken) -> None:
        """Put the proposal in place of the word before the cursor."""
        word = typed_word(self.value, self.cursor_position)
        if word is not None:
            before = self.value[: word.start] + message.proposal.text
            after = self.value[self.cursor_position :].lstrip()
            self.value = before + after
            self.cursor_position = len(before)

    def action_hits(self) -> None:
        """Take the proposal that a key has moved to; without one, go to the hits."""
        proposals = self.screen.query_one(ProposalList)
        if proposals.is_chosen and proposals.proposals:
            proposals.action_take()
        else:
            self.post_message(HitsWanted())

    def action_older(self) -> None:
        """Bring back the query before this one."""
        while self._at > 0:
            self._at -= 1
            if self._earlier[self._at] != self.value:
                self.replace_text(self._earlier[self._at])
                return

    def action_rub_out(self) -> None:
        """Delete the character before the cursor; at the start, the last chip."""
        if self.cursor_position == 0 and self.selection.is_empty:
            self.post_message(LastChipDropped())
        else:
            self.action_delete_left()


class QueryBar(Horizontal):
    """The prompt and the query field."""

    def __init__(self, asked: Query, today: dt.date) -> None:
        super().__init__(id="query-bar")
        self._asked = asked
        self._today = today

    def compose(self) -> ComposeResult:
        """Prompt and field."""
        yield Static("❯ ", markup=False, id="prompt")
        yield QueryField(words_of(self._asked), self._today)


def words_of(asked: Query) -> str:
    """Return what stands in the query line for `asked`; its scope is shown as chips."""
    words = replace(asked, scope=Scope())
    if words == Query():
        return ""
    from reme_tui.core.query.text import format_query

    return format_query(words)

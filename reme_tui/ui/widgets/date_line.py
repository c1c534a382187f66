"""The line dates are typed in."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from reme_tui.core.query.query import Scope
from reme_tui.ui.asking.scopes import PRESETS, in_range, read_dates, write_dates
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import shown
from reme_tui.ui.messages.browsing import ScopeWanted
from reme_tui.ui.widgets.text_field import TextField

ALL = "all"


class DateField(TextField):
    """Where dates are typed."""

    BINDINGS = bindings_of("dates")
    PLACES: ClassVar[tuple[Place, ...]] = ("dates", "browse", "app")

    class Done(Message):
        """The line is finished."""

    def action_done(self) -> None:
        """Finish the line."""
        self.post_message(self.Done())

    def action_next_preset(self) -> None:
        """Put the next preset in place of the text."""
        self._put(1)

    def action_previous_preset(self) -> None:
        """Put the preset before in place of the text."""
        self._put(-1)

    def _put(self, step: int) -> None:
        names = (*PRESETS, ALL)
        text = self.value.strip() or ALL
        at = names.index(text) + step if text in names else 0 if step > 0 else -1
        self.replace_text(names[at % len(names)])
        self.select_all()


class DateLine(Vertical):
    """Prompt, field, and below what is wrong with the text; dates that cannot be read change nothing."""

    class Closed(Message):
        """The dates are set and the line has done its duty."""

    def __init__(self, scope: Scope, today: dt.date) -> None:
        super().__init__()
        self._scope = scope
        self._today = today

    def compose(self) -> ComposeResult:
        """Prompt, field, complaint."""
        with Horizontal():
            yield Static("dates ❯ ", markup=False, id="date-prompt")
            yield DateField(
                write_dates(self._scope, self._today), placeholder="30d, aug 2026, last month, 2026-08 to today, all"
            )
        yield Static("", markup=False, id="date-complaint")

    def on_mount(self) -> None:
        """Type over what stands there."""
        field = self.query_one(DateField)
        field.focus()
        field.select_all()

    def complain(self, reason: str) -> None:
        """Say what is wrong, below the text; nothing when it is right."""
        complaint = self.query_one("#date-complaint", Static)
        complaint.update(reason and f"✗ {shown(reason)}")
        complaint.display = bool(reason)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take the complaint back when the text changes."""
        event.stop()
        self.complain("")

    def on_date_field_done(self) -> None:
        """Set the dates, if they can be read."""
        try:
            since, until = read_dates(self.query_one(DateField).value, self._today)
        except ValueError as error:
            self.complain(str(error))
            return
        self.post_message(ScopeWanted(in_range(self._scope, since, until)))
        self.post_message(self.Closed())

"""The chips, and below them the line dates are typed in while it is open."""

from __future__ import annotations

import datetime as dt

from textual.containers import Vertical

from reme_tui.core.query.query import Scope
from reme_tui.ui.messages.browsing import HitsWanted


class FilterBar(Vertical):
    """Holds the Chips; the date line comes and goes."""

    async def open_dates(self, scope: Scope, today: dt.date) -> None:
        """Show the date line and put the focus there."""
        from reme_tui.ui.widgets.date_line import DateLine

        if not self.query("DateLine"):
            await self.mount(DateLine(scope, today))

    async def on_date_line_closed(self) -> None:
        """The dates are set: on to what they leave."""
        self.post_message(HitsWanted())
        await self.close_dates()

    async def close_dates(self) -> bool:
        """Drop the date line; return whether there was one."""
        if not self.query("DateLine"):
            return False
        await self.query("DateLine").remove()
        return True

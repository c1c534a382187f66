"""Choosing the colours: the screen below shows each as the cursor comes to it."""

from __future__ import annotations

from collections.abc import Sequence

from reme_tui.ui.screens.choice import ChoiceScreen
from reme_tui.ui.widgets.choice_list import Choice


class ThemesScreen(ChoiceScreen):
    """Closes with the number of the theme that was chosen; else the colours are as they were."""

    def __init__(self, names: Sequence[str], now: str) -> None:
        super().__init__(
            ("Themes", "Your own: one TOML file each in themes/ of your settings folder."),
            [Choice(name, "in use" if name == now else "") for name in names],
            at=names.index(now),
        )
        self._names = tuple(names)
        self._before = now

    def moved(self, index: int) -> None:
        """Show the theme."""
        self.app.theme = self._names[index]

    async def step_out(self) -> None:
        """Go back to the theme there was."""
        self.app.theme = self._before
        await super().step_out()

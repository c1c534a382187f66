"""The application before there is a vault: it asks which folder to open."""

from __future__ import annotations

from pathlib import Path

from textual.screen import Screen

from reme_tui.config.memory import Memory
from reme_tui.config.shipped import Demo
from reme_tui.ui.application.base import AS_NAMED, BaseApp, Opening
from reme_tui.ui.commands.commands import bindings_of
from reme_tui.ui.screens.chooser import ChooserScreen


class ChooserApp(BaseApp, inherit_bindings=False):
    """Ends with `chosen`, None when nothing was."""

    BINDINGS = bindings_of("app")

    def __init__(self, theme: str, *, memory: Memory, opening: Opening = AS_NAMED) -> None:
        super().__init__(theme, memory=memory, opening=opening)
        self.style_all()  # the one screen wants them
        self.chosen: Path | Demo | None = None
        self._chooser = ChooserScreen(memory.recall().vaults)

    def get_default_screen(self) -> Screen[None]:
        """The one screen."""
        return self._chooser

    def on_chooser_screen_chosen(self, message: ChooserScreen.Chosen) -> None:
        """Leave with the folder."""
        self.chosen = message.folder
        self.exit(0)


def choose_vault(theme: str, *, memory: Memory, mouse: bool, opening: Opening) -> Path | Demo | int:
    """Ask which folder to open; return it, or the exit status when none is to be opened."""
    app = ChooserApp(theme, memory=memory, opening=opening)
    app.run(mouse=mouse)
    return app.chosen if app.chosen and not app.exit_status else app.exit_status

"""How screens are shown: each once, and styled.

The styles of the screens beyond the first are read when that one is painted, or right before one of them is shown.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.screen import Screen
from textual.widget import AwaitMount

from reme_tui.ui.application.key_queue import TakesKeysInTurn

_FOLDER = Path(__file__).resolve().parent.parent / "styles"
STYLES = tuple(str(_FOLDER / f"{name}.tcss") for name in ("reading", "cleaning", "duplicates", "dialogs", "help"))
"""In the order in which they count; each is read in a few milliseconds, all of them would hold up the first frame."""
AFTER = 0.5
"""Seconds after the first frame, when the vault can be searched."""
APART = 0.05


class ShowsScreens(TakesKeysInTurn, inherit_bindings=False):
    """The part of the app that shows screens, and reads most of their styles later than Textual would."""

    def style_soon(self) -> None:
        """The first screen is painted: read the rest, file by file."""
        self.set_timer(AFTER, self._style_more)

    def _style_more(self) -> None:
        if self._read_styles(1):
            self.set_timer(APART, self._style_more)

    def style_all(self) -> None:
        """Have all styles at hand."""
        self._read_styles(len(STYLES))

    def _read_styles(self, most: int) -> int:
        """Read those that are missing, no more than `most`; return how many there were to read."""
        missing = [file for file in STYLES if not self.stylesheet.has_source(file)][:most]
        if missing:
            self.stylesheet.read_all(list(map(Path, missing)))
            self.stylesheet.parse()
        return len(missing)

    def push_screen(self, screen: Screen[Any] | str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as Textual's
        """Show a screen, unless the one on top shows the same: what was asked for twice at once comes once."""
        if isinstance(screen, Screen) and self._stack_top_shows(screen):
            return AwaitMount(self.screen, ())
        self.style_all()
        return super().push_screen(screen, *args, **kwargs)

    def _stack_top_shows(self, screen: Screen[Any]) -> bool:
        top = self.screen_stack[-1] if self.screen_stack else None
        return type(top) is type(screen) and getattr(top, "subject", None) == getattr(screen, "subject", None)

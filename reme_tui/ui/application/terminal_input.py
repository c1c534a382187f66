"""What the terminal sends, as text: bytes that are none are replaced, nothing within a paste is a key, `esc` is one."""

from __future__ import annotations

import codecs
from unicodedata import category

_ESCAPE = "\x1b"
_BEGIN, _END = "\x1b[200~", "\x1b[201~"
"""What a terminal sends before and after what is pasted; `esc` stands only at the beginning of each."""
IGNORED = "\x1b[G"
"""A key that Textual drops: it ends an `esc` before it, which would get lost in the key behind it."""
_JOINS_ESCAPE = frozenset("\t\x1b\x7f")
"""What belongs to an `esc` before it: `tab`, which on a console is `shift+tab` then, another one, and what deletes a
word. So may `[` and letters."""
_KEPT = frozenset("\t\n\r")
"""The control characters that belong to text."""


class TerminalDecoder:
    """Decodes UTF-8 without ever failing, and drops the control characters of what is pasted.

    Textual looks for keys behind each `esc`, also within a paste: pasted text would give commands.
    Whole characters are held back only within a paste: those that may be the beginning of its end.
    Outside it, an `esc` typed just before `enter`, a digit or a sign stays a key of its own.
    """

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._pasting = False
        self._matched = 0  # characters of the marker that would be next

    def decode(self, data: bytes, *, final: bool = False) -> str:
        """Return the text of `data`, and of what was held back before it; `final` when nothing comes after it."""
        return "".join(map(self._passed_on, self._utf8.decode(data, final)))

    def _passed_on(self, character: str) -> str:
        marker = _END if self._pasting else _BEGIN
        matched, self._matched = self._matched, 0
        if character == marker[matched]:
            return self._matching(character, matched + 1)
        self._matched = int(character == _ESCAPE)
        if not self._pasting:
            alone = matched == 1 and not character.isalpha() and character not in _JOINS_ESCAPE
            return IGNORED + character if alone else character
        held = marker[1:matched]  # no marker after all: it is pasted text, but for its `esc`
        return held if category(character) == "Cc" and character not in _KEPT else held + character

    def _matching(self, character: str, matched: int) -> str:
        """Pass `character` on, the last of so many of a marker, or hold it back until the end has come as a whole."""
        if matched < len(_BEGIN):
            self._matched = matched
            return "" if self._pasting else character
        self._pasting = not self._pasting
        return character if self._pasting else _END


def guard_input() -> None:
    """Let Textual decode what it reads from the terminal by `TerminalDecoder`, each time it begins to read."""
    from textual.drivers import linux_driver

    linux_driver.getincrementaldecoder = lambda _: TerminalDecoder  # type: ignore[attr-defined, assignment]

"""Keys: as people read them, as they write them in the settings, and as the terminal's library names them."""

from __future__ import annotations

import difflib
import re

_SHOWN = {
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "backspace": "⌫",
    "comma": ",",
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
}


def is_printable(key: str) -> bool:
    """Whether pressing `key` types something."""
    return len(key) == 1 or key in ("space", "comma")


def show_key(key: str, *, spelled: bool = False) -> str:
    """Return a key as people read it: `^p`, `esc`, `?`; with `spelled`, control keys as `ctrl+p`."""
    if key.startswith("ctrl+") and not spelled:
        return "^" + key[5:]
    return _SHOWN.get(key, key)


_MODIFIERS = ("ctrl", "alt", "shift", "super")
_NAMES = (
    *("escape", "enter", "tab", "space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown"),
    *("up", "down", "left", "right", "comma", *(f"f{number}" for number in range(1, 25))),
)
_WRITTEN = {"esc": "escape", "return": "enter", "del": "delete", "pgup": "pageup", "pgdn": "pagedown", ",": "comma"}
_SAME_IN_TERMINALS = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "escape", "ctrl+h": "backspace", " ": "space"}


class UnknownKeyError(ValueError):
    """A key that is none; the text says which, and what it may have been."""


def read_key(text: str) -> str:
    """Return a key as written in the settings, under the one name the program uses: `Esc` and `ctrl+[` are `escape`.

    Raises UnknownKeyError.
    """
    if len(text) == 1 and text.isprintable():
        return _SAME_IN_TERMINALS.get(text) or _WRITTEN.get(text, text)
    *modifiers, base = re.split(r"\+(?=.)", text.strip())
    modifiers = sorted({modifier.lower() for modifier in modifiers})
    if unknown := [modifier for modifier in modifiers if modifier not in _MODIFIERS]:
        raise UnknownKeyError(f"unknown key {text!r}: {unknown[0]} is none of {', '.join(_MODIFIERS)}")
    if len(base) > 1:
        base = _WRITTEN.get(base.lower(), base.lower())
        if base not in _NAMES:
            nearest = difflib.get_close_matches(base, (*_NAMES, *_WRITTEN), n=1)
            raise UnknownKeyError(f"unknown key {text!r}{f'; did you mean {nearest[0]}?' if nearest else ''}")
    elif modifiers == ["shift"] and base.upper() != base.lower():
        return base.upper()
    elif modifiers:
        base = base.lower()
    key = "+".join((*modifiers, base))
    return _SAME_IN_TERMINALS.get(key, key)

"""How paths, names and link targets are compared."""

from __future__ import annotations

import unicodedata

NOTE_SUFFIXES = (".md", ".markdown")
"""How the names of notes end, in any case."""

LONGEST_TARGET = 4096
"""Characters; no file system takes a longer path, so a longer target leads nowhere."""


def composed(text: str) -> str:
    """Return `text` in Unicode's composed form (NFC), in which paths are compared."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """Return the form in which paths are compared when case does not count."""
    return text.lower() if text.isascii() else composed(composed(text).casefold())


def name_key(target: str) -> str:
    """Return what a target, a path and an alias that mean the same have in common: the last part, folded, bare."""
    return _bare(folded(target[target.rfind("/") + 1 :]))


def target_keys(target: str) -> tuple[str, ...]:
    """Return the name keys of all that `target` may lead to."""
    if len(target) > LONGEST_TARGET:
        return ()
    if "\\" not in target:
        return (name_key(target),)
    return tuple({name_key(target), name_key(target.replace("\\", "/"))})


def without_suffix(path: str) -> str:
    """Return `path` without the one suffix that makes it a note."""
    return path[: path.rindex(".")] if path.lower().endswith(NOTE_SUFFIXES) else path


def _bare(name: str) -> str:
    while len(name) <= LONGEST_TARGET and (shorter := without_suffix(name)) != name:
        name = shorter
    return name

"""Which command opens a note in the user's editor, at a line where the editor is known to take one. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

DEFAULT = "vi"
_PLUS = frozenset({"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "kak", "micro"})
_COLON = frozenset({"helix", "hx"})
_GOTO = frozenset({"code", "codium", "code-insiders"})


@dataclass(frozen=True, slots=True)
class NoEditor:
    """Why no editor can be started."""

    reason: str


def editor_of(environ: Mapping[str, str]) -> str:
    """Return the editor the user has chosen: $VISUAL, else $EDITOR, else vi."""
    return next((chosen for name in ("VISUAL", "EDITOR") if (chosen := environ.get(name, "").strip())), DEFAULT)


def editor_argv(editor: str, file: str, line: int) -> list[str] | NoEditor:
    """Return the arguments that open `file` at `line`, from 1; `editor` may hold arguments, which no shell reads."""
    try:
        words = shlex.split(editor)
    except ValueError as error:
        return NoEditor(f"cannot read the editor setting {editor}: {error}".lower())
    if not words or not words[0]:
        return NoEditor("no editor is set")
    name = PurePath(words[0]).name
    if name in _GOTO:
        wait = () if {"-w", "--wait"} & set(words) else ("--wait",)
        return [*words, "-g", f"{file}:{line}", *wait]
    if name in _COLON:
        return [*words, f"{file}:{line}"]
    if name in _PLUS:
        return [*words, f"+{line}", file]
    return [*words, file]

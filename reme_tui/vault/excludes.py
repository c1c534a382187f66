"""Which names and paths are left out of a vault."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable

from reme_tui.core.path_keys import composed

PRESETS = ("node_modules", "*.sync-conflict-*")
"""Globs that always count: installed code, and the copies a sync tool leaves beside what two people changed."""

_LAZY = "(?>.*?"
"""How fnmatch begins what comes between two stars."""


class Excludes:
    """The presets and the globs of the settings.

    A glob with a `/` is held against whole paths, any other against each name. `*` matches `/` too, a `/` at the end
    counts for nothing.
    """

    def __init__(self, globs: Iterable[str] = ()) -> None:
        bare = [composed(glob).rstrip("/") for glob in (*PRESETS, *globs)]
        names = [glob for glob in bare if glob and "/" not in glob]
        paths = [glob.lstrip("/") for glob in bare if "/" in glob]
        self._names = "|".join(map(_pattern, names))
        self._match_name = re.compile(self._names).match
        self._match_path = re.compile("|".join(map(fnmatch.translate, paths))).match if paths else None

    def match(self, name: str, path: str) -> bool:
        """Whether the file or folder at `path`, which ends with `name`, is left out."""
        if self._match_name(composed(name)):
            return True
        return bool(self._match_path and self._match_path(composed(path)))

    def candidates(self, also: str) -> re.Pattern[str]:
        """Return one pattern that matches all ASCII names that may be left out, and those that `also` matches.

        It costs less than `match` and spares most names that call.
        """
        return re.compile(f"{also}|{self._names}" if self._match_path is None else "")


def _pattern(glob: str) -> str:
    """Return a glob as a pattern; a single `.*` is found twice as fast greedily, several could take for ever."""
    pattern = fnmatch.translate(glob)
    return pattern.replace(_LAZY, "(?:.*") if pattern.count(_LAZY) == 1 else pattern

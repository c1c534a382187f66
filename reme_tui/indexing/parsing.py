"""Files made notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from reme_tui.config import Config

if TYPE_CHECKING:
    from reme_tui.core.note import Note, Problem

    _Parsed = list[tuple[Note, str]]


def parse_files(
    config: Config, paths: Iterable[str], *, known: Mapping[str, Note]
) -> tuple[_Parsed, dict[str, Problem]]:
    """Return the notes at `paths` that differ from what is known, with their texts; and why others cannot be read."""
    from reme_tui.core.parse import parse_note
    from reme_tui.vault.files import Unreadable, read_file

    parsed: _Parsed = []
    unreadable: dict[str, Problem] = {}
    for path in paths:
        file = read_file(config.vault, path)
        if isinstance(file, Unreadable):
            unreadable[path] = file.problem
            continue
        held = known.get(path)
        if held and (held.digest, held.modified) == (file.digest, file.modified):
            continue
        note = parse_note(
            path,
            file.text,
            digest=file.digest,
            modified=file.modified,
            rules=config.reading,
            problems=file.problems,
        )
        parsed.append((note, file.text))
    return parsed, unreadable

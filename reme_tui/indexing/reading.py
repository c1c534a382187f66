"""What there is in a vault, and files made notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reme_tui.config import Config
from reme_tui.core.text.words import said_by
from reme_tui.indexing.state import VaultError, check_folder

if TYPE_CHECKING:
    from reme_tui.core.note import Note, Problem
    from reme_tui.vault.listing import FileStat, Listing, ScanRules

    _Parsed = list[tuple[Note, str]]


def list_folder(
    vault: Path, rules: ScanRules, *, known: Mapping[str, FileStat] | None, is_stopped: Callable[[], bool]
) -> Listing:
    """Return what there is below `vault`; stats that are as `known` are those. Raises VaultError."""
    from reme_tui.vault.scan import StoppedError, list_vault

    check_folder(vault)
    try:
        return list_vault(vault, rules=rules, known=known, is_stopped=is_stopped)
    except StoppedError as error:
        raise VaultError("stopped before all folders were looked into") from error
    except OSError as error:
        raise VaultError(f"cannot read {vault}: {said_by(error)}") from error


def parse_files(
    config: Config, paths: Iterable[str], *, known: Mapping[str, Note]
) -> tuple[_Parsed, dict[str, Problem]]:
    """Return the notes at `paths` that differ from what is known, with their texts; and why others cannot be read."""
    from reme_tui.core.parse import Source, parse_notes
    from reme_tui.vault.files import Reader, Unreadable

    sources: list[Source] = []
    unreadable: dict[str, Problem] = {}
    with Reader(config.vault) as reader:
        for path in paths:
            file = reader.read(path)
            if isinstance(file, Unreadable):
                unreadable[path] = file.problem
                continue
            held = known.get(path)
            if not held or (held.digest, held.modified) != (file.digest, file.modified):
                sources.append(
                    Source(path, file.text, digest=file.digest, modified=file.modified, problems=file.problems)
                )
    notes = parse_notes(sources, config.reading)
    return [(note, source.text) for note, source in zip(notes, sources, strict=True)], unreadable

"""Suggestions for notes of a vault in memory, and what leaving out the tags of one note at a time says of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reme_tui.core.note import Note
from reme_tui.core.snapshot import Change
from reme_tui.core.tag_key import tag_key
from reme_tui.search.tag_suggestions.names import TagNames
from reme_tui.search.tag_suggestions.suggest import Suggester
from reme_tui.search.tag_suggestions.values import NoteSuggestions
from tests.search.vault import Vault

FOLDER = Path(__file__).parent / "suggestion_vaults"
_PLANTED = tomllib.loads((Path(__file__).parent.parent / "demo_planted.toml").read_text(encoding="utf-8"))


def texts_in(name: str) -> dict[str, str]:
    """The notes of a set by path: each follows a line `=== path | tags`."""
    texts = {}
    for block in re.split(r"^=== ", (FOLDER / name).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        path, _, tags = head.partition(" |")
        texts[path] = f"---\nmemory_tags: [{tags.strip()}]\n---\n{body}"
    return texts


def texts_below(folder: Path) -> dict[str, str]:
    """The Markdown files below a folder by path."""
    files = sorted(folder.rglob("*.md"))
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8", errors="replace") for file in files}


def one_in_demo(key: str) -> str:
    """The first of the tags of the demo vault that are known to be the same as this one."""
    same = {key}
    pairs = [{tag_key(tag) for tag in planted["tags"]} for planted in _PLANTED["duplicates"]]
    for _ in pairs:  # one that leads to another, as often as there are any
        same.update(*(pair for pair in pairs if not same.isdisjoint(pair)))
    return min(same)


def suggester_of(vault: Vault, aliases: Sequence[Sequence[str]] = ()) -> Suggester:
    names = TagNames(vault.snapshot.tags.rows(), aliases)
    return Suggester(vault.snapshot, vault.engine.index, names, read=vault.read)


def suggested(vault: Vault, path: str, *, aliases: Sequence[Sequence[str]] = (), **options) -> NoteSuggestions:
    return suggester_of(vault, aliases).suggest(path, **options)


def tags_for(vault: Vault, path: str, **options) -> list[str]:
    return [one.tag for one in suggested(vault, path, **options).suggestions]


@dataclass
class Score:
    """Of notes asked about: how many got a first tag, and a right one; the same of all tags; the tags there were.

    `silent` is how many of the notes without tags (`bare`) got none.
    """

    first: int = 0
    first_right: int = 0
    all: int = 0
    all_right: int = 0
    tags: int = 0
    silent: int = 0
    bare: int = 0

    def add(self, want: set[str], got: Sequence[str]) -> None:
        self.first += bool(got)
        self.first_right += bool(got) and got[0] in want
        self.all += len(got)
        self.all_right += len(want.intersection(got))
        self.tags += len(want)
        self.bare += not want
        self.silent += not want and not got


def leave_one_out(
    texts: Mapping[str, str], encoder, *, same: Callable[[str], str] = str, **options
) -> Iterator[tuple[set[str], list[str]]]:
    """Yield for each note the tags it has, of those that others have too, and the suggested ones, were it bare.

    Tags are told by what `same` makes of their keys.
    """
    vault = Vault(texts, encoder)
    for path, text in texts.items():
        yield from _asked_bare(vault, [path], same, options)
        vault.change({path: text})


def leave_out(
    texts: Mapping[str, str], encoder, paths: Sequence[str], *, same: Callable[[str], str] = str
) -> Iterator[tuple[set[str], list[str]]]:
    """Yield the same for some notes, were all of them bare at once."""
    return _asked_bare(Vault(texts, encoder), paths, same, {})


def _asked_bare(vault, paths, same, options) -> Iterator[tuple[set[str], list[str]]]:
    notes = [vault.snapshot.notes[path] for path in paths]
    put(vault, [replace(note, tags=()) for note in notes])
    known = {same(row.key) for row in vault.snapshot.tags.rows()}
    suggester = suggester_of(vault)
    for note in notes:
        want = {same(tag_key(tag.text)) for tag in note.tags}
        yield want & known, [same(one.key) for one in suggester.suggest(note.path, **options).suggestions]


def put(vault: Vault, notes: Sequence[Note]) -> None:
    """Let the vault hold these notes instead of what their texts say."""
    vault.snapshot = vault.snapshot.evolve(Change(changed=tuple(notes)))
    vault.engine = vault.engine.evolve([(note, vault.texts[note.path]) for note in notes], ())
    vault.encode()

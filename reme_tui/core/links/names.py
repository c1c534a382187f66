"""What a link's target may mean: notes and files by path, by name and by alias."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from reme_tui.core.layered import Layered
from reme_tui.core.note import Note
from reme_tui.core.path_keys import composed, folded, name_key, without_suffix

Groups = Layered[str, tuple[str, ...]]
Pairs = Iterable[tuple[str, str]]
Compare = Callable[[str], str]


def regroup(groups: Groups, lost: Pairs, won: Pairs) -> Groups:
    """Return `groups` without the (key, member) pairs `lost` and with those `won`; members stay sorted."""
    leaving, coming = _by_key(lost), _by_key(won)
    renewed = {}
    for key in leaving.keys() | coming.keys():
        out = leaving.get(key)
        members = [m for m in groups.get(key, ()) if m not in out] if out else list(groups.get(key, ()))
        members += sorted(coming.get(key, ()))
        members.sort()  # two sorted runs, which is quick
        renewed[key] = tuple(members)
    return groups.changed({key: members for key, members in renewed.items() if members}, renewed)


def _by_key(pairs: Pairs) -> dict[str, set[str]]:
    by_key: dict[str, set[str]] = {}
    for key, member in pairs:
        by_key.setdefault(key, set()).add(member)
    return by_key


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """All that a target means, whoever asks, and for each folder on the way the best path below it.

    `several` says that the name is not unique, `single` that it leads to one path from everywhere all the same.
    """

    kind: Literal["note", "file"]
    best_below: Mapping[str, str]
    several: bool
    single: bool

    def nearest(self, source: str) -> str:
        """Return the path with the fewest steps from the folder of `source`, then the shallowest, then by name."""
        candidates = []
        for folder in _folders(source):
            if path := self.best_below.get(folder):
                depth = folder.count("/") + 1 if folder else 0
                candidates.append((path.count("/") - 2 * depth, path.count("/"), path))
        return min(candidates)[2]


def choose(kind: Literal["note", "file"], paths: Collection[str], *, several: bool) -> Choice:
    """Return the choice between `paths`, of which there is at least one."""
    best_below: dict[str, str] = {}
    for path in sorted(paths, key=lambda path: (path.count("/"), path), reverse=True):
        best_below.update(dict.fromkeys(_folders(path), path))
    return Choice(kind, best_below, several, single=len(paths) == 1)


def _folders(path: str) -> Iterator[str]:
    """Yield the folder of `path`, its folder, and so on up to the vault itself (the empty path)."""
    while path:
        path = path[: max(path.rfind("/"), 0)]
        yield path


class Files:
    """The files of a vault that are no notes, found by path and by name."""

    def __init__(self, paths: Collection[str] = frozenset()) -> None:
        self.paths = frozenset(paths)
        self._by_name: Groups | None = None

    def named(self, target: str) -> tuple[str, ...]:
        """Return the files with the name of `target`, case apart. The first call sorts all files by name."""
        if self._by_name is None:
            self._by_name = regroup(Layered(), (), ((_file_key(path), path) for path in self.paths))
        return self._by_name.get(_file_key(target), ())


def _file_key(path: str) -> str:
    return folded(path[path.rfind("/") + 1 :])


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """Everything a link can lead to, immutable.

    `notes` holds the aliases of each note, `linked` the note behind each file link. A note is found under its own
    path and under those of the file links that lead to it.
    """

    notes: Layered[str, tuple[str, ...]] = field(default_factory=Layered)
    linked: Mapping[str, str] = field(default_factory=dict)
    files: Files = field(default_factory=Files)
    by_name: Groups = field(default_factory=Layered)
    by_alias: Groups = field(default_factory=Layered)
    _known: dict[str, Choice | None] = field(default_factory=dict)

    def evolve(
        self,
        changed: Mapping[str, Note],
        removed: Collection[str],
        *,
        files: Collection[str] | None,
        linked: Mapping[str, str] | None,
    ) -> Names:
        """Return the names after a change; None for `files` or `linked` keeps what is there."""
        before = {path: self.notes[path] for path in (*removed, *changed) if path in self.notes}
        after = {path: note.aliases for path, note in changed.items()}
        links = self.linked if linked is None or linked == self.linked else dict(linked)
        same_files = files is None or files is self.files.paths or files == self.files.paths
        if before == after and links is self.linked and same_files:
            return self
        notes = self.notes.changed(after, before)
        touched = before.keys() ^ after.keys()
        if links is not self.linked:
            touched |= self.linked.keys() ^ links.keys()
        lost = [path for path in touched if path not in notes and path not in links]
        won = [path for path in touched if path not in self.notes and path not in self.linked]
        old, new = _alias_pairs(before), _alias_pairs(after)
        return Names(
            notes=notes,
            linked=links,
            files=self.files if same_files or files is None else Files(files),
            by_name=regroup(self.by_name, _name_pairs(lost), _name_pairs(won)),
            by_alias=regroup(self.by_alias, old - new, new - old),
        )

    def note_at(self, path: str) -> str | None:
        """Return the path of the note at `path`, which is there itself or through a file link."""
        if path in self.notes:
            return path
        target = self.linked.get(path)
        return target if target in self.notes else None

    def of(self, path: str) -> Iterator[str]:
        """Yield all that leads to the note or file at `path`: itself, file links and aliases."""
        yield path
        yield from (link for link, target in self.linked.items() if target == path)
        yield from (alias.strip() for alias in self.notes.get(path, ()))

    def at_path(self, path: str) -> Choice | None:
        """Find what stands at a vault path, `.md` added where it is missing."""
        for same in (composed, folded):
            if choice := self._at(path, same) or self._at(path + ".md", same):
                return choice
        return None

    def find(self, target: str) -> Choice | None:
        """Find what `target` means by path, by name or by alias; remembered, as many links share a target."""
        if target not in self._known:
            self._known[target] = self.at_path(target.lstrip("/")) if target[:1] == "/" else self._look_up(target)
        return self._known[target]

    def _look_up(self, target: str) -> Choice | None:
        for same in (composed, folded):
            if choice := self._at(target, same):
                return choice
            named = self._choose("note", self._named(target, same))
            if choice := self._at(target + ".md", same):
                several = "/" not in target and named is not None and named.several
                return replace(choice, several=choice.several or several)
            if choice := named or self._named_file(target, same) or self._aliased(target, same):
                return choice
        return None

    def _choose(self, kind: Literal["note", "file"], paths: Collection[str]) -> Choice | None:
        several = len({self.note_at(path) or path for path in paths}) > 1
        return choose(kind, paths, several=several) if paths else None

    def _at(self, path: str, same: Compare) -> Choice | None:
        if self.note_at(path):
            return self._choose("note", (path,))
        if path in self.files.paths:
            return self._choose("file", (path,))
        if same is composed and path.isascii():
            return None
        wanted = same(path)
        notes = [near for near in self.by_name.get(name_key(path), ()) if same(near) == wanted and self.note_at(near)]
        files = [near for near in self.files.named(path) if same(near) == wanted]
        return self._choose("note", notes) or self._choose("file", files)

    def _named(self, target: str, same: Compare) -> list[str]:
        end = "/" + same(target)
        near = (("/" + same(path), path) for path in self.by_name.get(name_key(target), ()) if self.note_at(path))
        return [path for full, path in near if full.endswith(end) or without_suffix(full).endswith(end)]

    def _named_file(self, target: str, same: Compare) -> Choice | None:
        end = "/" + same(target)
        return self._choose("file", [path for path in self.files.named(target) if ("/" + same(path)).endswith(end)])

    def _aliased(self, target: str, same: Compare) -> Choice | None:
        wanted = same(target)
        near = self.by_alias.get(folded(target), ())
        return self._choose("note", [path for path in near if wanted in {same(a.strip()) for a in self.notes[path]}])


def _name_pairs(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((name_key(path), path) for path in paths)


def _alias_pairs(notes: Mapping[str, tuple[str, ...]]) -> set[tuple[str, str]]:
    return {(folded(alias.strip()), path) for path, aliases in notes.items() for alias in aliases if alias.strip()}

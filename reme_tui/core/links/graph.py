"""The links between notes: where each leads, and who links to a note."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from reme_tui.core.derived import Derived
from reme_tui.core.layered import Layered
from reme_tui.core.links.names import Choice, Groups, Names, regroup
from reme_tui.core.note import Link, Note
from reme_tui.core.path_keys import LONGEST_TARGET, name_key, target_keys
from reme_tui.core.reading_rules import ReadingRules

TargetKind = Literal["note", "file", "missing"]


@dataclass(frozen=True, slots=True)
class Resolution:
    r"""Where a link leads.

    `path` is vault-relative, None when nothing is there. A "file" exists but is no note. `several` says that other
    notes or files fit as well, `backslash` that the target was only found with its `\` read as `/`.
    """

    path: str | None
    kind: TargetKind
    several: bool = False
    backslash: bool = False


MISSING = Resolution(None, "missing")
_RELATIVE = ("./", "../")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One end of the links between two notes, however many there are.

    `path` is the target as written when it is missing; `anchors` are in text order, each once.
    """

    path: str
    kind: TargetKind
    anchors: tuple[str, ...]
    several: bool
    mentions: int
    backslash: bool


@dataclass(frozen=True, slots=True, eq=False)
class LinkGraph:
    """All links of a vault, immutable.

    Links are kept as written and resolved when asked for, against the names of the same generation; so what is
    answered depends on the notes that are there, never on the order in which they came.
    """

    rules: ReadingRules
    names: Names = field(default_factory=Names)
    _links: Layered[str, tuple[Link, ...]] = field(default_factory=Layered)
    _mentions: Groups = field(default_factory=Layered)
    _everywhere: dict[str, Resolution] = field(default_factory=dict)

    @classmethod
    def empty(cls, rules: ReadingRules) -> LinkGraph:
        """Return the graph of a vault without notes."""
        return cls(rules)

    @classmethod
    def restored(cls, rules: ReadingRules, notes: Mapping[str, Note], *, names: Names, mentions: Groups) -> LinkGraph:
        """Return the graph of `notes` from the `names` and `mentions` it had."""
        return cls(rules, names, Layered(Derived(notes, _links_of)), mentions)

    @property
    def mentions(self) -> Groups:
        """The notes that link to anything of a name, by that name's key."""
        return self._mentions

    def evolve(
        self,
        changed: Iterable[Note],
        removed: Iterable[str],
        *,
        files: Collection[str] | None = None,
        linked: Mapping[str, str] | None = None,
    ) -> LinkGraph:
        """Return the graph after a change.

        `files` are all files that are no notes, `linked` all file links with the notes they lead to; None keeps
        those known. A path both removed and changed is changed.
        """
        coming = {note.path: note for note in changed}
        gone = set(removed) - coming.keys()
        names = self.names.evolve(coming, gone, files=files, linked=linked)
        before = {path: self._links[path] for path in (*gone, *coming) if path in self._links}
        after = {path: note.links for path, note in coming.items() if note.links}
        known = self._everywhere if names is self.names else {}
        if before == after:
            return self if names is self.names else LinkGraph(self.rules, names, self._links, self._mentions, known)
        links = self._links.changed(after, before)
        old, new = _mention_pairs(before), _mention_pairs(after)
        return LinkGraph(self.rules, names, links, regroup(self._mentions, old - new, new - old), known)

    def resolve(self, source_path: str, link: Link) -> Resolution:
        """Find where `link`, written in the note at `source_path`, leads.

        What is the same from everywhere is remembered: many notes link to few.
        """
        known = None if link.markdown else self._everywhere.get(link.target)
        return known or self._find(source_path, link)

    def _find(self, source: str, link: Link) -> Resolution:
        target = link.target
        if len(target) > LONGEST_TARGET:
            return MISSING
        if not link.markdown and (self.rules.literal_links or self.rules.reme):
            return self._literal(target)
        with_slashes = target.replace("\\", "/")
        choice = self._meaning(source, target, markdown=link.markdown)
        backslash = choice is None and with_slashes != target
        if backslash:
            choice = self._meaning(source, with_slashes, markdown=link.markdown)
        end = MISSING
        if choice is not None:
            path = choice.nearest(source)
            end = Resolution(self.names.note_at(path) or path, choice.kind, choice.several, backslash)
        if not (link.markdown or with_slashes.startswith(_RELATIVE)) and (choice is None or choice.single):
            self._everywhere[target] = end
        return end

    def links_out(self, path: str) -> tuple[Neighbour, ...]:
        """Return what the note at `path` links to, in text order; links to itself count only for ReMe."""
        groups: dict[tuple[TargetKind, str], list[tuple[Link, Resolution]]] = {}
        for link in self._links.get(path, ()):
            end = self.resolve(path, link)
            if end.path != path or self.rules.reme:
                groups.setdefault((end.kind, end.path or link.target), []).append((link, end))
        return tuple(_neighbour(target, kind, mentions) for (kind, target), mentions in groups.items())

    def links_in(self, path: str) -> tuple[Neighbour, ...]:
        """Return the notes that link to the note or file at `path`, by path."""
        keys = {name_key(name) for name in self.names.of(path)}
        sources = {source for key in keys for source in self._mentions.get(key, ())}
        found = []
        for source in sorted(sources if self.rules.reme else sources - {path}):
            ends = ((link, self.resolve(source, link)) for link in self._links[source])
            if mentions := [(link, end) for link, end in ends if end.path == path]:
                found.append(_neighbour(source, "note", mentions))
        return tuple(found)

    def _literal(self, target: str) -> Resolution:
        if note := self.names.note_at(target):
            return Resolution(note, "note")
        return Resolution(target, "file") if target in self.names.files.paths else MISSING

    def _meaning(self, source: str, target: str, *, markdown: bool) -> Choice | None:
        folder = source[: max(source.rfind("/"), 0)]
        if markdown:
            paths = (_joined(folder, target), _joined("", target))
            return next((choice for path in paths if path and (choice := self.names.at_path(path))), None)
        if target.startswith(_RELATIVE):
            path = _joined(folder, target)
            return self.names.at_path(path) if path else None
        if "/." in target or "//" in target:
            path = _joined("", target)
            return self.names.find(path) if path else None
        return self.names.find(target)


def _links_of(note: Note) -> tuple[Link, ...]:
    return note.links


def _joined(folder: str, target: str) -> str | None:
    """Return the vault path of `target` as seen from `folder`; None when it leaves the vault or names no file."""
    parts = folder.split("/") if folder else []
    *above, last = target.split("/")
    for part in above:
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return None if last in ("", ".", "..") else "/".join((*parts, last))


def _neighbour(path: str, kind: TargetKind, mentions: Collection[tuple[Link, Resolution]]) -> Neighbour:
    return Neighbour(
        path=path,
        kind=kind,
        anchors=tuple(dict.fromkeys(link.anchor for link, _ in mentions if link.anchor)),
        several=any(end.several for _, end in mentions),
        mentions=len(mentions),
        backslash=any(end.backslash for _, end in mentions),
    )


def _mention_pairs(links: Mapping[str, tuple[Link, ...]]) -> set[tuple[str, str]]:
    return {(key, path) for path, own in links.items() for link in own for key in target_keys(link.target)}

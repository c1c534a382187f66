"""A change of tags planned over a whole vault: which notes it touches, and what a person should know first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from reme_tui.core.frontmatter.block import ListValue, Scalar
from reme_tui.core.frontmatter.read import read_block
from reme_tui.core.frontmatter.reme_rules import MAX_TAG_LENGTH
from reme_tui.core.note import Note, Severity
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.snapshot import Snapshot
from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.changes import (
    BELOW,
    Delete,
    Mend,
    Merge,
    Merges,
    Rename,
    Retag,
    Suggested,
    TagChange,
    Undo,
    describe,
    merges_of,
    objection,
)
from reme_tui.tidy.edits.note_edit import Refusal
from reme_tui.tidy.edits.page import ListStyle
from reme_tui.tidy.note_changes import new_names, note_edit, touched_keys
from reme_tui.tidy.planning.monitor import Monitor
from reme_tui.tidy.planning.nearest import nearest_tag
from reme_tui.tidy.planning.plan import EditRules, NoteSource, Plan, plan_notes

SAMPLE = 60
"""Notes looked at to learn the vault's list style."""
MOST_MERGES = 5
"""Merges told one by one when a whole branch of tags moves."""


@dataclass(frozen=True, slots=True)
class VaultPlanner:
    """Plans changes over one snapshot, reading each note fresh. `only` limits them to a glob or a folder."""

    snapshot: Snapshot
    source: NoteSource
    rules: ReadingRules
    monitor: Monitor
    only: str | None = None

    def plan(self, change: TagChange) -> Plan:
        """The plan of any change but an undo. Raises ValueError for that."""
        foreseen = self.foresee(change)
        if foreseen.objection:
            return foreseen
        paths, refusals = self._notes(change)
        edit_rules = EditRules(self.rules, self._list_style() if isinstance(change, Retag | Suggested) else "flow")
        plan = plan_notes(change, paths, self.source, edit_rules=edit_rules, monitor=self.monitor)
        if plan.objection:
            return plan
        refusals = (*refusals, *plan.refusals)
        return replace(
            plan,
            title=foreseen.title,
            refusals=refusals,
            notices=foreseen.notices,
            warnings=foreseen.warnings,
            objection="" if plan.edits or refusals else "nothing would change",
        )

    def foresee(self, change: TagChange) -> Plan:
        """What is known of a change before a note is read: a plan without files."""
        title = describe(change)
        why = objection(change) or self._unknown(change)
        if why:
            return Plan(change, title, objection=why)
        merges = self._merges(change)
        if merges and isinstance(change, Rename) and not change.children and not change.old.endswith(BELOW):
            title = describe(Merge((change.old,), change.new))
        notices = (*_told(merges), *self._missing(change))
        return Plan(change, title, notices=notices, warnings=tuple(self._warnings(change)))

    def _unknown(self, change: TagChange) -> str:
        """Why no note can be meant: no tag of the vault is."""
        names = _named(change)
        is_known = not names or touched_keys(change, self._keys())
        if is_known:
            return ""
        nearest = (nearest_tag(name.removesuffix(BELOW), self.snapshot.tags) for name in names)
        near = dict.fromkeys(filter(None, nearest))
        guess = f": did you mean {' or '.join(near)}?" if near else ""
        return f"no note has the tag {', '.join(names)}{guess}"

    def _missing(self, change: TagChange) -> Iterator[str]:
        """Which tags of several do not exist."""
        if isinstance(change, Rename):
            return
        keys = self._keys()
        known = frozenset(keys)
        for tag in _named(change):
            alone = Delete((tag,), children=isinstance(change, Delete) and change.children)
            if tag_key(tag) not in known and not touched_keys(alone, keys):
                yield f"no note has the tag {tag}"

    def _notes(self, change: TagChange) -> tuple[tuple[str, ...], tuple[Refusal, ...]]:
        """The paths to plan for, and what is refused before it is read."""
        match change:
            case Retag() | Suggested() | Mend():
                return self._located(change.paths)
            case Undo(entry=entry):
                raise ValueError(f"an undo is planned from the journal: {entry}")
            case Rename() | Merge() | Merges() | Delete():
                touched = touched_keys(change, self._keys())
                holding = {path for key in touched for path in self.snapshot.tags.paths(key)}
                names = {name.casefold() for key in touched for name in self._spellings(key)}
                broken = tuple(self._broken(names))
                return tuple(sorted(path for path in holding if self._within(path))), broken

    def _located(self, paths: Iterable[str]) -> tuple[tuple[str, ...], tuple[Refusal, ...]]:
        found: dict[str, None] = {}
        refusals = []
        for path in paths:
            real = path if path in self.snapshot.notes else self.source.locate(path)
            if isinstance(real, Refusal):
                refusals.append(real)
            elif real not in self.snapshot.notes:
                refusals.append(Refusal(path, "it is no note of this vault"))
            elif self._within(real):
                found[real] = None
        return tuple(found), tuple(refusals)

    def _broken(self, names: set[str]) -> Iterator[Refusal]:
        """Notes whose frontmatter cannot be read but holds one of the names: they are told, not passed over."""
        for path, note in sorted(self.snapshot.notes.items()):
            if self.monitor.cancelled():
                return
            if note.tags or not _has_error(note) or not self._within(path):
                continue
            read = self.source.read(path)
            if isinstance(read, Refusal):
                continue
            block = read_block(read.text)
            inner = read.text[block.start : block.end].casefold()
            if block.error is not None and any(name in inner for name in names):
                yield Refusal(path, block.error.message)

    def _merges(self, change: TagChange) -> Mapping[str, tuple[frozenset[str], ...]]:
        """By new name, the notes of each tag that becomes it, where there are several such tags."""
        if not isinstance(change, Rename | Merge | Merges):
            return {}
        renames = note_edit(change, [row.tag for row in self.snapshot.tags.rows()]).renames
        sources: dict[str, dict[str, None]] = {}
        for key, name in renames.items():
            sources.setdefault(name, {})[key] = None
        tags = self.snapshot.tags
        merges = {}
        for name, keys in sources.items():
            target = tag_key(name)
            # A tag that moves away itself does not stay to be merged into.
            all_keys = [*keys] + [target] * (target not in renames and bool(tags.paths(target)))
            if len(all_keys) > 1:
                merges[name] = tuple(tags.paths(key) for key in all_keys)
        return merges

    def _warnings(self, change: TagChange) -> Iterator[str]:
        touched = frozenset() if isinstance(change, Retag | Suggested) else touched_keys(change, self._keys())
        for name in new_names(change, [row.tag for row in self.snapshot.tags.rows()]):
            joined = "_".join(name.split())
            if len(joined) > MAX_TAG_LENGTH:
                yield f"ReMe drops tags of more than {MAX_TAG_LENGTH} characters: {name}"
            elif not any(letter.isalnum() for letter in joined):
                yield f"ReMe drops tags without a letter or digit: {name}"
            row = self.snapshot.tags.row(tag_key(name))
            if row and name not in row.spellings and row.key not in touched:
                yield f"this tag is spelled {row.tag} elsewhere: {name}"

    def _list_style(self) -> ListStyle:
        """The list style that most of a sample of tagged notes use."""
        tagged = sorted(path for path, note in self.snapshot.notes.items() if note.tags)
        flow = block = 0
        for path in tagged[:: max(1, len(tagged) // SAMPLE)]:
            read = self.source.read(path)
            for key, value in (read_block(read.text).entries or ()) if not isinstance(read, Refusal) else ():
                if isinstance(key, Scalar) and key.text in self.rules.tag_fields and isinstance(value, ListValue):
                    flow += value.flow
                    block += not value.flow
        return "block" if block > flow else "flow"

    def _keys(self) -> list[str]:
        return [row.key for row in self.snapshot.tags.rows()]

    def _spellings(self, key: str) -> Iterable[str]:
        row = self.snapshot.tags.row(key)
        return row.spellings if row else ()

    def _within(self, path: str) -> bool:
        if self.only is None:
            return True
        return fnmatchcase(path, self.only) or path.startswith(f"{self.only.rstrip('/')}/")


def _named(change: TagChange) -> tuple[str, ...]:
    """The tags that a change wants gone, as they are written; none where it names notes or an entry."""
    match change:
        case Rename(old=old):
            return (old,)
        case Delete(tags=tags):
            return tags
        case Merge() | Merges():
            return tuple(tag for merge in merges_of(change) for tag in merge.tags)
        case Retag() | Suggested() | Mend() | Undo():
            return ()


def _has_error(note: Note) -> bool:
    return any(problem.severity is Severity.ERROR for problem in note.problems)


def _told(merges: Mapping[str, tuple[frozenset[str], ...]]) -> Iterator[str]:
    for name, groups in list(merges.items())[:MOST_MERGES]:
        held: dict[str, int] = {}
        for group in groups:
            for path in group:
                held[path] = held.get(path, 0) + 1
        several = sum(count > 1 for count in held.values())
        counts = " + ".join(str(len(group)) for group in groups)
        which = "both" if len(groups) == 2 else "several"
        where = f" into {name}" if len(merges) > 1 else ""
        yield f"this is a merge{where}: {counts} notes, {several} {'has' if several == 1 else 'have'} {which}"
    if len(merges) > MOST_MERGES:
        yield f"and {len(merges) - MOST_MERGES} merges more"

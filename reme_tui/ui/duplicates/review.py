"""What the user has decided about groups of near-duplicates, and what came of it, while the screen is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.changes import Merge
from reme_tui.ui.duplicates.groups import SURENESS, Dismissal, GroupedTag, Sureness, TagGroup, find_again


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """What the user wants of one group: the tag to keep, and which others go into it, where that was said."""

    keep: str
    said: Mapping[str, bool] = field(default_factory=dict)


@dataclass(slots=True)
class Review:
    """Choices by group, tags called different, and the clean-ups so far: title, merged groups, changed files."""

    dismissals: list[Dismissal] = field(default_factory=list)
    _cleanups: list[tuple[str, int, int]] = field(default_factory=list)
    _choices: list[tuple[TagGroup, GroupChoice]] = field(default_factory=list)

    def choice(self, group: TagGroup) -> GroupChoice:
        """Return what is wanted of a group: by default its lead is kept."""
        return next((choice for each, choice in self._choices if each is group), GroupChoice(group.lead.tag))

    def _choose(self, group: TagGroup, choice: GroupChoice) -> None:
        self._choices = [(each, other) for each, other in self._choices if each is not group]
        self._choices.append((group, choice))

    def keep(self, group: TagGroup, tag: str) -> None:
        """Keep another tag of the group: what was to be kept goes into it, like the others that are ticked."""
        choice = self.choice(group)
        if tag == choice.keep:
            return
        self._choose(group, GroupChoice(tag, {**choice.said, choice.keep: True}))

    def toggle(self, group: TagGroup, tag: str) -> None:
        """Take a tag in, or out; the kept one stays."""
        choice = self.choice(group)
        if tag != choice.keep:
            self._choose(group, replace(choice, said={**choice.said, tag: not self.is_ticked(group, tag)}))

    def is_ticked(self, group: TagGroup, tag: str) -> bool:
        """Whether a tag of the group goes into the kept one."""
        choice, member = self.choice(group), group.member(tag)
        if member is None or member.apart or tag == choice.keep:
            return False
        return choice.said.get(tag, member.is_sure)

    def ticked(self, group: TagGroup) -> tuple[GroupedTag, ...]:
        """Return the tags that go into the kept one."""
        return tuple(member for member in group.members if self.is_ticked(group, member.tag))

    def sureness(self, group: TagGroup, tag: str) -> Sureness:
        """Return how sure it is that a tag of the group is the kept one; never surer than by way of the lead."""
        ways = {self.choice(group).keep, tag} - {group.lead.tag}
        found = (member.sureness for member in group.others if member.tag in ways)
        return max(found, key=SURENESS.index, default=group.sureness)

    def dismiss(self, group: TagGroup, tag: str) -> tuple[Dismissal, ...]:
        """Call a tag another thing than what is kept and what goes into it; the lead, than every other one."""
        if tag == group.lead.tag:
            others = [member.tag for member in group.others if not member.apart]
            made = tuple(Dismissal(group, other, (tag,)) for other in others)
        else:
            same = dict.fromkeys((group.lead.tag, self.choice(group).keep, *(m.tag for m in self.ticked(group))))
            made = (Dismissal(group, tag, tuple(other for other in same if other != tag)),)
            if tag == self.choice(group).keep:
                self._choose(group, GroupChoice(group.lead.tag))
        self.dismissals += made
        return made

    def dismissals_of(self, group: TagGroup, tag: str) -> tuple[Dismissal, ...]:
        """Return what was called different in a group: this tag, or by the lead all of them."""
        there = (each for each in self.dismissals if each.group.lead.tag == group.lead.tag)
        return tuple(each for each in there if tag in (each.tag, group.lead.tag))

    def take_back(self, dismissals: Iterable[Dismissal]) -> None:
        """Forget that tags were called different."""
        gone = list(dismissals)
        self.dismissals = [each for each in self.dismissals if each not in gone]

    def follow(self, groups: Sequence[TagGroup]) -> None:
        """Carry the choices over to the groups of a vault that has changed; what is not found waits to come back."""
        carried: list[tuple[TagGroup, GroupChoice]] = []
        taken: set[int] = set()
        for before, choice in self._choices:
            at = find_again(groups, before)
            if at is None or at in taken or choice.keep not in groups[at].tags:
                carried.append((before, choice))
                continue
            taken.add(at)
            carried.append((groups[at], choice))
        self._choices = carried

    @property
    def done(self) -> tuple[int, int]:
        """How many groups have been merged, and in how many files, each counted as often as it was changed."""
        return sum(groups for _, groups, _ in self._cleanups), sum(files for _, _, files in self._cleanups)

    def count(self, title: str, groups: int, *, files: int) -> None:
        """Remember a clean-up that was carried out."""
        self._cleanups.append((title, groups, files))

    def uncount(self, title: str) -> None:
        """Forget the clean-up that `title` takes back, if it is one of this review."""
        for at in reversed(range(len(self._cleanups))):
            if title == f"undo {self._cleanups[at][0]}":
                del self._cleanups[at]
                return

    def merge_of(self, group: TagGroup) -> Merge | None:
        """Return the change that folds the ticked tags of a group in; None where none is ticked."""
        ticked = tuple(member.tag for member in self.ticked(group))
        return Merge(ticked, self.choice(group).keep) if ticked else None

    def said_of(self, groups: Iterable[TagGroup], merges: Iterable[Merge]) -> tuple[str, ...]:
        """Return what is good to know of the surest merges: tags united in spelling, groups with a high one left out.

        A group is left out when the user has unticked its high ones, or keeps a tag they are not high with.
        """
        merges = tuple(merges)
        taken = {tag_key(tag) for merge in merges for tag in (*merge.tags, merge.into)}
        spelled = [each.into for each in merges if tag_key(each.into) in map(tag_key, each.tags)]
        left = [
            group.lead.tag
            for group in groups
            if any(member.sureness == "high" and not member.apart for member in group.others)
            and taken.isdisjoint(tag_key(member.tag) for member in group.members)
        ]
        said = (("spellings of one tag united as well: ", spelled), ("left out, as you changed it: ", left))
        return tuple(text + ", ".join(tags) for text, tags in said if tags)

    def sure_merges(self, groups: Iterable[TagGroup]) -> tuple[Merge, ...]:
        """Return one change for each tag that surest ones go into, of all groups; what was unticked stays out.

        Spellings are united only where their tag is not folded into another.
        """
        wanted: dict[str, tuple[str, list[str]]] = {}
        folded: set[str] = set()
        for group in sorted(groups, key=lambda group: group.is_spelling):
            keep = self.choice(group).keep
            sure = [m.tag for m in self.ticked(group) if self.sureness(group, m.tag) in ("spelling", "high")]
            if not sure or (group.is_spelling and tag_key(keep) in folded):
                continue
            into, tags = wanted.setdefault(tag_key(keep), (keep, []))
            tags += [tag for tag in sure if tag != into]
            folded.update(tag_key(tag) for tag in sure)
        return tuple(Merge(tuple(tags), into) for into, tags in wanted.values() if tags)

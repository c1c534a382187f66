"""Groups of tags that are probably one, as the screen lists them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagRow

if TYPE_CHECKING:
    from reme_tui.core.tags import TagIndex
    from reme_tui.tidy.duplicates.find import Duplicates
    from reme_tui.tidy.duplicates.grouping import Group
    from reme_tui.tidy.duplicates.tag_names import Pair

Sureness = Literal["spelling", "high", "likely", "look", "apart"]
"""How sure it is that tags are one: spellings of one key are; what is kept apart is not."""
SURENESS: tuple[Sureness, ...] = ("spelling", "high", "likely", "look", "apart")

GroupOrder = Literal["confidence", "notes"]
GROUP_ORDERS: tuple[GroupOrder, ...] = ("confidence", "notes")

RESPELLED = "spellings of one tag: only blanks and capitals differ"


@dataclass(frozen=True, slots=True)
class GroupedTag:
    """A tag of a group: in how many notes it is, how sure it is that it is the leading one.

    `apart` says that the user has just called it another thing; it stays in sight to be taken back.
    """

    tag: str
    notes: int
    sureness: Sureness
    why: tuple[str, ...] = ()
    apart: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it is ticked unless the user says otherwise."""
        return self.sureness in ("spelling", "high") and not self.apart


@dataclass(frozen=True, slots=True, eq=False)
class TagGroup:
    """Tags that are probably one; `lead` is the one to keep unless the user says otherwise, `others` are surest first.

    `sureness` is that of the surest of the others, `tags` are all of them as they are written.
    """

    sureness: Sureness
    lead: GroupedTag
    others: tuple[GroupedTag, ...]
    tags: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Gather the tags once; a thousand groups are compared by them."""
        object.__setattr__(self, "tags", frozenset(member.tag for member in self.members))

    @property
    def members(self) -> tuple[GroupedTag, ...]:
        """All tags, the lead first."""
        return (self.lead, *self.others)

    @property
    def notes(self) -> int:
        """How many notes hold what may be folded in."""
        return sum(member.notes for member in self.others)

    @property
    def is_spelling(self) -> bool:
        """Whether all are spellings of one tag."""
        return self.sureness == "spelling"

    @property
    def is_apart(self) -> bool:
        """Whether nothing is left in it to be folded in."""
        return all(member.apart for member in self.others)

    def member(self, tag: str) -> GroupedTag | None:
        """Return the tag of the group that is written so."""
        return next((member for member in self.members if member.tag == tag), None)


@dataclass(frozen=True, slots=True, eq=False)
class KnownDuplicates:
    """What is known of near-duplicates: found among so many tags, with every pair behind the groups.

    `apart` are the pairs of tags of this vault that the user has called different, `tags` all that are in a group of
    different tags, as they are written; `others` holds for each of these, by key, the other tags of its groups.
    """

    groups: tuple[TagGroup, ...] = ()
    pairs: Mapping[frozenset[str], Pair] = field(default_factory=dict)
    apart: tuple[tuple[str, str], ...] = ()
    tag_count: int = 0
    tags: frozenset[str] = frozenset()
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def duplicates(self) -> int:
        """How many groups are of tags with different keys."""
        return sum(not group.is_spelling for group in self.groups)

    @property
    def spellings(self) -> int:
        """How many groups are spellings of one tag."""
        return len(self.groups) - self.duplicates

    def why(self, tag: str, other: str) -> tuple[str, ...]:
        """Return why two tags are probably one, strongest first; nothing where they are not."""
        pair = self.pairs.get(frozenset((tag, other)))
        return pair.why if pair else ()

    def probably_one_with(self, tags: Iterable[str]) -> list[str]:
        """Return the tags that are probably one with some of `tags`, and are none of them."""
        keys = dict.fromkeys(map(tag_key, tags))
        found = dict.fromkeys(other for key in keys for other in self.others.get(key, ()))
        return [other for other in found if tag_key(other) not in keys]


def known_duplicates_of(found: Duplicates, tags: TagIndex, apart: Iterable[tuple[str, str]] = ()) -> KnownDuplicates:
    """Make what was found among the tags of a vault into what the screen lists. Looks at every tag."""
    rows = tags.rows()
    groups = [*map(_spelled, (row for row in rows if len(row.spellings) > 1)), *map(_found, found.groups)]
    return KnownDuplicates(
        groups=tuple(groups),
        pairs={frozenset((pair.a, pair.b)): pair for pair in found.pairs},
        apart=tuple(apart),
        tag_count=len(rows),
        tags=frozenset(tag for group in groups if not group.is_spelling for tag in group.tags),
        others=others_of(groups),
    )


def others_of(groups: Iterable[TagGroup]) -> dict[str, tuple[str, ...]]:
    """Return for each tag, by key, the other tags of its groups of different tags."""
    others: dict[str, tuple[str, ...]] = {}
    for group in groups:
        named = () if group.is_spelling else tuple(member.tag for member in group.members)
        for tag in named:
            others[tag_key(tag)] = (*others.get(tag_key(tag), ()), *(other for other in named if other != tag))
    return others


def _spelled(row: TagRow) -> TagGroup:
    lead, *others = (
        GroupedTag(text, notes, "spelling", (RESPELLED,)) for text, notes in row.spellings.items()
    )  # most used first
    return TagGroup("spelling", lead, tuple(others))


def _found(group: Group) -> TagGroup:
    others = tuple(GroupedTag(member.tag, member.notes, member.tier, member.why) for member in group.members)
    return TagGroup(group.tier, GroupedTag(group.keep, group.notes, group.tier), others)


def kept_apart(tag: str, other: str, tags: TagIndex) -> TagGroup:
    """Return two tags that the user has called different, as a group that can be taken back."""
    lead, rest = (GroupedTag(text, len(tags.paths(tag_key(text))), "apart", apart=True) for text in (tag, other))
    return TagGroup("apart", lead, (rest,))


@dataclass(frozen=True, slots=True, eq=False)
class Dismissal:
    """A tag that the user has called another thing than `others`, with the group it was in."""

    group: TagGroup
    tag: str
    others: tuple[str, ...]


def with_dismissed(groups: Iterable[TagGroup], dismissals: Iterable[Dismissal]) -> list[TagGroup]:
    """Return the groups and, at their places, the tags that were called different a moment ago.

    Such a tag joins what is left of its group, or brings it back where nothing is.
    """
    shown = list(groups)
    for dismissal in dismissals:
        before = dismissal.group
        at = next((at for at, group in enumerate(shown) if _is_rest(group, before)), None)
        rest = () if at is None else shown[at].others
        gone = next(member for member in before.others if member.tag == dismissal.tag)
        others = (*(member for member in rest if member.tag != gone.tag), replace(gone, apart=True))
        if at is None:
            shown.append(replace(before, others=others))
        else:
            shown[at] = replace(shown[at], others=others)
    return shown


def _is_rest(group: TagGroup, before: TagGroup) -> bool:
    """Whether a group is what is left of one, some of whose tags have been taken out."""
    return before.lead.tag in group.tags and group.is_spelling == before.is_spelling


def arranged(groups: Iterable[TagGroup], order: GroupOrder) -> tuple[TagGroup, ...]:
    """Return the groups in order: surest first, or those of most notes; what is remembered as different comes last."""

    def place(group: TagGroup) -> tuple[bool, int, int, str]:
        by_sureness, by_notes = SURENESS.index(group.sureness), -group.notes
        first, second = (by_notes, by_sureness) if order == "notes" else (by_sureness, by_notes)
        return group.sureness == "apart", first, second, group.lead.tag

    return tuple(sorted(groups, key=place))


def find_again(groups: Sequence[TagGroup], before: TagGroup) -> int | None:
    """Return where a group is after the vault has changed: the one with most of its tags, two at least.

    Of several, it is the one with the same lead.
    """
    shared = [(len(group.tags & before.tags), group.lead.tag == before.lead.tag) for group in groups]
    most = max(shared, default=(0, False))
    return shared.index(most) if most[0] > 1 else None

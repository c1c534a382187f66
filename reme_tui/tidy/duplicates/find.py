"""Near-duplicate tags: which are probably one, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import get_args

from reme_tui.tidy.duplicates.evidence.kind import Tier
from reme_tui.tidy.duplicates.forms.profiles import profile_of
from reme_tui.tidy.duplicates.grouping import Group, Member, groups_of
from reme_tui.tidy.duplicates.tag_names import Pair, Progress, TagNames

__all__ = ["Duplicates", "Group", "Member", "Pair", "Progress", "TagNames", "duplicates_among", "find_duplicates"]


ALIAS = "one is an alias of the other, by your own list"


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Groups for a person to work through, and every pair behind them; both surest first."""

    groups: tuple[Group, ...] = ()
    pairs: tuple[Pair, ...] = ()

    def at_least(self, tier: Tier) -> Duplicates:
        """Only what is of this tier or surer; a group without such a member goes."""
        tiers = get_args(Tier)
        wanted = tiers[: tiers.index(tier) + 1]
        groups = (replace(g, members=tuple(m for m in g.members if m.tier in wanted)) for g in self.groups)
        pairs = tuple(pair for pair in self.pairs if pair.tier in wanted)
        return Duplicates(tuple(group for group in groups if group.members), pairs)


def find_duplicates(
    tags: Mapping[str, int],
    *,
    distinct: Collection[frozenset[str]] = (),
    aliases: Collection[Sequence[str]] = (),
    progress: Progress | None = None,
) -> Duplicates:
    """The near-duplicates among `tags` (each with the number of notes it is in), from their text alone.

    `distinct` are pairs known not to be one; each of `aliases` are names of one thing, written in any way: two such
    tags are high. `progress(done, total)` counts tags and may raise to stop.
    """
    return duplicates_among(TagNames.of(tags, progress), tags, distinct=distinct, aliases=aliases)


def duplicates_among(
    names: TagNames,
    notes: Mapping[str, int],
    *,
    distinct: Collection[frozenset[str]] = (),
    aliases: Collection[Sequence[str]] = (),
) -> Duplicates:
    """The same from an index that is kept up to date tag by tag."""
    pairs = dict(names.pairs)
    for a, b in _by_aliases(names, aliases):
        pairs[frozenset((a, b))] = Pair(a, b, 1.0, "high", (ALIAS,))
    for apart in distinct:
        pairs.pop(frozenset(apart), None)
    ordered = sorted(pairs.values(), key=lambda pair: (-pair.score, pair.a, pair.b))
    return Duplicates(groups_of(pairs, notes, distinct), tuple(ordered))


def _by_aliases(names: TagNames, aliases: Collection[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Every two tags that the aliases make one; lines that share a name are one list of names."""
    things: list[tuple[set[str], set[str]]] = []
    for line in aliases:
        said = {text for name in line for text in profile_of(name).texts}
        tags = {tag for name in line for tag in names.written_like(name)}
        for thing in [thing for thing in things if not said.isdisjoint(thing[0])]:
            things.remove(thing)
            said |= thing[0]
            tags |= thing[1]
        things.append((said, tags))
    return (pair for _, tags in things for pair in combinations(sorted(tags), 2))

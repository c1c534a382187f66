"""Near-duplicate tags: which are probably one, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import get_args

from reme_tui.tidy.duplicates.evidence.kind import Tier
from reme_tui.tidy.duplicates.grouping import Group, Member, groups_of
from reme_tui.tidy.duplicates.tag_names import Pair, Progress, TagNames

__all__ = ["Duplicates", "Group", "Member", "Pair", "Progress", "TagNames", "duplicates_among", "find_duplicates"]

_NO_ALIASES: Mapping[str, str] = MappingProxyType({})


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
    aliases: Mapping[str, str] = _NO_ALIASES,
    progress: Progress | None = None,
) -> Duplicates:
    """The near-duplicates among `tags` (each with the number of notes it is in), from their text alone.

    `distinct` are pairs known not to be one; `aliases` maps a name to another of the same thing: such a pair is
    high. `progress(done, total)` counts tags and may raise to stop.
    """
    return duplicates_among(TagNames.of(tags, progress), tags, distinct=distinct, aliases=aliases)


def duplicates_among(
    names: TagNames,
    notes: Mapping[str, int],
    *,
    distinct: Collection[frozenset[str]] = (),
    aliases: Mapping[str, str] = _NO_ALIASES,
) -> Duplicates:
    """The same from an index that is kept up to date tag by tag."""
    pairs = dict(names.pairs)
    for alias, name in aliases.items():
        for one in names.written_like(alias):
            for other in names.written_like(name) - {one}:
                a, b = sorted((one, other))
                pairs[frozenset((a, b))] = Pair(a, b, 1.0, "high", ("one is an alias of the other, by your own list",))
    for apart in distinct:
        pairs.pop(frozenset(apart), None)
    ordered = sorted(pairs.values(), key=lambda pair: (-pair.score, pair.a, pair.b))
    return Duplicates(groups_of(pairs, notes, distinct), tuple(ordered))

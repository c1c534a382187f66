"""Near-duplicate tags: which are probably one, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import get_args

from reme_tui.tidy.duplicates.blocks import in_order
from reme_tui.tidy.duplicates.evidence.kind import Tier
from reme_tui.tidy.duplicates.forms.profiles import profile_of
from reme_tui.tidy.duplicates.grouping import Group, groups_of
from reme_tui.tidy.duplicates.tag_names import MOST_TOGETHER, Pair, Progress, TagNames

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
    ordered = tuple(in_order(pairs.values(), key=lambda pair: (-pair.score, pair.a, pair.b)))
    return Duplicates(groups_of(ordered, notes, distinct), ordered)


def _by_aliases(names: TagNames, aliases: Collection[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Every two tags that the aliases make one; lines that share a name are one list of names."""
    for thing in _things(tuple(map(tuple, aliases))):
        tags = sorted(names.written_as(thing))
        # Of many only those with the first: a list of thousands is no reason for millions of pairs.
        yield from combinations(tags, 2) if len(tags) <= MOST_TOGETHER else ((tags[0], tag) for tag in tags[1:])


@lru_cache(maxsize=1)
def _things(aliases: tuple[tuple[str, ...], ...]) -> tuple[frozenset[str], ...]:
    """The folded names of each thing; kept, as the list seldom changes while its names take long to fold."""
    thing_of: dict[str, set[str]] = {}
    for line in aliases:
        said = {text for name in line for text in profile_of(name).texts}
        met = {id(thing): thing for text in said if (thing := thing_of.get(text))}
        thing = max(met.values(), key=len, default=said)
        for other in (said, *met.values()):
            if other is not thing or other is said:  # the small ones go into the largest: many lines stay cheap
                thing |= other
                thing_of.update(dict.fromkeys(other, thing))
    return tuple(frozenset(thing) for thing in {id(thing): thing for thing in thing_of.values()}.values())

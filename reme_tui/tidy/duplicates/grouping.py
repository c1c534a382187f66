"""Pairs made into groups that do not chain: every member is near the one that is kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from reme_tui.tidy.duplicates.blocks import in_order
from reme_tui.tidy.duplicates.evidence.kind import Tier
from reme_tui.tidy.duplicates.tag_names import Pair

Pairs = frozenset[frozenset[str]]
NONE: Pairs = frozenset()

_ORDER = {"high": 0, "likely": 1, "look": 2}


@dataclass(frozen=True, slots=True)
class Member:
    """A tag that may be folded into the kept one: in how many notes it is, how sure that is, whether it is ticked."""

    tag: str
    notes: int
    tier: Tier
    ticked: bool
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Tags that are probably one; `tier` is that of the surest member."""

    keep: str
    notes: int
    tier: Tier
    members: tuple[Member, ...]


@lru_cache(maxsize=4096)
def well_formed(tag: str) -> tuple[int, ...]:
    """How well a spelling reads, lower is better: symbols, compatibility characters, runs of words, shouting."""
    symbols = sum(unicodedata.category(char)[0] in "SC" for char in tag)
    odd = tag != unicodedata.normalize("NFC", tag) or tag != unicodedata.normalize("NFKC", tag)
    blanks = sum(char.isspace() or char in ".,'\"()" for char in tag)
    shouting = len(tag) > 5 and tag.isupper()
    flat = bool(re.fullmatch("[a-z]+", tag)) and len(tag) > 12
    return (symbols, int(odd), int(shouting), blanks, int(flat), int(tag.isascii()), -len(tag))


def groups_of(
    pairs: Iterable[Pair], notes: Mapping[str, int], distinct: Collection[frozenset[str]] = ()
) -> tuple[Group, ...]:
    """The groups, surest first, then by the notes they touch.

    Pairs that want a look group only tags that head no surer group or keep it, so a person's first name never
    pulls a surer pair apart; such a tag may head one group and be a member of another.
    """
    apart_from: dict[str, list[frozenset[str]]] = {}
    for apart in distinct:
        for tag in apart:
            apart_from.setdefault(tag, []).append(apart)
    groups: list[Group] = []
    for family in _families(pairs):
        tags = [tag for pair in family for tag in (pair.a, pair.b)]
        counts = tuple([notes.get(tag, 0) for tag in tags])
        held_apart = frozenset([apart for tag in tags for apart in apart_from.get(tag, ())]) if apart_from else NONE
        groups += _groups_in(tuple(family), counts, held_apart)
    return tuple(sorted(groups, key=lambda g: (_ORDER[g.tier], -sum(m.notes for m in g.members), -g.notes, g.keep)))


def _families(pairs: Iterable[Pair]) -> Iterable[list[Pair]]:
    """The pairs that hang together by their tags: no group reaches from one family into another."""
    family_of: dict[str, list[Pair]] = {}
    for pair in pairs:
        larger, smaller = family_of.get(pair.a, []), family_of.get(pair.b, [])
        if larger is not smaller:
            if len(larger) < len(smaller):
                larger, smaller = smaller, larger
            larger += smaller
            family_of.update((tag, larger) for moved in smaller for tag in (moved.a, moved.b))
        larger.append(pair)
        family_of[pair.a] = family_of[pair.b] = larger
    return {id(family): family for family in family_of.values()}.values()


@lru_cache(maxsize=8192)
def _groups_in(family: tuple[Pair, ...], counts: tuple[int, ...], distinct: Pairs) -> tuple[Group, ...]:
    """The groups of one family; `counts` are the notes of the two tags of each pair.

    Kept, because one more tag changes one family and leaves all others as they are.
    """
    tags = [tag for pair in family for tag in (pair.a, pair.b)]
    pairs = {frozenset((pair.a, pair.b)): pair for pair in family}
    maker = _Maker(pairs, dict(zip(tags, counts, strict=True)), distinct)
    sure = maker.clusters({key: pair for key, pair in pairs.items() if pair.tier != "look"}, pairs)
    taken = {tag for cluster in sure for tag in cluster[1:]}
    open_pairs = {key: pair for key, pair in pairs.items() if pair.tier == "look" and not key & taken}
    return tuple(maker.group(cluster) for cluster in (*sure, *maker.clusters(open_pairs, open_pairs)))


@dataclass(slots=True, eq=False)
class _Cluster:
    """Tags near the kept one; `held` are those of all of them that a person keeps apart from some tag."""

    kept: str
    others: list[str]
    held: list[str]


class _Maker:
    """Clusters of tags, the kept one first."""

    def __init__(self, pairs: Mapping[frozenset[str], Pair], notes: Mapping[str, int], distinct: Pairs) -> None:
        self._pairs, self._notes, self._distinct = pairs, notes, distinct
        self._apart = frozenset(tag for pair in distinct for tag in pair)

    def rank(self, tag: str) -> tuple[object, ...]:
        """Sorts the tag to keep first: most notes, then the better-formed."""
        return (-self._notes.get(tag, 0), well_formed(tag), tag)

    def clusters(
        self, pairs: Mapping[frozenset[str], Pair], near: Mapping[frozenset[str], Pair]
    ) -> list[tuple[str, ...]]:
        """Clusters of two and more, joined from the surest pair down while every member stays near the kept one."""
        cluster_of: dict[str, _Cluster] = {}
        for pair in in_order(pairs.values(), key=lambda p: (_ORDER[p.tier], -p.score, p.a, p.b)):
            one, other = (cluster_of.get(tag) or self._alone(tag) for tag in (pair.a, pair.b))
            if one is other:
                continue
            if self.rank(other.kept) < self.rank(one.kept):
                one, other = other, one
            joining = (other.kept, *other.others)  # what one has is near its kept tag already: thousands stay cheap
            if all(frozenset((one.kept, tag)) in near for tag in joining) and not self._keeps_apart(one, other):
                one.others += joining
                one.held += other.held
                cluster_of.update(dict.fromkeys((one.kept, *joining), one))
        found = {id(cluster): cluster for cluster in cluster_of.values()}.values()
        return [(cluster.kept, *cluster.others) for cluster in found]

    def _alone(self, tag: str) -> _Cluster:
        return _Cluster(tag, [], [tag] if tag in self._apart else [])

    def _keeps_apart(self, one: _Cluster, other: _Cluster) -> bool:
        return any(frozenset((a, b)) in self._distinct for a in one.held for b in other.held)

    def group(self, cluster: tuple[str, ...]) -> Group:
        """A cluster with its tiers, reasons and counts; members surest first."""
        kept, *rest = cluster
        members = []
        for tag in rest:
            pair = self._pairs[frozenset((kept, tag))]
            members.append(Member(tag, self._notes.get(tag, 0), pair.tier, pair.tier == "high", pair.why))
        members.sort(key=lambda member: (_ORDER[member.tier], -member.notes, member.tag))
        return Group(kept, self._notes.get(kept, 0), members[0].tier, tuple(members))

"""Tags held so that only those that meet under some key are compared: all at once, or one more at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple

from reme_tui.tidy.duplicates.blocks import Block, in_order
from reme_tui.tidy.duplicates.evidence.initials import ACRONYM, INITIALS, INSTITUTION
from reme_tui.tidy.duplicates.evidence.kind import PROBABLE, SURE, Kind, Reason, Tier, tier_of
from reme_tui.tidy.duplicates.evidence.part_of import LEAF, PART_OF_NAME
from reme_tui.tidy.duplicates.evidence.pinyin import PINYIN
from reme_tui.tidy.duplicates.evidence.same import OTHER_ORDER, SAME_FORM, SAME_TEXT
from reme_tui.tidy.duplicates.evidence.slips import SAME_SOUND, SLIP
from reme_tui.tidy.duplicates.forms.profiles import Profile, profile_of

KINDS: tuple[Kind, ...] = (
    SAME_TEXT, SAME_FORM, OTHER_ORDER, SLIP, SAME_SOUND, PINYIN, ACRONYM, INITIALS, INSTITUTION, PART_OF_NAME, LEAF,
)  # fmt: skip
MOST_TOGETHER = 50
"""Tags that may meet under one key before only the first of them is compared with the others."""
MOST_ADDED = 512
"""Tags added one at a time before the index is laid out anew."""
FEW = 100
"""Tags that are cheaper to add or remove one by one than to lay out the index anew."""
EVERY = 512
"""Tags between two reports of progress."""

Progress = Callable[[int, int], None]
Blocks = tuple[Block, ...]
"""One for each kind of evidence."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tags that are probably one, in the order of their text; `why` is sentences, the strongest first."""

    a: str
    b: str
    score: float
    tier: Tier
    why: tuple[str, ...]


class _Held(NamedTuple):
    """Tags under the keys they offer and seek; never changed once it is part of an index.

    Their profiles are not kept: few are ever asked for again, and so many objects would make Python look through
    all of them again and again for rubbish.
    """

    tags: dict[str, None]
    offers: Blocks
    seeks: Blocks
    asked: tuple[tuple[Callable[[Profile], Collection[str]], Block], ...]

    @staticmethod
    def made_of(tags: dict[str, None], offers: Blocks, seeks: Blocks) -> _Held:
        """These tags, and what each further one is asked for its keys, with the place they are put."""
        offering = ((kind.offers, block) for kind, block in zip(KINDS, offers, strict=True))
        seeking = ((kind.seeks, block) for kind, block in zip(KINDS, seeks, strict=True) if kind.seeks)
        return _Held(tags, offers, seeks, (*offering, *seeking))

    @staticmethod
    def empty() -> _Held:
        """No tags yet."""
        return _Held.made_of({}, tuple(Block() for _ in KINDS), tuple(Block() for _ in KINDS))

    def copy(self) -> _Held:
        """A copy that may be added to."""
        return _Held.made_of(dict(self.tags), tuple(map(Block.copy, self.offers)), tuple(map(Block.copy, self.seeks)))


@dataclass(frozen=True, slots=True, eq=False)
class TagNames:
    """An immutable set of tags with every pair among them that strings alone make one.

    A pair's verdict depends on its two tags and nothing else. Adding or removing one tag costs what its own
    neighbours cost, whatever the number of tags.
    """

    pairs: Mapping[frozenset[str], Pair] = field(default_factory=dict)
    _base: _Held = field(default_factory=_Held.empty)
    _later: _Held = field(default_factory=_Held.empty)
    _gone: frozenset[str] = frozenset()

    @staticmethod
    def of(tags: Iterable[str], progress: Progress | None = None) -> TagNames:
        """The index of `tags`. `progress(done, total)` is called now and then; what it raises ends the work."""
        names = set(tags)
        held = _Held.empty()
        for done, tag in enumerate(in_order(names, key=str)):
            if progress and done % EVERY == 0:
                progress(done, len(names))
            _hold(held, profile_of(tag))
        pairs: dict[frozenset[str], Pair] = {}
        for (a, b), kinds in _meetings(held).items():
            pair = _pair(_profile(a), _profile(b), kinds)
            if pair:
                pairs[frozenset((a, b))] = pair
        if progress:
            progress(len(names), len(names))
        return TagNames(pairs, held)

    def __contains__(self, tag: str) -> bool:
        return tag not in self._gone and (tag in self._base.tags or tag in self._later.tags)

    def __iter__(self) -> Iterator[str]:
        return (tag for held in (self._base, self._later) for tag in held.tags if tag not in self._gone)

    def add(self, tag: str) -> TagNames:
        """The index with one more tag and the pairs it makes."""
        if tag in self:
            return self
        profile = profile_of(tag)
        pairs = dict(self.pairs)
        pairs.update((frozenset((pair.a, pair.b)), pair) for pair in self._pairs_with(profile))
        if tag in self._gone:
            return replace(self, pairs=pairs, _gone=self._gone - {tag})
        base, later = self._base, self._later.copy()
        _hold(later, profile)
        if len(later.tags) > MOST_ADDED:
            base, later = _joined(base, later), _Held.empty()
        return TagNames(pairs, base, later, self._gone)

    def remove(self, tag: str) -> TagNames:
        """The index without a tag."""
        if tag not in self:
            return self
        pairs = {key: pair for key, pair in self.pairs.items() if tag not in key}
        return replace(self, pairs=pairs, _gone=self._gone | {tag})

    def become(self, tags: AbstractSet[str], progress: Progress | None = None) -> TagNames:
        """The index of just these tags: made from this one while few came or went, else anew."""
        base, later, left_out = self._base.tags, self._later.tags, self._gone
        new = set(tags).difference(base, later) | (tags & left_out)
        stay, held = len(tags) - len(new), len(base) + len(later) - len(left_out)
        gone = [tag for tag in self if tag not in tags] if stay < held else []
        if len(gone) + len(new) > FEW:
            return TagNames.of(tags, progress)
        names = self
        for tag in gone:
            names = names.remove(tag)
        for tag in new:
            names = names.add(tag)
        return names

    def pairs_with(self, tag: str) -> tuple[Pair, ...]:
        """The pairs that `tag`, in the index or not, makes with the tags that are; the surest first."""
        return tuple(sorted(self._pairs_with(profile_of(tag)), key=lambda pair: (-pair.score, pair.a, pair.b)))

    def written_like(self, text: str) -> frozenset[str]:
        """The tags that equal `text` once width, accents, case, separators, script and numerals are folded."""
        return self.written_as(profile_of(text).texts)

    def written_as(self, folded: Iterable[str]) -> frozenset[str]:
        """The tags that equal one of these texts once folded, as the texts are already."""
        place = KINDS.index(SAME_TEXT)
        found = (held.offers[place].get(key) for key in folded for held in (self._base, self._later))
        return frozenset(tag for tags in found for tag in tags if tag not in self._gone)

    def _pairs_with(self, profile: Profile) -> Iterator[Pair]:
        kinds: dict[str, set[int]] = {}
        for held in (self._base, self._later):
            for number, sought, place in _asked(profile, held):
                for tag in place.get(sought)[:MOST_TOGETHER]:
                    if tag != profile.tag and tag not in self._gone:
                        kinds.setdefault(tag, set()).add(number)
        for tag, met in kinds.items():
            one, two = sorted((profile, _profile(tag)), key=lambda found: found.tag)
            if pair := _pair(one, two, met):
                yield pair


@lru_cache(maxsize=1024)
def _profile(tag: str) -> Profile:
    return profile_of(tag)


def _asked(profile: Profile, held: _Held) -> Iterator[tuple[int, str, Block]]:
    """Each key under which a profile may meet others: the kind's number, the key, where to look it up."""
    for number, kind in enumerate(KINDS):
        for key in kind.offers(profile):
            yield number, key, (held.offers if kind.seeks is None else held.seeks)[number]
        for key in kind.seeks(profile) if kind.seeks else ():
            yield number, key, held.offers[number]


def _hold(held: _Held, profile: Profile) -> None:
    held.tags[profile.tag] = None
    for keys_of, block in held.asked:
        if keys := keys_of(profile):  # most kinds have nothing to say of most tags
            block.add(profile.tag, keys)


def _joined(one: _Held, other: _Held) -> _Held:
    joined = one.copy()
    joined.tags.update(other.tags)
    for mine, theirs in zip((*joined.offers, *joined.seeks), (*other.offers, *other.seeks), strict=True):
        mine.add_all(theirs)
    return joined


def _meetings(held: _Held) -> dict[tuple[str, str], set[int]]:
    """Which tags meet under some key, and the numbers of the kinds of evidence they meet by."""
    met: dict[tuple[str, str], set[int]] = {}
    for number, (kind, offered, sought) in enumerate(zip(KINDS, held.offers, held.seeks, strict=True)):
        if kind.seeks is None:
            two = chain.from_iterable(map(_two_by_two, offered.together.values()))
        else:
            fewer, more = sorted((offered, sought), key=lambda block: len(block.alone))
            both = ((tags[:MOST_TOGETHER], more.get(key)[:MOST_TOGETHER]) for key, tags in fewer.items())
            two = chain.from_iterable(product(*sides) for sides in both)
        for one, other in two:
            if one != other:
                met.setdefault((one, other) if one < other else (other, one), set()).add(number)
    return met


def _two_by_two(tags: list[str]) -> Iterable[tuple[str, str]]:
    """All pairs of a few tags; of many only those with the first: a thousand spellings stay a thousand pairs."""
    return combinations(tags, 2) if len(tags) <= MOST_TOGETHER else ((tags[0], tag) for tag in tags[1:])


def _pair(one: Profile, other: Profile, kinds: Iterable[int]) -> Pair | None:
    judged = {KINDS[number].name: KINDS[number].judge(one, other) for number in sorted(kinds)}
    reasons: list[Reason] = sorted(filter(None, judged.values()), key=lambda reason: -reason.weight)
    if not reasons:
        return None
    score = round(max(reasons[0].weight, SURE if _agree(judged) else 0), 3)
    return Pair(one.tag, other.tag, score, tier_of(score), tuple(dict.fromkeys(reason.text for reason in reasons)))


def _agree(judged: Mapping[str, Reason | None]) -> bool:
    """Whether what a table says is also heard, or read in the first letters: two that come to the same are sure."""
    said, sound = judged.get(SAME_FORM.name), judged.get(PINYIN.name)
    if not said or said.weight < PROBABLE:
        return False
    # That the first letters met is enough, whatever they would be worth without the table.
    return ACRONYM.name in judged or bool(sound and sound.weight >= PROBABLE)

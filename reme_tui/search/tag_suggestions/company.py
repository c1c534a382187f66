"""The company a note keeps: the tags of the notes nearest to it in meaning, and of those it is linked with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from reme_tui.core.snapshot import Snapshot
from reme_tui.search.arrays import np
from reme_tui.search.index.passage_index import PassageIndex

NEAREST = 10
"""Tagged notes nearest in meaning that are asked."""
_PASSAGES = 200
"""Nearest passages among which they are looked for."""


@dataclass(frozen=True, slots=True)
class Votes:
    """How much of the company of a note carries each tag: `shares` (0 to 1) and, best first, the `paths` by key.

    `weight` is how many notes that company comes to: near ones count by how near they are, linked ones as
    one each.
    """

    shares: Mapping[str, float]
    paths: Mapping[str, tuple[str, ...]]
    weight: float
    among: int


NO_VOTES = Votes({}, {}, 0.0, 0)


def near_votes(path: str, snapshot: Snapshot, index: PassageIndex) -> Votes | None:
    """Return the votes of the tagged notes nearest in meaning; None while meaning cannot be asked about this note."""
    slots, vectors = index.slots_of.get(path), index.vectors
    if index.encoder is None or vectors is None or (slots and slots.stop > vectors.count):
        return None
    if not slots:
        return NO_VOTES
    mean = vectors.mean(np.arange(slots.start, slots.stop, dtype=np.int32))
    length = float(np.linalg.norm(mean))
    if not length:
        return NO_VOTES
    near, cosines = vectors.nearest(
        (mean / length).astype(np.float32),
        alive=index.words.state.alive,
        floor=index.encoder.cosine_floor,
        most=_PASSAGES,
    )
    best: dict[str, float] = {}
    for slot, cosine in zip(near.tolist(), cosines.tolist(), strict=True):
        other = index.owners[slot].path
        if other != path and other not in snapshot.tags.untagged:
            best[other] = max(cosine, best.get(other, 0.0))
    nearest = sorted(best, key=lambda other: (-best[other], other))[:NEAREST]
    floor = index.encoder.cosine_floor
    return _counted({other: (best[other] - floor) / (1 - floor) for other in nearest}, snapshot)


def linked_votes(path: str, snapshot: Snapshot) -> Votes:
    """Return the votes of the tagged notes that link to a note or that it links to."""
    links = snapshot.links
    ends = [end.path for end in (*links.links_out(path), *links.links_in(path)) if end.kind == "note"]
    return _counted({end: 1.0 for end in ends if end != path and end not in snapshot.tags.untagged}, snapshot)


def _counted(weights: Mapping[str, float], snapshot: Snapshot) -> Votes:
    shares: defaultdict[str, float] = defaultdict(float)
    paths: defaultdict[str, list[str]] = defaultdict(list)
    total = sum(weights.values())
    for other, weight in weights.items():
        for key in snapshot.tags.keys_of(other):
            shares[key] += weight / total if total else 0.0
            paths[key].append(other)
    return Votes(dict(shares), {key: tuple(held) for key, held in paths.items()}, total, len(weights))

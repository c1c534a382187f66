"""The index of all passages as sections of bytes, and back: arrays as they lie in memory, of the smallest type."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from reme_tui.core.layered import Layered
from reme_tui.core.note import Note
from reme_tui.search.arrays import NDArray, Slots, np
from reme_tui.search.index.owners import Owners
from reme_tui.search.index.passage_index import PassageIndex, precedence_of
from reme_tui.search.index.postings import Segment
from reme_tui.search.index.terms import Terms, terms_to_bytes
from reme_tui.search.index.vectors import VectorIndex
from reme_tui.search.index.words import State, WordIndex

_SMALL_TYPES = (np.uint8, np.uint16)
_NOBODY = -1


def index_sections(index: PassageIndex, paths: Sequence[str]) -> dict[str, bytes]:
    """Return the sections of `index`, whose notes are numbered as in `paths`."""
    segments, alive, lengths = index.words.state
    numbers = dict(zip(paths, range(len(paths)), strict=True))
    owners = np.full(len(alive), _NOBODY, np.int32)
    for path, slots in index.slots_of.items():
        owners[slots.start : slots.stop] = numbers[path]
    arrays: dict[str, NDArray[Any]] = {
        "owners": owners,
        "firsts": index.firsts,
        "newest": index.newest,
        "days": index.days,
        "alive": alive,
        "lengths": lengths,
    }
    sections: dict[str, bytes] = {}
    for number, segment in enumerate(segments):
        arrays[f"{number}.passages"] = segment.passages
        arrays[f"{number}.held"] = np.diff(segment.bounds)
        arrays[f"{number}.slots"] = segment.slots
        arrays[f"{number}.counts"] = segment.counts
        sections[f"{number}.terms"] = terms_to_bytes(segment.terms)
    outline: dict[str, Any] = {"byte_order": sys.byteorder, "segments": len(segments), "encoded_by": index.encoded_by}
    if index.vectors is not None:
        outline["dimensions"] = index.vectors.rows.shape[1]
        sections["vectors"] = index.vectors.rows.tobytes()
    outline["arrays"] = {name: _described(array) for name, array in arrays.items()}
    for name, array in arrays.items():
        kind, least = outline["arrays"][name]
        sections[name] = (array.astype(np.int32) - least).astype(kind).tobytes()
    return {"outline": json.dumps(outline).encode(), **sections}


def index_of(sections: Mapping[str, bytes], notes: Mapping[str, Note], paths: Sequence[str]) -> PassageIndex:
    """Return the index of such sections; `paths` numbers the `notes`. Raises ValueError for another machine's."""
    outline = json.loads(sections["outline"])
    if outline["byte_order"] != sys.byteorder:
        raise ValueError("of a machine with another byte order")

    def array(name: str) -> Slots:
        kind, least = outline["arrays"][name]
        whole = np.frombuffer(sections[name], kind).astype(np.int32)
        return np.add(whole, least, out=whole) if least else whole

    def segment(number: int) -> Segment:
        bounds = np.concatenate(([0], np.cumsum(array(f"{number}.held")))).astype(np.int32)
        return Segment(
            array(f"{number}.passages"),
            Terms(sections[f"{number}.terms"]),
            bounds,
            array(f"{number}.slots"),
            array(f"{number}.counts"),
        )

    alive = array("alive").astype(np.bool_)
    segments = tuple(map(segment, range(outline["segments"])))
    owners, firsts, newest = array("owners"), array("firsts"), array("newest")
    vectors = None
    if "dimensions" in outline:
        rows = np.frombuffer(sections["vectors"], np.int8).reshape(-1, outline["dimensions"])
        vectors = VectorIndex.restored(rows)
    return PassageIndex(
        words=WordIndex(state=State(segments, alive, array("lengths"))),
        owners=Owners(owners, paths=paths, notes=notes),
        firsts=firsts,
        newest=newest,
        precedence=precedence_of(newest, firsts),
        days=array("days"),
        slots_of=Layered(_slots_of(owners, firsts, paths, newest=newest)),
        vectors=vectors,
        encoded_by=outline["encoded_by"],
    )


def _described(array: NDArray[Any]) -> tuple[str, int]:
    """Return the smallest type that holds an array less its least value, and that value."""
    if not len(array):
        return np.dtype(np.uint8).name, 0
    least, most = int(array.min()), int(array.max())
    kind = next((kind for kind in _SMALL_TYPES if most - least <= np.iinfo(kind).max), np.int32)
    return np.dtype(kind).name, least


def _slots_of(owners: Slots, firsts: Slots, paths: Sequence[str], *, newest: Slots) -> dict[str, range]:
    """Return the slots of each note; `newest` holds the first one of all that live."""
    counts = np.bincount(firsts, minlength=len(firsts))[newest]
    ranges = map(range, newest.tolist(), (newest + counts).tolist())
    return dict(zip(map(paths.__getitem__, owners[newest].tolist()), ranges, strict=True))

"""The index of all passages as sections of bytes, and back: arrays as they lie in memory, of the smallest type."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from operator import lt
from typing import Any

from reme_tui.core.layered import Layered
from reme_tui.core.note import Note
from reme_tui.core.stored.table import StoredKeys
from reme_tui.search.arrays import NDArray, Slots, np
from reme_tui.search.index.encoded_texts import as_digests
from reme_tui.search.index.owners import Owners
from reme_tui.search.index.passage_index import PassageIndex, precedence_of
from reme_tui.search.index.postings import Segment
from reme_tui.search.index.terms import Terms, terms_to_bytes
from reme_tui.search.index.vectors import VectorIndex
from reme_tui.search.index.words import State, WordIndex

_SMALL_TYPES = (np.uint8, np.uint16)
_NOBODY = -1


def index_sections(index: PassageIndex, paths: Sequence[str]) -> dict[str, bytes | memoryview]:
    """Return the sections of `index`, whose notes are numbered as in `paths`."""
    segments, alive, lengths = index.words.state
    numbers = {path: number for number, path in enumerate(paths)}  # step by step, so that other threads run
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
    sections: dict[str, bytes | memoryview] = {"digests": index.digests.tobytes()}
    for number, segment in enumerate(segments):
        arrays[f"{number}.passages"] = segment.passages
        arrays[f"{number}.held"] = np.diff(segment.bounds)
        arrays[f"{number}.slots"] = segment.slots
        arrays[f"{number}.counts"] = segment.counts
        sections[f"{number}.terms"] = terms_to_bytes(segment.terms)
    outline: dict[str, Any] = {"byte_order": sys.byteorder, "segments": len(segments), "encoded_by": index.encoded_by}
    if index.vectors is not None:
        outline["dimensions"] = index.vectors.rows.shape[1]
        sections["vectors"] = index.vectors.rows.data
    outline["arrays"] = {name: _described(array) for name, array in arrays.items()}
    for name, array in arrays.items():
        kind, least = outline["arrays"][name]
        sections[name] = (array.astype(np.int32) - least if least else array).astype(kind).tobytes()
    return {"outline": json.dumps(outline).encode(), **sections}


def index_of(sections: Mapping[str, bytes], notes: Mapping[str, Note], paths: StoredKeys) -> PassageIndex:
    """Return the index of such sections; `paths` numbers the `notes`. Raises ValueError for another machine's."""
    outline = json.loads(sections["outline"])
    if outline["byte_order"] != sys.byteorder:
        raise ValueError("of a machine with another byte order")

    arrays = _Arrays(sections, outline["arrays"])
    array = arrays.restored
    numbers = range(outline["segments"])
    segments = tuple(_segment(arrays, Terms(sections[f"{number}.terms"]), number) for number in numbers)
    alive = array("alive").astype(np.bool_)
    owners, firsts, newest = array("owners"), array("firsts"), array("newest")
    vectors = None
    if "dimensions" in outline:
        rows = np.frombuffer(sections["vectors"], np.int8).reshape(-1, outline["dimensions"])
        vectors = VectorIndex.restored(rows)
    return PassageIndex(
        words=WordIndex(state=State(segments, alive, array("lengths"))),
        owners=Owners(owners, paths=paths.in_order, notes=notes),
        firsts=firsts,
        newest=newest,
        precedence=precedence_of(newest, firsts),
        days=array("days"),
        digests=as_digests(sections["digests"]),
        slots_of=Layered(_StoredSlots(paths, owners[newest], newest, counts=np.bincount(firsts)[newest])),
        vectors=vectors,
        encoded_by=outline["encoded_by"],
    )


class _Arrays:
    """Arrays in bytes, each `described` by its type there and what is to be added."""

    def __init__(self, sections: Mapping[str, bytes], described: Mapping[str, tuple[str, int]]) -> None:
        self._sections = sections
        self._described = described

    def restored(self, name: str) -> Slots:
        """Return an array as it was."""
        whole = self.as_it_lies(name).astype(np.int32)
        least = self._described[name][1]
        return np.add(whole, least, out=whole) if least else whole

    def as_it_lies(self, name: str) -> NDArray[np.integer]:
        """Return an array that nothing is to be added to, without a copy."""
        return np.frombuffer(self._sections[name], self._described[name][0])


def _segment(arrays: _Arrays, terms: Terms, number: int) -> Segment:
    return Segment(
        passages=arrays.restored(f"{number}.passages"),
        terms=terms,
        bounds=np.concatenate(([0], np.cumsum(arrays.restored(f"{number}.held")))).astype(np.int32),
        slots=arrays.restored(f"{number}.slots"),
        counts=arrays.as_it_lies(f"{number}.counts"),
    )


def _described(array: NDArray[Any]) -> tuple[str, int]:
    """Return the smallest type that holds an array less its least value, and that value.

    An array of unsigned numbers is as small already, and is taken as it lies.
    """
    if array.dtype.kind == "u":
        return array.dtype.name, 0
    if not len(array):
        return np.dtype(np.uint8).name, 0
    least, most = int(array.min()), int(array.max())
    kind = next((kind for kind in _SMALL_TYPES if most - least <= np.iinfo(kind).max), np.int32)
    return np.dtype(kind).name, least


class _StoredSlots(Mapping[str, range]):
    """The slots of each note, made when asked for: a range for each would take longer than all arrays do.

    `owners` are numbers of notes with passages, `starts` their first slots and `counts` how many they have.
    """

    def __init__(self, paths: StoredKeys, owners: Slots, starts: Slots, *, counts: NDArray[np.integer]) -> None:
        self._paths = paths
        borders = np.zeros((2, len(paths.in_order)), np.int32)
        borders[:, owners] = starts, starts + counts
        self._starts, self._stops = memoryview(borders[0]), memoryview(borders[1])
        self._count = len(owners)

    def __getitem__(self, path: str) -> range:
        number = self._paths.numbers[path]
        slots = range(self._starts[number], self._stops[number])
        if not slots:
            raise KeyError(path)
        return slots

    def __iter__(self) -> Iterator[str]:
        return compress(self._paths.in_order, map(lt, self._starts, self._stops))

    def __len__(self) -> int:
        return self._count

"""The text by which a passage is encoded, and digests that tell when it is still the same."""

from __future__ import annotations

from hashlib import blake2b

from reme_tui.core.note import Note
from reme_tui.search.arrays import Digests, Slots, np

_BYTES = 8


def encoded_text(note: Note, number: int, text: str) -> str:
    """Return what is encoded for passage `number` (from 0) of a note whose decoded text is `text`."""
    head = note.title if number else note.header()
    return f"{head}\n{note.passages[number].text(text)}"


def text_digests(note: Note, text: str) -> bytes:
    """Return the digests of what is encoded for each passage, one after the other."""
    texts = (encoded_text(note, number, text) for number in range(len(note.passages)))
    return b"".join(blake2b(each.encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest() for each in texts)


def as_digests(data: bytes) -> Digests:
    """Return digests that lie one after the other."""
    return np.frombuffer(data, np.uint64)


def places_of(wanted: Digests, known: Digests) -> Slots:
    """Return for each of `wanted` a place in `known` where the same lies, -1 where it is not."""
    if not len(known):
        return np.full(len(wanted), -1, np.int32)
    order = np.argsort(known).astype(np.int32)
    places = order[np.searchsorted(known, wanted, sorter=order).clip(max=len(known) - 1)]
    return np.where(known[places] == wanted, places, -1)

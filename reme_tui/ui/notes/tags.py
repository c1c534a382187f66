"""The tags of one note or of several, as they are and as they are to be. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from reme_tui.core.note import Note
from reme_tui.core.tag_key import tag_key

if TYPE_CHECKING:
    from reme_tui.tidy.changes import Retag

Hold = Literal["all", "some", "none"]
"""How many of the notes hold a tag."""

_NEXT: dict[Hold, dict[Hold, Hold]] = {
    "all": {"all": "none", "none": "all"},
    "none": {"all": "none", "none": "all"},
    "some": {"some": "all", "all": "none", "none": "some"},
}
"""What a tick becomes, by what holds now: only what was mixed can be left so."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One tag: how many of the notes hold it, how it was, how it is to be.

    `is_new` is where no note at all has it; one that is suggested says `why`, in parts of a sentence.
    """

    tag: str
    held: int
    was: Hold
    now: Hold
    is_new: bool = False
    why: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The tag's key."""
        return tag_key(self.tag)


def ticks_of(notes: Sequence[Note]) -> tuple[Tick, ...]:
    """Return the tags of the notes as they are written, those of most notes first."""
    held: dict[str, int] = {}
    spelled: dict[str, str] = {}
    for note in notes:
        for text in {tag_key(tag.text): tag.text for tag in reversed(note.tags)}.values():
            spelled.setdefault(tag_key(text), text)
            held[tag_key(text)] = held.get(tag_key(text), 0) + 1
    hold: dict[str, Hold] = {key: "all" if count == len(notes) else "some" for key, count in held.items()}
    order = list(dict.fromkeys(tag_key(tag.text) for note in notes for tag in note.tags))
    order.sort(key=lambda key: -held[key])
    return tuple(Tick(spelled[key], held[key], hold[key], hold[key]) for key in order)


def ticked(ticks: Sequence[Tick], at: int) -> tuple[Tick, ...]:
    """Return the ticks after a key on one of them."""
    tick = ticks[at]
    return (*ticks[:at], replace(tick, now=_NEXT[tick.was][tick.now]), *ticks[at + 1 :])


def with_tag(ticks: Sequence[Tick], tag: str, *, is_new: bool = False) -> tuple[Tick, ...]:
    """Return the ticks with a tag on all notes; one that is new stands last."""
    key = tag_key(tag)
    if any(tick.key == key for tick in ticks):
        return tuple(replace(tick, now="all") if tick.key == key else tick for tick in ticks)
    return (*ticks, Tick(tag, 0, "none", "all", is_new))


def retagging(paths: Iterable[str], ticks: Iterable[Tick]) -> Retag | None:
    """Return the change that the ticks ask for; None when they ask for none."""
    from reme_tui.tidy.changes import Retag

    changed = [tick for tick in ticks if tick.now != tick.was]
    add = tuple(tick.tag for tick in changed if tick.now == "all")
    remove = tuple(tick.tag for tick in changed if tick.now == "none")
    return Retag(tuple(paths), add, remove) if changed else None

"""One group of near-duplicates as it is shown: its tags as the user wants them, and the reasons. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from reme_tui.ui.duplicates.details import Details, NotesSeen
from reme_tui.ui.duplicates.groups import GroupedTag, KnownDuplicates, Sureness, TagGroup
from reme_tui.ui.duplicates.review import Review

Mark = Literal["keep", "in", "out", "apart"]


@dataclass(frozen=True, slots=True)
class Reasoned:
    """Why `pair` may be one: `tag` is the one of the two that the reasons are about."""

    tag: str
    pair: tuple[str, str]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GroupPicture:
    """A group with the marks of its tags, how sure each is beside the kept one, and reasons by pair.

    `shared` are reasons that hold for every pair; `seen` holds nothing until the notes have been looked at.
    """

    group: TagGroup
    keep: str
    ticked: tuple[GroupedTag, ...]
    marks: Mapping[str, Mark]
    sureness: Mapping[str, Sureness]
    reasoned: tuple[Reasoned, ...]
    shared: tuple[str, ...]
    seen: Mapping[str, NotesSeen]


def picture_of(group: TagGroup, review: Review, known: KnownDuplicates, details: Details | None) -> GroupPicture:
    """Return a group as it is shown."""
    keep, ticked = review.choice(group).keep, review.ticked(group)
    inside = {member.tag for member in ticked}
    marks: dict[str, Mark] = {}
    for member in group.members:
        out: Mark = "apart" if member.apart else "out"
        marks[member.tag] = (
            "keep" if member.tag == keep and not group.is_apart else "in" if member.tag in inside else out
        )
    reasoned, shared = _reasons(group, keep, known, details)
    return GroupPicture(
        group=group,
        keep=keep,
        ticked=ticked,
        marks=marks,
        sureness={member.tag: review.sureness(group, member.tag) for member in group.members if member.tag != keep},
        reasoned=reasoned,
        shared=shared,
        seen=details.notes if details else {},
    )


def _reasons(
    group: TagGroup, keep: str, known: KnownDuplicates, details: Details | None
) -> tuple[tuple[Reasoned, ...], tuple[str, ...]]:
    """Return the reasons pair by pair, and those from the notes that hold for each of several pairs."""
    if group.is_spelling:
        return (), group.others[0].why
    told: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = []
    for member in group.members:
        if member.tag == keep:
            continue
        other = keep if known.why(member.tag, keep) or member.tag == group.lead.tag else group.lead.tag
        evidence = details.evidence.get((member.tag, other), ()) if details else ()
        told.append((member.tag, other, known.why(member.tag, other) or member.why, evidence))
    shared: tuple[str, ...] = ()
    if len(told) > 1:
        shared = tuple(text for text in told[0][3] if all(text in each[3] for each in told))
    reasoned = (
        Reasoned(tag, (tag, other), (*why, *(text for text in evidence if text not in shared)))
        for tag, other, why, evidence in told
    )
    return tuple(each for each in reasoned if each.reasons), shared

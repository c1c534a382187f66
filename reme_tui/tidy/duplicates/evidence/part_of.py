"""Evidence for a look: one tag is a part of the other's name or path."""

from __future__ import annotations

from collections.abc import Collection

from reme_tui.tidy.duplicates.evidence.kind import Kind, Reason
from reme_tui.tidy.duplicates.forms.profiles import Profile, base_words, joined
from reme_tui.tidy.duplicates.tables import words_of


def _names(profile: Profile) -> Collection[str]:
    if not 2 <= len(profile.words) <= 3:
        return ()
    first, last = profile.words[0].text, profile.words[-1].text
    return (first, last) if first in words_of("given_names") and last.isalpha() and len(last) > 2 else ()


def _name(profile: Profile) -> Collection[str]:
    return (profile.words[0].text,) if len(profile.words) == 1 and profile.words[0].text.isalpha() else ()


def _part_of_a_name(one: Profile, other: Profile) -> Reason | None:
    if one.forms.keys() & other.forms.keys():
        return None
    short, long = (one, other) if len(one.words) == 1 else (other, one)
    return Reason(f"{short.tag} may be {long.tag}, or somebody else of that name", 0.6)


def _paths(profile: Profile) -> Collection[str]:
    return (_last(profile.tag),) if "/" in profile.tag.strip("/") else ()


def _last(tag: str) -> str:
    return joined(tuple(word.text for word in base_words(tag.strip("/").rpartition("/")[2])))


def _whole(profile: Profile) -> Collection[str]:
    return () if "/" in profile.tag else profile.texts[:1]


def _same_leaf(one: Profile, other: Profile) -> Reason | None:
    return Reason("the same name, one inside a folder of tags", 0.6) if one.tag != other.tag else None


PART_OF_NAME = Kind("part", _names, _name, _part_of_a_name)
LEAF = Kind("leaf", _paths, _whole, _same_leaf)

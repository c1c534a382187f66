"""Splices in a string that stands where a list should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from reme_tui.core.frontmatter.block import Entry, Scalar, ScalarStyle
from reme_tui.core.frontmatter.tag_field import split_string
from reme_tui.tidy.edits.fates import Fate, Wanted
from reme_tui.tidy.edits.fields import Part
from reme_tui.tidy.edits.new_list import Item, list_instead, plain_items
from reme_tui.tidy.edits.note_edit import RefusedEditError
from reme_tui.tidy.edits.page import Page
from reme_tui.tidy.edits.pieces import folded
from reme_tui.tidy.edits.quoting import is_one_line, is_plain, spell
from reme_tui.tidy.edits.splices import Splice, apply_splices

CANNOT_HOLD = "the string cannot hold these tags: turn it into a list first"


def string_splices(page: Page, entry: Entry, parts: tuple[Part, ...], want: Wanted) -> list[Splice]:
    """The splices that make a string hold what is wanted; it becomes a list where a string could not grow."""
    value = entry.value
    if not isinstance(value, Scalar):
        raise TypeError("not a string")
    if len(parts) > 1 and parts[0].start == parts[1].start:
        raise RefusedEditError("it cannot be told where in the string its tags stand: turn it into a list first")
    texts = [text for part, fate in zip(parts, want.fates, strict=True) for text in _after(part, fate)]
    if want.listed or not texts:
        return _listed(page, entry, texts, want.added)
    string = _String(page, value, parts, want.fates)
    if want.added:
        return string.grown(want.added) or _listed(page, entry, texts, want.added)
    splices = string.alone(texts[0]) if len(texts) == 1 else string.several()
    if splices is None:
        raise RefusedEditError(CANNOT_HOLD)
    return splices


def _after(part: Part, fate: Fate) -> tuple[str, ...]:
    return (part.text or "",) if fate is None else fate


def _listed(page: Page, entry: Entry, texts: Sequence[str], added: Sequence[str]) -> list[Splice]:
    style: ScalarStyle = "plain"
    if isinstance(entry.value, Scalar) and entry.value.style in ("single", "double"):
        style = entry.value.style
    items: list[Item] = [(text, style) for text in texts]
    return list_instead(page, entry, [*items, *plain_items(added)])


@dataclass(frozen=True, slots=True)
class _String:
    """A string and the fates of its tags; the methods answer None where a string cannot hold the result."""

    page: Page
    value: Scalar
    parts: tuple[Part, ...]
    fates: tuple[Fate, ...]

    def alone(self, text: str) -> list[Splice] | None:
        """One tag is left."""
        left = next(at for at, fate in enumerate(self.fates) if fate != ())
        part, fate = self.parts[left], self.fates[left]
        if text != text.strip():
            return None
        if self.value.style in ("literal", "folded"):
            return self.several()
        if self.value.style != "plain":
            return (
                []
                if fate is None
                else [Splice(part.start, part.end, spell(text, self.value.style, flow=self.page.braces))]
            )
        source = self.page.text[part.start : part.end] if fate is None else text
        if not (is_plain(source, flow=self.page.braces) and self._reads(source) == (text,)):
            source = spell(text, "double", flow=self.page.braces)
        return [Splice(self.value.start, self.value.end, source)]

    def several(self) -> list[Splice] | None:
        """More than one tag is left, or lines of a block string."""
        splices = self._cuts()
        for part, fate in zip(self.parts, self.fates, strict=True):
            if fate:
                piece = self._piece(fate[0])
                if piece is None:
                    return None
                splices.append(Splice(part.start, part.end, piece))
        return splices if self._stays_plain(splices) else None

    def grown(self, added: Sequence[str]) -> list[Splice] | None:
        """Tags come behind the last one."""
        pieces = [self._piece(text) for text in added]
        if self.value.style in ("single", "double") or self.page.rules.split_strings == "none":
            return None
        splices = self.several()
        last = next(part for part, fate in zip(self.parts[::-1], self.fates[::-1], strict=True) if fate != ())
        if splices is None or None in pieces:
            return None
        separator = self._separator()
        splices.append(Splice(last.end, last.end, "".join(f"{separator}{piece}" for piece in pieces)))
        return splices if self._stays_plain(splices) else None

    def _cuts(self) -> list[Splice]:
        """Every dropped tag goes with the separator behind it, at the end with the one before it."""
        left = [at for at, fate in enumerate(self.fates) if fate != ()]
        splices = []
        for at, fate in enumerate(self.fates):
            if fate == () and at < left[-1]:
                splices.append(Splice(self.parts[at].start, self.parts[at + 1].start, ""))
            elif fate == ():
                splices.append(Splice(self.parts[at - 1].end, self.parts[at].end, ""))
        return splices

    def _separator(self) -> str:
        usual = " " if self.page.rules.split_strings == "space" else ", "
        gaps = [self.page.text[before.end : after.start] for before, after in pairwise(self.parts)]
        return gaps[-1] if gaps and is_one_line(gaps[-1]) else usual

    def _piece(self, text: str) -> str | None:
        """How a tag is written between others: as it is, or in quotes of the string's own."""
        if not is_one_line(text):
            return None
        return next((piece for piece in (text, f'"{text}"', f"'{text}'") if self._reads(piece) == (text,)), None)

    def _reads(self, source: str) -> tuple[str, ...]:
        scalar = Scalar(source, "str", "plain", 0, len(source), 1)
        return split_string(scalar, self.page.rules.split_strings)

    def _stays_plain(self, splices: list[Splice]) -> bool:
        """Whether the string needs no quotes afterwards: in quotes it would be one tag."""
        if self.value.style != "plain":
            return True
        start, end = self.value.start, self.value.end
        moved = [Splice(splice.start - start, splice.end - start, splice.new) for splice in splices]
        source = apply_splices(self.page.text[start:end], moved)
        return is_plain(folded(source), flow=self.page.braces)

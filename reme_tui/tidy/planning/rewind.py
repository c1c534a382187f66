"""A note led back to before a clean-up, through later clean-ups and edits by hand, keeping both."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from reme_tui.core.frontmatter.read import read_block
from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.changes import Undo
from reme_tui.tidy.edits.legible import Illegible, legible_block
from reme_tui.tidy.edits.note_edit import NoteEdit, Refusal
from reme_tui.tidy.edits.splices import apply_splices
from reme_tui.tidy.edits.traces import (
    BOM,
    FieldText,
    Swap,
    Trace,
    backward,
    block_digest,
    body_of,
    done_again,
    field_spans,
    tags_in,
)
from reme_tui.tidy.journal import Log
from reme_tui.tidy.journal_records import Entry
from reme_tui.tidy.note_changes import note_edit
from reme_tui.tidy.planning.plan import EditRules, field_tags, splices_for
from reme_tui.tidy.planning.stretches import same_stretches

_PIECE = re.compile(r"\w+|\s|.")


def undone_text(path: str, text: str, entry: Entry, *, log: Log, edit_rules: EditRules) -> str | Refusal:
    """A note's text without what an entry did to it; the same text when there is nothing left to take back.

    The newest entry's swaps are taken back as they are. With an older one everything done since is taken back, and
    what still stands of that is done again. Where a later edit by hand is in the way of that: the swaps are taken
    back if the block is as the entry left it, else the tag is put back or taken off as an ordinary edit, else it is
    a conflict.
    """
    trace = entry.files[path].trace if path in entry.files else None
    if trace is not None and _is_newest(entry, path, log) and (exact := _exactly_back(trace, text)) is not None:
        return exact
    after = _rewound(path, text, entry, log=log, edit_rules=edit_rules)
    if after is not None:
        return after
    if trace is None:
        return text
    exact = _exactly_back(trace, text)
    return _taken_off(path, text, trace, edit_rules=edit_rules) if exact is None else exact


def _taken_off(path: str, text: str, trace: Trace, *, edit_rules: EditRules) -> str | Refusal:
    """Take a change back as an ordinary edit of a note that is no longer as the change left it."""
    block = legible_block(text, rules=edit_rules.reading)
    if isinstance(block, Illegible):
        return Refusal(path, block.reason)
    if block.error is not None:
        return Refusal(path, block.error.message)
    edit = opposite(trace, text, rules=edit_rules.reading)
    if isinstance(edit, str):
        return Refusal(path, edit)
    splices = splices_for(path, text, edit, edit_rules=edit_rules)
    return splices if isinstance(splices, Refusal) else apply_splices(text, splices)


def _is_newest(entry: Entry, path: str, log: Log) -> bool:
    """Whether no later entry wrote to a note, nor left it as it is after looking."""
    return next((other.id for other in reversed(log.entries) if path in other.did), None) == entry.id


def _rewound(path: str, text: str, entry: Entry, *, log: Log, edit_rules: EditRules) -> str | None:
    """Take back everything from the first change concerned on, then do again what stands without `entry`."""
    since = _since(path, entry, log)
    for other in reversed(since):
        back = led_back(other.files[path].trace, text, rules=rules_of(other, edit_rules).reading)
        if back is None:
            return None
        text = back
    without = log.without(entry)
    for other in since:
        if isinstance(other.change, Undo) or other.id == entry.id or not without.stands(other, path):
            continue
        after = _again(path, text, other, edit_rules=rules_of(other, edit_rules))
        if after is None:
            return None
        text = after
    return text


def _again(path: str, text: str, entry: Entry, *, edit_rules: EditRules) -> str | None:
    """Do an entry's change to a note again: byte for byte where the frontmatter is as it found it, else anew."""
    exact = done_again(entry.files[path].trace, text)
    if exact is not None:
        return exact
    edit = note_edit(entry.change, [tag for _, tag in field_tags(text, edit_rules.reading)])
    splices = splices_for(path, text, edit, edit_rules=edit_rules)
    return None if isinstance(splices, Refusal) else apply_splices(text, splices)


def rules_of(entry: Entry, edit_rules: EditRules) -> EditRules:
    """How notes are edited for an entry: with the tag fields and the list style of its time."""
    return EditRules(edit_rules.reading._replace(tag_fields=entry.tag_fields), entry.list_style)


def _since(path: str, entry: Entry, log: Log) -> list[Entry]:
    """What was done to a note from an entry on, or from the earliest that it or an undo among these takes back."""
    places = {other.id: place for place, other in enumerate(log.entries)}
    first, reached = places[entry.id], len(log.entries)
    while first < reached:
        undos = [other.change for other in log.entries[first:reached] if isinstance(other.change, Undo)]
        reached, first = first, min([first, *(places.get(undo.entry, first) for undo in undos)])
    return [other for other in log.entries[first:] if path in other.written]


def led_back(trace: Trace, text: str, *, rules: ReadingRules) -> str | None:
    """The text before a change, edits elsewhere in the note or the list kept; None when that cannot be told."""
    exact = _exactly_back(trace, text)
    return _merged_back(trace, text, rules=rules) if exact is None else exact


def _exactly_back(trace: Trace, text: str) -> str | None:
    """Take the swaps back where the whole block is as they left it."""
    if block_digest(text) != trace.block_after:
        return None
    bare = text.removeprefix(BOM)
    before = text[: len(text) - len(bare)] + backward(trace.swaps, bare)
    return before if block_digest(before) == trace.block_before else None


def _merged_back(trace: Trace, text: str, *, rules: ReadingRules) -> str | None:
    """Take the swaps back field by field, where what is around them still stands; the tags decide whether it fits."""
    block = read_block(text)
    spans = field_spans(text, block)
    if not trace.fields or any(field.key not in spans for field in trace.fields):
        return None
    result = text
    for field in sorted(trace.fields, key=lambda field: spans[field.key], reverse=True):
        start, end = spans[field.key]
        merged = _merged_field(field, _inside(field, trace.swaps), text[start:end])
        if merged is None:
            return None
        result = result[:start] + merged + result[end:]
    after = read_block(result)
    if after.entries is None or body_of(result) != body_of(text):
        return None
    expected = Counter(tags_in(text, block, rules=rules))
    if Counter(trace.gained) - expected or expected & Counter(trace.lost):
        return None
    wanted = expected - Counter(trace.gained) + Counter(trace.lost)
    return result if Counter(tags_in(result, after, rules=rules)) == wanted else None


def _inside(field: FieldText, swaps: Sequence[Swap]) -> list[Swap]:
    """The swaps of one field, as offsets into its text."""
    end = field.start + len(field.text)
    moved = (Swap(swap.start - field.start, swap.new, swap.old) for swap in swaps if field.start <= swap.start <= end)
    return [swap for swap in moved if swap.start + len(swap.new) <= len(field.text)]


def _merged_field(field: FieldText, swaps: Sequence[Swap], now: str) -> str | None:
    """Take swaps back in a field that was edited since, where each stands in an unchanged stretch of it."""
    if now == field.text:
        return backward(swaps, now)
    pieces = _PIECE.findall(field.text), _PIECE.findall(now)
    offsets = [_offsets(part) for part in pieces]
    stretches = [
        (offsets[0][first], offsets[0][first + size], offsets[1][second])
        for first, second, size in same_stretches(*pieces)
    ]
    stops = [stop for _, stop, _ in stretches]
    moved = []
    for swap in swaps:
        place = bisect_left(stops, swap.start + len(swap.new))
        if place == len(stops) or stretches[place][0] > swap.start:
            return None
        home = stretches[place]
        moved.append(Swap(swap.start - home[0] + home[2], swap.new, swap.old))
    return backward(moved, now)


def _offsets(pieces: Sequence[str]) -> list[int]:
    offsets = [0]
    for piece in pieces:
        offsets.append(offsets[-1] + len(piece))
    return offsets


def opposite(trace: Trace, text: str, *, rules: ReadingRules) -> NoteEdit | str:
    """The ordinary edit that puts lost tags back and takes gained ones off; else why there is none."""
    present = {tag_key(tag): tag for _, tag in field_tags(text, rules)}
    gained, lost = ({tag_key(tag): tag for _, tag in tags} for tags in (trace.gained, trace.lost))
    if not gained and not lost:
        return "what the clean-up changed has been edited since"
    if all(present.get(key) == tag for key, tag in lost.items()) and not (gained.keys() - lost.keys()) & present.keys():
        return NoteEdit()
    for key, tag in gained.items():
        if key not in present and lost:
            return f"the tag {tag}, which the clean-up wrote, is not there any more"
        if key in lost and present[key] != tag:
            return f"the tag {tag} is spelled {present[key]} now"
    respelled = {key: lost[key] for key in gained if key in lost}
    off = [key for key in gained if key not in lost and key in present]
    back = [tag for key, tag in lost.items() if key not in gained]
    if len(off) == len(back) or (len(off) == 1 and back):
        renames = respelled | dict(zip(off, back, strict=False))
        added = tuple(tag for tag in back[len(off) :] if tag_key(tag) not in present)
        return NoteEdit(renames=renames, exact=bool(respelled), additions=added)
    added = tuple(tag for tag in back if tag_key(tag) not in present)
    return NoteEdit(renames=respelled, exact=bool(respelled), removals=frozenset(off), additions=added)

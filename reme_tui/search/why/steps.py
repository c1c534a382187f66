"""The steps from a file to a hit, each in plain words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from reme_tui.core.note import Note, Severity
from reme_tui.core.query.query import Query, Scope
from reme_tui.core.query.selection import select
from reme_tui.core.snapshot import Snapshot
from reme_tui.core.tag_key import tag_key
from reme_tui.search.arrays import Slots, Vectors, np
from reme_tui.search.asked import Asked, Narrowed, narrow
from reme_tui.search.fusion import GATE, LONGEST_MEANING_LIST
from reme_tui.search.index.passage_index import PassageIndex, Read
from reme_tui.search.ranking import Ranking
from reme_tui.search.results import UNKNOWN_WORDS

StepName = Literal["file", "tags", "tag_filter", "date_filter", "words", "meaning", "fused"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step from file to hit: whether the note takes it, why, and the figure that matters (a score) if any.

    `remark` is the part of the reason that may stand apart, such as a rank; `whole` joins both.
    """

    step: StepName
    ok: bool
    detail: str
    figure: float | None = None
    remark: str = ""

    @property
    def whole(self) -> str:
        """Detail and remark as one line."""
        return "; ".join(part for part in (self.detail, self.remark) if part)


@dataclass(frozen=True, slots=True, eq=False)
class Inquiry:
    """Everything the steps of a note look at.

    `ranking` is that of the query; `seen` is the same where the filters let the note pass, else the ranking of the
    whole vault, which says where the note would be.
    """

    index: PassageIndex
    snapshot: Snapshot
    note: Note
    query: Query
    asked: Asked
    vector: Vectors | None
    narrowed: Narrowed
    ranking: Ranking
    seen: Ranking
    read: Read

    @property
    def slots(self) -> range:
        """The slots of the note."""
        return self.index.slots_of[self.note.path]

    @property
    def place(self) -> str:
        """How to say a rank: as a fact, or as what it would be without the filters."""
        return "" if self.seen is self.ranking else "would be "


def every(inquiry: Inquiry, *, hit: int | None, hits: int) -> tuple[Step, ...]:
    """Return all steps; `hit` is the note's rank among so many `hits`."""
    before = [_file(inquiry), _tags(inquiry), _tag_filter(inquiry), _date_filter(inquiry)]
    before += [_words(inquiry), _meaning(inquiry)]
    return (*before, _fused(inquiry, before, hit=hit, hits=hits))


def _file(inquiry: Inquiry) -> Step:
    note = inquiry.note
    text = inquiry.read(note.path)
    if text is None:
        return Step("file", ok=False, detail="changed or gone since it was read")
    passages = len(inquiry.slots)
    errors = [problem for problem in note.problems if problem.severity is Severity.ERROR]
    front = "no frontmatter" if note.format == "none" else f"{note.format.upper()} frontmatter parses"
    state = f"line {errors[0].line}: {errors[0].message}" if errors else front
    size = len(text.encode("utf-8", "replace"))
    return Step("file", ok=not errors, detail=f"read, {size:,} bytes, {_count(passages, 'passage')}; {state}")


def _tags(inquiry: Inquiry) -> Step:
    note = inquiry.note
    held = inquiry.snapshot.tags.keys_of(note.path)
    if not note.tags and not held:
        return Step("tags", ok=True, detail="no tags")
    fields = dict.fromkeys(tag.field for tag in note.tags)
    written = "; ".join(f"{name}: [{', '.join(tag.text for tag in note.tags if tag.field == name)}]" for name in fields)
    agree = {tag_key(tag.text) for tag in note.tags} == held
    return Step("tags", ok=agree, detail=f"{written} → index holds {', '.join(sorted(held)) or 'none'}")


def _tag_filter(inquiry: Inquiry) -> Step:
    scope = inquiry.query.scope
    asks = []
    if scope.tags:
        asks.append(f"{'all' if scope.all_tags else 'any'} of {', '.join(scope.tags)}")
    if scope.untagged:
        asks.append("notes without tags")
    if scope.excluded_tags:
        asks.append(f"none of {', '.join(scope.excluded_tags)}")
    if scope.path:
        asks.append(f"paths below {scope.path}")
    if not asks:
        return Step("tag_filter", ok=True, detail="none")
    ok = _selects(inquiry, replace(scope, since=None, until=None, undated=False))
    has = ", ".join(tag.text for tag in inquiry.note.tags) or "no tags"
    return Step("tag_filter", ok=ok, detail=f"asks for {' and '.join(asks)}; this note has {has}")


def _date_filter(inquiry: Inquiry) -> Step:
    scope, date = inquiry.query.scope, inquiry.note.date
    day = "the note is undated" if date is None else date.day.isoformat()
    source = "" if date is None else f"from {'the path' if date.source == 'path' else f'`{date.source}`'}"
    if scope.since is None and scope.until is None:
        return Step("date_filter", ok=True, detail=f"none; {day}", remark=source)
    ok = _selects(inquiry, Scope(since=scope.since, until=scope.until, undated=scope.undated))
    wanted = f"{scope.since or ''} … {scope.until or ''}".strip()
    if date is None:
        return Step("date_filter", ok=ok, detail=f"undated; {wanted} {'takes' if ok else 'leaves out'} undated notes")
    return Step("date_filter", ok=ok, detail=f"{day} lies {'in' if ok else 'outside'} {wanted}", remark=source)


def _selects(inquiry: Inquiry, scope: Scope) -> bool:
    paths = select(inquiry.snapshot, scope).paths
    return paths is None or inquiry.note.path in paths


def _words(inquiry: Inquiry) -> Step:
    index, asked = inquiry.index, inquiry.asked
    obstacle = _obstacle(inquiry)
    wanted = (*asked.terms, f"{asked.prefix}…") if asked.prefix else asked.terms
    if obstacle or not wanted:
        return Step("words", ok=not obstacle, detail=obstacle or "none asked for")
    scores = index.words.score(asked.terms, _array(inquiry.slots), prefix=asked.prefix)
    if not len(scores.slots):
        return Step("words", ok=False, detail=f"holds none of {', '.join(wanted)}")
    listed = inquiry.seen.words.best(inquiry.slots)
    best = listed[0] if listed else int(scores.slots[scores.total.argmax()])
    at = int(np.searchsorted(scores.slots, best))
    words = (*asked.terms, *(index.words.completions(asked.prefix) if asked.prefix else ()))
    counts = ((word, index.words.occurrences(word, best)) for word in dict.fromkeys(words))
    found = ", ".join(f"{word} ×{count}" for word, count in counts if count)
    score = float(scores.total[at])
    rank = inquiry.seen.words.rank(best)
    if rank:
        verdict = f"BM25 {score:.2f}, {inquiry.place}{rank.rank} of {len(inquiry.seen.words.slots)}"
    else:
        verdict = f"{scores.content[at]:.2f} by words that matter, {GATE * scores.most:.2f} is asked for beside meaning"
    return Step("words", ok=rank is not None, detail=found, figure=score, remark=verdict)


def _obstacle(inquiry: Inquiry) -> str:
    """Say which phrase the note lacks, or which excluded words it holds; empty when none."""
    whole = _array(inquiry.slots)
    for phrase in inquiry.asked.phrases:
        asked = replace(inquiry.asked, phrases=(phrase,), excluded=())
        if not _leaves(inquiry, asked, whole):
            return f'does not hold "{phrase}"'
    for phrase in inquiry.asked.excluded:
        asked = replace(inquiry.asked, phrases=(), excluded=(phrase,))
        if not _leaves(inquiry, asked, whole):
            return f'holds "{phrase}", which is excluded'
    return ""


def _leaves(inquiry: Inquiry, asked: Asked, slots: Slots) -> bool:
    left = narrow(inquiry.index, asked, slots, read=inquiry.read).slots
    return left is None or len(left) > 0


def _meaning(inquiry: Inquiry) -> Step:
    index, vectors = inquiry.index, inquiry.index.vectors
    if not inquiry.asked.text:
        return Step("meaning", ok=True, detail="nothing asked for")
    if index.encoder is None or vectors is None:
        return Step("meaning", ok=False, detail="no model is loaded")
    if inquiry.vector is None:
        return Step("meaning", ok=False, detail=UNKNOWN_WORDS)
    slots = _array(inquiry.slots)
    slots = slots[slots < vectors.count]
    if not len(slots):
        return Step("meaning", ok=False, detail="not read yet")
    cosines = vectors.cosines(inquiry.vector, slots)
    at = int(cosines.argmax())
    passage = index.passage(int(slots[at]))
    rank = inquiry.seen.meaning.rank(int(slots[at]))
    cosine, floor = float(cosines[at]), index.encoder.cosine_floor
    if rank:
        verdict = f"cosine {cosine:.3f}, {inquiry.place}{rank.rank} of {len(inquiry.seen.meaning.slots)}"
    elif cosine < floor or cosine <= 0:
        verdict = f"cosine {cosine:.3f}, below the floor of {floor:.3f}"
    else:
        reason = _obstacle(inquiry) or f"behind the nearest {LONGEST_MEANING_LIST}"
        verdict = f"cosine {cosine:.3f}, {reason}"
    lines = f"closest passage lines {passage.first_line}-{passage.last_line}"
    return Step("meaning", ok=rank is not None, detail=lines, figure=cosine, remark=verdict)


def _fused(inquiry: Inquiry, before: list[Step], *, hit: int | None, hits: int) -> Step:
    listed = inquiry.seen.fused.best(inquiry.slots)
    best = inquiry.seen.fused.rank(listed[0]) if listed else None
    score = best.score if best else None
    if hit is not None:
        return Step("fused", ok=True, detail=f"hit {hit} of {hits}", figure=score)
    filters = [step.step.replace("_", " ") for step in before if not step.ok and step.step.endswith("filter")]
    reason = f"left out by the {' and the '.join(filters)}" if filters else "neither words nor meaning find it"
    if not best:
        return Step("fused", ok=False, detail=f"no hit: {reason}")
    notes = inquiry.seen.notes.tolist()
    place = f"would be {notes.index(inquiry.slots.start) + 1} of {len(notes)}"
    return Step("fused", ok=False, detail=f"no hit: {reason}", figure=score, remark=place)


def _array(slots: range) -> Slots:
    return np.arange(slots.start, slots.stop, dtype=np.int32)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

"""What each command prints for a person: plain lines, nothing a terminal would obey."""

from __future__ import annotations

import difflib
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from reme_tui.core.query.hints import conditions_without
from reme_tui.core.tag_fields import fields_of
from reme_tui.core.text.display import visible
from reme_tui.core.text.words import counted

if TYPE_CHECKING:
    from reme_tui.core.neighbours import NeighbourRow, Neighbours
    from reme_tui.core.note import Note, Problem
    from reme_tui.core.tags import TagIndex, TagRow
    from reme_tui.indexing.reindex import Reindexed
    from reme_tui.search.results import Hit, PassageHit, Results
    from reme_tui.search.tag_suggestions.values import NoteSuggestions
    from reme_tui.search.why.explain import Explanation
    from reme_tui.tidy.apply import Outcome
    from reme_tui.tidy.duplicates.find import Duplicates
    from reme_tui.tidy.journal_records import Entry

NAMED = 5
"""Notes and tags named where there may be thousands."""
SNIPPET = 160
"""Characters of a passage printed below a hit."""
NEIGHBOURS = 3
"""Neighbours printed each way; JSON has up to ten."""


def say(line: str) -> None:
    """Print a hint where it does not disturb a pipe."""
    print(visible(line), file=sys.stderr)


def say_other_fields(notes: Iterable[Note], used: Sequence[str]) -> None:
    """Name the field that most likely holds the tags, where none of those in use does: one named much the same."""
    counts = {field.name: field.notes for field in fields_of(notes, used)}
    if counts:
        near = difflib.get_close_matches(used[0], counts, n=1) or list(counts)
        holds = f"{near[0]} may hold them in {counted(counts[near[0]], 'note')}"
        say(f"no note has tags in {', '.join(used)}; {holds}: --field {shlex.quote(near[0])}")


def print_tags(rows: Sequence[TagRow], tags: TagIndex, *, files: bool) -> None:
    """Print count and tag, one a line; the spellings where there are several; the files when asked for."""
    width = max((len(str(row.files)) for row in rows), default=1)
    for row in rows:
        spellings = "" if len(row.spellings) == 1 else f"  ({', '.join(sorted(row.spellings))})"
        print(f"{row.files:>{width}}  {visible(row.tag + spellings)}")
        if files:
            for path in sorted(tags.paths(row.key)):
                print(f"{'':{width}}    {visible(path)}")


def print_reindexed(found: Reindexed, elapsed_ms: int) -> None:
    """Print what was found, and in what it differs from the index before."""
    encoded = f", {counted(found.encoded, 'passage')} encoded" if found.encoded else ""
    whole = f"{counted(found.notes, 'note')}, {counted(found.tags, 'tag')}, {counted(found.passages, 'passage')}"
    print(f"{whole}{encoded} in {elapsed_ms / 1_000:.1f} s")
    differences = found.differences
    if differences is None:
        print("there was no index of them before")
        return
    named = {
        "new": differences.new,
        "changed": differences.changed,
        "gone": differences.gone,
        "indexed wrongly before": differences.mended,
        "new tags": differences.new_tags,
        "tags gone": differences.gone_tags,
    }
    for what, names in named.items():
        if names:
            more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
            print(visible(f"{len(names):,} {what}: {', '.join(names[:NAMED])}{more}"))
    if not any(named.values()):
        print("nothing differs from the index before")


def print_results(results: Results, neighbours: Mapping[str, Neighbours]) -> None:
    """Print the hits with their best passage and neighbours; hints go to stderr."""
    for number, hit in enumerate(results.hits, start=1):
        _print_hit(number, hit, neighbours[hit.note.path])
    if results.unknown_tags:
        say(f"no note has the tag {', '.join(results.unknown_tags)}")
    if not results.hits:
        say(f"no hits: {_empty_reason(results)}")
    if results.suggestion and not results.relaxed:
        say(f"did you mean: {results.suggestion}")
    if results.undated:
        say(f"left out for having no date: {counted(results.undated, 'note')} (--undated adds them)")
    found = f"{counted(results.total_passages, 'passage')} in {counted(results.total_notes, 'note')}"
    notes = f"{found}, from {results.scope_notes:,} in scope"
    say(f"{notes}{'; ' + results.without_meaning if results.without_meaning else ''}")


def _empty_reason(results: Results) -> str:
    if results.query.scope.is_whole_vault and not results.scope_notes:
        return "the vault holds no notes"
    if results.relaxed:
        conditions, without = conditions_without(results.query, results.relaxed.query)
        return f"{conditions} leaves none; {without}: {counted(results.relaxed.notes, 'note')}"
    reasons = {
        "scope": "no note is in scope (tags or path)",
        "dates": "the dates leave no note",
        "words": "nothing in scope matches",
    }
    return reasons[results.empty or "words"]


def _print_hit(number: int, hit: Hit, neighbours: Neighbours) -> None:
    note = hit.note
    where = note.path + (f":{hit.passages[0].first_line}" if hit.passages else "")
    day = note.date.day.isoformat() if note.date else "undated"
    print(visible(f"{number}. {note.title}"))
    print(visible(f"   {where}  {day}  {' '.join(tag.text for tag in note.tags)}".rstrip()))
    for passage in hit.passages[:1]:
        if snippet := _snippet(passage):
            print(f"   {snippet}")
    for arrow, rows, more in (
        ("->", neighbours.out, neighbours.more_out),
        ("<-", neighbours.into, neighbours.more_in),
    ):
        for row in rows[:NEIGHBOURS]:
            print(visible(f"     {arrow} {row.path}{_remark(row)}"))
        if unlisted := len(rows[NEIGHBOURS:]) + more:
            print(f"     {arrow} {unlisted} more")


def _remark(row: NeighbourRow) -> str:
    if row.kind != "note":
        return f"  ({row.kind})"
    return ("" if row.in_scope else "  (outside the filter)") + ("  (several match)" if row.several else "")


def _snippet(passage: PassageHit) -> str:
    """Cut one line of the passage around the first matched word."""
    first = passage.marks[0][0] if passage.marks else 0
    start = max(0, first - SNIPPET // 3)
    line = " ".join(passage.text[start : start + SNIPPET].split())
    return visible(("…" if start else "") + line + ("…" if start + SNIPPET < len(passage.text) else ""))


def print_problems(problems: Sequence[Problem], left_out: Mapping[str, int]) -> None:
    """Print `path:line: severity: message` for each problem, then counts."""
    for problem in problems:
        print(visible(f"{problem.path}:{problem.line}: {problem.severity.value}: {problem.message}"))
    counts = Counter(problem.severity.value for problem in problems)
    total = ", ".join(counted(counts[name], name) for name in ("error", "warning", "hint") if counts[name])
    say(total or "no problems")
    if left_out:
        say("not read: " + ", ".join(f"{count} {reason}" for reason, count in sorted(left_out.items())))


def print_explanation(explanation: Explanation) -> None:
    """Print the steps, a tick or a cross before each."""
    print(visible(explanation.path))
    for step in explanation.steps:
        figure = "" if step.figure is None else f"  ({step.figure:.3g})"
        print(visible(f"  {'✓' if step.ok else '✗'} {step.step.replace('_', ' '):<12} {step.whole}{figure}"))
    print(f"  hit {explanation.hit}" if explanation.hit else "  not a hit")
    _print_neighbour_of(explanation.neighbour_of)


def _print_neighbour_of(paths: Iterable[str]) -> None:
    for path in paths:
        print(visible(f"  listed as a neighbour of {path}"))


def print_duplicates(found: Duplicates, tags: Mapping[str, int]) -> None:
    """Print each group: what is kept, then the others with tier and reasons."""
    reasons = {frozenset((pair.a, pair.b)): "; ".join(pair.why) for pair in found.pairs}
    for group in found.groups:
        print(visible(f"{group.keep}  {counted(tags[group.keep], 'note')}"))
        for member in group.members:
            why = reasons.get(frozenset((group.keep, member.tag)), "")
            print(visible(f"  {member.tier:<6}  {member.tag}  {counted(tags[member.tag], 'note')}  {why}"))
    say(counted(len(found.groups), "group"))


def print_suggestions(found: Sequence[NoteSuggestions], *, whole: bool) -> None:
    """Print each note with what is suggested; `whole`: those too for which nothing is, and why."""
    from reme_tui.search.tag_suggestions.wording import reasons_in_words, why_nothing

    width = max((len(one.tag) for note in found for one in note.suggestions), default=0)
    for note in found:
        if note.suggestions or whole:
            print(visible(note.path))
        for one in note.suggestions:
            for at, reason in enumerate(reasons_in_words(one)):
                print(visible(f"  {'' if at else one.tag:<{width}}  {reason}"))
        if whole and not note.suggestions:
            print(visible(f"  nothing: {why_nothing(note)}"))
    some = sum(bool(note.suggestions) for note in found)
    without = "" if whole else " without a tag"
    say(f"{counted(len(found), 'note')}{without}: tags for {some:,}, nothing for {len(found) - some:,}")


def print_outcome(outcome: Outcome) -> None:
    """Print the paths that were written; what was refused, and how to go back, to stderr."""
    for path in outcome.applied:
        print(visible(path))
    if outcome.objection:
        say(f"nothing was changed: {outcome.objection}")
        return
    for refusal in outcome.refused:
        say(f"{refusal.path}: {refusal.reason}")
    can_undo = outcome.id and outcome.applied and not outcome.unclosed
    back = f"; undo with `reme-tui undo {outcome.id}`" if can_undo else ""
    done = f"{counted(len(outcome.applied), 'file')} changed, {counted(outcome.lines, 'line')}"
    say(f"{done}, {len(outcome.refused)} refused{back}")
    if outcome.unclosed:
        say(f"{outcome.unclosed}: `reme-tui recover finish` or `recover roll-back`")


def print_history(entries: Iterable[Entry]) -> None:
    """Print one line for each change, with the time as the clock here shows it."""
    for entry in entries:
        files, moment = len(entry.did or entry.files), entry.local_time
        at = f"{moment:%Y-%m-%d %H:%M:%S}" if moment else entry.at
        state = "in part" if entry.cancelled else entry.state
        print(visible(f"{entry.id}  {at}  {state:<8}  {counted(files, 'file'):>10}  {entry.title}"))

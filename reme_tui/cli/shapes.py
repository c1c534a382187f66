"""The JSON each command prints: stable shapes, vault-relative POSIX paths."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reme_tui.core.neighbours import NeighbourRow, Neighbours
    from reme_tui.core.note import Problem
    from reme_tui.core.tags import TagIndex, TagRow
    from reme_tui.indexing.reindex import Reindexed
    from reme_tui.search.results import Hit, PassageHit, Rank, Results
    from reme_tui.search.tag_suggestions.values import NoteSuggestions
    from reme_tui.search.why.explain import Explanation
    from reme_tui.tidy.apply import Outcome
    from reme_tui.tidy.duplicates.find import Duplicates
    from reme_tui.tidy.edits.note_edit import Refusal
    from reme_tui.tidy.journal_records import Entry
    from reme_tui.tidy.planning.plan import Plan

Shape = dict[str, Any]


def print_json(shape: Shape) -> None:
    """Print one JSON document, with Chinese left readable where the output can hold it."""
    readable = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(shape, ensure_ascii=not readable, indent=2))


def tags_shape(rows: Sequence[TagRow], tags: TagIndex) -> Shape:
    """Return {"total", "tags": [{"tag", "key", "files", "spellings", "paths"}]}."""
    return {
        "total": len(rows),
        "tags": [
            {
                "tag": row.tag,
                "key": row.key,
                "files": row.files,
                "spellings": dict(row.spellings),
                "paths": sorted(tags.paths(row.key)),
            }
            for row in rows
        ],
    }


def search_shape(typed: str, results: Results, neighbours: Mapping[str, Neighbours]) -> Shape:
    """Return the answer to the query as `typed`; `neighbours` holds those of each hit by path."""
    return {
        "query": typed,
        "scope": results.scope_notes,
        "elapsed_ms": round(results.elapsed_ms, 2),
        "total": results.total_notes,
        "undated": results.undated,
        "unknown_tags": list(results.unknown_tags),
        "suggestion": results.suggestion,
        "without_meaning": results.without_meaning,
        "hits": [_hit(hit, neighbours[hit.note.path]) for hit in results.hits],
    }


def _hit(hit: Hit, neighbours: Neighbours) -> Shape:
    note = hit.note
    return {
        "path": note.path,
        "title": note.title,
        "date": note.date.day.isoformat() if note.date else None,
        "date_from": note.date.source if note.date else None,
        "tags": [tag.text for tag in note.tags],
        "score": round(hit.score, 6),
        "more": hit.more,
        "passages": [_passage(passage) for passage in hit.passages],
        "neighbours": {"out": _neighbours(neighbours.out), "in": _neighbours(neighbours.into)},
    }


def _passage(passage: PassageHit) -> Shape:
    return {
        "lines": [passage.first_line, passage.last_line],
        "text": passage.text,
        "words": _rank(passage.words),
        "meaning": _rank(passage.meaning),
    }


def _rank(rank: Rank | None) -> Shape | None:
    return {"rank": rank.rank, "score": round(rank.score, 4)} if rank else None


def _neighbours(rows: Iterable[NeighbourRow]) -> list[Shape]:
    return [
        {
            "path": row.path,
            "name": row.name,
            "description": row.description,
            "anchors": list(row.anchors),
            "in_scope": row.in_scope,
            "exists": row.kind != "missing",
            "kind": row.kind,
            "several": row.several,
        }
        for row in rows
    ]


def problems_shape(problems: Iterable[Problem]) -> Shape:
    """Return {"problems": [...]}, in the order given."""
    return {
        "problems": [
            {
                "path": problem.path,
                "line": problem.line,
                "kind": problem.kind,
                "severity": problem.severity.value,
                "message": problem.message,
                "mendable": problem.mendable,
            }
            for problem in problems
        ]
    }


def why_shape(explanation: Explanation) -> Shape:
    """Return the steps between a note and a hit; `hit` is its rank, null when it is none."""
    return {
        "path": explanation.path,
        "steps": [
            {"step": step.step, "ok": step.ok, "detail": step.whole, "figure": step.figure}
            for step in explanation.steps
        ],
        "hit": explanation.hit,
        "neighbour_of": list(explanation.neighbour_of),
    }


def reindexed_shape(found: Reindexed) -> Shape:
    """Return {"notes", "tags", "passages", "encoded", "differences": {"new": [paths], ...} or null}."""
    return asdict(found)


def duplicates_shape(found: Duplicates) -> Shape:
    """Return {"groups": [...], "pairs": [...]}, surest first."""
    return {
        "groups": [
            {
                "keep": group.keep,
                "tier": group.tier,
                "members": [{"tag": m.tag, "tier": m.tier, "ticked": m.ticked} for m in group.members],
            }
            for group in found.groups
        ],
        "pairs": [
            {"a": pair.a, "b": pair.b, "score": round(pair.score, 4), "tier": pair.tier, "why": list(pair.why)}
            for pair in found.pairs
        ],
    }


def suggestions_shape(found: Iterable[NoteSuggestions]) -> Shape:
    """Return {"notes": [{"path", "tags", "suggestions": [{"tag", "key", "score", "why"}], "nothing"}]}."""
    from reme_tui.search.tag_suggestions.wording import reasons_in_words, why_nothing

    return {
        "notes": [
            {
                "path": note.path,
                "tags": list(note.tags),
                "suggestions": [
                    {"tag": one.tag, "key": one.key, "score": round(one.score, 3), "why": list(reasons_in_words(one))}
                    for one in note.suggestions
                ],
                "nothing": why_nothing(note),
            }
            for note in found
        ]
    }


def plan_shape(plan: Plan) -> Shape:
    """Return what a change would do: nothing is applied yet, so `applied` names what would be."""
    return {
        "id": None,
        "applied": [edit.path for edit in plan.edits],
        "refused": _refusals(plan.refusals),
        "lines": plan.lines,
        "dry_run": True,
        "diff": plan.diff,
        "notices": [*plan.notices, *plan.warnings],
    }


def outcome_shape(outcome: Outcome, plan: Plan | None = None) -> Shape:
    """Return what a change did, with the diff and the notices of its plan."""
    return {
        "id": outcome.id,
        "applied": list(outcome.applied),
        "refused": _refusals(outcome.refused),
        "lines": outcome.lines,
        "dry_run": False,
        "diff": plan.diff if plan else "",
        "notices": [*plan.notices, *plan.warnings] if plan else [],
        "objection": outcome.objection,
        "unclosed": outcome.unclosed,
    }


def _refusals(refusals: Iterable[Refusal]) -> list[Shape]:
    return [{"path": refusal.path, "reason": refusal.reason} for refusal in refusals]


def history_shape(entries: Iterable[Entry]) -> Shape:
    """Return {"entries": [...]}, in the order given."""
    return {
        "entries": [
            {"id": e.id, "at": e.at, "change": e.title, "files": len(e.did or e.files), "state": e.state}
            for e in entries
        ]
    }

"""A workspace that holds its notes in memory: what the screens are tested against."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

from reme_tui.core.neighbours import NeighbourRow, Neighbours
from reme_tui.core.note import Passage, Problem, Severity
from reme_tui.core.query.query import Query, Scope
from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagIndex
from reme_tui.search.results import Hit, PassageHit, Rank, Results
from reme_tui.tidy.duplicates.find import Duplicates
from reme_tui.vault.files import FileText, Unreadable
from reme_tui.workspace import Progress, VaultError, Workspace
from tests.notes import bare_note

TODAY = dt.date(2026, 9, 21)


@dataclass(frozen=True, eq=False)
class FakeSnapshot:
    generation: int
    notes: dict
    tags: TagIndex
    problems: tuple = ()


def note(path, title, tags=(), *, day="", description="", body="Some words.", list_keys=()):
    """A note and its body, held together in a tuple."""
    made = bare_note(
        path,
        title=title,
        tags=tags,
        day=day,
        description=description,
        passages=(Passage(5, 5 + body.count("\n"), 0, len(body)),),
        list_keys=tuple(list_keys),
        digest=path,
    )
    return made, body


SAMPLE = (
    note(
        "daily/2026-09-17/launch.md",
        "Project A pre-launch checklist",
        ["Project_A", "Alice"],
        day="2026-09-17",
        body="# Checklist\nComplete regression testing first and have Alice confirm the customer notification today.",
    ),
    note(
        "daily/2026-09-10/budget.md",
        "Who signs off the Project A budget",
        ["Project_A"],
        day="2026-09-10",
        body="Alice approves up to 40k; anything above goes to Marta before the launch gate",
    ),
    note(
        "digest/wiki/launch-retro.md",
        "Launch retrospective notes",
        ["Project_A"],
        day="2026-08-22",
        body="What we forgot last time: the status page, the on-call swap, the launch freeze and the rest of it.",
    ),
    note(
        "daily/2026-09-16/launch-zh.md",
        "项目A 发布前检查",
        ["项目A", "Alice"],
        day="2026-09-16",
        body="发布前需要先完成回归测试,并由 Alice 确认客户通知 launch",
    ),
    note("daily/2026-09-02/catl.md", "CATL supply call", ["宁德时代"], day="2026-09-02", description="Delivery slot."),
    note("digest/gold.md", "Gold and launch", ["Gold"], body="Gold before the launch."),
    note("inbox/loose.md", "Loose thought", [], body="Nothing is filed here, about launch."),
)


class FakeNearDuplicates:
    """Near-duplicates as a test sets them; `finds` counts how often they were asked for."""

    def __init__(self):
        self.groups, self.pairs, self.kept_apart = (), (), ()
        self.finds = 0

    def find(self, progress=None):
        self.finds += 1
        return Duplicates(self.groups, self.pairs)


class FakeWorkspace:
    """The methods of Workspace over a tuple of notes; `gate` can hold `load` back."""

    def __init__(self, notes=SAMPLE, *, error="", encoder=True, suggestion="", notices=(), theme="night"):
        self.pairs = list(notes)
        self.error = error
        self.encoder = encoder
        self.suggestion = suggestion
        self.name = "demo_vault"
        self.config = SimpleNamespace(
            vault=Path("/vault/demo_vault"),
            theme=theme,
            notices=notices,
            reading=SimpleNamespace(tag_fields=("memory_tags",)),
        )
        self.state = None
        self.complete = False
        self.read_at = 0.0
        self.asked = []
        self.updates = []
        self.parts = 1
        self.gate = None
        self.links = {}
        self.near_duplicates = FakeNearDuplicates()

    @property
    def snapshot(self):
        return self.state.snapshot

    def today(self):
        return TODAY

    def publish(self, pairs, generation):
        notes = {made.path: made for made, _ in pairs}
        snapshot = FakeSnapshot(generation, notes, TagIndex().evolve(notes.values(), ()))
        self.state = SimpleNamespace(snapshot=snapshot, engine=SimpleNamespace(passage_count=len(notes)))

    def load(self, report=lambda _: None):
        report(Progress("listing", 0, 0))
        if self.error:
            raise VaultError(self.error)
        size = max(1, -(-len(self.pairs) // self.parts))
        self.publish((), 0)
        for done in range(size, len(self.pairs) + size, size):
            self.publish(self.pairs[:done], done)
            report(Progress("reading", min(done, len(self.pairs)), len(self.pairs)))
            if self.gate:
                self.gate.wait()
        self.complete = True
        self.read_at = dt.datetime(2026, 9, 21, 12, 4).astimezone().timestamp()

    def interrupted(self) -> None:
        """No clean-up was killed."""

    def refresh(self, report=lambda _: None):
        if self.error:
            raise VaultError(self.error)
        before = self.state.snapshot.generation
        if {made.path for made, _ in self.pairs} != set(self.state.snapshot.notes):
            self.publish(self.pairs, before + 1)
        return self.state.snapshot.generation != before

    def update(self, paths, report=lambda _: None):
        self.updates.append(paths)
        if self.gate:
            self.gate.wait()
        return self.refresh(report)

    def cancel(self):
        if self.gate:
            self.gate.set()

    def _in(self, made, scope: Scope, *, tags: bool):
        keys = {tag_key(tag.text) for tag in made.tags}
        if scope.since or scope.until:
            if made.date is None and not scope.undated:
                return False
            if made.date and not (scope.since or dt.date.min) <= made.date.day <= (scope.until or dt.date.max):
                return False
        if not made.path.startswith(scope.path):
            return False
        if not tags:
            return True
        wanted = {tag_key(tag) for tag in scope.tags}
        passes = wanted <= keys if scope.all_tags else bool(wanted & keys) or not wanted
        return passes and not keys & {tag_key(t) for t in scope.excluded_tags} and not (scope.untagged and keys)

    def search(self, query: Query, *, limit=50, words_only=False, prefix=False):
        self.asked.append(query)
        notes = self.state.snapshot.notes
        pairs = [(made, body) for made, body in self.pairs if made.path in notes]
        inside = [pair for pair in pairs if self._in(pair[0], query.scope, tags=True)]
        words = query.text.casefold().split()
        hits = [hit for pair in inside if (hit := _hit(*pair, words))]
        hits.sort(key=lambda hit: (-len(hit.passages[0].marks), hit.note.date is None, hit.note.path))
        hits = [replace_rank(hit, at + 1) if words else hit for at, hit in enumerate(hits)]
        timeless = replace(query.scope, since=None, until=None)
        in_tags = [made for made, _ in pairs if self._in(made, timeless, tags=True)]
        known = {row.key for row in self.state.snapshot.tags.rows()}
        return Results(
            query=query,
            generation=self.state.snapshot.generation,
            hits=tuple(hits[:limit]),
            scope_notes=len(inside),
            total_notes=len(hits),
            total_passages=len(hits),
            undated=sum(made.date is None for made in in_tags) if query.scope.since else 0,
            unknown_tags=tuple(tag for tag in query.scope.tags if tag_key(tag) not in known),
            suggestion=self.suggestion if words else "",
            empty=None if hits else "words" if inside else "dates" if in_tags else "scope",
            without_meaning="" if self.encoder else "no model is loaded",
            elapsed_ms=1.4,
        )

    def read_note(self, path):
        """The body stands on line 5, below a frontmatter of four lines; without a note, it has gone."""
        for made, body in self.pairs:
            if made.path == path:
                return FileText(f"---\nmemory_tags: []\n---\n\n{body}", made.digest, made.modified)
        return Unreadable(Problem(path, 0, "gone", Severity.ERROR, "no such file"))

    def marks(self, text, query):
        return Workspace.marks(self, text, query)

    def neighbours(self, path, scope):
        return self.links.get(path, Neighbours((), (), 0, 0))

    def counts_in_scope(self, scope):
        if not (scope.since or scope.until or scope.path):
            return None
        return Counter(
            key
            for made, _ in self.pairs
            if self._in(made, scope, tags=False)
            for key in {tag_key(tag.text) for tag in made.tags}
        )


def _hit(made, body, words):
    text = body.casefold()
    marks = sorted((at, at + len(word)) for word in words if (at := text.find(word)) >= 0)
    if words and not marks:
        return None
    passage = PassageHit(5, 5 + body.count("\n"), body, tuple(marks), None, None)
    return Hit(made, float(len(marks)), (passage,), 0)


def replace_rank(hit, rank):
    return replace(hit, passages=(replace(hit.passages[0], words=Rank(rank, 1.0), meaning=Rank(rank + 1, 0.5)),))


def neighbour(path, name="", *, kind="note", description="", in_scope=True, several=False, anchors=()):
    return NeighbourRow(path, name, description, anchors, kind, in_scope, several)


LINKS = Neighbours(
    out=(
        neighbour(
            "digest/procedure/rollback.md",
            "Rollback procedure",
            description="When the error rate passes the agreed threshold, roll back in this order.",
        ),
        neighbour(
            "daily/2026-09-02/catl.md",
            "CATL supply call",
            description="Delivery slot for the pilot cells; contract still open.",
            in_scope=False,
        ),
        neighbour("lost note", kind="missing"),
        neighbour("plan.pdf", kind="file", several=True),
    ),
    into=(neighbour("daily/2026-09-21.md", "Week 38 review", anchors=("L9",)),),
    more_out=0,
    more_in=3,
)

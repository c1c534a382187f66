"""Problems grouped by kind, and how a group and a problem are drawn. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style

from reme_tui.core.note import Problem, Severity
from reme_tui.core.text.words import counted
from reme_tui.ui.drawing.cells import cut_left, shown, width
from reme_tui.ui.drawing.lines import SidedLine, Span, clickable
from reme_tui.ui.drawing.text_rows import text_rows
from reme_tui.ui.drawing.theme import BOLD, ITALIC, Ink

if TYPE_CHECKING:
    from reme_tui.tidy.changes import TagChange

TITLES = {
    "bad_yaml": "frontmatter that is not YAML",
    "unquoted_colon": "a colon in a value without quotes",
    "tab_indent": "a tab as indent in the frontmatter",
    "control_character": "a character that YAML forbids",
    "not_a_mapping": "frontmatter without keys",
    "too_large": "too large to read",
    "bad_toml": "frontmatter that is not TOML",
    "bad_json": "frontmatter that is not JSON",
    "toml_block": "frontmatter in TOML",
    "json_block": "frontmatter in JSON",
    "merge_conflict": "an unresolved merge conflict",
    "unclosed_block": "frontmatter that is never closed",
    "late_block": "frontmatter that begins too late",
    "doubled_key": "a key that stands more than once",
    "string_tags": "tags in a string, not a list",
    "damaged_list": "a list of tags in quotes",
    "nested_item": "a list or mapping in place of a tag",
    "joined_item": "several items read as one",
    "comment_item": "a tag that is a comment to YAML",
    "null_item": "an empty tag",
    "repeated_tag": "a tag that stands twice",
    "not_text": "a tag that is not text",
    "long_tag": "a tag that is too long",
    "no_letter": "a tag without a letter or digit",
    "too_many_tags": "more tags than ReMe reads",
    "reme_no_frontmatter": "frontmatter that ReMe does not see",
    "reme_not_indexed": "notes that ReMe does not index",
    "reme_ignored": "frontmatter that ReMe ignores",
    "reme_escaped_emoji": "an escaped emoji that ReMe cannot save",
    "not_utf8": "notes that are not UTF-8",
    "name_not_utf8": "names that are not UTF-8",
    "unreadable": "files that cannot be read",
    "gone": "files that have gone",
    "not_a_file": "what is no file",
    "outside": "links that leave the vault",
    "broken_link": "links that lead nowhere",
    "link_not_followed": "links that are not followed",
}
"""What a kind of problem is called; others are called by their kind."""

ORDER = (Severity.ERROR, Severity.WARNING, Severity.HINT)
SYMBOLS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.HINT: "·"}
WORD_CELLS = 9
INDENT = 7
"""Cells before the place of a problem: cursor bar, then under the title's symbol."""

Key = tuple[str, str, int, str]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The problems of one kind, the worst first; `severity` is that of the worst."""

    kind: str
    severity: Severity
    problems: tuple[Problem, ...]

    @property
    def title(self) -> str:
        """What the kind is called."""
        return TITLES.get(self.kind) or self.kind.replace("_", " ")


@dataclass(frozen=True, slots=True, eq=False)
class ProblemRow:
    """A row of the list: a group, or one problem of it."""

    group: Group
    problem: Problem | None = None
    is_last: bool = False

    @property
    def key(self) -> Key:
        """What makes it the same row after the vault has changed."""
        problem = self.problem
        return (
            (self.group.kind, problem.path, problem.line, problem.message) if problem else (self.group.kind, "", 0, "")
        )


def group_problems(problems: Iterable[Problem]) -> tuple[Group, ...]:
    """Return the problems by kind: errors first, then the largest group; inside, errors first, then by path."""
    by_kind: dict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        by_kind[problem.kind].append(problem)
    groups = []
    for kind, members in by_kind.items():
        members.sort(key=lambda problem: (ORDER.index(problem.severity), problem.path, problem.line))
        groups.append(Group(kind, members[0].severity, tuple(members)))
    groups.sort(key=lambda group: (ORDER.index(group.severity), -len(group.problems), group.title))
    return tuple(groups)


def rows_of(groups: Iterable[Group], unfolded: Collection[str]) -> list[ProblemRow]:
    """Return the rows in sight: every group, and the problems of those unfolded."""
    rows: list[ProblemRow] = []
    for group in groups:
        rows.append(ProblemRow(group))
        if group.kind in unfolded:
            last = group.problems[-1]
            rows += [ProblemRow(group, problem, problem is last) for problem in group.problems]
    return rows


def find_row(rows: list[ProblemRow], key: Key, otherwise: int) -> int:
    """Return where the row with `key` is now; else one of the same kind and path; else `otherwise`."""
    keys = [row.key for row in rows]
    if key in keys:
        return keys.index(key)
    return next((at for at, each in enumerate(keys) if each[:2] == key[:2]), otherwise)


def mending(row: ProblemRow) -> TagChange | None:
    """Return the change that mends a problem, or all of a group that can be; None where that is for a person."""
    from reme_tui.tidy.changes import Mend

    kind = row.group.kind
    problems = (row.problem,) if row.problem else row.group.problems
    paths = tuple(dict.fromkeys(problem.path for problem in problems if problem.mendable))
    return Mend(paths, kind) if paths else None


def group_line(group: Group, inks: Ink, *, unfolded: bool, focused: bool) -> SidedLine:
    """Return the line of a group: fold mark, severity, title, count."""
    style = _style(group.severity, inks)
    left: list[Span] = [
        ("▎" if focused else " ", inks.accent),
        ("▾ " if unfolded else "▸ ", clickable(inks.link if unfolded else inks.tree, fold=True)),
        (f"{SYMBOLS[group.severity]} ", style + BOLD),
        (group.severity.value.ljust(WORD_CELLS), style),
        (shown(group.title), inks.strong + BOLD),
    ]
    right: list[Span] = [("mendable   ", inks.good)] if any(each.mendable for each in group.problems) else []
    return left, [*right, (f"{len(group.problems):,} ", inks.dim)]


def message_rows(problem: Problem, cells: int) -> list[str]:
    """Return the reason in rows that fit, without what ReMe makes of it."""
    return text_rows(_parts(problem)[0], max(8, cells - INDENT - 1))


def problem_lines(problem: Problem, inks: Ink, *, cells: int, focused: bool) -> list[SidedLine]:
    """Return the lines of a problem: severity, place and what ReMe makes of it; the reason below."""
    reme = _parts(problem)[1]
    right: list[Span] = [(shown(reme), inks.mark + ITALIC), (" ", inks.dim)] if reme else []
    line = f":{problem.line}"
    room = max(12, cells - INDENT - len(line) - (width(reme) + 3 if reme else 1))
    place: list[Span] = [
        ("▎" if focused else " ", inks.accent),
        ("    ", inks.dim),
        (f"{SYMBOLS[problem.severity]} ", _style(problem.severity, inks)),
        (cut_left(shown(problem.path), room), inks.strong),
        (line, inks.dim),
    ]
    lead: list[Span] = [("▎" if focused else " ", inks.accent), (" " * (INDENT - 1), inks.dim)]
    return [(place, right), *(([*lead, (row, inks.dim)], []) for row in message_rows(problem, cells))]


def summary(groups: Iterable[Group], inks: Ink) -> list[Span]:
    """Return the counts by severity: `1 error  5 warnings`."""
    counts = dict.fromkeys(ORDER, 0)
    for group in groups:
        for problem in group.problems:
            counts[problem.severity] += 1
    spans: list[Span] = []
    for severity, count in counts.items():
        if count:
            text = f"{SYMBOLS[severity]} {counted(count, severity.value)}"
            spans += [(text, _style(severity, inks)), ("   ", inks.dim)]
    return spans[:-1]


def _style(severity: Severity, inks: Ink) -> Style:
    return {Severity.ERROR: inks.error, Severity.WARNING: inks.mark, Severity.HINT: inks.dim}[severity]


def _parts(problem: Problem) -> tuple[str, str]:
    """Part what is wrong from what ReMe makes of it, where the message says both."""
    reason, sign, consequence = problem.message.rpartition("; ReMe ")
    return (reason, f"ReMe {consequence}") if sign else (problem.message, "")

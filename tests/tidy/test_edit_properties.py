"""Random notes, random edits: what is written is what was meant, and nothing else is touched.

`EDIT_PROFILE=long` takes 200,000 examples instead of 5,000; with `EDIT_SHRINK=1` hypothesis makes a
failing note small, which is slow.
"""

from __future__ import annotations

import os
import re
from random import Random

import yaml
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.edits.edit import edit_note
from reme_tui.tidy.edits.gate import check_edit
from reme_tui.tidy.edits.note_edit import NoteEdit, Refusal
from reme_tui.tidy.edits.splices import Splice, apply_splices
from reme_tui.tidy.edits.traces import BOM, backward, trace_of
from tests.tidy.random_notes import FIELDS, PLAIN, QUOTED, TYPED, FieldModel, NoteModel, random_note

EXAMPLES = {"ci": 5_000, "long": 200_000}[os.environ.get("EDIT_PROFILE", "ci")]
PROFILE = {"deadline": None, "suppress_health_check": list(HealthCheck)}
RANDOMS = st.randoms(use_true_random="EDIT_SHRINK" not in os.environ)
RULES = ReadingRules(tag_fields=FIELDS)
# The implicit types of YAML 1.2's core schema.
TYPED_1_2 = re.compile(
    r"(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|)\Z"
)
LINE_END = re.compile(r"\r\n|\r|\n")
NAMES = (*PLAIN, *QUOTED, *TYPED)
AWKWARD = ("Omega", "# x", "a, b", "'", '"', '", "', "x: y", "---", "07", "\\", "a\nb", "\x1b[0m", " lead", "\u202ex")
SIGNS = "aé项 ,:-?#[]{}&*!|>'\"%@`\\\t0"

Made = list[tuple[str | None, bool]]
"""The texts a field should hold (None: no tag), and whether each is written anew."""


def key_of(text: str) -> str:
    return "_".join(text.split()).casefold()


def random_name(dice: Random) -> str:
    kind = dice.randrange(4)
    if kind < 2:
        return dice.choice(AWKWARD if kind else NAMES)
    length = range(dice.randint(1, 6))
    if kind == 2:
        name = "".join(dice.choice(SIGNS) for _ in length)
    else:
        name = "".join(chr(dice.choice((dice.randrange(0xD800), dice.randrange(0x10000, 0x110000)))) for _ in length)
    return name if name.strip() else "blank"


def random_key(dice: Random, note: NoteModel) -> str:
    """Mostly the key of a tag that is there."""
    tags = [tag for field in note.fields.values() for tag in field.tags]
    return key_of(dice.choice(tags if tags and dice.randrange(4) else NAMES))


def random_edit(dice: Random, note: NoteModel) -> NoteEdit:
    what = dice.choice(("rename", "rename", "merge", "remove", "remove", "add", "all", "repeated_tag", "string_tags"))
    keys = [random_key(dice, note) for _ in range(dice.randint(1, 5))]
    names = [random_name(dice) for _ in range(dice.randint(1, 3))]
    if what == "rename":
        return NoteEdit(renames={keys[0]: names[0]}, exact=keys[0] == key_of(names[0]))
    if what == "merge":
        kept = dice.choice((names[0], keys[0]))
        return NoteEdit(renames=dict.fromkeys(keys, kept), exact=dice.random() < 0.5)
    if what == "remove":
        return NoteEdit(removals=frozenset(keys))
    if what == "add":
        return NoteEdit(additions=tuple(names))
    if what == "all":
        added = tuple(name for name in names[1:] if key_of(name) not in keys)
        return NoteEdit(renames={keys[0]: names[0]}, removals=frozenset(keys[1:]), additions=added)
    return NoteEdit(mend=what)


def meant(field: FieldModel, edit: NoteEdit) -> Made:
    """What a field's parts should become."""
    made: list[tuple[str | None, bool, bool]] = []
    for part in field.parts:
        if part.text is None:
            made.append((None, False, False))
            continue
        key = key_of(part.text)
        if key in edit.removals:
            continue
        new = edit.renames.get(key, part.text)
        moved = key != key_of(new)
        new = new if moved or edit.exact else part.text
        made.append((new, new != part.text, moved))
    for target in {key_of(new) for new in edit.renames.values()}:
        same = [at for at, (text, _, _) in enumerate(made) if text is not None and key_of(text) == target]
        if any(made[at][2] for at in same):
            kept = next((at for at in same if not made[at][2]), same[0])
            made = [each for at, each in enumerate(made) if at == kept or at not in same]
    if edit.mend == "repeated_tag":
        seen: set[str] = set()
        once = [text is None or not (key_of(text) in seen or seen.add(key_of(text))) for text, _, _ in made]
        made = [each for each, kept in zip(made, once, strict=True) if kept]
    return [(text, anew) for text, anew, _ in made]


def expected(note: NoteModel, edit: NoteEdit) -> dict[str, Made]:
    after = {name: meant(field, edit) for name, field in note.fields.items()}
    held = {key_of(text) for made in after.values() for text, _ in made if text is not None}
    for text in edit.additions:
        if key_of(text) not in held:
            after.setdefault(FIELDS[0], []).append((text, True))
            held.add(key_of(text))
    return after


def differs(note: NoteModel, name: str, made: Made, edit: NoteEdit) -> bool:
    field = note.fields.get(name)
    if field is None:
        return bool(made)
    if edit.mend == "string_tags":
        return field.shape == "string"
    return len(made) != len(field.parts) or any(anew for _, anew in made)


def assert_leads_back(text: str, after: str, splices: tuple[Splice, ...]) -> None:
    trace = trace_of(text, after, splices, rules=RULES)
    assert backward(trace.swaps, after.removeprefix(BOM)) == text.removeprefix(BOM)


def may_refuse(note: NoteModel, want: dict[str, Made]) -> bool:
    """Only a string that stays one may not be able to hold a name."""
    return any(note.fields[name].shape == "string" for name in want if name in note.fields)


@settings(max_examples=EXAMPLES, **PROFILE)
@given(dice=RANDOMS)
def test_an_edit_does_what_it_means_and_nothing_else(dice):
    note = random_note(dice)
    edit, style = random_edit(dice, note), dice.choice(("flow", "block"))
    want = expected(note, edit)
    splices = edit_note("n.md", note.text, edit, rules=RULES, list_style=style)
    if isinstance(splices, Refusal):
        event("refused")
        assert may_refuse(note, want), (splices.reason, note, edit)
        return
    changed = [name for name in want if differs(note, name, want[name], edit)]
    event(f"{len(changed)} fields changed")
    after = apply_splices(note.text, splices)
    assert bool(splices) == bool(changed)
    assert_leads_back(note.text, after, splices)
    assert check_edit(note.text, after, edit, rules=RULES) is None
    regions = [note.regions.get(name, (note.block_end, note.block_end)) for name in changed]
    assert all(any(start <= splice.start and splice.end <= end for start, end in regions) for splice in splices)
    for name, made in want.items():
        assert_holds(after, name, made, note.fields.get(name))
    for name in changed:
        assert_comments_stay(note, name, after)
    if edit.removals and not (edit.renames or edit.additions) and changed in (["memory_tags"], ["people"]):
        assert_whole_lines_went(note, changed[0], after)


def value_of(text: str, name: str) -> yaml.Node | None:
    """The field's node, found without the code under test."""
    start = re.match(r"\ufeff?---[ \t]*(?:\r\n|\r|\n)", text).end()
    end = re.compile(r"(?:(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)").search(text, start).start()
    root = yaml.compose(text[start:end], Loader=yaml.CSafeLoader)
    return next((value for key, value in (root.value if root else ()) if key.value == name), None)


def assert_holds(after: str, name: str, made: Made, field: FieldModel | None) -> None:
    node = value_of(after, name)
    if isinstance(node, yaml.SequenceNode):
        was_list = field is not None and field.shape in ("block", "flow")
        for item, (text, anew) in zip(node.value, made, strict=True):
            assert text is None or item.value == text
            if anew or not was_list:
                assert item.tag.endswith(":str")
                assert item.style or not TYPED_1_2.match(item.value)
    elif made:
        assert split(node) == [text for text, _ in made]
        assert node.tag.endswith(":str")
        assert node.style or not TYPED_1_2.match(node.value)
    else:
        assert node is None or node.value in ("", "~", "null")


def split(node: yaml.ScalarNode) -> list[str]:
    if node.style in ("'", '"'):
        return [node.value]
    pieces = re.findall(r"""\s*("[^"]*"|'[^']*'|[^,\n]*)\s*(?:,|\n|\Z)""", node.value)
    return [re.sub(r"\A(['\"])((?:(?!\1).)+)\1\Z", r"\2", piece.strip()).strip() for piece in pieces if piece.strip()]


def assert_comments_stay(note: NoteModel, name: str, after: str) -> None:
    """Comments on lines of their own stay, and so do the file's line ends."""
    field = note.fields.get(name)
    assert {found[0] for found in LINE_END.finditer(after)} <= {note.line_end, *LINE_END.findall(note.text)}
    if field is not None and field.shape in ("block", "flow"):
        own = [line for line in LINE_END.split(field.source) if line.lstrip().startswith("#")]
        assert all(LINE_END.split(after).count(line) >= own.count(line) for line in own)


def assert_whole_lines_went(note: NoteModel, name: str, after: str) -> None:
    """Of a block list that only lost items, every line that is left is one of the old ones."""
    if note.fields[name].shape != "block":
        return
    start, end = note.regions[name]
    before = LINE_END.split(note.text[start:end])
    lines = LINE_END.split(after[start : end + len(after) - len(note.text)])
    assert lines[0] in (before[0], before[0].replace(":", ": []", 1))
    waiting = iter(before[1:])
    assert all(line in waiting for line in lines[1:])


@settings(max_examples=EXAMPLES // 50, **PROFILE)
@given(dice=RANDOMS)
def test_an_edit_without_effect_is_no_splice(dice):
    note, text = random_note(dice), random_name(dice)
    tags = {key_of(tag): tag for field in note.fields.values() for tag in field.tags}
    nothing = [NoteEdit(), NoteEdit(additions=tuple(tags.values())), NoteEdit(removals=frozenset({"no such tag"}))]
    nothing += [NoteEdit(renames={"no such tag": text}), NoteEdit(renames=tags), NoteEdit(mend="damaged_list")]
    for edit in nothing:
        assert edit_note("n.md", note.text, edit, rules=RULES) == ()


@settings(max_examples=EXAMPLES // 10, **PROFILE)
@given(dice=RANDOMS)
def test_a_damaged_note_is_refused_or_keeps_everything_else(dice):
    note = random_note(dice)
    text, edit = damaged(dice, note), random_edit(dice, note)
    splices = edit_note("n.md", text, edit, rules=RULES)
    if isinstance(splices, Refusal):
        assert splices.reason
        return
    if not splices:
        return
    after = apply_splices(text, splices)
    assert_leads_back(text, after, splices)
    if not re.match(r"\ufeff?---[ \t]*[\r\n]", text):
        assert after.endswith(text.removeprefix("\ufeff"))
        return
    parts = [
        re.split(r"(?m)^(?:---|\.\.\.)[ \t]*$", each.replace("\r", "\n").lstrip("\ufeff"), maxsplit=2)
        for each in (text, after)
    ]
    assert others(parts[0][1]) == others(parts[1][1])
    assert parts[0][2] == parts[1][2]


def damaged(dice: Random, note: NoteModel) -> str:
    text = note.text
    for _ in range(dice.randint(1, 4)):
        at = dice.randint(0, min(len(text), note.block_end))
        other = dice.randint(0, len(text))
        piece = dice.choice(
            ("", dice.choice(SIGNS + note.line_end + "  \u2028"), text[other : other + dice.randint(1, 12)])
        )
        text = text[:at] + piece + text[at + (0 if piece else dice.randint(1, 3)) :]
    return text


def others(block: str) -> str:
    """Everything that the other keys hold, as PyYAML's events tell it."""
    root = yaml.compose(block, Loader=yaml.CSafeLoader)
    kept = [pair for pair in (root.value if root else ()) if pair[0].value not in FIELDS]
    return repr([(yaml.serialize(key), yaml.serialize(value)) for key, value in kept])

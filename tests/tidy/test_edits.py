"""One note's edit, form by form: what is written, what is left alone, what is refused."""

from __future__ import annotations

import pytest

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.edits.edit import edit_note
from reme_tui.tidy.edits.gate import check_edit
from reme_tui.tidy.edits.note_edit import NoteEdit, Refusal
from reme_tui.tidy.edits.splices import Splice, apply_splices
from reme_tui.tidy.edits.traces import BOM, backward, trace_of
from tests.notes import parse_note

RULES = ReadingRules()
TWO_FIELDS = ReadingRules(tag_fields=("memory_tags", "people"))
SPACES = ReadingRules(split_strings="space")
WHOLE = ReadingRules(split_strings="none")
REME = ReadingRules(reme=True)


def rename(**renames: str) -> NoteEdit:
    return NoteEdit(renames=renames)


def remove(*keys: str) -> NoteEdit:
    return NoteEdit(removals=frozenset(keys))


def add(*texts: str) -> NoteEdit:
    return NoteEdit(additions=texts)


def mend(kind: str) -> NoteEdit:
    return NoteEdit(mend=kind)


def edited(text: str, edit: NoteEdit, *, rules: ReadingRules = RULES, list_style: str = "flow") -> str:
    """The note after an edit that is not refused and can be taken back."""
    splices = edit_note("n.md", text, edit, rules=rules, list_style=list_style)
    assert not isinstance(splices, Refusal), splices.reason
    after = apply_splices(text, splices)
    trace = trace_of(text, after, splices, rules=rules)
    assert backward(trace.swaps, after.removeprefix(BOM)) == text.removeprefix(BOM)
    return after


def reason(text: str, edit: NoteEdit, *, rules: ReadingRules = RULES) -> str:
    refusal = edit_note("n.md", text, edit, rules=rules)
    assert isinstance(refusal, Refusal), apply_splices(text, refusal)
    assert refusal.path == "n.md"
    return refusal.reason


def in_note(block: str) -> str:
    return f"---\nfirst: 1.10  # as it is\n{block}last: [[x]]\n---\nBody with memory_tags: [alpha]\n"


def check(before: str, edit: NoteEdit, after: str, **how: object) -> None:
    assert edited(in_note(before), edit, **how) == in_note(after)


RENAMES = {
    "block list": ("memory_tags:\n  - alpha\n  - b\n", "memory_tags:\n  - omega\n  - b\n"),
    "no indent": ("memory_tags:\n- alpha\n- b\n", "memory_tags:\n- omega\n- b\n"),
    "wide indent, remark": ("memory_tags: \n      -   alpha   # r\n", "memory_tags: \n      -   omega   # r\n"),
    "value below its dash": ("memory_tags:\n- # r\n  alpha\n- b\n", "memory_tags:\n- # r\n  omega\n- b\n"),
    "flow": ("memory_tags: [alpha,b ,  c]\n", "memory_tags: [omega,b ,  c]\n"),
    "flow, many lines": ("memory_tags: [\n  alpha, # r\n  b,\n]\n", "memory_tags: [\n  omega, # r\n  b,\n]\n"),
    "flow, comma first": ("memory_tags: [ b\n  , alpha ]\n", "memory_tags: [ b\n  , omega ]\n"),
    "plain": ("memory_tags: alpha  # r\n", "memory_tags: omega  # r\n"),
    "plain, next line": ("memory_tags:\n  alpha\n", "memory_tags:\n  omega\n"),
    "comma string": ("memory_tags: x,alpha , b\n", "memory_tags: x,omega , b\n"),
    "comma string, many lines": ("memory_tags: x,\n  alpha,\n  b\n", "memory_tags: x,\n  omega,\n  b\n"),
    "quotes in a comma string": ("memory_tags: x, 'alpha', b\n", "memory_tags: x, omega, b\n"),
    "single": ("memory_tags: ['alpha']\n", "memory_tags: ['omega']\n"),
    "double": ('memory_tags:\n- "alpha"\n', 'memory_tags:\n- "omega"\n'),
    "quoted string": ("memory_tags: 'alpha'\n", "memory_tags: 'omega'\n"),
    "escapes": ('memory_tags: ["\\x61lpha"]\n', 'memory_tags: ["omega"]\n'),
    "folded item": ("memory_tags:\n- >-\n  alpha\n- b\n", "memory_tags:\n- >-\n  omega\n- b\n"),
    "literal item with a line end": ("memory_tags:\n- | # r\n  alpha\n- b\n", "memory_tags:\n- omega # r\n- b\n"),
    "literal string": ("memory_tags: |\n  x\n  alpha, b\n", "memory_tags: |\n  x\n  omega, b\n"),
    "folded string": ("memory_tags: >-\n  x,\n  alpha, b\n", "memory_tags: >-\n  x,\n  omega, b\n"),
    "mixed types": (
        "memory_tags:\n- alpha\n- 1.10\n- yes\n- 2026-01-05\n- ~\n-\n- [n]\n- {m: 1}\n",
        "memory_tags:\n- omega\n- 1.10\n- yes\n- 2026-01-05\n- ~\n-\n- [n]\n- {m: 1}\n",
    ),
    "nested look-alikes": (
        "memory_tags: [[alpha], {alpha: 1}, alpha]\n",
        "memory_tags: [[alpha], {alpha: 1}, omega]\n",
    ),
    "quoted key": ('"memory_tags" : [alpha]\n', '"memory_tags" : [omega]\n'),
    "question mark key": ("? memory_tags\n: - alpha\n  - b\n", "? memory_tags\n: - omega\n  - b\n"),
    "other spellings": ("memory_tags: [ALPHA, b]\n", "memory_tags: [omega, b]\n"),
    "no hit": ("memory_tags: [alphabet, b]\n", "memory_tags: [alphabet, b]\n"),
}


@pytest.mark.parametrize("form", RENAMES)
def test_a_rename_touches_the_token_only(form):
    before, after = RENAMES[form]
    check(before, rename(alpha="omega"), after)


@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        ("memory_tags: [alpha]\n", "a, b", 'memory_tags: ["a, b"]\n'),
        ("memory_tags:\n- alpha\n", "a, b", "memory_tags:\n- a, b\n"),
        ("memory_tags: ['alpha']\n", "it's", "memory_tags: ['it''s']\n"),
        ("memory_tags:\n- 'alpha'\n", "a\nb", 'memory_tags:\n- "a\\nb"\n'),
        ("memory_tags:\n- >-\n  alpha\n", "# x", "memory_tags:\n- >-\n  # x\n"),
        ("memory_tags:\n- >-\n  alpha\n", " x", 'memory_tags:\n- " x"\n'),
        ("memory_tags: alpha\n", "a, b", 'memory_tags: "a, b"\n'),
        ("memory_tags: alpha\n", "~", 'memory_tags: "~"\n'),
        ("memory_tags: x, alpha\n", "a, b", 'memory_tags: x, "a, b"\n'),
        ("memory_tags: x, alpha\n", "'a, \"b", None),
        ("memory_tags: alpha, x\n", "a, b", None),
        ("memory_tags: alpha, x\n", "@b", None),
        ("memory_tags: x, alpha\n", "a: b", None),
        ("memory_tags: x, alpha\n", "a\nb", None),
        ("memory_tags: alpha\n", " b", None),
        ("memory_tags: 'alpha'\n", "b ", None),
    ],
)
def test_a_name_that_the_place_cannot_hold_is_quoted_or_refused(before, new, after):
    if after is None:
        assert "turn it into a list first" in reason(in_note(before), rename(alpha=new))
    else:
        check(before, rename(alpha=new), after)


def test_strings_are_split_by_the_rules():
    check("memory_tags: books alpha\n", rename(alpha="omega"), "memory_tags: books omega\n", rules=SPACES)
    check("memory_tags: books alpha\n", rename(alpha="omega"), "memory_tags: books alpha\n")
    check("memory_tags: books, alpha\n", rename(alpha="omega"), "memory_tags: books, alpha\n", rules=WHOLE)
    check("memory_tags: alpha\n", rename(alpha="o m"), 'memory_tags: "o m"\n', rules=SPACES)
    check("memory_tags: x alpha\n", rename(alpha="o m"), 'memory_tags: x "o m"\n', rules=SPACES)
    check("memory_tags: alpha\n", rename(alpha="o, m"), "memory_tags: o, m\n", rules=WHOLE)
    check("memory_tags: alpha\n", rename(alpha="omega"), "memory_tags: alpha\n", rules=REME)


def test_an_item_over_two_lines_is_replaced_as_one():
    check("memory_tags:\n  - alpha\n    beta # r\n  - b\n", rename(alpha_beta="x"), "memory_tags:\n  - x # r\n  - b\n")
    check("memory_tags: ['alpha\n  beta', b]\n", rename(alpha_beta="x"), "memory_tags: ['x', b]\n")


MERGES = {
    "at the kept one's place": ("[b, alpha, Omega, c]", "[Omega, c]"),
    "at the first hit's place": ("[x, b, alpha, c]", "[x, omega, c]"),
    "a kept one that stood twice": ("[omega, b, OMEGA]", "[omega]"),
    "nothing to merge": ("[omega, OMEGA]", "[omega, OMEGA]"),
}


@pytest.mark.parametrize("case", MERGES)
def test_after_a_merge_the_tag_stands_once(case):
    before, after = MERGES[case]
    check(f"memory_tags: {before}\n", rename(alpha="omega", b="omega"), f"memory_tags: {after}\n")


def test_a_merge_stays_within_each_field():
    check(
        "memory_tags: [alpha]\npeople:\n- b\n- omega\n",
        rename(alpha="omega", b="omega"),
        "memory_tags: [omega]\npeople:\n- omega\n",
        rules=TWO_FIELDS,
    )


def test_a_merge_in_a_block_list_takes_the_whole_line():
    check(
        "memory_tags:\n  - browser # old\n  # about misc\n  - misc\n  - browsers # kept\n",
        rename(browser="browsers"),
        "memory_tags:\n  # about misc\n  - misc\n  - browsers # kept\n",
    )


def test_respelling_touches_only_the_tokens_that_differ():
    edit = NoteEdit(renames={"project_a": "Project_A"}, exact=True)
    check("memory_tags: [project a, 'Project_A', x]\n", edit, "memory_tags: [Project_A, 'Project_A', x]\n")
    assert edit_note("n.md", in_note("memory_tags: ['Project_A']\n"), edit, rules=RULES) == ()


def test_names_can_be_swapped():
    check("memory_tags: [a, b]\n", rename(a="b", b="a"), "memory_tags: [b, a]\n")


REMOVALS = {
    "block": ("\n  - a\n  - b # bee\n  # of c\n  - c\n", "b", "\n  - a\n  # of c\n  - c\n"),
    "block, first": ("\n- a\n\n- b\n", "a", "\n\n- b\n"),
    "block, last": ("\n- a\n- b # bee\n# end\n", "b", "\n- a\n# end\n"),
    "block, all": (" # who\n  - a\n  # of none\n", "a", " [] # who\n  # of none\n"),
    "block, over two lines": ("\n- a\n  a\n- b\n", "a_a", "\n- b\n"),
    "block, literal": ("\n- |\n  a\n\n- b\n", "a", "\n\n- b\n"),
    "block, literal with its blank lines": ("\n- |+\n  a\n\n- b\n", "a", "\n- b\n"),
    "block, no item is left but nulls": ("\n- a\n- #lost\n- ~\n", "a", "\n- #lost\n- ~\n"),
    "flow, first": (" [a, b, c]\n", "a", " [b, c]\n"),
    "flow, middle": (" [a,b ,  c]\n", "b", " [a,c]\n"),
    "flow, last": (" [ a, b ]\n", "b", " [ a ]\n"),
    "flow, trailing comma": (" [a, b,]\n", "b", " [a,]\n"),
    "flow, all": (" [ a ]  # who\n", "a", " []  # who\n"),
    "flow lines": (" [\n  a, # A\n  b, # B\n  c # C\n]\n", "b", " [\n  a, # A\n  c # C\n]\n"),
    "flow lines, last": (" [\n  a, # A\n  b # B\n]\n", "b", " [\n  a # A\n]\n"),
    "flow lines, all": (" [\n  a, # A\n]\n", "a", " []\n"),
    "flow lines, a comment of its own": (" [\n  # all\n  a\n]\n", "a", " [\n  # all\n]\n"),
    "flow lines, comments of their own": (
        " [\n  a, # A\n  # of b\n  b, # B\n  # of c\n  c # C\n]\n",
        "b",
        " [\n  a, # A\n  # of b\n  # of c\n  c # C\n]\n",
    ),
    "block, comments of their own": (
        "\n  - a # A\n  # of b\n  - b # B\n  # of c\n  - c # C\n",
        "b",
        "\n  - a # A\n  # of b\n  # of c\n  - c # C\n",
    ),
    "flow, shared line": (" [a, b, # both\n  c]\n", "b", " [a, # both\n  c]\n"),
    "flow, comma first": (" [ a\n  , b # B\n  , c ]\n", "b", " [ a\n  , c ]\n"),
    "flow, comma first, last": (" [ a # A\n  , b ]\n", "b", " [ a # A\n   ]\n"),
    "flow, comment before the comma": (" [a # A\n  , b]\n", "a", " [ # A\n   b]\n"),
    "plain": (" a  # r\n", "a", " []  # r\n"),
    "comma string": (" a, b ,c\n", "b", " a, c\n"),
    "comma string, last": (" a, b ,c\n", "c", " a, b\n"),
    "comma string, leaves a number": (" a, 7\n", "a", ' "7"\n'),
    "comma string, leaves a comment": (" a,#b\n", "a", ' "#b"\n'),
    "comma string, leaves quotes": (' a, "b, c"\n', "a", ' "b, c"\n'),
    "quoted string": (" 'a'\n", "a", " []\n"),
    "literal string": (" | # r\n  a\n", "a", " [] # r\n"),
    "literal string, a line": (" |\n  a\n  b, c\n", "b", " |\n  a\n  c\n"),
}


@pytest.mark.parametrize("form", REMOVALS)
def test_a_removal_takes_the_line_or_the_comma_and_no_other_comment(form):
    before, key, after = REMOVALS[form]
    check(f"memory_tags:{before}", remove(key), f"memory_tags:{after}")


def test_several_items_go_at_once():
    check("memory_tags: [a, b, c, d]\n", remove("b", "c", "d"), "memory_tags: [a]\n")
    check("memory_tags: [a, b,\n  c]\n", remove("b", "c"), "memory_tags: [a]\n")
    check("memory_tags: [\n  a, # A\n  b, # B\n  c # C\n]\n", remove("b", "c"), "memory_tags: [\n  a # A\n]\n")
    check("memory_tags: a, b, c, d\n", remove("a", "c", "d"), "memory_tags: b\n")
    check("memory_tags: a, b\n", remove("a", "b"), "memory_tags: []\n")


ADDITIONS = {
    "flow": (" [a]\n", " [a, New]\n"),
    "flow, tight": (" [a,b]\n", " [a,b,New]\n"),
    "flow, trailing comma": (" [a, ]\n", " [a, New, ]\n"),
    "flow lines": (" [\n  a, # A\n  b # B\n]\n", " [\n  a, # A\n  b, # B\n  New\n]\n"),
    "flow lines, trailing comma": (" [\n  a,\n  ]\n", " [\n  a,\n  New,\n  ]\n"),
    "flow lines, bracket behind": (" [a,\n  b]\n", " [a,\n  b,\n  New]\n"),
    "empty": (" []\n", " [New]\n"),
    "empty with a comment": (" [ # none\n]\n", " [New # none\n]\n"),
    "block": ("\n    -  a\n    -  b # B\n    # end\n", "\n    -  a\n    -  b # B\n    -  New\n    # end\n"),
    "block after a literal": ("\n- |\n  a\n", "\n- |\n  a\n- New\n"),
    "plain": (" a # r\n", " a, New # r\n"),
    "comma string": (" a,b\n", " a,b,New\n"),
    "quoted string": (" 'a'\n", " ['a', New]\n"),
    "number": (" 42\n", ' ["42", New]\n'),
    "literal string": (" |\n  a\n  b\n", " |\n  a\n  b, New\n"),
    "nothing": ("\n", " [New]\n"),
    "tilde": (" ~ # r\n", " [New] # r\n"),
    "empty string": (' ""\n', " [New]\n"),
}


@pytest.mark.parametrize("form", ADDITIONS)
def test_an_addition_follows_the_style_that_is_there(form):
    before, after = ADDITIONS[form]
    check(f"memory_tags:{before}", add("New"), f"memory_tags:{after}")


def test_a_list_that_is_made_has_the_style_asked_for():
    for before in ("\n", " ~\n"):
        check(f"memory_tags:{before}", add("N", "m: 1"), 'memory_tags:\n  - "N"\n  - "m: 1"\n', list_style="block")
    check("memory_tags: 'a' # r\n", add("New"), "memory_tags: # r\n  - 'a'\n  - New\n", list_style="block")
    check("memory_tags: a b\n", add("New"), "memory_tags: [a b, New]\n", rules=WHOLE)


def test_a_tag_that_is_there_is_not_added_again():
    text = in_note("memory_tags: [a]\npeople: [Alice]\n")
    assert edit_note("n.md", text, add("ALICE", "A"), rules=TWO_FIELDS) == ()
    assert "memory_tags: [a, New]" in edited(text, add("New", "new", "alice"), rules=TWO_FIELDS)


def test_removing_and_adding_in_one_go():
    both = NoteEdit(removals=frozenset({"a"}), additions=("New",))
    for before, after in (
        (" [a]\n", " [New]\n"),
        (" [a, b]\n", " [b, New]\n"),
        ("\n- a\n- b\n", "\n- b\n- New\n"),
        ("\n- a\n", "\n- New\n"),
        (" a\n", " [New]\n"),
        (" b, a\n", " b, New\n"),
        (" [\n  b, # B\n  a # A\n]\n", " [\n  b, # B\n  New\n]\n"),
        (" [c,\n  b,\n  a]\n", " [c,\n  b,\n  New]\n"),
        (" [c,\n  b # B\n  ,a, ]\n", " [c,\n  b # B\n  ,New\n  , ]\n"),
        (" [c,\n  b # B\n  , ]\n", " [c,\n  b # B\n  ,New\n  , ]\n"),
    ):
        check(f"memory_tags:{before}", both, f"memory_tags:{after}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\nx: 1\n---\nB", "---\nx: 1\nmemory_tags: [New]\n---\nB"),
        ("---\n---\n", "---\nmemory_tags: [New]\n---\n"),
        ("---\r\n# c\r\n...\r\nB", "---\r\n# c\r\nmemory_tags: [New]\r\n...\r\nB"),
        ("---\n  x: |\n    a\n\n---\n", "---\n  x: |\n    a\n\n  memory_tags: [New]\n---\n"),
        ("", "---\nmemory_tags: [New]\n---\n"),
        ("B\r\nC", "---\r\nmemory_tags: [New]\r\n---\r\nB\r\nC"),
        ("\ufeffB\rC\r", "\ufeff---\rmemory_tags: [New]\r---\rB\rC\r"),
        ("\n\nB\n", "---\nmemory_tags: [New]\n---\n\n\nB\n"),
    ],
)
def test_a_missing_field_or_block_is_added(before, after):
    assert edited(before, add("New")) == after


def test_a_missing_field_is_added_in_block_style():
    assert edited("---\nx: 1\n---\n", add("a", "b: c"), list_style="block") == (
        '---\nx: 1\nmemory_tags:\n  - a\n  - "b: c"\n---\n'
    )
    odd = ReadingRules(tag_fields=("my: tags",))
    assert edited("B\n", add("a"), rules=odd) == '---\n"my: tags": [a]\n---\nB\n'


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("tail", ["---", "...\n", "---  \n\tBody \t\n\n---\nx: [a]\n---\n", "--- \nBody"])
def test_the_frame_stays_as_it_is(line_end, bom, tail):
    def note(tags: str) -> str:
        return bom + f"--- \nmemory_tags:{tags}\ndate: 2026-06-29\t\n{tail}".replace("\n", line_end)

    text = note("\n  - a  # r\n  - b")
    assert edited(text, rename(a="z")) == note("\n  - z  # r\n  - b")
    assert edited(text, remove("a")) == note("\n  - b")
    assert edited(text, remove("a", "b")) == note(" []")
    assert edited(text, add("c")) == note("\n  - a  # r\n  - b\n  - c")


def test_a_mapping_in_braces_is_edited_but_not_extended():
    text = "---\n{memory_tags: [alpha], x: 1}\n---\n"
    assert edited(text, rename(alpha="a: b")) == '---\n{memory_tags: ["a: b"], x: 1}\n---\n'
    assert edited(text, remove("alpha")) == "---\n{memory_tags: [], x: 1}\n---\n"
    assert edited("---\n{memory_tags: alpha}\n---\n", add("b")) == "---\n{memory_tags: [alpha, b]}\n---\n"
    assert edited("---\n{memory_tags: alpha}\n---\n", rename(alpha="a, b")) == '---\n{memory_tags: "a, b"}\n---\n'
    assert "braces" in reason("---\n{x: 1}\n---\n", add("b"))


MENDS = {
    "comma string": ("memory_tags: a, 7 , 'b, c'\n", "string_tags", 'memory_tags: [a, "7", "b, c"]\n'),
    "quoted string": ("memory_tags: 'a' # r\n", "string_tags", "memory_tags: ['a'] # r\n"),
    "literal string": ("memory_tags: |\n  a\n  b\n", "string_tags", "memory_tags: [a, b]\n"),
    "truth value": ("memory_tags: yes\n", "string_tags", 'memory_tags: ["yes"]\n'),
    "repeated in a list": ("memory_tags: [b, B, c, b]\n", "repeated_tag", "memory_tags: [b, c]\n"),
    "repeated in a block": ("memory_tags:\n- a b\n- A_B # r\n", "repeated_tag", "memory_tags:\n- a b\n"),
    "repeated in a string": ("memory_tags: b, B, c\n", "repeated_tag", "memory_tags: b, c\n"),
    "comment item": (
        "memory_tags:\n- a\n- #lost  # r\n- # a remark\n",
        "comment_item",
        'memory_tags:\n- a\n- "#lost"  # r\n- # a remark\n',
    ),
    "comment for a list": ("memory_tags:  #lost #r\n", "comment_item", 'memory_tags:  ["#lost"] #r\n'),
    "remark for a list": ("memory_tags: # lost\n", "comment_item", "memory_tags: # lost\n"),
    "damaged list": ('memory_tags: \'["a", "x y", 7]\'\n', "damaged_list", 'memory_tags: [a, x y, "7"]\n'),
    "damaged item": ('memory_tags:\n- \'["a", "b"]\' # r\n- c\n', "damaged_list", "memory_tags:\n- a # r\n- b\n- c\n"),
    "damaged flow item": ('memory_tags: [\'["a", "b"]\', c]\n', "damaged_list", "memory_tags: [a, b, c]\n"),
    "nothing to mend": ("memory_tags: [a]\n", "string_tags", "memory_tags: [a]\n"),
}


@pytest.mark.parametrize("case", MENDS)
def test_mending(case):
    before, kind, after = MENDS[case]
    check(before, mend(kind), after)


def test_a_string_is_mended_under_reme_rules_and_into_a_block_list():
    check("memory_tags: a, b\n", mend("string_tags"), "memory_tags: [a, b]\n", rules=REME)
    check("memory_tags: a, b # r\n", mend("string_tags"), "memory_tags: # r\n  - a\n  - b\n", list_style="block")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("title: foo : bar\n", 'title: "foo : bar"\n'),
        ("title: foo: bar  # r\nmemory_tags: [a]\n", 'title: "foo: bar"  # r\nmemory_tags: [a]\n'),
        ('x:\n  - title: say "a": b\t\n    u: c: d\n', 'x:\n  - title: \'say "a": b\'\t\n    u: "c: d"\n'),
    ],
)
def test_an_unquoted_colon_is_mended_by_quoting_that_value(before, after):
    assert edited(f"\ufeff---\r\n{before}...\r\nB", mend("unquoted_colon")) == f"\ufeff---\r\n{after}...\r\nB"


def test_a_colon_is_not_mended_where_something_else_is_wrong_too():
    assert "cannot read frontmatter" in reason("---\ntitle: a: b\nx: [\n---\n", mend("unquoted_colon"))


REFUSED = {
    "not YAML": ("---\nid: Foo\naliases:\n  * bar\nmemory_tags:\n  - alpha\n---\n", "line 4"),
    "tab": ("---\nmemory_tags:\n\t- alpha\n---\n", "line 3"),
    "colon": ("---\ntitle: a: b\nmemory_tags: [alpha]\n---\n", "line 2: colon in a value"),
    "doubled key": ("---\nmemory_tags: [alpha]\nmemory_tags: [b]\n---\n", "memory_tags stands twice"),
    "anchor": ("---\nmemory_tags: &t [alpha]\nrelated: *t\n---\n", "an anchor, an alias"),
    "anchored item": ("---\nmemory_tags: [alpha, &x b]\n---\n", "an anchor, an alias"),
    "alias": ("---\nx: &x [alpha]\nmemory_tags: *x\n---\n", "an anchor, an alias"),
    "explicit type": ("---\nmemory_tags: [!!str alpha]\n---\n", "explicit type"),
    "TOML": ('+++\nmemory_tags = ["alpha"]\n+++\nB\n', "TOML frontmatter is read, never written"),
    "JSON": ('{\n  "memory_tags": ["alpha"]\n}\n\nB\n', "JSON frontmatter is read, never written"),
    "not UTF-8": ("---\nmemory_tags: [alpha]\n---\n\ufffd\n", "not UTF-8"),
    "conflict in the block": ("---\nmemory_tags: [alpha]\n<<<<<<< a\n---\n", "unresolved conflict, line 3"),
    "conflict in the body": (
        "---\nmemory_tags: [alpha]\n---\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n",
        "unresolved conflict, line 4",
    ),
    "never closed": ("---\nmemory_tags: [alpha]\nB\n", "never closed"),
    "not on line 1": ("\n---\nmemory_tags: [alpha]\n---\n", "does not begin on the first line"),
    "a list at the top": ("---\n- alpha\n---\n", "not made of"),
    "list in quotes": ("---\nmemory_tags: '[\"alpha\"]'\n---\n", "a list in quotes"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_says_why(case):
    text, why = REFUSED[case]
    assert why in reason(text, rename(alpha="omega"))


def test_additions_that_are_refused_say_why():
    assert "holds a mapping" in reason(in_note("memory_tags: {a: 1}\n"), add("x"))
    assert "a string that is not read as tags" in reason(in_note("memory_tags: a\n"), add("x"), rules=REME)
    assert "ReMe does not see" in reason("\ufeff---\nx: 1\n---\n", add("x"), rules=REME)


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u3000", "\xa0 "])
def test_a_tag_needs_a_name(name):
    assert reason(in_note("memory_tags: [alpha]\n"), rename(alpha=name)) == "a tag needs a name"
    assert reason(in_note("memory_tags: [alpha]\n"), add(name)) == "a tag needs a name"


def test_half_a_character_is_refused():
    assert "half a character" in reason(in_note("memory_tags: [alpha]\n"), rename(alpha="a\ud83d"))


def test_under_reme_rules_numbers_have_the_key_reme_gives_them():
    text = in_note("memory_tags: [007, x]\n")
    assert edited(text, NoteEdit(renames={"7": "bond"}), rules=REME) == in_note("memory_tags: [bond, x]\n")
    assert edit_note("n.md", text, NoteEdit(renames={"7": "bond"}), rules=RULES) == ()


@pytest.mark.parametrize(
    "block",
    [
        "memory_tags: a,   e,  'b, c' ,d,\n",
        "memory_tags: a,\n  b\n  c, d\n",
        "memory_tags: |\n  a\n\n  'b', c\n",
        "memory_tags: >\n  a\n  b, c\n\n  d\n",
        "memory_tags: 'a, b'\n",
        "memory_tags: 12:30\n",
    ],
)
@pytest.mark.parametrize("rules", [RULES, SPACES, WHOLE])
def test_every_tag_of_a_string_that_is_read_can_be_removed(block, rules):
    text = in_note(block)
    note = parse_note("n.md", text, rules=rules)
    assert note.tags
    for tag in note.tags:
        after = edited(text, remove("_".join(tag.text.split()).casefold()), rules=rules)
        left = parse_note("n.md", after, rules=rules).tags
        assert [other.text for other in left] == [other.text for other in note.tags if other.text != tag.text]


GATE = in_note("memory_tags:\n  # of alpha\n  - alpha # r\n  - b\nempty:\n")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("- alpha #", "- beta #", "tags would not be as planned"),
        ("- b\n", "- b\n  - c\n", "tags would not be as planned"),
        ("  - b\n", "", "tags would not be as planned"),
        ("- b\n", "- 'b'\n", "tags would not be as planned"),
        ("empty:", "empty: null", "something other than the tags"),
        ("1.10", "1.1", "something other than the tags"),
        ("  # as it is", "", "something other than the tags"),
        ("last: [[x]]", "last: [ [ x ] ]", "something other than the tags"),
        ("  # of alpha\n", "", "a comment would be lost"),
        (" # r\n", "\n", "a comment would be lost"),
        ("Body", "body", "the body would change"),
        ("]]\n---\n", "]]\n--- \n", "something other than the tags"),
        ("---\nfirst", "--- \nfirst", "something other than the tags"),
        ("Body", "<<<<<<< a\n>>>>>>> b\nBody", "unresolved conflict"),
        ("last: [[x]]", "last: [[x]", "afterwards it could not be read"),
        ("  - b\n", "  - b\n  -\n", "tags would not be as planned"),
        ("- b\n", "- b # new\n", "a comment would be lost"),
    ],
)
def test_the_gate_finds_what_no_edit_may_do(old, new, why):
    edit = rename(alpha="omega")
    good = GATE.replace("- alpha", "- omega")
    assert check_edit(GATE, good, edit, rules=RULES) is None
    source = GATE if old.startswith("- alpha") else good
    assert source.count(old) >= 1
    assert why in (check_edit(GATE, source.replace(old, new, 1), edit, rules=RULES) or "")


@pytest.mark.parametrize("word", ["yes", "1e3", "~", "08", "2026-01-05"])
def test_the_gate_finds_text_that_is_no_string(word):
    edit = rename(alpha=word)
    assert check_edit(GATE, GATE.replace("- alpha", f'- "{word}"'), edit, rules=RULES) is None
    assert check_edit(GATE, GATE.replace("- alpha", f"- {word}"), edit, rules=RULES) is not None


def test_the_gate_finds_a_list_that_changed_its_style():
    flow = "---\nmemory_tags: [alpha]\n---\n"
    assert "style" in (check_edit(flow, "---\nmemory_tags:\n- omega\n---\n", rename(alpha="omega"), rules=RULES) or "")


def test_the_gate_wants_nothing_but_quotes_for_a_colon():
    before = "---\ntitle: a: b\nx: 1\n---\n"
    assert check_edit(before, '---\ntitle: "a: b"\nx: 1\n---\n', mend("unquoted_colon"), rules=RULES) is None
    for after in ('---\ntitle: "a : b"\nx: 1\n---\n', '---\ntitle: "a: b"\nx: 2\n---\n', "---\ntitle: a\nx: 1\n---\n"):
        assert check_edit(before, after, mend("unquoted_colon"), rules=RULES) is not None


def test_splices_are_made_in_any_order_and_never_overlap():
    assert apply_splices("abcdef", [Splice(4, 5, "X"), Splice(1, 1, "-"), Splice(1, 3, "")]) == "a-dXf"
    with pytest.raises(ValueError, match="out of place"):
        apply_splices("abc", [Splice(0, 2, ""), Splice(1, 3, "")])
    with pytest.raises(ValueError, match="out of place"):
        apply_splices("abc", [Splice(2, 9, "")])


def test_a_hostile_comment_costs_no_time():
    text = in_note("memory_tags: [alpha # " + "# " * 20_000 + "\n  , b]\n")
    assert edited(text, rename(alpha="omega")) == text.replace("[alpha", "[omega", 1)


def test_a_bomb_of_aliases_elsewhere_costs_no_time():
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
    text = in_note(bomb + "memory_tags: [alpha]\n")
    assert edited(text, rename(alpha="omega")) == text.replace(
        "memory_tags: [alpha]\nlast", "memory_tags: [omega]\nlast"
    )

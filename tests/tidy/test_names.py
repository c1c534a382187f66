"""Awkward names through the whole clean-up: each reads back as exactly that string, or is refused with a reason."""

from __future__ import annotations

import re
import shutil

import pytest
import yaml

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.changes import Rename, Retag
from tests.notes import parse_note
from tests.tidy.test_quoting import TYPED_ELSEWHERE

NAMES = (
    *(
        "x" * 10_000,
        "a\nb",
        "a\r\nb",
        "\n\na",
        "\x00",
        "a\x07b\x1b[31m",
        "\x7f",
        "a\x85b",
        "a\u2028b",
        "\ufeff",
        "a\tb",
    ),
    *(
        "[/",
        "[red]",
        "@x",
        "a: b",
        "a:",
        "# x",
        "a #b",
        "- x",
        "-",
        "'",
        '"',
        "''",
        '"x"',
        "\\",
        "\\n",
        "$1",
        "%x",
        "`",
    ),
    *("yes", "No", "on", "y", "1.10", "~", "null", "007", "0o7", "1_000", "1:30", "2026-01-05", "=", "<<", ".5", "1e3"),
    *("🤔", "👨\u200d👩\u200d👧", "عربي: نص", "\u202eabc", "项目：A", "Ａ", "é", "a, b", "{a: b}", "---", "...", "? x"),
    *(" lead", "trail ", "\u3000wide\u3000", "&a", "*a", "!a", "|", ">", "\U0010ffff", "\ufffe"),
)
READ = {"digest": "", "modified": 0.0, "rules": ReadingRules()}
FORMS = {
    "block list": "memory_tags:\n  - first\n  - old  # c\n  - last\n",
    "flow list": "memory_tags: [first, old, last]\n",
    "flow list on lines": "memory_tags: [\n  first,\n  old # c\n  ,last,\n]\n",
    "single quotes": "memory_tags: ['first', 'old']\n",
    "double quotes": 'memory_tags:\n- "old"\n- "last"\n',
    "folded": "memory_tags:\n- >-\n  old\n- last\n",
    "literal": "memory_tags:\n- |\n  old\n",
    "string": "memory_tags: old # c\n",
    "comma string": "memory_tags: first, old, last\n",
    "quoted string": 'memory_tags: "old"\n',
}


def items(text: str) -> list[yaml.ScalarNode]:
    """The values of the tag field, as a parser of YAML 1.1 finds them."""
    root = yaml.compose(re.search(r"---\n(.*\n)---\n", text, re.DOTALL)[1], Loader=yaml.CSafeLoader)
    value = next(value for key, value in root.value if key.value == "memory_tags")
    return value.value if isinstance(value, yaml.SequenceNode) else [value]


def is_string_in_both(node: yaml.ScalarNode) -> bool:
    """Whether 1.1 takes it for text, and 1.2's core schema too; whatever is quoted is text in both."""
    return node.tag == "tag:yaml.org,2002:str" and bool(node.style or not TYPED_ELSEWHERE.match(node.value))


@pytest.mark.parametrize("form", FORMS)
def test_an_awkward_name_reads_back_or_is_refused(make_bench, form: str):
    bench = make_bench({f"n{number:03}.md": f"---\n{FORMS[form]}z: 1.10\n---\nText.\n" for number in range(len(NAMES))})
    before, refused, snapshot = bench.texts(), {}, bench.snapshot()
    for path, name in zip(before, NAMES, strict=True):
        outcome = bench.cleanup().apply(bench.cleanup().plan(Rename("old", name), snapshot, only=path))
        refused.update((name, refusal.reason) for refusal in outcome.refused)
        after = bench.text(path)
        # What one version takes for the end of a line, or for no character at all, stands in no file as it is.
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe]", after)
        if name in refused:
            assert after == before[path]
        elif form == "comma string":
            assert name in [tag.text for tag in parse_note(path, after, **READ).tags]
        else:
            found = [node for node in items(after) if node.value == name]
            assert len(found) == 1, (name, after)
            assert is_string_in_both(found[0]), (name, after)
        if outcome.id:
            bench.undo(outcome.id)
        assert bench.text(path) == before[path]
        shutil.rmtree(bench.state, ignore_errors=True)
    # A string holds no blanks at its ends, and no commas between others; a list holds everything.
    assert bool(refused) == form.endswith("string")
    assert all("turn it into a list" in reason for reason in refused.values())


@pytest.mark.parametrize("name", ["", " ", "\u3000\t"])
def test_no_name_is_no_change(make_bench, name: str):
    bench = make_bench({"a.md": "---\nmemory_tags: [old]\n---\n"})
    for change in (Rename("old", name), Retag(("a.md",), add=(name,))):
        assert bench.plan(change).objection == "a tag needs a name"


def test_half_a_character_is_refused(make_bench):
    bench = make_bench({"a.md": "---\nmemory_tags: [old]\n---\n"})
    plan = bench.plan(Rename("old", "a\ud800"))
    assert [refusal.reason for refusal in plan.refusals] == ["the name holds half a character, which no file can hold"]

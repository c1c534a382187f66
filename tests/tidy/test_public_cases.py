"""Bugs that users of other tag tools met, as public threads tell them: what each expects of a clean-up holds here.

The list lies beside the repository where it was collected, and the test is left out elsewhere. What must hold without
it stands in the other tests of this folder.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.tidy.changes import Delete, Merge, Rename
from tests.tidy.disks import killing
from tests.tidy.vaults import Bench, in_child

LIST = Path(__file__).parents[3] / "shared" / "data" / "cases" / "public_cases.jsonl"
KINDS = ("yaml", "frame", "rename", "merge", "safety", "undo")
ALPHA = Rename("alpha", "omega")
CHANGES = {
    "Y01": Rename("pumps", "pump"),
    "Y02": Rename("beta", "delta"),
    "Y04": Delete(("only",)),
    "Y05": Rename("ln/1", "l/1"),
    "Y08": Rename("alpha", "alpha2"),
    "Y09": Rename("blue", "navy"),
    "Y10": Rename("Scott, Jr.", "Smith, Jr."),
    "Y12": Merge(("#basic",), "basic"),
    "Y14": Rename("user:alice", "user: alice"),
    "Y15": Rename("foo", "bar2"),
    "Y16": Rename("foo", "bar"),
    "Y17": Rename("new", "fresh"),
    "F10": Rename("季节", "四季"),
    "T02": Rename("browser", "browsers"),
    "T03": Rename("area/garden", "home/yard", children=True),
    "T05": Rename("🤔Ideas", "👍Ideas"),
    "W06": Merge(("alpha",), "beta"),
}
REFUSED = {"Y15": {"bad.md"}, "Y19": {"n.md"}, "F08": {"t.md", "j.md"}}


def make(root: Path, case: dict) -> Bench:
    vault = root / "vault"
    for name, text in case["files"].items():
        file = vault / name
        file.parent.mkdir(parents=True, exist_ok=True)
        raw = text.removeprefix("base64:")
        file.write_bytes(raw.encode() if raw == text else base64.b64decode(raw))
    split = "space" if case["id"].startswith("Y05") else "comma"
    return Bench(vault, root / "state", ReadingRules(split_strings=split))


def held(bench: Bench) -> dict[str, bytes]:
    return {file.relative_to(bench.vault).as_posix(): file.read_bytes() for file in bench.vault.rglob("*.md")}


def changed_after_preview(bench: Bench) -> None:
    plan, text = bench.plan(ALPHA), bench.text("b.md") + "from outside\n"
    bench.write("b.md", text)
    outcome = bench.cleanup().apply(plan)
    assert (outcome.applied, [refusal.path for refusal in outcome.refused]) == (("a.md",), ["b.md"])
    assert bench.text("b.md") == text


def read_only(bench: Bench) -> None:
    (bench.vault / "ro.md").chmod(0o444)
    assert [refusal.path for refusal in bench.plan(ALPHA).refusals] == ["ro.md"]
    bench.do(ALPHA)
    assert (bench.vault / "ro.md").stat().st_mode & 0o777 == 0o444


def hard_link(bench: Bench) -> None:
    os.link(bench.vault / "a.md", bench.vault / "b.md")
    assert all("hard link" in refusal.reason for refusal in bench.do(ALPHA).refused)
    assert bench.text("a.md") == bench.text("b.md")


def undone_after_an_edit(bench: Bench) -> None:
    before = held(bench)
    bench.do(CHANGES["W06"])
    bench.write("a.md", bench.text("a.md") + "newer\n")
    bench.undo()
    assert held(bench) == {**before, "a.md": before["a.md"] + b"newer\n"}


def killed(bench: Bench) -> None:
    plan, old, seen = bench.plan(ALPHA), held(bench), 0
    assert in_child(lambda: bench.cleanup(killing(90)).apply(plan)) == signal.SIGKILL
    bench.cleanup().sweep()
    assert held(bench).keys() == old.keys() == bench.texts().keys()
    seen = sum(held(bench)[path] != text for path, text in old.items())
    assert 0 < seen < len(old)
    assert bench.cleanup().roll_back().refused == ()
    assert held(bench) == old


STORIES: dict[str, Callable[[Bench], None]] = {
    "W01": changed_after_preview,
    "W02": read_only,
    "W04": hard_link,
    "W06": undone_after_an_edit,
    "W07": killed,
}


@pytest.mark.skipif(not LIST.exists(), reason="the list of public cases is not here")
def test_the_public_cases(tmp_path: Path):
    cases = [json.loads(line) for line in LIST.read_text(encoding="utf-8").splitlines()]
    wrong = {}
    for case in cases:
        if case["kind"] in KINDS:
            bench = make(tmp_path / "case", case)
            try:
                told(case, bench)
            except AssertionError as error:
                wrong[case["id"]] = str(error)
            shutil.rmtree(tmp_path / "case")
    assert not wrong, "\n".join(f"{case}: {why}" for case, why in wrong.items())


def told(case: dict, bench: Bench) -> None:
    """Do what a case does, and compare with what it expects; an undo leads back to the beginning."""
    before, short = held(bench), case["id"][:3]
    if short in STORIES:
        STORIES[short](bench)
    else:
        outcome = bench.do(CHANGES.get(short, ALPHA))
        assert {refusal.path for refusal in outcome.refused} == REFUSED.get(short, set())
    expected = {name: text.encode() for name, text in case["expect"].get("files_after", {}).items()}
    expected |= {name: before[name] for name in case["expect"].get("unchanged", ())}
    after = held(bench)
    assert after == after | expected
    if short not in STORIES and after != before:
        bench.undo()
        assert held(bench) == before

"""How good tag suggestions are, and what they cost.

    python -m tests.benchmarks.bench_suggest [--notes 10000]

The tags of one note at a time are left out and asked for, in vaults written by hand and in the demo vault. Whose tags
were guessed by nobody beforehand cost most: the vault that is timed has as many tags as notes, drawn from the words of
its text, and none belongs where it stands.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import tempfile
from pathlib import Path

from reme_tui.config import Config, model_folder, shipped
from reme_tui.search.meaning import load_encoder
from reme_tui.workspace import Workspace
from tests.benchmarks.generate_vault import generate, known_words
from tests.benchmarks.measuring import Rows, lateness_beside, print_rows, spent
from tests.search.suggesting import FOLDER, Score, leave_one_out, leave_out, one_in_demo, texts_below, texts_in

ASKED = 200
KEPT = (0.15, 0.3, 0.5)


def told(score: Score) -> str:
    return (
        f"first {score.first_right} of {score.first} right, all {score.all_right} of {score.all}, "
        f"{score.all_right} of {score.tags} found, {score.silent} of {score.bare} bare ones left so"
    )


def quality() -> Rows:
    """Ask for the tags of each note of the sets."""
    encoder = load_encoder(model_folder())
    sets = {path.name: texts_in(path.name) for path in sorted(FOLDER.iterdir())}
    for name, texts in {**sets, "demo vault": texts_below(shipped("demo_vault"))}.items():
        same = one_in_demo if name == "demo vault" else str
        for how, used in (("", encoder), (", words only", None)):
            score = Score()
            for want, got in leave_one_out(texts, used, same=same):
                score.add(want, got)
            yield f"{name}{how}", told(score)


def hardly_tagged() -> Rows:
    """Leave the tags on a few notes drawn by lot, and ask for those of all others: how it is for who begins to tag."""
    encoder = load_encoder(model_folder())
    sets = [(texts_in(path.name), str) for path in sorted(FOLDER.iterdir())]
    sets.append((texts_below(shipped("demo_vault")), one_in_demo))
    for kept in KEPT:
        score = Score()
        for texts, same in sets:
            for seed in range(3):
                bare = [path for path in texts if random.Random(f"{seed} {path}").random() > kept]  # noqa: S311
                for want, got in leave_out(texts, encoder, bare, same=same):
                    score.add(want, got)
        yield f"tags left on {kept:.0%} of the notes, all sets", told(score)


def write_many_tags(folder: Path, notes: int) -> None:
    """Write a vault of so many notes, and about as many tags."""
    rng = random.Random(3)  # noqa: S311  # the same vault every time
    english, chinese = known_words()
    pairs = ["_".join(rng.sample(english[100:6_000], 2)).title() for _ in range(notes // 2)]
    tags = list({*pairs, *rng.sample(english[100:20_000], notes // 3), *rng.sample(chinese[:8_000], notes // 5)})
    tags.sort()
    for path, text in generate(notes):
        held = ", ".join(rng.sample(tags, rng.choice((0, 1, 2, 3, 3))))
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(re.sub(r"memory_tags: \[.*?\]", f"memory_tags: [{held}]", text, count=1), encoding="utf-8")


def speed(root: Path) -> Rows:
    """Ask for notes without tags."""
    workspace = Workspace(Config(root, cache=None))
    workspace.load()
    paths = sorted(workspace.snapshot.tags.untagged)
    random.Random(1).shuffle(paths)  # noqa: S311  # the same notes every time
    yield "notes, tags", f"{len(workspace.snapshot.notes):,}, {len(workspace.snapshot.tags.rows()):,}"
    ask = workspace.suggestions.for_notes
    yield "the first note, with all names taken apart", f"{spent(lambda: ask(paths[:1])) * 1e3:.0f} ms"
    for how in ("each of the next", "the same again"):
        times = sorted(spent(lambda path=path: ask((path,))) * 1e3 for path in paths[1 : ASKED + 1])
        yield f"{how} {ASKED}", f"{statistics.median(times):.1f} ms, at most {times[-1]:.0f} ms"
    many = paths[ASKED + 1 : ASKED + 1_001]
    yield f"{len(many):,} notes at once", f"{spent(lambda: ask(many)):.1f} s"
    fresh = Workspace(Config(root, cache=None))
    fresh.load()
    yield "a timer beside that", str(lateness_beside(lambda: fresh.suggestions.for_notes(many[:ASKED])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=10_000)
    arguments = parser.parse_args()
    print_rows(quality())
    print_rows(hardly_tagged())
    with tempfile.TemporaryDirectory() as folder:
        write_many_tags(Path(folder), arguments.notes)
        print_rows(speed(Path(folder)))


if __name__ == "__main__":
    main()

"""The duplicate finder: time, and with a folder of labelled data its scores, whole and with each table emptied.

    python tests/benchmarks/bench_duplicates.py [FOLDER]

FOLDER holds `pairs.jsonl` (objects with a, b, same: true, false or "maybe") and `list_*.json` (objects with tags,
groups, maybe_groups). Times are those of this process on the processor.
"""

from __future__ import annotations

import gc
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from reme_tui.tidy.duplicates import tables
from reme_tui.tidy.duplicates.find import duplicates_among, find_duplicates
from reme_tui.tidy.duplicates.tag_names import TagNames

MADE_OF = """
Alice Bruno Carla Deniz Elena Farid Grace Hiro Ines Jonas Karin Leo Mira Nadia Oskar Priya
Keller Moreau Lindqvist Okonkwo Tanaka Petrov Silva Novak Hughes Costa Weber Farkas Ionescu Dahl
budget review meeting launch garden travel recipe server index customer market design energy health
项目 会议 记录 学习 计划 投资 健康 旅行 读书 笔记 市场 研究 产品 设计 能源 城市 音乐 历史
"""
FIRST, LAST, WORDS, CHINESE = (line.split() for line in MADE_OF.strip().split("\n"))
NO_TABLE = {"lists"}


def made_up_tags(count: int) -> list[str]:
    """`count` different tags as people write them: names, projects with an id, words, dates, Chinese."""
    chance = random.Random(7)  # noqa: S311 - made-up data, the same in every run
    forms = (
        lambda: f"{chance.choice(FIRST)}_{chance.choice(LAST)}",
        lambda: f"{chance.choice(WORDS)}-{chance.choice(WORDS)}",
        lambda: f"{chance.choice(WORDS)}_{chance.choice(WORDS)}_{chance.randint(1, 999)}",
        lambda: chance.choice(CHINESE) + chance.choice(CHINESE) + chance.choice(["", "A", "B", "2025"]),
        lambda: "".join(chance.choices("abcdefghiklmnoprstuvwz", k=chance.randint(4, 12))),
        lambda: f"{chance.choice(WORDS).title()}{chance.choice(LAST)}{chance.randint(1, 99)}",
        lambda: f"Q{chance.randint(1, 4)}_20{chance.randint(10, 39)}_{chance.choice(WORDS)}",
    )
    found: dict[str, None] = {}
    while len(found) < count:
        found[chance.choice(forms)()] = None
    return list(found)


def timed(work):
    """What `work` returns, and the seconds of processor time it took."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def times() -> None:
    """Print what the tables, 1,000, 10,000 and 50,000 tags cost, and one more tag.

    As in the app: nothing goes through all objects for garbage meanwhile.
    """
    gc.set_threshold(*gc.get_threshold()[:2], 1 << 30)
    _, first = timed(lambda: TagNames.of(["a", "黄金"]))
    print(f"tables read          {first:7.2f} s")
    _, loop = min((timed(lambda: sum(number for number in range(1_000_000))) for _ in range(5)), key=lambda run: run[1])
    print(f"adding up a million  {loop:7.3f} s   the pace of this machine now")
    for count in (1_000, 10_000, 50_000):
        tags = made_up_tags(count)
        names, took = timed(lambda tags=tags: TagNames.of(tags))
        notes = dict.fromkeys(tags, 1)
        for _ in range(2):  # the first time, spellings are looked at that are remembered then
            found, groups = timed(lambda names=names, notes=notes: duplicates_among(names, notes))
        fresh = [notes.keys() | {f"{tag}_new"} for tag in tags[:20]]
        _, more = timed(lambda names=names, fresh=fresh: [names.become(tags) for tags in fresh])
        one_more = (more / len(fresh) + groups) * 1e3
        print(f"{count:6d} tags          {took:7.2f} s   {len(names.pairs)} pairs in {len(found.groups)} groups, "
              f"one more tag and all groups {one_more:.1f} ms")  # fmt: skip


def counted(tags: dict[str, int], true: set, ignored: set, labelled: set | None, tiers: tuple[str, ...]):
    """True positives, false positives and false negatives of the tiers."""
    found = {frozenset((p.a, p.b)) for p in find_duplicates(tags).pairs if p.tier in tiers}
    found = found & labelled if labelled is not None else found
    return len(found & true), len(found - true - ignored), len(true - found)


def scores(folder: Path, tiers: tuple[str, ...]) -> str:
    """Precision and recall over the pairs and over all lists together."""
    rows = [json.loads(line) for line in (folder / "pairs.jsonl").read_text("utf-8").splitlines() if line.strip()]
    same = {
        label: {frozenset((r["a"], r["b"])) for r in rows if r["same"] == label} for label in (True, False, "maybe")
    }
    tags = {row[key]: 1 for row in rows for key in "ab"}
    pairs = counted(tags, same[True], same["maybe"], same[True] | same[False], tiers)
    lists = (0, 0, 0)
    for path in sorted(folder.glob("list_*.json")):
        data = json.loads(path.read_text("utf-8"))
        inside = {key: {frozenset(p) for group in data[key] for p in itertools.combinations(group, 2)}
                  for key in ("groups", "maybe_groups")}  # fmt: skip
        one = counted(data["tags"], inside["groups"], inside["maybe_groups"], None, tiers)
        lists = tuple(map(sum, zip(lists, one, strict=True)))
    return "   ".join(
        f"{name} P {tp / max(1, tp + fp):.3f} R {tp / max(1, tp + fn):.3f}"
        for name, (tp, fp, fn) in (("pairs", pairs), ("lists", lists))
    )


def without(table: str) -> Iterator[None]:
    """Empty one table for what is computed in the body of the loop."""
    forget_all()
    whole = tables.read_lines

    def partly(name: str):
        return () if name == table else whole(name)

    tables.read_lines = partly
    try:
        yield
    finally:
        tables.read_lines = whole
        forget_all()


def forget_all() -> None:
    """Drop what the finder's modules keep of the tables."""
    for name, module in list(sys.modules.items()):
        if name.startswith("reme_tui.tidy"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def main() -> None:
    """Print times, then scores when there is data."""
    times()
    if len(sys.argv) < 2:
        return
    folder = Path(sys.argv[1])
    sure = ("high", "likely")
    print(f"{'high and likely':24s} {scores(folder, sure)}\n{'high alone':24s} {scores(folder, ('high',))}")
    for path in sorted(Path(tables.__file__).parent.glob("*.tsv")):
        if path.stem not in NO_TABLE:
            for _ in without(path.stem):
                print(f"{'without ' + path.stem:24s} {scores(folder, sure)}")


if __name__ == "__main__":
    main()

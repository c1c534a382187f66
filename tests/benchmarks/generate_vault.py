"""Write a large vault whose text behaves like text: a few words and phrases are everywhere, most are rare.

    python -m tests.benchmarks.generate_vault FOLDER [--notes 10000] [--seed 7]

Sentences are made of stock phrases and loose words, both drawn by Zipf's law, so that neighbouring words, and the
pairs of Chinese characters across them, repeat as they do in what people write. The same seed gives the same vault.
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ONE_PERCENT_TAG = "Quiet_Project"
"""Carried by every hundredth note, whatever the seed."""


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


FUNCTION_WORDS = listed("""
the of and to in a is that for it as was with be by on not this are or from at which but have an had they were we can
has there been if more when will would who so no what up out about into than them then some could after also before
""")
STEMS = listed("""
launch plan budget review ship test report meet call draft sign order invoice deliver check cell pack contract supply
notice customer regress freeze roll back gate table shift desk status page train flight hotel visit ticket book garden
water roof paint kitchen cook bake dinner doctor knee sleep walk run swim read write note tag link search index query
merge branch commit deploy server cluster cache queue latency memory disk network router printer battery charge price
gold coin market share bond rate tax pension insure rent flat lease move friend birthday gift school teach learn course
exam paper model vector token train weight layer paint colour frame photo film music concert choir bike repair tyre
brake chain wheel engine fuel station road bridge river lake forest mountain snow storm rain summer winter spring autumn
""")
FORMS = ("", "s", "ed", "ing", "er", "ers", "able", "ment", "ness", "ful")
SYLLABLES = listed("""
ka lo mi ter van sol bra ne ur dan pol gri es tu wen shi mar co fel ist or hal be rin ost za qu ig na
""")
CHINESE_WORDS = listed("""
发布 确认 客户 通知 测试 回归 预算 合同 签字 项目 会议 记录 问题 计划 时间 今天 明天 工作 公司 系统 数据 服务 用户 产品
设计 开发 需求 方案 报告 市场 价格 黄金 投资 银行 合作 供应 电池 工厂 质量 检查 安全 标准 流程 管理 团队 负责 完成 开始
学习 研究 模型 训练 结果 分析 比较 方法 技术 环境 部署 上线 回滚 监控 日志 故障 修复 版本 更新 性能 优化 内存 网络 接口
家里 周末 朋友 孩子 学校 老师 医生 身体 睡眠 运动 跑步 晚饭 做饭 花园 天气 旅行 机票 酒店 照片 音乐 电影 读书 笔记 标签
""")
CHINESE_FUNCTION_WORDS = listed("""
的 了 在 是 和 我们 也 就 都 要 还 有 不 这个 可以 需要 先 再 把 对 到 从 但是 因为 所以 已经 没有
""")
COMMON_CHARACTERS = [bytes((row, cell)).decode("gb2312") for row in range(0xB0, 0xD7) for cell in range(0xA1, 0xFA)]
"""The 3,471 most common ones that GB 2312 lists in full rows."""

Draw = Callable[[int], list[str]]


def zipf(words: Sequence[str], rng: random.Random) -> Draw:
    """Return a function that draws so many of `words`, the earlier ones more often."""
    weights = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(words))))
    return lambda count: rng.choices(words, cum_weights=weights, k=count)


def phrases_of(draw: Draw, rng: random.Random, *, count: int, longest: int, blank: str) -> list[str]:
    """Return stock phrases of two words or more."""
    return [blank.join(draw(rng.randint(2, longest))) for _ in range(count)]


class Language:
    """Sentences in one language: stock phrases between loose words."""

    def __init__(self, words: Sequence[str], rng: random.Random, *, blank: str, stop: str) -> None:
        self.rng, self.blank, self.stop = rng, blank, stop
        self.words = zipf(words, rng)
        self.phrases = zipf(phrases_of(self.words, rng, count=6_000, longest=5, blank=blank), rng)

    def sentence(self) -> str:
        parts = [*self.phrases(self.rng.randint(1, 3)), *self.words(self.rng.randint(1, 3))]
        self.rng.shuffle(parts)
        text = self.blank.join(parts)
        return text[0].upper() + text[1:] + self.stop

    def paragraph(self) -> str:
        between = " " if self.blank else ""
        return between.join(self.sentence() for _ in range(self.rng.randint(3, 8)))


def made_up(parts: Sequence[str], rng: random.Random, *, count: int, most: int) -> list[str]:
    """Return distinct words made of `parts`, for the long tail of names and terms."""
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(rng.choices(parts, k=rng.randint(2, most)))] = None
    return list(made)


def languages(rng: random.Random) -> tuple[Language, Language]:
    """Return English and Chinese."""
    known = [stem + form for form in FORMS for stem in STEMS]
    english = [*FUNCTION_WORDS, *known, *made_up(SYLLABLES, rng, count=12_000, most=4)]
    characters = rng.sample(COMMON_CHARACTERS, 1_500)
    chinese = [*CHINESE_FUNCTION_WORDS, *CHINESE_WORDS, *made_up(characters, rng, count=15_000, most=3)]
    return Language(english, rng, blank=" ", stop="."), Language(chinese, rng, blank="", stop="。")


def generate(notes: int, *, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each note: 70% English, 20% Chinese, the rest both."""
    rng = random.Random(seed)  # noqa: S311  # the same vault every time
    english, chinese = languages(rng)
    tags = zipf([*made_up(SYLLABLES, rng, count=600, most=3), *made_up(CHINESE_WORDS, rng, count=300, most=2)], rng)
    paths: list[str] = []
    for number in range(notes):
        spoken = rng.choices(((english,), (chinese,), (english, chinese)), (70, 20, 10))[0]
        day = dt.date(2026, 11, 29) - dt.timedelta(days=rng.randrange(900))
        folder = f"daily/{day}" if rng.random() < 0.7 else rng.choice(("digest/personal", "digest/wiki", "work"))
        path = f"{folder}/note-{number}.md"
        held = dict.fromkeys(tags(rng.randint(0, 3)))
        if number % 100 == 0:
            held[ONE_PERCENT_TAG] = None
        yield (
            path,
            write_note(spoken, rng, tags=list(held), linked=rng.sample(paths, min(len(paths), rng.randint(0, 3)))),
        )
        paths.append(path)


def write_note(spoken: Sequence[Language], rng: random.Random, *, tags: Sequence[str], linked: Sequence[str]) -> str:
    """Return frontmatter and a few sections, with links in the last one."""
    title = rng.choice(spoken).sentence()[:40].strip()
    lines = ["---", f'name: "{title}"', f"memory_tags: [{', '.join(tags)}]", "---", ""]
    for _ in range(rng.randint(1, 4)):
        lines += [f"## {rng.choice(spoken).sentence()[:30].strip()}", ""]
        lines += itertools.chain.from_iterable((rng.choice(spoken).paragraph(), "") for _ in range(rng.randint(1, 3)))
    lines += (f"- see [[{path}]], {rng.randint(1, 31)} of {rng.randint(100, 99_999):,}" for path in linked)
    return "\n".join(lines) + "\n"


def write_vault(folder: Path, notes: int, *, seed: int = 7) -> None:
    """Write the vault below `folder`."""
    for path, text in generate(notes, seed=seed):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    write_vault(arguments.folder, arguments.notes, seed=arguments.seed)

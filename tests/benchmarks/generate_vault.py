"""Write a large vault whose text behaves like text: a few words and phrases are everywhere, most are rare.

    python -m tests.benchmarks.generate_vault FOLDER [--notes 10000] [--seed 7]

Words are those of the shipped model's vocabulary, English and Chinese. Sentences are made of stock phrases and loose
words, both drawn by Zipf's law, so that neighbouring words, and the pairs of Chinese characters across them, repeat as
they do in what people write. The same seed gives the same vault.
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reme_tui.config import model_folder

ONE_PERCENT_TAG = "Quiet_Project"
"""Carried by every hundredth note, whatever the seed."""


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


FUNCTION_WORDS = listed("""
the of and to in a is that for it as was with be by on not this are or from at which but have an had they were we can
has there been if more when will would who so no what up out about into than them then some could after also before
""")
SYLLABLES = listed("""
ka lo mi ter van sol bra ne ur dan pol gri es tu wen shi mar co fel ist or hal be rin ost za qu ig na
""")
CHINESE_FUNCTION_WORDS = listed("""
的 了 在 是 和 我们 也 就 都 要 还 有 不 这个 可以 需要 先 再 把 对 到 从 但是 因为 所以 已经 没有
""")
ENGLISH_WORDS = 30_000
"""So many of the model's words; the rarest ones belong to other languages."""

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


def known_words() -> tuple[list[str], list[str]]:
    """Return the English and the Chinese words of the shipped model's vocabulary, the commonest first."""
    tokenizer = json.loads((model_folder() / "tokenizer.json").read_text(encoding="utf-8"))
    numbers = tokenizer["model"]["vocab"]
    words = sorted(numbers, key=numbers.__getitem__)
    english = [word[1:] for word in words if re.fullmatch("\u2581[a-z]{2,}", word)][:ENGLISH_WORDS]
    return english, [word for word in words if re.fullmatch("[\u4e00-\u9fff]{2,}", word)]


def languages(rng: random.Random) -> tuple[Language, Language]:
    """Return English and Chinese: words in the order of how common they are, then names nobody has heard of."""
    known, chinese_known = known_words()
    english = [*dict.fromkeys((*FUNCTION_WORDS, *known)), *made_up(SYLLABLES, rng, count=12_000, most=4)]
    names = made_up([word for word in chinese_known[:5_000] if len(word) == 2], rng, count=4_000, most=2)
    chinese = [*dict.fromkeys((*CHINESE_FUNCTION_WORDS, *chinese_known)), *names]
    return Language(english, rng, blank=" ", stop="."), Language(chinese, rng, blank="", stop="。")


def tag_names(rng: random.Random) -> list[str]:
    """Return tags as people write them, in no order."""
    english, chinese = known_words()
    pairs = ["_".join(rng.sample(english[100:6_000], 2)).title() for _ in range(450)]
    tags = [*rng.sample(english[100:6_000], 250), *pairs, *rng.sample(chinese[:5_000], 200)]
    rng.shuffle(tags)
    return list(dict.fromkeys(tags))


def generate(notes: int, *, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each note: 70% English, 20% Chinese, the rest both."""
    rng = random.Random(seed)  # noqa: S311  # the same vault every time
    english, chinese = languages(rng)
    tags = zipf(tag_names(rng), rng)
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

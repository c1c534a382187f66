"""Note-like sentences in English and Chinese from the frames of `frames.txt`."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FRAMES = Path(__file__).with_name("frames.txt")
SLOT = re.compile(r"\{(\w+)\}")
OPENERS = (
    ("", ""),
    ("", ""),
    ("", ""),
    ("{day}: ", "{day}:"),
    ("Note to self: ", "备忘:"),
    ("Diary, {month}: ", "{month}日记:"),
    ("{person} asked: ", "{person}问:"),
)

Pair = tuple[str, str]  # English, Chinese


@dataclass
class Topic:
    """A field of life: its sentences and what may fill their slots."""

    name: str
    slots: dict[str, list[Pair]] = field(default_factory=dict)
    sentences: list[Pair] = field(default_factory=list)


def _pair(text: str, between: str) -> Pair:
    english, chinese = text.split(between)
    return english.strip(), chinese.strip()


def read_frames(path: Path = FRAMES) -> list[Topic]:
    """The topics of the file; each knows the slots that all of them share."""
    shared, topics = Topic("shared"), []
    for line in path.read_text(encoding="utf-8").splitlines():
        current = topics[-1] if topics else shared
        if line.startswith("=="):
            topics.append(Topic(line[2:].strip(), dict(shared.slots)))
        elif line.startswith("$"):
            name, values = line[1:].split(":", 1)
            current.slots[name] = [_pair(value, " | ") for value in values.split(";")]
        elif line and not line.startswith("#"):
            current.sentences.append(_pair(line, " = "))
    return topics


def _fill(pair: Pair, topic: Topic, pick: random.Random) -> Pair:
    """Values for all slots, the same ones in both languages; a slot met twice gets two values."""
    english, chinese = pair
    while slot := SLOT.search(english):
        values = pick.choice(topic.slots[slot[1]])
        english = english.replace(slot[0], values[0], 1)
        chinese = chinese.replace(slot[0], values[1], 1)
    return english[:1].upper() + english[1:], chinese


def frame_pairs(count: int, seed: int) -> Iterator[Pair]:
    """`count` notes of one to three sentences on one topic, in both languages."""
    pick, topics = random.Random(seed), read_frames()  # noqa: S311
    for number in range(count):
        topic = topics[number % len(topics)]
        parts = [_fill(s, topic, pick) for s in pick.sample(topic.sentences, pick.choice((1, 1, 2, 3)))]
        opener = _fill(pick.choice(OPENERS), topic, pick)
        english, chinese = (opener[n] + end.join(p[n] for p in parts) + end for n, end in enumerate((". ", "。")))
        yield english.replace("?.", "?").rstrip(), chinese.replace("?。", "?")

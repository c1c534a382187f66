"""Texts made for the fit out of the vocabulary itself.

Free Chinese prose is scarce, so two kinds of Chinese texts are made with the help of the teachers' own word
vectors: notes that name a word in the company of its neighbours, and English sentences put into Chinese word by
word.  Neither is good Chinese; both put the words together that belong together, and the teacher says what such a
text is about.
"""

from __future__ import annotations

import random
import re

import numpy as np

from reme_tui.model.distil.fit import unit
from reme_tui.model.distil.teachers import Floats

NEAREST = 30  # neighbours a word's company is drawn from
CHOICES = 4  # Chinese words an English one may become
SLACK = 0.08  # in cosine, between the best of them and one that is still taken
LEAST = 0.35  # a word without a translation at least this near is left out
HAN_CHARACTER = re.compile("[\u4e00-\u9fff]")
SHORTEST = 5  # Chinese characters of a translated sentence

CARRIERS = (
    "{0}:{1}、{2}、{3}",
    "{0}、{1}和{2}",
    "关于{0}和{1}的笔记:{2}、{3}",
    "{0}和{1}是怎么回事?",
    "我们聊了{0},还说到{1}和{2}",
    "{0}跟{1}、{2}有什么不同?",
    "先考虑{0},再考虑{1}",
    "因为{1}而{0},后来{2}",
    "她跟我讲了{0}、{1},还有{2}的事",
    "昨天看了一篇讲{0}的文章,提到{1}和{2}",
)

SMALL_WORDS = dict(
    pair.split("=")
    for pair in """
    the= a= an= to= be= been= being= having= do= does= did= which= over= of=的 and=和 in=在 is=是 was=是 are=是 were=是
    it=它 i=我 he=他 she=她 we=我们 you=你 they=他们 that= his=他的 her=她的 my=我的 your=你的 our=我们的 their=他们的
    its=它的 him=他 them=他们 us=我们 me=我 for=为 with=和 on=在 at=在 by=被 from=从 or=或者 not=不 no=没有 this=这个
    these=这些 those=那些 as=像 but=但是 have=有 has=有 had=有 will=会 would=会 can=能 could=能 if=如果 when=当 who=谁
    what=什么 how=怎么 why=为什么 where=哪里 there=有 into=进 than=比 s=的 t=不 very=很 so=所以 one=一个 two=两个
    some=一些 all=所有 any=任何 about=关于 after=之后 before=之前 because=因为 out=出 up=上 down=下 through=通过 only=只
    more=更 most=最 other=其他 such=这样的 something=东西 someone=某人 used=用
    """.split()  # noqa: SIM905 - a table reads better
)


def neighbour_notes(words: list[str], vectors: Floats, seed: int) -> list[str]:
    """One note for each Chinese word that names it together with words a teacher finds near it."""
    pick, notes, vectors = random.Random(seed), [], unit(vectors)  # noqa: S311
    for start in range(0, len(words), 1_000):
        closeness = vectors[start : start + 1_000] @ vectors.T
        near = np.sort(np.argpartition(-closeness, NEAREST, axis=1)[:, :NEAREST], axis=1)
        for offset, ids in enumerate(near):
            company = [words[i] for i in ids if i != start + offset]
            notes.append(pick.choice(CARRIERS).format(words[start + offset], *pick.sample(company, 3)))
    return notes


def lexicon(english: list[str], chinese: list[str], from_english: Floats, to_chinese: Floats) -> dict[str, list[str]]:
    """For each English word the Chinese ones nearest to it, where any is near enough."""
    found = {}
    columns = to_chinese.T.copy()
    for start in range(0, len(english), 2_000):
        closeness = from_english[start : start + 2_000] @ columns
        best = np.argsort(-closeness, axis=1)[:, :CHOICES]
        for word, ids, row in zip(english[start : start + 2_000], best, closeness, strict=True):
            bar = max(LEAST, row[ids[0]] - SLACK)
            found[word] = [chinese[i] for i in ids if row[i] > bar]
    return found


def word_by_word(sentences: list[str], words: dict[str, list[str]], pick: random.Random) -> list[str]:
    """English sentences in Chinese words, each once, those of which too little is left dropped."""
    translated = {}
    for sentence in sentences:
        parts = []
        for part in re.findall("[a-z]+|[,;:.?!]", sentence.lower()):
            if part in SMALL_WORDS:
                parts.append(SMALL_WORDS[part])
            elif not part.isalpha():
                parts.append("," if part in ",;:" else "。")
            elif words.get(part):
                parts.append(pick.choice(words[part]))
        text = "".join(parts)
        if len(HAN_CHARACTER.findall(text)) >= SHORTEST:
            translated[text] = None
    return list(translated)

"""Words of questions: they say what kind of question is asked rather than what about."""

from __future__ import annotations

_ENGLISH = """
a about after again all also am an and any anything are as at be because been before being but by can could did do
does doing don done else ever every for from get give got had has have he her here him his how i if in into is it
its just know let ll me more most much must my need needs no nor not now of off on once only or other our out over
please re s same say says she should show so some something still such t tell than that the their them then there
these they this those to too up us ve very want was we were what when where which while who whom whose why will
with without would yes yet you your
"""

_CHINESE = """
一些 一下 一个 不是 之前 之后 为了 为什 什么 以及 以前 以后 他们 但是 你们 何时 使用 关于 具体 几个 到底 前还
却是 又有 可以 可能 告诉 和谁 哪个 哪些 哪里 哪儿 因为 在哪 多少 大概 她们 如何 如果 它们 就是 已经 帮我 应该
怎么 怎样 我们 或者 所以 才能 打算 找到 是否 是谁 时候 曾经 最近 有关 有哪 有没 有什 有谁 查找 没有 目前 相关
知道 而且 能否 要不 请问 谁的 谁说 这个 这些 这里 进行 还是 还有 还要 还需 那个 那些 那里 那么 需要
一 上 不 与 且 个 中 为 也 了 些 人 什 从 以 们 会 但 你 何 使 做 再 到 却 又 及 吗 吧 呀 呢 和 哪 啊 嘛 在 地 她
好 如 它 将 就 已 并 底 很 得 怎 想 或 所 才 把 被 是 最 有 来 没 点 的 着 给 能 自 要 请 谁 过 还 这 那 都 里 需
让 说 么 我 他
"""

STOP_WORDS = frozenset((_ENGLISH + _CHINESE).split())
"""Kept in the index and scored like all others, but left out of the sums that decide who enters the words list."""

_PARTICLES = frozenset("了什们么呀呢吗吧啊嘛哪怎很谁还这那都")
"""Characters that seldom belong to a word with content."""


def is_stop_word(token: str) -> bool:
    """Whether a query's folded `token` is a stop word; a CJK pair with a particle in it is one too."""
    return token in STOP_WORDS or (len(token) == 2 and not _PARTICLES.isdisjoint(token))

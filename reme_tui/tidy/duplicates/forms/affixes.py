"""What stands around a name without being part of it: titles of people, legal forms of companies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from reme_tui.tidy.duplicates.forms.folded_words import HAN, Word
from reme_tui.tidy.duplicates.tables import lines_of, one_of, words_of

_SAME_FORM = {"corporation": "corp", "company": "co", "limited": "ltd", "incorporated": "inc"}


@cache
def _listed(table: str, kind: str) -> frozenset[str]:
    """The words of one row of a table."""
    return frozenset(word for row in lines_of(table) if row[0] == kind for word in row[1].split())


@cache
def words_around() -> frozenset[str]:
    """Every word that may stand around a name: titles and legal forms in Latin letters."""
    return words_of("titles") | words_of("legal")


@cache
def _chinese_endings(table: str, kind: str) -> tuple[str, ...]:
    return tuple(sorted(_listed(table, kind), key=len, reverse=True))


def without_title(words: list[Word]) -> tuple[list[Word], str, str] | None:
    """The words of a person's name without its titles, how sure that is (a step's name), and the titles."""
    strong, weaker, after = (_listed("titles", kind) for kind in ("strong", "weak", "after"))
    start, weak = 0, False
    while start < len(words) - 1 and (words[start].text in strong or words[start].text in weaker):
        weak = weak or words[start].text in weaker
        start += 1
    end = len(words)
    while end - start > 1 and words[end - 1].text in after:
        end -= 1
    rest = words[start:end]
    taken = " ".join(word.text for word in words[:start] + words[end:])
    if not taken or not all(word.written.isalpha() for word in rest):  # `II` of a king is a number by now
        return None
    honorific = end < len(words) and words[-1].text in one_of("honorifics")
    sure = len(rest) > 1 or not weak or words[0].text in one_of("titles before surnames")
    sure = sure and not (len(rest) == 1 and rest[0].text in words_of("vocabulary"))
    named = rest[0].written[:1].isupper()
    if HAN.search(rest[0].text) or not (named or len(rest) > 1):
        return None
    return rest, "title" if sure and not (honorific and len(rest) == 1) else "doubtful title", taken


def without_chinese_title(text: str) -> tuple[str, str, str] | None:
    """The same for a Chinese name, whose title follows it."""
    for kind, step in (("zh", "title"), ("zh_weak", "doubtful title")):
        titles = _chinese_endings("titles", kind)
        for title in titles if text.endswith(titles) else ():
            if text.endswith(title) and 2 <= len(text) - len(title) <= 4:
                return text[: -len(title)], step if len(text) - len(title) > 1 else "doubtful title", title
    return None


def without_legal_form(words: list[Word]) -> Iterator[tuple[list[Word], str, str]]:
    """Shorter and shorter names of a company, each with the step's name and the legal form that was taken off.

    What a company calls its trade goes only where a legal form stood behind it: `Siemens Energy` is a company of
    its own, `Huawei Technologies Co Ltd` is Huawei.
    """
    forms, group, business = (_listed("legal", kind) for kind in ("strong", "group", "business"))
    end, strong, taken = len(words), False, ""
    while end > 1:
        last, before = words[end - 1], words[end - 2]
        if last.text in forms and _is_form(last, before):
            strong, taken = True, taken or _SAME_FORM.get(last.text, last.text)
        elif last.text in group or (strong and last.text in business):
            taken = taken or "group"
        elif strong and last.text in ("co", "and"):  # of GmbH & Co KG
            pass
        else:
            break
        end -= 1
        rest = words[:end]
        if not _is_form(rest[-1], rest[-1], strong_only=forms):
            sure = all(word.written[:1].isupper() or not word.written.isascii() for word in rest if word.text != "and")
            yield rest, "legal form" if sure else "doubtful legal form", taken


def _is_form(last: Word, before: Word, strong_only: frozenset[str] = frozenset()) -> bool:
    """Whether a word is a legal form here: two letters (`AG`, `AB`) only behind a name, not behind an `id` noun."""
    if strong_only:
        return last.text in strong_only
    return last.text not in one_of("two-letter legal forms") or (
        before.written[:1].isupper() and before.text not in one_of("id nouns")
    )


def without_chinese_legal_form(text: str) -> Iterator[tuple[str, str, str]]:
    """The same for a Chinese company: `小米科技有限责任公司` gives `小米科技`, then `小米`."""
    forms = _chinese_endings("legal", "zh_strong")
    strong = next(filter(text.endswith, forms), "") if text.endswith(forms) else ""
    rest = text[: len(text) - len(strong)] if strong else text
    if strong and len(rest) >= 2:
        yield rest, "legal form", "ltd"
    endings = _chinese_endings("legal", "zh_business") if strong else _chinese_endings("legal", "zh_group")
    for _ in range(3 if strong else 1):
        if not rest.endswith(endings):
            break
        shorter = [rest[: -len(end)] for end in endings if rest.endswith(end) and len(rest) - len(end) >= 2]
        if not shorter:
            break
        for name in shorter:  # `立讯精密工业` is `立讯精密` and `立讯`
            yield name, "legal form", "ltd" if strong else "group"
        rest = shorter[0]

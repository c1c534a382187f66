"""One form for the singular and the plural, and for British and American spelling, of a word in lower case."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from reme_tui.tidy.duplicates.forms.folded_words import HAN, Word
from reme_tui.tidy.duplicates.tables import listed, pairs_of, words_of

# Endings of plurals, longest first: what is cut, what takes its place, and the shortest word it may be done to.
_PLURALS = (
    ("dades", "dad", 6), ("ciones", "cion", 7), ("siones", "sion", 7), ("niones", "nion", 7), ("eaux", "eau", 6),
    ("ungen", "ung", 7), ("heiten", "heit", 8), ("keiten", "keit", 8), ("schaften", "schaft", 9),
    ("tionen", "tion", 7), ("women", "woman", 5), ("people", "person", 6), ("children", "child", 8),
    ("yses", "ysis", 6), ("theses", "thesis", 6), ("sses", "ss", 5), ("zzes", "zz", 5), ("shes", "sh", 5),
    ("xes", "x", 4), ("uses", "us", 6), ("oes", "o", 5), ("ches", "ch", 5), ("ies", "y", 5),
)  # fmt: skip
_KEEP_E = re.compile(r"(ouses|auses|[^ct]uses|fuses|[aeiou]ches|shoes|^toes|tiptoes|canoes)$")


@cache
def _spelling_rules() -> tuple[tuple[re.Pattern[str], str], ...]:
    """British endings and stems, and the American ones that take their place."""

    def stems(name: str) -> str:
        return "|".join(listed(name))

    rules = (
        (r"(?<=[bcdfghjklmnprstvxz])is(e|ed|es|er|ers|ing|ation|ations|ational)$", r"iz\1"),
        (r"ys(e|ed|es|er|ing)$", r"yz\1"),
        (rf"({stems('stems in -our')})our", r"\1or"),
        (rf"({stems('stems in -re')})re(s?)$", r"\1er\2"),
        (rf"({stems('stems in -ogue')})ogue", r"\1og"),
        (rf"({stems('stems that double their l')})l(?=ing|ed|er|ation|ment)", r"\1"),
        (r"(?<=[a-z]{2})isation", "ization"),
        (r"^(a|hyper|hypo|leuk|isch|ur|sept|an|h)aem(?=[ioa])", r"\1em"),
        (r"paed", "ped"),
        (r"^(an|gyn|arch|esth)ae", r"\1e"),
        (r"^oe(?=[sd])", "e"),
        (r"(def|off|pret|lic)ence", r"\1ense"),
        (r"(judg|acknowledg|abridg|lodg)ement", r"\1ment"),
        (r"manoeuvr", "maneuver"),
        (r"sulph", "sulf"),
        (r"^(advis|convey)er", r"\1or"),
    )
    return tuple((re.compile(pattern), form) for pattern, form in rules)


@cache
def _plurals_of(name: str, ending: str) -> frozenset[str]:
    """The plurals of a list of words."""
    return frozenset(word + ending for word in listed(name))


@cache
def _may_be_british() -> re.Pattern[str]:
    """One search that most words fail, instead of one for each rule."""
    return re.compile("|".join(pattern.pattern for pattern, _ in _spelling_rules()))


@lru_cache(maxsize=65536)
def one_spelling(word: str) -> str:
    """The American form of an English word; any other word comes back as it is."""
    known = pairs_of("spellings").get(word)
    if known or len(word) < 4 or not word.isascii() or not _may_be_british().search(word):
        return known or word
    for pattern, form in _spelling_rules():
        word = pattern.sub(form, word)
    return word


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """The singular of an English noun, or of a noun of another language where the ending leaves no doubt.

    Words whose plural is another thing (`news`, `customs`) and plurals of given names (`Franks`) stay.
    """
    if len(word) < 4 or not word.isascii():
        return word
    known = pairs_of("plurals").get(word)
    if known or word[-1] not in "sxne":  # how every ending below ends
        return known or word
    shorter = _without_ending(word)
    if shorter == word or word in words_of("not_plurals") or shorter in words_of("given_names"):
        return word
    return shorter


def _without_ending(word: str) -> str:
    if word in _plurals_of("singulars in -us and -as", "es"):
        return word[:-2]
    if word in _e_plurals() or (word[-2:] == "es" and _KEEP_E.search(word)):
        return word[:-1]
    for ending, instead, shortest in _PLURALS:
        if word.endswith(ending) and len(word) >= shortest:
            return word[: -len(ending)] + instead
    if len(word) > 6 and word.endswith("men"):
        return word[:-2] + "an"
    return word[:-1] if word[-1] == "s" and word[-2] not in "sui" and not word.endswith(("ics", "ies")) else word


@cache
def _e_plurals() -> frozenset[str]:
    """Plurals that lose their last letter only, against the look of their ending: `movies`, `headaches`."""
    aches = {"headaches", "toothaches", "stomachaches", "backaches", "heartaches"}
    return _plurals_of("singulars in -ie", "s") | _plurals_of("singulars in -che", "s") | aches


def umlaut_singular(word: str, written_out: str) -> str | None:
    """The singular of a German plural in `-er` or `-e` whose stem took an umlaut: `Bücher` gives `buch`.

    `word` has lost its umlauts, `written_out` has them as `ue` and the like.
    """
    cut = 2 if word.endswith("er") else 1 if word.endswith("e") else 0
    return word[:-cut] if word != written_out and cut and len(word) - cut >= 3 else None


def acronym_plural(word: str, written: str) -> str | None:
    """The acronym of which `written` is the plural (`EVs`), else None."""
    return word[:-1] if len(written) > 2 and written[:-1].isupper() and written[-1] == "s" else None


@lru_cache(maxsize=8192)
def plain_word(word: Word) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A word in the singular and one spelling, and what was set aside for that: (`plural`, `books`) and the like."""
    text = word.text
    if HAN.match(text):
        bare = re.sub("(?<=..)的(?=..)", "", text.removeprefix("我的") if len(text) > 3 else text)
        return bare, (("small word", "的"),) if bare != text else ()
    steps: list[tuple[str, str]] = []
    right = pairs_of("misspellings").get(text)
    if right:
        steps.append(("misspelling", text))
        text = right
    spelled = text if text in pairs_of("plurals") else one_spelling(text)
    if spelled != text:
        steps.append(("spelling", text))
    single = acronym_plural(text, word.written) or (spelled if text in words_of("not_plurals") else singular(spelled))
    if single != spelled and not word.written.isupper():
        steps.append(("plural", text))
        spelled = single
    return spelled, tuple(steps)

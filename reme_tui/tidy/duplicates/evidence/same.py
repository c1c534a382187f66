"""Evidence: the same text once folded, or the same words once something named is set aside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection

from reme_tui.core.text.simplified import simplify
from reme_tui.tidy.duplicates.evidence.kind import SURE, Kind, Reason
from reme_tui.tidy.duplicates.forms.folded_words import HAN
from reme_tui.tidy.duplicates.forms.inflection import acronym_plural
from reme_tui.tidy.duplicates.forms.profiles import Form, Profile, Step, joined
from reme_tui.tidy.duplicates.tables import one_of, words_of

_WEIGHTS = {
    "spelling": 0.96, "possessive": 0.96, "abbreviation": 0.96, "misspelling": 0.96, "plural": 0.92, "name": 0.92,
    "small word": 0.91, "legal form": 0.9, "short form": 0.9, "title": 0.88, "translation": 0.88, "nickname": 0.85,
    "synonym": 0.85, "doubtful title": 0.7, "doubtful legal form": 0.7,
}  # fmt: skip
_SENTENCES = {
    "spelling": "two spellings of one word ({})",
    "misspelling": "a word that is often written wrong ({})",
    "plural": "one is the plural of the other ({})",
    "possessive": "the same but for the possessive ’s",
    "small word": "the same but for a small word ({})",
    "name": "two well-known names of one thing ({})",
    "legal form": "the same company with and without its legal form ({})",
    "abbreviation": "a word and its usual abbreviation ({})",
    "synonym": "two everyday words for one thing ({})",
    "short form": "a short form and the long one ({})",
    "title": "the same person with and without a title ({})",
    "translation": "Chinese and English for the same ({})",
    "nickname": "a given name and its short form ({})",
    "doubtful title": "perhaps the same person, one with a title ({})",
    "doubtful legal form": "perhaps the same company, one with its legal form ({})",
}
_SEPARATORS = re.compile(r"[\s_.,/&'’-]+")
_TURKISH = str.maketrans({"İ": "i", "ı": "i"})


def _texts(profile: Profile) -> Collection[str]:
    return profile.texts


def _same_text(one: Profile, other: Profile) -> Reason | None:
    return Reason(_how_written(one.tag, other.tag), 0.98)


def _how_written(one: str, other: str) -> str:
    """Which difference in writing is the only one, the slightest first."""
    for fold, sentence in _WRITTEN:
        if fold(one) == fold(other):
            return sentence
    if any(char.isdigit() for text in (one, other) for char in unicodedata.normalize("NFKC", text)):
        return "same words, only the number or date is written in another way"
    return "same words, only letters or symbols are written in another way"


def _bare(text: str) -> str:
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", text).casefold())


def _with_one_i(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(_TURKISH).casefold()


def _without_symbols(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if char.isalnum() or unicodedata.combining(char))


def _without_accents(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", _without_symbols(text)) if char.isalnum())


_WRITTEN: tuple[tuple[Callable[[str], str], str], ...] = (
    (str.casefold, "same letters, only upper and lower case differ"),
    (
        lambda text: unicodedata.normalize("NFC", text).casefold(),
        "same letters, only the way accents are stored differs",
    ),
    (lambda text: unicodedata.normalize("NFKC", text).casefold(), "same characters, only full and half width differ"),
    (_with_one_i, "same letters, only the dot of a Turkish i differs (İ, ı)"),
    (_bare, "same words, only the separator differs"),
    (_without_symbols, "same words, only an emoji, a symbol or an invisible character differs"),
    (lambda text: simplify(_without_symbols(text)), "the same in simplified and in traditional characters"),
    (_without_accents, "same letters, only accents differ"),
)


def _forms(profile: Profile) -> Collection[str]:
    return profile.forms


def _same_form(one: Profile, other: Profile) -> Reason | None:
    """The best reason among the forms two tags share."""
    reasons = (_reason(one, other, one.forms[key], other.forms[key]) for key in one.forms.keys() & other.forms.keys())
    return max(filter(None, reasons), key=lambda reason: (reason.weight, reason.text), default=None)


def _reason(one: Profile, other: Profile, left: Form, right: Form) -> Reason | None:
    differing = left.steps ^ right.steps
    if not differing and not set(one.texts).isdisjoint(other.texts):
        return None  # nothing had to be set aside: the reason for equal texts has been given
    if not differing:
        return Reason("same words once spelling and small words are set aside", SURE)
    if _is_acronym_of_a_word(one, other) or _is_acronym_of_a_word(other, one):
        return None
    kinds = {step for step, _ in differing}
    if {"plural", "short form"} <= kinds and any(_is_ordinary_plural(p, s) for p in (one, other) for s in differing):
        return None
    weight = min(_WEIGHTS[kind] for kind in kinds) - 0.01 * (len(kinds) - 1)
    if (kinds == {"small word"} and len(left.words) > 1) or (kinds == {"plural"} and _is_safe_plural(one, other)):
        weight = SURE
    if kinds == {"plural"} and (_may_be_surname(one) or _may_be_surname(other)):
        weight = min(weight, 0.6)
    if _both_differ(left.steps - right.steps, right.steps - left.steps):
        weight = min(weight, 0.6)
    if ("small word", "the") in differing and ("translation" in kinds or left.words[0] in one_of("pronouns")):
        weight = min(weight, 0.7)
    parts = [_SENTENCES[kind].format(_words_of(differing, kind)) for kind in sorted(kinds, key=_weight_and_name)]
    return Reason("; ".join(parts), weight)


def _weight_and_name(kind: str) -> tuple[float, str]:
    return _WEIGHTS[kind], kind


def _both_differ(left: frozenset[Step], right: frozenset[Step]) -> bool:
    """Whether each side needs a step of its own that only a difference between the two explains.

    Two words that share a translation, two titles or two legal forms may well name two things.
    """
    for kind in ("translation", "title", "doubtful title", "legal form"):
        if any(step == kind for step, _ in left) and any(step == kind for step, _ in right):
            return kind != "translation" or _scripts(left) == _scripts(right)
    return False


def _scripts(steps: frozenset[Step]) -> bool:
    return any(step == "translation" and HAN.match(said) for step, said in steps)


def _words_of(steps: frozenset[Step], kind: str) -> str:
    return ", ".join(sorted(said for step, said in steps if step == kind))


def _is_acronym_of_a_word(acronym: Profile, word: Profile) -> bool:
    """Whether one is written as an acronym and the other is the plural of an ordinary word: `RAG` and `rags`."""
    if len(acronym.words) != 1 or len(word.words) != 1:
        return False
    upper, plural = acronym.words[0], word.words[0]
    return (
        upper.written.isupper()
        and plural.written.islower()
        and plural.text == upper.text + "s"
        and bool(re.fullmatch("[^aeiou][aeiou][^aeiou]", upper.text))
    )


def _is_ordinary_plural(profile: Profile, step: Step) -> bool:
    """Whether a plural in lower case reads as a word (`rags`), so that no acronym is meant."""
    word = step[1]
    written = next((found.written for found in profile.words if found.text == word), "")
    return step[0] == "plural" and written.islower() and bool(re.fullmatch("[^aeiou][aeiou][^aeiou]s", word))


def _is_safe_plural(one: Profile, other: Profile) -> bool:
    """Whether the plural is that of an acronym, or stands among everyday nouns: a name in `-s` has a capital."""
    words = (*one.words, *other.words)
    if len(words) == 2:
        return len(min(words).text) > 2 and any(acronym_plural(*word) for word in words)
    return all(word.written.islower() or word.text.isdigit() for word in words)


def _may_be_surname(profile: Profile) -> bool:
    """Whether what looks like a plural stands behind a given name, as in `James Woods`."""
    first, last = profile.words[0], profile.words[-1]
    return (
        2 <= len(profile.words) <= 3
        and first.text in words_of("given_names")
        and all(word.written[:1].isupper() for word in profile.words)
        and last.text.removesuffix("s") not in one_of("kinds of notes")
    )


def _orders(profile: Profile) -> Collection[str]:
    return {joined(tuple(sorted(words))) for words in _ordered(profile)}


def _ordered(profile: Profile) -> set[tuple[str, ...]]:
    """The word sequences of a tag that has several, with and without words such as `with`."""
    found = {form.words for form in profile.forms.values() if len(form.words) > 1}
    connecting = one_of("connecting words")
    for sequence in tuple(found) if found else ():
        if not connecting.isdisjoint(sequence):
            bare = tuple(word for word in sequence if word not in connecting)
            found |= {bare} if len(bare) > 1 else set()
    return found


def _other_order(one: Profile, other: Profile) -> Reason | None:
    """Word order: sure enough for names, dates and words for kinds of notes; `time travel` is not `travel time`."""
    mine, theirs = _ordered(one), _ordered(other)
    shared = [words for words in mine if any(words != found and sorted(words) == sorted(found) for found in theirs)]
    if not shared or one.forms.keys() & other.forms.keys():
        return None
    words = min(shared, key=lambda words: (len(words), words))
    if sum(1 for word in words if len(word) == 1 or word[-1:].isdigit()) > 1:
        return None
    sentence = "same words in another order"
    if _is_safe_order(one, other, words):
        return Reason(sentence, 0.85)
    return Reason(sentence + ", which may mean another thing", 0.6)


def _is_safe_order(one: Profile, other: Profile, words: tuple[str, ...]) -> bool:
    names = words_of("given_names")
    given = [word for word in words if word in names]
    if any(word in one_of("kinds of notes") for word in words):
        return True
    if any(HAN.match(word) or word[:1].isdigit() or not word.isalpha() for word in words):
        return True
    connected = [
        any(word.text in one_of("connecting words") or word.text == "of" for word in p.words) for p in (one, other)
    ]
    if connected[0] != connected[1] or (given and len(given) < len(words)):
        return True
    capital = any(all(word.written[:1].isupper() for word in p.words) for p in (one, other))
    return capital and not given and not all(word in words_of("vocabulary") for word in words)


SAME_TEXT = Kind("text", _texts, None, _same_text)
SAME_FORM = Kind("form", _forms, None, _same_form)
OTHER_ORDER = Kind("order", _orders, None, _other_order)

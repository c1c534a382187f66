"""How two texts, or two rows of pieces, begin and end alike."""

from __future__ import annotations

from collections.abc import Sequence


def shared_ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """How many pieces are the same at the start, and at the end of what is left."""
    most = min(len(one), len(other))
    head = next((at for at in range(most) if one[at] != other[at]), most)
    rest = most - head
    tail = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    return head, tail

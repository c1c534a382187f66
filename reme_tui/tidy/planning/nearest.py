"""Did you mean: for a tag that no note has, the nearest one that some note has."""

from __future__ import annotations

from reme_tui.core.tag_key import tag_key
from reme_tui.core.tags import TagIndex

LEAST_ALIKE = 0.7
"""Of 1, what is left of the longer key by the letters that differ; two swapped letters are one."""


def nearest_tag(tag: str, tags: TagIndex) -> str:
    """The tag, as it is shown, whose key is nearest to that of `tag`; empty when none is near."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    keys = [row.key for row in tags.rows()]
    found = process.extractOne(tag_key(tag), keys, scorer=OSA.normalized_similarity, score_cutoff=LEAST_ALIKE)
    return tags.shown(found[0]) if found else ""

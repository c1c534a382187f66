"""Traditional Chinese characters folded into simplified ones, one code point at a time."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def simplified_characters() -> dict[int, str]:
    """A table for `str.translate`: code point of a traditional character -> its usual simplified one.

    It is OpenCC's `TSCharacters.txt`, read without importing the package; phrases are left alone, so the
    length of a text does not change. Empty when the package's data cannot be found.
    """
    spec = find_spec("opencc")
    if spec is None or not spec.submodule_search_locations:
        return {}
    source = Path(spec.submodule_search_locations[0]) / "dictionary" / "TSCharacters.txt"
    if not source.is_file():
        return {}
    table: dict[int, str] = {}
    for line in source.read_text(encoding="utf-8").splitlines():
        traditional, _, simplified = line.partition("\t")
        choices = simplified.split()
        if len(traditional) == 1 and choices and traditional not in choices:
            table[ord(traditional)] = choices[0]
    return table


def simplify(text: str) -> str:
    """`text` with each traditional character replaced by its usual simplified one; same length."""
    return text if text.isascii() else text.translate(simplified_characters())

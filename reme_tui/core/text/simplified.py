"""Traditional Chinese characters folded into simplified ones, one code point at a time."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path


def characters_listed() -> bytes:
    """OpenCC's `TSCharacters.txt`, read without importing the package; empty when it cannot be found."""
    spec = find_spec("opencc")
    if spec is None or not spec.submodule_search_locations:
        return b""
    source = Path(spec.submodule_search_locations[0]) / "dictionary" / "TSCharacters.txt"
    return source.read_bytes() if source.is_file() else b""


@cache
def simplified_characters() -> dict[int, str]:
    """A table for `str.translate`: code point of a traditional character -> its usual simplified one.

    It is made of `characters_listed`; phrases are left alone, so the length of a text does not change.
    """
    table: dict[int, str] = {}
    for line in characters_listed().decode("utf-8").splitlines():
        traditional, _, simplified = line.partition("\t")
        choices = simplified.split()
        if len(traditional) == 1 and choices and traditional not in choices:
            table[ord(traditional)] = choices[0]
    return table


def simplify(text: str) -> str:
    """`text` with each traditional character replaced by its usual simplified one; same length."""
    return text if text.isascii() else text.translate(simplified_characters())

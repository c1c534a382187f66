"""What comes with the package."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parent.parent


class Demo(Enum):
    """A scratch copy of the demo vault is meant, in the place of a folder."""

    DEMO = "demo"


DEMO: Final = Demo.DEMO


def shipped(name: str) -> Path:
    """Return the folder `name` (themes, demo_vault) that comes with the package.

    It lies inside the package when installed from a wheel, beside it in a checkout.
    """
    inside = _PACKAGE / "data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def model_folder() -> Path:
    """Return where the embedding model lies, whether or not it is there."""
    return _PACKAGE / "model"

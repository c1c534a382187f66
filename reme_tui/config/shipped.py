"""What comes with the package."""

from __future__ import annotations

import os
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


def copy_demo(vault: Path) -> None:
    """Make the folder `vault`, which must not exist, a copy of the demo vault. Raises OSError."""
    import shutil

    shutil.copytree(shipped("demo_vault"), vault)
    # An undated note is listed by the time of its file: that of unpacking would put it before all dated ones.
    for file in vault.rglob("*"):
        os.utime(file, (0, 0))


def model_folder() -> Path:
    """Return where the embedding model lies, whether or not it is there."""
    return _PACKAGE / "model"

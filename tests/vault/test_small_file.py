"""Small files of settings and memory, and what stands in their place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reme_tui.vault.small_file import MOST_BYTES, read_small


def make_folder(path: Path) -> None:
    path.mkdir()


def make_large(path: Path) -> None:
    path.write_bytes(bytes(MOST_BYTES + 1))


@pytest.mark.parametrize("make", [make_folder, os.mkfifo, make_large])
def test_what_is_no_small_file_is_an_error_and_left_closed(tmp_path: Path, make) -> None:
    make(tmp_path / "config.toml")
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        with pytest.raises(OSError, match=r"(?i)not a file|is a directory|too large"):
            read_small(tmp_path / "config.toml")
    assert len(os.listdir("/dev/fd")) == before


def test_the_largest_one_is_read(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"x" * MOST_BYTES)
    assert len(read_small(tmp_path / "config.toml")) == MOST_BYTES

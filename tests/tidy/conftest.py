"""The bench that tests of clean-up work at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.conftest import MakeVault
from tests.tidy.vaults import Bench

MakeBench = Callable[[Mapping[str, str | bytes]], Bench]


@pytest.fixture
def make_bench(make_vault: MakeVault, tmp_path: Path) -> MakeBench:
    """Write notes into a fresh vault with a state folder beside it."""
    return lambda files: Bench(make_vault(files), tmp_path / "state")

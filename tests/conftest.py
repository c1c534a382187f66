"""Vaults to test on, small and written on the spot."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run, so that a change is what makes a test fail; `random` looks for new ones. How long one
# takes says more of the machine than of the code.
settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("random", database=None, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

MakeVault = Callable[[Mapping[str, str | bytes]], Path]


@pytest.fixture
def make_vault(tmp_path: Path) -> MakeVault:
    """Write files below a fresh folder and return it; text is written with the line ends it has."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        vault = tmp_path / "vault"
        vault.mkdir(exist_ok=True)
        for name, content in files.items():
            path = vault / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return vault

    return make


@pytest.fixture
def eight_hours_ahead() -> Iterator[None]:
    """Set the clock to the time of China."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "CST-8")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings, state and caches of whoever runs the tests out of them."""
    home = tmp_path / "home"
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(home / variable.lower()))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("REME_TUI_VAULT", raising=False)

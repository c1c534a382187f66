"""One state after another."""

from __future__ import annotations

import gc

import pytest

from reme_tui.core.snapshot import Change
from reme_tui.indexing.state import State


class Half:
    """Stands for a snapshot and for an engine; says whether garbage is collected while the next one is made."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.collected: list[bool] = []

    def evolve(self, *_: object) -> Half:
        self.collected.append(gc.isenabled())
        if self.fails:
            raise MemoryError
        return self


@pytest.fixture(params=[True, False])
def collects(request: pytest.FixtureRequest):
    before = gc.isenabled()
    if not request.param:
        gc.disable()
    yield request.param
    if before:
        gc.enable()


@pytest.mark.parametrize("fails", [False, True])
def test_no_garbage_is_collected_while_the_next_state_is_made(collects, fails):
    half = Half(fails=fails)
    try:
        State(half, half).evolve(Change(), ())
    except MemoryError:
        assert fails
    assert half.collected == [False] * (1 if fails else 2)
    assert gc.isenabled() == collects

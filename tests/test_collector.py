"""When objects are gone through for garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from reme_tui import collector


class Knot:
    """Holds itself: nothing but the collector takes it away."""

    def __init__(self) -> None:
        self.end = self


@pytest.fixture(autouse=True)
def enough(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However many objects the tests have is not too much and takes not too long; nothing is spared before or after."""
    monkeypatch.setattr(collector, "MOST", 1 << 40)
    monkeypatch.setattr(collector, "LONG", 1 << 40)
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.fixture
def old() -> weakref.ref[Knot]:
    """Garbage that has grown old, with the count of a look due."""
    knot = Knot()
    gc.collect()
    for _ in range(2):
        gc.collect(1)
    return weakref.ref(knot)


def test_old_objects_are_left_until_python_has_them_again():
    before = gc.get_threshold()
    leave_to_python = collector.leave_old_objects()
    assert gc.get_threshold() == (*before[:2], collector.NEVER)
    leave_to_python()
    assert gc.get_threshold() == before


def test_old_garbage_is_taken_away(old):
    collector.collect_old_objects()
    assert old() is None
    assert not gc.get_freeze_count()


def test_at_rest_nothing_is_gone_through(old):
    gc.collect(2)
    assert old() is None
    knot = Knot()
    old = weakref.ref(knot)
    del knot
    collector.collect_old_objects()
    assert old() is not None


def test_what_is_too_much_to_go_through_is_spared(old, monkeypatch):
    monkeypatch.setattr(collector, "MOST", 0)
    collector.collect_old_objects()
    assert old() is not None
    assert gc.get_freeze_count()


def test_what_took_long_is_spared_the_next_time(old, monkeypatch):
    monkeypatch.setattr(collector, "LONG", -1)
    collector.collect_old_objects()
    assert old() is None
    assert gc.get_freeze_count()


@pytest.mark.parametrize("made", [10, 2 * collector.MANY])
def test_what_is_made_in_great_numbers_at_one_go_is_spared(made):
    gc.collect()
    with collector.making_what_lasts():
        knots = [Knot() for _ in range(made)]
    assert bool(gc.get_freeze_count()) == (made > collector.MANY)
    assert len(knots) == made

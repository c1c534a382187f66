"""Counting notes until it is clear that there are very many."""

from __future__ import annotations

from reme_tui.vault.counting import Count, count_up

COUNTS = (Count(1, 1), Count(3, 2), Count(7, 3))


def test_counting_stops_above_the_most_and_the_rest_can_be_counted_later():
    counting = iter(COUNTS)
    assert count_up(counting, 2) == Count(3, 2)
    assert list(counting) == [Count(7, 3)]


def test_as_many_as_may_be_are_all_counted():
    assert count_up(iter(COUNTS), 7) == Count(7, 3)


def test_what_nobody_wants_to_know_is_not_counted_on():
    assert count_up(iter(COUNTS), 9, is_unwanted=lambda: True) == Count(1, 1)

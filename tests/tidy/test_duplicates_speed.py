"""The finder stays fast for many tags and strange ones, against plain work in the same run, as machines differ."""

from __future__ import annotations

from itertools import islice, permutations

from reme_tui.tidy.duplicates.find import duplicates_among
from reme_tui.tidy.duplicates.tag_names import TagNames
from tests.benchmarks.bench_duplicates import made_up_tags
from tests.benchmarks.measuring import fastest

COLORS = ("red", "green", "blue", "pink", "gray", "black", "white", "gold")
MOST_FOR_THOUSAND = 4.0
"""Times of adding up a million that a thousand tags may take; about a third of it is usual."""


def adding_up() -> None:
    """Plain work that tells the pace of the machine."""
    sum(number for number in range(1_000_000))


def test_a_thousand_tags_take_as_long_as_a_few_million_additions() -> None:
    tags = made_up_tags(2_000)
    TagNames.of(tags)  # tables are read, words seen
    pace = fastest(adding_up, rounds=5)
    assert fastest(lambda: TagNames.of(tags), rounds=5) < 2 * MOST_FOR_THOUSAND * pace


def test_one_more_tag_costs_a_small_part_of_all() -> None:
    tags = made_up_tags(4_000)
    names = TagNames.of(tags)
    more = names.become({*tags, "one_more_tag"})
    assert "one_more_tag" in more
    whole = fastest(lambda: TagNames.of(tags), rounds=2)
    assert fastest(lambda: names.become({*tags, "another_tag"}), rounds=5) < whole / 10


def test_thousands_of_spellings_of_one_are_grouped_without_sorting_the_group_for_each() -> None:
    tags = ["_".join(words) for words in islice(permutations(COLORS), 6_000)]
    names, notes = TagNames.of(tags), dict.fromkeys(tags, 1)
    pace = fastest(adding_up, rounds=5)
    assert fastest(lambda: duplicates_among(names, notes), rounds=1) < 60 * pace
    assert len(duplicates_among(names, notes).groups) == 1

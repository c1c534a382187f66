"""How long an event loop is held up by what goes on in a thread beside it: one call on everything lets no other run.

5 to 10 ms are usual. A vocabulary read in one call makes it fail: some 60 ms by the JSON parser, 98 to 155 by the
library of the tokenizer.
"""

from __future__ import annotations

import pytest

from reme_tui.config import Config
from reme_tui.workspace import Workspace
from tests.benchmarks.bench_saves import save
from tests.benchmarks.generate_vault import write_vault
from tests.benchmarks.measuring import lateness_beside

NOTES = 400
MOST = 0.05
"""Seconds."""


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    folder = tmp_path_factory.mktemp("large")
    write_vault(folder / "vault", NOTES)
    return Config(folder / "vault", cache=folder / "cache")


def test_neither_a_first_start_nor_a_second_one_nor_many_saves_hold_up_the_screen(config: Config):
    first, second = Workspace(config), Workspace(config)
    assert max(lateness_beside(first.load).times) < MOST
    assert first.passage_count > NOTES
    assert not first.state.engine.pending
    assert max(lateness_beside(second.load).times) < MOST
    paths = sorted(second.snapshot.notes)
    save([config.vault / path for path in paths], "\neverywhere\n")
    assert max(lateness_beside(lambda: second.update(frozenset(paths))).times) < MOST
    assert second.state.engine.index.words.frequency("everywhere") >= NOTES

"""What is encoded when notes are saved: what changed, and nothing that was encoded before. In what order notes are."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.vault import Concepts, Vault

TWO = "# One\n\nalpha\n\n# Two\n\nbeta\n"


def model() -> Concepts:
    return Concepts("alpha", "beta", "gamma")


def wise(texts: dict[str, str]) -> tuple[Vault, list[str]]:
    """Return a vault that has been encoded, and the list in which its encoder notes every text from here on."""
    encoder = model()
    vault = Vault(texts, encoder)
    encoder.encoded.clear()
    return vault, encoder.encoded


def vectors(vault: Vault) -> dict[tuple[str, int], list[float]]:
    """Return the vector of each passage, by path and first line."""
    index = vault.engine.index
    assert vault.engine.pending == 0
    living = np.flatnonzero(index.words.state.alive)
    rows = index.vectors.of(living).tolist()
    places = [(index.owners[slot].path, index.passage(slot).first_line) for slot in living.tolist()]
    return dict(zip(places, rows, strict=True))


def test_a_saved_note_encodes_only_the_passages_that_changed():
    vault, encoded = wise({"a.md": TWO, "b.md": TWO})
    vault.change({"a.md": TWO.replace("beta", "gamma")})
    assert encoded == ["One\n# Two\n\ngamma"]
    assert vectors(vault) == vectors(Vault(vault.texts, model()))


def test_a_passage_that_moved_within_its_note_keeps_its_vector():
    vault, encoded = wise({"a.md": TWO})
    vault.change({"a.md": TWO.replace("# Two", "# Between\n\ngamma\n\n# Two")})
    assert encoded == ["One\n# Between\n\ngamma"]
    assert vectors(vault) == vectors(Vault(vault.texts, model()))


def test_another_title_is_another_text_of_every_passage():
    vault, encoded = wise({"a.md": TWO})
    vault.change({"a.md": "---\nname: alpha\n---\n" + TWO})
    assert encoded == ["alpha\n# One\n\nalpha", "alpha\n# Two\n\nbeta"]


def test_a_note_that_moved_is_not_encoded_again():
    vault, encoded = wise({"a.md": TWO, "b.md": "gamma"})
    vault.change({"folder/a.md": TWO}, removed=["a.md"])
    assert encoded == []
    assert vectors(vault) == vectors(Vault(vault.texts, model()))


def test_what_died_before_it_was_encoded_lends_no_vector():
    vault, encoded = wise({"b.md": "gamma"})
    vault.change({"a.md": TWO}, encode=False)
    vault.change({"a.md": "gamma"}, encode=False)
    vault.change({"a.md": TWO})
    assert encoded == ["One\n# One\n\nalpha", "One\n# Two\n\nbeta"]


def test_what_could_not_be_read_is_encoded_once_it_can():
    vault, encoded = wise({})
    vault.change({"a.md": TWO}, encode=False)
    vault.engine = vault.engine.encode_pending(lambda path: None, 100)
    vault.change({"a.md": "\n" + TWO})
    assert encoded == ["One\n# One\n\nalpha", "One\n# Two\n\nbeta"]


def test_a_whole_vault_saved_at_once_encodes_only_what_changed():
    texts = {f"{number}.md": f"# Title {number}\n\nalpha\n\n# Two\n\nbeta\n" for number in range(1_200)}
    vault, encoded = wise(texts)
    vault.change({path: f"{text}\n# More\n\ngamma\n" for path, text in texts.items()})
    assert len(encoded) == len(texts)
    assert all(text.endswith("# More\n\ngamma") for text in encoded)
    assert vectors(vault) == vectors(Vault(vault.texts, model()))
    assert len(vault.engine.index.digests) == len(vault.engine.index.firsts)


def test_dead_slots_stay_until_nothing_waits_for_their_vectors():
    texts = {f"{number}.md": f"# Title {number}\n\nalpha\n\n# Two\n\nbeta\n" for number in range(600)}
    vault, encoded = wise(texts)
    for round_ in range(2):
        vault.change({path: text.replace("beta", f"gamma {round_}") for path, text in texts.items()})
    assert len(encoded) == 2 * len(texts)
    vault.change({"0.md": "alpha"})
    assert len(vault.engine.index.firsts) == 2 * len(texts) - 1
    assert vectors(vault) == vectors(Vault(vault.texts, model()))


NAMES = st.sampled_from([f"{day}{number}.md" for day in ("", "2026-01-02 ", "2026-01-03 ") for number in range(4)])


@given(st.lists(st.tuples(st.sets(NAMES), st.sets(NAMES, max_size=4)), max_size=6))
@settings(max_examples=40)
def test_notes_are_newest_first_undated_last_then_by_path_after_any_history(steps):
    vault = Vault()
    for came, went in steps:
        vault.change(dict.fromkeys(came, TWO), [path for path in went if path in vault.texts and path not in came])
    index = vault.engine.index
    notes = [index.owners[slot] for slot in index.newest.tolist()]
    assert {note.path for note in notes} == set(vault.texts)
    assert notes == sorted(notes, key=lambda note: (-note.date.day.toordinal() if note.date else 0, note.path))
    assert any(note.date for note in notes) == any(path.startswith("2026") for path in vault.texts)

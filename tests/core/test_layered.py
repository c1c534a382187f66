"""A layered mapping is the dict that the same changes make, whatever was folded on the way."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core import layered
from reme_tui.core.layered import Layered

KEYS = st.sampled_from("abcdefgh")
CHANGES = st.tuples(
    st.dictionaries(KEYS, st.one_of(st.none(), st.integers(0, 3)), max_size=3), st.lists(KEYS, max_size=3)
)


@pytest.fixture(autouse=True, scope="module")
def folded_soon():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layered, "_LEAST_CHANGES", 3)
        yield


@given(st.dictionaries(KEYS, st.integers(0, 3)), st.booleans(), st.lists(CHANGES, max_size=12))
@settings(max_examples=150)
def test_any_history_gives_the_dict_it_gives(start, made_row_by_row, changes):
    mapping, expected = Layered(MappingProxyType(start) if made_row_by_row else dict(start)), dict(start)
    seen = [(mapping, dict(expected))]
    for put, drop in changes:
        mapping = mapping.changed(put, drop)
        expected = {key: value for key, value in expected.items() if key not in drop} | put
        seen.append((mapping, dict(expected)))
    for version, held in seen:  # the earlier ones are as they were
        assert dict(version.items()) == held
        assert (len(version), sorted(version), version.keys()) == (len(held), sorted(held), held.keys())
        for key in "abcdefghz":
            assert (key in version, version.get(key, "none")) == (key in held, held.get(key, "none"))
            if key in held:
                assert version[key] == version.source(key)[key] == held[key]
            else:
                with pytest.raises(KeyError):
                    version[key]


def test_no_change_is_the_same_mapping():
    mapping = Layered({"a": 1})
    assert mapping.changed({}, ["z"]) is mapping

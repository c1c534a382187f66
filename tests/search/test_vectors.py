from __future__ import annotations

import numpy as np
import pytest

from reme_tui.search.index.vectors import VectorIndex


def unit(rows, dimensions=16, seed=0):
    vectors = np.random.default_rng(seed).normal(size=(rows, dimensions)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_cosines_are_those_of_the_vectors():
    vectors, query = unit(5_000), unit(1, seed=1)[0]
    index = VectorIndex.empty(16).extend(vectors)
    np.testing.assert_allclose(index.cosines(query), vectors @ query, atol=0.02)
    some = np.array([3, 17, 4_999], np.int32)
    np.testing.assert_array_equal(index.cosines(query, some), index.cosines(query)[some])
    assert index.cosines(vectors[7]).argmax() == 7


@pytest.mark.parametrize("dimensions", [1, 3, 192, 1_024])
def test_a_cosine_does_not_depend_on_where_its_row_lies(dimensions):
    vectors, query = unit(3_000, dimensions), unit(1, dimensions, seed=1)[0]
    order = np.random.default_rng(2).permutation(3_000)
    straight = VectorIndex.empty(dimensions).extend(vectors).cosines(query)
    mixed = VectorIndex.empty(dimensions).extend(vectors[order]).cosines(query)
    np.testing.assert_array_equal(straight[order], mixed)


def test_parts_make_the_same_index_as_the_whole():
    vectors, query = unit(700), unit(1, seed=1)[0]
    index = VectorIndex.empty(16)
    for start in range(0, 700, 90):
        index = index.extend(vectors[start : start + 90])
    np.testing.assert_array_equal(index.cosines(query), VectorIndex.empty(16).extend(vectors).cosines(query))


def test_generations_that_branch_do_not_write_over_each_other():
    root = VectorIndex.empty(4).extend(unit(10, 4))
    left = root.extend(unit(3, 4, seed=5))
    right = root.extend(unit(4, 4, seed=6))
    further = left.extend(unit(2, 4, seed=7))
    query = unit(1, 4, seed=8)[0]
    assert [index.count for index in (root, left, right, further)] == [10, 13, 14, 15]
    for index, seed, size in ((left, 5, 3), (right, 6, 4)):
        np.testing.assert_allclose(index.cosines(query)[10:], unit(size, 4, seed=seed) @ query, atol=0.02)
    np.testing.assert_array_equal(further.cosines(query)[:13], left.cosines(query))


def test_taking_slots_renumbers_them():
    vectors, query = unit(20), unit(1, seed=1)[0]
    index = VectorIndex.empty(16).extend(vectors)
    taken = index.take(np.array([1, 5, 19, 25], np.int32))
    assert taken.count == 3
    np.testing.assert_array_equal(taken.cosines(query), index.cosines(query)[[1, 5, 19]])
    assert taken.extend(unit(1)).count == 4


def test_a_zero_vector_has_no_cosine():
    index = VectorIndex.empty(16).extend(np.zeros((2, 16), np.float32))
    assert index.cosines(unit(1)[0]).tolist() == [0, 0]
    assert VectorIndex.empty(16).cosines(unit(1)[0]).size == 0


def all_alive(count):
    return np.ones(count, np.bool_)


def test_the_nearest_are_positive_and_not_below_the_floor():
    index, query = VectorIndex.empty(16).extend(unit(2_000)), unit(1, seed=1)[0]
    cosines = index.cosines(query)
    for floor in (0.0, 0.4, float(np.sort(cosines)[-7]), 2.0):
        slots, near = index.nearest(query, alive=all_alive(2_000), floor=floor, most=2_000)
        assert slots.tolist() == np.flatnonzero((cosines >= floor) & (cosines > 0)).tolist()
        np.testing.assert_array_equal(near, cosines[slots])


def test_the_nearest_are_as_many_as_wanted_and_those_as_near_as_the_last():
    vectors, query = unit(60), unit(1, seed=1)[0]
    index = VectorIndex.empty(16).extend(np.concatenate([vectors] * 3))
    best = (-index.cosines(query)[:60]).argsort()
    for most, wanted in ((1, 1), (3, 1), (4, 2), (6, 2), (7, 3)):
        slots, _ = index.nearest(query, alive=all_alive(180), floor=-1.0, most=most)
        assert sorted(slots.tolist()) == sorted(int(row) + 60 * copy for row in best[:wanted] for copy in range(3))


def test_the_dead_are_near_to_nothing_and_take_nobodys_place():
    index, query = VectorIndex.empty(16).extend(unit(300)), unit(1, seed=1)[0]
    alive = np.arange(300) % 3 > 0
    living = np.flatnonzero(alive)
    wanted = sorted(living[(-index.cosines(query)[living]).argsort()[:20]].tolist())
    assert index.nearest(query, alive=alive, floor=0.0, most=20)[0].tolist() == wanted
    within = np.arange(0, 300, 2, dtype=np.int32)
    slots, cosines = index.nearest(query, within, alive=alive, floor=0.0, most=20)
    np.testing.assert_array_equal(cosines, index.cosines(query)[slots])
    living = np.flatnonzero(alive & (np.arange(300) % 2 == 0))
    assert slots.tolist() == sorted(living[(-index.cosines(query)[living]).argsort()[:20]].tolist())

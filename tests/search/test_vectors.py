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

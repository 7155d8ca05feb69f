"""Faults of trees and candidate pairs that were found once, and stay away."""

from fractions import Fraction

import pytest

from spritecol.spatial import LinearQuadtree, candidate_pairs


def test_a_nearest_box_whose_corner_is_so_small_that_its_square_is_no_float64() -> None:
    tree = LinearQuadtree.build([(3.5e-197, 3.5e-197, 1.0, 1.0)], (0, 0, 16, 16), 0)
    assert tree.nearest(0.0, 0.0)[0][0] == 0


def test_boxes_may_be_fractions() -> None:
    half = Fraction(1, 2)
    boxes = [[0, 0, half, 2], [half / 2, 0, 1, 1], [half, 0, 1, 1]]
    assert candidate_pairs(boxes).tolist() == [[0, 1], [1, 2]]


def test_a_number_beyond_64_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="aabbs"):
        candidate_pairs([[0, 0, 2**70, 2]])


def test_a_signed_zero_is_a_zero() -> None:
    assert candidate_pairs([[-0.0, 0, 0, 1], [0, 0, 1, 1]]).tolist() == []


def test_one_item_in_two_trees_meets_itself() -> None:
    a, b = LinearQuadtree((0, 0, 4, 4), 3), LinearQuadtree((0, 0, 4, 4), 2)
    a.insert("it", (0, 0, 2, 2))
    b.insert("it", (1, 1, 3, 3))
    assert a.pairs_with(b) == [("it", "it")]


def test_a_box_that_moves_within_its_cell_meets_what_is_in_finer_cells() -> None:
    tree = LinearQuadtree((0, 0, 16, 16), 3)
    tree.insert("large", (7, 7, 9, 9))
    tree.insert("small", (12.5, 12.5, 13, 13))
    assert tree.pairs() == []
    tree.move("large", (7, 7, 12.7, 12.7))
    assert len(tree.pairs()) == 1

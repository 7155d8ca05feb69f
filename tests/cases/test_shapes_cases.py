"""Faults of shapes that were found once, and stay away."""

import pytest
import shapely
from cases.by_hand import near

from spritecol import Point, Polygon, Sprite
from spritecol.tiles import shapes_from_tiles


def test_a_corner_of_a_hole_that_geos_3_14_1_takes_for_lying_on_an_edge_of_the_other_hole() -> None:
    polygon = Polygon(
        [(0.1, -0.1), (12.1, -0.1), (12.1, 11.9), (0.1, 11.9)],
        [[(3.1, 2.9), (1.1, 5.9), (4.1, 5.9)], [(2.1, 6.9), (0.1, 11.9), (8.1, 3.9)]],
    )
    area = sum(shapely.Polygon(piece).area for piece in polygon.pieces)
    assert area == near(polygon.geometry.area)


@pytest.mark.parametrize("quarter", range(4), ids="quarter {}".format)
def test_a_point_on_a_seam_that_lies_in_line_with_two_edges_hits_at_any_angle(quarter):
    step = Polygon([(0, 0), (1, 0), (1, -1), (2, -1), (2, 0), (3, 0), (3, 3), (0, 3)])
    for angle in range(90 * quarter, 90 * quarter + 90):
        pose = {"x": 7, "y": 3, "angle": angle}
        point = Sprite(collision=Point(1.25, 0), **pose)
        assert Sprite(collision=step, **pose).hits(point), angle


def test_a_run_of_tiles_that_one_rect_cannot_end_right_is_two_that_overlap() -> None:
    size = 1 + 3 * 2**-52
    rects = shapes_from_tiles([[0, 0, 1, 1, 1, 1, 1]], size, 1)
    assert len(rects) == 2
    assert Sprite(collision=rects).aabb == (2 * size, 0, 7 * size, 1)


def test_a_piece_of_a_polygon_that_is_two_roundings_wide_keeps_its_width() -> None:
    width = 2.0**-12
    flag = Polygon([(0, 0), (width, 0), (1, -5), (1, 15), (width, 10), (0, 10)])
    assert Sprite(2.0**39, collision=flag).aabb == (2.0**39, -5, 2.0**39 + 1, 15)


def test_a_square_with_corners_in_line_that_rounding_makes_hollow_is_as_large_as_it_was() -> None:
    ring = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    for k in range(8):
        for angle in range(1, 90):
            turned = Sprite(7.3, 3.1, collision=Polygon(ring[k:] + ring[:k]), angle=angle)
            assert Sprite(collision=turned.world_shapes).aabb == turned.aabb, (k, angle)

"""Faults of shapes that were found once, and stay away."""

from spritecol import Circle, Point, Polygon, Rect, Sprite, Triangle
from spritecol.tiles import shapes_from_tiles
from support.near import near


def test_a_holes_corner_that_geos_3_14_1_takes_for_lying_on_the_others_edge() -> None:
    polygon = Polygon(
        [(0.1, -0.1), (12.1, -0.1), (12.1, 11.9), (0.1, 11.9)],
        [[(3.1, 2.9), (1.1, 5.9), (4.1, 5.9)], [(2.1, 6.9), (0.1, 11.9), (8.1, 3.9)]],
    )
    assert near(sum(__import__("shapely").Polygon(piece).area for piece in polygon.pieces), polygon.geometry.area)


def test_a_point_on_a_seam_that_lies_in_line_with_two_edges_turned() -> None:
    step = Polygon([(0, 0), (1, 0), (1, -1), (2, -1), (2, 0), (3, 0), (3, 3), (0, 3)])
    assert all(Sprite(7, 3, angle=a, collision=step).hits(Sprite(7, 3, angle=a, collision=Point(1.25, 0))) for a in range(360)) is True


def test_a_turned_triangle_in_one_line_is_a_segment_in_world_space() -> None:
    flat = Sprite(29, 38, angle=17, scale_y=1.5, collision=Triangle(-3, 4, -6, 3, 0, 5))
    assert type(flat.world_shapes[0]).__name__ == "Segment"


def test_the_center_rounds_nothing_where_nothing_turns_or_grows() -> None:
    point = Sprite(0.1, 0.2, collision=Point(0, 0), center_x=1 / 3, center_y=1e9)
    assert point.world_shapes == (Point(0.1, 0.2),)


def test_a_tuple_with_lists_in_it_is_read_anew_each_time() -> None:
    numbers = [0, 0, 3, 3]
    sprite = Sprite(collision=(numbers, [0, 0, 5]))
    numbers[2] = 9
    sprite.collision = (numbers, [0, 0, 5])
    assert sprite.shapes == (Rect(0, 0, 10, 4), Circle(0, 0, 5))


def test_a_run_of_tiles_that_one_rect_cannot_end_right_is_two_that_overlap() -> None:
    size = 1 + 3 * 2**-52
    rects = shapes_from_tiles([[0, 0, 1, 1, 1, 1, 1]], size, 1)
    assert len(rects) == 2
    assert Sprite(collision=rects).aabb == (2 * size, 0, 7 * size, 1)


def test_a_polygons_upright_piece_that_is_two_roundings_wide_keeps_its_width_in_the_bounding_box() -> None:
    width = 2.0**-12
    flag = Polygon([(0, 0), (width, 0), (1, -5), (1, 15), (width, 10), (0, 10)])
    assert Sprite(2.0**39, collision=flag).aabb == (2.0**39, -5, 2.0**39 + 1, 15)

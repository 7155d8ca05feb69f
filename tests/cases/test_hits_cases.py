"""Faults of hits that were found once, and stay away."""

import pytest
from spritecol import Capsule, Circle, Ellipse, Rect, Segment, Sprite, Triangle
from support.near import near


def test_touching_is_no_hit() -> None:
    a, b = Sprite(0, 0, collision=Rect(0, 0, 8, 8)), Sprite(8, 0, collision=Rect(0, 0, 8, 8))
    assert a.hits(b) is False
    assert near(a.distance(b).normal, (-1, 0))
    with pytest.raises(ValueError, match="width"):
        Rect(0, 0, -1, 2)


def test_a_segment_that_is_exactly_r_away_from_a_capsules_own() -> None:
    assert Sprite(collision=Segment(3, -4, 0, 0)).hits(Sprite(collision=Capsule(3, -9, 9, -1, 3))) is False


def test_ellipses_that_touch_from_within_hit() -> None:
    outer = Sprite(collision=Ellipse(0, 0, 6, 4))
    assert [outer.hits(Sprite(collision=inner)) for inner in (Ellipse(3, 0, 3, 1), Ellipse(0, 0, 6, 2), Ellipse(0, 0, 6, 4))] == [
        True,
        True,
        True,
    ]
    assert Sprite(collision=Circle(0, 0, 5)).hits(Sprite(collision=Circle(3, 0, 2))) is True


def test_ellipses_side_by_side_along_an_axis() -> None:
    a, b = Sprite(collision=Ellipse(0, 0, 20, 1)), Sprite(21, 0, collision=Ellipse(0, 0, 1, 20))
    assert a.hits(b) is False
    assert Sprite(21 - 5e-8, 0, collision=b.shapes).hits(a) is True


def test_an_ellipse_well_inside_of_a_triangle_hits_it() -> None:
    assert Sprite(collision=Ellipse(20, 10, 2, 1)).hits(Sprite(collision=Triangle(0, 0, 60, 0, 20, 40))) is True


def test_a_slanted_segment_that_touches_a_corner_of_a_box_from_outside() -> None:
    assert Sprite(collision=Segment(0, 4, 4, 0)).hits(Sprite(collision=Rect(2, 2, 4, 4))) is False


def test_two_circles_between_the_rounded_and_the_exact_sum_of_their_radii() -> None:
    assert Sprite(collision=Circle(0, 0, 0.1)).hits(Sprite(collision=Circle(0.6, 0.8, 0.9))) is True


def test_the_point_of_contact_of_a_circle_in_a_larger_one_is_in_both() -> None:
    inner, outer = Sprite(3, 0, collision=Circle(0, 0, 2)), Sprite(collision=Circle(0, 0, 10))
    assert [contact.points for contact in (*inner.contacts(outer), *outer.contacts(inner))] == [((3, 0),)] * 2


def test_either_end_of_a_stretched_capsule_meets_the_middle_of_another_one() -> None:
    lying = Sprite(collision=Capsule(-20, 0, 20, 0, 2), scale_x=2)

    def upright(first, second):
        return Sprite(collision=Capsule(0, first, 0, second, 2), scale_x=2)

    assert [one.hits(other) for way in ((30, 3), (3, 30)) for one, other in ((lying, upright(*way)), (upright(*way), lying))] == [True] * 4
    assert lying.hits(upright(30, 5)) is False


def test_stretched_capsules_touch_as_they_would_unstretched() -> None:
    one, other = Capsule(0, 0, 4, 3, 5), Capsule(-4, 4, 0, 7, 5)
    assert [
        Sprite(-20, 8, scale_y=sy, collision=one).hits(Sprite(-8, y, angle=180, scale_y=sy, collision=other))
        for sy, y in ((1, 12), (2, 16))
    ] == [False, False]

"""Faults of hits that were found once, and stay away."""

import pytest
from cases.by_hand import ball, box, near

from spritecol import Capsule, Circle, Ellipse, Rect, Segment, Sprite, Triangle


def hits(one, other) -> bool:
    """Whether two shapes hit, at (0, 0)."""
    return Sprite(collision=one).hits(Sprite(collision=other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            Segment(3, -4, 0, 0), Capsule(3, -9, 9, -1, 3), id="segment just as far as a capsule"
        ),
        pytest.param(Segment(0, 4, 4, 0), Rect(2, 2, 4, 4), id="segment at a corner of a box"),
        pytest.param(
            Ellipse(0, 0, 20, 1), Ellipse(21, 0, 1, 20), id="ellipses side by side on an axis"
        ),
    ],
)
def test_touching_from_outside_is_not_a_hit(one, other):
    assert not hits(one, other)
    assert not hits(other, one)


def test_boxes_that_touch_have_the_normal_of_their_sides() -> None:
    left, right = box(0, 0, 8, 8), box(8, 0, 8, 8)
    assert not left.hits(right)
    assert left.distance(right).normal == near(-1, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(Ellipse(0, 0, 6, 4), Ellipse(3, 0, 3, 1), id="ellipse at the end of another"),
        pytest.param(Ellipse(0, 0, 6, 4), Ellipse(0, 0, 6, 2), id="ellipse as wide as another"),
        pytest.param(Ellipse(0, 0, 6, 4), Ellipse(0, 0, 6, 4), id="equal ellipses"),
        pytest.param(Circle(0, 0, 5), Circle(3, 0, 2), id="circles"),
        pytest.param(
            Ellipse(20, 10, 2, 1), Triangle(0, 0, 60, 0, 20, 40), id="ellipse well in a triangle"
        ),
    ],
)
def test_what_is_inside_hits_even_if_it_touches_the_outline(one, other):
    assert hits(one, other)
    assert hits(other, one)


def test_ellipses_side_by_side_hit_a_little_nearer() -> None:
    upright = Sprite(21 - 5e-8, 0, collision=Ellipse(0, 0, 1, 20))
    assert upright.hits(Sprite(collision=Ellipse(0, 0, 20, 1)))


def test_circles_between_the_rounded_and_the_exact_sum_of_their_radii_hit() -> None:
    assert ball(0, 0, 0.1).hits(ball(0.6, 0.8, 0.9))


@pytest.mark.parametrize(("start", "end"), [(30, 3), (3, 30)], ids=["downward", "upward"])
def test_either_end_of_a_stretched_capsule_meets_the_middle_of_another_one(start, end):
    lying = Sprite(collision=Capsule(-20, 0, 20, 0, 2), scale_x=2)
    upright = Sprite(collision=Capsule(0, start, 0, end, 2), scale_x=2)
    assert lying.hits(upright)
    assert upright.hits(lying)


def test_a_stretched_capsule_whose_end_is_too_far_from_another_one_does_not_hit() -> None:
    lying = Sprite(collision=Capsule(-20, 0, 20, 0, 2), scale_x=2)
    assert not lying.hits(Sprite(collision=Capsule(0, 30, 0, 5, 2), scale_x=2))


@pytest.mark.parametrize(("scale_y", "y"), [(1, 12), (2, 16)], ids=["as they are", "stretched"])
def test_stretched_capsules_touch_as_they_would_unstretched(scale_y, y):
    one = Sprite(-20, 8, scale_y=scale_y, collision=Capsule(0, 0, 4, 3, 5))
    other = Sprite(-8, y, angle=180, scale_y=scale_y, collision=Capsule(-4, 4, 0, 7, 5))
    assert not one.hits(other)

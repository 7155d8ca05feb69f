"""Faults of sprites that were found once, and stay away."""

import pytest
from cases.by_hand import ball, box

from spritecol import Group

any_corners = pytest.mark.parametrize(
    "corners",
    [(10, 10, 50, 50), (50, 10, 10, 50), (10, 50, 50, 10), (50, 50, 10, 10)],
    ids=["in order", "right first", "bottom first", "both"],
)


@any_corners
def test_a_box_is_two_corners_in_any_order(corners):
    tile, far = box(20, 20, 4, 4), box(90, 20, 4, 4)
    group = Group(tile, far)
    assert group.query_box(*corners) == [tile]
    assert group.query_outside(*corners) == [far]
    assert group.box_indices([corners]).tolist() == [[0, 0]]
    assert Group().query_box(*corners) == []


def test_a_move_is_true_if_it_met_something() -> None:
    player, wall = ball(0, 0, 5), ball(6, 0, 5)
    assert player.depenetrate(wall)
    assert not player.depenetrate(wall)
    assert not player.move_and_slide(-3, 0, wall)
    assert player.move_and_slide(30, 0, wall)


def test_a_velocity_bounces_as_two_numbers_or_by_name() -> None:
    wall = box(20, 0, 9, 9)
    assert box(0, 0, 9, 9).sweep(40, 0, wall).bounce(3, vy=4) == (-3, 4)
    assert Group(wall).raycast(0, 4, 90, 4).bounce(3, 4) == (-3, 4)

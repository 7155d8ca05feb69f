"""Faults of sprites that were found once, and stay away."""

from spritecol import Circle, Group, Rect, Sprite


def test_a_box_is_two_corners_in_any_order() -> None:
    tile, far = Sprite(20, 20, collision=Rect(0, 0, 4, 4)), Sprite(90, 20, collision=Rect(0, 0, 4, 4))
    group = Group(tile, far)
    boxes = [(10, 10, 50, 50), (50, 10, 10, 50), (10, 50, 50, 10), (50, 50, 10, 10)]
    assert [group.query_box(*box) for box in boxes] == [[tile]] * 4
    assert [group.query_outside(*box) for box in boxes] == [[far]] * 4
    assert [group.box_indices([box]).tolist() for box in boxes] == [[[0, 0]]] * 4
    assert Group().query_box(50, 0, 10, 10) == []


def test_a_move_is_true_if_it_met_something() -> None:
    player, wall = (Sprite(x, 0, collision=Circle(0, 0, 5)) for x in (0, 6))
    assert bool(player.depenetrate(wall)) is True
    assert bool(player.depenetrate(wall)) is False
    assert bool(player.move_and_slide(-3, 0, wall)) is False
    assert bool(player.move_and_slide(30, 0, wall)) is True


def test_a_velocity_bounces_as_two_numbers_or_by_name() -> None:
    wall = Sprite(20, 0, collision=Rect(0, 0, 9, 9))
    hit = Sprite(collision=Rect(0, 0, 9, 9)).sweep(40, 0, wall)
    assert hit.bounce(3, vy=4) == (-3, 4)
    assert Group(wall).raycast(0, 4, 90, 4).bounce(3, 4) == (-3, 4)

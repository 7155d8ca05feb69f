"""Mistakes without a message do what the page on trouble says, and what it advises helps."""

from typing import Any

from spritecol import CharacterController, Circle, Group, Overlaps, Rect, Sprite, Vec2

FLOOR = Rect(0, 0, 400, 20)
BODY = Rect(-8, -28, 16, 28)


def test_an_enemy_on_no_layer_falls_unless_its_own_mask_alone_counts() -> None:
    floor = Sprite(0, 100, collision=FLOOR)
    for layer, mask in ((0, 1), (2, 1)):
        floor.collision_mask = 4
        enemy = Sprite(50, 90, collision=BODY, collision_layer=layer, collision_mask=mask)
        enemy.move_and_slide(0, 5, floor, mask=enemy.collision_mask)
        enemy.move_and_slide(0, 50, floor, mask=enemy.collision_mask)
        assert enemy.y == 100
        enemy.move_and_slide(0, 50, floor)
        assert enemy.y == 150


def test_a_laser_that_is_placed_at_angles_misses_what_is_between_them() -> None:
    ship = Sprite(*Vec2.from_angle(4.5, 290), collision=Circle(0, 0, 3))
    placed, turned = (Sprite(collision=Rect(0, -1, 300, 2)) for _ in "ab")
    seen = [False, False]
    for _ in range(4):
        placed.angle += 3
        seen[0] |= placed.hits(ship)
        seen[1] |= turned.sweep(0, 0, ship, turn=3, hit_from_inside=True) is not None
        turned.angle += 3
    assert seen == [False, True]


def test_a_rider_without_a_controller_is_left_behind() -> None:
    lift = Sprite(0, 100, collision=FLOOR)
    rider, walker = Sprite(50, 100, collision=BODY), Sprite(150, 100, collision=BODY)
    controller = CharacterController(walker)
    for _ in range(3):
        rider.move_and_slide(0, 1, lift, up=(0, -1))
        controller.move(0, 1, lift)
        lift.position += (2, -1)
    assert rider.hits(lift)
    controller.move(0, 1, lift)
    assert not walker.hits(lift)
    assert (rider.x, walker.x) == (50, 156)


def test_a_walker_in_a_one_way_platform_hits_it() -> None:
    platform = Sprite(0, 100, collision=Rect(0, 0, 400, 20, one_way=(0, -1)))
    walker = CharacterController(Sprite(50, 110, collision=BODY))
    walker.move(0, -1, platform)
    assert walker.sprite.hits(platform)
    assert not walker.on_floor


def test_a_function_of_overlaps_is_called_for_both_sides() -> None:
    calls: list[Any] = []
    door, hero = (Sprite(collision=BODY) for _ in "ab")
    watch = Overlaps(door, Group(hero), enter=lambda own, other: calls.append((own, other)))
    assert watch.update().entered == [(door, hero)]
    assert calls == [(door, hero), (hero, door)]

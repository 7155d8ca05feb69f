"""Faults of worlds that were found once, and stay away."""

import copy

import pytest
from cases.by_hand import ball, box

from spritecol import CharacterController, Circle, Group, History, Overlaps, Sprite, World


def test_a_setting_of_a_walker_is_a_float_from_the_start_as_it_comes_back() -> None:
    walker = CharacterController(box(0, 0, 9, 9), max_floor_angle=45)
    assert repr(walker.max_floor_angle) == "45.0"
    walker.max_floor_angle = 50
    assert repr(walker.max_floor_angle) == "50.0"


# --- what is in reach -----------------------------------------------------------------------------


def test_the_sprites_of_pairs_are_in_reach_and_pairs_count() -> None:
    one, other = ball(0, 0, 8), ball(5, 0, 8)
    watch = Overlaps(one, [other])
    world = World(watch)
    empty = world.save()
    assert repr(world) == "<World of 1 members>"
    assert repr(empty) == "<Snapshot of 1 objects>"
    assert watch.update()
    full = world.save()
    assert repr(full) == "<Snapshot of 3 objects>"
    assert {change.column for change in empty.differences(full)} == {"memory", "present"}
    other.x = 3
    world.restore(full)
    assert other.x == 5.0
    world.restore(empty)
    assert watch.pairs == []
    assert not other.vanished


def test_sprites_that_attributes_name_are_in_reach_also_by_each_other() -> None:
    class Shot(Sprite):
        aim = None

    leader, target, last = Shot(1), Shot(2), Shot(3)
    leader.aim, target.aim = target, (last, leader)
    world = World(leader, attributes=["aim"])
    saved = world.save()
    assert repr(saved) == "<Snapshot of 3 objects>"
    last.x, target.aim = 50, None
    assert repr(world.save()) == "<Snapshot of 2 objects>"
    world.restore(saved)
    assert last.x == 3.0
    assert target.aim == (last, leader)


def test_an_attribute_that_bytes_cannot_hold_stays() -> None:
    class Match:
        note = None

    one, other = Match(), Match()
    one.note, other.note = object(), object()
    held = other.note
    here = World(other, attributes=["note"])
    here.load(World(one, attributes=["note"]).save().to_bytes())
    assert other.note is held


# --- what leaves and comes back -------------------------------------------------------------------


def test_what_left_between_two_saves_comes_back_right() -> None:
    coin = Sprite(5)
    group = Group(coin)
    world = World(group)
    inside = world.save()
    group.discard(coin)
    coin.x = 70
    outside = world.save()
    world.restore(inside)
    assert (coin.x, coin in group) == (5.0, True)
    world.restore(outside)
    assert (coin.x, coin in group, coin.vanished) == (70.0, False, False)
    coin.vanish()
    gone = world.save()
    world.restore(inside)
    assert not coin.vanished
    world.restore(gone)
    assert coin.vanished


def test_a_sprite_that_was_added_again_before_anybody_looked_is_at_the_end() -> None:
    sprites = [Sprite(k) for k in range(4)]
    outside, world = Group(sprites), World(*sprites)
    before = world.save()
    sprites[2].vanish()
    world.restore(before)
    outside.add(sprites[2])
    assert outside.x.tolist() == [0, 1, 3, 2]


def test_what_is_dropped_bit_by_bit_in_a_look_within_a_look_keeps_its_place() -> None:
    balls, team = Group(Sprite(0)), Group()
    history = History(World(balls))
    history.record()
    balls.add(Sprite(1))
    history.record()
    balls.add(Sprite(2))
    strangers = [Sprite(7), Sprite(8), Sprite(9)]
    team.add(Group(Sprite(-1)), *balls, *strangers)
    for stranger in strangers:
        with history.at(0):
            with history.at(1):
                len(team)
                stranger.vanish()
                len(team)
                team.add(Sprite(5 + stranger.x))
            len(team)
    assert team.x.tolist() == [-1, 0, 1, 2, 12, 13, 14]


def test_what_is_done_with_other_groups_while_looking_back_stays() -> None:
    balls, team, mixed = Group(Sprite(0)), Group(), Group()
    history = History(World(balls))
    history.record()
    balls.add(Sprite(k) for k in range(1, 6))
    team.add(*balls)
    mixed.add(balls, *balls)
    one = balls[0]
    with history.at(0):
        for group in (team, mixed):
            assert group.x.tolist() == [0]
            group.discard(one)
            group.add(Sprite(9))
    assert team.x.tolist() == [1, 2, 3, 4, 5, 9]
    mixed.discard(balls)
    assert mixed.x.tolist() == [1, 2, 3, 4, 5, 9]
    assert balls.x.tolist() == [0, 1, 2, 3, 4, 5]


def test_what_walks_through_targets_may_restore() -> None:
    class Ball(Sprite):
        collision = Circle(0, 0, 8)

    balls = [Ball(9 * k) for k in range(4)]
    inside, other = Group(balls[:2]), Group(balls[2:])
    world = World(inside, other)
    start = world.save()

    def targets():
        yield balls[1]
        balls[2].vanish()
        world.restore(start)
        yield other
        balls[1].vanish()
        saved = world.save()
        world.restore(start)
        world.restore(saved)
        yield [balls[2], balls[3]]

    found = balls[0].check(targets())
    assert balls[1] not in found
    world.restore(start)
    assert balls[0].check(targets()) == found


# --- copies ---------------------------------------------------------------------------------------


class Game:
    """Has a World of which it is a member itself."""

    score = 3

    def __init__(self) -> None:
        self.balls = Group(Sprite(k) for k in range(3))
        self.world = World(self.balls, self, columns=["score"])


def test_a_world_is_copied_with_its_members_of_which_it_may_be_one() -> None:
    game = Game()
    first = game.world.save()
    twin = copy.deepcopy(game)
    assert twin.world is not game.world
    assert twin.world.digest() == game.world.digest()
    game.balls.x += 1
    assert twin.balls.x.tolist() == [0, 1, 2]
    assert twin.world.digest() == first.digest()


def test_while_looking_back_a_copy_is_one_of_then() -> None:
    game = Game()
    history = History(game.world)
    history.record()
    game.balls.x += 1
    with history.at(0):
        of_then = copy.deepcopy(game)
    assert of_then.balls.x.tolist() == [0, 1, 2]


def test_a_snapshot_belongs_to_its_world_and_is_copied_as_bytes() -> None:
    game = Game()
    history = History(game.world)
    first = history.record()
    with pytest.raises(ValueError, match=r"another World"):
        game.world.restore(copy.deepcopy(game).world.save())
    with pytest.raises(ValueError, match=r"another World"):
        copy.copy(game.world).restore(first)
    with pytest.raises(TypeError, match="to_bytes"):
        copy.deepcopy(first)
    with pytest.raises(TypeError, match="to_bytes"):
        copy.deepcopy(history)

"""Faults of worlds that were found once, and stay away."""

import copy

import pytest
from cases.by_hand import ball, box

from spritecol import CharacterController, Group, History, Overlaps, Sprite, World


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


# --- copies ---------------------------------------------------------------------------------------


class Game:
    """Has a World of which it is a member itself."""

    score = 3

    def __init__(self) -> None:
        self.balls = Group(Sprite(k) for k in range(3))
        self.world = World(self.balls, self, columns=["score"])


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

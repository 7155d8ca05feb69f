"""`to_bytes` tells of what a state refers to and is no member: another process may not have it.

The law compares what is told with what a second World, of the same members as they were made, lacks
when it loads the bytes.
"""

import random
import warnings
from typing import Any

import pytest

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Rect,
    Snapshot,
    Sprite,
    SpritecolWarning,
    World,
)


class Hero(Sprite):
    collision = Rect(-4, -8, 8, 8)
    target: Any = None
    friends: Any = ()
    walker: Any = None
    watch: Any = None


class Tile(Sprite):
    collision = Rect(0, 0, 40, 10)


class Shot(Sprite):
    collision = Circle(0, 0, 3)


class Watch(Overlaps):
    pass


class Match:
    winner: Any = None


NAMES = ("target", "friends", "walker", "watch", "winner")


def first_told(snapshot: Snapshot) -> str | None:
    """The first warning of a snapshot's bytes. As an error it is not told, so it comes again."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", SpritecolWarning)
        try:
            snapshot.to_bytes()
        except SpritecolWarning as told:
            return str(told).partition(" is not a member of the World")[0]
    return None


def standing(floor: Sprite, sprite: Any = None) -> Any:
    """A walker that stands on a floor at (0, 20)."""
    walker = CharacterController(Hero(20, 0) if sprite is None else sprite)
    for _ in range(20):
        walker.move(0, 3, floor)
    assert walker.floor is floor
    return walker


def of_attribute() -> tuple[World, str | None]:
    hero = Hero()
    hero.target = Tile()
    return World(hero, attributes=NAMES), "Hero.target"


def of_tuple() -> tuple[World, str | None]:
    hero = Hero()
    hero.friends = ("Bo", (Tile(), 3), Tile())
    return World(hero, attributes=NAMES), "a sprite in Hero.friends"


def of_object() -> tuple[World, str | None]:
    match = Match()
    match.winner = Hero()
    return World(match, attributes=NAMES), "Match.winner"


def of_member_of_a_group() -> tuple[World, str | None]:
    shots = Group(Hero(), Group(Hero()))
    list(shots.query_box(-9, -9, 9, 9))[1].target = Tile()
    return World(shots, attributes=NAMES), "Hero.target"


def floor_of_an_attribute() -> tuple[World, str | None]:
    hero = Hero(20, 0)
    hero.walker = standing(Tile(0, 20), hero)
    return World(hero, attributes=NAMES), "the floor of Hero.walker"


def floor_of_a_member() -> tuple[World, str | None]:
    hero = Hero(20, 0)
    hero.walker = standing(Tile(0, 20), hero)
    return World(hero, hero.walker), "the floor of Hero.walker"


def floor_of_a_member_without_a_name() -> tuple[World, str | None]:
    hero = Hero(20, 0)
    walker = standing(Tile(0, 20), hero)
    return World(hero, walker), "the floor of the CharacterController of Hero"


def sprite_of_a_controller() -> tuple[World, str | None]:
    floor = Tile(0, 20)
    return World(standing(floor), floor), "the sprite of the CharacterController of Hero"


def near_a_controller() -> tuple[World, str | None]:
    floor, wall, hero = Tile(0, 20), Tile(26, -40, scale_y=6), Hero(20, 0)
    hero.walker = CharacterController(hero)
    for _ in range(20):
        hero.walker.move(1, 3, [floor, wall])
    assert hero.walker.on_wall
    return World(hero, floor, attributes=NAMES), "a sprite near Hero.walker"


def pair_of_a_member() -> tuple[World, str | None]:
    shot, hero = Shot(), Hero()
    watch = Watch(shot, hero)
    watch.update()
    return World(hero, watch), "a sprite of the Watch"


def pair_of_an_attribute() -> tuple[World, str | None]:
    hero = Hero()
    hero.watch = Overlaps(hero, Shot())
    hero.watch.update()
    return World(hero, attributes=NAMES), "a sprite of Hero.watch"


def way_of_an_overlaps() -> tuple[World, str | None]:
    hero = Hero()
    hero.watch = Overlaps(hero, Shot(900), swept=True)
    hero.watch.update()
    return World(hero, attributes=NAMES), "a sprite of Hero.watch"


def all_are_members() -> tuple[World, str | None]:
    hero, tile, shots, match = Hero(20, 0), Tile(0, 20), Group(Shot(20, -2)), Match()
    hero.walker, hero.watch = standing(tile, hero), Overlaps(hero, shots, swept=True)
    hero.watch.update()
    hero.target, hero.friends, match.winner = shots[0], (tile, ("Bo", hero)), hero
    return World(Group(hero, shots), match, Group(tile), attributes=NAMES), None


def what_lets_go_by_itself() -> tuple[World, str | None]:
    """An Overlaps and a walker refer to what has vanished until they are asked again."""
    hero, tile, shot = Hero(20, 0), Tile(0, 20), Shot(20, -2)
    hero.walker, hero.watch = standing(tile, hero), Overlaps(hero, shot)
    hero.watch.update()
    shot.vanish()
    tile.vanish()
    return World(hero, attributes=NAMES), None


def what_has_vanished_and_is_named() -> tuple[World, str | None]:
    hero, shot = Hero(), Shot()
    hero.target = shot
    shot.vanish()
    return World(hero, attributes=NAMES), (
        "Hero.target has vanished, and another process may not have it: refer to it no longer"
    )


def another_attribute() -> tuple[World, str | None]:
    """What is not saved refers to nothing."""
    hero = Hero()
    hero.target = Tile()
    return World(hero, attributes=["friends"]), None


KINDS = [
    of_attribute,
    of_tuple,
    of_object,
    of_member_of_a_group,
    floor_of_an_attribute,
    floor_of_a_member,
    floor_of_a_member_without_a_name,
    sprite_of_a_controller,
    near_a_controller,
    pair_of_a_member,
    pair_of_an_attribute,
    way_of_an_overlaps,
    all_are_members,
    what_lets_go_by_itself,
    what_has_vanished_and_is_named,
    another_attribute,
]


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_named_who_refers_by_what(kind: Any) -> None:
    world, wanted = kind()
    assert first_told(world.save()) == wanted


def test_each_is_told_once_and_says_what_to_do() -> None:
    class Runner(Hero):
        pass

    hero, other, tile = Runner(20, 0), Runner(), Tile(0, 20)
    hero.walker, hero.target, other.target = standing(tile, hero), other, Shot()
    world = World(hero, attributes=["target", "walker"])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", SpritecolWarning)
        for _ in range(2):
            world.save().to_bytes()
    assert {one.filename for one in told} == {__file__}
    assert [str(one.message) for one in told] == [
        f"{what} is not a member of the World, so another process may not have it: add it to the "
        "members, or refer to it no longer"
        for what in ("Runner.target", "the floor of Runner.walker")
    ]
    others = [other, other.target, tile]
    for members in ([hero, *others], [hero, Group(Group(others))]):
        assert first_told(World(*members, attributes=NAMES).save()) is None


def test_it_is_that_of_the_save() -> None:
    hero, tile = Hero(), Tile()
    world = World(hero, attributes=NAMES)
    before = world.save()
    hero.target = tile
    after = world.save()
    tile.vanish()
    hero.target = None
    assert first_told(before) is None
    assert first_told(after) == "Hero.target"


class Game:
    """A hero among others, some of whom are members of its World."""

    def __init__(self, kind: type[Hero], members: int) -> None:
        self.hero = kind(20, 0)
        self.others = [Hero(60, 0), Tile(0, 20), Tile(40, 20), Shot(20, -2)]
        some = [other for k, other in enumerate(self.others) if members >> k & 1]
        self.world = World(self.hero, *some, attributes=NAMES)

    def play(self, dice: random.Random) -> None:
        """Let the hero refer to some."""
        hero, (one, other) = self.hero, dice.sample(self.others, 2)
        match dice.randrange(4):
            case 0:
                hero.target = one
            case 1:
                hero.friends = (1, (one, other))
            case 2:
                hero.walker = CharacterController(hero)
                hero.walker.move(0, 13, [one, other])
            case _:
                hero.watch = Overlaps(hero, [one, other])
                hero.watch.update()


def test_told_exactly_where_another_process_lacks_something() -> None:
    counts = [0, 0]
    for seed in range(200):
        dice = random.Random(seed)
        kind = type(f"Hero{seed}", (Hero,), {})  # so that no other game has told it
        game, other = (Game(kind, members) for members in [dice.randrange(16)] * 2)
        for _ in range(dice.randrange(4)):
            game.play(dice)
        if game.hero.watch is not None:  # which bytes can't make
            other.hero.watch = Overlaps(other.hero, [])
        snapshot = game.world.save()
        told = first_told(snapshot)
        if told is None:
            other.world.load(snapshot.to_bytes())
            assert other.world.digest() == snapshot.digest()
        else:
            with pytest.raises(ValueError, match="lacks objects"):
                other.world.load(snapshot.to_bytes())
        counts[told is None] += 1
    assert min(counts) > 30, counts

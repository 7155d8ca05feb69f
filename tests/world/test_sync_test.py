"""`sync_test` finds each kind of state that a World was not told of."""

import itertools
import random
from array import array
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from world.changes import ALONE, WRITTEN, column_of

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Number,
    Overlaps,
    Rect,
    Sprite,
    SpritecolWarning,
    World,
)
from spritecol.paths import Paths
from spritecol.testing import sync_test


class Ball(Sprite):
    collision = Circle(0, 0, 5)
    vx = Number(1.0)
    bounces = 0
    seen: Any = None


class Bag:
    """A helper."""

    def __init__(self) -> None:
        self.gold = 0
        self.names: tuple[str, ...] = ()


class Hero(Sprite):
    """With whatever a test gives it."""

    collision = Rect(0, 0, 10, 20)

    def __init__(self, x: float = 0, y: float = 0, **rest: Any) -> None:
        super().__init__(x, y)
        vars(self).update(rest)


class Slim(Sprite):
    __slots__ = ("_seen", "bounces")


@pytest.mark.parametrize("given", [{"back": 1}, {"back": 2}, {}, {"back": 30}], ids=str)
@pytest.mark.parametrize("joins", [False, True])
def test_each_frame_is_played_again_from_so_many_frames_back(
    given: dict[str, int], joins: bool
) -> None:
    """And once more from bytes, if something can be made."""
    ball, played = Ball(), list[int]()

    def update(frame: int) -> None:
        assert ball.x == frame
        ball.x += 1
        played.append(frame)

    sync_test(World(ball), update, 12, make=(lambda name: Ball()) if joins else None, **given)
    wanted, back = [], given.get("back", 5)
    for frame in range(12):
        again = range(max(0, frame + 1 - back), frame + 1)
        wanted += [frame, *again, *(again if joins else ())]
    assert played == wanted


# --- what is forgotten ---------------------------------------------------------------------------


class Game:
    def __init__(self) -> None:
        self.balls = Group(Ball(k, 0, collision=Circle(0, 0, 4)) for k in range(5))
        self.rng = random.Random(3)
        self.state: Any = self.rng.getstate()
        self.count = 0

    def update(self, frame: int) -> None:
        self.balls.x += self.balls.column("vx") * (frame % 3)
        if frame % 5 == 0:
            self.balls.add(Ball(frame))
        if frame % 7 == 0:
            self.balls[0].vanish()


def forgets_a_number(game: Game, frame: int) -> None:
    game.balls[0].bounces += 1


def forgets_a_list(game: Game, frame: int) -> None:
    game.balls[0].seen = [*(game.balls[0].seen or ()), frame]


def counts(game: Game, frame: int) -> None:
    game.count += 1
    game.balls.x += game.count


def uses_random(game: Game, frame: int) -> None:
    game.balls[0].vx = game.rng.random()


BAD: dict[Callable[[Game, int], None], str] = {
    forgets_a_number: "does not save: Ball.bounces",
    forgets_a_list: "does not save: Ball.seen",
    counts: "ended differently: .*x",
    uses_random: "ended differently: .*vx",
}


@pytest.mark.parametrize("act", BAD)
def test_what_is_forgotten_is_told(act: Callable[[Game, int], None]) -> None:
    game = Game()

    def update(frame: int) -> None:
        game.update(frame)
        act(game, frame)

    with pytest.raises(AssertionError, match=BAD[act]):
        sync_test(World(game.balls), update, 12)


def test_what_is_saved_passes() -> None:
    game = Game()

    def update(frame: int) -> None:
        game.update(frame)
        forgets_a_number(game, frame)
        game.rng.setstate(game.state)
        uses_random(game, frame)
        game.state = game.rng.getstate()

    world = World(game.balls, game, columns=["bounces"], attributes=["state"])
    sync_test(world, update, 30, back=8, ignore=["rng"])
    with pytest.raises(AssertionError, match=r"Game\.rng"):
        sync_test(world, update, 2)


def test_what_is_forgotten_in_a_slot_is_told() -> None:
    slim = Slim()

    def update(frame: int) -> None:
        slim.bounces = frame // 2
        slim._seen = None

    with pytest.raises(AssertionError, match=r"save: Slim\._seen \(.*\), Slim\.bounces \("):
        sync_test(World(slim), update, 12)
    sync_test(World(slim, columns=["bounces"], attributes=["_seen"]), update, 12)


@pytest.mark.parametrize("helps", [False, True])
def test_an_object_whose_class_changes_is_told(helps: bool) -> None:
    calm, angry = (type(name, (Ball,), {}) for name in ("Calm", "Angry"))
    asleep, awake = (type(name, (), {}) for name in ("Asleep", "Awake"))
    sprite: Any = calm()
    sprite.mind = asleep()

    def update(frame: int) -> None:
        if helps:
            sprite.mind.__class__ = (asleep, awake)[frame % 2]
        else:
            sprite.__class__ = (calm, angry)[frame % 2]

    with pytest.raises(AssertionError, match=r"frame 1 .* A\w+\.__class__"):
        sync_test(World(sprite), update, 12)


IN_PLACE: dict[str, tuple[Callable[[], Any], Callable[[Any], object], str]] = {
    "list": (list, lambda v: v.append(1), "tuple instead of a list"),
    "deep list": (lambda: [[[0]]], lambda v: v[0][0].append(1), "tuple instead of a list"),
    "dict": (dict, lambda v: v.update(a=1), "tuple instead of a dict"),
    "set": (set, lambda v: v.add(1), "tuple instead of a set"),
    "deque": (deque, lambda v: v.append(1), "tuple instead of a deque"),
    "array": (lambda: array("d", [1]), lambda v: v.append(2), "tuple instead of a array"),
    "bytearray": (bytearray, lambda v: v.append(2), "tuple instead of a bytearray"),
    "ndarray": (lambda: np.zeros(2), lambda v: v.fill(3), "tuple instead of a ndarray"),
    "Vector2": (
        lambda: pytest.importorskip("pygame").Vector2(1, 2), lambda v: v.update(3, 4),
        "tuple instead of a Vector2",
    ),
    "Random": (lambda: random.Random(1), lambda v: v.random(), "a tuple of its state"),
    "Generator": (
        lambda: np.random.default_rng(1), lambda v: v.random(), "a tuple of its state",
    ),
    "RandomState": (
        lambda: np.random.RandomState(1), lambda v: v.rand(), "a tuple of its state",
    ),
    "Group": (Group, lambda v: v.add(Sprite()), "make the Group a member"),
    "Bag": (Bag, lambda v: setattr(v, "gold", 1), "Bag.gold of Hero.thing (make the Bag a m"),
    "Bags": (lambda: [(Bag(),)], lambda v: setattr(v[0][0], "gold", 1), "Bag.gold of Hero.thing"),
    "Bag's names": (Bag, lambda v: setattr(v, "names", ("a",)), "and name it in attributes)"),
    "walker": (
        lambda: CharacterController(Hero(0, 0), snap=4),
        lambda v: v.move(0, 9, Sprite(-9, 22, collision=Rect(0, 0, 50, 9))),
        "Hero.thing (name it in attributes)",
    ),
    "settings": (
        lambda: CharacterController(Hero(0, 0)), lambda v: setattr(v, "step", 3), "Hero.thing",
    ),
    "Overlaps": (
        lambda: Overlaps(Hero(0, 0), Group(Hero(2, 2))), lambda v: v.update(), "Hero.thing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", IN_PLACE)
@pytest.mark.parametrize("place", ["sprite", "object", "owner of update"])
def test_what_changes_in_place_is_told_with_the_remedy(kind: str, place: str) -> None:
    """Held by a member, or by an object whose method plays the game."""
    make, change, remedy = IN_PLACE[kind]

    class Play:
        score = 0

        def __init__(self) -> None:
            self.hero: Any = Hero()
            self.holder: Any = self.hero if place == "sprite" else self
            self.holder.thing = make()
            members = [self.hero] if place == "owner of update" else [self.hero, self]
            self.world = World(*members, columns=["score"][: len(members) - 1])

        def play(self, frame: int) -> None:
            if frame == 1:
                change(self.holder.thing)

    play = Play()
    with pytest.raises(AssertionError) as caught:
        sync_test(play.world, play.play, 3)
    told = str(caught.value)
    assert told.startswith("frame 1 changes what the World does not save: ")
    if place == "owner of update" and "Bag" not in kind:
        assert "Play.thing (make the Play a member, and " in told
    else:
        assert (remedy if place == "sprite" else remedy.replace("Hero", "Play")) in told
    for name in ["thing", "Bag"][: 1 + ("Bag" in kind)]:
        play = Play()
        sync_test(play.world, play.play, 3, ignore=[name, "Hero"])


def numbers() -> Any:
    yield from range(100)


@pytest.mark.parametrize("place", ["sprite", "helper", "owner of update"])
@pytest.mark.parametrize("make", [itertools.count, lambda: iter([1, 2]), numbers])
@pytest.mark.parametrize("wrap", [lambda one: one, lambda one: [(one,)], lambda one: {"a": one}])
def test_iterators_are_told(place: str, make: Any, wrap: Any) -> None:
    """Their places can't be seen, so whether they have been asked for more does not count."""

    class Play:
        def __init__(self) -> None:
            self.hero: Any = Hero(bag=Bag())
            holder = {"sprite": self.hero, "helper": self.hero.bag}.get(place, self)
            holder.ids = wrap(make())

        def play(self, frame: int) -> None:
            pass

    play = Play()
    with pytest.raises(AssertionError, match=r"\.ids.* an iterator whose position"):
        sync_test(World(play.hero), play.play, 2)
    sync_test(World(play.hero), play.play, 2, ignore=["ids"])


class Walk(CharacterController):
    fall = 0


class Watch(Overlaps):
    fall = 0


@pytest.mark.parametrize("is_member", [False, True])
@pytest.mark.parametrize("make", [Walk, Watch, lambda hero: Bag()])
def test_what_is_named_of_what_is_held_is_saved(
    make: Callable[[Any], Any], is_member: bool
) -> None:
    """Of controllers, Overlaps and helpers."""
    hero: Any = Hero()
    hero.bag = make(hero)
    hero.bag.fall = 0
    is_member |= isinstance(hero.bag, Bag)
    roles: dict[str, Any] = {"attributes": [] if isinstance(hero.bag, Bag) else ["bag"]}

    def update(frame: int) -> None:
        hero.bag.fall += frame

    members = [hero, hero.bag][: 1 + is_member]
    sync_test(World(*members, columns=["fall"], **roles), update, 5)
    hero.bag.gold = 0
    with pytest.raises(AssertionError, match=r"\.fall \(name it in columns\)$"):
        sync_test(World(*members, columns=["gold"], **roles), update, 5)


# --- sprites that are no members -----------------------------------------------------------------


class Picture:
    """Whatever a game draws by."""

    width, height = 3, 4


class Door(Hero):
    vx = Number(1.0)
    hp = Number(4, int)


CHANGES: dict[str, tuple[Callable[[Any], object], str]] = {
    name: (lambda s, given=given: setattr(s, *given), column_of(name))  # type: ignore[misc]
    for name, given in ALONE.items()
    if given[0] != "armor"
}
CHANGES |= {
    "y by a column": (lambda s: setattr(Group(s), "y", 7), "y"),
    "layer by a column": (lambda s: setattr(Group(s), "collision_layer", 4), "collision_layer"),
    "vanish": (lambda s: s.vanish(), "vanished"),
    "no shapes": (lambda s: setattr(s, "collision", []), "shapes"),
    "image": (lambda s: setattr(s, "image", Picture()), "image, image_size"),
    "several": (lambda s: (setattr(s, "z", 3), setattr(s, "x", 2)), "x, z"),
}
HOLDERS: dict[str, Callable[[Any, Any], Any]] = {
    "nobody": lambda game, door: None,
    "attribute": lambda game, door: door,
    "list": lambda game, door: [door],
    "Group": lambda game, door: Group(door),
    "zone": lambda game, door: Overlaps(game.hero, door),
}


DOORS = [(how, "attribute", False) for how in CHANGES]
DOORS += [
    (how, held, is_of_sprite)
    for how in ("enable", "vx", "vanish")
    for held in HOLDERS
    for is_of_sprite in (False, True)
]


@pytest.mark.parametrize(("how", "held", "is_of_sprite"), DOORS)
def test_a_sprite_that_changes_and_is_no_member_is_told(
    how: str, held: str, is_of_sprite: bool
) -> None:
    """In anything that would be saved of a member, even if nothing in the state refers to it."""
    change, names = CHANGES[how]

    def play(*ignore: str) -> None:
        game: Any = Game()
        game.hero, door = Hero(), Door()
        for name, value in WRITTEN.items():
            setattr(door, name, value)
        holder = game.hero if is_of_sprite else game
        holder.held = HOLDERS[held](game, door)

        def update(frame: int) -> None:
            if frame == 1:
                change(door)

        sync_test(World(game.hero, game, columns=["count"]), update, 2, back=1, ignore=ignore)

    told = f"^frame 1 changes {names} of a Door that is not a member of the World: <"
    if held == "Group" and how == "vanish":
        told = "make the Group a member"
    with pytest.raises(AssertionError, match=told):
        play()
    if held == "attribute":
        play("Door")
        play(*names.split(", "))


def test_what_the_library_changes_by_itself_is_no_error() -> None:
    """Shapes of images, world geometry, and indexes are made when they are first asked for."""

    class Sheet:
        size = (20, 10)

    pictures = Group(Sprite(40 * k, 0, image=Sheet()) for k in range(30))
    turned, lift = Group(Hero(40 * k, 90) for k in range(30)), Hero(50, 60)
    turned.angle = 30
    hero: Any = Hero()

    def update(frame: int) -> None:
        hero.x += 2
        hero.check([pictures, turned])
        hero.move_and_slide(0, 1, turned)
        CharacterController(hero).move(0, 1, turned)

    sync_test(World(hero), update, 6)

    def moves(frame: int) -> None:
        lift.x += 1

    sync_test(World(Sprite()), moves, 5, ignore=["Hero"])
    sync_test(World(Sprite(), lift), moves, 5)
    sync_test(World(Hero(aim=lift), attributes=["aim"]), moves, 5)  # as long as it is named


# --- what is made, and what is told first --------------------------------------------------------


def test_the_first_difference_is_told_first() -> None:
    """And not all that the second play has made, although it is made of other objects."""
    balls, walls = Group[Any](), Group(Ball(500 + k) for k in range(30))
    count = 0

    def update(frame: int) -> None:
        nonlocal count
        balls.add(Ball(frame), Ball(100 + frame))
        if frame == 3:
            count += 1
            balls[4].vx = count
        balls[0].aim = balls[-1], None

    with pytest.raises(AssertionError) as error:
        sync_test(World(balls, walls, attributes=["aim"]), update, 12)
    assert str(error.value) == (
        "frame 3 was played again, and ended differently: sprite 6 (Ball) has vx 2.0 instead of 1.0"
    )


def test_what_is_new_and_what_is_missing_is_told() -> None:
    balls, rest, fewer, plays = Group[Any](Ball(0)), Group[Any](), Group[Any](), list[int]()

    def update(frame: int) -> None:
        plays.append(frame)
        if frame == 1:
            balls.add(Ball(), *(Ball() for _ in plays[2:]))
            rest.add(Ball() if plays == [0, 0, 1] else Slim())
            fewer.add(Ball() for _ in range(9 - len(plays)))

    for members, told in (
        ((rest, balls), "Slim instead of a Ball"),
        ((balls,), "Ball) is new"),
        ((fewer,), "Ball) is missing"),
    ):
        plays.clear()
        with pytest.raises(AssertionError) as error:
            sync_test(World(*members), update, 2)
        assert told in str(error.value)
        balls.clear()


SET_ONCE: dict[str, Callable[[Sprite, int], Any]] = {
    "random": lambda shot, frame: random.random(),
    "in a tuple": lambda shot, frame: [(frame, random.random())],
    "of the frame": lambda shot, frame: frame,
    "another": lambda shot, frame: shot,
    "a stranger": lambda shot, frame: Bag(),
}


@pytest.mark.parametrize("what", SET_ONCE)
@pytest.mark.parametrize("spawns", [1, 4])
def test_what_is_made_otherwise_is_told(what: str, spawns: int) -> None:
    """Although it is not saved, and nothing depends on it yet."""
    shots = Group[Sprite]()

    def update(frame: int) -> None:
        if frame % spawns == spawns - 1:
            shot: Any = Ball(frame)
            shot.loot = SET_ONCE[what](shot, frame)
            shots.add(shot)
        if frame % 5 == 4:
            for old in shots[:1]:
                old.vanish()
        shots.x += 1

    def play(**rest: Any) -> None:
        shots.clear()
        sync_test(World(shots), update, 8, back=3, **rest)

    play(ignore=["loot"])
    if what in ("random", "in a tuple"):
        with pytest.raises(
            AssertionError, match=rf"^frame {spawns - 1} .*objects that it created.*Ball\.loot"
        ):
            play()
    else:
        play()


# --- names, and wrong calls ----------------------------------------------------------------------


class Named(Sprite):
    __slots__ = ("aim",)
    goal: Any = None


class Later(Sprite):
    to_come: Any = None


def test_names_that_nothing_has_are_told() -> None:
    """Of attributes, and in `ignore`. What a class states may come."""
    named: Any = Named()
    named.bag = Bag()

    def update(frame: int) -> None:
        if frame == 3:
            named.aim = named
            named.target = None

    world = World(named, attributes=["aim", "goal", "to_come", "target"])
    sync_test(world, update, 4, ignore=["Bag"])
    sync_test(World(named), update, 4, ignore=["aim", "target", "gold", "names"])
    del named.aim, named.target
    with pytest.warns(SpritecolWarning, match="targt: do you mean target") as warned:
        sync_test(World(named, attributes=["aim", "targt"]), update, 5, ignore=["target"])
    assert len(warned) == 1
    assert warned[0].filename == __file__
    for _ in range(2):  # in each test
        with pytest.warns(SpritecolWarning, match="^ignore names golds"):
            sync_test(World(named), update, 2, ignore=["golds", "bag"])


def generates(frame: int) -> Any:
    CALLED.append(frame)
    yield


async def waits(frame: int) -> None:
    CALLED.append(frame)


async def does_both(frame: int) -> Any:
    CALLED.append(frame)
    yield


CALLED: list[int] = []
MISUSES: dict[str, tuple[tuple[Any, ...], dict[str, Any], type[Exception], str]] = {
    "no World": ((3, print, 4), {}, TypeError, "World"),
    "back": ((World(), print, 4), {"back": 0}, ValueError, "back"),
    "text": ((World(), print, 4), {"ignore": "rng"}, TypeError, "sequence"),
    "no function": ((World(), 3, 4), {}, TypeError, "update"),
    "no make": ((World(), print, 4), {"make": 3}, TypeError, "make"),
    "a generator": ((World(), generates, 4), {}, TypeError, "generates has a yield"),
    "async": ((World(), waits, 4), {}, TypeError, "waits is async"),
    "both": ((World(), does_both, 4), {}, TypeError, "does_both is async"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_told(name: str) -> None:
    """Also an update that would play nothing."""
    arguments, named, error, word = MISUSES[name]
    with pytest.raises(error, match=word):
        sync_test(*arguments, **named)
    assert CALLED == []


# --- from bytes ----------------------------------------------------------------------------------


class Shot(Sprite):
    collision = Circle(0, 0, 3)
    vx = Number(4.0)
    owner: Any = None
    power = 1


class Duel:
    """Two heroes shoot at each other, and score."""

    def __init__(self, **shot: Any) -> None:
        self.heroes = Group(Hero(0, 0, score=0), Hero(100, 0, score=0))
        self.shots = Group[Shot]()
        self.given = shot

    def update(self, frame: int) -> None:
        if frame % 4 == 0:
            hero = self.heroes[frame // 4 % 2]
            shot = Shot(hero.x + 20, 5)
            shot.owner = hero
            vars(shot).update(self.given)
            self.shots.add(shot)
        self.shots.x += self.shots.column("vx")
        for shot, hero in self.shots.pairs(self.heroes):
            if shot.owner is not hero:
                shot.owner.score += shot.power
                shot.vanish()


def make_shot(name: str, **given: Any) -> Any:
    made = {"Shot": Shot, "Hero": Hero}[name]()
    vars(made).update(given)
    return made


def fails(duel: Duel, frame: int) -> None:
    Duel.update(duel, frame)
    for shot in duel.shots:
        assert isinstance(shot.owner.score, int)


ALL = {"columns": ["score", "power"], "attributes": ["owner"]}
FROM_BYTES: dict[str, tuple[dict[str, Any], dict[str, Any], Any, list[str], str]] = {
    "all": ({"power": 3}, ALL, make_shot, [], ""),
    "no owner": ({}, {"columns": ["score"]}, make_shot, [], r"lost: Shot\.owner"),
    "no power": ({"power": 3}, {**ALL, "columns": ["score"]}, make_shot, [], r"lost: Shot\.power"),
    "power ignored": (
        {"power": 3}, {**ALL, "columns": ["score"]}, make_shot, ["power"], "from bytes.* score",
    ),
    "made alike": (
        {"power": 3, "trail": [1, (2,)], "bag": None}, {**ALL, "columns": ["score"]},
        lambda name: make_shot(name, power=3, trail=[1, (2,)], bag=None), [], "",
    ),
    "made otherwise": (
        {"trail": [1, (3,)]}, ALL,
        lambda name: make_shot(name, trail=[1, (2,)]), [], r"Shot\.trail",
    ),
    "trail ignored": (
        {"trail": [1, (3,)]}, ALL, lambda name: make_shot(name, trail=[]), ["trail"], "",
    ),
    "another made": ({}, ALL, lambda name: Hero(), [], r"can't be loaded .*make\('Shot'\)"),
    "fails": ({}, {"columns": ["score"]}, make_shot, ["owner"], "raised AttributeError"),
}  # fmt: skip


@pytest.mark.parametrize("name", FROM_BYTES)
def test_a_game_is_played_from_bytes(name: str) -> None:
    """Where nothing is sent, nothing is lost, since a shot is the same object."""
    given, roles, make, ignore, told = FROM_BYTES[name]
    duel = Duel(**given)
    world = World(duel.heroes, duel.shots, **roles)

    def update(frame: int) -> None:
        (fails if name == "fails" else Duel.update)(duel, frame)

    sync_test(world, update, 40, ignore=ignore)
    duel.shots.clear()
    if told:
        with pytest.raises(AssertionError, match=rf"^frame \d+.*{told}"):
            sync_test(world, update, 40, make=make, ignore=ignore)
    else:
        sync_test(world, update, 40, make=make, ignore=ignore)
        assert duel.heroes[0].score > 3 * duel.shots[0].power - 3


def test_paths_that_are_rebuilt_in_each_frame_need_not_be_saved() -> None:
    class Guard(Sprite):
        way = ()

    sides = [Rect(0, 0, 20, 80), Rect(0, 120, 20, 80)]
    door = Sprite(100, 0, collision=Rect(0, 80, 20, 40))
    walls, guard = Group(Sprite(100, 0, collision=side) for side in sides), Guard(50, 100)
    walls.add(door)
    paths, box = Paths(walls, radius=10), door.aabb
    world = World(walls, guard, attributes=["way"])

    def update(frame: int, again: bool) -> None:
        if frame in (10, 30):
            door.collision_enable = frame == 30
        if again:
            paths.rebuild(*box)
        guard.way = tuple(paths.find((50, 100), (180, 100)) or ())

    start = world.save()
    sync_test(world, lambda frame: update(frame, True), frames=40)
    world.restore(start)
    paths.rebuild(*box)
    with pytest.raises(AssertionError, match=r"was played again, .* \(Guard\) has way"):
        sync_test(world, lambda frame: update(frame, frame in (10, 30)), frames=40)

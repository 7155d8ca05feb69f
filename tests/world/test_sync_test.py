"""`sync_test` finds each kind of state that a World was not told of."""

import itertools
import random
from array import array
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.answer_scenes.lives import Life
from support.for_each import for_each
from support.tape import Tape

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
from spritecol.testing import sync_test


class Ball(Sprite):
    collision = Circle(0, 0, 5)
    vx = Number(1.0)
    bounces = 0
    seen: Any = None


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


def uses_the_clock(game: Game, frame: int) -> None:
    game.count += 1
    game.balls.x += game.count


def uses_random(game: Game, frame: int) -> None:
    game.balls[0].vx = game.rng.random()


BAD: dict[Callable[[Game, int], None], str] = {
    forgets_a_number: "does not save: Ball.bounces",
    forgets_a_list: "does not save: Ball.seen",
    uses_the_clock: "ended differently: .*x",
    uses_random: "ended differently: .*vx",
}


@for_each("act", BAD)
def test_what_is_forgotten_is_told(act: Callable[[Game, int], None]) -> None:
    game = Game()

    def update(frame: int) -> None:
        game.update(frame)
        act(game, frame)

    with pytest.raises(AssertionError, match=BAD[act]):
        sync_test(World(game.balls), update, 12)


@pytest.mark.parametrize("helps", [False, True])
def test_an_object_whose_class_changes_is_told(helps: bool) -> None:
    """Whether it is a sprite or a helper."""

    class Calm(Ball):
        pass

    class Angry(Ball):
        pass

    class Asleep:
        pass

    class Awake:
        pass

    sprite, helper = Calm(), Asleep()
    sprite.mind = helper  # type: ignore[attr-defined]

    def update(frame: int) -> None:
        if helps:
            helper.__class__ = (Asleep, Awake)[frame % 2]  # type: ignore[assignment]
        else:
            sprite.__class__ = (Calm, Angry)[frame % 2]  # type: ignore[assignment]
        sprite.x += 2 if isinstance(sprite, Angry) else 1

    with pytest.raises(
        AssertionError, match=r"frame 1 changes .* not save: A\w+\.__class__.*\(.*no"
    ):
        sync_test(World(sprite), update, 12)


def test_the_first_difference_is_told_first() -> None:
    """And not all that the second play has made, although it is made of other objects."""
    balls, walls = Group(), Group(Ball(500 + k) for k in range(30))
    count = 0

    def update(frame: int) -> None:
        nonlocal count
        balls.add(Ball(frame), Ball(100 + frame))
        if frame == 3:
            count += 1
            balls[4].vx = count
        balls[0].aim = balls[-1], None  # type: ignore[attr-defined]

    with pytest.raises(AssertionError) as error:
        sync_test(World(balls, walls, attributes=["aim"]), update, 12)
    assert str(error.value) == (
        "frame 3 was played again, and ended differently: sprite 6 (Ball) has vx 2.0 instead of 1.0"
    )


def test_what_is_new_and_what_is_missing_is_told() -> None:
    balls, rest = Group(Ball(0)), Group()
    world = World(rest, balls)
    plays: list[int] = []

    def update(frame: int) -> None:
        plays.append(frame)
        if frame == 1:
            balls.add(Ball(), *(Ball() for _ in plays[2:]))
            rest.add(Ball() if plays == [0, 0, 1] else Slim())

    with pytest.raises(AssertionError) as error:
        sync_test(world, update, 2)
    told = str(error.value).partition(": ")[2].split("; ")
    assert told == [
        "group 1 (Group) has members (object 3, object 4, object 5, object 6, object 7) instead of "
        "(object 3, object 4, object 5)",
        "sprite 2 is a Slim instead of a Ball",
    ]

    plays.clear()
    others = World(balls)
    balls.clear()
    with pytest.raises(AssertionError) as error:
        sync_test(others, update, 2)
    told = str(error.value).partition(": ")[2].split("; ")
    assert told[1:] == ["sprite 3 (Ball) is new", "sprite 4 (Ball) is new"]


class Slim(Sprite):
    __slots__ = ("_seen", "bounces")


def test_what_is_forgotten_in_a_slot_is_told() -> None:
    slim = Slim()

    def update(frame: int) -> None:
        slim.bounces = frame // 2
        slim._seen = None

    with pytest.raises(AssertionError, match=r"save: Slim\._seen \(.*\), Slim\.bounces \("):
        sync_test(World(slim), update, 12)
    sync_test(World(slim, columns=["bounces"], attributes=["_seen"]), update, 12)


def test_what_is_saved_passes() -> None:
    game = Game()

    def update(frame: int) -> None:
        game.update(frame)
        forgets_a_number(game, frame)
        game.rng.setstate(game.state)
        uses_random(game, frame)
        game.state = game.rng.getstate()

    world = World(game.balls, game, columns=["bounces"], attributes=["state"])
    sync_test(world, update, 40, back=8, ignore=["rng"])
    with pytest.raises(AssertionError, match=r"Game\.rng"):
        sync_test(world, update, 2)


class Staged:
    """A random life whose frames depend on their numbers. Who is on the stage is a tuple."""

    def __init__(self, seed: int) -> None:
        self.life = Life(Tape(Path()), seed, 20, 130)
        self.cast = tuple(self.life.sprites)
        self.made = self.life.made
        self.tapes: dict[int, str] = {}

    def update(self, frame: int) -> None:
        life = self.life
        life.sprites, life.made, life.tape = list(self.cast), self.made, Tape(Path())
        life.rng.seed(frame)
        life.frames(1, acts=6, questions=3)
        self.cast, self.made = tuple(life.sprites), life.made
        told = life.tape.digest()
        assert self.tapes.setdefault(frame, told) == told


@for_each("seed", range(3))
def test_random_lives_are_played_again(seed: int) -> None:
    """Each answer is the same again, too, as the tapes tell."""
    staged = Staged(200 + seed)
    members = (*staged.life.groups, staged)
    world = World(*members, columns=["made", "number"], attributes=["cast"])
    sync_test(world, staged.update, 40, back=1 + 3 * seed, ignore=["tapes", "life"])
    assert len(set(staged.tapes.values())) > 30


def test_wrong_calls() -> None:
    with pytest.raises(TypeError, match="World"):
        sync_test(3, print, 4)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="back"):
        sync_test(World(), print, 4, back=0)
    with pytest.raises(TypeError, match="ignore must be a sequence of names, got the text 'rng'"):
        sync_test(World(), print, 4, ignore="rng")
    with pytest.raises(TypeError, match=r"update must be a function .*, got 3"):
        sync_test(World(), 3, 4)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"make must be a function .*, got 3"):
        sync_test(World(), print, 4, make=3)  # type: ignore[arg-type]


def test_an_update_that_plays_nothing_is_refused() -> None:
    ball = Ball()

    def generates(frame: int) -> Any:
        ball.x += 1
        yield

    async def waits(frame: int) -> None:
        ball.x += 1

    async def does_both(frame: int) -> Any:
        ball.x += 1
        yield

    for update, told in [
        (generates, "generates has a yield in it"),
        (waits, "waits is async"),
        (does_both, "does_both is async"),
    ]:
        with pytest.raises(TypeError, match=told):
            sync_test(World(ball), update, 4)
    assert ball.x == 0


class Numbered(Sprite):
    made = 0

    def __init__(self, x: float) -> None:
        super().__init__(x)
        type(self).made += 1
        self.rank = self.made


SET_ONCE: dict[str, Callable[[Sprite, int], Any]] = {
    "random": lambda shot, frame: random.random(),
    "in a tuple": lambda shot, frame: [(frame, random.random())],
    "of the frame": lambda shot, frame: frame,
    "another": lambda shot, frame: shot,
    "a stranger": lambda shot, frame: Bag(),
}


@for_each("what", SET_ONCE)
@for_each("spawns", [1, 4])
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
        sync_test(World(shots), update, 12, back=3, **rest)

    play(ignore=["loot"])
    if what in ("random", "in a tuple"):
        told = rf"^frame {spawns - 1} was played again, and what it made has .*: Ball\.loot \("
        with pytest.raises(AssertionError, match=told):
            play()
    else:
        play()


def test_a_counter_of_a_class_is_told() -> None:
    shots = Group[Numbered]()

    def update(frame: int) -> None:
        if frame == 2:
            shots.add(Numbered(frame))

    with pytest.raises(AssertionError, match=r"frame 2 was .*: Numbered\.rank \(2 instead of 1\)"):
        sync_test(World(shots), update, 5)


class Named(Sprite):
    __slots__ = ("aim",)
    goal: Any = None


class Later(Sprite):
    to_come: Any = None


def test_names_that_nothing_has_are_told() -> None:
    """Of attributes, and in `ignore`. What a class states may come."""
    named = Named()
    named.bag = Bag()  # type: ignore[attr-defined]

    def update(frame: int) -> None:
        if frame == 3:
            named.aim = named
            named.target = None  # type: ignore[attr-defined]

    world = World(named, attributes=["aim", "goal", "to_come", "target"])
    sync_test(world, update, 4, ignore=["Bag"])
    sync_test(World(named), update, 4, ignore=["aim", "target", "gold", "names"])
    del named.aim, named.target  # type: ignore[attr-defined]
    told = "no object of this World has the attribute targt: do you mean target?.* targt = None"
    with pytest.warns(SpritecolWarning, match=told) as warned:
        sync_test(World(named, attributes=["aim", "targt"]), update, 5, ignore=["target"])
    assert len(warned) == 1
    assert warned[0].filename == __file__
    for _ in range(2):  # in each test
        with pytest.warns(SpritecolWarning, match="^ignore names golds, but sync_test saw no"):
            sync_test(World(named), update, 2, ignore=["golds", "bag"])


def numbers() -> Any:
    yield from range(100)


@for_each("place", ["sprite", "helper", "owner of update"])
@for_each("make", [itertools.count, lambda: itertools.cycle("ab"), lambda: iter([1, 2]), numbers])
@for_each("wrap", [lambda one: one, lambda one: [(one,)], lambda one: {"a": one}])
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
    told = rf"\.ids.*keep a number instead of a {type(make()).__name__}, an iterator whose place"
    with pytest.raises(AssertionError, match=told):
        sync_test(World(play.hero), play.play, 3)
    sync_test(World(play.hero), play.play, 3, ignore=["ids"])


# --- what is forgotten without a trace in the state ---------------------------------------------


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


def vector_of_pygame() -> Any:
    return pytest.importorskip("pygame").Vector2(1, 2)


IN_PLACE: dict[str, tuple[Callable[[], Any], Callable[[Any], object], str]] = {
    "list": (list, lambda v: v.append(1), "keep a tuple instead of a list"),
    "deep list": (lambda: [[[0]]], lambda v: v[0][0].append(1), "tuple instead of a list"),
    "dict": (dict, lambda v: v.update(a=1), "keep a tuple instead of a dict"),
    "set": (set, lambda v: v.add(1), "keep a tuple instead of a set"),
    "deque": (deque, lambda v: v.append(1), "keep a tuple instead of a deque"),
    "array": (lambda: array("d", [1]), lambda v: v.append(2), "tuple instead of a array"),
    "bytearray": (bytearray, lambda v: v.append(2), "tuple instead of a bytearray"),
    "ndarray": (lambda: np.zeros(2), lambda v: v.fill(3), "tuple instead of a ndarray"),
    "Vector2": (vector_of_pygame, lambda v: v.update(3, 4), "tuple instead of a Vector2"),
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


@for_each("kind", IN_PLACE)
@for_each("place", ["sprite", "object", "owner of update"])
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
            if frame == 3:
                change(self.holder.thing)

    play = Play()
    with pytest.raises(AssertionError) as caught:
        sync_test(play.world, play.play, 6)
    told = str(caught.value)
    assert told.startswith("frame 3 changes what the World does not save: ")
    if place == "owner of update" and "Bag" not in kind:
        assert "Play.thing (make the Play a member, and " in told
    else:
        assert (remedy if place == "sprite" else remedy.replace("Hero", "Play")) in told
    for name in ["thing", "Bag"][: 1 + ("Bag" in kind)]:
        play = Play()
        sync_test(play.world, play.play, 6, ignore=[name, "Hero"])


def test_what_a_helper_in_the_world_saves_is_no_error() -> None:
    bag = Bag()
    hero = Hero(bag=bag)

    def update(frame: int) -> None:
        bag.gold += frame
        bag.names = (*bag.names, "x")

    sync_test(World(hero, bag, columns=["gold"], attributes=["names"]), update, 9)
    with pytest.raises(AssertionError, match=r"Bag\.names \(name it in attributes\)$"):
        sync_test(World(hero, bag, columns=["gold"]), update, 9)


class Walk(CharacterController):
    fall = 0


class Watch(Overlaps):
    fall = 0


@for_each("is_member", [False, True])
@for_each("kind", [Walk, Watch])
def test_columns_of_controllers_and_overlaps_are_saved(kind: type[Any], is_member: bool) -> None:
    hero = Hero()
    hero.bag = kind(hero)

    def update(frame: int) -> None:
        hero.bag.fall += frame

    members = [hero, hero.bag][: 1 + is_member]
    sync_test(World(*members, columns=["fall"], attributes=["bag"]), update, 9)
    with pytest.raises(AssertionError, match=rf"{kind.__name__}\.fall \(name it in columns\)$"):
        sync_test(World(*members, attributes=["bag"]), update, 9)


class Picture:
    """Whatever a game draws by."""

    width, height = 3, 4


CHANGES: dict[str, tuple[Callable[[Any], object], str]] = {
    "x": (lambda s: setattr(s, "x", 7), "x"),
    "y by a column": (lambda s: setattr(Group(s), "y", 7), "y"),
    "angle": (lambda s: setattr(s, "angle", 7), "angle"),
    "scale": (lambda s: setattr(s, "scale_y", 7), "scale_y"),
    "center_x": (lambda s: setattr(s, "center_x", 7), "center_x"),
    "center_y": (lambda s: setattr(s, "center_y", 7), "center_y"),
    "vanish": (lambda s: s.vanish(), "vanished"),
    "opens": (lambda s: setattr(s, "collision_enable", False), "collision_enable"),
    "no shapes": (lambda s: setattr(s, "collision", []), "shapes"),
    "other shapes": (lambda s: setattr(s, "collision", Rect(0, 0, 10, 21)), "shapes"),
    "layer": (lambda s: setattr(s, "collision_layer", 4), "collision_layer"),
    "layer by a column": (lambda s: setattr(Group(s), "collision_layer", 4), "collision_layer"),
    "mask": (lambda s: setattr(s, "collision_mask", 0), "collision_mask"),
    "z": (lambda s: setattr(s, "z", 3), "z"),
    "visible": (lambda s: setattr(s, "visible", False), "visible"),
    "offset_sync": (lambda s: setattr(s, "offset_sync", True), "offset_sync"),
    "collision_sync": (lambda s: setattr(s, "collision_sync", False), "collision_sync"),
    "image": (lambda s: setattr(s, "image", Picture()), "image, image_size"),
    "Number": (lambda s: setattr(s, "vy", 9.0), "vy"),
    "several": (lambda s: (setattr(s, "z", 3), setattr(s, "x", 2)), "x, z"),
}


class Door(Hero):
    vy = Number(1.0)
    number = Number(4)


HOLDERS: dict[str, Callable[[Any, Any], Any]] = {
    "nobody": lambda game, door: None,
    "attribute": lambda game, door: door,
    "list": lambda game, door: [door],
    "Group": lambda game, door: Group(door),
    "zone": lambda game, door: Overlaps(game.hero, door),
}


def changing(how: str, held: str = "attribute", is_of_sprite: bool = False) -> Any:
    """A function that plays a game in which a door changes that is no member."""
    change, _ = CHANGES[how]

    def play(ignore: tuple[str, ...] = ()) -> None:
        game: Any = Game()
        game.hero = Hero()
        door = Door(50, 60)
        holder = game.hero if is_of_sprite else game
        holder.held = HOLDERS[held](game, door)

        def update(frame: int) -> None:
            if frame == 1:
                change(door)

        sync_test(World(game.hero, game, columns=["count"]), update, 3, back=1, ignore=ignore)

    return play


@for_each("how", CHANGES)
def test_a_sprite_that_changes_and_is_no_member_is_told(how: str) -> None:
    """In anything that would be saved of a member."""
    play, names = changing(how), CHANGES[how][1]
    with pytest.raises(AssertionError) as error:
        play()
    told = str(error.value)
    assert told.startswith(f"frame 1 changes {names} of a Door that is no member of the World: <")
    assert told.endswith("> (make it a member, or name Door in ignore)")
    play(("Door",))
    play(tuple(names.split(", ")))
    if how == "image":
        play(("image",))


@for_each("how", ["opens", "Number", "vanish"])
@for_each("held", HOLDERS)
@for_each("is_of_sprite", [False, True])
def test_a_sprite_that_changes_is_told_whoever_holds_it(
    how: str, held: str, is_of_sprite: bool
) -> None:
    """Even if nothing in the state refers to it."""
    told = "changes (collision_enable|vy|vanished) of a Door"
    if held == "Group" and how == "vanish":
        told = "make the Group a member"
    with pytest.raises(AssertionError, match=told):
        changing(how, held, is_of_sprite)()


def test_what_the_library_changes_by_itself_is_no_error() -> None:
    """Shapes of images, world geometry, and indexes are made when they are first asked for."""
    pygame = pytest.importorskip("pygame")
    pictures = Group(Sprite(40 * k, 0, image=pygame.Surface((20, 10))) for k in range(30))
    turned = Group(Hero(40 * k, 90) for k in range(30))
    turned.angle = 30
    hero = Hero()

    def update(frame: int) -> None:
        hero.x += 2
        hero.check([pictures, turned])
        hero.move_and_slide(0, 1, turned)
        CharacterController(hero).move(0, 1, turned)

    sync_test(World(hero), update, 12)


def test_a_sprite_that_moves_and_is_ignored_or_saved() -> None:
    lift, hero = Hero(50, 60), Sprite()

    def update(frame: int) -> None:
        lift.x += 1

    sync_test(World(hero), update, 5, ignore=["Hero"])
    sync_test(World(hero, lift), update, 5)
    walker = CharacterController(hero)
    sync_test(World(hero, Hero(aim=lift), attributes=["aim"]), update, 5)  # as long as it is named
    assert walker.sprite is hero


# --- from bytes ---------------------------------------------------------------------------------


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


def make_shot(name: str) -> Sprite:
    return {"Shot": Shot, "Hero": Hero}[name]()


def test_a_game_that_saves_all_plays_on_from_bytes() -> None:
    duel = Duel(power=3)
    world = World(duel.heroes, duel.shots, columns=["score", "power"], attributes=["owner"])
    sync_test(world, duel.update, 60, make=make_shot)
    assert duel.heroes[0].score > 3
    assert len(duel.shots) > 3


@for_each(
    "columns, attributes, told",
    [
        (["score"], [], r"lost: Shot\.owner \(absent instead of <.*Hero.*>\); name it"),
        (["score"], ["owner"], r"lost: Shot\.power \(absent instead of 3\); name it"),
    ],
)
def test_what_is_set_once_and_lost_in_bytes_is_told(
    columns: list[str], attributes: list[str], told: str
) -> None:
    """Where nothing is sent, it is no error, since the shot is the same object."""
    duel = Duel(power=3) if attributes else Duel()
    world = World(duel.heroes, duel.shots, columns=columns, attributes=attributes)
    sync_test(world, duel.update, 60)
    duel.shots.clear()
    with pytest.raises(AssertionError, match=r"^frame \d was loaded.*" + told):
        sync_test(world, duel.update, 60, make=make_shot)


def test_what_make_sets_itself_is_not_lost() -> None:
    """Pictures, lists, and references to other objects by their numbers."""
    duel = Duel(power=3, trail=[1, (2,)], bag=None)

    def make(name: str) -> Sprite:
        shot: Any = make_shot(name)
        shot.power, shot.trail, shot.bag = 3, [1, (2,)], None
        return shot  # type: ignore[no-any-return]

    world = World(duel.heroes, duel.shots, columns=["score"], attributes=["owner"])
    sync_test(world, duel.update, 30, make=make)
    duel.given["trail"] = [1, (3,)]
    with pytest.raises(AssertionError, match=r"Shot\.trail"):
        sync_test(world, duel.update, 30, make=make)
    sync_test(world, duel.update, 30, make=make, ignore=["trail"])


def test_who_plays_on_otherwise_from_bytes_is_told() -> None:
    """Although the attribute is ignored."""
    duel = Duel(power=3)
    world = World(duel.heroes, duel.shots, columns=["score"], attributes=["owner"])
    sync_test(world, duel.update, 60, ignore=["power"])
    duel.shots.clear()
    with pytest.raises(AssertionError, match=r"^frame \d+ was played from bytes, .* score "):
        sync_test(world, duel.update, 60, make=make_shot, ignore=["power"])


def test_what_cannot_be_loaded_is_told() -> None:
    duel = Duel()
    world = World(duel.heroes, duel.shots, columns=["score"], attributes=["owner"])
    with pytest.raises(AssertionError, match=r"frame 1 can't be loaded from bytes: make\('Shot'\)"):
        sync_test(world, duel.update, 9, back=1, make=lambda name: Hero())

    def fails(frame: int) -> None:
        duel.update(frame)
        for shot in duel.shots:
            assert isinstance(shot.owner.score, int)

    duel.shots.clear()
    world = World(duel.heroes, duel.shots, columns=["score"])
    with pytest.raises(AssertionError, match=r"played on, which raised AttributeError"):
        sync_test(world, fails, 9, make=make_shot, ignore=["owner"])

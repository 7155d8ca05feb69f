"""Games in which sprites come and go at few places, so that many coincide.

They show if an answer of spritecol depends on something that is not part of the state. Each answer
is folded into `told`, and most answers move the sprites that they are about. `other_rows` changes
nothing of a game. It takes rows of the storage and frees others, so that later sprites have other
rows.
"""

import copy
import pickle
import random
import sys
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    History,
    Number,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    World,
    check,
    pairs,
)

SHAPES: tuple[Any, ...] = (
    Rect(-8, -8, 16, 16),
    Rect(-8, -8, 16, 16),
    Circle(0, 0, 8),
    Ellipse(0, 0, 8, 8.5),
    Rect(-8, -8, 16, 16, angle=45),
    Polygon([(-8, -8), (8, -8), (8, 8), (0, 8), (0, 0), (-8, 0)]),
    (Rect(-8, -8, 10, 16), Rect(-2, -8, 10, 16)),
    (Circle(-4, 0, 4), Circle(4, 0, 4)),
    (Rect(-8, -8, 16, 16, name="body"), Rect(-8, -8, 16, 16, name="fist", layer=2)),
    Capsule(-4, 0, 4, 0, 4),
    Triangle(-8, 8, 8, 8, 0, -8),
    Segment(-8, 0, 8, 0),
    Point(0, 0),
    Rect(-8, -8, 16, 16, one_way=(0, -1)),
)
MOST = 26  # sprites that live at once
SIDE = 6  # places to a side
STEP = 12.0  # from place to place


class Named(Sprite):
    name = Number(0, int)


class Foe(Named):
    pass


class Friend(Named):
    pass


class Hero(Named):
    collision = Rect(-5, -12, 10, 12)


class Spawner:
    """A game without players: the numbers of `dice` decide what happens in a frame."""

    note: Any = None

    def __init__(self, seed: int) -> None:
        self.dice, self.clock, self.told, self.born = seed, 0, 0, 0
        self.coincided = 0  # how many sprites were where another one was, in all frames
        self.foes: Group[Any] = Group()
        self.friends: Group[Any] = Group()
        self.all = Group(self.friends, Group(self.foes))
        self.walls = Group(
            Sprite(STEP * k, STEP * SIDE, collision=Rect(-6, -6, 12, 12)) for k in range(SIDE)
        )
        self.heroes = Group(self.spawn(Hero), self.spawn(Hero))
        self.walkers = [CharacterController(hero, step=4, nudge=3) for hero in self.heroes]
        self.watch = Overlaps(self.foes, self.friends, enter=self.met, exit=self.met)
        self.within = Overlaps([self.foes, self.friends], swept=True, enter=self.met, exit=None)
        self.by_shape = Overlaps(self.all, by_shape=True)
        for _ in range(8):
            self.spawn(self.pick([Foe, Friend]))
        self.world = World(
            *(self.foes, self.friends, self.all, self.walls, self.heroes, self.watch, self.within),
            *(self.by_shape, *self.walkers, self),
            columns=("dice", "clock", "told", "born"),
            attributes=("note",),
        )

    @staticmethod
    def make(name: str) -> Sprite:
        kinds: dict[str, Any] = {"Foe": Foe, "Friend": Friend, "Hero": Hero, "Sprite": Sprite}
        return kinds[name]()  # type: ignore[no-any-return]

    # what it tells

    def tell(self, *answers: Any) -> None:
        """Fold answers into `told`."""
        text = repr(plain(answers)).encode()
        word = int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
        self.told = (self.told * 6364136223846793005 + word + 1) % 2**64

    def met(self, one: Any, other: Any, contact: Any = None) -> None:
        self.tell(one, other, contact)
        if contact is not None:
            push(one, contact.push, 0.25)

    # what happens

    def roll(self, sides: int) -> int:
        self.dice = (self.dice * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.dice >> 33) % sides

    def pick(self, things: Any) -> Any:
        return things[self.roll(len(things))]

    def place(self) -> tuple[float, float]:
        return STEP * self.roll(SIDE), STEP * self.roll(SIDE)

    def spawn(self, kind: Any) -> Any:
        x, y = self.place()
        one = kind(x, y)
        self.born += 1
        one.name = self.born
        if kind is not Hero:
            one.collision = self.pick(SHAPES)
            one.angle = 45.0 * (self.roll(12) // 10)
            (self.foes if kind is Foe else self.friends).add(one)
        return one

    def targets(self) -> Any:
        """Targets as users give them: a Group, a list, nested, one sprite."""
        return self.pick(
            [
                self.foes,
                self.all,
                [self.walls, self.all],
                [*self.foes, [*self.friends, self.heroes]],
                [self.friends, self.foes, self.heroes],
                self.pick([*self.foes, *self.friends, *self.heroes]),
            ]
        )

    def play(self) -> None:
        """Play a frame."""
        self.clock += 1
        for _ in range(2):
            two = self.spawn(self.pick([Foe, Friend])), self.spawn(self.pick([Foe, Friend]))
            if self.roll(3):
                two[1].position = two[0].position
            if self.roll(2):
                two[1].collision, two[1].angle = two[0].collision, two[0].angle
        while len(self.foes) + len(self.friends) > MOST:
            self.pick(self.foes if len(self.foes) > len(self.friends) else self.friends).vanish()
        self.coincided += len(self.all) - len({tuple(one.position) for one in self.all})
        for _ in range(3):
            self.pick(ACTS)(self)
        if self.clock % 3 == 0:
            self.tell(self.watch.update())
            self.tell(self.watch.pairs)
        for walker in self.walkers:
            slide = walker.move(self.roll(7) - 3, self.roll(9) - 2, [self.walls, self.targets()])
            self.tell(slide.travel, slide.floor, slide.crushed_by, [h.other for h in slide.hits])
            if slide.crushed:
                walker.sprite.position = self.place()
        for one in self.all:  # back into the room
            if not (-50 < one.x < 120 and -50 < one.y < 120):
                one.position = self.place()


def plain(value: Any) -> Any:
    """Return an answer as plain data: a sprite is its name, and a record is its fields."""
    if isinstance(value, Sprite):
        return "sprite", getattr(value, "name", value.x)
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if hasattr(value, "tobytes"):
        return value.tobytes()
    if type(value).__module__ == "spritecol" and hasattr(value, "__match_args__"):
        return [plain(getattr(value, name)) for name in value.__match_args__]
    return value


def push(one: Any, way: Any, share: float = 1.0) -> None:
    one.x += share * way[0]
    one.y += share * way[1]


# --- what may happen in a frame -------------------------------------------------------------------


def keep_apart(game: Spawner) -> None:
    group = game.pick([game.foes, game.friends, game.all])
    if game.roll(2):
        pushes = group.separation_arrays()
    else:
        pushes = group.separation_arrays(game.pick([game.foes, game.walls, game.all]))
    group.x += pushes[:, 0]
    group.y += 0.5 * pushes[:, 1]


def separate(game: Spawner) -> None:
    for one in game.all:
        push(one, one.separation(game.targets()), 0.5)


def depenetrate(game: Spawner) -> None:
    for one in game.all:
        game.tell(one.depenetrate(game.targets(), max_distance=20))


def look_at_contacts(game: Spawner) -> None:
    for one in game.all:
        contacts = one.contacts(game.targets())
        game.tell(contacts)
        if contacts:
            push(one, contacts[0].push)


def look_at_arrays(game: Spawner) -> None:
    game.tell(game.all.contact_arrays(), game.foes.contact_arrays(game.friends))
    game.tell(game.all.pair_indices(), game.foes.nearest_indices(game.all.aabbs[:, :2], 3))


def measure(game: Spawner) -> None:
    for one in game.all:
        game.tell(one.distance(game.pick(game.heroes)), one.distance(game.pick(game.all)))


def call_back(game: Spawner) -> None:
    either = game.pick([(game.foes, game.targets()), (game.all,), ([game.foes, game.friends],)])
    game.tell(check(*either, hit=game.met), pairs(*either))


def watch_others(game: Spawner) -> None:
    game.tell(game.within.update(), game.by_shape.update())
    if game.roll(3) == 0:
        game.within.forget(game.pick(game.all))


def cast_rays(game: Spawner) -> None:
    for _ in range(4):
        way = (*game.place(), *game.place())
        game.tell(game.all.raycast(*way, radius=game.roll(3)), game.all.raycast_all(*way))
    hits = game.all.raycast_arrays((30, 30), game.all.aabbs[:, :2])
    game.tell(hits.index, hits.fraction, hits.normal)


def ask_about_places(game: Spawner) -> None:
    x, y = game.place()
    game.tell(game.all.nearest_k(x, y, 5), game.all.query_point(x, y))
    game.tell(game.all.query_circle(x, y, 9), game.all.query_box(x - 9, y, x, y + 9))


def sweep(game: Spawner) -> None:
    for one in game.all:
        dx, dy, targets = game.roll(31) - 15, game.roll(31) - 15, game.targets()
        game.tell(one.sweep_all(dx, dy, targets, hit_from_inside=game.roll(2) == 0))
        game.tell(one.sweep(dx, dy, targets, turn=30.0 * game.roll(2)))
    ends = game.foes.sweep_arrays(7, 3, game.all)
    game.tell(ends.index, ends.fraction, ends.normal)
    game.foes.x, game.foes.y = ends.end.T


def move(game: Spawner) -> None:
    for one in game.all:
        dx, dy, targets = game.roll(31) - 15, game.roll(31) - 15, game.targets()
        match game.roll(3):
            case 0:
                game.tell(one.move_and_slide(dx, dy, targets))
            case 1:
                game.tell(one.move_and_bounce(dx, dy, targets))
            case _:
                game.tell(one.move_and_collide(dx, dy, targets))


def move_all(game: Spawner) -> None:
    slides = game.foes.move_and_slide_arrays(5, game.roll(9) - 4, [game.walls, game.friends])
    game.tell(slides.travel, slides.normal)


ACTS: tuple[Callable[[Spawner], None], ...] = (
    keep_apart,
    keep_apart,
    separate,
    depenetrate,
    look_at_contacts,
    look_at_arrays,
    measure,
    call_back,
    watch_others,
    cast_rays,
    ask_about_places,
    sweep,
    move,
    move_all,
)


# --- what must change nothing ---------------------------------------------------------------------


def other_rows(rng: random.Random) -> list[Sprite]:
    """Take rows of the storage and give some back, in any order."""
    some = [Sprite() for _ in range(60)]
    rng.shuffle(some)
    del some[40:]
    return some


def looked_back(game: Any, rng: random.Random) -> Any:
    """Look back at where it was from some frames later, and return to it."""
    history = History(game.world)
    start = history.record().digest()
    digests_of(game, rng.randrange(4))
    last = game.world.digest()
    with history.at(0):
        assert game.world.digest() == start
    assert game.world.digest() == last
    history.rewind(0)
    return game


def restored(game: Any, rng: random.Random) -> Any:
    """Play some more frames, and return to where it was."""
    saved = game.world.save()
    digests_of(game, rng.randrange(4))
    game.world.restore(saved)
    return game


def loaded(game: Any, rng: random.Random) -> Any:
    """Return another game that has loaded the state of this one."""
    other = type(game)(rng.randrange(99))
    other.play()
    other.world.load(game.world.save().to_bytes(), game.make)
    return other


def copied(game: Any, rng: random.Random) -> Any:
    return copy.deepcopy(game)


def pickled(game: Any, rng: random.Random) -> Any:
    return pickle.loads(pickle.dumps(game, rng.choice([2, pickle.HIGHEST_PROTOCOL])))


ROADS = (looked_back, restored, loaded, copied, pickled)


def digests_of(game: Any, frames: int) -> list[int]:
    """Play some frames, and return the digest after each."""
    result = []
    for _ in range(frames):
        game.play()
        result.append(game.world.digest())
    return result


def digests_by_roads(seed: int, frames: int, every: int, kind: Any = Spawner) -> list[int]:
    """Return the digests of a game that takes each road in turn, every so many frames."""
    rng, game, kept, result = random.Random(seed), kind(seed), [], []
    for frame in range(frames):
        if frame % every == every - 1:
            kept = other_rows(rng)
            game = ROADS[frame // every % len(ROADS)](game, rng)
        result += digests_of(game, 1)
    del kept
    return result


if __name__ == "__main__":  # in a fresh process: what comes after some bytes
    frames, data = sys.argv[1:]
    rows = other_rows(random.Random(1))
    fresh = Spawner(0)
    fresh.world.load(bytes.fromhex(data), Spawner.make)
    print(*digests_of(fresh, int(frames)))

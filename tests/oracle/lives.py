"""Lives of sprites and Groups as plain data in whole numbers, and what happens in them.

A `Life` does random acts on real sprites and on plain data beside them. The data show which sprites
hit, enter and leave, by sets and fractions. They share nothing with the library.

Only quarter turns and scales of one size, so that a rectangle stays upright and a circle round. A
shape in the world is a box and how far around the box it reaches.
"""

import copy
import itertools
import math
import pickle
import random
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import pytest

from spritecol import Capsule, Circle, Group, Number, Overlaps, Rect, Sprite

MOST = 12  # sprites
GROUPS = 4

Key = tuple[Any, ...]
Place = tuple[str, int]  # of a sprite or a Group: its kind and its number
Plain = tuple[tuple[float, ...], str | None, tuple[float, float] | None]
"""A shape: the numbers that make it, its name, and from where it is solid."""


class Actor(Sprite):
    """A sprite with a number by which it is known, and with state of every kind."""

    collision = Circle(0, 0, 4)
    vx = Number(0.5)
    hp = Number(3, int)
    mark: Any = None
    heat = 0
    number = -1
    log: ClassVar[list[tuple[str, int, int]]] = []

    def enter(self, other: "Actor") -> None:
        self.log.append(("enter", self.number, other.number))

    def stay(self, other: "Actor") -> None:
        self.log.append(("stay", self.number, other.number))

    def exit(self, other: "Actor") -> None:
        self.log.append(("exit", self.number, other.number))


VALUES: dict[str, list[Any]] = {
    "x": [0.0, 8.0, -0.0, 21.0, 33.0],
    "y": [0.0, 8.0, 15.0, 21.0],
    "angle": [0.0, 90.0, 180.0, -90.0, 450.0],
    "scale": [1.0, -1.0, 2.0],
    "center_x": [0.0, 5.0],
    "center_y": [0.0, -3.0],
    "collision_sync": [True, False],
    "offset_sync": [False, True],
    "collision_enable": [True, True, True, False],
    "collision_layer": [1, 1, 1, 3, 2, 2**63],
    "collision_mask": [2**64 - 1, 2**64 - 1, 3],
    "visible": [True, False],
    "z": [0, 1, 0.0],
    "vx": [0.5, -0.0, math.inf],
    "hp": [3, -(2**63)],
    "heat": [0, False, 0.0, 1, 2.5, -0.0],
    "mark": [None, "x", (1, "y"), (1.0, "y"), True],
}
"""What is assigned; the first is what a new one has. Some are equal, but of other types or bits."""

SHAPES: list[tuple[Plain, ...]] = [
    (((0, 0, 4), None, None),),
    (),
    (((-4, -3, 9, 7), "body", None), ((0, -6, 3), "head", None)),
    (((0, 0, 6), "head", None), ((0, 0, 6), "body", None), ((2, 2, 5, 5), "body", None)),
    (((-9, 0, 9, 0, 2), None, None),),
    (((-9, -9, 18, 18), None, None),),
    (((0, 0, 8, 8), None, (0.0, -1.0)), ((0, -9, 0, 9, 1), None, None)),
]
KINDS: dict[int, Any] = {3: Circle, 4: Rect, 5: Capsule}
"""By how many numbers a kind takes."""


def made(shapes: tuple[Plain, ...]) -> tuple[Any, ...]:
    """Return the value for `Sprite.collision`."""
    return tuple(KINDS[len(n)](*n, name=name, one_way=way) for n, name, way in shapes)


class Body:
    """All that is known of one sprite."""

    def __init__(self, number: int, shapes: tuple[Plain, ...] = SHAPES[0]) -> None:
        self.number = number
        self.vanished = False
        self.shapes = shapes
        self.data: dict[str, Any] = {name: values[0] for name, values in VALUES.items()}
        scale = self.data.pop("scale")
        self.data |= {"scale_x": scale, "scale_y": abs(scale)}

    def copied(self) -> "Body":
        """The same of now."""
        twin = copy.copy(self)
        twin.data = dict(self.data)
        return twin


CLONES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy]
CLONES += [lambda sprite: pickle.loads(pickle.dumps(sprite))]


class Named(NamedTuple):
    """Stands in the data for a sprite that an attribute names."""

    number: int


# --- what hits -----------------------------------------------------------------------------------


class Core(NamedTuple):
    """A shape in the world: a box, and how far around it the shape reaches."""

    low: tuple[float, float]
    high: tuple[float, float]
    reach: float


def cores(body: Body) -> list[Core]:
    """The shapes of a sprite in the world; whole numbers, so floats are exact."""
    data = body.data
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(data["angle"]) // 90 % 4]
    pivot, synced = (data["center_x"], data["center_y"]), data["collision_sync"]
    offset = (0, 0) if data["offset_sync"] else pivot

    def at(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - pivot[0], y - pivot[1]
        if synced:
            dx, dy = dx * data["scale_x"], dy * data["scale_y"]
            dx, dy = cos * dx - sin * dy, sin * dx + cos * dy
        return data["x"] + offset[0] + dx, data["y"] + offset[1] + dy

    found = []
    for numbers, _, _ in body.shapes:
        reach = 0.0
        if len(numbers) == 4:
            x, y, width, height = numbers
            ends = at(x, y), at(x + width, y + height)
        else:
            reach = numbers[-1] * (data["scale_y"] if synced else 1)
            ends = at(*numbers[:2]), at(*numbers[-3:-1])
        (x1, y1), (x2, y2) = ends
        found.append(Core((min(x1, x2), min(y1, y2)), (max(x1, x2), max(y1, y2)), reach))
    return found


def gaps(a: Core, b: Core, shift: tuple[Any, Any]) -> list[Any]:
    """How far two boxes are apart on each axis if `a` is shifted; less than 0 if they overlap."""
    return [max(a.low[k] + shift[k] - b.high[k], b.low[k] - a.high[k] - shift[k]) for k in (0, 1)]


def overlap(a: Core, b: Core, shift: tuple[Any, Any] = (0, 0)) -> bool:
    """Whether the insides of two shapes meet."""
    x, y = gaps(a, b, shift)
    reach = a.reach + b.reach
    if not reach:
        return bool(x < 0 and y < 0)
    return bool(max(x, 0) ** 2 + max(y, 0) ** 2 < reach**2)


def passes(a: Core, b: Core, way: tuple[float, float]) -> bool:
    """Whether two shapes meet at some time in (0, 1) if `a` comes along a way to where it is.

    The square of the distance is convex and, between the times at which an edge passes another one,
    a polynomial of degree 2: it is least at one of these times, or where a derivative is 0.
    """
    x, y = gaps(a, b, (-way[0] / 2, -way[1] / 2))
    reach = a.reach + b.reach
    if x - abs(way[0]) / 2 >= reach or y - abs(way[1]) / 2 >= reach:
        return False
    a, b = (Core(*((Fraction(u), Fraction(v)) for u, v in each[:2]), each.reach) for each in (a, b))

    def shift(time: Fraction) -> tuple[Fraction, Fraction]:
        return Fraction(way[0]) * (time - 1), Fraction(way[1]) * (time - 1)

    times = {Fraction(0), Fraction(1)}
    for k in (0, 1):
        if way[k]:
            edges = (b.high[k] - a.low[k], b.low[k] - a.high[k])
            times |= {time for edge in edges if 0 < (time := edge / Fraction(way[k]) + 1) < 1}
    ordered = sorted(times)
    for early, late in itertools.pairwise(ordered):
        inner = (early + late) / 2
        if overlap(a, b, shift(inner)):
            return True
        apart = gaps(a, b, shift(inner))
        slopes = [
            0 if gap <= 0 else way[k] if a.low[k] + shift(inner)[k] > b.high[k] else -way[k]
            for k, gap in enumerate(apart)
        ]
        if steep := Fraction(sum(slope**2 for slope in slopes)):
            least = inner - sum(g * Fraction(s) for g, s in zip(apart, slopes, strict=True)) / steep
            if early < least < late and overlap(a, b, shift(least)):
                return True
    return any(overlap(a, b, shift(time)) for time in ordered[1:-1])


def may_meet(a: Body, b: Body) -> bool:
    """Whether two sprites take part, and their layers and masks let them meet."""
    if a is b or a.vanished or b.vanished:
        return False
    one, two = a.data, b.data
    return bool(
        (one["collision_enable"] and two["collision_enable"])
        and one["collision_layer"] & two["collision_mask"]
        and two["collision_layer"] & one["collision_mask"]
    )


def hits(a: Body, b: Body) -> bool:
    """Whether two sprites hit."""
    return may_meet(a, b) and any(overlap(one, two) for one in cores(a) for two in cores(b))


def shape_keys(body: Body) -> list[Any]:
    """By what each shape is known: its name, or its place where it has none."""
    return [place if name is None else name for place, (_, name, _) in enumerate(body.shapes)]


# --- what enters and exits -----------------------------------------------------------------------


class Told(NamedTuple):
    """Return the result that an update must have: keys of pairs in order. A key is numbers, and
    names of shapes.
    """

    entered: list[Key]
    stayed: list[Key]
    exited: list[Key]
    between: list[Key]  # entered and exited, since they met on the way
    either: set[Any]  # of these `Sprite.sweep` decides, since they began in overlap


class Watch:
    """The memory of an `Overlaps` of one or two Groups of a life."""

    def __init__(self, life: "Life", a: int, b: int | None, by_shape: bool, swept: bool) -> None:
        self.life, self.a, self.b, self.by_shape, self.swept = life, a, b, by_shape, swept
        self.present: list[Key] = []
        self.of_now: dict[int, list[Core]] = {}
        self.places: list[dict[int, tuple[float, float]]] = [{}, {}]
        groups = [life.groups[k] for k in (a, b) if k is not None]
        self.real = Overlaps(*groups, stay="stay", by_shape=by_shape, swept=swept)

    def same(self, key: Key) -> Any:
        """The same for both orders of a pair within one Group."""
        ends = [(key[k], *key[2 + k : 3 + k]) for k in (0, 1)]
        return frozenset(ends) if self.b is None else tuple(ends)

    def bodies(self) -> Iterator[tuple[Body, Body]]:
        """All pairs that may meet, in order."""
        first = [self.life.bodies[k] for k in self.life.flat(self.a)]
        if self.b is None:
            each = ((a, b) for k, a in enumerate(first) for b in first[k + 1 :])
        else:
            second = [self.life.bodies[k] for k in self.life.flat(self.b)]
            each = ((a, b) for a in first for b in second)
        return (pair for pair in each if may_meet(*pair))

    def cores(self, body: Body) -> list[Core]:
        """Those of this update."""
        if body.number not in self.of_now:
            self.of_now[body.number] = cores(body)
        return self.of_now[body.number]

    def keys(self, a: Body, b: Body, meet: Callable[[Core, Core], bool]) -> list[Key]:
        """The key of a pair, or of all its pairs of shapes, that meet."""
        found: dict[Key, None] = {}
        for key, one in zip(shape_keys(a), self.cores(a), strict=True):
            for other, two in zip(shape_keys(b), self.cores(b), strict=True):
                if meet(one, two):
                    key_of_pair = (a.number, b.number)
                    found[(*key_of_pair, key, other) if self.by_shape else key_of_pair] = None
        return list(found)

    def way(self, a: Body, b: Body) -> tuple[float, float]:
        """The way of one relative to the other since the last update."""
        second = self.places[0 if self.b is None else 1]
        ways = []
        for body, places in ((a, self.places[0]), (b, second)):
            here = body.data["x"], body.data["y"]
            then = places.get(body.number, here)
            ways.append([here[k] - then[k] for k in (0, 1)])
        return ways[0][0] - ways[1][0], ways[0][1] - ways[1][1]

    def update(self) -> Told:
        """The changes, by sets."""
        self.of_now.clear()
        now = [key for a, b in self.bodies() for key in self.keys(a, b, overlap)]
        old, new = ({self.same(key) for key in keys} for keys in (self.present, now))
        between: list[Key] = []
        either: set[Any] = set()
        if self.swept:
            for a, b in self.bodies():
                way = self.way(a, b)
                back = -way[0], -way[1]
                if any(way):
                    between += self.keys(a, b, lambda one, two: passes(one, two, way))  # noqa: B023
                    began = self.keys(a, b, lambda one, two: overlap(one, two, back))  # noqa: B023
                    either |= {self.same(key) for key in began}
            between = [key for key in between if self.same(key) not in old | new]
            self.places = [
                {
                    k: (body.data["x"], body.data["y"])
                    for k in self.life.flat(group)
                    if (body := self.life.bodies[k]).data["collision_enable"] and body.shapes
                }
                for group in (self.a, self.a if self.b is None else self.b)
            ]
        told = Told(
            [key for key in now if self.same(key) not in old],
            [key for key in now if self.same(key) in old],
            [key for key in self.present if self.same(key) not in new],
            between,
            either,
        )
        self.present = now
        return told

    def forget(self, *numbers: int) -> None:
        """Forget the pairs of one sprite, or the one pair of two."""
        self.present = [
            key
            for key in self.present
            if not (set(numbers) <= set(key[:2]) and len(set(numbers)) == len(numbers))
        ]

    def clear(self) -> None:
        """Forget all."""
        self.present, self.places = [], [{}, {}]

    def key(self, pair: tuple[Any, ...]) -> Key:
        """That of a real pair."""
        ends = [sprite.number for sprite in pair[:2]]
        names = [self.life.places[s] if s.name is None else s.name for s in pair[2:]]
        return (*ends, *names)


# --- lives ---------------------------------------------------------------------------------------


class Life:
    """Sprites in nested Groups, and their data.

    Attributes:
        bodies: by number, all that were ever made.
        sprites: by number, those that somebody holds.
        members: the places in each Group.
        fraction: what is added to each radius, so that no way only grazes.
        keeps: whether those that have vanished are held for good.
        places: of each shape without a name, its place among the shapes of a sprite.
        fewest: how many do not vanish.
    """

    fewest = 3

    def __init__(
        self,
        seed: Any,
        count: int = 6,
        fraction: float = 0.0,
        keeps: bool = False,
        groups: int = GROUPS,
    ) -> None:
        self.rng = random.Random(seed)
        self.log: list[str] = []  # the acts so far, to be read where a law fails
        self.fraction, self.keeps = fraction, keeps
        self.span = 60 if fraction else 30  # where they move: ways are longer than shapes
        self.places = {
            shape: place
            for shapes in map(self.grown, SHAPES)
            for place, shape in enumerate(made(shapes))
        }
        self.bodies: dict[int, Body] = {}
        self.sprites: dict[int, Any] = {}
        self.groups: list[Group[Any]] = [Group() for _ in range(groups)]
        self.members: list[list[Place]] = [[] for _ in range(groups)]
        for _ in range(count):
            self.bear()

    def act(self, *names: str) -> None:
        """One act at random."""
        name = self.rng.choice(names)
        self.log.append(name)
        getattr(self, name)()

    def any(self) -> int:
        """The number of a sprite, mostly of one that has not vanished."""
        living = self.living()
        return self.rng.choice(living if living and self.rng.random() < 0.9 else list(self.sprites))

    def living(self) -> list[int]:
        """Those that have not vanished."""
        return [number for number in self.sprites if not self.bodies[number].vanished]

    def group(self) -> int:
        """The number of a Group."""
        return self.rng.randrange(len(self.groups))

    def flat(self, group: int) -> list[int]:
        """The sprites of a Group: depth first, each once."""
        found: dict[int, None] = {}
        for kind, number in self.members[group]:
            found |= dict.fromkeys([number] if kind == "sprite" else self.flat(number))
        return [number for number in found if not self.bodies[number].vanished]

    def holds(self, outer: int, inner: int) -> bool:
        """Whether a Group is another one, or is somewhere inside it."""
        return outer == inner or any(
            kind == "group" and self.holds(number, inner) for kind, number in self.members[outer]
        )

    def named_by(self, number: int) -> list[int]:
        """The sprite that another one names."""
        mark = self.bodies[number].data["mark"]
        return [mark.number] if isinstance(mark, Named) else []

    def leave(self, number: int) -> None:
        """Take a sprite that vanishes out of all Groups, for good."""
        for members in self.members:
            if ("sprite", number) in members:
                members.remove(("sprite", number))

    # acts on sprites

    def bear(self, group: int | None = None) -> None:
        """Make a sprite, and add it to a Group."""
        number = len(self.bodies)
        if group is not None or len(self.living()) < MOST:
            self.bodies[number], self.sprites[number] = Body(number), Actor()
            self.sprites[number].number = number
            self.shape(number)
            for name in ("x", "y"):
                self.put(number, name, self.rng.choice(VALUES[name]))
            for name in ("center_x", "center_y"):
                self.put(number, name, 0.0)  # which until now was that of an image
            self.join(self.group() if group is None else group, number)

    def put(self, number: int, name: str, value: Any) -> None:
        for each in ("scale_x", "scale_y") if name == "scale" else (name,):
            given = abs(value) if each == "scale_y" else value
            setattr(self.sprites[number], each, given)
            self.bodies[number].data[each] = given

    def move(self) -> None:
        number = self.any()
        for name in ("x", "y"):
            self.put(number, name, float(self.rng.randint(0, self.span)))

    def turn(self) -> None:
        names = "angle", "scale", "center_x", "center_y", "collision_sync", "offset_sync"
        name = self.rng.choice(names)
        self.put(self.any(), name, self.rng.choice(VALUES[name]))

    def switch(self) -> None:
        """Switch a sprite off, or let some meet again."""
        name = self.rng.choice(["collision_enable", "collision_layer", "collision_mask"])
        if self.rng.random() < 0.3:
            self.put(self.any(), name, self.rng.choice(VALUES[name]))
            return
        for number in self.sprites:
            if self.rng.random() < 0.5:
                self.put(number, name, VALUES[name][0])

    def assign(self) -> None:
        name = self.rng.choice(list(VALUES))
        self.put(self.any(), name, self.rng.choice(VALUES[name]))

    def grown(self, shapes: tuple[Plain, ...]) -> tuple[Plain, ...]:
        """With the fraction in each radius."""
        return tuple(
            (n if len(n) == 4 else (*n[:-1], n[-1] + self.fraction), name, way)
            for n, name, way in shapes
        )

    def shape(self, number: int) -> None:
        self.bodies[number].shapes = self.grown(self.rng.choice(SHAPES))
        self.sprites[number].collision = made(self.bodies[number].shapes)

    def reshape(self) -> None:
        self.shape(self.any())

    def name(self) -> None:
        """One names another one."""
        one, other = self.any(), self.any()
        self.sprites[one].mark = self.sprites[other]
        self.bodies[one].data["mark"] = Named(other)

    def vanish(self) -> None:
        if len(self.living()) > self.fewest:
            self.lose(self.any())
        gone = [number for number in self.sprites if self.bodies[number].vanished]
        for number in [] if self.keeps else gone[:-4]:
            del self.sprites[number]

    def lose(self, number: int) -> None:
        """One vanishes."""
        self.sprites[number].vanish()
        self.bodies[number].vanished = True
        self.leave(number)

    def drop(self) -> None:
        """Nobody holds one any more: it dies."""
        number = self.any()
        if len(self.sprites) > 3:
            for group in self.groups:
                group.discard(self.sprites[number])
            self.leave(number)
            self.die(number)

    def die(self, number: int) -> None:
        reference = weakref.ref(self.sprites.pop(number))
        for group in self.groups:
            len(group)  # drops what has vanished
        assert reference() is None

    def clone(self) -> None:
        """A copy is a sprite of its own, in no Group."""
        if len(self.living()) < MOST:
            number, one = len(self.bodies), self.any()
            # With a deep copy there would be one of the sprite that it names.
            way = self.rng.choice(CLONES[:1] if self.named_by(one) else CLONES)
            self.sprites[number] = way(self.sprites[one])
            self.sprites[number].number = number
            self.bodies[number] = self.bodies[one].copied()
            self.bodies[number].number = number

    # acts on Groups

    def join(self, group: int, number: int) -> None:
        self.groups[group].add(self.sprites[number])
        if ("sprite", number) not in self.members[group] and not self.bodies[number].vanished:
            self.members[group].append(("sprite", number))

    def add(self) -> None:
        self.join(self.group(), self.any())

    def nest(self, *pair: int) -> None:
        outer, inner = pair or (self.group(), self.group())
        if self.holds(inner, outer):
            with pytest.raises(ValueError, match="itself"):
                self.groups[outer].add(self.groups[inner])
            return
        self.groups[outer].add(self.groups[inner])
        if ("group", inner) not in self.members[outer]:
            self.members[outer].append(("group", inner))

    def take_out(self) -> None:
        """A member, a sprite or a Group."""
        group = self.group()
        if self.members[group]:
            kind, number = self.rng.choice(self.members[group])
            self.members[group].remove((kind, number))
            made_of: Any = self.sprites if kind == "sprite" else self.groups
            self.groups[group].discard(made_of[number])

    def turn_round(self) -> None:
        """The same members in another order."""
        group, real = self.group(), self.groups
        real[group].clear()
        self.members[group].reverse()
        for kind, number in self.members[group]:
            real[group].add(self.sprites[number] if kind == "sprite" else real[number])

    def push(self) -> None:
        """A column is assigned."""
        group, step = self.group(), float(self.rng.randint(-9, 9))
        self.groups[group].x += step
        for number in self.flat(group):
            self.bodies[number].data["x"] += step

    def look(self) -> None:
        """Whether anybody has looked at a Group must make no difference."""
        group = self.group()
        assert len(self.groups[group]) == len(self.flat(group))

    # what can be seen

    def see(self) -> None:
        """Check that each sprite and each Group matches its data."""
        for number, sprite in self.sprites.items():
            body = self.bodies[number]
            assert sprite.vanished is body.vanished
            assert sprite.shapes == made(body.shapes)
            for name, value in body.data.items():
                found = getattr(sprite, name)
                if isinstance(value, Named):
                    assert found is self.sprites.get(value.number)
                else:
                    assert (type(found), repr(found)) == (type(value), repr(value)), name
        for group, real in enumerate(self.groups):
            assert [sprite.number for sprite in real] == self.flat(group)
            assert real.x.tolist() == [self.bodies[k].data["x"] for k in self.flat(group)]


SPRITE_ACTS = ("bear", "move", "move", "turn", "assign", "reshape", "vanish")
GROUP_ACTS = ("add", "nest", "take_out", "turn_round", "push", "look")
EVENT_ACTS = ("bear", "move", "move", "move", "move", "switch", "switch", "turn", "reshape")
EVENT_ACTS += ("vanish",)
EVENT_ACTS += ("add", "add", "add", "take_out", "turn_round", "push")

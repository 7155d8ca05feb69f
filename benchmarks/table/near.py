"""A call costs what is near: one level in seven forms and three sizes, and ways of four lengths.

The level is a floor with pits, which a hero of 24 pixels bridges, and a roof of the same make: a
column every 64 pixels. It has always the same things near the hero, whatever its size, so a call
takes the same at 20,000 as at 200, and in one form as in another. A plain list is gone through: its
rows say what it costs more than a Group. And ways among 10,000, each beside a thin ray.

Then what is slanted or hollow, in whose box much lies that it is far from, and what changes.

Each row names its limit. Rows of growth compare a form with itself at the least size.
"""

import math
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise, product
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pygame
from measure import OURS, Way, Ways, row
from scenes.crowd import resting

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Vec2,
    pairs,
)
from spritecol.integrations.pygame import Sprite as PygameSprite
from spritecol.integrations.pygame import shapes_from_surface
from spritecol.paths import Paths

SIZES = (200, 2_000, 20_000)
WAYS = (3, 30, 300, 3_000)
GROWTH, FORMS = 1.5, 2.0
"""How many times as long a call may take: among 20,000 as among 200, in one form as in another."""

LISTED = {"a list": 150.0, "a list of Groups": 20.0}
"""The same of plain lists, which are gone through: of 2,000 sprites each takes about 3 ns, 9 for
motion, and of 20 Groups each about 60."""

STEP, DEEP, HIGH = 64, 16, 200


def columns(count: int) -> list[Rect]:
    """The floor below y = 0, and the roof above -HIGH, in columns 48 wide with pits between."""
    half = count // 4
    return [
        shape
        for k in range(-half, half)
        for shape in (
            Rect(STEP * k, 0, STEP - 16, DEEP),
            Rect(STEP * k, -HIGH - DEEP, STEP - 16, DEEP),
        )
    ]


def comb(count: int, before: int) -> Polygon:
    """The floor alone, as one polygon of that many corners; so many of them before the hero."""
    first, last = -before // 4, (count - before) // 4
    corners: list[tuple[float, float]] = []
    for k in range(first, last):
        left, right = STEP * k, STEP * k + STEP - 16
        corners += [(left, 0), (right, 0), (right, DEEP), (right + 16, DEEP)]
    return Polygon([*corners, (STEP * last, 2 * DEEP), (STEP * first, 2 * DEEP)])


def sprites(count: int) -> list[Sprite]:
    return [Sprite(r.x, r.y, collision=Rect(0, 0, r.width, r.height)) for r in columns(count)]


def in_groups(count: int, kind: Callable[[list[Sprite]], Any]) -> list[Any]:
    """A Group, or what else is made of them, for each hundred."""
    every = sprites(count)
    return [kind(every[k : k + 100]) for k in range(0, len(every), 100)]


def beside_far_ones(count: int) -> Group[Sprite]:
    far = [
        Sprite(1e6 + 40 * (k % 100), 40 * (k // 100), collision=Circle(0, 0, 9))
        for k in range(10_000)
    ]
    return Group(Group(sprites(count)), Group(far))


LEVELS: dict[str, Callable[[int], Any]] = {
    "a Group": lambda count: Group(sprites(count)),
    "one sprite": lambda count: Sprite(collision=columns(count)),
    "one polygon": lambda count: Sprite(collision=comb(count, count // 2)),
    "a polygon's end": lambda count: Sprite(collision=comb(count, 16)),
    "a list of Groups": lambda count: in_groups(count, Group),
    "nested Groups": lambda count: Group(*in_groups(count, Group)),
    "beside far ones": beside_far_ones,
    "a list": sprites,
}
WHOLE = "a Group"

# Levels of one sprite again, which are asked a few calls and compared with themselves alone.


def planks(count: int) -> Sprite:
    return Sprite(
        collision=[Rect(r.x, r.y, r.width, r.height, one_way=(0, -1)) for r in columns(count)]
    )


def masked(count: int) -> Sprite:
    """A hero meets two in three of the columns: also the one that it is on."""
    shapes = enumerate(columns(count))
    return Sprite(
        collision=[Rect(r.x, r.y, r.width, r.height, mask=2 if k % 6 < 2 else 1) for k, r in shapes]
    )


MORE_LEVELS: dict[str, Callable[[int], Any]] = {"planks": planks, "masked": masked}
MOVES = ("sweep 30", "slide 30", "walk", "contacts", "depenetrate")
SOME_CALLS: dict[str, tuple[str, ...]] = {
    "planks": MOVES,
    "masked": MOVES,
    "one sprite": ("distance",),
    "one polygon": ("distance",),
    "a polygon's end": ("distance",),
    WHOLE: ("distance",),
}


@cache
def level(form: str, count: int) -> Any:
    """A level at rest, which has been asked before."""
    made = (LEVELS | MORE_LEVELS)[form](count)
    for group in made if isinstance(made, list) else [made]:
        if isinstance(group, Group):
            resting(group)
    return made


@cache
def asked(form: str, count: int) -> Group[Any]:
    """The same for questions that only a Group answers."""
    made = level(form, count)
    return made if isinstance(made, Group) else resting(Group(made))


def hero(kind: Any = Sprite) -> Any:
    """On the floor, in the middle of a column."""
    return kind(20, -12, collision=Rect(-12, -12, 24, 24))


BACK = "hero.x, hero.y = 20, -12"
CALLS: dict[str, str] = {
    # Of pairs.
    "hits": "hero.hits(level)",
    "check": "hero.check(level)",
    "pairs": "pairs(hero, level)",
    "hits of a Group": "heroes.hits(level)",
    "separation_arrays": "heroes.separation_arrays(level)",
    "contacts": "sunk.contacts(level)",
    "separation": "sunk.separation(level)",
    # Ways, of which only the length differs.
    **{f"sweep {way}": f"hero.sweep({way}, -1, level)" for way in WAYS},
    **{f"slide {way}": f"hero.move_and_slide({way}, 1, level); {BACK}" for way in WAYS},
    **{f"bounce {way}": f"hero.move_and_bounce({way}, -1, level); {BACK}" for way in WAYS},
    "walk": f"walker.move(3, 1, level); {BACK}",
    "ride": f"hero.y = -13; walker.move(0, 4, level); {BACK}",
    "depenetrate": "sunk.depenetrate(level); sunk.y = -8",
}
OF_ONE = {"distance": "high.distance(level)"}
QUESTIONS: dict[str, str] = {
    "query_point": "asked.query_point(20, 5)",
    "query_box": "asked.query_box(0, -5, 40, 5)",
    "nearest": "asked.nearest(20, -12)",
    "nearest to a sprite": "asked.nearest(high)",
    "query_within": "asked.query_within(high, 30)",
    "visible_area": "asked.visible_area(20, -30, radius=99)",
    "raycast down": "asked.raycast(20, -30, 20, 5)",
    **{f"raycast {way}": f"asked.raycast(20, -30, {20 + way}, -30)" for way in WAYS},
    **{f"thick ray {way}": f"asked.raycast(20, -30, {20 + way}, -30, radius=8)" for way in WAYS},
}


def way_of(code: str, form: str, count: int) -> Way:
    """A call in a level."""
    one, sunk, high = hero(), hero(), hero()
    sunk.y, high.y = -8, -40
    names: dict[str, Any] = {"hero": one, "sunk": sunk, "high": high}
    names["walker"] = CharacterController(one)
    names |= {"pairs": pairs, "heroes": Group(one)}
    names["asked" if "asked." in code else "level"] = (asked if "asked." in code else level)(
        form, count
    )
    used = {name: value for name, value in names.items() if name in code}
    return Way(code, used, read=None)


def beside(code: str, form: str, count: int, others: list[tuple[str, int]], _: int) -> Ways:
    """A call in a level, and the same in others."""
    ways: dict[str, Any] = {OURS: way_of(code, form, count)}
    return ways | {label(*other): partial(way_of, code, *other) for other in others}


def label(form: str, count: int) -> str:
    return f"{form}, {count:,}"


def cases() -> Iterator[tuple[str, str, str, int, dict[tuple[str, int], float]]]:
    """All rows: the name of the call, its code, a level, and its limits beside other levels."""
    for name, code in {**CALLS, **QUESTIONS}.items():
        for form in LEVELS:
            for size in SIZES[1:]:
                limits = {}
                if form not in LISTED:
                    limits[form, SIZES[0]] = GROWTH
                if form != WHOLE and size == SIZES[1]:
                    limits[WHOLE, size] = LISTED.get(form, FORMS)
                if limits and not (form in LISTED and name in QUESTIONS):
                    yield name, code, form, size, limits
    for form, some in SOME_CALLS.items():
        for name, size in product(some, SIZES[1:]):
            yield name, (CALLS | OF_ONE)[name], form, size, {(form, SIZES[0]): GROWTH}


# --- ways through a crowd ------------------------------------------------------------------------

RAYS_LONG = 20.0
"""How many times as long as a thin ray on the same way anything may take that moves along it."""

THROUGH: dict[str, str] = {
    "thick ray": "crowd.raycast(0, 0, {0}, {0}, radius=9)",
    "sweep": "hero.sweep({0}, {0}, crowd)",
    "sweep_all": "hero.sweep_all({0}, {0}, crowd)",
    "sweep among Groups": "hero.sweep({0}, {0}, parts)",
    "slide": "hero.move_and_slide({0}, {0}, crowd); hero.x, hero.y = 0, 0",
    "bounce": "hero.move_and_bounce({0}, {0}, crowd, max_bounces=1); hero.x, hero.y = 0, 0",
}


@cache
def crowded(free: bool) -> dict[str, Any]:
    """10,000 round sprites and boxes about the middle of a field; maybe with a diagonal path."""
    sprites = [
        Sprite(x, y, collision=Circle(0, 0, 9) if (x + y) % 120 else Rect(-9, -9, 18, 18))
        for x in range(-2970, 3000, 60)
        for y in range(-2970, 3000, 60)
        if not ((abs(x - y) < 60 and free) or abs(x) + abs(y) < 80)
    ]
    parts = [resting(Group(sprites[k::2])) for k in range(2)]
    return {"crowd": resting(Group(sprites)), "parts": parts}


def through(code: str, free: bool) -> Way:
    """A call on a way through the crowd."""
    names: dict[str, Any] = {"hero": Sprite(0, 0, collision=Rect(-12, -12, 24, 24))}
    names |= crowded(free)
    return Way(code, {name: value for name, value in names.items() if name in code}, read=None)


def beside_a_ray(code: str, way: int, free: bool, _: int) -> Ways:
    """A call on a way through the crowd, and a thin ray there."""
    ray = f"crowd.raycast(0, 0, {way}, {way})"
    return {
        OURS: through(code.format(way), free),
        "a thin ray": lambda: through(ray, free),
    }


for _name, _code in THROUGH.items():
    for _way in (30, 300, 2_121):
        for _free in (False, True):
            if _free or _name != "sweep_all":  # of which each hit costs
                row(
                    "near",
                    f"{_name} of {1.4142 * _way:.0f} px, {'free' if _free else 'blocked'}",
                    most={"a thin ray": RAYS_LONG},
                )(partial(beside_a_ray, _code, _way, _free))

MANY = "heroes.sweep_arrays(2_121, 2_121, {})"
LISTED_ONCE = 3.0
"""A list keeps no index, so one of all its sprites is made for each call."""


def many_ways(targets: str) -> Way:
    """Long ways of many through the crowd."""
    crowd = crowded(False)["crowd"]
    heroes = Group(
        Sprite(40 * k - 2_000, -400, collision=Rect(-12, -12, 24, 24)) for k in range(100)
    )
    names = {"heroes": heroes, "crowd": crowd, "sprites": list(crowd)}
    return Way(MANY.format(targets), names, read=None)


row("near", "sweep_arrays of 3000 px among a list", most={"a Group": LISTED_ONCE})(
    lambda _: {OURS: many_ways("sprites"), "a Group": lambda: many_ways("crowd")}
)

for _name, _code, _form, _size, _limits in cases():
    row("near", f"{_name}, {label(_form, _size)}", most={label(*o): m for o, m in _limits.items()})(
        partial(beside, _code, _form, _size, list(_limits))
    )


# --- ways out ------------------------------------------------------------------------------------

FLUSH, ONE_SPRITE = 300.0, 6.0
"""How many times as long a way out may take: of 100 times as many flush tiles, all of which it
passes, and of one sprite of the same shapes, or a list, as of a Group."""


@cache
def flush(form: str, side: int) -> Any:
    """A square of so many flush tiles each way."""
    places = [(16 * x, 16 * y) for x in range(side) for y in range(side)]
    if form == "one sprite":
        return Sprite(collision=[Rect(x, y, 16, 16) for x, y in places])
    tiles = [Sprite(x, y, collision=Rect(0, 0, 16, 16)) for x, y in places]
    return resting(Group(tiles)) if form == "a Group" else tiles


def from_the_middle(form: str, side: int, limit: str = "") -> Way:
    """The way out for a disc in the middle of the tiles."""
    disc = Sprite(8 * side, 8 * side, collision=Circle(0, 0, 2))
    call = f"disc.depenetrate(tiles{limit}); disc.position = {8 * side}, {8 * side}"
    return Way(call, {"disc": disc, "tiles": flush(form, side)}, read=None)


def out_of(form: str, side: int, _: int) -> Ways:
    """The same, and out of fewer tiles, or of a Group of them."""
    ways: dict[str, Any] = {OURS: from_the_middle(form, side)}
    if form == "a Group":
        return ways | {"32 x 32 tiles": partial(from_the_middle, form, 32)}
    return ways | {"a Group": partial(from_the_middle, "a Group", side)}


row("near", "out of 320 x 320 tiles", most={"32 x 32 tiles": FLUSH})(
    partial(out_of, "a Group", 320)
)
for _form in ("one sprite", "a list"):
    row("near", f"out of 48 x 48 tiles, {_form}", most={"a Group": ONE_SPRITE})(
        partial(out_of, _form, 48)
    )


def out_within(form: str, _: int) -> Ways:
    """The way out, if it is short; and out of fewer tiles."""
    return {
        OURS: from_the_middle(form, 320, ", max_distance=20"),
        "32 x 32 tiles": lambda: from_the_middle(form, 32, ", max_distance=20"),
    }


for _form in ("a Group", "one sprite"):
    row(
        "near",
        f"out of 320 x 320 tiles, {_form}, max_distance=20",
        most={"32 x 32 tiles": GROWTH},
    )(partial(out_within, _form))


def smaller(make: Callable[[int], Way], count: int, fewer: int, what: str, _: int) -> Ways:
    """A call with so many shapes or corners, and with fewer."""
    return {OURS: make(count), f"{fewer:,} {what}": partial(make, fewer)}


def larger(call: str, count: int) -> Way:
    """A sprite of so many shapes, of which one hits a small sprite."""
    large = Sprite(collision=[Rect(20 * k, 0, 16, 16) for k in range(count)])
    small = Sprite(2_000, -4, collision=Rect(0, 0, 8, 8))
    return Way(call, {"large": large, "small": small}, read=None)


for _call in ("large.separation(small)", "large.separation([small])", "large.distance(small)"):
    row("near", f"{_call}, 100,000 shapes", most={"1,000 shapes": FORMS})(
        partial(smaller, partial(larger, _call), 100_000, 1_000, "shapes")
    )

GEARS = 16.0
"""As many times as long as with a quarter of the corners: as many pairs of pieces are near."""


def gears(call: str, corners: int) -> Way:
    """Two gears, each in the middle of the other one."""
    turns = [2 * math.pi * k / corners for k in range(corners)]
    outline = [
        (r * math.cos(turn), r * math.sin(turn))
        for k, turn in enumerate(turns)
        for r in (100 if k % 4 < 2 else 80,)
    ]
    one, other = (
        Sprite(x, y, collision=Polygon(outline), angle=angle)
        for x, y, angle in ((0, 0, 0), (20, 7, 7))
    )
    return Way(call, {"one": one, "other": other}, read=None)


for _call in ("one.contacts(other)", "one.separation(other)", "one.distance(other)"):
    row("near", f"{_call}, gears of 320 corners", most={"80 corners": GEARS})(
        partial(smaller, partial(gears, _call), 320, 80, "corners")
    )


# --- two sprites of many shapes -------------------------------------------------------------------

AN_EDGE, ALL = 1.7, 32.0
"""How many times as long a call may take with 16 times as many shapes: if only an edge is near,
which has as many as before, and if all are near. The tree is then two levels deeper, and no longer
fits into the processor's nearest cache."""


def squares(columns: int, lines: int, x: int, side: int) -> Sprite:
    """A sprite of squares, 10 pixels apart. Every other sprite of them is between the lines."""
    places = product(range(0, 10 * lines, 10), range(0, 10 * columns, 10))
    return Sprite(x, x % 10, collision=[Rect(left, top, side, side) for top, left in places])


def nets(call: str, count: int) -> Way:
    """Two nets of so many squares, each in the gaps of the other."""
    across = math.isqrt(count)
    names = {"one": squares(across, across, 0, 4), "other": squares(across, across, 5, 4)}
    return Way(call, names, read=None)


def plates(call: str, count: int) -> Way:
    """Two plates of 20 lines, side by side, 10 pixels apart."""
    columns = count // 20
    names = {"one": squares(columns, 20, 0, 10), "other": squares(columns, 20, count // 2 + 10, 10)}
    return Way(call, names, read=None)


for _name in ("hits", "contacts", "separation", "distance"):
    row("near", f"{_name} of two nets of 6,400 squares", most={"400 squares": ALL})(
        partial(smaller, partial(nets, f"one.{_name}(other)"), 6_400, 400, "squares")
    )
row("near", "distance of two plates of 6,400 squares", most={"400 squares": AN_EDGE})(
    partial(smaller, partial(plates, "one.distance(other)"), 6_400, 400, "squares")
)

APART = 6.0
"""How many times as long a way out may take for ships of four times as many boxes."""


def ships(call: str, count: int) -> Way:
    """Two ships of so many boxes each, a quarter of which overlap."""
    across = math.isqrt(count)
    boxes = [Rect(16 * x, 16 * y, 16, 16) for y in range(across) for x in range(across)]
    names = {"one": Sprite(8 * across, 8 * across + 1, collision=boxes)}
    return Way(call, names | {"other": Sprite(collision=boxes)}, read=None)


for _call in ("one.separation(other)", "one.distance(other)"):
    # Not compared: the baseline takes seconds.
    row("near", f"{_call}, ships of 1,600 boxes", most={"400 boxes": APART}, compared=False)(
        partial(smaller, partial(ships, _call), 1_600, 400, "boxes")
    )

DEEP_IN, PUT_INTO = 5_000.0, 500.0
"""How many times as long it may take: a way out of shapes that are deep in each other, as one of a
box in a box, and the first move of a walker in a rock, as one on it. Both are about 2 ms."""


def deep(kind: str) -> tuple[list[Shape], list[Shape]]:
    """The shapes of two ships or heaps of 25 boxes, or of two worms of 49 circles."""
    rng = random.Random(kind)

    def made() -> list[Shape]:
        if kind == "ships of 25 boxes":
            cells = rng.sample([*product(range(6), range(6))], 25)
            return [Rect(8 * x, 8 * y, 8, 8) for x, y in cells]
        if kind == "heaps of 25 boxes":
            return [
                Rect(*(rng.randint(*ends) for ends in 2 * [(0, 20)] + 2 * [(4, 14)]))
                for _ in range(25)
            ]
        x = y = angle = 0.0
        worm: list[Shape] = []
        for _ in range(49):
            worm.append(Circle(x, y, 5))
            angle += rng.uniform(-0.6, 0.6)
            x, y = x + 6 * math.cos(angle), y + 6 * math.sin(angle)
        return worm

    return made(), made()


def deep_in(kind: str, _: int) -> Ways:
    """One deep in another on whole pixels, at one of eight places, and a box in a box."""
    one, other = (Sprite(collision=shapes) for shapes in deep(kind))
    places = [(-9, 4), (5, 7), (-3, -8), (0, 2), (7, -5), (-6, -2), (3, 0), (1, 9)]

    def way(a: Sprite, b: Sprite) -> Way:
        def before(moment: int) -> None:
            a.position = places[moment]

        return Way(lambda moment: a.separation(b), moments=len(places), before=before, read=None)

    box = Rect(0, 0, 40, 40)
    return {
        OURS: way(one, other),
        "a box": lambda: way(Sprite(collision=box), Sprite(collision=box)),
    }


for _kind in ("ships of 25 boxes", "heaps of 25 boxes", "worms of 49 circles"):
    row("near", f"separation, {_kind}", most={"a box": DEEP_IN})(partial(deep_in, _kind))


BODIES: dict[str, Any] = {
    "box": Rect(-16, -16, 32, 32),
    "circle": Circle(0, 0, 16),
    "capsule": Capsule(0, -16, 0, 16, 8),
    "ellipse": Ellipse(0, 0, 16, 8),
    "two shapes": [Rect(-16, 0, 32, 16), Circle(0, -8, 16)],
}


def first_move(kind: str, longest: float | None, side: int, *places: tuple[float, float]) -> Way:
    """The first move of a walker at some places in a rock of tiles. It may be pushed so far."""
    cells = product(range(side), range(side))
    rock = resting(Group(Sprite(16 * k, 16 * j, collision=Rect(0, 0, 16, 16)) for k, j in cells))
    hero = Sprite(collision=BODIES[kind])
    walkers: list[CharacterController] = []

    def before(moment: int) -> None:
        hero.position = places[moment]
        walkers[:] = [CharacterController(hero, max_push=longest)]

    return Way(
        lambda moment: walkers[0].move(1, 0.5, rock),
        moments=len(places),
        before=before,
        read=None,
    )


ON_IT = (41, -24), (70, -24), (64, -24), (90, -24)
IN_IT = (41, 57), (70, 60.5), (64, 64), (90, 40)


def put_into(kind: str, longest: float | None, _: int) -> Ways:
    """In a rock of 64 tiles, and on it."""
    return {
        OURS: first_move(kind, longest, 8, *IN_IT),
        "on it": lambda: first_move(kind, longest, 8, *ON_IT),
    }


for _kind, _longest in product(BODIES, (None, 1e9)):
    _far = "" if _longest is None else ", any push"
    row("near", f"first move in a rock of tiles, {_kind}{_far}", most={"on it": PUT_INTO})(
        partial(put_into, _kind, _longest)
    )

DEEPER = 300.0
"""How many times as long the first move may take deep in a rock of 10,000 tiles as in one of 64, if
any push may be tried. The tries are limited."""

row("near", "first move in a rock of 10,000 tiles, any push", most={"64 tiles": DEEPER})(
    lambda _: {
        OURS: first_move("circle", 1e9, 100, (801, 803)),
        "64 tiles": lambda: first_move("circle", 1e9, 8, (70, 60.5)),
    }
)


# --- a walker in a crowd -------------------------------------------------------------------------

FOUR_TIMES = 6.0
"""How many times as long a move may take among four times as many as near, which have all moved."""


def among_moved(apart: float, count: int) -> Way:
    """A move beside so many small things. Each has moved farther than the one before by so much."""
    rng = random.Random(count)
    crowd = Group(
        Sprite(rng.choice([-18, 9]) + rng.uniform(0, 9), rng.uniform(-20, 9), collision=SPECK)
        for _ in range(count)
    )
    floor, hero = Sprite(-50, 16, collision=Rect(0, 0, 100, 9)), Sprite(collision=SQUARE)
    walker, home = CharacterController(hero), list(crowd.x)

    def before(moment: int) -> None:
        crowd.x = [x + moment * (0.25 + apart * k) for k, x in enumerate(home)]

    return Way(lambda _: walker.move(0, 0.5, [floor, crowd]), moments=2, before=before, read=None)


SPECK, SQUARE = Rect(0, 0, 0.1, 0.1), Rect(-8, 0, 16, 16)


def after_all_moved(apart: float, _: int) -> Ways:
    """Among 2,000, and among a quarter of them."""
    return {OURS: among_moved(apart, 2_000), "500": partial(among_moved, apart, 500)}


for _how, _apart in (("alike", 0.0), ("by different ways", 1e-4)):
    row("near", f"a move among 2,000 that have moved {_how}", most={"500": FOUR_TIMES})(
        partial(after_all_moved, _apart)
    )


# --- a frame's walks -----------------------------------------------------------------------------


class Plain:
    """What an object costs that does nothing."""

    def update(self) -> None:
        """Do nothing."""

    draw = update


class Thing(Sprite):
    """The same, as a sprite."""

    def update(self) -> None:
        """Do nothing."""

    draw = update


class Both(PygameSprite):
    """A sprite of both libraries."""

    collision = Circle(0, 0, 5)


class Pygames(pygame.sprite.Sprite):
    """pygame's own, as its users make one."""

    def __init__(self) -> None:
        super().__init__()
        self.rect = pygame.Rect(0, 0, 10, 10)


@cache
def walked() -> dict[str, Any]:
    """What the loops go through."""
    import spritecol

    things = [Thing(k, 0) for k in range(500)]
    picture, both = pygame.Surface((10, 10)), Both()
    ring = pygame.Surface((900, 900), pygame.SRCALPHA)
    pygame.draw.circle(ring, "white", (450, 450), 450, 50)
    both.image = picture
    return {
        **{name: getattr(spritecol, name) for name in ("update", "draw", "clean")},
        **{kind.__name__: kind for kind in (Both, Pygames, Thing, Plain)},
        "things": things,
        "group": Group(things),
        "both": both,
        "theirs": Pygames(),
        "rect": pygame.Rect(3, 4, 10, 10),
        "ring": ring,
        "pygame": pygame,
        "shapes_from_surface": shapes_from_surface,
    }


WALKS = [
    ("update(group)", "for thing in things: thing.update()", 2),
    ("draw(group)", "for thing in things: thing.draw()", 2),
    ("clean(things)", "[thing for thing in things if not thing.vanished]", 2),
    ("Both()", "Pygames()", 2),
    ("both.rect = rect", "theirs.rect = rect", 3),
    ("both.angle += 1.3; both.rect", "both.angle += 1.3; both.aabb", 10),
]


def walk(call: str, other: str, _: int) -> Ways:
    """A call, and the plain loop beside it."""

    def way(code: str) -> Way:
        known = walked()
        return Way(code, {name: known[name] for name in known if name in code}, read=None)

    return {OURS: way(call), other: partial(way, other)}


OUTLINE = "pygame.mask.from_surface(ring).outline()"
WALKS += [(f"shapes_from_surface(ring, {tolerance})", OUTLINE, 500) for tolerance in (0, 1, 3, 10)]

for _call, _plain, _limit in WALKS:
    row("near", _call, most={_plain: _limit})(partial(walk, _call, _plain))


# --- what is slanted or hollow, and what changes --------------------------------------------------

COUNTS = (1_000, 10_000, 100_000)
FLAT = 3.0
"""How many times as long a call may take among 100,000 as among 1,000: what is near is the same."""

ACROSS = 2_000.0


def beside_diagonal(count: int) -> list[tuple[float, float]]:
    """Places about the middle, but for a path along the diagonal, on which there are always 20."""
    rng = random.Random(count)
    places = [(-900.0 + 90 * k, -900.0 + 90 * k) for k in range(20)]
    while len(places) < count:
        x, y = rng.uniform(-1000, 1000), rng.uniform(-1000, 1000)
        if abs(x - y) > 120 and abs(x * x + y * y - 810_000) > 90_000:  # and along a circle
            places.append((x, y))
    return places


@cache
def scattered(count: int) -> dict[str, Any]:
    """Small circles in the box of what is slanted or hollow, as sprites and as one sprite."""
    places = beside_diagonal(count)
    sprites = [Sprite(x, y, collision=Circle(0, 0, 2)) for x, y in places]
    ring = [Vec2.from_angle(360 * k / 40, 900) for k in range(41)]
    sides = [Segment(*a, *b) for a, b in pairwise(ring)]
    bar = Rect(-ACROSS / 2, -1, ACROSS, 2)
    inner = [0.98 * place for place in ring[:-1]]
    paths = Paths(Group(Sprite(40 * k, 0, collision=Rect(0, 0, 8, 8)) for k in range(count)))
    for _ in range(30):
        paths.rebuild(3, 3, 60, 60)
    return {
        "crowd": resting(Group(sprites)),
        "nested": resting(Group(Group(sprites[: count // 2]), Group(sprites[count // 2 :]))),
        "whole": Sprite(collision=[Circle(x, y, 2) for x, y in places]),
        "far": Sprite(1e6, 2e5, collision=bar),
        "laser": Sprite(collision=bar, angle=45),
        "lasers": Group(Sprite(collision=bar, angle=45), Sprite(3, 0, collision=bar, angle=45)),
        "segment": Segment(-ACROSS / 3, -ACROSS / 3, ACROSS / 3, ACROSS / 3),
        "needle": Sprite(collision=Ellipse(0, 0, ACROSS / 3, 2, 45)),
        "outline": Sprite(collision=sides),
        "hollow": Sprite(collision=Polygon(ring[:-1], holes=[inner])),
        "one": sprites[0],
        "paths": paths,
        "pairs": pairs,
    }


THERE: dict[str, str] = {
    "turned laser": "laser.check(crowd)",
    "turned laser, hits": "laser.hits(crowd)",
    "turned laser, contacts": "laser.contacts(crowd)",
    "turned laser among Groups": "laser.check([crowd, lasers])",
    "turned lasers": "pairs(lasers, crowd)",
    "slanted Segment": "crowd.query_shape(segment)",
    "turned ellipse": "needle.check(crowd)",
    "ring of Segments": "outline.check(crowd)",
    "hollow polygon": "hollow.check(crowd)",
    "turned laser, one of many shapes": "laser.check(whole)",
    "ring of Segments, one of many shapes": "outline.check(whole)",
    "slanted raycast_all": "crowd.raycast_all(-800, -800, 800, 800, radius=2)",
    "a member leaves, then a point": "crowd.discard(one); crowd.add(one); crowd.query_point(0, 0)",
    "distance of a far sprite, one of many shapes": "far.distance(whole)",
    "aabb of many shapes": "whole.aabb",
    "rebuild where nothing has changed": "paths.rebuild(3, 3, 60, 60)",
}


NEAREST: dict[str, str] = {
    "distance from a Group": "one.distance(even)",
    "distance from a Group in a list": "one.distance([even])",
    "distance from two Groups": "one.distance([even, odd])",
    "distance with where": "one.distance(even, where=accepts)",
    "nearest from the left": "even.nearest(-1e6, 300)",
    "nearest from beyond a corner": "even.nearest(-1e6, 1e6)",
    "nearest to a far sprite": "even.nearest(far)",
    "distance of a far sprite": "far.distance(even)",
    "distance of a far sprite, with where": "far.distance(even, where=accepts)",
}


@cache
def spread(count: int) -> dict[str, Any]:
    """A square field of so many circles, 40 pixels apart, in two Groups; and who asks."""
    side = math.isqrt(count)
    places = [(40 * (k % side), 40 * (k // side)) for k in range(side * side)]
    sprites = [Sprite(x, y, collision=Circle(0, 0, 9)) for x, y in places]
    return {
        "even": resting(Group(sprites[::2])),
        "odd": resting(Group(sprites[1::2])),
        "one": Sprite(330, 335, collision=Circle(0, 0, 9)),
        "far": Sprite(1e6, 2e5, collision=Rect(-9, -9, 18, 18)),
        "accepts": lambda one: one.visible,
    }


def nearest_there(code: str, count: int) -> Way:
    """A search for the nearest among so many."""
    names = {name: value for name, value in spread(count).items() if name in code}
    return Way(code, names, read=None)


def there(code: str, count: int) -> Way:
    """A call among so many."""
    names = {name: value for name, value in scattered(count).items() if name in code}
    return Way(code, names, read=None)


def gains(count: int) -> Way:
    """A Group that another one contains gains a sprite, and then the outer Group is asked."""
    known = spread(count)
    inner, shape = Group(*known["even"]), Circle(0, 0, 9)
    outer = resting(Group(inner, Group(*known["odd"])))
    names: dict[str, Any] = {"inner": inner, "outer": outer, "one": known["one"]}
    names |= {"Sprite": Sprite, "shape": shape}
    ask = "inner.add(Sprite(-90, -90, collision=shape)); one.check(outer)"
    return Way(ask, names, read=None)


@cache
def team(count: int) -> Group[Any]:
    """So many sprites at rest, far from everything, which others exclude."""
    return Group(Sprite(40 * k, 1e6, collision=Circle(0, 0, 9)) for k in range(count))


EXCLUDES: dict[str, str] = {
    "check": "hero.check(level, exclude={0})",
    "pairs": "pairs(hero, level, exclude={0})",
    "raycast": "level.raycast(20, -30, 320, -30, exclude={0})",
    "nearest": "level.nearest(20, -12, exclude={0})",
    "slide": f"hero.move_and_slide(30, 1, level, exclude={{0}}); {BACK}",
    "sweep of a team": "heroes.sweep_arrays(30, 1, level, exclude={0})",
    "slide of a team": "heroes.move_and_slide_arrays(0, -1e-9, level, exclude={0})",
}


def excluding(code: str, count: int) -> Way:
    """A call that excludes a Group of so many."""
    names = {"hero": hero(), "heroes": Group(hero()), "level": level(WHOLE, 2_000)}
    names |= {"pairs": pairs, "team": team(count)}
    return Way(code, {name: value for name, value in names.items() if name in code}, read=None)


def vanishing(count: int) -> Way:
    """The time of each of so many sprites that join a Group and vanish, while nobody asks it."""
    shape, group = Circle(0, 0, 9), Group()

    def join(_: int) -> Group[Any]:
        for _ in range(count):
            sprite = Sprite(collision=shape)
            group.add(sprite)
            sprite.vanish()
        return group

    return Way(join, per=count, read=None)


def chain(count: int) -> Way:
    """The time that each Group of a chain takes to be made, of which each holds the last one."""

    def make(_: int) -> Group[Any]:
        group: Group[Any] = Group()
        for _ in range(count):
            group = Group(group)
        return group

    return Way(make, per=count, read=None)


def growing(make: Callable[[int], Way], count: int, _: int) -> Ways:
    """Among so many, and among the fewest."""
    return {OURS: make(count), f"{COUNTS[0]:,}": partial(make, COUNTS[0])}


for _count in COUNTS[1:]:
    for _name, _code in THERE.items():
        row("near", f"{_name}, {_count:,}", most={f"{COUNTS[0]:,}": FLAT})(
            partial(growing, partial(there, _code), _count)
        )
    for _name, _code in NEAREST.items():
        row("near", f"{_name}, {_count:,}", most={f"{COUNTS[0]:,}": GROWTH})(
            partial(growing, partial(nearest_there, _code), _count)
        )
    for _name, _code in EXCLUDES.items():
        for _form, _out in (("a Group", "team"), ("a list with a Group", "[hero, team]")):
            if _form == "a Group" or "hero." in _code:
                row(
                    "near",
                    f"{_name}, excludes {_form} of {_count:,}",
                    most={f"{COUNTS[0]:,}": GROWTH},
                )(partial(growing, partial(excluding, _code.format(_out)), _count))
    row("near", f"sprites join a Group and vanish, {_count:,}", most={f"{COUNTS[0]:,}": FLAT})(
        partial(growing, vanishing, _count)
    )
    row("near", f"an inner Group gains a sprite, {_count:,}", most={f"{COUNTS[0]:,}": GROWTH})(
        partial(growing, gains, _count)
    )
row("near", "a chain of Groups", most={f"{COUNTS[0]:,}": FLAT})(partial(growing, chain, COUNTS[1]))


# --- ways out ------------------------------------------------------------------------------------

TILES = 50, 400, 3_200
"""In a row of tiles, of which each is a sprite."""

OUTS: dict[str, str] = {
    "jump with nudge below tiles": "walker.nudge = 4; walker.move(1, -6, level)",
    "stand up below tiles": "hero.collision = tall; walker.move(1, 0.4, level)",
    "lift to a ceiling of tiles": "lift.y = -4; walker.move(0, 0.4, level)",
    "spawned in a rock of tiles": "hero.y = 72; walker.move(1, 0.4, level)",
}


def way_out(code: str, count: int) -> Way:
    """A walker below a ceiling, on a lift, above a rock of tiles: it looks for a way out."""
    tile, low, tall = Rect(0, 0, 16, 16), Rect(-6, -10, 12, 10), Rect(-6, -24, 12, 24)
    places = [(16 * k, y) for k in range(count) for y in (-28, 8, 24, 40, 56, 72, 88)]
    middle = 8 * count
    lift = Sprite(middle - 16, 0, collision=Rect(0, 0, 32, 8))
    level = resting(Group(Group(Sprite(x, y, collision=tile) for x, y in places), lift))
    hero = Sprite(middle, 0, collision=low)
    walker = CharacterController(hero)

    def before(_: int) -> None:
        hero.position, hero.collision, lift.y, walker.nudge = (middle, 0), low, 0, 0
        walker.move(0, 0.4, level)

    names = {"walker": walker, "hero": hero, "lift": lift, "level": level, "tall": tall}
    return Way(code, names, before=before, read=None)


def ways_out(code: str, count: int, _: int) -> Ways:
    """In a row of so many tiles, and of the fewest."""
    return {OURS: way_out(code, count), f"{TILES[0]:,}": partial(way_out, code, TILES[0])}


for _count in TILES[1:]:
    for _name, _code in OUTS.items():
        row("near", f"{_name}, {_count:,}", most={f"{TILES[0]:,}": GROWTH})(
            partial(ways_out, _code, _count)
        )

# --- maps ----------------------------------------------------------------------------------------


def loaded(width: int, height: int, layer: str) -> Way:
    """A map of Tiled with one layer of one tile, which is 16 wide or larger."""
    from spritecol.integrations.tiled import sprites_from_tmx

    path = Path(mkdtemp()) / "map.tmx"
    path.write_text(
        '<map orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">'
        f'<tileset firstgid="1" name="t" tilewidth="{width}" tileheight="{height}"/>{layer}</map>'
    )
    return Way("load(path)", {"load": sprites_from_tmx, "path": path}, read=None)


def with_a_stray_tile(away: int) -> Way:
    """An infinite map of 16 chunks, and another one far from them."""
    cells = ",".join(["1"] * 256)
    places = [(16 * x, 16 * y) for x in range(4) for y in range(4)]
    chunks = [
        f'<chunk x="{x}" y="{y}" width="16" height="16">{cells}</chunk>'
        for x, y in [*places, (away, away)]
    ]
    return loaded(16, 16, f'<layer><data encoding="csv">{"".join(chunks)}</data></layer>')


def forest(width: int, height: int) -> Way:
    """A layer of 200 x 100 cells, every fourth of which has a tree of so many pixels."""
    rng = random.Random(1)
    cells = ",".join(str(int(rng.random() < 0.25)) for _ in range(20_000))
    return loaded(
        width,
        height,
        f'<layer width="200" height="100"><data encoding="csv">{cells}</data></layer>',
    )


row("near", "a map with a tile 6,400 cells away", most={"160 cells away": GROWTH})(
    lambda _: {
        OURS: with_a_stray_tile(6_400),
        "160 cells away": partial(with_a_stray_tile, 160),
    }
)
row("near", "a map with trees of 12 cells", most={"trees of one": FORMS})(
    lambda _: {OURS: forest(48, 64), "trees of one": partial(forest, 16, 16)}
)

# --- beside other libraries' own ------------------------------------------------------------------


def in_sprite_list(_: int) -> Ways:
    """A check of arcade's sprites in a hashed SpriteList, and the one line that replaces theirs."""
    from peers.arcade_lists import arcade

    from spritecol.integrations import arcade as ours

    texture, walls = arcade.Texture.create_empty("wall", (32, 32)), arcade.SpriteList(True)
    for k in range(300):
        walls.append(ours.Sprite(texture, center_x=40 * (k % 20), center_y=40 * (k // 20)))
    names = {"hero": ours.Sprite(texture, center_x=410, center_y=230), "walls": walls}
    theirs = names | {"find": ours.check_for_collision_with_list}

    def places(found: list[Any]) -> list[tuple[float, float]]:
        """Where they are: arcade's function finds them in the order of its cells."""
        return sorted((sprite.center_x, sprite.center_y) for sprite in found)

    return {
        OURS: Way("hero.check(walls)", names, read=places),
        "the one line": Way("find(hero, walls)", theirs, read=places),
    }


row("near", "check of a SpriteList of 300", most={"the one line": 1.0})(in_sprite_list)

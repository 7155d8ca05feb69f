"""The rows of `ab.py`: calls that users wait for, from one `hits` to checks of 100,000 sprites."""

import itertools
import math
import os
import random
import re
import subprocess
import sys
import timeit
from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter, thread_time
from typing import Any, NamedTuple

STATEMENT = 2e-4  # seconds of one run of a short statement's loop, about
LONG = 1e-3  # seconds: what takes longer is measured in time of the processor
UNROLLED = 10  # copies of a short statement in its loop
SALTED = "SPRITECOL_AB_SALT"  # the variable that holds the salt of a round
TWO_CORES = "two cores"  # a row with this in its name may use two


# Run before anything is imported. CPython numbers the types that it meets, and remembers what was
# looked up in them in a table that mixes these numbers with names; where two share a place, a row
# takes up to a quarter longer, whatever the code. One type more or fewer changes all numbers. Where
# memory happens to lie has similar effects. So each round has other numbers and places.
SALT = (
    "grains = [type(f'Grain{k}', (), {'x': k}) for k in range(%d)]; "
    "places = [[bytes(24 + 40 * (k %% 12))] for k in range(37 * len(grains))]; "
    "places.append([grain.x for grain in grains])"
)


class Job(NamedTuple):
    """What is measured."""

    time: Callable[[int], float]  # do a moment; the seconds that it took
    moments: int = 1
    per: int = 1  # how often a moment does what the row names


ROWS: dict[str, Callable[[], Job]] = {}


def row(name: str, make: Callable[..., Job], *arguments: Any) -> None:
    """Enter a row; it is made just before it is measured."""
    assert name not in ROWS
    ROWS[name] = partial(make, *arguments)


def frames(
    frame: Callable[[int], Any],
    moments: int = 1,
    before: Callable[[int], Any] | None = None,
    per: int = 1,
    two: bool = False,
) -> Job:
    """Time a call with the number of the moment; `before` prepares it and is not timed.

    Long calls are timed by the processor's time, since other processes run meanwhile; calls with
    two threads by the clock.
    """
    kept: list[Any] = [None]
    shortest = math.inf

    def time(moment: int) -> float:
        nonlocal shortest
        clock = thread_time if LONG < shortest < math.inf and not two else perf_counter
        if before:
            before(moment)
        start = clock()
        kept[0] = frame(moment)  # the result before is freed as a program would, while timed
        taken = clock() - start
        shortest = min(shortest, taken)
        return taken

    return Job(time, moments, per)


def statement(code: str, names: Mapping[str, Any], per: int = 1) -> Job:
    """A statement that takes nanoseconds, in a loop, with its names as locals."""
    setup = ";".join(f"{name} = _{name}" for name in names)
    variables = {f"_{name}": value for name, value in names.items()}
    timer = timeit.Timer("\n".join([code] * UNROLLED), setup, globals=variables)
    number = 1
    while (taken := timer.timeit(number)) < STATEMENT / 4:
        number *= 2
    number = max(1, round(number * STATEMENT / taken))
    return Job(lambda moment: timer.timeit(number), per=number * UNROLLED * per)


# --- one against one, one against many ----------------------------------------------------------

UPRIGHT, TURNED = (0, 0, 1, 1), (30, 100, 1.5, 0.75)


def one_pair(left: float, top: float, how: tuple[float, ...], moved: bool) -> Job:
    """`a.hits(b)` of two rectangles."""
    from spritecol import Rect, Sprite

    pose: Any = {"scale_x": how[2], "scale_y": how[3], "center_x": 16, "center_y": 16}
    a = Sprite(100, 100, collision=Rect(0, 0, 32, 32), angle=how[0], **pose)
    b = Sprite(left, top, collision=Rect(0, 0, 32, 32), angle=how[1], **pose)
    if moved:
        return statement("a.x += 1; a.hits(b); a.x -= 1; a.hits(b)", {"a": a, "b": b}, per=2)
    return statement("a.hits(b)", {"a": a, "b": b})


for _moved in (False, True):
    for _name, _place in {
        "upright, hit": (120, 110, UPRIGHT),
        "upright, far": (700, 500, UPRIGHT),
        "turned, hit": (120, 110, TURNED),
        "turned, near miss": (142, 120, TURNED),
    }.items():
        row(f"hits: {'moved, ' if _moved else ''}{_name}", one_pair, *_place, _moved)


def star(reach: float) -> Any:
    """A concave polygon with a hole."""
    from spritecol import Polygon

    ring = [
        (radius * math.cos(turn), radius * math.sin(turn))
        for k in range(10)
        for radius, turn in [(reach / 2 if k % 2 else reach, math.pi * k / 5)]
    ]
    return Polygon(ring, [[(x / 2, y / 2) for x, y in ring]])


def one_pair_of(kind: str) -> Job:
    """`a.hits(b)` of two round or concave shapes that overlap a bit."""
    from spritecol import Circle, Ellipse, Sprite

    shapes = {"circles": Circle(0, 0, 16), "ellipses": Ellipse(0, 0, 16, 9), "stars": star(16)}
    a = Sprite(100, 100, collision=shapes[kind], angle=30)
    b = Sprite(118, 108, collision=shapes[kind], angle=100)
    return statement("a.hits(b)", {"a": a, "b": b})


for _name in ("circles", "ellipses", "stars"):
    row(f"hits: {_name}", one_pair_of, _name)


def with_role(kind: Any, numbers: Any, layers: bool, role: tuple[int, int], **more: Any) -> Any:
    """A shape that has a layer and a mask, if wanted, and if the checkout knows any."""
    try:
        return kind(*numbers, **more, **({"layer": role[0], "mask": role[1]} if layers else {}))
    except TypeError:
        return kind(*numbers, **more)


def two_fighters(layers: bool) -> Job:
    """`a.hits(b)` of fighters of up to three boxes: a fist hits at last.

    With layers only fists and hurt boxes meet; a checkout that knows none tests all.
    """
    from spritecol import Rect, Sprite

    shapes = [
        with_role(Rect, box, layers, role, name=name)
        for name, box, role in (
            ("body", (-8, -40, 16, 40), (1, 1)),
            ("hurt", (-10, -44, 20, 44), (2, 4)),
            ("fist", (10, -32, 18, 6), (4, 2)),
        )
    ]
    a = Sprite(100, 100, collision=shapes)
    b = Sprite(133, 100, scale_x=-1, collision=shapes[:2])
    return statement("a.hits(b)", {"a": a, "b": b})


def nine_pairs_of_parts(layers: bool) -> Job:
    """`a.hits(b)` of three slanted triangles each: all boxes overlap, and none hits.

    With layers all of them meet, so the difference of the two rows is nine times what it costs to
    ask whether two shapes do.
    """
    from spritecol import Sprite, Triangle

    def shapes(y: int) -> list[Any]:
        corners = [(0, y + i, 40, y + 40 + i, 0, y + 1 + i) for i in range(3)]
        return [with_role(Triangle, six, layers, (1, 7)) for six in corners]

    a, b = Sprite(collision=shapes(0)), Sprite(10, 0, collision=shapes(-20))
    return statement("a.hits(b)", {"a": a, "b": b})


for _layers in (False, True):
    row(f"hits: nine pairs of parts{', layers' if _layers else ''}", nine_pairs_of_parts, _layers)
    row(f"hits: three shapes{', layers' if _layers else ''}", two_fighters, _layers)


def frames_of_shapes() -> Job:
    """`sprite.collision = frame` of three shapes, two frames in turn."""
    from spritecol import Rect, Sprite

    frames = [tuple(Rect(k, 8 * i, 16, 8) for i in range(3)) for k in range(2)]
    names = {"one": Sprite(collision=frames[0]), "a": frames[0], "b": frames[1]}
    return statement("one.collision = a; one.collision = b", names, per=2)


row("collision: a frame of three shapes again", frames_of_shapes)


def one_against_many(count: int, kind: str, moved: bool) -> Job:
    """`one.check(many)` of rectangles, about as dense as in a game."""
    from spritecol import Group, Rect, Sprite

    rng = random.Random(count)
    scale = math.sqrt(count / 1_000)
    width, height = 1280 * scale, 720 * scale
    sizes = [Rect(0, 0, side, side + 4) for side in range(10, 30)]
    many = [
        Sprite(rng.uniform(0, width), rng.uniform(0, height), collision=rng.choice(sizes))
        for _ in range(count)
    ]
    one = Sprite(width / 2, height / 2, collision=Rect(0, 0, 40, 40))
    names = {"one": one, "many": Group(many) if kind == "Group" else many}
    if moved:
        return statement("one.x += 1; one.check(many); one.x -= 1; one.check(many)", names, per=2)
    return statement("one.check(many)", names)


for _kind, _count, _moved in (
    ("list", 10, False),
    ("list", 100, False),
    ("list", 1_000, False),
    ("list", 100, True),
    ("Group", 10, False),
    ("Group", 1_000, False),
    ("Group", 1_000, True),
):
    _text = f"check: one{', moved,' if _moved else ''} against a {_kind} of {_count:,}"
    row(_text, one_against_many, _count, _kind, _moved)

# --- many against many --------------------------------------------------------------------------


def two_groups(enemies: int) -> Job:
    """Bullets that are moved one by one; with callbacks, or pairs among themselves."""
    from peers.spritecol_groups import TwoGroups, boxes

    places = boxes(1_000, 8 if enemies else 20, 1)
    game = TwoGroups(places, boxes(enemies, 32, 2))
    return frames(game.frame, game.moments)


row("check: 1,000 moved bullets and 200 enemies, callbacks", two_groups, 200)
row("pairs: 1,000 moved boxes among themselves", two_groups, 0)


def shapes_of(kind: str) -> list[Any]:
    """The shapes that the members of a crowd have in turn."""
    from spritecol import Circle, Ellipse, Rect, Triangle

    circles = [Circle(0, 0, 5 + k / 4) for k in range(20)]
    if kind in ("rects", "turned rects"):
        return [Rect(0, 0, 8 + k, 18 - k) for k in range(12)]
    if kind == "ellipses":
        return [Ellipse(0, 0, 5 + k / 2, 11 - k / 2) for k in range(12)]
    if kind == "stars":
        return [star(8 + k) for k in range(5)]
    if kind == "mixed":
        return [*circles[:4], Rect(-8, -8, 16, 16), Triangle(-9, 9, 9, 9, 0, -9), star(10)]
    return circles


def crowd(kind: str, count: int, across: float = 0) -> tuple[Any, Any, Any]:
    """A Group, where its members are, and a generator that is always the same."""
    import numpy as np

    from spritecol import Group, Sprite

    rng = np.random.default_rng(count)
    side = across or 21.5 * math.sqrt(count)
    places = rng.uniform(0, side, (count, 2))
    shapes = shapes_of(kind)
    turned = kind not in ("rects", "circles")
    group = Group(
        Sprite(x, y, collision=shapes[k % len(shapes)], angle=7 * k if turned else 0)
        for k, (x, y) in enumerate(places.tolist())
    )
    return group, places, rng


def all_pairs(kind: str, count: int, two: bool = False, again: bool = False) -> Job:
    """All move: new columns, then pairs as positions; `again`, created where others were."""
    if again:
        old = list(crowd(kind, count)[0])
        random.Random(1).shuffle(old)
        while old:
            old.pop()
    group, places, rng = crowd(kind, count)
    moments = 2 if count > 20_000 else 8
    xs, ys = ([places[:, k] + rng.uniform(-2, 2, count) for _ in range(moments)] for k in (0, 1))

    def frame(moment: int) -> Any:
        group.x = xs[moment]
        group.y = ys[moment]
        return group.pair_indices()

    return frames(frame, moments, two=two)


for _count in (100, 1_000, 5_000, 10_000, 15_000, 100_000):
    row(f"pair_indices: {_count:,} moving circles", all_pairs, "circles", _count)
row("pair_indices: 5,000 moving rects", all_pairs, "rects", 5_000)
row("pair_indices: 5,000 moving, mixed", all_pairs, "mixed", 5_000)
# Very many sprites. Thresholds of `tuning.pxd` name these.
row("pair_indices: 100,000, created where others were", all_pairs, "circles", 100_000, False, True)
for _count in (15_000, 100_000, 200_000):
    row(f"pair_indices: {_count:,} moving circles, {TWO_CORES}", all_pairs, "circles", _count, True)


def turning(count: int, two: bool = False) -> Job:
    """DXRuby's scene, in which all sprites turn."""
    import numpy as np
    from scenes.sprites import dxruby_objects

    from spritecol import Group

    side = 550 * math.sqrt(count / 125)
    group = Group(dxruby_objects(count, side, side, seed=count))
    angles = np.random.default_rng(count).uniform(0, 360, (4, count))

    def frame(moment: int) -> Any:
        group.angle = angles[moment]
        return group.pair_indices()

    return frames(frame, 4, two=two)


for _count in (125, 1_000, 5_000):
    row(f"pair_indices: {_count:,} turning objects", turning, _count)
row(f"pair_indices: 5,000 turning objects, {TWO_CORES}", turning, 5_000, True)


def at_rest(count: int, moving: int) -> Job:
    """A Group of which few members move, one by one."""
    group, places, rng = crowd("circles", count)
    members = list(group)
    chosen = rng.choice(count, (8, moving), replace=False).tolist()
    shifts = (2.5, -2.5)

    def frame(moment: int) -> Any:
        for k in chosen[moment]:
            members[k].x += shifts[moment % 2]
            shifts_of[k] = -shifts_of.get(k, 1)
        return group.pair_indices()

    shifts_of: dict[int, int] = {}

    def back(moment: int) -> None:
        if moment == 0:
            group.x = places[:, 0]
            for _ in range(6):  # so that the Group builds an index that it keeps
                group.pair_indices()

    return frames(frame, 8, back)


# Groups whose members mostly rest. Some boxes move. Thresholds of `tuning.pxd` name these.
row("pair_indices: 20,000 at rest", at_rest, 20_000, 0)
row("pair_indices: 20,000, of which 100 move", at_rest, 20_000, 100)


def between(movers: int, resting: int, across: bool) -> Job:
    """Movers against a Group at rest, or one sprite of them."""
    ground, places, rng = crowd("rects", resting)
    group, own, _ = crowd("circles", movers, across=float(places.max()))
    steps = rng.uniform(-3, 3, (8, movers))
    for _ in range(6):
        group.pair_indices(ground)
    if not across:
        one = next(iter(group))
        names = {"one": one, "ground": ground}
        return statement("one.x += 1; one.check(ground); one.x -= 1; one.check(ground)", names, 2)

    def frame(moment: int) -> Any:
        group.x = own[:, 0] + steps[moment]
        return group.pair_indices(ground)

    return frames(frame, 8)


row("pair_indices: 100 movers, 100,000 at rest", between, 100, 100_000, True)
row("pair_indices: 1,000 movers, 1,000 at rest", between, 1_000, 1_000, True)
row("check: one, moved, against 20,000 at rest", between, 40, 20_000, False)


def bullet_hell() -> Job:
    """The bullet hell, frame 13 to 36, again and again."""
    from peers.spritecol_bullet_hell import Program

    game: list[Program] = []

    def start(moment: int) -> None:
        if moment == 0:
            game[:] = [Program()]
            for _ in range(12):
                game[0].frame()

    return frames(lambda moment: game[0].frame(), 24, start)


row("bullet hell: a frame", bullet_hell)

# --- contacts, sweeps, moves, rays, places ------------------------------------------------------

KINDS = ("rects", "turned rects", "circles", "ellipses", "stars")
ASKING = 40  # sprites that ask in a row, one after the other
DENSE, SPARSE = 21.5, 45.0  # pixels: the targets have a square of this side each
QUESTIONS = {
    "contacts": (DENSE, "one.contacts(many)"),
    "separation": (DENSE, "one.separation(many)"),
    "distance": (SPARSE, "one.distance(other)"),
    "sweep": (SPARSE, "one.sweep(dx, dy, many)"),
    "sweep, turning": (SPARSE, "one.sweep(dx, dy, many, turn=20)"),
    "sweep_all": (SPARSE, "one.sweep_all(dx, dy, many)"),
    "move_and_collide": (SPARSE, "one.move_and_collide(dx, dy, many)"),
    "move_and_slide": (SPARSE, "one.move_and_slide(dx, dy, many)"),
    "raycast": (SPARSE, "many.raycast(x, y, x + dx, y + dy)"),
    "raycast_all": (SPARSE, "many.raycast_all(x, y, x + dx, y + dy)"),
    "raycast, radius 3": (SPARSE, "many.raycast(x, y, x + dx, y + dy, radius=3)"),
    "line_of_sight": (SPARSE, "many.line_of_sight(x, y, x + dx, y + dy)"),
    "nearest": (SPARSE, "many.nearest(x, y)"),
    "query_point": (DENSE, "many.query_point(x, y)"),
}
SMALL = ("contacts", "separation", "sweep", "move_and_collide", "move_and_slide", "raycast")


def one_by_one(question: str, kind: str, count: int) -> Job:
    """Sprites that were just moved ask about targets at rest."""
    cell, code = QUESTIONS[question]
    many, _, rng = crowd(kind, count, across=cell * math.sqrt(count))
    asking, places, _ = crowd(kind, ASKING, across=cell * math.sqrt(count))
    ways = rng.uniform(-90, 90, (ASKING, 2))
    others = [many[k] for k in rng.integers(0, count, ASKING).tolist()]
    asked = [
        (one, other, *place, *way)
        for one, other, place, way in zip(
            asking, others, places.tolist(), ways.tolist(), strict=True
        )
    ]
    names: dict[str, Any] = {}
    loop = "for one, other, x, y, dx, dy in asked"
    exec(f"def ask(asked, many):\n    {loop}:\n        {code}", names)
    ask = names["ask"]

    def before(moment: int) -> None:
        asking.x = places[:, 0]
        asking.y = places[:, 1]

    return frames(lambda moment: ask(asked, many), 1, before, per=ASKING)


for _name in QUESTIONS:
    for _kind in KINDS:
        if _name in SMALL:
            row(f"{_name}: {_kind}, 10", one_by_one, _name, _kind, 10)
        row(f"{_name}: {_kind}, 1,000", one_by_one, _name, _kind, 1_000)
for _count in (100, 10_000):  # without a kept index, and with a large one
    row(f"raycast: circles, {_count:,}", one_by_one, "raycast", "circles", _count)
row("sweep: turned rects, 5,000", one_by_one, "sweep", "turned rects", 5_000)


def walk(shape: str, corner: bool) -> Job:
    """`move_and_slide` along a floor of 200 tiles, or again and again into a corner of them."""
    from spritecol import Circle, Group, Rect, Sprite

    tiles = [(16 * k, 100) for k in range(200)] + [(3_200, 16 * k) for k in range(7)]
    group = Group(Sprite(x, y, collision=Rect(0, 0, 16, 16)) for x, y in tiles)
    shapes = {"box": Rect(-7, -10, 14, 20), "circle": Circle(0, 0, 10), "star": star(10)}
    one = Sprite(collision=shapes[shape])

    def frame(moment: int) -> None:
        for _ in range(ASKING):
            one.move_and_slide(5, 3, group, up=(0, -1))

    def before(moment: int) -> None:
        one.x, one.y = (3_180 if corner else 40), 85

    return frames(frame, 1, before, per=ASKING)


for _kind in ("box", "circle", "star"):
    row(f"move_and_slide: {_kind}, along a floor of tiles", walk, _kind, False)
    row(f"move_and_slide: {_kind}, into a corner of tiles", walk, _kind, True)


def walkers(kind: str) -> Job:
    """`CharacterController.move` of 200 walkers on a map of 2,000 tiles with slopes."""
    from peers.spritecol_walkers import Walkers
    from scenes.hills import hills

    game = Walkers(hills(2_000, 200), kind)

    def before(moment: int) -> None:
        if moment == 0:
            game.begin()

    return frames(game.frame, game.moments, before, per=200)


for _kind in ("box", "circle"):
    row(f"CharacterController.move: {_kind}, on tiles and slopes", walkers, _kind)


def with_defaults(code: str) -> Job:
    """A short call that leaves out all that it may."""
    from spritecol import Circle, Group, Rect, Sprite

    a = Sprite(9, 0, collision=Circle(0, 0, 5))
    floor = Sprite(0, 20, collision=Rect(0, 0, 99, 9))
    ten = Group(Sprite(99 * k, 20, collision=Rect(0, 0, 99, 9)) for k in range(10))
    return statement(code, {"a": a, "one": floor, "ten": ten, "hit": a.sweep(0, 50, floor)})


for _name, _code in {
    "depenetrate: one that it does not hit": "a.depenetrate(one)",
    "depenetrate: a Group of 10 that it does not hit": "a.depenetrate(ten)",
    "bounce": "hit.bounce(30, 40)",
    "slide": "hit.slide(30, 40)",
}.items():
    row(_name, with_defaults, _code)


def after_a_removal(call: str) -> Job:
    """Twenty questions to a Group of 20,000 at rest that a member has just left."""
    from spritecol import Rect, Sprite

    group, places, _ = crowd("circles", 20_000)
    going = list(group)
    mover = Sprite(*places[7], collision=Rect(0, 0, 20, 20))
    x, y = places[7].tolist()
    ask: Callable[[], Any] = {
        "raycast": lambda: group.raycast(x, y, x + 80, y + 60),
        "sweep": lambda: mover.sweep(40, 30, group),
        "contacts": lambda: mover.contacts(group),
    }[call]
    for _ in range(50):  # until it keeps an index
        ask()

    def before(moment: int) -> None:
        group.discard(going.pop())

    return frames(lambda moment: [ask() for _ in range(20)], 1, before, per=20)


for _name in ("raycast", "sweep", "contacts"):
    row(f"{_name}: after a member has left 20,000", after_a_removal, _name)


COLD = 32 << 20  # bytes written before each call: the caches hold nothing else then
USUAL = {
    "hits": "one.hits(other)",
    "check": "one.check(many)",
    "raycast": "many.raycast(x, y, x + 80, y + 60)",
    "line_of_sight": "many.line_of_sight(x, y, x + 80, y + 60)",
    "query_point": "many.query_point(x, y)",
    "nearest": "many.nearest(x, y)",
    "contacts": "one.contacts(many)",
    "sweep": "one.sweep(80, 60, many)",
    "move_and_slide": "one.move_and_slide(80, 60, many)",
    "pair_indices": "many.pair_indices()",
}


def cold(code: str) -> Job:
    """One call as a game makes it: everything else was in the caches since the last one."""
    import numpy as np

    from spritecol import Rect, Sprite

    many, places, _ = crowd("turned rects", 1_000, across=SPARSE * math.sqrt(1_000))
    others = np.zeros(COLD, dtype=np.uint8)
    x, y = places[7].tolist()
    one = Sprite(x, y, collision=Rect(-10, -10, 20, 20), angle=15)
    names = {"one": one, "other": many[7], "many": many, "x": x, "y": y}
    call = eval(f"lambda: {code}", names)
    for _ in range(ASKING):  # until it keeps an index
        call()

    def before(moment: int) -> None:
        one.x, one.y = x, y
        others[:] += np.uint8(1)

    return frames(lambda moment: call(), 1, before)


for _name, _code in USUAL.items():
    row(f"cold: {_name}", cold, _code)


def many_at_once(call: str, kind: str, count: int) -> Job:
    """A question of many moving sprites about themselves or others."""
    from spritecol import Overlaps

    cell = SPARSE if call in ("sweep_arrays", "raycast_arrays") else DENSE
    group, places, rng = crowd(kind, count, across=cell * math.sqrt(count))
    others, _, _ = crowd(kind, count + 1, across=cell * math.sqrt(count))
    ways = rng.uniform(-90, 90, (count, 2))
    steps = rng.uniform(-2, 2, (4, count))
    watch = Overlaps(group, swept=True) if call.startswith("swept") else Overlaps(group)
    asked: Callable[[], Any] = {
        "contact_arrays": group.contact_arrays,
        "sweep_arrays": lambda: group.sweep_arrays(ways[:, 0], ways[:, 1], others),
        "raycast_arrays": lambda: others.raycast_arrays(places, places + ways),
        "Overlaps.update": watch.update,
        "swept Overlaps.update": watch.update,
    }[call]

    def before(moment: int) -> None:
        group.x = places[:, 0] + steps[moment]

    return frames(lambda moment: asked(), 4, before)


for _name in (
    "contact_arrays",
    "sweep_arrays",
    "raycast_arrays",
    "Overlaps.update",
    "swept Overlaps.update",
):
    for _kind in KINDS:
        _count = 100 if _kind == "stars" else 1_000
        row(f"{_name}: {_kind}, {_count:,}", many_at_once, _name, _kind, _count)


def bullets(swept: bool) -> Job:
    """`Overlaps` of 1,000 fast bullets, against 200 enemies that move, too."""
    from spritecol import Circle, Group, Overlaps, Sprite

    rng = random.Random(1)
    groups = [
        Group(
            Sprite(rng.uniform(0, 1280), rng.uniform(0, 720), collision=Circle(0, 0, radius))
            for _ in range(count)
        )
        for radius, count in ((2, 1_000), (12, 200))
    ]
    watch = Overlaps(*groups, swept=True) if swept else Overlaps(*groups)

    def before(moment: int) -> None:
        groups[0].x += 40 if moment else -40
        groups[1].y += 3 if moment else -3

    return frames(lambda moment: watch.update(), 2, before)


row("Overlaps.update: 1,000 bullets, 200 enemies", bullets, False)
row("swept Overlaps.update: 1,000 bullets, 200 enemies", bullets, True)

# --- making, reading, writing -------------------------------------------------------------------


def making(code: str) -> Job:
    """A short statement about sprites."""
    from spritecol import Circle, Group, Sprite

    class Ball(Sprite):
        collision = Circle(0, 0, 5)

    ball = Ball(10, 20)
    names = {
        "Sprite": Sprite,
        "Ball": Ball,
        "Circle": Circle,
        "shape": Circle(0, 0, 5),
        "a": ball,
        "other": Sprite(5, 5, collision=star(20)),
        "group": Group(Ball(k, k) for k in range(10)),
        "many": Group(Ball(17 * k % 5_000, 31 * k % 5_000) for k in range(10_000)),
    }
    return statement(code, {name: names[name] for name in names if re.search(rf"\b{name}\b", code)})


for _name, _code in {
    "make: Sprite(1, 2, collision=shape)": "Sprite(1, 2, collision=shape)",
    "make: a subclass with its own shape": "Ball(1, 2)",
    "make: five attributes": "Sprite(1, 2, collision=shape, angle=30, scale_x=2, center_x=3)",
    "make: a sprite that vanishes": "Ball(1, 2).vanish()",
    "make: Circle(0, 0, 5)": "Circle(0, 0, 5)",
    "read: x": "a.x",
    "write: x": "a.x = 5.5",
    "write: x += 1": "a.x += 1",
    "write: angle": "a.angle = 30",
    "write: collision": "a.collision = shape",
    "read: aabb after a move": "a.x += 1; a.aabb",
    "read: aabb of a turned star": "other.angle += 1; other.aabb",
    "group: add and discard": "group.add(a); group.discard(a)",
    "group: add, vanish and len": "one = Ball(1, 2); group.add(one); one.vanish(); len(group)",
    "group: len and in": "len(group); a in group",
    "group: iterate over 10": "for one in group: pass",
    "column: read x of 10,000": "many.x",
    "column: write x of 10,000": "many.x += 1",
    "column: aabbs of 10,000 that moved": "many.x += 1; many.aabbs",
}.items():
    row(_name, making, _code)


def making_many(count: int) -> Job:
    """Make a Group of new sprites; the previous ones are freed."""
    from spritecol import Circle, Group, Sprite

    shape = Circle(0, 0, 5)
    return frames(
        lambda moment: Group(Sprite(k, k, collision=shape) for k in range(count)), per=count
    )


row("make: a Group of 1,000, a sprite", making_many, 1_000)


def polygons() -> Job:
    """New polygons are cut each time."""
    from spritecol import Sprite

    return frames(lambda moment: Sprite(collision=star(20 + moment)), 8)


row("make: a sprite of a new star", polygons)


def questions_of_worlds(what: str, world: Any, change: Callable[[], Any]) -> Job:
    """Save, restore or digest, each after a change."""
    start = kept = world.save()

    def before(moment: int) -> None:
        nonlocal kept
        change()
        if "digest" in what:
            kept = world.save()

    def save(moment: int) -> None:
        nonlocal kept  # the one before is still there, as in a History
        kept = world.save()

    if "restore" in what:
        return frames(lambda moment: world.restore(start), before=before)
    if "digest" in what:
        return frames(lambda moment: kept.digest(), before=before)
    return frames(save, before=before)


def worlds(what: str) -> Job:
    """1,000 sprites with two stored numbers, or as many plain objects with two columns."""
    from spritecol import Circle, Group, Number, Sprite, World

    class Drifter(Sprite):
        collision = Circle(0, 0, 8)
        vx, vy = Number(1.0), Number(-1.0)

    class Thing:
        def __init__(self, number: int) -> None:
            self.score, self.heat = number, number / 2

    group, things = Group(Drifter(k, k) for k in range(1_000)), [Thing(k) for k in range(1_000)]
    world = World(group)
    if "columns" in what:
        world = World(*things, columns=["score", "heat"])

    def change() -> None:
        group.x += 1
        group.set_column("vx", group.column("vx") + 1)
        if "joined" in what:
            group[0].vanish()
            group.add(Drifter())
        for thing in things:
            thing.score += 1

    return questions_of_worlds(what, world, change)


for _what in ("save", "restore", "digest", "save, one joined", "save, columns",
              "restore, columns"):  # fmt: skip
    row(f"World: {_what}, of 1,000", worlds, _what)


def worlds_of_games(kind: str, what: str) -> Job:
    """Few objects of many classes, an Overlaps of many pairs, or many walkers."""
    from scenes import games

    game: Any = getattr(games, kind)()
    return questions_of_worlds(what, game.world, (lambda: None) if "rests" in what else game.change)


for _what in ("save, rests", "save", "restore", "digest"):
    row(f"World of a game: {_what}, 39 objects", worlds_of_games, "SmallGame", _what)
for _what in ("save", "restore", "digest"):
    row(f"World of a game: {_what}, 7,140 pairs", worlds_of_games, "ManyPairs", _what)
    row(f"World of a game: {_what}, 200 walkers", worlds_of_games, "ManyWalkers", _what)
row("World of a game: restore, rests, 7,140 pairs", worlds_of_games, "ManyPairs", "restore, rests")


def tile_map(size: int, caves: bool) -> Job:
    """The solid cells of a map as few rectangles."""
    import numpy as np

    from spritecol.tiles import shapes_from_tiles

    grid = np.random.default_rng(size).random((size, size)) < 0.5
    for _ in range(4 if caves else 0):
        padded = np.pad(grid, 1, mode="edge").astype(np.int8)
        around = sum(padded[i : i + size, k : k + size] for i in range(3) for k in range(3))
        grid = np.asarray(around >= 5)
    return frames(lambda moment: shapes_from_tiles(grid, 16, 16))


row("tiles: caves of 300 by 300", tile_map, 300, True)
row("tiles: 60 by 60 cells at random", tile_map, 60, False)

# --- pygame's searches --------------------------------------------------------------------------


def pygame_sprites(near: bool = False) -> Callable[[], Any]:
    """What makes sprites of pygame, anywhere in the window or all at one place."""
    import pygame

    rng = random.Random(1)
    mask = pygame.mask.Mask((16, 16), fill=True)

    def sprite() -> Any:
        made: Any = pygame.sprite.Sprite()
        place = (0, 0) if near else (rng.randrange(1264), rng.randrange(704))
        made.rect = pygame.Rect(*place, 16, 16)
        made.mask, made.radius = mask, 8
        return made

    return sprite


def drop_in(code: str, count: int, group: str, collided: str) -> Job:
    """A search by a drop-in for pygame, in which few sprites hit."""
    import pygame

    from spritecol.integrations import pygame as ours

    sprite = pygame_sprites()
    kind = list if group == "list" else getattr(pygame.sprite, group)
    names = {
        "one": sprite(),
        "a": kind([sprite() for _ in range(count)]),
        "b": kind([sprite() for _ in range(count)]),
        "how": getattr(ours, collided) if collided else None,
    }
    return statement(code, names | {name: getattr(ours, name) for name in SEARCHES})


SEARCHES = ("spritecollide", "spritecollideany", "groupcollide")
for _code, _counts in {
    "spritecollide(one, a, False, how)": (0, 3, 30, 1_000),
    "spritecollideany(one, a, how)": (3, 1_000),
    "groupcollide(a, b, False, False, how)": (0, 3, 30, 1_000),
}.items():
    for _count in _counts:
        row(f"pygame: {_code.partition('(')[0]}, {_count:,}", drop_in, _code, _count, "Group", "")
_code = "groupcollide(a, b, False, False, how)"
row("pygame: groupcollide, 1,000, collide_circle", drop_in, _code, 1_000, "Group", "collide_circle")
row("pygame: groupcollide, 1,000, collide_mask", drop_in, _code, 1_000, "Group", "collide_mask")
row("pygame: groupcollide, 30, LayeredUpdates", drop_in, _code, 30, "LayeredUpdates", "")
_code = "spritecollide(one, a, False, how)"
row("pygame: spritecollide, 100, collide_circle", drop_in, _code, 100, "Group", "collide_circle")
row("pygame: spritecollide, 100, list", drop_in, _code, 100, "list", "")


def kills(attackers: int, targets: int, collided: str, near: bool, dokill: bool) -> Job:
    """`groupcollide` of two groups of pygame, with or without killing what is hit."""
    import pygame

    from spritecol.integrations import pygame as ours

    sprite = pygame_sprites(near)
    a = pygame.sprite.Group([sprite() for _ in range(attackers)])
    sprites = [sprite() for _ in range(targets)]
    b: Any = pygame.sprite.Group()
    how = getattr(ours, collided) if collided else None

    def refill(moment: int) -> None:
        b.add(sprites)

    return frames(lambda moment: ours.groupcollide(a, b, False, dokill, how), 1, refill)


for _counts in ((2, 8), (3, 3), (3, 30), (10, 10), (10, 500), (10, 5_000), (30, 500)):
    for _kill in (False, True):
        _text = ", kill" if _kill else ""
        row("pygame: groupcollide{}, {} by {:,}".format(_text, *_counts), kills, *_counts, "",
            False, _kill)  # fmt: skip
for _counts in ((30, 30), (1_000, 1_000)):
    for _how in ("", "collide_circle", "collide_mask"):
        row("pygame: groupcollide, kill, {:,} by {:,}, {}".format(*_counts, _how or "rects"), kills,
            *_counts, _how, False, True)  # fmt: skip
row("pygame: groupcollide, kill, 5,000 by 5,000", kills, 5_000, 5_000, "", False, True)
for _counts in ((3, 3), (16, 16), (16, 1_000), (100, 100)):
    row("pygame: groupcollide, kill, {} by {:,}, all hit".format(*_counts), kills, *_counts, "",
        True, True)  # fmt: skip
for _text, _how in {"": "", ", collide_circle": "collide_circle"}.items():
    row(f"pygame: groupcollide, 1 by 1,000{_text}", kills, 1, 1_000, _how, False, False)
row("pygame: groupcollide, 30 by 2, kill", kills, 30, 2, "", False, True)


def of_both(code: str) -> Job:
    """A statement about the sprite that belongs to both libraries."""
    import pygame

    from spritecol.integrations.pygame import Sprite

    image = pygame.Surface((20, 10), pygame.SRCALPHA)
    return statement(code, {"a": Sprite(x=5, y=6, image=image)})


row("pygame: sprite of both, rect", of_both, "a.rect")
row("pygame: sprite of both, rect.x += 1", of_both, "a.rect.x += 1")

# --- spatial ------------------------------------------------------------------------------------


def boxes_of(count: int) -> Any:
    """Boxes of 10 to 20 pixels, as dense as 15,000 on 1280 by 720."""
    import numpy as np

    rng = np.random.default_rng(count)
    side = 960 * math.sqrt(count / 15_000)
    corners = rng.uniform(0, side, (count, 2))
    return np.hstack([corners, corners + rng.uniform(10, 20, (count, 1))])


def candidates(count: int, other: int) -> Job:
    """Pairs of overlapping boxes, of one array or two."""
    from spritecol.spatial import candidate_pairs

    boxes, others = boxes_of(count), boxes_of(other) if other else None
    return frames(lambda moment: candidate_pairs(boxes, others))


# Few boxes, where an index begins to pay; and many.
for _count in (30, 160, 10_000):
    row(f"spatial: candidate_pairs of {_count:,}", candidates, _count, 0)
row("spatial: candidate_pairs of 1,000 and 10,000", candidates, 1_000, 10_000)


def scene_of_boxes(name: str) -> Job:
    """All pairs of a scene that is hard for an index. The thresholds of `tuning.pxd` name these."""
    from scenes.boxes import scene

    from spritecol.spatial import candidate_pairs

    boxes = scene(name.replace(" ", "_"), 2_000)
    return frames(lambda moment: candidate_pairs(boxes))


for _name in (
    *("bosses", "dust to stars", "all sizes", "flat needles", "points", "one spot"),
    *("cross", "across the split", "lost"),
):
    row(f"spatial: candidate_pairs of 2,000, {_name}", scene_of_boxes, _name)


def tree(what: str, count: int) -> Job:
    """A `LinearQuadtree` of boxes that may move."""
    from spritecol.spatial import LinearQuadtree

    array = boxes_of(count)
    boxes, moved = list(map(tuple, array.tolist())), list(map(tuple, (array + 1.5).tolist()))
    bounds = (0.0, 0.0, float(array.max()), float(array.max()))
    filled = LinearQuadtree.build(array, bounds)
    places = (moved, boxes)

    def lives(moment: int) -> None:
        made = LinearQuadtree(bounds, 6)
        for item, box in enumerate(boxes):
            made.insert(item, box)
        for item in range(count):
            made.remove(item)

    def moves(moment: int) -> None:
        for item, box in enumerate(places[moment]):
            filled.move(item, box)

    def queries(moment: int) -> None:
        for box in boxes[:500]:
            filled.query(box)

    return {
        "insert and remove": frames(lives, per=count),
        "move": frames(moves, 2, per=count),
        "query": frames(queries, per=500),
        "pairs": frames(lambda moment: filled.pairs()),
        "pair_indices": frames(lambda moment: filled.pair_indices()),
        "pairs_with": frames(lambda moment: filled.pairs_with(filled)),
        "build": frames(lambda moment: LinearQuadtree.build(array)),
    }[what]


for _name in ("insert and remove", "move", "query", "pairs", "pair_indices", "pairs_with", "build"):
    row(f"spatial: tree of 2,000, {_name}", tree, _name, 2_000)


def cell_space() -> Job:
    """Items that move, and what is near them."""
    from spritecol.spatial import CellSpace

    rng = random.Random(5)
    space = CellSpace(1280, 720, 40, 24)
    places = [(rng.uniform(0, 1280), rng.uniform(0, 720)) for _ in range(1_000)]
    for item, place in enumerate(places):
        space.add(item, *place)

    def frame(moment: int) -> None:
        for item, (x, y) in enumerate(places):
            space.update(item, x + moment, y)
            space.neighbors(x, y, 30)

    return frames(frame, 2, per=1_000)


def morton_codes() -> Job:
    """Numbers of 10,000 cells."""
    import numpy as np

    from spritecol.spatial import morton

    x, y = np.random.default_rng(1).integers(0, 2**31, (2, 10_000))
    return frames(lambda moment: morton.decode(morton.encode(x, y)))


row("spatial: CellSpace, update and neighbors", cell_space)
row("spatial: morton, encode and decode 10,000", morton_codes)

# --- crowds and levels, as games hold them -------------------------------------------------------


def units_of(count: int) -> tuple[Any, Any, list[tuple[int, int]]]:
    """A dense crowd, in no order, the walls between them, and a small step for each."""
    from scenes.units import groups, units

    from spritecol import Circle

    scene = units(count)
    return *groups(scene, Circle(0, 0, 6), 5), scene.ways


def units_move(count: int, how: str) -> Job:
    """Each unit moves among the others, one by one."""
    group, walls, steps = units_of(count)
    targets = {"a Group": group, "a list of Groups": [walls, group]}[how]
    ways = ([(u, *s) for u, s in zip(group, steps, strict=True)],
            [(u, -s[0], -s[1]) for u, s in zip(group, steps, strict=True)])  # fmt: skip

    def frame(moment: int) -> None:
        for unit, dx, dy in ways[moment]:
            unit.move_and_slide(dx, dy, targets)

    return frames(frame, 2, per=count)


for _count in (100, 1_000, 10_000):
    for _how in ("a Group", "a list of Groups"):
        row(f"crowd: move_and_slide, {_how}, {_count:,}", units_move, _count, _how)


def asks_a_list(code: str, count: int) -> Job:
    """A question to a list of two Groups at rest and a single sprite."""
    from spritecol import Rect, Sprite

    group, walls, _ = units_of(count)
    far = Sprite(-500, -500, collision=Rect(0, 0, 10, 10))
    targets = [walls, group, far]
    one = Sprite(group[0].x + 4, group[0].y, collision=Rect(-1, -1, 2, 2))
    for _ in range(300):
        one.check(targets[0])
        one.check(group)
    return statement(code, {"a": one, "b": targets})


def heap(spread: float) -> Job:
    """`separation` from 40 units that have just been spawned."""
    from spritecol import Circle, Sprite

    units = [
        Sprite(k * spread / 40, k % 7 * spread / 7, collision=Circle(0, 0, 5)) for k in range(40)
    ]
    return statement("units[0].separation(units)", {"units": units})


for _spread in (0, 8):
    row(f"separation: a heap {_spread} px wide", heap, _spread)


for _name in ("check(b)", "hits(b)", "sweep(5, 3, b)", "contacts(b)", "separation(b)"):
    for _count in (100, 10_000):
        row(f"crowd: a list of Groups, {_name}, {_count:,}", asks_a_list, f"a.{_name}", _count)


def level_of(kind: str, code: str, round_body: bool) -> Job:
    """A question about a level of 1,000 tiles: in a Group, or all in one sprite."""
    from spritecol import CharacterController, Circle, Group, Rect, Sprite

    cells = [(x, y) for x in range(100) for y in range(20) if (x + y) % 2]
    if kind == "a Group":
        level: Any = Group(Sprite(16 * x, 16 * y, collision=Rect(0, 0, 16, 16)) for x, y in cells)
    else:
        level = Sprite(collision=[Rect(16 * x, 16 * y, 16, 16) for x, y in cells])
    body = Circle(0, 0, 6) if round_body else Rect(-6, -6, 12, 12)
    one = Sprite(803, 163, collision=body)
    for _ in range(300):
        one.check(level)
    names = {"a": one, "b": level, "w": level if kind == "a Group" else Group(level)}
    names["c"] = CharacterController(one)
    return statement(code, names)


for _name, _code in {
    "check": "a.check(b)",
    "sweep": "a.sweep(5, 3, b)",
    "walker": "a.x = 803; c.move(1, 2, b)",
    "raycast": "w.raycast(793, 161, 860, 200)",
    "moved, check": "a.x += 1; a.check(b); a.x -= 1; a.check(b)",
}.items():
    for _kind in ("a Group", "one sprite"):
        for _body in ("box", "circle"):
            if _name != "raycast" or _body == "box":
                row(f"level: {_name}, {_kind}, {_body}", level_of, _kind, _code, _body == "circle")


def star_of(corners: int) -> Job:
    """A new star-shaped polygon; the outlines of a few are remembered, so each is another one."""
    from scenes import units

    from spritecol import Polygon, Sprite

    points: list[tuple[float, float]] = []

    def before(moment: int) -> None:
        points[:] = units.star(corners, next(following))

    following = itertools.count()
    return frames(lambda moment: Sprite(collision=Polygon(points)), before=before)


for _count in (512, 4_096):
    row(f"make: a star of {_count:,} corners", star_of, _count)

# --- a new process ------------------------------------------------------------------------------

TIMED = "import time; start = time.process_time(); {}; print(time.process_time() - start)"
FIRST = (
    "from spritecol import Circle, Group, Sprite, check; group = Group(Sprite(5 * k, 3, "
    "collision=Circle(0, 0, 4)) for k in range(300))"
)


def fresh(code: str) -> Job:
    """The processor time in seconds that a new process prints."""
    command = [sys.executable, "-P", "-c", f"{os.environ.get(SALTED, '')}\n{code}"]
    # Without bytecode at hand, modules would be compiled in each process.
    around = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def time(moment: int) -> float:
        return float(subprocess.run(command, env=around, capture_output=True, check=True).stdout)

    return Job(time)


row("import: spritecol", fresh, TIMED.format("import spritecol"))
row("import: after attrs, numpy, shapely", fresh,
    "import attrs, numpy, shapely; " + TIMED.format("import spritecol"))  # fmt: skip
row("import: the first check", fresh, f"{FIRST}; " + TIMED.format("found = check(group, group)"))

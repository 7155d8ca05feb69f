"""Rays, what is seen, places and paths, among shapes at rest; and what Box2D says of the same."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import cos, pi, radians, sin, sqrt
from typing import Any

import numpy as np
import shapely
from measure import OURS, Way, Ways, near, row
from numpy.typing import NDArray
from scenes.crowd import resting

from spritecol import Circle, Group, Polygon, Rect, Sprite
from table.motion import SIDE, overlapping

Floats = NDArray[np.float64]
Corners = list[tuple[float, float]]

DENSITY = 15_000 / (1280 * 720)  # things per square pixel
LONGEST = 283.0  # pixels of a ray
RADIUS = 5.0  # pixels, where all have the same
DIGITS = 6  # of fractions that are compared


def window(count: int) -> tuple[float, float]:
    """The size of a window in which so many things are as dense as everywhere here."""
    height = sqrt(count / DENSITY * 9 / 16)
    return height * 16 / 9, height


def circles(count: int, size: tuple[float, float] | None = None) -> Floats:
    """Rows x, y and radius, in a rectangle of that size, or in the window of so many."""
    rng = np.random.default_rng(count)
    width, height = size or window(count)
    x, y = rng.uniform(0, width, count), rng.uniform(0, height, count)
    return np.column_stack((x, y, rng.uniform(5, 10, count)))


def circle_group(rows: Floats) -> Group:
    """A sprite for each circle."""
    return resting(Group(Sprite(x, y, collision=Circle(0, 0, r)) for x, y, r in rows.tolist()))


def polygons(places: Floats) -> Iterator[Corners]:
    """A turned polygon with 3 to 6 corners within each circle."""
    rng = np.random.default_rng(1)
    for x, y, radius in places.tolist():
        corners, turn = int(rng.integers(3, 7)), float(rng.uniform(0, 2 * pi))
        angles = [turn + 2 * pi * k / corners for k in range(corners)]
        yield [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def points(count: int) -> Floats:
    """As many places in the window of so many things."""
    return np.random.default_rng(3).uniform((0, 0), window(count), (count, 2))


def space_of(rounds: Floats, corners: Iterable[Corners] = ()) -> Any:
    """A space of pymunk with these shapes on its static body."""
    import pymunk

    space = pymunk.Space()
    body = space.static_body
    space.add(*(pymunk.Circle(body, r, (x, y)) for x, y, r in rounds.tolist()))
    space.add(*(pymunk.Poly(body, one) for one in corners))
    return space


def in_space(ask: str, space: Any, **names: Any) -> Way:
    """A call of a space of pymunk."""
    import pymunk

    names |= {"space": space, "everything": pymunk.ShapeFilter()}
    return Way(f"space.{ask}, 0, everything)", names, read=alpha if "seg" in ask else len)


def alpha(found: Any) -> float:
    """Where a ray of pymunk ends."""
    return 1.0 if found is None else round(float(found.alpha), DIGITS)


# --- rays ---------------------------------------------------------------------------------------


def among_polygons(one: bool, count: int) -> Ways:
    """Rays among polygons and circles, as arrays, or a single one."""
    scene = circles(count)
    rounds, rest = scene[: count // 2], list(polygons(scene[count // 2 :]))
    rng = np.random.default_rng(7)
    starts = points(count)
    angle, length = rng.uniform(0, 2 * pi, count), rng.uniform(1, LONGEST, count)
    ends = starts + np.column_stack((np.cos(angle), np.sin(angle))) * length[:, None]
    group = circle_group(rounds)
    group.add(*[Sprite(collision=Polygon(corners)) for corners in rest])
    resting(group)
    rays = list(zip(map(tuple, starts.tolist()), map(tuple, ends.tolist()), strict=True))
    (x1, y1), (x2, y2) = start, end = rays[0]

    def pymunk() -> Way:
        space = space_of(rounds, rest)
        single = in_space("segment_query_first(start, end", space, start=start, end=end)
        if one:
            return single
        find, everything = space.segment_query_first, single.names["everything"]
        return Way(
            lambda moment: [find(start, end, 0, everything) for start, end in rays],
            read=lambda found: list(map(alpha, found)),
        )

    ours = Way(
        lambda moment: group.raycast_arrays(starts, ends),
        read=lambda found: found.fraction.round(DIGITS).tolist(),
    )
    if one:
        names = {"group": group, "x1": x1, "y1": y1, "x2": x2, "y2": y2}
        ours = Way(
            "group.raycast(x1, y1, x2, y2)",
            names,
            read=lambda hit: 1.0 if hit is None else round(hit.fraction, DIGITS),
        )
    return {OURS: ours, "pymunk": pymunk}


for _case, _most in {"raycast_arrays, rays": 0.05, "raycast, one ray": 0.6}.items():
    row(
        "places",
        f"{_case} among polygons and circles",
        10_000,
        quick=500,
        most={"pymunk": _most},
    )(partial(among_polygons, "one" in _case))


@row("places", "line_of_sight among walls", 80, most={"arcade": 0.01})
def in_sight(count: int) -> Ways:
    """Whether anything is in between."""
    middles = [(50.0 + 80 * (k % 10), 30.0 + 60 * (k // 10)) for k in range(100)]
    middles = [(x, y) for x, y in middles if abs(y - 300) > 32]
    box = Rect(-16, -16, 32, 32)
    walls = resting(Group(Sprite(x, y, collision=box) for x, y in middles))

    def arcade() -> Way:
        from peers.arcade_lists import arcade

        sprites = arcade.SpriteList(use_spatial_hash=True)
        sprites.extend([arcade.SpriteSolidColor(32, 32, x, y) for x, y in middles])
        names = {"look": arcade.has_line_of_sight, "walls": sprites}
        return Way("look((10, 300), (900, 310), walls, 2_000)", names)

    ours = Way("walls.line_of_sight(10, 300, 900, 310)", {"walls": walls})
    return {OURS: ours, "arcade": arcade}


# --- places -------------------------------------------------------------------------------------


def nearest(neighbors: int, count: int) -> Ways:
    """The nearest circles to many points; peers know their middles only."""
    scene, asked = circles(count), points(count)
    scene[:, 2] = RADIUS
    group, middles = circle_group(scene), shapely.STRtree(shapely.points(scene[:, :2]))

    def way(ask: Callable[[int], Any]) -> Way:
        return Way(
            ask,
            read=lambda found: np.maximum(found - RADIUS, 0.0).round(DIGITS).reshape(count, -1),
            note="of middles",
        )

    def scipy() -> Way:
        from scipy.spatial import cKDTree

        tree = cKDTree(scene[:, :2])
        return way(lambda moment: tree.query(asked, neighbors)[0])

    def by_shapely() -> Way:
        more: Any = {"all_matches": False, "return_distance": True}
        return way(lambda moment: middles.query_nearest(shapely.points(asked), **more)[1])

    ours = Way(lambda moment: group.nearest_indices(asked, neighbors)[1], read=lambda f: f.round(6))
    return {OURS: ours, **({"scipy": scipy} if neighbors > 1 else {"shapely": by_shapely})}


row("places", "nearest_indices, k = 5", 10_000, quick=500, most={"scipy": 2.0})(partial(nearest, 5))
row("places", "nearest_indices, k = 1", 10_000, quick=500, most={"shapely": 0.2})(
    partial(nearest, 1)
)


@row("places", "box_indices among boxes", 10_000, quick=500, most={"shapely": 0.2})
def in_boxes(count: int) -> Ways:
    """What is in many boxes."""

    def boxes(rows: Floats) -> Floats:
        x, y, r = rows.T
        return np.column_stack((x - r, y - r, x + r, y + r))

    there, areas = boxes(circles(count)), boxes(circles(count + 1)[:count])
    tree = shapely.STRtree(shapely.box(*there.T))
    group = resting(
        Group(Sprite(a, b, collision=Rect(0, 0, c - a, d - b)) for a, b, c, d in there.tolist())
    )
    theirs = Way(
        lambda moment: tree.query(shapely.box(*areas.T), predicate="intersects"),
        read=lambda found: found.shape[1],
    )
    return {OURS: Way(lambda moment: group.box_indices(areas), read=len), "shapely": theirs}


@row("places", "query_point, at rest", 100_000, quick=1_000, most={"pymunk": 1.0})
def at_a_point(count: int) -> Ways:
    """It should take at most 3 microseconds."""
    scene = circles(count)
    group, (x, y) = circle_group(scene), (scene[7, :2] + 1.0).tolist()
    ours = Way("group.query_point(x, y)", {"group": group, "x": x, "y": y}, read=len)
    return {
        OURS: ours,
        "pymunk": lambda: in_space("point_query(point", space_of(scene), point=(x, y)),
    }


# --- what is seen, and paths --------------------------------------------------------------------

REACH = 300.0


@row("sight_and_paths", "visible_area, of a radius of 300 px", (20, 200), quick=20)
def seen(count: int) -> Ways:
    """Among turned rectangles round the origin; beside shadows that are subtracted from a disc."""
    rng = np.random.default_rng(count)
    places = rng.uniform(-REACH, REACH, (count, 2))
    places = places[(np.abs(places) > 60).any(axis=1)]
    sizes = rng.uniform(4, 40, (len(places), 2)).tolist()
    angles = rng.uniform(0, 360, len(places)).tolist()
    walls = resting(
        Group(
            Sprite(*place, angle=angle, collision=Rect(0, 0, *size))
            for place, size, angle in zip(places.tolist(), sizes, angles, strict=True)
        )
    )
    parts = np.array([sprite.geometry for sprite in walls], dtype=object)
    disc = shapely.Point(0, 0).buffer(REACH, quad_segs=16)  # as exact as our tolerance

    def lit(moment: int) -> Any:
        far = shapely.transform(parts, lambda corners: 100.0 * corners)
        both = [shapely.GeometryCollection(pair) for pair in zip(parts, far, strict=True)]
        return shapely.difference(disc, shapely.union_all(shapely.convex_hull(both)))

    theirs = Way(
        lit,
        read=lambda area: area.area,
        agree=near(0.045 * REACH**2),
        note="the union of shadows, subtracted from a disc",
    )
    ask = partial(walls.visible_area, 0, 0, radius=REACH, tolerance=0.25)
    ours = Way(lambda moment: ask(), read=lambda area: area.geometry.area)
    return {OURS: ours, "shapely": theirs}


ACROSS, CELL = 16, 32  # squares of a room along each side, and their pixels


def path(anew: bool, count: int) -> Ways:
    """A way of a disc that just fits through the gaps, and arcade's on its grid.

    The solid squares of the room are in every third column, all but one.
    """
    from spritecol.paths import Paths

    solid = [(x, y) for x in range(2, ACROSS, 3) for y in range(ACROSS) if y != (5 * x) % ACROSS]
    size, (start, goal) = CELL * ACROSS, ((0, 3), (15, 13))
    cell = Rect(0, 0, CELL, CELL)
    walls = Group(Sprite(CELL * x, CELL * y, collision=cell) for x, y in solid)
    ends = [tuple(CELL * (k + 0.5) for k in place) for place in (start, goal)]

    def made() -> Paths:
        return Paths(walls, radius=CELL / 2 - 1, bounds=(0, 0, size, size))

    def found(way: Any) -> bool:  # None is an error
        return len(way) > 2

    def arcade() -> Way:
        from peers.arcade_lists import Solid, arcade

        def barriers() -> Any:  # a sprite almost as large; middles of squares are whole
            blocks = arcade.SpriteList(use_spatial_hash=True)
            blocks.extend([Solid(CELL, CELL, CELL * x, CELL * y) for x, y in solid])
            disc = Solid(CELL - 2, CELL - 2, 0, 0)
            return arcade.AStarBarrierList(disc, blocks, CELL, 0, size, 0, size)

        kept, (a, b) = barriers(), [(CELL * x, CELL * y) for x, y in (start, goal)]
        find = partial(arcade.astar_calculate_path, a, b, diagonal_movement=False)
        return Way(
            lambda moment: find(astar_barrier_list=barriers() if anew else kept),
            read=found,
            note="on a grid of squares",
        )

    paths = made()
    ours = Way(lambda moment: (made() if anew else paths).find(*ends), read=found)
    return {OURS: ours, "arcade": arcade}


row("sight_and_paths", "Paths.find, across a room of squares", 75)(partial(path, False))
row("sight_and_paths", "Paths made, and its first way", 75)(partial(path, True))

# --- beside Box2D -------------------------------------------------------------------------------

FLOAT32 = 2.0**-20  # of the largest coordinate: more than float32 rounds, in pixels
TOUCHING = 0.02  # pixels; Box2D stops a shape 0.005 pixels from another
WAYS_APART = 0.5  # pixels
DEPTHS_APART = 1e-3  # pixels


def in_box2d(
    shapes: Floats, function: str, *asked: Any, units: Any = (), back: Any = (), **more: Any
) -> Way:
    """A function of the program, about its one world, which writes a number for each question.

    Circles are rows of 3 numbers, boxes are rows of 5; the last array asked has the count. Units
    are upright capsules: their places, half of the core's length, and the radius. `back` is asked
    in every other frame.
    """
    from peers.programs import box2d, passed

    library, found = box2d(), np.empty(len(asked[-1]))
    library.begin(passed(shapes), *shapes.shape)
    if units:
        library.add_units(passed(units[0]), len(units[0]), *map(passed, units[1:]))
    library.settle()
    call, ends = getattr(library, function), (len(found), passed(found))
    both = [[*map(passed, some), *ends] for some in (asked, back or asked)]

    def frame(moment: int) -> Floats:
        call(*both[moment])
        return found

    note = f"float32; its wheel's library, for any x86-64{more.pop('note', '')}"
    return Way(frame, moments=2, note=note, **more)


def fractions(answers: Callable[[float], Floats], hair: float, pixels: float, ways: Floats) -> Any:
    """How fractions of ways are compared, in which float32 may decide what touches by a hair.

    `answers` are those to shapes that are larger by so many pixels on each side: where a hair more
    or less changes them, they are not compared.
    """
    tolerance = np.maximum(pixels / np.hypot(*ways.T), 1e-12)
    steady = np.abs(answers(hair) - answers(-hair)) <= tolerance

    def agree(ours: Floats, theirs: Floats) -> bool:
        return bool((np.abs(ours - theirs) <= tolerance)[steady].all())

    unsteady = np.count_nonzero(~steady)
    note = f"; fractions within {pixels:.2g} pixels, "
    note += f"{unsteady:,} that all but touch are not compared"
    return {"agree": agree, "note": note}


def how_far(hits: Iterable[Any]) -> Floats:
    """The fractions of sweeps."""
    return np.array([1.0 if hit is None else hit.fraction for hit in hits])


def random_ways(count: int, size: tuple[float, float], longest: float) -> tuple[Floats, Floats]:
    """Where some ways start, and how far they go."""
    rng = np.random.default_rng(count)
    starts = rng.uniform((0, 0), size, (count, 2))
    angle, length = rng.uniform(0, 2 * pi, count), rng.uniform(1, longest, count)
    return starts, np.column_stack((np.cos(angle), np.sin(angle))) * length[:, None]


def rays(level: tuple[float, float] | None, longest: float, count: int) -> Ways:
    """10,000 rays among circles; without a level in a window of 1280 by 720, or as dense."""
    size = level or (window(count) if count > 10_000 else (1280.0, 720.0))
    scene = circles(count, size)
    starts, ways = random_ways(10_000, size, longest)
    ends = starts + ways

    def fractions_of(group: Group) -> Floats:
        return np.asarray(group.raycast_arrays(starts, ends).fraction)

    def answers(larger: float) -> Floats:
        return fractions_of(circle_group(scene + np.array((0, 0, larger))))

    def box2d() -> Way:
        hair = FLOAT32 * max(size)
        return in_box2d(
            scene, "cast_rays", starts, ends, **fractions(answers, hair, 50 * hair, ways)
        )

    group = circle_group(scene)
    ours = Way(lambda m: group.raycast_arrays(starts, ends), read=lambda found: found.fraction)
    return {OURS: ours, "Box2D": box2d}


LEVEL = (10_000.0, 6_000.0)  # pixels
row(
    "box2d",
    "rays among circles in a window",
    (10, 100, 1_000, 10_000, 100_000),
    quick=(10, 100),
    most={("Box2D", count): 0.5 for count in (100, 1_000, 10_000, 100_000)},
)(partial(rays, None, LONGEST))
for _longest in (500, 5_000):
    row(
        "box2d",
        f"rays up to {_longest:,} px in a large level",
        (30, 1_000),
        most={"Box2D": 0.5} if _longest > 500 else {},
    )(partial(rays, LEVEL, _longest))


def box_group(boxes: Floats, larger: float = 0.0) -> Group:
    """A sprite for each box, in rows x, y of the middle, width, height and angle in radians.

    The boxes are larger by so much on each side.
    """
    grown = boxes + 2 * larger * np.array((0, 0, 1, 1, 0))
    grown[:, 4] = np.degrees(grown[:, 4])
    return Group(
        Sprite(x, y, collision=Rect(-w / 2, -h / 2, w, h), angle=angle)
        for x, y, w, h, angle in grown.tolist()
    )


def casts(at_once: bool, count: int) -> Ways:
    """A box on its ways among turned boxes, none of which it overlaps at its start."""
    side = 60 * count**0.5
    rng = np.random.default_rng(count)
    middles, sides = rng.uniform(0, side, (count, 2)), rng.uniform(10, 40, (count, 2))
    boxes = np.column_stack((middles, sides, rng.uniform(0, 2 * pi, count)))
    starts, ways = random_ways(min(count, 2_000), (side, side), 200.0)
    box, turn = Rect(-10, -15, 20, 30), 25.0

    def movers() -> Group:
        return Group(Sprite(x, y, collision=box, angle=turn) for x, y in starts.tolist())

    apart = np.ones(len(starts), dtype=bool)
    apart[movers().pair_indices(box_group(boxes, 1.0))[:, 0]] = False
    starts, ways = starts[apart], ways[apart]
    dx, dy = ways.T
    group, bulk = resting(box_group(boxes)), movers()
    mover, steps = Sprite(collision=box, angle=turn), np.hstack((starts, ways)).tolist()

    def one_by_one(moment: int) -> list[Any]:
        found = []
        for x, y, dx, dy in steps:
            mover.x = x
            mover.y = y
            found.append(mover.sweep(dx, dy, group))
        return found

    def answers(larger: float) -> Floats:
        return np.asarray(bulk.sweep_arrays(dx, dy, box_group(boxes, larger)).fraction)

    def box2d() -> Way:
        more = fractions(answers, TOUCHING, WAYS_APART, ways)
        asked = (20.0, 30.0, radians(turn), starts, ways)
        return in_box2d(boxes, "cast_boxes", *asked, **more)

    if at_once:
        ours = Way(lambda m: bulk.sweep_arrays(dx, dy, group), read=lambda found: found.fraction)
    else:
        ours = Way(one_by_one, read=how_far)
    return {OURS: ours, "Box2D": box2d}


row("box2d", "sweep of a box among turned ones", 5_000, quick=100)(partial(casts, False))
row("box2d", "sweep_arrays of boxes among turned ones", 5_000, quick=100)(partial(casts, True))


@row("box2d", "contact_arrays of turned boxes", 5_000, quick=200)
def manifolds(count: int) -> Ways:
    """Contacts of pairs of turned boxes."""
    both = [
        np.array([(x, y, SIDE, SIDE, radians(angle)) for x, y, angle in boxes])
        for boxes in overlapping(count)
    ]
    a, b = map(box_group, both)
    pairs = (a.contact_arrays(b).index + np.array((0, count))).astype(np.int64)
    note = f"; depths within {DEPTHS_APART} pixels; the pairs are given"
    return {
        OURS: Way(lambda moment: a.contact_arrays(b), read=lambda found: found.depth),
        "Box2D": lambda: in_box2d(
            np.vstack(both), "collide", pairs, agree=near(DEPTHS_APART), note=note
        ),
    }

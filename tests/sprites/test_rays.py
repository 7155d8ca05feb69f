"""Rays against exact fractions, the laws that bind them to checks, and rings that none leaves."""

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import oracle_exact as exact
from support.engine import use_index
from support.for_each import for_each
from support.oracle_rays import entry
from support.strategies import exact_sprites, few_numbers, sprites

from spritecol import (
    ALL_LAYERS,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    RayHit,
    Rays,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    Vec2,
)

whole = st.integers(-12, 12)
INDEX = pytest.mark.parametrize("index", [True, False, None])
KINDS = ["point", "segment", "circle", "ellipse", "rect", "triangle", "polygon", "capsule"]


def expected(
    members: list[Sprite], start: Any, end: Any, hit_from_inside: bool = True
) -> list[tuple[float, int, int, bool]]:
    """All entries as (fraction, position, shape, inside), in order, by the exact oracle."""
    found = []
    for position, sprite in enumerate(members):
        for index, solid in enumerate(exact.solids(sprite)):
            met = entry(solid, start, end)
            if met is not None and (hit_from_inside or not met.inside):
                found.append((met.fraction, position, index, met.inside))
    return sorted(found)


def agrees(hit: RayHit, start: Any, end: Any) -> None:
    """What holds for every hit."""
    assert 0.0 <= hit.fraction <= 1.0
    length = math.dist(start, end)
    assert hit.distance == pytest.approx(hit.fraction * length, abs=1e-9)
    for at, first, last in zip(hit.point, start, end, strict=True):
        assert at == pytest.approx(first + hit.fraction * (last - first), abs=1e-9)
    if hit.inside:
        assert (hit.fraction, hit.point, hit.normal) == (0.0, tuple(start), (0.0, 0.0))
    else:
        assert math.hypot(*hit.normal) == pytest.approx(1.0)
        way = (end[0] - start[0], end[1] - start[1])
        assert hit.normal[0] * way[0] + hit.normal[1] * way[1] <= 1e-9 * length
    assert hit.shape in hit.sprite.shapes


@pytest.mark.parametrize("kind", KINDS)
@given(st.data(), whole, whole, whole, whole, st.booleans())
def test_exact_in_whole_numbers(
    kind: str, data: Any, x1: int, y1: int, x2: int, y2: int, hit_from_inside: bool
) -> None:
    """Whether a ray hits, exactly; where, to a rounding."""
    sprite = data.draw(exact_sprites(kind))
    members = [sprite]
    start, end = (x1, y1), (x2, y2)
    wanted = expected(members, start, end, hit_from_inside)
    group = Group(members)
    found = group.raycast_all(*start, *end, hit_from_inside=hit_from_inside)
    assert len(found) == len(wanted)
    for hit, (fraction, position, shape, inside) in zip(found, wanted, strict=True):
        agrees(hit, start, end)
        assert hit.fraction == pytest.approx(fraction, abs=1e-12)
        assert hit.inside == inside
        assert hit.sprite is members[position]
        assert hit.shape is hit.sprite.shapes[shape]
    first = group.raycast(*start, *end, hit_from_inside=hit_from_inside)
    assert first == (found[0] if found else None)
    assert sprite.raycast(*start, *end, hit_from_inside=hit_from_inside) == first
    assert group.line_of_sight(*start, *end, hit_from_inside=hit_from_inside) == (not found)


def shape_index(sprite: Sprite, shape: Shape) -> int:
    """Which of a sprite's shapes one is; they may be equal, so `index` could name another."""
    return next(i for i, own in enumerate(sprite.shapes) if own is shape)


@INDEX
def test_equal_shapes_of_one_sprite(index: bool | None) -> None:
    """A ray of no length is a point, and hits each of two equal segments that it is inside."""
    use_index(index)
    flat = Triangle(0, 0, 0, -1, 0, 1)  # acts as the segment from (0, -1) to (0, 1)
    dot = Sprite(collision=Point(0, 0))
    three = Sprite(collision=[flat, Point(0, 0), Triangle(0, 0, 0, -1, 0, 1)])
    group = Group(dot, three)
    line = (0, 0, 0, 0)
    found = group.raycast_all(*line)
    assert [(hit.sprite, shape_index(hit.sprite, hit.shape)) for hit in found] == [
        (dot, 0),
        (three, 0),
        (three, 1),
        (three, 2),
    ]
    assert all(hit.inside for hit in found)
    assert group.query_point(0, 0) == Sprite(collision=Segment(*line)).check(group) == [dot, three]
    same_as_loop(group, [dot, three], [line[:2]], [line[2:]], [found[0]])
    for end in (-1, 1):  # not inside at an end
        assert group.raycast_all(0, end, 0, end) == group.query_point(0, end) == []


@INDEX
def test_a_ray_that_ends_at_a_point_hits_it(index: bool | None) -> None:
    """A ray is a moving point, and two points hit when they are equal."""
    use_index(index)
    places = list(itertools.product(range(-3, 4), repeat=2))
    for x, y in places:
        coin = Sprite(x, y, collision=Point(0, 0))
        group = Group(coin, Sprite(50, 50, collision=Point(0, 0)))
        for start in places:
            way = (*start, x, y)
            hit = group.raycast(*way)
            assert hit is not None
            assert (hit.sprite, hit.fraction, hit.point) == (coin, start != (x, y), (x, y))
            assert group.raycast_arrays(start, (x, y)).hit[0]
            assert not group.line_of_sight(*way)
            if start != (x, y):
                short = (*start, (start[0] + x) / 2, (start[1] + y) / 2)
                assert group.raycast(*short) is None
                assert Sprite(*start, collision=Point(0, 0)).sweep(x - start[0], y - start[1], coin)


def delay(hit: RayHit, line: tuple[int, ...]) -> float:
    """How much later than at its fraction a ray that is shifted to the right enters a shape."""
    into = -hit.normal.dot((line[2] - line[0], line[3] - line[1]))
    if hit.inside:
        return -math.inf
    return hit.normal.x / into if hit.normal.x and into > 0 else 0.0


@INDEX
@given(st.lists(exact_sprites(), max_size=9), st.lists(st.tuples(whole, whole, whole, whole)))
def test_laws(index: bool | None, members: list[Sprite], lines: list[tuple[int, ...]]) -> None:
    """Order, the check of a segment, the query of the start; and arrays are loops."""
    use_index(index)
    group = Group(members)
    singles = []
    for line in lines:
        found = group.raycast_all(*line)
        order = [
            (
                hit.fraction,
                delay(hit, line),
                members.index(hit.sprite),
                shape_index(hit.sprite, hit.shape),
            )
            for hit in found
        ]
        assert order == sorted(order)
        met = {id(hit.sprite) for hit in found}
        assert {id(s) for s in Sprite(collision=Segment(*line)).check(group)} <= met
        inside = {id(hit.sprite) for hit in found if hit.inside}
        assert inside == {id(sprite) for sprite in group.query_point(*line[:2])}
        first = group.raycast(*line)
        assert first == (found[0] if found else None)
        assert group.line_of_sight(*line) == (first is None)
        singles.append(first)
    starts, ends = [line[:2] for line in lines], [line[2:] for line in lines]
    same_as_loop(group, members, starts, ends, singles)
    assert group.line_of_sight_arrays(starts, ends).tolist() == [hit is None for hit in singles]


def same_as_loop(
    group: Group, members: list[Sprite], starts: Any, ends: Any, singles: list[Any], **keywords: Any
) -> None:
    """Whether the arrays hold what the single calls returned."""
    rays = group.raycast_arrays(starts, ends, **keywords)
    assert rays.hit.tolist() == [hit is not None for hit in singles]
    for i, hit in enumerate(singles):
        if hit is None:
            assert (rays.position[i], rays.shape[i], rays.fraction[i]) == (-1, -1, 1.0)
            assert rays.point[i].tolist() == list(ends[i])
            assert rays.normal[i].tolist() == [0.0, 0.0]
            assert not rays.inside[i]
            continue
        assert members[rays.position[i]] is hit.sprite
        assert hit.sprite.shapes[rays.shape[i]] is hit.shape
        assert rays.fraction[i] == hit.fraction
        assert tuple(rays.point[i]) == hit.point
        assert tuple(rays.normal[i]) == hit.normal
        assert rays.inside[i] == hit.inside


@given(st.lists(sprites(), max_size=6), st.lists(st.tuples(*[st.floats(-90, 90)] * 4), max_size=6))
def test_laws_at_any_angle(members: list[Sprite], lines: list[tuple[float, ...]]) -> None:
    group = Group(members)
    for line in lines:
        found = group.raycast_all(*line)
        for hit in found:
            agrees(hit, line[:2], line[2:])
        met = {id(hit.sprite) for hit in found}
        assert {id(s) for s in Sprite(collision=Segment(*line)).check(group)} <= met
        inside = {id(hit.sprite) for hit in found if hit.inside}
        assert inside == {id(sprite) for sprite in group.query_point(*line[:2])}
        for hit in found:
            if not hit.inside:  # nothing of the shape lies before the entry
                early = hit.fraction - 1e-6
                if early > 0:
                    end = (
                        line[0] + early * (line[2] - line[0]),
                        line[1] + early * (line[3] - line[1]),
                    )
                    shapes = [one.shape for one in group.raycast_all(*line[:2], *end)]
                    assert hit.shape not in shapes or shapes.count(hit.shape) < sum(
                        one.shape == hit.shape for one in found
                    )


@given(st.lists(exact_sprites(), min_size=1, max_size=7), st.data())
def test_conditions(members: list[Sprite], data: Any) -> None:
    line = data.draw(st.tuples(whole, whole, whole, whole))
    group = Group(members)
    everything = group.raycast_all(*line)
    for sprite in members:
        sprite.collision_layer = data.draw(st.integers(0, 7))
        sprite.collision_mask = data.draw(st.integers(0, 7))
    mask = data.draw(st.one_of(st.none(), st.integers(0, 7), st.just(ALL_LAYERS)))
    left_out = [members[number] for number in data.draw(few_numbers) if number < len(members)]
    bound = data.draw(whole)
    keywords: dict[str, Any] = {
        "mask": mask,
        "exclude": left_out,
        "where": lambda sprite: sprite.x > bound,
    }
    wanted = [
        hit
        for hit in everything
        if hit.sprite.x > bound
        and not any(hit.sprite is other for other in left_out)
        and hit.sprite.collision_layer & (ALL_LAYERS if mask is None else mask)
    ]
    assert group.raycast_all(*line, **keywords) == wanted
    first = wanted[0] if wanted else None
    assert group.raycast(*line, **keywords) == first
    assert group.line_of_sight(*line, **keywords) == (not wanted)
    same_as_loop(group, members, [line[:2]], [line[2:]], [first], **keywords)
    sight = group.line_of_sight_arrays([line[:2]], [line[2:]], **keywords)
    assert sight.tolist() == [not wanted]


# --- what no ray gets through --------------------------------------------------------------------

DIRECTIONS = [(x, y) for x in range(-9, 10) for y in range(-9, 10) if math.gcd(x, y) == 1]


def square_ring(size: int) -> list[Shape]:
    """Unit tiles around a room, that meet at corners only where the ring turns."""
    span = range(-size, size)
    return [
        Rect(x, y, 1, 1)
        for x in span
        for y in span
        if x in (-size, size - 1) or y in (-size, size - 1)
    ]


def diagonal_ring(size: int) -> list[Shape]:
    """Unit tiles around a room that touch each other at corners only."""
    return [
        Rect(x, y, 1, 1)
        for x in range(-size - 1, size + 1)
        for y in range(-size - 1, size + 1)
        if abs(x + 0.5) + abs(y + 0.5) == size
    ]


def chain(size: int, turn: int) -> list[Shape]:
    """A closed chain of segments on whole numbers, in either direction."""
    corners = [(-size, -size), (0, -size - 2), (size, -size), (size + 1, 0), (size, size)]
    corners += [(0, size + 3), (-size, size), (-size - 2, 0)]
    corners = corners[::turn]
    return [Segment(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


RINGS: dict[str, list[Shape]] = {
    "tiles": square_ring(3),
    "diagonal tiles": diagonal_ring(4),
    "chain": chain(4, 1),
    "chain backwards": chain(4, -1),
    "one polygon": [
        Polygon(
            [(-5, -5), (5, -5), (5, 5), (-5, 5)], [[(-3, -3), (3, -3), (4, 0), (3, 3), (-3, 3)]]
        )
    ],
}


@for_each("ring", RINGS)
@for_each("angle", [0, 90, 30, 45, 7.3])
@for_each("apart", [False, True])
def test_no_ray_leaves_a_closed_ring(ring: str, angle: float, apart: bool) -> None:
    """The ring is one sprite or many; rays go in all whole directions."""
    shapes = RINGS[ring]
    members = [Sprite(collision=one, angle=angle) for one in shapes]
    group = Group(members if apart else Sprite(collision=shapes, angle=angle))
    starts = [(0, 0), (1, 1), (-1, 0), (0.5, -0.25), (0, 1)]
    for start in starts:
        ends = [(start[0] + 40 * x, start[1] + 40 * y) for x, y in DIRECTIONS]
        assert not group.line_of_sight_arrays(start, ends).any()
        rays = group.raycast_arrays(ends, start)
        assert rays.hit.all()


@for_each("seed", range(3))
def test_no_ray_leaves_a_random_ring(seed: int) -> None:
    """Joints that the transform has rounded, and rays aimed at exactly these joints."""
    chance = random.Random(seed)
    count = 40
    corners = [
        (r * math.cos(2 * math.pi * k / count), r * math.sin(2 * math.pi * k / count))
        for k in range(count)
        for r in [chance.uniform(50, 90)]
    ]
    around = list(zip(corners, corners[1:] + corners[:1], strict=True))
    pose = {"angle": chance.uniform(0, 360), "scale_x": 1.3, "scale_y": 0.7, "x": 1e3, "y": -77.7}
    for shapes in (
        [Segment(*a, *b) for a, b in around],
        [Polygon([a, b, (2 * b[0], 2 * b[1]), (2 * a[0], 2 * a[1])]) for a, b in around],
    ):
        sprite = Sprite(collision=shapes, **pose)
        world = sprite.world_shapes
        joints = [(one.x1, one.y1) if isinstance(one, Segment) else one.points[0] for one in world]
        start = (1e3, -77.7)
        beyond = [(3 * x - 2 * start[0], 3 * y - 2 * start[1]) for x, y in joints]
        assert not Group(sprite).line_of_sight_arrays(start, joints * 0 + beyond).any()
        ends = [
            (start[0] + chance.gauss(0, 900), start[1] + chance.gauss(0, 900)) for _ in range(9999)
        ]
        ends = [end for end in ends if math.dist(start, end) > 500]
        assert not Group(sprite).line_of_sight_arrays(start, ends).any()


def test_along_the_seam_of_two_tiles() -> None:
    """Between two solid tiles there is no way, whichever of them has the seam."""
    left, right = (Sprite(x, 0, collision=Rect(0, 0, 8, 50)) for x in (0, 8))
    down = Group(left, right).raycast_all(8, -10, 8, 60)
    assert [(hit.sprite, hit.point, hit.normal) for hit in down] == [
        (right, (8.0, 0.0), (0.0, -1.0))
    ]
    assert [hit.sprite for hit in Group(left, right).raycast_all(8, 60, 8, -10)] == [right]
    assert left.raycast(0, -10, 0, 60) is not None  # its left side belongs to it
    assert right.raycast(16, -10, 16, 60) is None  # its right side does not


def test_through_the_corner_where_two_tiles_meet() -> None:
    """Tiles that share one corner only: the shifted ray meets one of them."""
    for first, second in (((0, 0), (8, 8)), ((8, 0), (0, 8))):
        group = Group(Sprite(*at, collision=Rect(0, 0, 8, 8)) for at in (first, second))
        for x, y in ((1, 1), (1, -1), (3, 1), (-1, 2), (1, 0), (0, 1)):
            for sign in (1, -1):
                way = (sign * 20 * x, sign * 20 * y)
                assert not group.line_of_sight(8 - way[0], 8 - way[1], 8 + way[0], 8 + way[1])


def test_a_row_of_tiles_is_one_rect() -> None:
    tiles = Group(Sprite(x, 0, collision=Rect(0, 0, 1, 1)) for x in range(20))
    floor = Sprite(0, 0, collision=Rect(0, 0, 20, 1))
    for x, y, way in itertools.product(range(-2, 23), (-3, 0, 1, 4), DIRECTIONS[::3]):
        end = (x + 9 * way[0], y + 9 * way[1])
        one, many = floor.raycast(x, y, *end), tiles.raycast(x, y, *end)
        assert (one is None) == (many is None)
        if one and many:
            assert many.fraction == pytest.approx(one.fraction, abs=1e-12)


# --- single cases ---------------------------------------------------------------------------------


def test_normals_and_points() -> None:
    box = Sprite(collision=Rect(0, 0, 10, 10))
    for start, point, normal in (
        ((-5, 5), (0, 5), (-1, 0)),
        ((15, 5), (10, 5), (1, 0)),
        ((5, -5), (5, 0), (0, -1)),
        ((5, 15), (5, 10), (0, 1)),
    ):
        hit = box.raycast(*start, 5, 5)
        assert (hit.point, hit.normal, hit.fraction, hit.distance) == (point, normal, 0.5, 5.0)
    wall = Sprite(collision=Segment(0, -5, 0, 5))
    assert wall.raycast(-3, 0, 3, 0).normal == (-1, 0)
    assert wall.raycast(3, 0, -3, 0).normal == (1, 0)
    assert wall.raycast(0, -9, 0, 9).normal == (0, -1)  # along it: against the ray
    assert Sprite(collision=Point(0, 0)).raycast(-3, 0, 3, 0).normal == (-1, 0)
    slope = Sprite(collision=Rect(-5, -5, 10, 10), angle=45)
    hit = slope.raycast(-20, 1, 20, 1)
    assert hit.normal == pytest.approx((-math.sqrt(0.5), math.sqrt(0.5)))
    egg = Sprite(collision=Ellipse(0, 0, 4, 2))
    assert egg.raycast(0, -9, 0, 9).normal == pytest.approx((0, -1))
    hit = egg.raycast(2, -9, 2, 0)
    assert hit.point == pytest.approx((2, -math.sqrt(3)))
    assert hit.normal == pytest.approx(
        tuple(part / math.hypot(2 / 16, math.sqrt(3) / 4) for part in (2 / 16, -math.sqrt(3) / 4))
    )


def test_the_shape_is_named() -> None:
    knight = Sprite(
        100, 0, collision=[Circle(0, -20, 8, name="head"), Rect(-9, -12, 18, 40, name="body")]
    )
    assert knight.raycast(0, -25, 200, -25).shape.name == "head"
    assert knight.raycast(0, 0, 200, 0).shape.name == "body"
    assert [hit.shape.name for hit in Group(knight).raycast_all(100, -99, 100, 99)] == [
        "head",
        "body",
    ]


def test_only_the_shape_in_which_it_starts_is_passed_over() -> None:
    knight = Sprite(collision=[Circle(0, 0, 10, name="shield"), Rect(5, -5, 20, 10, name="sword")])
    assert knight.raycast(0, 0, 50, 0).inside
    hit = knight.raycast(0, 0, 50, 0, hit_from_inside=False)
    assert (hit.shape.name, hit.point) == ("sword", (5, 0))
    bend = Sprite(
        collision=Polygon([(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)])
    )
    assert bend.raycast(1, 8, 20, 8, hit_from_inside=False) is None  # also where it comes back
    assert bend.raycast(1, 8, 20, 8).inside


def test_ties_go_to_the_first() -> None:
    a, b = (Sprite(5, 0, collision=[Rect(0, 0, 4, 4), Rect(0, 0, 4, 4, name="twin")]) for _ in "ab")
    assert Group(a, b).raycast(0, 2, 9, 2).sprite is a
    assert Group(b, a).raycast(0, 2, 9, 2).sprite is b
    assert Group(b, a).raycast(0, 2, 9, 2).shape.name is None
    assert [hit.shape.name for hit in Group(a).raycast_all(0, 2, 9, 2)] == [None, "twin"]


def test_sprites_that_never_hit() -> None:
    box = Sprite(collision=Rect(0, 0, 10, 10))
    for sprite in (
        Sprite(),
        Sprite(collision=[]),
        Sprite(collision=Rect(0, 0, 9, 9), collision_enable=False),
    ):
        assert sprite.raycast(-5, 5, 20, 5) is None
    assert box.raycast(-5, 5, 20, 5) is not None
    box.vanish()
    assert box.raycast(-5, 5, 20, 5) is None


def test_a_ray_without_length_is_a_point() -> None:
    for shape in (
        Rect(0, 0, 4, 4),
        Circle(2, 2, 2),
        Ellipse(2, 2, 2, 1),
        Segment(0, 0, 4, 4),
        Point(0, 2),
    ):
        sprite = Sprite(collision=shape)
        for x, y in itertools.product(range(-1, 6), repeat=2):
            hit = sprite.raycast(x, y, x, y)
            assert (hit is not None) == bool(Group(sprite).query_point(x, y))
            assert hit is None or hit.inside


def test_it_sees_the_present() -> None:
    walls = Group(Sprite(x, -5, collision=Rect(0, 0, 2, 10)) for x in range(20, 2000, 4))
    first = next(iter(walls))
    for step in range(12):
        hit = walls.raycast(0, 0, 3000, 0)
        assert hit.sprite is first
        assert hit.distance == 20 - step
        first.x -= 1
    first.vanish()
    assert walls.raycast(0, 0, 3000, 0).distance == 24


def test_records() -> None:
    sprite = Sprite(collision=Rect(0, 0, 10, 10))
    hit = sprite.raycast(-5, 5, 5, 5)
    assert hit == sprite.raycast(-5, 5, 5, 5)
    assert hit != sprite.raycast(-5, 6, 5, 6)
    assert not hasattr(hit, "__dict__")
    with pytest.raises(AttributeError):
        hit.fraction = 3
    match hit:
        case RayHit(who, shape, fraction, point, normal, inside):
            assert (who, fraction, inside) == (sprite, 0.5, False)
            assert shape is sprite.shapes[0]
            assert type(point) is type(normal) is Vec2
    assert repr(hit).startswith("RayHit(sprite=<Sprite")
    group = Group(sprite)
    rays = group.raycast_arrays((-5, 5), [(5, 5), (-9, 5)])
    assert rays == group.raycast_arrays([(-5, 5)] * 2, [(5, 5), (-9, 5)])
    assert rays != group.raycast_arrays((-5, 5), [(6, 5), (-9, 5)])
    assert isinstance(rays, Rays)
    assert (rays.hit.dtype, rays.position.dtype, rays.shape.dtype) == (bool, np.intp, np.intp)
    assert rays.point.shape == rays.normal.shape == (2, 2)
    assert group.raycast_arrays([], []).hit.shape == (0,)
    assert group.raycast_arrays((0, 0), (9, 9)).hit.shape == (1,)


def test_where_may_do_anything() -> None:
    walls = Group(Sprite(x, -5, collision=Rect(0, 0, 2, 10)) for x in range(20, 100, 4))
    seen: list[float] = []

    def third(sprite: Sprite) -> bool:
        seen.append(sprite.x)
        walls.clear()
        return len(seen) == 3

    assert walls.raycast(0, 0, 200, 0, where=third).distance == 28
    assert seen == [20, 24, 28]
    with pytest.raises(ZeroDivisionError):
        Group(Sprite(collision=Rect(0, 0, 2, 10))).raycast(-9, 5, 9, 5, where=lambda _: 1 / 0)


NAN = float("nan")
BAD: list[tuple[str, tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
    ("raycast", (0, NAN, 1, 1), {}, ValueError, "y1 must be a finite"),
    ("raycast_all", (0, 0, "1", 1), {}, TypeError, "x2 must be a number"),
    ("line_of_sight", (0, 0, 1, 1e13), {}, ValueError, "y2 must be a finite"),
    ("raycast", (0, 0, 1, 1), {"radius": -1}, ValueError, "radius must be 0 or more"),
    ("raycast", (0, 0, 1, 1), {"hit_from_inside": "no"}, TypeError, "hit_from_inside must be"),
    ("raycast", (0, 0, 1, 1), {"mask": -1}, ValueError, "mask must be from"),
    ("raycast", (0, 0, 1, 1), {"exclude": 5}, TypeError, "exclude must be"),
    ("raycast", (0, 0, 1, 1), {"where": 5}, TypeError, "where must be"),
    ("raycast_arrays", ([[0, 0, 0]], [[1, 1]]), {}, ValueError, "starts must be an array"),
    ("raycast_arrays", ([[0, 0]], 3), {}, ValueError, "ends must be an array"),
    ("raycast_arrays", ([[0, 0]] * 2, [[1, 1]] * 3), {}, ValueError, "equally many"),
    ("raycast_arrays", ([[0, 0]], [[NAN, 1]]), {}, ValueError, "ends must be a finite"),
    ("raycast_arrays", ([[0, 0]], [[0, 1]]), {"radius": -1}, ValueError, "radius must be 0"),
    ("line_of_sight_arrays", ("ab", [[0, 1]]), {}, TypeError, "starts must be"),
]


@for_each("name, arguments, keywords, kind, message", BAD)
def test_bad_arguments(
    name: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    kind: type[Exception],
    message: str,
) -> None:
    group = Group(Sprite(collision=Rect(0, 0, 10, 10)))
    with pytest.raises(kind, match=message):
        getattr(group, name)(*arguments, **keywords)

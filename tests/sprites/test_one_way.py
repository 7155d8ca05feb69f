"""One-way shapes: what they stop on a way, from which side; everything else sees ordinary shapes.

The oracle of straight ways between upright boxes is written anew, in fractions: from when to when
two boxes overlap along each axis, and which axis came last. That of all other shapes walks in tiny
steps and asks shapely for overlaps and nearest points.
"""

import copy
import math
import pickle
import random
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import translate
from support.for_each import for_each

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)

UP = (0, -1)
ABOVE: dict[str, Any] = {"one_way": UP}

EVERY: dict[str, Any] = {
    "segment": lambda **k: Segment(0, 0, 40, 0, **k),
    "circle": lambda **k: Circle(20, 10, 10, **k),
    "ellipse": lambda **k: Ellipse(20, 6, 20, 6, **k),
    "rect": lambda **k: Rect(0, 0, 40, 8, **k),
    "triangle": lambda **k: Triangle(0, 0, 40, 0, 20, 20, **k),
    "polygon": lambda **k: Polygon([(0, 0), (40, 0), (40, 9), (20, 4), (0, 9)], **k),
    "capsule": lambda **k: Capsule(5, 5, 35, 5, 5, **k),
}


def box(x: float, y: float, width: float = 10, height: float = 10) -> Sprite:
    return Sprite(x, y, collision=Rect(0, 0, width, height))


def plank(x: float = 0, y: float = 0, width: float = 64, height: float = 8) -> Sprite:
    return Sprite(x, y, collision=Rect(0, 0, width, height, one_way=UP))


def answer(hit: Any) -> Any:
    """What a hit says, but for the sprites and shapes."""
    return None if hit is None else (hit.fraction, hit.position, hit.normal, hit.overlapping)


# --- the value ------------------------------------------------------------------------------------


@for_each("make", EVERY.values())
def test_it_is_part_of_the_value(make: Any) -> None:
    shape: Shape = make(one_way=(0, -2), name="plank")
    assert shape.one_way == (0.0, -2.0)
    assert make().one_way is None
    assert shape != make(name="plank")
    assert shape != make(name="plank", one_way=(0, -1))
    assert shape == make(name="plank", one_way=[0.0, -2])
    assert hash(shape) == hash(make(name="plank", one_way=np.array([0, -2])))
    assert repr(shape).endswith("name='plank', one_way=(0.0, -2.0))")
    assert eval(repr(shape)) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert copy.deepcopy(shape) == shape
    assert attrs.evolve(shape, one_way=None) == make(name="plank")
    assert attrs.evolve(make(name="plank"), one_way=(0, -2)) == shape


@for_each(
    "value, error",
    [
        ((0, 0), ValueError),
        ((0.0, -0.0), ValueError),
        ((1,), ValueError),
        ((1, 2, 3), ValueError),
        ((), ValueError),
        ((math.nan, 1), ValueError),
        ((math.inf, 1), ValueError),
        ((0, 2e12), ValueError),
        (("0", 1), TypeError),
        ("up", TypeError),
        (1, TypeError),
        (True, TypeError),
        ({0: 1, 1: 2}, TypeError),
        ({0, 1}, TypeError),
    ],
)
@for_each("make", EVERY.values())
def test_bad_directions(make: Any, value: Any, error: type[Exception]) -> None:
    name = type(make()).__name__
    with pytest.raises(error, match=rf"^{name}\.one_way"):
        make(one_way=value)


def test_a_point_has_none() -> None:
    assert Point(1, 2).one_way is None
    with pytest.raises(TypeError, match="one_way"):
        Point(1, 2, one_way=UP)  # type: ignore[call-arg]


def test_a_polygon_from_a_geometry() -> None:
    square = shapely.box(0, 0, 2, 2)
    assert Polygon.from_geometry(square, one_way=UP).one_way == UP
    with pytest.raises(ValueError, match="one_way"):
        Polygon.from_geometry(square, one_way=(0, 0))


@for_each(
    "pose, expected",
    [
        ({}, (1, -2)),
        ({"angle": 90}, (2, 1)),
        ({"angle": 180}, (-1, 2)),
        ({"scale_x": -1}, (-1, -2)),
        ({"scale_x": 3, "scale_y": -2}, (3, 4)),
        ({"angle": 90, "scale_x": 3, "scale_y": -2}, (-4, 3)),
        ({"scale_y": 0}, (1, 0)),
        ({"angle": 90, "scale_x": 5, "collision_sync": False}, (1, -2)),
    ],
)
@for_each("make", EVERY.values())
def test_world_shapes_turn_it_as_a_vector(make: Any, pose: Any, expected: Any) -> None:
    sprite = Sprite(5, 6, collision=make(one_way=(1, -2)), **pose)
    (shape,) = sprite.world_shapes
    if not isinstance(shape, Point):
        assert shape.one_way == pytest.approx(expected)


# --- questions about a place or a pair see an ordinary shape --------------------------------------


@for_each("make", EVERY.values())
def test_places_and_pairs_see_an_ordinary_shape(make: Any) -> None:
    both = [Sprite(0, 0, collision=make(**k)) for k in ({}, ABOVE)]
    for x, y in [(10, 3), (30, -3), (-5, -5), (100, 100)]:
        others = [box(x, y), Sprite(x, y, collision=Circle(0, 0, 7))]
        for other in others:
            seen = []
            for target in both:
                group = Group(target)
                contacts = [(c.normal, c.depth, c.points) for c in other.contacts(target)]
                near = group.nearest(x, y)
                assert near is not None
                seen.append(
                    (
                        other.hits(target),
                        target.hits(other),
                        bool(other.check(group)),
                        contacts,
                        other.separation(target),
                        other.distance(target),
                        bool(group.query_point(x, y)),
                        bool(group.query_circle(x, y, 3)),
                        (near.distance, near.point),
                    )
                )
            assert seen[0] == seen[1]


@for_each("make", EVERY.values())
def test_depenetrate_passes_over_it(make: Any) -> None:
    sprite = box(15, 2)
    target = Sprite(0, 0, collision=make(**ABOVE))
    sprite.y = -5
    assert sprite.hits(target)
    assert sprite.depenetrate(target) == (0, 0)
    wall = Sprite(20, -50, collision=Rect(0, 0, 20, 100))
    assert sprite.depenetrate([target, wall]) == (-5, 0)
    assert (sprite.x, sprite.y) == (10, -5)


def test_depenetrate_heeds_the_other_shapes_of_a_sprite() -> None:
    target = Sprite(0, 0, collision=[Rect(0, 0, 64, 8, one_way=UP), Rect(0, 0, 12, 8)])
    sprite = box(9, 0, 10, 8)
    assert sprite.depenetrate(target) == (3, 0)
    assert sprite.hits(target)


# --- upright boxes, in fractions ------------------------------------------------------------------


def stops_upright(
    a: tuple[int, ...], b: tuple[int, ...], way: tuple[int, int], front: tuple[int, int]
) -> Fraction | None:
    """When a one-way box stops a moving box, which both are (left, top, right, bottom)."""
    enter, leave = Fraction(0), Fraction(10**9)
    normals: list[tuple[int, int]] = []
    begun = True
    for axis in range(2):
        low, high = b[axis] - a[axis + 2], b[axis + 2] - a[axis]
        speed = way[axis]
        if low < 0 < high:
            if speed:
                leave = min(leave, Fraction(high if speed > 0 else low, speed))
            continue
        begun = False
        if not speed:
            return None
        first, last = sorted((Fraction(low, speed), Fraction(high, speed)))
        normal = [0, 0]
        normal[axis] = -1 if speed > 0 else 1
        if first > enter:
            normals = []
        if first >= enter:
            normals.append((normal[0], normal[1]))
        enter, leave = max(enter, first), min(leave, last)
        if first < 0:
            return None
    if begun or not enter < leave or enter >= 1:
        return None
    return enter if any(is_front(front, normal) for normal in normals) else None


def is_front(front: tuple[int, int], normal: tuple[float, float]) -> bool:
    """Whether a unit normal leans at most 60 degrees from a direction."""
    return normal[0] * front[0] + normal[1] * front[1] >= 0.5 * math.hypot(*front)


SIDES = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-3, -1)]
small = st.integers(-12, 12)
length = st.integers(1, 12)


@given(small, small, length, length, length, length, small, small, st.sampled_from(SIDES))
def test_upright_boxes(
    x: int, y: int, w: int, h: int, w2: int, h2: int, dx: int, dy: int, front: tuple[int, int]
) -> None:
    expected = stops_upright((x, y, x + w, y + h), (0, 0, w2, h2), (dx, dy), front)
    sprite = box(x, y, w, h)
    target = Sprite(0, 0, collision=Rect(0, 0, w2, h2, one_way=front))
    hit = sprite.sweep(dx, dy, target)
    if expected is None:
        assert hit is None
    else:
        assert hit is not None
        assert hit.fraction == pytest.approx(float(expected), abs=1e-12)
        assert is_front(front, hit.normal)
        assert not hit.overlapping
    arrays = Group(sprite).sweep_arrays(dx, dy, Group(target))
    assert arrays.hit[0] == (hit is not None)
    if hit is not None:
        assert arrays.fraction[0] == hit.fraction
        assert tuple(arrays.normal[0]) == hit.normal
    assert [answer(h) for h in sprite.sweep_all(dx, dy, target)] == ([answer(hit)] if hit else [])


@given(
    small, small, length, length, length, length, small, small, st.sampled_from(SIDES),
    st.sampled_from([0, 90, 180, 270]), st.booleans(),
)  # fmt: skip
def test_turned_and_mirrored_worlds_give_turned_answers(
    x: int, y: int, w: int, h: int, w2: int, h2: int, dx: int, dy: int, front: tuple[int, int],
    angle: int, mirrored: bool,
) -> None:  # fmt: skip
    expected = box(x, y, w, h).sweep(
        dx, dy, Sprite(0, 0, collision=Rect(0, 0, w2, h2, one_way=front))
    )
    c, s = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[angle]
    m = -1 if mirrored else 1

    def turned(u: float, v: float) -> tuple[float, float]:
        return (c * m * u - s * v, s * m * u + c * v)

    pose: dict[str, Any] = {"angle": angle, "scale_x": m, "offset_sync": True}
    sprite = Sprite(*turned(x, y), collision=Rect(0, 0, w, h), **pose)
    target = Sprite(0, 0, collision=Rect(0, 0, w2, h2, one_way=front), **pose)
    hit = sprite.sweep(*turned(dx, dy), target)
    assert (hit is None) == (expected is None)
    if hit is not None and expected is not None:
        assert hit.fraction == pytest.approx(expected.fraction, abs=1e-12)
        assert hit.normal == pytest.approx(turned(*expected.normal), abs=1e-12)


# --- any shapes: tiny steps, and shapely ----------------------------------------------------------


class UnclearError(Exception):
    """Steps can't tell."""


def clear(condition: bool) -> None:
    if not condition:
        raise UnclearError


def stepped(
    movers: list[Any], target: Any, way: tuple[float, float], front: tuple[float, float]
) -> float | None:
    """When a one-way geometry stops moving ones: overlaps at tiny steps, normals of nearest points.

    Raises:
        UnclearError: steps can't tell.
    """
    steps = 1000
    whole = shapely.unary_union(movers)
    clear(not 0 < whole.intersection(target).area < 1e-3)
    clear(whole.intersects(target) or whole.distance(target) > 1e-2)
    if whole.intersects(target):
        return None
    shapely.prepare(target)
    for i in range(1, steps + 1):
        moved = translate(whole, way[0] * i / steps, way[1] * i / steps)
        if not moved.intersects(target):
            continue
        clear(i > 1)
        before = translate(whole, way[0] * (i - 1) / steps, way[1] * (i - 1) / steps)
        line = shapely.shortest_line(target, before)
        (x1, y1), (x2, y2) = line.coords
        long = math.hypot(x2 - x1, y2 - y1)
        clear(long > 1e-9)
        ahead = ((x2 - x1) * front[0] + (y2 - y1) * front[1]) / long / math.hypot(*front)
        into = ((x2 - x1) * way[0] + (y2 - y1) * way[1]) / long / math.hypot(*way)
        clear(abs(ahead - 0.5) > 0.05)  # the cosine of 60 degrees
        clear(into < -0.05)  # steps can't tell when it only grazes
        return i / steps if ahead > 0.5 else None
    clear(moved.distance(target) > 1e-2)
    return None


MOVERS: dict[str, Any] = {
    "box": [Rect(-5, -5, 10, 10)],
    "turned box": [Rect(-5, -5, 10, 10, angle=30)],
    "ball": [Circle(0, 0, 6)],
    "capsule": [Capsule(0, -6, 0, 6, 4)],
    "arrow": [Polygon([(-8, -6), (8, 0), (-8, 6), (-2, 0)])],
    "body": [Rect(-3, -6, 6, 12), Rect(-9, -4, 18, 3)],
    "legs": [Rect(-8, 0, 4, 8), Rect(4, 0, 4, 8), Circle(0, -4, 5)],
}


@for_each("name", MOVERS)
@for_each("make", EVERY.values())
def test_any_shapes_against_tiny_steps(name: str, make: Any) -> None:
    generator = random.Random(f"{name} {make()}")
    asked = 0
    while asked < 3:
        angle = generator.choice([0, 0, 30, 180, 247])
        front = generator.choice(SIDES)
        scale = generator.choice([(1, 1), (1, 1), (-1, 1), (2, 0.5)])
        pose: dict[str, Any] = {
            "angle": angle,
            "scale_x": scale[0],
            "scale_y": scale[1],
            "center_x": 20,
            "center_y": 5,
        }
        target = Sprite(0, 0, collision=make(one_way=front), **pose)
        x, y = generator.uniform(-40, 80), generator.uniform(-40, 50)
        sprite = Sprite(x, y, collision=MOVERS[name])
        dx, dy = generator.uniform(-60, 60), generator.uniform(-60, 60)
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        u, v = front[0] * scale[0], front[1] * scale[1]
        try:
            expected = stepped(
                [shape.geometry for shape in sprite.world_shapes],
                target.geometry,
                (dx, dy),
                (c * u - s * v, s * u + c * v),
            )
        except UnclearError:
            continue
        asked += 1
        hit = sprite.sweep(dx, dy, target)
        assert (hit is None) == (expected is None), (sprite, target, dx, dy, hit, expected)
        if hit is not None and expected is not None:
            assert hit.fraction == pytest.approx(expected, abs=4e-3)


# --- a whole sprite, and the rest of a sprite -----------------------------------------------------


def test_a_body_with_its_legs_in_a_plank_is_not_caught_by_its_arms() -> None:
    sprite = Sprite(20, -15, collision=[Rect(0, 0, 10, 20), Rect(-10, -6, 30, 4)])
    assert sprite.sweep(0, 60, plank()) is None
    assert sprite.sweep_all(0, 60, plank()) == []
    sprite.y = -20  # the feet stand on it
    assert answer(sprite.sweep(0, 60, plank())) == (0.0, (20, -20), (0, -1), False)


def test_arms_that_come_later_pass_with_the_legs() -> None:
    # The legs come in from the side; then the arms would come from above.
    sprite = Sprite(-40, 0, collision=[Rect(0, -16, 10, 26), Rect(10, -36, 10, 10)])
    assert sprite.sweep(60, 40, plank()) is None
    assert sprite.sweep_all(60, 40, plank()) == []
    arms = Sprite(-40, 0, collision=Rect(10, -36, 10, 10))
    hit = arms.sweep(60, 40, plank())
    assert hit is not None
    assert hit.fraction == pytest.approx(0.65)


def test_the_other_shapes_of_a_sprite_still_count() -> None:
    target = Sprite(0, 0, collision=[Rect(0, 0, 64, 8, one_way=UP), Rect(0, -30, 64, 8)])
    hit = box(20, 30).sweep(0, -80, target)
    assert hit is not None
    assert hit.other_shape == target.collision[1]
    assert hit.normal == (0, 1)
    assert hit.position == (20, -22)


def test_a_shape_stops_or_passes_for_the_whole_way() -> None:
    # An arch: in through the side of one leg, and out, then onto the other one.
    arch = Polygon(
        [(0, 0), (60, 0), (60, 40), (50, 40), (50, 10), (10, 10), (10, 40), (0, 40)],
        one_way=(-1, 0),
    )
    target = Sprite(0, 0, collision=arch)
    assert box(20, 20).sweep(60, 0, target) is not None
    assert box(-20, 20).sweep(100, 0, target).position == (-10, 20)  # type: ignore[union-attr]
    assert box(80, 20).sweep(-100, 0, target) is None  # also through the leg that looks this way


def test_shapes_of_the_moving_sprite_are_ordinary() -> None:
    moving = plank(0, 40)
    hit = moving.sweep(0, -60, box(20, 0))
    assert hit is not None
    assert hit.fraction == 0.5


# --- moves ----------------------------------------------------------------------------------------


@for_each("feet", MOVERS.values())
@for_each("make", EVERY.values())
def test_through_from_below_and_then_it_stands(make: Any, feet: Any) -> None:
    target = Sprite(0, 0, collision=make(**ABOVE))
    sprite = Sprite(20, 50, collision=feet)
    assert sprite.move_and_slide(0, -110, target, up=UP).hits == []
    assert sprite.y == -60
    slide = sprite.move_and_slide(0, 110, target, up=UP)
    assert slide.hits
    assert slide.hits[0].normal[1] < 0
    assert not sprite.hits(target)


@for_each("feet", MOVERS.values())
def test_a_jump_that_peaks_inside_falls_down_through_it(feet: Any) -> None:
    target = plank()
    for peak in [10, 4, 0, -1, -4]:
        sprite = Sprite(30, 50, collision=feet)
        sprite.move_and_slide(0, peak - 50, target)
        assert sprite.hits(target)
        sprite.move_and_collide(0, 3, target)
        slide = sprite.move_and_slide(0, 40, target)
        assert slide.hits == []
        assert sprite.y == peak + 43


def test_each_part_of_a_slide_is_a_way_of_its_own() -> None:
    # Up through the plank, and along a low ceiling down to it again.
    ceiling = Sprite(0, 0, collision=Polygon([(0, -100), (300, -100), (300, 50), (0, -70)]))
    target = plank(-100, 0, 400)
    sprite = box(0, 20)
    slide = sprite.move_and_slide(250, -70, [target, ceiling], up=UP)
    assert [hit.other for hit in slide.hits][:2] == [ceiling, target]
    assert slide.floor is target
    assert sprite.y == pytest.approx(-10, abs=1e-9)


@for_each("angle", [0, 30, 12.3456, 45, 217])
@for_each("size", [1, 16, 1e3])
@for_each("kind", ["rect", "segment"])
@for_each(
    "feet",
    [Rect(-0.35, -0.7, 0.7, 0.7), Circle(0, -0.35, 0.35), Triangle(-0.3, -0.5, 0.3, -0.5, 0, 0)],
)
def test_a_row_of_tiles_is_like_one_plank(
    feet: Shape, kind: str, size: float, angle: float
) -> None:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    shape: Shape = Rect(0, 0, size, size / 2, one_way=UP)
    if kind == "segment":
        shape = Segment(0, 0, size, 0, one_way=UP)
    tiles = Group(
        Sprite(c * k * size, s * k * size, collision=shape, angle=angle, offset_sync=True)
        for k in range(-40, 40)
    )
    sprite = Sprite(s * size, -c * size, collision=feet, angle=angle, offset_sync=True)
    sprite.scale = size
    sprite.move_and_slide(-2 * s * size, 2 * c * size, tiles)  # down to it
    for step in (0.3, -0.3, 1.7):
        for _ in range(10):
            slide = sprite.move_and_slide(
                (step * c - 0.2 * s) * size, (step * s + 0.2 * c) * size, tiles
            )
            along = slide.travel[0] * c + slide.travel[1] * s
            assert along == pytest.approx(step * size, rel=1e-6)
            assert abs(sprite.y * c - sprite.x * s) < 1e-6 * size
            assert not sprite.hits(tiles)


@for_each("name", ["box", "turned box", "ball", "capsule", "arrow", "legs"])
@for_each("kind", ["rect", "segment"])
@for_each("apart", [False, True])
def test_a_row_lets_pass_what_one_plank_lets_pass(name: str, kind: str, apart: bool) -> None:
    def shape(left: float, right: float) -> Shape:
        if kind == "segment":
            return Segment(left, 0, right, 0, one_way=UP)
        return Rect(left, 0, right - left, 8, one_way=UP)

    row: Any = [shape(12 * k, 12 * k + 12) for k in range(-5, 5)]
    row = Group(Sprite(collision=[tile]) for tile in row) if apart else Sprite(collision=row)
    one = Sprite(collision=shape(-60, 60))
    generator = random.Random(f"{name} {kind}")
    for _ in range(300):
        sprite = Sprite(
            generator.uniform(-70, 70), generator.uniform(-25, 25), collision=MOVERS[name]
        )
        way = generator.uniform(-70, 70), generator.uniform(-25, 25)
        expected, hit = sprite.sweep(*way, one), sprite.sweep(*way, row)
        assert (hit is None) == (expected is None), (sprite, way)
        if hit is not None and expected is not None:
            assert hit.fraction == pytest.approx(expected.fraction, abs=1e-9)
            assert hit.normal == pytest.approx(expected.normal, abs=1e-6)
        if name == "ball":
            ray = sprite.x, sprite.y, sprite.x + way[0], sprite.y + way[1]
            assert Group(row).line_of_sight(*ray, radius=6) == (expected is None)


def test_the_foot_of_a_one_way_slope_is_climbed() -> None:
    for lip in (0.0, 1e-13, -1e-13):
        slope = Sprite(20, lip, collision=Triangle(0, 0, 40, -20, 40, 0, one_way=UP))
        floor = Sprite(-50, 0, collision=Rect(0, 0, 200, 10))
        sprite = box(0, -10)
        slide = sprite.move_and_slide(30, 0, [slope, floor], up=UP)
        assert slide.floor is slope
        assert sprite.x > 15
        assert not sprite.hits([slope, floor])


# --- worlds of only one-way shapes ----------------------------------------------------------------

places = st.tuples(st.integers(-60, 60), st.integers(10, 60))


@given(st.lists(places, min_size=1, max_size=8), st.integers(-60, 60), st.integers(1, 90))
def test_from_the_front_it_is_the_same_world(
    where: list[tuple[int, int]], dx: int, dy: int
) -> None:
    # Flat planks: what comes from above meets nothing but tops.
    one_way = [Sprite(x, y, collision=Segment(0, 0, 30, 0, one_way=UP)) for x, y in where]
    ordinary = [Sprite(x, y, collision=Segment(0, 0, 30, 0)) for x, y in where]
    for feet in MOVERS.values():
        sprite = Sprite(0, -10, collision=feet)
        expected = sprite.sweep(0, dy, ordinary)
        assert answer(sprite.sweep(0, dy, one_way)) == answer(expected)
        back = Sprite(0, 80, collision=feet)
        assert back.sweep(0, -dy - 100, one_way) is None
        assert back.sweep_all(dx, -dy - 100, one_way) == [] or dx


@given(st.lists(places, min_size=1, max_size=8), st.data())
def test_arrays_equal_singles(where: list[tuple[int, int]], data: st.DataObject) -> None:
    kinds = list(EVERY.values())
    targets = Group(
        Sprite(
            x, y,
            collision=data.draw(st.sampled_from(kinds))(one_way=data.draw(st.sampled_from(SIDES))),
            angle=data.draw(st.sampled_from([0, 90, 33])),
        )
        for x, y in where
    )  # fmt: skip
    movers = Group(
        Sprite(x, y, collision=data.draw(st.sampled_from(list(MOVERS.values()))))
        for x, y in data.draw(st.lists(st.tuples(small, small), min_size=1, max_size=4))
    )
    dx, dy = data.draw(st.integers(-90, 90)), data.draw(st.integers(-90, 90))
    arrays = movers.sweep_arrays(dx, dy, targets)
    for i, sprite in enumerate(movers):
        hit = sprite.sweep(dx, dy, targets)
        assert arrays.hit[i] == (hit is not None)
        if hit is not None:
            assert arrays.position[i] == list(targets).index(hit.other)
            assert arrays.fraction[i] == hit.fraction
            assert tuple(arrays.normal[i]) == hit.normal
            assert tuple(arrays.point[i]) == hit.point
            every = sprite.sweep_all(dx, dy, targets)
            assert answer(every[0]) == answer(hit)


@given(st.integers(-90, 90), st.integers(-90, 90), st.integers(-170, 170), st.sampled_from(SIDES))
def test_turning_ways_agree_with_straight_ones(
    dx: int, dy: int, turn: int, front: tuple[int, int]
) -> None:
    # A ball about its center turns nothing, but takes the other road if it is not alone.
    target = Sprite(10, 10, collision=Rect(0, 0, 30, 20, one_way=front))
    ball = Sprite(0, 0, collision=[Circle(0, 0, 5), Circle(0, 0, 3)], offset_sync=True)
    hit, turned = ball.sweep(dx, dy, target), ball.sweep(dx, dy, target, turn=turn)
    assert (hit is None) == (turned is None)
    if hit is not None and turned is not None:
        assert turned.fraction == pytest.approx(hit.fraction, abs=1e-6)


def test_a_turn_through_a_one_way_shape() -> None:
    bar = Sprite(0, 0, collision=Rect(0, -1, 30, 2), offset_sync=True)
    floor = Sprite(10, 10, collision=Rect(0, 0, 40, 4, one_way=UP))
    hit = bar.sweep(0, 0, floor, turn=90)
    assert hit is not None
    assert hit.normal[1] < 0
    bar.angle = 90
    assert bar.sweep(0, 0, floor, turn=-90) is None
    bar.angle = 179
    assert bar.sweep(0, 0, floor, turn=-170) is None


# --- rays -----------------------------------------------------------------------------------------


def ray_answer(hit: Any) -> Any:
    return None if hit is None else (hit.fraction, hit.point, hit.normal, hit.inside)


def stops_ray(
    b: tuple[int, ...], start: tuple[int, int], end: tuple[int, int], front: tuple[int, int]
) -> Fraction | None:
    """When a one-way box (left, top, right, bottom) stops a ray, which counts as shifted."""
    e = Fraction(1, 10**6)
    shifted = start[0] + e, start[1] + e * e
    way = end[0] - start[0], end[1] - start[1]
    if all(b[axis] < shifted[axis] < b[axis + 2] for axis in range(2)):
        return None
    entries: list[tuple[Fraction, int, Fraction]] = []  # shifted, axis, of the ray as it is
    enter, leave = Fraction(0), Fraction(1)
    for axis in range(2):
        low, high = b[axis] - shifted[axis], b[axis + 2] - shifted[axis]
        if not way[axis]:
            if not low < 0 < high:
                return None
            continue
        first, last = sorted((low / way[axis], high / way[axis]))
        enter, leave = max(enter, first), min(leave, last)
        side = b[axis] if way[axis] > 0 else b[axis + 2]
        entries.append((first, axis, Fraction(side - start[axis], way[axis])))
    if not enter < leave:
        return None
    _, axis, time = max(entries)  # of two at one time, at a corner, the shift decides
    normal = [0.0, 0.0]
    normal[axis] = -1.0 if way[axis] > 0 else 1.0
    return time if is_front(front, (normal[0], normal[1])) else None


@given(small, small, small, small, length, length, st.sampled_from(SIDES))
def test_rays_and_upright_boxes(
    x: int, y: int, x2: int, y2: int, w: int, h: int, front: tuple[int, int]
) -> None:
    target = Sprite(0, 0, collision=Rect(0, 0, w, h, one_way=front))
    group = Group(target)
    expected = stops_ray((0, 0, w, h), (x, y), (x2, y2), front)
    for inside in (True, False):
        hit = group.raycast(x, y, x2, y2, hit_from_inside=inside)
        assert (hit is None) == (expected is None)
        if hit is not None and expected is not None:
            assert hit.fraction == pytest.approx(float(expected), abs=1e-12)
            assert is_front(front, hit.normal)
            assert not hit.inside
        assert group.line_of_sight(x, y, x2, y2, hit_from_inside=inside) == (hit is None)


lines = st.tuples(*[st.integers(-70, 90)] * 4)


@given(
    st.lists(st.tuples(places, st.sampled_from(list(EVERY)), st.sampled_from(SIDES)), max_size=8),
    st.lists(lines, min_size=1, max_size=6),
    st.sampled_from([0, 0, 5]),
    st.sampled_from([0, 90, 33]),
    st.booleans(),
)
def test_all_ways_to_ask_about_rays_agree(
    world: Any, rays: Any, radius: float, angle: float, many: bool
) -> None:
    group = Group(
        Sprite(x, y, collision=EVERY[kind](one_way=front), angle=angle)
        for (x, y), kind, front in world * (20 if many else 1)
    )
    starts, ends = [ray[:2] for ray in rays], [ray[2:] for ray in rays]
    arrays = group.raycast_arrays(starts, ends, radius=radius)
    sight = group.line_of_sight_arrays(starts, ends, radius=radius)
    members = list(group)
    for i, ray in enumerate(rays):
        hit = group.raycast(*ray, radius=radius)
        every = group.raycast_all(*ray, radius=radius)
        assert ray_answer(hit) == ray_answer(every[0] if every else None)
        assert group.line_of_sight(*ray, radius=radius) == sight[i] == (hit is None)
        assert arrays.hit[i] == (hit is not None)
        if hit is not None:
            assert members[arrays.position[i]] is hit.sprite
            assert arrays.fraction[i] == hit.fraction
            assert tuple(arrays.normal[i]) == hit.normal
        singles = [sprite.raycast(*ray, radius=radius) for sprite in members]
        found = [single for single in singles if single is not None]
        if radius == 0:  # a disc that is in one plank passes the corner of the next one in a row
            assert len(found) == len(every)
        assert not any(single.inside for single in found)
        assert ray_answer(group.raycast(*ray, radius=radius, where=lambda _: True)) == (
            ray_answer(hit)
        )
        for sprite, single in zip(members, singles, strict=True):
            if single is not None:
                assert sprite.shapes[0].one_way is not None


@given(st.sampled_from(list(EVERY)), lines, st.sampled_from(SIDES), st.sampled_from([0, 90, 33]))
def test_a_thick_ray_is_a_disc_that_moves(
    kind: str, ray: Any, front: tuple[int, int], angle: float
) -> None:
    target = Sprite(0, 0, collision=EVERY[kind](one_way=front), angle=angle, center_x=20)
    ordinary = Sprite(0, 0, collision=EVERY[kind](), angle=angle, center_x=20)
    met = ordinary.raycast(*ray, radius=5)
    hit = target.raycast(*ray, radius=5)
    if met is None or met.inside:
        assert hit is None
        return
    x, y = front
    if angle:
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        x, y = c * x - s * y, s * x + c * y
    ahead = (met.normal[0] * x + met.normal[1] * y) / math.hypot(x, y)
    if abs(ahead - 0.5) > 1e-6:  # the cosine of 60 degrees
        assert ray_answer(hit) == (ray_answer(met) if ahead > 0.5 else None)
        disc = Sprite(ray[0], ray[1], collision=Circle(0, 0, 5))
        moved = disc.sweep(ray[2] - ray[0], ray[3] - ray[1], target)
        assert (moved is None) == (hit is None) or abs(ahead - 0.5) < 1e-3


@for_each("angle", [0, 30, 12.3456, 90, 217])
@for_each("kind", ["rect", "segment"])
@for_each("far", [0, 1e5])
def test_no_ray_slips_through_a_row_of_tiles(kind: str, angle: float, far: float) -> None:
    shape: Shape = Rect(0, 0, 16, 8, one_way=UP)
    if kind == "segment":
        shape = Segment(0, 0, 16, 0, one_way=UP)
    row = Sprite(far, far, collision=shape, angle=angle, offset_sync=True)
    # Joints are shared exactly: the corners of a tile are where those of the next one are.
    ends = [
        Polygon([(16 * k, 0), (16 * k + 16, 0), (16 * k + 16, 8), (16 * k, 8)], one_way=UP)
        if kind == "rect"
        else Segment(16 * k, 0, 16 * k + 16, 0, one_way=UP)
        for k in range(-5, 5)
    ]
    row.collision = ends
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    generator = random.Random(angle)
    for _ in range(400):
        joint = generator.randint(-4, 4) * 16
        u, v = generator.uniform(-40, 40), generator.uniform(1, 40)
        start = joint - u, -v
        end = joint + u, v
        x1, y1 = far + c * start[0] - s * start[1], far + s * start[0] + c * start[1]
        x2, y2 = far + c * end[0] - s * end[1], far + s * end[0] + c * end[1]
        hit = row.raycast(x1, y1, x2, y2)
        assert hit is not None
        assert hit.normal == pytest.approx((s, -c), abs=1e-6)
        assert row.raycast(x2, y2, x1, y1) is None
        assert row.raycast(x2, y2, x1, y1, radius=0.5) is None
        assert row.raycast(x1, y1, x2, y2, radius=0.5) is not None


def test_a_ray_from_the_surface_starts_inside() -> None:
    assert plank().raycast(10, 0, 10, 30) is None  # the upper edge is inside
    assert plank().raycast(10, -1e-9, 10, 30) is not None
    assert plank().raycast(10, 4, 10, -30, hit_from_inside=False) is None
    solid = Sprite(0, 0, collision=[Rect(0, 0, 64, 8, one_way=UP), Rect(0, 20, 64, 8)])
    hit = solid.raycast(10, 4, 10, 30)
    assert hit is not None
    assert hit.shape == Rect(0, 20, 64, 8)


def test_what_lets_pass_is_not_asked_about() -> None:
    asked: list[Sprite] = []

    def where(sprite: Sprite) -> bool:
        asked.append(sprite)
        return True

    target = plank()
    assert Group(target).raycast(10, 20, 10, -20, where=where) is None
    assert Group(target).line_of_sight(10, 20, 10, -20, where=where)
    assert box(10, 20).sweep(0, -60, target, where=where) is None
    assert asked == []
    assert Group(target).raycast(10, -20, 10, 20, where=where) is not None
    assert asked == [target]

"""`contacts`, `separation`, `distance`, `contact_arrays`, and callbacks that ask for a contact.

The oracles know nothing of the engine's arithmetic: a push is tried out on the sprite itself, by
`hits`, whose answers other tests compare with exact fractions; shorter moves are looked for in many
directions; and for polygons the depth is measured on a Minkowski difference made by shapely.
"""

import copy
import gc
import math
import pickle
import random
import sysconfig
from itertools import product
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support import strategies as some
from support.examples import examples
from support.for_each import for_each

from spritecol import (
    DISCARD,
    Circle,
    Contact,
    Distance,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    check,
)

CURVE = 0.06  # pixels by which the polygons of `geometry` may be off the curve, at radius 60


def star(radius: float, points: int) -> Polygon:
    turns = [math.pi * k / points for k in range(2 * points)]
    radii = [radius, 0.45 * radius] * points
    return Polygon([(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, turns, strict=True)])


def frame(radius: float) -> Polygon:
    def square(r: float) -> list[tuple[float, float]]:
        return [(-r, -r), (r, -r), (r, r), (-r, r)]

    return Polygon(square(radius), holes=[square(0.6 * radius)])


def letter(r: float) -> Polygon:
    return Polygon([(0, 0), (r, 0), (r, r / 3), (r / 3, r / 3), (r / 3, r), (0, r)])


def any_shape(rng: random.Random, kind: str) -> Shape:
    r = rng.uniform(5, 40)
    return {
        "point": lambda: Point(rng.uniform(-5, 5), 3),
        "segment": lambda: Segment(-r, 0, r, 0.3 * r),
        "circle": lambda: Circle(2, 1, r),
        "ellipse": lambda: Ellipse(0, 3, r, r * rng.uniform(0.1, 1), rng.uniform(0, 180)),
        "rect": lambda: Rect(-r, -r / 2, 2 * r, r, rng.choice([0, 30])),
        "triangle": lambda: Triangle(-r, -r, r, 0, 0, r),
        "star": lambda: star(r, rng.choice([3, 5, 6])),
        "frame": lambda: frame(r),
        "letter": lambda: letter(r),
    }[kind]()


KINDS = ("point", "segment", "circle", "ellipse", "rect", "triangle", "star", "frame", "letter")


def any_sprite(rng: random.Random, kinds: tuple[str, ...] = KINDS, spread: float = 30) -> Sprite:
    return Sprite(
        rng.uniform(-spread, spread),
        rng.uniform(-spread, spread),
        collision=[any_shape(rng, rng.choice(kinds)) for _ in range(rng.choice([1, 1, 1, 2]))],
        angle=rng.choice([0, 90, rng.uniform(0, 360)]),
        scale_x=rng.choice([1, 1, 1.5, -2]),
    )


def free_after(sprite: Sprite, dx: float, dy: float, targets: Any) -> bool:
    x, y = sprite.x, sprite.y
    sprite.x += dx
    sprite.y += dy
    free = not sprite.hits(targets)
    sprite.x, sprite.y = x, y
    return free


def assert_least(sprite: Sprite, dx: float, dy: float, targets: Any, directions: int = 180) -> None:
    """Nothing hits after the move, and no move that is shorter ends the hits."""
    length = math.hypot(dx, dy)
    assert free_after(sprite, dx, dy, targets)
    shorter = length * (1 - 1e-6) - 1e-9
    if shorter <= 0:
        return
    for k in range(directions):
        turn = 2 * math.pi * k / directions
        for share in (1, 0.9, 0.5):
            x, y = share * shorter * math.cos(turn), share * shorter * math.sin(turn)
            assert not free_after(sprite, x, y, targets), (turn, share * shorter, length)


@for_each("seed", range(3))
def test_a_push_is_the_least_move_for_any_two_shapes(seed: int) -> None:
    rng = random.Random(seed)
    for a_kind, b_kind in product(KINDS, KINDS):
        a, b = any_sprite(rng, (a_kind,)), any_sprite(rng, (b_kind,))
        a.collision, b.collision = any_shape(rng, a_kind), any_shape(rng, b_kind)
        found = a.contacts(b)
        assert len(found) == a.hits(b)
        for contact in found:
            assert_least(a, *contact.push, b, 60)
            assert contact.push == (
                contact.normal[0] * contact.depth,
                contact.normal[1] * contact.depth,
            )
            assert math.hypot(*contact.normal) == pytest.approx(1, abs=1e-12)
            (other,) = b.contacts(a)
            assert other.depth == pytest.approx(contact.depth, abs=1e-9)
            assert other.normal == pytest.approx((-contact.normal[0], -contact.normal[1]), abs=1e-9)
            assert_points_inside(contact)
            assert a.distance(b).distance == pytest.approx(-contact.depth, abs=1e-9)
            assert math.hypot(*a.separation(b)) == pytest.approx(contact.depth, abs=1e-9)


def assert_points_inside(contact: Contact) -> None:
    assert 1 <= len(contact.points) <= 2
    is_round = any(
        isinstance(shape, Circle | Ellipse) for shape in (contact.shape, contact.other_shape)
    )
    allowed = CURVE if is_round else 1e-7
    for point in map(shapely.Point, contact.points):
        for sprite, shape in (
            (contact.sprite, contact.shape),
            (contact.other, contact.other_shape),
        ):
            world = sprite.world_shapes[sprite.shapes.index(shape)]
            assert world.geometry.distance(point) < allowed


@pytest.mark.parametrize(("kind_a", "kind_b"), some.KIND_PAIRS)
@examples(12)
@given(data=st.data())
def test_contacts_are_there_exactly_where_there_are_hits(
    kind_a: str, kind_b: str, data: st.DataObject
) -> None:
    """Of any size, near and in contact: the push frees, and a touch less does not."""
    a, b = data.draw(some.encounters(kind_a, kind_b))
    found = a.contacts(b)
    assert bool(found) == a.hits(b) == bool(b.contacts(a))
    size = max(1e-3, *map(abs, a.aabb), *map(abs, b.aabb))
    for contact in found:
        assert free_after(a, *contact.push, b)
        less = contact.depth * (1 - 1e-6) - 1e-8 * size
        if less > 0:
            assert not free_after(a, contact.normal[0] * less, contact.normal[1] * less, b)


@for_each("far", [0.0, 1e2, 3e3, 1e5, 1e8])
def test_turned_boxes_are_free_after_the_push_however_far_out(far: float) -> None:
    """Whether rounding could undo the push depends on how far out the boxes are."""
    rng = random.Random(int(far))
    for _ in range(400):
        x, y = (rng.uniform(-far, far) for _ in range(2))
        a, b = (
            Sprite(
                x + rng.uniform(-9, 9),
                y + rng.uniform(-9, 9),
                collision=Rect(-10, -2, 20, rng.uniform(1, 14)),
                angle=rng.uniform(0, 360),
                center_x=rng.choice([0, 0, rng.uniform(-50, 50)]),
            )
            for _ in range(2)
        )
        for contact in a.contacts(b):
            assert free_after(a, *contact.push, b)
        for contact in b.contacts(a):
            assert free_after(b, *contact.push, a)


@examples(20)
@given(a=some.exact_sprites(), b=some.exact_sprites())
def test_on_whole_pixels(a: Sprite, b: Sprite) -> None:
    found = a.contacts(b)
    assert bool(found) == a.hits(b)
    for contact in found:
        one, other = copy.copy(a), copy.copy(b)
        one.collision, other.collision = contact.shape, contact.other_shape
        assert_least(one, *contact.push, other, 16)
        assert contact.region is not None
    if found:
        assert_least(a, *a.separation(b), b, 16)


def obstacle(a: Sprite, b: Sprite) -> shapely.Geometry:
    """All moves of a with which it overlaps b, by shapely: the union over triangles of both."""
    hulls = []
    for p, q in product(pieces(a.geometry), pieces(b.geometry)):
        corners = [(x - u, y - v) for (x, y), (u, v) in product(q, p)]
        hulls.append(shapely.MultiPoint(corners).convex_hull)
    return shapely.unary_union(hulls)


def pieces(geometry: shapely.Geometry) -> list[list[tuple[float, float]]]:
    triangles = shapely.constrained_delaunay_triangles(geometry)
    return [list(triangle.exterior.coords)[:3] for triangle in triangles.geoms]


@for_each("seed", range(25))
def test_the_depth_is_that_of_the_minkowski_difference(seed: int) -> None:
    rng = random.Random(1000 + seed)
    polygons = ("rect", "triangle", "star", "frame", "letter")
    a, b = any_sprite(rng, polygons, 20), any_sprite(rng, polygons, 20)
    a.collision, b.collision = a.shapes[0], b.shapes[0]
    for contact in a.contacts(b):
        expected = obstacle(a, b).boundary.distance(shapely.Point(0, 0))
        assert contact.depth == pytest.approx(expected, abs=1e-6)


@for_each("center", [0, 0.1, 6, 100, 1e4])
def test_a_push_is_the_least_near_a_seam_however_far_the_center(center: float) -> None:
    """A move along a seam's normal leads onto the seam, and is lengthened until it is across."""
    comb = Polygon([(0, 0), (1, 4), (2, 0), (3, 4), (4, 0), (5, 4), (6, 0), (6, 6), (0, 6)])
    inside = 3.3941125497e-8  # pixels from the right edge and from the lower one
    point = Sprite(
        0, 0, collision=Point(0, 0), scale=0.001, center_x=0, center_y=center, offset_sync=True
    )
    at = point.world_shapes[0]
    wall = Sprite(at.x - 0.006 + inside, at.y - 0.006 + inside, collision=comb, scale=0.001)
    wall.center_x = wall.center_y = 0
    (contact,) = point.contacts(wall)
    assert contact.depth == pytest.approx(inside, rel=1e-3, abs=4 * math.ulp(0.001 * center))


@for_each("seed", range(5))
def test_separation_from_several_targets(seed: int) -> None:
    rng = random.Random(2000 + seed)
    for _ in range(6):
        a = any_sprite(rng, KINDS[2:])
        targets = [any_sprite(rng, KINDS[2:]) for _ in range(rng.randint(1, 5))]
        assert (a.separation(targets) != (0, 0)) == a.hits(targets)
        assert_least(a, *a.separation(targets), targets, 60)


@for_each("seed", [*range(30), 3207])
def test_separation_of_needles_is_as_short_from_the_other_side(seed: int) -> None:
    """The outline of what a needle and a round part differ by turns in a few places."""
    rng = random.Random(seed)
    width = rng.uniform(2, 10)
    needle = Ellipse(0, rng.uniform(-5, 5), width, width * 10 ** rng.uniform(-3, -0.6))
    round_part = Ellipse(rng.uniform(-5, 5), 0, rng.uniform(1, 8), rng.uniform(1, 8))
    side = rng.uniform(5, 12)
    hole = rng.uniform(0.3, 0.95) * side
    hollow = Polygon(
        [(-side, -side), (side, -side), (side, side), (-side, side)],
        holes=[[(-hole, 0), (0, -hole), (hole, 0), (0, hole)]],
    )
    a, b = (
        Sprite(rng.uniform(-8, 8), rng.uniform(-8, 8), collision=parts, angle=angle)
        for parts, angle in (
            ([needle, hollow], rng.uniform(0, 360)),
            (rng.choice([round_part, Circle(0, 0, 6)]), 0),
        )
    )
    there, back = a.separation(b), b.separation(a)
    assert math.hypot(*there) == pytest.approx(math.hypot(*back), rel=1e-9)
    assert_least(a, *there, b, 60)


def test_separation_of_a_needle_beside_a_hollow() -> None:
    circle = Circle(4.673424984108653, -3.0380835732888336, 6.946278412264355)
    needle = Ellipse(-3.034102866044477, -4.301568380153719, 6.979049079912332, 0.032277)
    side, hole = 8.35641177932915, 7.342199328477042
    hollow = Polygon(
        [(-side, -side), (side, -side), (side, side), (-side, side)],
        holes=[[(-hole, 0), (0, -hole), (hole, 0), (0, hole)]],
    )
    a = Sprite(
        -5.9154036286854, -4.752120764002906, collision=circle, angle=90, scale_x=2, scale_y=0.5
    )
    b = Sprite(-5.353433494735623, 2.637592441918935, collision=[needle, hollow], scale_x=-1)
    for one, other in ((a, b), (b, a)):
        dx, dy = one.separation(other)
        assert math.hypot(dx, dy) == pytest.approx(12.01407, abs=1e-4)
        assert_least(one, dx, dy, other, 60)


@for_each("tile", [10, 16, 20, 32])
def test_separation_from_a_floor_of_tiles_is_exact_on_whole_pixels(tile: int) -> None:
    """Above a joint of two tiles, too, where the outlines of both go over from edge to arc."""
    tiles = [Sprite(x, 10, collision=Rect(0, 0, tile, tile)) for x in range(-3 * tile, 64, tile)]
    for radius in (3, 8, 11):
        ball = Sprite(collision=Circle(0, 0, radius))
        for x in range(tile + 1):
            for depth in range(1, radius):
                ball.x, ball.y = x, 10 - radius + depth
                assert ball.separation(tiles) == (0, -depth), (x, radius)


def test_separation_of_a_square_with_vertices_on_its_sides_from_a_needle() -> None:
    """Along a side in two edges the way back on the needle must not take the second one with it."""
    sides = [(0, 2), (0, 4), (2, 4), (4, 4), (4, 2), (4, 0), (2, 0), (0, 0)]
    square = Sprite(collision=Polygon(sides))
    for needle in (Segment(2, -1, 2, 1), Ellipse(2, 0, 0, 1)):
        assert square.separation(Sprite(collision=needle)) == (0, 1)
        assert Sprite(collision=needle).separation(square) == (0, -1)
    for needle in (Segment(-1, 2, 1, 2), Ellipse(0, 2, 1, 0)):
        assert square.separation(Sprite(collision=needle)) == (1, 0)
        assert Sprite(collision=needle).separation(square) == (-1, 0)


@for_each(
    "radius, x, y, shape",
    [
        (7, 0, -2, Triangle(0, 0, 5, 3, 2, 4)),
        (8, -1, 0, Triangle(0, 0, 6, 1, 1, 2)),
        (5, 0, -4, Polygon([(0, 0), (12, 0), (12, 3), (4, 5), (4, 12), (0, 12)])),
        (9, 0, -8, Polygon([(0, 0), (12, 0), (12, 2), (4, 5), (4, 12), (0, 12)])),
    ],
)
def test_separation_at_a_corner_is_exact_on_whole_pixels(
    radius: int, x: int, y: int, shape: Triangle | Polygon
) -> None:
    """The middle is above or beside the corner (0, 0), so the way out goes along an axis."""
    ball, other = Sprite(x, y, collision=Circle(0, 0, radius)), Sprite(collision=shape)
    depth = radius - abs(x + y)
    dx, dy = (x < 0) * -depth, (y < 0) * -depth
    assert ball.separation(other) == (dx, dy)
    assert other.separation(ball) == (-dx, -dy)
    assert [contact.depth for contact in ball.contacts(other)] == [depth]


def test_separation_does_not_lead_into_what_was_not_hit() -> None:
    player = Sprite(0, 9, collision=Rect(0, 0, 10, 10))
    floor = Sprite(-50, 18, collision=Rect(0, 0, 100, 20))
    ceiling = Sprite(-50, 0, collision=Rect(0, 0, 100, 8.5))
    assert player.separation(floor) == (0, -1)
    dx, dy = player.separation([floor, ceiling])
    assert (dx, dy) != (0, 0)
    assert_least(player, dx, dy, [floor, ceiling])
    assert player.separation(Group(floor, Group(ceiling))) == (dx, dy)
    assert player.separation([]) == player.separation(ceiling) == (0, 0)


def test_a_row_of_tiles_is_one_floor() -> None:
    tiles = Group(Sprite(10 * k, 10, collision=Rect(0, 0, 10, 10)) for k in range(50))
    box = Sprite(0, 7, collision=Rect(0, 0, 10, 6))
    for k in range(400):
        box.x = 20 + k
        assert box.separation(tiles) == (0, -3)


@for_each("kind", ["circle", "ellipse", "rect", "turned", "star", "segment"])
@for_each("angle", [0, 30])
def test_many_tiles_are_one_wall(kind: str, angle: float) -> None:
    """Nearly all outlines are inside of others; what is left is that of the whole wall."""
    shape: Shape = {
        "circle": Circle(0, 0, 30),
        "ellipse": Ellipse(2, 1, 34, 20, angle=15),
        "rect": Rect(-30, -25, 60, 50),
        "turned": Rect(-30, -25, 60, 50),
        "star": star(33, 5),
        "segment": Segment(-30, 5, 30, -8),
    }[kind]
    for count in (1, 2, 5, 12):
        tiles = [
            Sprite(collision=Rect(10 * x, 10 * y, 10, 10), angle=angle)
            for x in range(count)
            for y in range(count)
        ]
        wall = Sprite(collision=Rect(0, 0, 10 * count, 10 * count), angle=angle)
        for place in range(3):
            player = Sprite(3 + place, 4 * count + 0.3 * place, collision=shape)
            player.angle = 40 if kind == "turned" else 0
            dx, dy = player.separation(tiles)
            assert math.hypot(dx, dy) == pytest.approx(math.hypot(*player.separation(wall)), 1e-9)
            assert free_after(player, dx, dy, tiles)
            assert (dx, dy) == player.separation(tiles[::-1])


@for_each("seed", range(3))
def test_separation_from_a_crowd(seed: int) -> None:
    rng = random.Random(3000 + seed)
    crowd = [any_sprite(rng, KINDS[2:], 60) for _ in range(40)]
    for size in (10, 40):
        player = Sprite(collision=rng.choice([Circle(0, 0, size), star(size, 5)]))
        assert_least(player, *player.separation(crowd), crowd, 180)


def test_a_crescent_is_left_through_its_mouth() -> None:
    """The pieces of a concave shape alone would be left by a shorter way, into another piece."""
    trap = Sprite(collision=Polygon([(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (0, 10)]))
    ball = Sprite(27, 5, collision=Circle(0, 0, 4))
    (contact,) = ball.contacts(trap)
    assert contact.normal == pytest.approx((1, 0))
    assert contact.depth == pytest.approx(7)
    ball.x, ball.y = 24, 20
    assert ball.contacts(trap)[0].depth == pytest.approx(8)


def test_the_order_is_that_of_the_targets_then_of_the_shapes() -> None:
    a = Sprite(collision=[Circle(0, 0, 9, name="p"), Circle(3, 0, 9, name="q")])
    b, c = (
        Sprite(x, 0, collision=[Rect(-9, -9, 18, 18, name="r"), Point(1, 1, name="s")])
        for x in (0, 1)
    )
    names = [
        (found.other, found.shape.name, found.other_shape.name) for found in a.contacts([c, b])
    ]
    assert names == [(s, p, r) for s in (c, b) for p in "pq" for r in "rs"]
    assert a.contacts(Group(c, b)) == a.contacts([c, [None, b], a, c])


def test_the_deepest_edge_has_two_points() -> None:
    box = Sprite(0, 8, collision=Rect(0, 0, 10, 10))
    (contact,) = box.contacts(Sprite(-5, 16, collision=Rect(0, 0, 50, 50)))
    # On the edge of one of the two, and as wide as both.
    assert {x for x, _ in contact.points} == {0, 10}
    assert len({y for _, y in contact.points} & {16, 18}) == 1
    box.angle, box.center_x, box.center_y = 45, 5, 5
    (contact,) = box.contacts(Sprite(-5, 16, collision=Rect(0, 0, 50, 50)))
    assert contact.points == (pytest.approx((5, 13 + 50**0.5)),)


def test_equal_shapes_at_one_place_are_pushed_up() -> None:
    for shape in (Circle(0, 0, 5), Rect(-5, -5, 10, 10), Point(0, 0)):
        a, b = Sprite(collision=shape), Sprite(collision=shape)
        (one,), (other,) = a.contacts(b), b.contacts(a)
        assert one.normal == (-other.normal[0], -other.normal[1])
        assert one.depth == pytest.approx(other.depth)
        assert free_after(a, *one.push, b)
        assert free_after(b, *other.push, a)


def test_thin_shapes_come_apart_by_a_hair() -> None:
    point, segment = Sprite(5, 0, collision=Point(0, 0)), Sprite(collision=Segment(0, 0, 10, 0))
    (contact,) = point.contacts(segment)
    assert 0 < contact.depth < 1e-13
    assert free_after(point, *contact.push, segment)
    along = Sprite(3, 0, collision=Segment(0, 0, 4, 0))
    assert 0 < along.contacts(segment)[0].depth < 1e-13
    cross = Sprite(5, -2, collision=Segment(0, 0, 0, 10))
    assert cross.contacts(segment)[0].push == pytest.approx((0, 2))


def test_a_segment_along_a_seam() -> None:
    shape = Polygon([(0, 0), (20, 0), (20, 20), (10, 10), (0, 20)])
    for seam in shape.seams:
        (x1, y1), (x2, y2) = seam
        line = Sprite(collision=Segment(x1, y1, x2, y2))
        target = Sprite(collision=shape)
        for contact in line.contacts(target):
            assert_least(line, *contact.push, target)
            assert_points_inside(contact)
        assert line.contacts(target)


# --- records -------------------------------------------------------------------------------------


def test_records_are_small_values() -> None:
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(3, 0, collision=Circle(0, 0, 5))
    (contact,) = a.contacts(b)
    for record in (contact, a.distance(b)):
        assert not hasattr(record, "__dict__")
        with pytest.raises(AttributeError):
            record.normal = (1, 0)
    assert contact == a.contacts(b)[0]
    assert contact != b.contacts(a)[0]
    assert a.distance(b) == a.distance(b)
    assert isinstance(a.distance(b), Distance)
    again = pickle.loads(pickle.dumps(contact))
    assert again.region.equals(contact.region)
    assert (again.push, again.points, again.shape) == (contact.push, contact.points, contact.shape)
    assert copy.copy(contact) == contact
    assert repr(contact).startswith("Contact(sprite=<Sprite at (0, 0), Circle")
    assert contact.shape == a.collision


def test_the_region_is_that_of_the_moment() -> None:
    a = Sprite(
        10, 0, collision=Rect(-5, -5, 10, 10), angle=90, scale_x=2, center_x=1, offset_sync=True
    )
    b = Sprite(12, 3, collision=star(9, 5), angle=10)
    (contact,) = a.contacts(b)
    expected = a.geometry.intersection(b.geometry)
    a.x += 500
    b.collision = Circle(0, 0, 2)
    assert contact.region.area == pytest.approx(expected.area)
    assert contact.region.symmetric_difference(expected).area == pytest.approx(0, abs=1e-9)


# --- distances -----------------------------------------------------------------------------------


@for_each("seed", range(4))
def test_distances_are_those_of_shapely(seed: int) -> None:
    rng = random.Random(3000 + seed)
    for _ in range(60):
        a, b = any_sprite(rng, spread=150), any_sprite(rng, spread=150)
        found, other = a.distance(b), b.distance(a)
        assert (found.distance < 0) == a.hits(b)
        assert math.hypot(*found.normal) == pytest.approx(1, abs=1e-12)
        is_round = any(isinstance(s, Circle | Ellipse) for s in (*a.shapes, *b.shapes))
        expected = a.geometry.distance(b.geometry)
        assert max(0, found.distance) == pytest.approx(expected, abs=CURVE if is_round else 1e-9)
        assert other.distance == pytest.approx(found.distance, abs=1e-9)
        assert math.dist(found.point, found.other_point) == pytest.approx(abs(found.distance))
        assert a.geometry.distance(shapely.Point(found.point)) < CURVE
        assert b.geometry.distance(shapely.Point(found.other_point)) < CURVE
        if found.distance > 0:
            # Just touching: a hair less does not hit, and the distance is gone.
            dx, dy = (-found.distance * n for n in found.normal)
            assert free_after(a, dx * (1 - 1e-9), dy * (1 - 1e-9), b)
            a.x += dx
            a.y += dy
            assert a.distance(b).distance == pytest.approx(0, abs=1e-9)


L = Polygon([(0, 0), (10, 0), (10, 3), (3, 3), (3, 10), (0, 10)])
TRAPEZE = Polygon([(0, 0), (10, 0), (10, 20), (0, 21)])


@for_each(
    "a, b",
    [
        # Edges lie against each other, and the first vertices on them are beside the other shape.
        (Sprite(-10, -8, collision=TRAPEZE), Sprite(collision=TRAPEZE, scale_y=0.25)),
        (Sprite(0, -8, collision=L, scale_x=-1, scale_y=2.1), Sprite(collision=L)),
        (Sprite(0, 0, collision=L, angle=90), Sprite(0, 1, collision=L)),
        (Sprite(-10, -8, collision=Rect(0, 0, 10, 20)), Sprite(collision=L)),
        (Sprite(0, -8, collision=Segment(0, 0, 0, 20)), Sprite(collision=TRAPEZE)),
        # The same, one pixel deep.
        (Sprite(-9, -8, collision=TRAPEZE), Sprite(collision=TRAPEZE, scale_y=0.25)),
        (Sprite(-9, -8, collision=Rect(0, 0, 10, 20)), Sprite(collision=L)),
        (Sprite(1, 0, collision=L, angle=90), Sprite(0, 1, collision=L)),
    ],
)
def test_edges_against_each_other_are_nearest_where_both_are(a: Sprite, b: Sprite) -> None:
    for one, other in ((a, b), (b, a)):
        found = one.distance(other)
        assert found.distance == pytest.approx(-1 if a.hits(b) else 0, abs=1e-9)
        for point in (found.point, found.other_point):
            assert one.geometry.distance(shapely.Point(point)) < 1e-7
            assert other.geometry.distance(shapely.Point(point)) < 1e-7


@for_each(
    "shape",
    [
        Circle(2, 1, 5),
        Ellipse(0, 0, 5, 3, angle=10),
        Rect(0, 0, 10, 10),
        Rect(0, 0, 10, 10, angle=30),
        Segment(0, 0, 5, 5),
        Point(1, 1),
        L,
        [Circle(0, 0, 5), Rect(-9, -2, 18, 4)],
    ],
)
def test_two_equal_shapes_at_one_place_see_opposite_normals(shape: Any) -> None:
    a, b = Sprite(3, 4, collision=shape), Sprite(3, 4, collision=shape)
    found, other = a.distance(b), b.distance(a)
    assert other.normal == (-found.normal[0] + 0.0, -found.normal[1] + 0.0)
    assert other.distance == pytest.approx(found.distance, rel=1e-12)
    assert other.point == pytest.approx(found.other_point, abs=1e-6)
    assert other.other_point == pytest.approx(found.point, abs=1e-6)
    if found.distance < 0:
        for point, sprite in ((found.point, a), (found.other_point, b)):
            assert sprite.geometry.distance(shapely.Point(point)) < CURVE
        if not isinstance(shape, list):  # as the contact of the two shapes says
            (contact,) = a.contacts(b)
            assert (found.normal, found.distance) == (contact.normal, -contact.depth)


def test_two_pieces_as_near_as_each_other_are_the_same_from_both_sides() -> None:
    a = Sprite(collision=[Rect(0, 0, 10, 10), Rect(20, 0, 10, 10)])
    b = Sprite(collision=[Rect(20, 12, 10, 10), Rect(0, 12, 10, 10), Rect(0, -12, 10, 10)])
    found, other = a.distance(b), b.distance(a)
    assert found.distance == other.distance == 2
    assert other.normal == (-found.normal[0] + 0.0, -found.normal[1] + 0.0)
    assert (other.point, other.other_point) == (found.other_point, found.point)


def test_of_moves_that_differ_by_a_rounding_both_sides_see_the_same() -> None:
    # Far from the origin, small hollow shapes at one place come apart as well in four directions.
    s, t = 1.2e-5, 5.896060115613382e-6
    hollow = Polygon(
        [(-s, -s), (s, -s), (s, s), (-s, s)], holes=[[(-t, -t), (t, -t), (t, t), (-t, t)]]
    )
    a, b = (Sprite(1.000009, 0.33333233333333334, collision=hollow) for _ in range(2))
    (found,), (other,) = a.contacts(b), b.contacts(a)
    assert other.normal == (-found.normal[0] + 0.0, -found.normal[1] + 0.0)
    assert other.depth == found.depth


def test_what_cannot_hit_is_infinitely_far() -> None:
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(3, 0, collision=Circle(0, 0, 5))
    assert a.distance(a).distance == math.inf
    assert a.distance(Sprite()).distance == math.inf
    b.collision_enable = False
    assert a.distance(b).distance == math.inf
    b.collision_enable = True
    assert a.distance(b).distance == -7
    b.collision_mask = 2
    assert a.distance(b).distance == math.inf
    assert a.contacts(b) == []
    assert a.separation(b) == (0, 0)


# --- arrays --------------------------------------------------------------------------------------


def test_arrays_are_the_loop_over_the_single_form() -> None:
    rng = random.Random(5)
    a, b = (
        Group(any_sprite(rng, spread=200) for _ in range(80)),
        [any_sprite(rng, spread=200) for _ in range(80)],
    )
    expected = [
        (
            i,
            b.index(c.other),
            c.sprite.shapes.index(c.shape),
            c.other.shapes.index(c.other_shape),
            c,
        )
        for i, sprite in enumerate(a)
        for c in sprite.contacts(b)
    ]
    found = a.contact_arrays(b)
    positions, shapes, normals, depths, points, counts = found
    assert len(expected) > 50
    assert positions.tolist() == [list(row[:2]) for row in expected]
    assert shapes.tolist() == [list(row[2:4]) for row in expected]
    assert normals.tolist() == [list(row[4].normal) for row in expected]
    assert depths.tolist() == [row[4].depth for row in expected]
    assert counts.tolist() == [len(row[4].points) for row in expected]
    for row, (*_, contact) in zip(points, expected, strict=True):
        assert list(map(tuple, row.tolist()))[: len(contact.points)] == list(contact.points)
    assert positions.dtype == shapes.dtype == counts.dtype == np.intp
    assert points.shape == (len(expected), 2, 2)


def test_arrays_within_one_group_and_of_nothing() -> None:
    group = Group(Sprite(x, 0, collision=Circle(0, 0, 8)) for x in (0, 9, 50))
    assert group.contact_arrays().positions.tolist() == group.pair_indices().tolist()
    empty = group.contact_arrays([])
    assert [array.shape for array in empty] == [(0, 2), (0, 2), (0, 2), (0,), (0, 2, 2), (0,)]


# --- callbacks -----------------------------------------------------------------------------------


class Asks(Sprite):
    collision = Circle(0, 0, 10)

    def shot(self, other: Sprite, contact: Contact) -> None:
        self.got = contact

    def hit(self, other: Sprite, *, contact: Contact | None = None) -> None:
        self.got = contact


def test_callbacks_are_given_the_deepest_contact() -> None:
    a = Asks(0, 0, collision=[Circle(0, 0, 10), Circle(2, 0, 10, name="deep")])
    b = Asks(15, 0)
    check(a, [b])
    assert a.got == a.contacts(b)[1]
    assert (a.got.shape.name, a.got.sprite, a.got.other) == ("deep", a, b)
    assert b.got == b.contacts(a)[1]
    assert b.got.normal == (1, 0)
    del a.got, b.got
    check([a, b])
    assert (a.got.sprite, b.got.sprite) == (a, b)


def test_who_does_not_ask_gets_none() -> None:
    got = []
    plain = Sprite(15, 0, collision=Circle(0, 0, 10))
    a = Asks()
    check(a, plain, hit=lambda own, other: got.append((own, other)))
    assert got == [(plain, a)]
    check(a, plain, shot=None, hit=lambda own, other, contact: got.append(contact))
    assert got[1].sprite is plain

    class OnlyContact(Sprite):
        collision = Circle(0, 0, 10)

        def hit(self, contact: Contact) -> Any:
            got.append(contact)
            return DISCARD

    own = OnlyContact(3, 0)
    check([a, plain], own, shot=None)
    assert got[2].sprite is own
    assert len(got) == 3


def test_contacts_are_those_of_the_moment_of_the_check() -> None:
    got = []

    def push_out(own: Sprite, other: Sprite, contact: Contact) -> None:
        own.x += 1000
        got.append(contact.depth)

    player = Sprite(5, 0, collision=Rect(0, 0, 10, 10))
    walls = [Sprite(x, 0, collision=Rect(0, 0, 10, 10)) for x in (0, 12)]
    check(player, walls, shot=push_out, hit=None)
    assert got == [5, 3]


def test_a_pair_that_has_come_apart_since_the_check_has_no_contact() -> None:
    got = []

    class Trick:
        """Moves the other away when it is looked at, before the contacts are found."""

        def __get__(self, instance: Any, owner: Any) -> Any:
            wall.x = 1000

            def hit(other: Sprite, contact: Contact | None) -> None:
                got.append((other, contact))

            return hit

    class Ball(Sprite):
        collision = Circle(0, 0, 10)
        hit = Trick()

    wall = Sprite(5, 0, collision=Circle(0, 0, 10))
    assert len(check(wall, Ball())) == 1
    assert got == [(wall, None)]


# --- bad input -----------------------------------------------------------------------------------


def test_bad_arguments_are_named() -> None:
    a = Sprite(collision=Circle(0, 0, 5))
    with pytest.raises(TypeError, match=r"targets must be a Sprite, a Group.*got 5"):
        a.contacts(5)
    with pytest.raises(TypeError, match=r"targets must be a Sprite, a Group.*got None"):
        a.separation(None)
    with pytest.raises(TypeError, match=r"distance\(\) is to one Sprite, got \["):
        a.distance([a])
    with pytest.raises(TypeError, match="other must be"):
        Group(a).contact_arrays(3)
    with pytest.raises(TypeError, match="method of one sprite"):
        Sprite.contacts(Group(), a)
    for method in ("contacts", "separation", "distance"):
        with pytest.raises(TypeError):
            getattr(Sprite, method)(a)


def test_nothing_moves_by_asking() -> None:
    rng = random.Random(8)
    sprites = [any_sprite(rng) for _ in range(20)]
    before = [(s.x, s.y, s.aabb) for s in sprites]
    for a in sprites:
        a.contacts(sprites)
        a.separation(sprites)
        a.distance(sprites[0])
    assert [(s.x, s.y, s.aabb) for s in sprites] == before


def test_targets_may_be_freed_while_records_are_made() -> None:
    class Dies(Sprite):
        def __del__(self) -> None:
            group.clear()

    group: Group = Group()
    for _ in range(30):
        group.add(Dies(collision=Circle(0, 0, 5)))
        loop: list[Any] = [Dies(collision=Circle(0, 0, 5))]
        loop.append(loop)
    gc.collect()
    ball = Sprite(collision=Circle(0, 0, 5))
    for _ in range(20):
        group.add(*(Dies(collision=Circle(0, 0, 5)) for _ in range(50)))
        assert {type(c) for c in ball.contacts(group)} <= {Contact}
        group.contact_arrays(group)


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="free-threaded Python counts allocations in batches: no collector runs in between",
)
def test_shapes_may_be_replaced_while_records_are_made() -> None:
    """The shapes are those that hit, whatever a finalizer does meanwhile."""
    many = [Circle(x, 0, 5, name=str(x)) for x in range(4)]
    lone = Circle(0, 0, 5, name="lone")
    ball = Sprite(collision=many)
    targets = [Sprite(collision=many) for _ in range(3)]
    meddled = 0

    class Meddler:
        me: Any = None

        def __del__(self) -> None:
            nonlocal meddled
            if busy:
                meddled += 1
                loop = Meddler()
                loop.me = loop
                for sprite in (ball, *targets):
                    sprite.collision = many if meddled % 2 else lone

    class Asker(Sprite):
        collision = Circle(0, 0, 5)

        def hit(self, other: Sprite, contact: Contact | None) -> None:
            assert contact is None or contact.sprite is self

    thresholds = gc.get_threshold()
    busy = True
    loop = Meddler()
    loop.me = loop
    del loop
    try:
        for threshold in range(1, 60):
            gc.set_threshold(threshold)
            for contact in ball.contacts(targets) + ball.contacts(targets[0]):
                assert (contact.shape is lone) == (contact.other_shape is lone)
            Group(ball).contact_arrays(Group(targets))
            Overlaps(ball, targets, by_shape=True).update()
            check(Asker(), [ball, *targets])
    finally:
        busy = False
        gc.set_threshold(*thresholds)
    assert meddled


def test_many_vertices() -> None:
    """More than fit into any buffer of fixed size."""
    round_ones = [
        Polygon(
            [
                (r * math.cos(2 * math.pi * k / 300), r * math.sin(2 * math.pi * k / 300))
                for k in range(300)
            ]
        )
        for r in (20, 30)
    ]
    a, b = Sprite(31, 0, collision=round_ones[0]), Sprite(collision=round_ones[1])
    (contact,) = a.contacts(b)
    assert contact.depth == pytest.approx(19, abs=0.01)
    gear = star(30, 40)
    a.collision = gear
    assert_least(a, *a.contacts(b)[0].push, b, 24)
    targets = [b, Sprite(60, 0, collision=star(20, 7))]
    assert_least(a, *a.separation(targets), targets, 8)


def test_a_beam_through_a_wall_has_its_points_in_the_wall() -> None:
    """The deepest corners are beyond the wall. Once this wrote past the end of the list."""
    wall = Sprite(collision=Rect(-50, -1, 100, 2), angle=7)
    beams = Group(
        Sprite(x, y, collision=Rect(-3, -20, 6, 40), angle=x / 2)
        for x in range(-40, 40, 5)
        for y in (0, 2)
    )
    assert len(beams) == 32
    for beam in beams:
        for contact in beam.contacts(wall):
            assert_points_inside(contact)
            assert_least(beam, *contact.push, wall, 24)
    found = beams.contact_arrays(wall)
    assert len(found.depths) == 32


def test_shapes_that_rounding_has_made_points() -> None:
    """Beside 1e12 a star of a hundred-thousandth of a pixel has no edges left."""
    star = Polygon([(20, 0), (6, 2), (6, 19), (-2, 7), (-16, 12), (-8, 0), (-16, -12)])
    place = (999999999999.5, 1e12)
    ball = Sprite(*place, collision=Circle(0, 0, 9), scale=1e-6)
    other = Sprite(*place, collision=star, scale_x=1e-12, scale_y=1e-6)
    assert ball.hits(other)
    (contact,) = ball.contacts(other)
    assert ball.distance(other).distance <= 0
    dx, dy = ball.depenetrate(other)
    assert not ball.hits(other)
    assert math.hypot(dx, dy) < 1
    assert 0 <= contact.depth < 1


@for_each("angle", range(0, 360, 10))
def test_a_circle_on_a_corner_leaves_straight(angle: int) -> None:
    """All ways out between the normals of the two edges are equally short; none is by chance."""
    ball = Sprite(50, 50, collision=Circle(0, 0, 4))
    box = Sprite(50, 50, collision=Rect(0, 0, 10, 10), angle=angle, center_x=0, center_y=0)
    x, y = ball.separation(box)
    assert math.hypot(x, y) == pytest.approx(4, rel=1e-12)
    turned = math.degrees(math.atan2(y, x)) - angle
    # The corner's edges have the normals -90 and 180 before the turn.
    assert -180 - 1e-9 <= (turned + 270) % 360 - 270 <= -90 + 1e-9
    assert any(abs(math.remainder(turned + free, 90)) < 1e-9 for free in (0, angle))
    ball.depenetrate(box)
    assert not ball.hits(box)


def test_upright_boxes_have_two_points_however_deep_they_are() -> None:
    """Both on one side of the overlap, across the normal; also with another shape far away."""
    rng = random.Random("two points")
    within = 0
    for _ in range(3000):
        a = Rect(rng.randint(-6, 6), rng.randint(-6, 6), rng.randint(1, 6), rng.randint(1, 6))
        b = Rect(rng.randint(-6, 6), rng.randint(-6, 6), rng.randint(1, 6), rng.randint(1, 6))
        contacts = Sprite(collision=a).contacts(Sprite(collision=b))
        if not contacts:
            continue
        left, right = max(a.x, b.x), min(a.x + a.width, b.x + b.width)
        top, bottom = max(a.y, b.y), min(a.y + a.height, b.y + b.height)
        across = contacts[0].normal[0] != 0
        within += contacts[0].depth > (right - left if across else bottom - top)
        points = sorted(contacts[0].points)
        if across:
            assert points[0][0] == points[1][0]
            assert points[0][0] in (left, right)
            assert [y for _, y in points] == [top, bottom]
        else:
            assert points[0][1] == points[1][1]
            assert points[0][1] in (top, bottom)
            assert [x for x, _ in points] == [left, right]
        far = Sprite(collision=[b, Rect(900, 900, 1, 1)])
        assert len(Sprite(collision=a).contacts(far)[0].points) == 2
    assert within > 30

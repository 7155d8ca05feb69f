"""A short move that ends all hits with the targets as a whole; the least one on a line."""

import math
import random
from typing import Any

import pytest
from support.campaign import least_moves
from support.campaign.least_moves import AREAS, any_sprite, assert_least, star, ways_out
from support.campaign.tally import assert_right
from support.counting import at_least

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Shape,
    Sprite,
    Triangle,
    Vec2,
)


def test_ways_out_are_free_and_short_in_each_form_of_targets() -> None:
    """Of boxes the least, free and on a line, also into a slot as wide; of any shapes and tiles."""
    assert_right(least_moves.judged, range(480), least_moves.BRANCHES)


def several(rng: random.Random, spread: float) -> Sprite:
    """A sprite of several shapes, in sixteenths of pixels."""
    one = any_sprite(rng, AREAS, 0, 3)
    x, y = (rng.randint(-round(16 * spread), round(16 * spread)) / 16 for _ in "xy")
    one.position = x, y
    return one


SYMMETRIC: list[Shape] = [
    *(Rect(-5, -5, 10, 10), Circle(0, 0, 5), Rect(-9, -2, 18, 4), Ellipse(0, 0, 8, 3)),
    Polygon([(-8, 0), (0, -8), (8, 0), (0, 8)]),
]


def test_of_several_shapes_the_other_ones_way_is_the_opposite() -> None:
    rng = random.Random(17)
    with at_least(hits=250, several=120, long=30, alike=60) as seen:
        for k in range(800):
            a, b = several(rng, 25), several(rng, 10)
            if k % 4 == 0:  # about the same center, so that several ways are as short
                a.collision = b.collision = rng.sample(SYMMETRIC, rng.choice([1, 2, 2]))
                a.scale = b.scale = 1
                a.position, a.angle = (0, 0), 90 * rng.randrange(4)
                b.position, b.angle = rng.choice([(0, 0), (0, 2), (3, 0)]), 90 * rng.randrange(4)
                if (a.position, a.angle) == (b.position, b.angle):
                    continue  # nothing tells them apart: the one that asks gives way
                seen["alike"] += 1
            way = a.separation(b)
            assert way.distance_to(-b.separation(a)) <= 1e-9 * (1 + way.length)
            assert way == a.separation([b]) == a.separation(Group(b))
            seen["hits"] += bool(way)
            seen["several"] += bool(way) and len(a.shapes) + len(b.shapes) > 2
            seen["long"] += way.length > 30


def test_neither_the_order_of_shapes_nor_of_targets_changes_a_bit() -> None:
    rng = random.Random(23)
    with at_least(hits=150, several=50) as seen:
        for _ in range(300):
            a, others = several(rng, 10), [several(rng, 40) for _ in range(rng.choice([1, 1, 6]))]
            way = a.separation(others)
            for one in (a, *others):
                one.collision = one.shapes[::-1]
            rng.shuffle(others)
            assert a.separation(others) == way
            seen["hits"] += bool(way)
            seen["several"] += len(a.check(others)) > 1


def test_conditions_that_all_meet_change_no_bit_also_of_one_way_shapes() -> None:
    """Which are left like any other shape, also in arrays."""
    rng = random.Random(29)
    with at_least(ways=250, planks=100) as seen:
        far = Sprite(900, 0, collision=Circle(0, 0, 1))
        for _ in range(300):
            a, others = several(rng, 10), [several(rng, 30) for _ in range(rng.choice([1, 2, 5]))]
            front = rng.choice([None, (0, -1), (3, 4)])
            others.append(Sprite(a.x, a.y, collision=Rect(-30, -4, 60, 8, one_way=front)))
            way = a.separation(others)
            seen["ways"] += bool(way)
            seen["planks"] += bool(way) and front is not None
            assert tuple(Group(a).separation_arrays(others)[0]) == way
            for given in ({"mask": 1}, {"exclude": far}, {"mask": 3, "exclude": [far]}):
                assert a.separation(others, **given) == way
                assert tuple(Group(a).separation_arrays(others, **given)[0]) == way
            assert a.separation(others, where=lambda _: True) == way


def test_the_place_does_not_matter() -> None:
    """Where the numbers stay exact."""
    rng = random.Random(29)
    with at_least(hits=100) as seen:
        for _ in range(200):
            count = rng.choice([1, 5, 25])
            sprites = [several(rng, 8 * math.sqrt(count)) for _ in range(count + 1)]
            a, *others = sprites
            way = a.separation(others)
            for one in sprites:
                one.position += 2**20, -(2**20)
            assert a.separation(others).length == pytest.approx(way.length, abs=1e-6)
            seen["hits"] += bool(way)


# --- boxes in whole numbers -----------------------------------------------------------------------


def test_out_of_a_disc_it_leads_along_a_slot_that_is_just_as_wide() -> None:
    """The disc reaches in through the ceiling or the floor: its border meets them slantwise."""
    rng = random.Random(3)
    walls = Sprite(collision=[Rect(-400, -400, 800, 400), Rect(-400, 8, 800, 400)])
    with at_least(moves=400) as seen:
        for _ in range(1000):
            beyond, radius, x = rng.randint(1, 8), rng.randint(2, 9), rng.randint(-6, 14)
            disc = Sprite(x, rng.choice([-beyond, 8 + beyond]), collision=Circle(0, 0, radius))
            box = Sprite(collision=Rect(0, 0, 8, 8))
            if box.hits(disc):
                seen["moves"] += 1
                half = math.sqrt(radius * radius - beyond * beyond)
                least = min(x + half, 8 - (x - half))
                assert box.separation([walls, disc]).length == pytest.approx(least, abs=1e-9)
                box.depenetrate([walls, disc])
                assert not box.hits([walls, disc])


def test_along_a_line_it_leads_into_a_slot_exactly_as_wide_from_any_place() -> None:
    """Not only from sixteenths of pixels: the two ends of the slot are rounded apart there."""
    rng = random.Random(31)
    for _ in range(400):
        width, left = rng.randint(1, 20), rng.choice((0, rng.randint(-300, 300)))
        inside = rng.choice((-1, 1)) * rng.uniform(0.001, 0.45) * width
        walls = [Rect(left - 30, 0, 30, 10), Rect(left + width, 0, 30, 10)]
        rng.shuffle(walls)
        one = Sprite(left + inside, 2, collision=Rect(0, 0, width, 5))
        for others in ([Sprite(collision=walls)], [Sprite(collision=wall) for wall in walls]):
            for line in ((1, 0), (-1, 0)):
                way = one.separation(others, along=line)
                assert way == pytest.approx((-inside, 0), abs=1e-9), (width, left, inside)
                at = one.position
                one.position += way
                assert not one.hits(others)
                one.position = at


def test_of_moves_that_are_equally_short_up_is_the_first_then_left() -> None:
    """Whatever the order of the targets; down comes last."""
    rng = random.Random(2)
    with at_least(ties=150) as seen:
        for _ in range(1500):
            sprite = Sprite(collision=Rect(-5, -5, 10, 10))
            others = [Sprite(collision=Rect(-5, -5, 10, 10))]
            walls = {"up": (-5, -15), "left": (-15, -5), "right": (5, -5), "down": (-5, 5)}
            shut = rng.sample(sorted(walls), rng.randint(0, 2))
            others += [Sprite(*walls[name], collision=Rect(0, 0, 10, 10)) for name in shut]
            rng.shuffle(others)
            free = ways_out(sprite, others)
            least = min(x * x + y * y for x, y in free)
            best = sorted((y, x) for x, y in free if x * x + y * y == least)
            seen["ties"] += len(best) > 1
            assert sprite.separation(others) == best[0][::-1]
            if not shut:
                assert sprite.contacts(others)[0].push in ((0, -10), (0, 10))  # they are equal
    for shape in (Circle(1, 1, 2), Ellipse(0, 0, 4, 4), Rect(0, 0, 7, 7)):
        a, b = Sprite(collision=shape), Sprite(collision=shape)
        assert a.separation(b).x == 0
        assert a.separation(b).y < 0


def test_of_one_target_it_is_the_push_of_the_contact_also_at_ties() -> None:
    """Whatever other shapes the two have that do not hit; and the other one's is its opposite."""
    far = Rect(90, 0, 9, 9), Circle(-90, 0, 5)
    some = (
        Circle(0, 0, 5),
        Ellipse(0, 0, 5, 3),
        Rect(-4, -4, 8, 8, angle=45),
        Capsule(-3, 0, 3, 0, 2),
    )
    rng = random.Random(7)
    with at_least(contacts=900, ties=60, shapes=300) as seen:
        for _ in range(3000):
            shapes = [
                Rect(*(rng.randint(-6, 6) for _ in range(2)), *(rng.randint(2, 12) for _ in "wh"))
                for _ in range(2)
            ]
            if rng.random() < 0.3:
                shapes = [rng.choice([*some, shapes[0]]), rng.choice(some)]
            more = [[shape] * rng.randint(0, 1) for shape in far]
            a, b = (
                Sprite(rng.randint(-3, 3), rng.randint(-3, 3), collision=[shape, *others])
                for shape, others in zip(shapes, more, strict=True)
            )
            contacts = a.contacts(b)
            if len(contacts) != 1:
                continue
            push, back = contacts[0].push, b.contacts(a)[0].push
            assert a.separation(b) == a.separation([b]) == a.separation(Group(b)) == push
            assert -a.distance(b).distance * a.distance(b).normal == push
            if shapes[0] != shapes[1] or a.position != b.position:
                assert push.normalized() == pytest.approx(-back.normalized(), abs=1e-9)
            seen["contacts"] += 1
            seen["shapes"] += any(more)
            if all(isinstance(shape, Rect) and not shape.angle for shape in shapes):
                left, top, right, bottom = a.world_shapes[0].bounds
                x1, y1, x2, y2 = b.world_shapes[0].bounds
                ways = sorted([right - x1, x2 - left, bottom - y1, y2 - top])
                seen["ties"] += ways[0] == ways[1]


@pytest.mark.parametrize("line", [(1, 0), (-1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("angle", [0, 30])
def test_along_a_line_many_boxes_of_a_sprite_are_as_many_sprites(
    line: tuple[int, int], angle: float
) -> None:
    """Also those that lie behind, on the way back."""
    rng = random.Random(f"one sprite {line} {angle}")
    with at_least(ahead=10, back=10) as seen:
        for _ in range(60):
            boxes = {
                Rect(10 * rng.randint(0, 40), 10 * rng.randint(0, 5), 10, 10) for _ in range(60)
            }
            place = Vec2(rng.randint(0, 400), rng.randint(0, 50)).rotated(angle)
            sprite = Sprite(*place, collision=Rect(0, 0, 9, 12))
            whole = Sprite(collision=sorted(boxes, key=repr), angle=angle)
            each = [Sprite(collision=box, angle=angle) for box in whole.shapes]
            move = sprite.separation(whole, along=line)
            assert move == pytest.approx(sprite.separation(each, along=line), abs=1e-9)
            ahead = move.dot(line)
            seen["ahead"] += ahead > 0
            seen["back"] += ahead < 0


# --- tiles are one wall ---------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [10, 16, 20, 32])
def test_balls_and_boxes_on_a_floor_of_tiles_are_exact_on_whole_pixels(tile: int) -> None:
    """Above a joint of two tiles, too, where the outlines of both go over from edge to arc."""
    tiles = Group(
        Sprite(x, 10, collision=Rect(0, 0, tile, tile)) for x in range(-3 * tile, 64, tile)
    )
    for radius in (3, 8, 11):
        for body in (Circle(0, 0, radius), Rect(-radius, -radius, 2 * radius, 2 * radius)):
            one = Sprite(collision=body)
            for x in range(tile + 1):
                for depth in (1, radius // 2, radius - 1):
                    one.x, one.y = x, 10 - radius + depth
                    assert one.separation(tiles) == (0, -depth), (x, radius)


@pytest.mark.parametrize("scale", [(1, 1), (-2, 1), (1, -3)])
def test_a_point_exactly_in_an_inner_corner_is_out_at_once(scale: tuple[int, int]) -> None:
    """There the way leads between both sides, and no side has a way out of its own. By the rule of
    points, the upper left corner is outside.
    """
    hole = [(-2, -3), (2, -3), (2, 3), (-2, 3)]
    ring = Polygon([(-3, -4), (9, -4), (9, 5), (-3, 5)], holes=[hole])
    wall = Sprite(7, 5, scale_x=scale[0], scale_y=scale[1], collision=ring)
    corners = [Sprite(7 + scale[0] * x, 5 + scale[1] * y, collision=Point(0, 0)) for x, y in hole]
    inside = [corner for corner in corners if corner.hits(wall)]
    assert len(inside) == 3
    for corner in inside:
        assert 0 < corner.separation(wall).length < 1e-9
        (contact,) = corner.contacts(wall)
        assert 0 < contact.depth < 1e-9
        assert corner.depenetrate(wall, max_distance=1e-6)
        assert not corner.hits(wall)


@pytest.mark.parametrize("angle", range(0, 360, 10))
def test_a_circle_on_a_corner_leaves_straight(angle: int) -> None:
    """All ways out between the normals of the two edges are equally short; none is by chance."""
    ball = Sprite(50, 50, collision=Circle(0, 0, 4))
    box = Sprite(50, 50, collision=Rect(0, 0, 10, 10), angle=angle, center_x=0, center_y=0)
    move = ball.separation(box)
    assert move.length == pytest.approx(4, rel=1e-12)
    # The corner's edges have the normals -90 and 180 before the turn.
    turned = move.angle - angle
    assert -180 - 1e-9 <= (turned + 270) % 360 - 270 <= -90 + 1e-9
    assert any(abs(math.remainder(turned + free, 90)) < 1e-9 for free in (0, angle))
    ball.depenetrate(box)
    assert not ball.hits(box)


def test_many_vertices() -> None:
    """More than fit into any buffer of fixed size."""
    turns = [2 * math.pi * k / 300 for k in range(300)]
    a, b = (
        Sprite(x, collision=Polygon([(r * math.cos(t), r * math.sin(t)) for t in turns]))
        for x, r in ((31, 20), (0, 30))
    )
    assert a.contacts(b)[0].depth == pytest.approx(19, abs=0.01)
    a.collision = star(30, 40)
    assert_least(a, a.contacts(b)[0].push, b, 24)
    # With 300 corners, the budget of a search would end here.
    few = Sprite(0, collision=Polygon([(30 * math.cos(t), 30 * math.sin(t)) for t in turns[::3]]))
    targets = [few, Sprite(60, 0, collision=star(20, 7))]
    assert_least(a, a.separation(targets), targets, 8)


def test_a_dense_crowd_is_left_by_the_least_move() -> None:
    """The way out is longer than the sprite: what is beyond its first reach is in the way, too."""
    tiles = Group(
        Sprite(10 * x, 10 * y, collision=Rect(0, 0, 10, 10)) for x in range(30) for y in range(30)
    )
    for _ in range(8):
        Sprite(0, 0, collision=Circle(0, 0, 1)).check(tiles)
    for x, y, expected in ((33, 150, (-37, 0)), (150, 271, (0, 29)), (222, 222, (78, 0))):
        one = Sprite(x, y, collision=Rect(0, 0, 4, 4))
        assert one.separation(tiles) == one.separation([tiles, one]) == expected


CORNERS: list[Any] = [
    (7, 0, -2, Triangle(0, 0, 5, 3, 2, 4)),
    (8, -1, 0, Triangle(0, 0, 6, 1, 1, 2)),
    (5, 0, -4, Polygon([(0, 0), (12, 0), (12, 3), (4, 5), (4, 12), (0, 12)])),
    (9, 0, -8, Polygon([(0, 0), (12, 0), (12, 2), (4, 5), (4, 12), (0, 12)])),
]


@pytest.mark.parametrize(("radius", "x", "y", "other"), CORNERS)
def test_a_ball_at_a_corner_is_exact_on_whole_pixels(
    radius: int, x: int, y: int, other: Shape
) -> None:
    """The middle is above or beside the corner (0, 0), so the way out goes along an axis."""
    ball, target = Sprite(x, y, collision=Circle(0, 0, radius)), Sprite(collision=other)
    depth = radius - abs(x + y)
    out = Vec2((x < 0) * -depth, (y < 0) * -depth)
    assert ball.separation(target) == out
    assert target.separation(ball) == -out
    assert [contact.depth for contact in ball.contacts(target)] == [depth]

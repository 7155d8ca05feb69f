"""Contacts: there where there are hits, as deep as the least move, with points inside of both."""

import copy
import math
import random
from itertools import product
from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support import scenes as some
from support.campaign import contacts
from support.campaign.least_moves import (
    CURVE,
    any_sprite,
    assert_least,
    free_after,
    is_round,
    points_outside,
    star,
)
from support.campaign.tally import assert_right
from support.counting import at_least
from support.examples import examples

from spritecol import (
    Circle,
    Contact,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Vec2,
    check,
)


def test_contacts_are_those_of_the_shapes_that_hit_and_a_push_ends_them() -> None:
    """Of all kinds, under all conditions, from a list, from an index and in arrays."""
    assert_right(contacts.judged, range(800), contacts.BRANCHES)


@pytest.mark.parametrize("far", [0.0, 1e2, 3e3, 1e5, 1e8])
def test_turned_boxes_are_free_after_the_push_however_far_out(far: float) -> None:
    """Whether rounding could undo the push depends on how far out the boxes are."""
    rng = random.Random(int(far))
    with at_least(contacts=200) as seen:
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
            for one, other in ((a, b), (b, a)):
                for contact in one.contacts(other):
                    seen["contacts"] += 1
                    assert free_after(one, contact.push, other)


def test_on_whole_pixels() -> None:
    with at_least(contacts=30) as seen:

        @examples(60)
        @given(some.exact_sprites(), some.exact_sprites(), st.sampled_from((0.0, 0.5, 1.0)))
        def law(a: Sprite, b: Sprite, pull: float) -> None:
            middles = [((s.aabb[k] + s.aabb[k + 2]) // 2) for k in (0, 1) for s in (a, b)]
            a.x += round(pull * (middles[1] - middles[0]))
            a.y += round(pull * (middles[3] - middles[2]))
            found = a.contacts(b)
            assert bool(found) == a.hits(b)
            for contact in found:
                seen["contacts"] += 1
                one, other = copy.copy(a), copy.copy(b)
                one.collision, other.collision = contact.shape, contact.other_shape
                assert_least(one, contact.push, other, 16)
                assert contact.region is not None
            if found:
                assert_least(a, a.separation(b), b, 16)

        law()


@pytest.mark.parametrize("center", [0, 0.1, 6, 100, 1e4])
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


def test_far_shapes_decide_no_tie_where_one_piece_is_met() -> None:
    """Although with them the box of a sprite reaches over all pieces of the other one."""
    letter = Polygon([(0, 0), (8, 0), (8, 16), (24, 16), (24, 24), (0, 24)])
    far = Rect(900, 900, 5, 5)
    with at_least(contacts=700, ties=60) as seen:
        for x, y, scale in product(range(-3, 24), range(-3, 24), (1, -1)):
            box = Rect(scale * x, y, 4, 4)
            found = [
                contact
                for mine, others in (
                    ([box], [letter]),
                    ([box, far], [letter]),
                    ([box], [letter, far]),
                )
                for contact in Sprite(collision=mine).contacts(
                    Sprite(collision=others, scale_x=scale)
                )
            ]
            if found:
                mover, target, depth = found[0].sprite, found[0].other, found[0].depth
                sides = (depth, 0), (-depth, 0), (0, depth), (0, -depth)
                seen["contacts"] += 1
                seen["ties"] += sum(free_after(mover, side, target) for side in sides) > 1
                assert [(contact.push, contact.points) for contact in found] == [
                    (found[0].push, found[0].points)
                ] * 3


@pytest.mark.parametrize("far", [1e6, 2.0**20, 1e7])
def test_two_corners_that_rounding_puts_at_one_place_are_one(far: float) -> None:
    """They are apart in the shape, but not so far out."""
    r = some.Dice(11)
    with at_least(hits=75, apart=40) as seen:
        for _ in range(200):
            shapes = some.with_double_corner(r), some.with_double_corner(r)
            x, y = far + r.randint(-14, 14), far + r.randint(-14, 14)
            (a, double_a), (b, double_b) = (
                [Sprite(*at, collision=shape) for shape in both]
                for both, at in zip(shapes, ((far, far), (x, y)), strict=True)
            )
            close = 1e-15 * far
            for one, other in ((double_a, b), (a, double_b), (double_a, double_b)):
                assert one.hits(other) == a.hits(b)
                assert one.distance(other).distance == pytest.approx(
                    a.distance(b).distance, abs=close
                )
                assert one.separation(other).length == pytest.approx(
                    a.separation(b).length, abs=close
                )
            seen["hits" if a.hits(b) else "apart"] += 1


def test_upright_boxes_have_two_points_however_deep_they_are() -> None:
    """Both on one side of the overlap, across the normal; also with another shape far away."""
    rng = random.Random("two points")
    with at_least(contacts=400, within=20) as seen:
        for _ in range(3000):
            a, b = (
                Rect(rng.randint(-6, 6), rng.randint(-6, 6), rng.randint(1, 6), rng.randint(1, 6))
                for _ in range(2)
            )
            contacts = Sprite(collision=a).contacts(Sprite(collision=b))
            if not contacts:
                continue
            seen["contacts"] += 1
            left, right = max(a.x, b.x), min(a.x + a.width, b.x + b.width)
            top, bottom = max(a.y, b.y), min(a.y + a.height, b.y + b.height)
            across = contacts[0].normal[0] != 0
            seen["within"] += contacts[0].depth > (right - left if across else bottom - top)
            points = sorted(contacts[0].points)
            level, sides = [x for x, _ in points], [y for _, y in points]
            ends = (left, right), [top, bottom]
            if not across:
                level, sides, ends = sides, level, ((top, bottom), [left, right])
            assert level[0] == level[1]
            assert level[0] in ends[0]
            assert sides == ends[1]
            far = Sprite(collision=[b, Rect(900, 900, 1, 1)])
            assert len(Sprite(collision=a).contacts(far)[0].points) == 2


def test_a_beam_through_a_wall_has_its_points_in_the_wall() -> None:
    """The deepest corners are beyond the wall. Once this wrote past the end of the list."""
    wall = Sprite(collision=Rect(-50, -1, 100, 2), angle=7)
    beams = Group(
        Sprite(x, y, collision=Rect(-3, -20, 6, 40), angle=x / 2)
        for x, y in product(range(-40, 40, 5), (0, 2))
    )
    for beam in beams:
        (contact,) = beam.contacts(wall)
        assert points_outside(contact) == []
        assert_least(beam, contact.push, wall, 24)
    assert len(beams.contact_arrays(wall).depth) == len(beams) == 32


CONCAVE: list[Any] = [
    Polygon([(0, 0), (24, 0), (24, 8), (8, 8), (8, 24), (0, 24)]),
    Polygon([(0, 0), (30, 0), (30, 20), (20, 20), (20, 8), (10, 8), (10, 20), (0, 20)]),
    Polygon([(0, 0), (12, 6), (24, 0), (18, 12), (24, 24), (12, 18), (0, 24), (6, 12)]),
    Polygon([(0, 0), (30, 0), (30, 30), (0, 30)], [[(8, 8), (22, 8), (22, 22), (8, 22)]]),
]


def test_points_lie_in_both_shapes_also_at_the_seams_of_a_polygon() -> None:
    """Concave ones and with holes, turned and mirrored, whichever asks."""
    rng = random.Random("seams")
    with at_least(upright=500, turned=80, along=80) as seen:
        for k in range(1400):
            polygon = rng.choice(CONCAVE)
            one, other = (Sprite(collision=polygon, center_x=0, center_y=0) for _ in "ab")
            one.angle = rng.choice((0, 0, 0, 90, rng.uniform(0, 360)))
            one.scale_x = rng.choice((1, 1, -1, 2))
            if k % 5:
                other.position = 4 * rng.randint(-2, 8), 4 * rng.randint(-2, 8)
                other.collision = some.shape(rng, some.CONVEX, some.multiples(4, 3, 4))
                other.collision = rng.choice((*other.shapes * 8, *CONCAVE))
                other.angle = rng.choice((0, 0, 0, one.angle))
            else:  # a segment along a seam, and beyond its ends
                a, b = map(Vec2, rng.choice(polygon.seams))
                start, end = (place + rng.randint(-2, 2) * (b - a) for place in (a, b))
                other.collision = Segment(*start, *(end if end != start else b))
                other.angle, other.scale_x = one.angle, one.scale_x
            for contact in one.contacts(other) + other.contacts(one):
                assert points_outside(contact) == []
                seen["turned" if one.angle % 90 else "upright"] += 1
                seen["along"] += k % 5 == 0


def test_a_segment_along_a_seam() -> None:
    shape = Polygon([(0, 0), (20, 0), (20, 20), (10, 10), (0, 20)])
    assert shape.seams
    for (x1, y1), (x2, y2) in shape.seams:
        line, target = Sprite(collision=Segment(x1, y1, x2, y2)), Sprite(collision=shape)
        (contact,) = line.contacts(target)
        assert_least(line, contact.push, target)
        assert points_outside(contact) == []


@pytest.mark.parametrize("way", [(1, 0), (0, 1), (1, 1), (3, -2), (-1, 2), (-7, -3)])
def test_segments_of_one_line_have_the_middle_of_what_they_share(way: tuple[int, int]) -> None:
    """Both ways round; what only touches shares no more than an end, and has no contact."""
    dx, dy = way
    lines = [Segment(dx * a, dy * a, dx * b, dy * b) for a in range(5) for b in range(5) if a != b]
    with at_least(contacts=200, none=50) as seen:
        for one, other in product(lines, repeat=2):
            ends = [sorted((s.x1 * dx + s.y1 * dy, s.x2 * dx + s.y2 * dy)) for s in (one, other)]
            start, end = max(e[0] for e in ends), min(e[1] for e in ends)
            found = Sprite(collision=one).contacts(Sprite(collision=other))
            if start >= end:
                assert found == []
                seen["none"] += 1
                continue
            middle = (start + end) / 2 / (dx * dx + dy * dy)
            ((point,),) = (contact.points for contact in found)
            assert point == pytest.approx((middle * dx, middle * dy), abs=1e-12)
            seen["contacts"] += 1


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


@pytest.mark.parametrize("pose", [{}, {"offset_sync": True}, {"angle": 20}, {"scale_x": 2}])
def test_the_region_is_the_overlap_of_the_world_shapes_bit_for_bit(pose: dict[str, Any]) -> None:
    """Also about a center that is no round number, which a sprite that only moves does not read."""
    dice = random.Random(7)
    with at_least(contacts=100) as seen:
        for _ in range(200):
            a, b = (
                Sprite(
                    dice.random() * 9, dice.random() * 9, center_x=dice.random() * 9,
                    collision=Rect(0, 0, 9.1, 9.3), **pose,
                )
                for _ in range(2)
            )  # fmt: skip
            for contact in a.contacts(b):
                assert shapely.equals_exact(contact.region, a.geometry.intersection(b.geometry))
                seen["contacts"] += 1


@pytest.mark.parametrize("seed", range(4))
def test_contacts_and_distances_of_turned_outlines_are_by_their_edges(seed: int) -> None:
    """Each point of a distance lies on its sprite, and a touch away from it nothing hits."""
    rng = random.Random(3000 + seed)
    with at_least(apart=15, deep=3) as seen:
        for _ in range(50):
            a, b = any_sprite(rng, spread=90), any_sprite(rng, spread=90)
            found, back = a.distance(b), b.distance(a)
            seen["deep" if found.distance < 0 else "apart"] += 1
            assert (found.distance < 0) == a.hits(b)
            assert found.normal.length == pytest.approx(1, abs=1e-12)
            expected = a.geometry.distance(b.geometry)
            close = CURVE if is_round(a, b) else 1e-9
            assert max(0, found.distance) == pytest.approx(expected, abs=close)
            assert back.distance == pytest.approx(found.distance, abs=1e-9)
            assert math.dist(found.point, found.other_point) == pytest.approx(abs(found.distance))
            assert a.geometry.distance(shapely.Point(found.point)) < CURVE
            assert b.geometry.distance(shapely.Point(found.other_point)) < CURVE
            if found.distance > 0:
                way = -found.distance * found.normal
                assert free_after(a, way * (1 - 1e-9), b)
                a.x, a.y = a.x + way.x, a.y + way.y
                assert a.distance(b).distance == pytest.approx(0, abs=1e-9)


def test_where_two_overlap_by_rounding_alone_the_points_are_there() -> None:
    """A corner of one at a corner or on a side of the other: nothing is left of the overlap."""
    rng = random.Random("rounding")
    with at_least(contacts=500, corners=150) as seen:
        for k in range(600):
            a, b = (
                any_sprite(rng, ["triangle", "polygon", "rect", "segment"], most=1) for _ in "ab"
            )
            own, others = (shapely.get_coordinates(s.geometry) for s in (a, b))
            at = rng.randrange(len(others) - 1)
            share = rng.choice([0, rng.random()])
            place = others[at] + share * (others[at + 1] - others[at]) - rng.choice(own)
            start = a.position + Vec2(*place)
            for _ in range(40):
                a.position = start + 1e-14 * Vec2(rng.uniform(-1, 1), rng.uniform(-1, 1))
                found = a.contacts(b)
                if found and max(contact.depth for contact in found) < 1e-12:
                    break
            for contact in found + b.contacts(a):
                assert points_outside(contact) == [], k
                seen["contacts"] += 1
                seen["corners"] += share == 0


L = Polygon([(0, 0), (10, 0), (10, 3), (3, 3), (3, 10), (0, 10)])
TRAPEZE = Polygon([(0, 0), (10, 0), (10, 20), (0, 21)])
SIDE_BY_SIDE: dict[str, tuple[Sprite, Sprite]] = {
    "trapezes": (Sprite(-10, -8, collision=TRAPEZE), Sprite(collision=TRAPEZE, scale_y=0.25)),
    "letters": (Sprite(0, -8, collision=L, scale_x=-1, scale_y=2.1), Sprite(collision=L)),
    "turned": (Sprite(0, 0, collision=L, angle=90), Sprite(0, 1, collision=L)),
    "box": (Sprite(-10, -8, collision=Rect(0, 0, 10, 20)), Sprite(collision=L)),
    "segment": (Sprite(0, -8, collision=Segment(0, 0, 0, 20)), Sprite(collision=TRAPEZE)),
    "trapezes, deep": (Sprite(-9, -8, collision=TRAPEZE), Sprite(collision=TRAPEZE, scale_y=0.25)),
    "box, deep": (Sprite(-9, -8, collision=Rect(0, 0, 10, 20)), Sprite(collision=L)),
    "turned, deep": (Sprite(1, 0, collision=L, angle=90), Sprite(0, 1, collision=L)),
}


@pytest.mark.parametrize("name", SIDE_BY_SIDE)
def test_edges_against_each_other_are_nearest_where_both_are(name: str) -> None:
    """The first vertices on them are beside the other shape."""
    a, b = SIDE_BY_SIDE[name]
    for one, other in ((a, b), (b, a)):
        found = one.distance(other)
        assert found.distance == pytest.approx(-1 if "deep" in name else 0, abs=1e-9)
        for point in (found.point, found.other_point):
            assert one.geometry.distance(shapely.Point(point)) < 1e-7
            assert other.geometry.distance(shapely.Point(point)) < 1e-7


EQUALS: list[Any] = [
    Circle(2, 1, 5),
    Ellipse(0, 0, 5, 3, angle=10),
    Rect(0, 0, 10, 10),
    Rect(0, 0, 10, 10, angle=30),
    Segment(0, 0, 5, 5),
    Point(1, 1),
    L,
    [Circle(0, 0, 5), Rect(-9, -2, 18, 4)],
]


@pytest.mark.parametrize("shape", EQUALS, ids=str)
def test_of_two_equal_shapes_at_one_place_the_one_that_asks_gives_way(
    shape: Shape | list[Shape],
) -> None:
    """Nothing else tells them apart. In one question they see opposite normals."""
    a, b = Sprite(3, 4, collision=shape), Sprite(3, 4, collision=shape)
    found = a.distance(b)
    assert b.distance(a) == found
    assert free_after(a, a.separation(b), b)
    assert a.separation(b) == b.separation(a)
    arrays = Group(a, b).separation_arrays()
    assert (arrays[0] == -arrays[1]).all()
    assert (Group(b, a).separation_arrays() == arrays).all()
    if found.distance < 0:
        for point, sprite in ((found.point, a), (found.other_point, b)):
            assert sprite.geometry.distance(shapely.Point(point)) < CURVE
        if not isinstance(shape, list):  # as the contact of the two shapes says
            (contact,), (other,) = a.contacts(b), b.contacts(a)
            assert (found.normal, found.distance) == (contact.normal, -contact.depth)
            assert (contact.normal, contact.depth) == (other.normal, other.depth)
            assert contact.push == a.separation(b)
            assert arrays[0].tolist() == [0.5 * number for number in contact.push]
        seen: list[Contact] = []
        check([a], [b], shot=lambda me, _, contact: seen.append(contact), hit=None)
        check([a], [b], shot=None, hit=lambda me, _, contact: seen.append(contact))
        assert seen[0].normal == -seen[1].normal
        assert seen[0].normal == a.contacts(b)[0].normal


def test_nothing_moves_by_asking() -> None:
    rng = random.Random(8)
    sprites = [any_sprite(rng) for _ in range(20)]
    before = [(s.x, s.y, s.aabb) for s in sprites]
    for a in sprites:
        a.contacts(sprites)
        a.separation(sprites)
        a.distance(sprites[0])
    assert [(s.x, s.y, s.aabb) for s in sprites] == before


def comb(r: random.Random, teeth: int) -> Polygon:
    """A concave outline with so many teeth on one side, whose pieces lie side by side."""
    top = [(8 * k, 0 if k % 2 else -r.randint(4, 9)) for k in range(2 * teeth)]
    x, y = r.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
    corners = [*top, (16 * teeth - 8, 12), (0, 12)]
    return Polygon([(a * x - b * y, a * y + b * x) for a, b in corners])


def test_a_shape_of_many_parts_is_met_as_if_it_were_alone() -> None:
    """Also beside shapes before and after it, and if more than 64 of its parts are near."""
    floors = {"before": 12, "after": 12, "both": 9, "many near": 12, "few near": 12}
    with at_least(**floors, contacts=150, misses=80) as seen:
        for seed in range(45):
            r = random.Random(seed)
            outline = comb(r, r.choice([5, 80, 150]))
            shapes: list[Any] = [outline]
            long = sprite_of(outline)
            left, top, right, bottom = map(int, long.aabb)

            def beside(reach: int) -> Rect | Circle:
                x, y = r.randint(left, right), r.randint(top, bottom)  # noqa: B023
                wide, high = r.randint(3, reach), r.randint(3, reach)  # noqa: B023
                return r.choice([Rect(x, y, wide, high), Circle(x, y, wide / 2)])  # noqa: B023

            before, after = r.choice([0, 1, 3]), r.choice([0, 1, 3])
            shapes = [*(beside(60) for _ in range(before)), *shapes]
            shapes += [beside(60) for _ in range(after)]
            mine = [beside(30) for _ in range(r.choice([1, 2, 4]))]
            is_wide = r.random() < 0.6
            if is_wide:  # over most of it: of what is near, each part asks for what is around it
                share = r.choice([0.6, 0.8])
                wide, high = max(20, share * (right - left)), max(20, share * (bottom - top))
                if r.random() < 0.5:
                    left, top = int(right - wide), int(bottom - high)
                mine.insert(r.randint(0, 1), Rect(left - 5, top - 5, wide, high))
            pieces = outline.pieces[0], outline.pieces[-1], r.choice(outline.pieces)
            for piece in dict.fromkeys(pieces):
                x, y = (sum(numbers) / len(piece) for numbers in zip(*piece, strict=True))
                mine.append(Rect(x - 0.1, y - 0.1, 0.2, 0.2))  # in this piece alone
            one, other = Sprite(collision=mine), Sprite(collision=shapes)
            singles = [[sprite_of(shape) for shape in some] for some in (mine, shapes)]
            for asker, target, own, others in (
                (one, other, *singles),
                (other, one, *singles[::-1]),
            ):
                found = {
                    (asker.shapes.index(hit.shape), target.shapes.index(hit.other_shape)): hit
                    for hit in asker.contacts(target)
                }
                assert len(found) == len(asker.contacts(target))
                for key in product(range(len(own)), range(len(others))):
                    wanted = own[key[0]].contacts(others[key[1]])
                    told = [found[key]] if key in found else []
                    assert [(hit.normal, hit.depth, hit.points) for hit in told] == [
                        (hit.normal, hit.depth, hit.points) for hit in wanted
                    ], (seed, key)
                    seen["contacts" if wanted else "misses"] += 1
            met = {target for _, target in found} if asker is one else {own for own, _ in found}
            has = [any(k < before for k in met), before in met, any(k > before for k in met)]
            seen.update(before=has[0] and has[1], after=has[1] and has[2], both=all(has))
            seen["many near" if is_wide and len(long.shapes[0].points) > 130 else "few near"] += 1


def sprite_of(shape: Shape) -> Sprite:
    return Sprite(collision=shape)

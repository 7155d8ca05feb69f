"""Concave polygons and holes: nothing slips through where the library may have cut them.

How a polygon is cut is the library's own affair, but without new corners a cut can only run from
corner to corner. So every segment between two corners is tried as a seam. The oracle cuts polygons
between level lines, which are no seams of the library's.
"""

import copy
import math
from itertools import combinations
from typing import Any

import pytest
from oracle import exact, round
from support import scenes
from support.counting import at_least
from support.scenes import OUTLINES, QUARTER_POSES, TURNED_POSES, Dice, Pair

from spritecol import Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle

names = pytest.mark.parametrize("name", sorted(OUTLINES))
every_pose = pytest.mark.parametrize("pose", QUARTER_POSES + TURNED_POSES)


def corners(polygon: Polygon) -> list[Pair]:
    return [corner for ring in (polygon.points, *polygon.holes) for corner in ring]


def along(start: Pair, end: Pair, t: float) -> Pair:
    return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])


def diagonals(polygon: Polygon) -> list[tuple[Pair, Pair]]:
    """All segments between two corners whose middle lies in the polygon, and on no edge of it."""
    target = Sprite(collision=polygon)

    def is_inside(place: Pair) -> bool:
        around = [(place[0] + x, place[1] + y) for x in (-1e-3, 1e-3) for y in (-1e-3, 1e-3)]
        return all(exact.hits(Sprite(*p, collision=Point(0, 0)), target) for p in around)

    pairs = combinations(corners(polygon), 2)
    middles = [(start, end, along(start, end, 0.5)) for start, end in pairs]
    return [
        (p, q) for p, q, middle in middles if middle not in corners(polygon) and is_inside(middle)
    ]


def right(target: Sprite, probe: Sprite) -> bool:
    """The oracle's answer; the library's may be another only where rounding decides."""
    expected = exact.hits(target, probe)
    assert target.hits(probe) == probe.hits(target)
    if target.hits(probe) != expected:
        assert round.verdict(target, probe) is round.Verdict.CLOSE, (target, probe)
    return expected


def thin(start: Pair, end: Pair, part: float) -> list[Shape]:
    """Shapes that all but lie in a line: a sliver, a needle, a disc, and flat ones."""
    (x, y), length = along(start, end, 0.5), math.dist(start, end)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    return [
        Rect(x - length / 4, y - part * length / 2, length / 2, part * length, angle),
        Ellipse(x, y, length / 4, part * length, angle),
        Circle(x, y, part),
        Circle(x, y, 0),
        Triangle(*start, *end, x, y),
        Point(x, y),
        Segment(*along(start, end, 0.49), *along(start, end, 0.51)),
        Segment(*start, *end),
        Segment(*end, *start),
        Segment(x, y, *end),
        Segment(*along(start, end, -0.5), *along(start, end, 1.5)),
    ]


@every_pose
@names
def test_what_lies_on_a_seam_hits(name: str, pose: dict[str, Any]) -> None:
    polygon = Polygon(*OUTLINES[name])
    target = Sprite(collision=polygon, **pose)
    seams = diagonals(polygon)
    assert seams
    for start, end in seams:
        for shape in thin(start, end, 1e-3):
            probe = Sprite(collision=shape, **pose)
            assert target.hits(probe), shape
            assert probe.hits(target), shape


@pytest.mark.parametrize("pose", [QUARTER_POSES[1], TURNED_POSES[1]])
@names
def test_every_segment_and_point(name: str, pose: dict[str, Any]) -> None:
    """All segments between corners, inside or not, whole and in part; places of the half grid."""
    polygon = Polygon(*OUTLINES[name])
    target = Sprite(collision=polygon, **pose)
    probes: list[Shape] = [Point(x / 2, y / 2) for x in range(-1, 18) for y in range(-1, 18)]
    for start, end in combinations(corners(polygon), 2):
        middle = along(start, end, 0.5)
        probes += [Segment(*start, *end), Segment(*middle, *end), Segment(*middle, *start)]
        probes += [Segment(*along(start, end, -1), *along(start, end, 2))]
    with at_least(hits=40, misses=70) as seen:
        for shape in probes:
            probe = Sprite(collision=shape, **pose)
            hit = right(target, probe)
            seen["hits" if hit else "misses"] += 1
            assert target.hits(probe) == hit or pose in TURNED_POSES, shape


@every_pose
@pytest.mark.parametrize("name", [name for name in sorted(OUTLINES) if OUTLINES[name][1]])
def test_what_is_in_a_hole_hits_nothing(name: str, pose: dict[str, Any]) -> None:
    """A plug a hair smaller, and what is in it; a hair larger it hits."""
    polygon = Polygon(*OUTLINES[name])
    target = Sprite(collision=polygon, **pose)
    for hole in polygon.holes:
        xs, ys = zip(*hole, strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        radius = min(max(xs) - min(xs), max(ys) - min(ys)) / 2
        for grown in (1 - 1e-6, 1 + 1e-6):
            ring = [along((x, y), corner, grown) for corner in hole]
            plugs: list[Shape] = [Polygon(ring), Segment(*ring[0], *ring[2])]
            plugs.append(Circle(x, y, radius / math.sqrt(2) - 1e-6 if grown < 1 else 1.5 * radius))
            for shape in plugs:
                probe = Sprite(collision=shape, **pose)
                assert target.hits(probe) == probe.hits(target) == (grown > 1), shape
        if pose in QUARTER_POSES:
            for exact_plug in (Polygon(hole), Segment(*hole[0], *hole[2])):
                assert not target.hits(Sprite(collision=exact_plug, **pose))


def is_free(mover: Sprite, dx: float, dy: float, other: Sprite) -> bool:
    moved = copy.copy(mover)
    moved.x, moved.y = mover.x + dx, mover.y + dy
    return not moved.hits(other)


@pytest.mark.parametrize("pose", [{}, TURNED_POSES[0]])
@pytest.mark.parametrize("name", ["comb", "diamond", "hook", "zigzag"])
def test_a_segment_on_a_seam_goes_deeper_or_leaves(name: str, pose: dict[str, Any]) -> None:
    """It hits none of the pieces, only the seam, which has no depth: the contact decides."""
    polygon = Polygon(*OUTLINES[name])
    target = Sprite(collision=polygon, **pose)
    left, top, right, bottom = target.world_shapes[0].bounds
    with at_least(deeper=1) as seen:
        for start, end in diagonals(polygon):
            ends = [(start, end), (along(start, end, 0.25), along(start, end, 0.75))]
            ends.append((along(start, end, -1), along(start, end, 1)))
            for first, last in ends:
                probe = Sprite(collision=Segment(*first, *last), **pose)
                for mover, other in ((probe, target), (target, probe)):
                    contact = mover.contacts(other)[0]
                    nx, ny = contact.normal
                    outs = (contact.depth + more for more in (0, 1e-12, 1e-9))
                    assert any(is_free(mover, out * nx, out * ny, other) for out in outs)
                    for turn in (0.0, 1e-9) if last == end else (0.0,):  # such a turn takes long
                        leaving = mover.sweep(nx, ny, other, turn=turn)
                        assert leaving is None or not leaving.from_inside
                    deeper = mover.sweep(-9 * nx, -9 * ny, other)
                    if deeper is None or not deeper.from_inside:  # in the middle: no deeper
                        seen["middles"] += 1
                        moved = copy.copy(mover)
                        moved.x, moved.y = mover.x - 1e-3 * nx, mover.y - 1e-3 * ny
                        # Turned, rounding decides whether it fits into a hole as wide as it.
                        assert pose or moved.contacts(other)[0].depth <= contact.depth + 1e-9
                        continue
                    seen["deeper"] += 1
                    assert (deeper.fraction, deeper.normal) == (0, contact.normal)
                    assert left - 1e-6 <= deeper.point[0] <= right + 1e-6
                    assert top - 1e-6 <= deeper.point[1] <= bottom + 1e-6


# --- corners in one line -------------------------------------------------------------------------

# Along an edge, which rounding bends to and fro when they are turned.
ROW = [(0, 1), (1, 1), (2, 1), (2.7, 1), (4, 1), (4, 4), (0, 4)]
BESIDE: list[Shape] = [
    Point(1.5, 0.999),
    Segment(2.1, -3, 1.7, 0.999),
    Rect(1, -2, 1.5, 1.5, 45),
    Triangle(1, -2, 3, -2, 2, 0.999),
    Circle(1.5, 0, 0.999),
    Ellipse(1.5, 0, 2, 0.999),
    Polygon([(1, -2), (3, -2), (2, 0.999), (2, -1)]),
]
STEP = Polygon([(0, 0), (1, 0), (1, -1), (2, -1), (2, 0), (3, 0), (3, 3), (0, 3)])


def test_turned_corners_in_line() -> None:
    """What is beside them misses; what is on a seam that is in line with edges hits."""
    combs = [
        (Polygon([(x + shift, y) for x, y in OUTLINES["comb"][0]]), shift) for shift in (-8, -3, 2)
    ]
    for angle in range(0, 360, 3):
        pose = {"x": 7, "y": 3, "angle": angle}
        row = Sprite(collision=Polygon(ROW), **pose)
        for shape in BESIDE:
            other = Sprite(collision=shape, **pose)
            assert not row.hits(other), (angle, shape)
            assert not other.hits(row), (angle, shape)
        step = Sprite(collision=STEP, **pose)
        for x in (1.25, 1.5, 1.75):
            assert step.hits(Sprite(collision=Point(x, 0), **pose)), (angle, x)
        for comb, shift in combs:
            target = Sprite(collision=comb, **pose, scale_x=10)
            for start, end in ((1, 1.75), (4, 5)):
                part = Segment(start + shift, 4, end + shift, 4)
                probe = Sprite(collision=part, **pose, scale_x=10)
                assert target.hits(probe), (shift, angle, part)
                assert probe.hits(target), (shift, angle, part)


# Turned, these are bent at the corners in line. By a rounding only, and yet the line along a short
# edge may leave its neighbors far behind.
IN_LINE = [
    [(3.0, 0.0), (4.0, 0.0), (4.0, 1.0), (3.0, 1.0), (2.0, 1.0), (2.0, 0.0)],
    [(0, 0), (1, 0), (1.000001, 0), (9, 0), (9, 9), (8.99, 9), (0, 9), (0, 1e-9)],
]


@pytest.mark.parametrize("points", IN_LINE, ids=["six", "short"])
@pytest.mark.parametrize("x", [7, 3e6])
def test_discs_about_edges_with_corners_in_line(points: list[Pair], x: float) -> None:
    """Their centers lie on an edge or a little further in, up to many times their radius."""
    for angle in [326.5, *range(0, 360, 15)]:
        pose = {"x": x, "y": 3, "angle": angle, "center_y": 1}
        target = Sprite(collision=Polygon(points), **pose)
        for start, end in zip(points, points[1:] + points[:1], strict=True):
            inwards = (start[1] - end[1], end[0] - start[0])
            for depth in (0, 1e-5, 1e-3) if math.dist(start, end) > 1e-3 else (0,):
                px, py = along(start, end, 0.4)
                px, py = px + inwards[0] * depth, py + inwards[1] * depth
                for r in (0.2, 1e-4, 5e-6):
                    for disc in (Circle(px, py, r), Ellipse(px, py, r, r / 2, 20)):
                        probe = Sprite(collision=disc, **pose)
                        assert target.hits(probe), (angle, disc)
                        assert probe.hits(target), (angle, disc)


# --- fits ----------------------------------------------------------------------------------------


def test_two_combs_interlock() -> None:
    """The teeth of one fill the gaps of the other: they touch along all edges and do not hit."""
    zigzag = [(1, 4), (2, 0), (3, 4), (4, 0), (5, 4), (6, 0), (7, 4)]
    comb, teeth = Polygon([*zigzag, (7, -2), (1, -2)]), Polygon([*zigzag, (7, 6), (1, 6)])
    for x, y in ((0, 0), (0, 1e-6), (1e-6, 0), (0, -1e-6)):
        hit = exact.hits(Sprite(x, y, collision=comb), Sprite(collision=teeth))
        assert hit == (x + y > 0)
        assert Sprite(x, y, collision=comb).hits(Sprite(collision=teeth)) == hit


def test_holes_that_touch_the_shell_or_each_other() -> None:
    """In single points, as shapely allows."""
    shell = [(0, 0), (8, 0), (8, 8), (0, 8)]
    polygon = Polygon(shell, [[(0, 4), (2, 2), (4, 4), (2, 6)], [(4, 4), (6, 2), (7, 4), (6, 6)]])
    target = Sprite(collision=polygon)
    with at_least(hits=100, misses=30) as seen:
        for x in range(9):
            for y in range(9):
                for shape in (Point(x, y), Segment(x, y, 8 - x, y + 1), Segment(x, y, 4, 4.5)):
                    probe = Sprite(collision=shape)
                    expected = exact.hits(probe, target)
                    assert probe.hits(target) == target.hits(probe) == expected, shape
                    seen["hits" if expected else "misses"] += 1


def probe_at(r: Dice, places: list[Pair]) -> Shape:
    """A shape whose corners are corners of a polygon, or lie on lines through two of them."""
    a, b, c = (r.choice(places) for _ in range(3))
    return r.choice(
        (
            Segment(*a, *b),
            Segment(*along(a, b, r.choice((-1, 0.5, 2))), *b),
            Point(*a),
            Rect(*a, r.randint(0, 6), r.randint(0, 6)),
            Triangle(*a, *b, *c),
        )
    )


def test_polyominoes_exactly() -> None:
    """Segments from corner to corner, rects and points on the board, in the same quarter turn."""
    r = Dice(1)
    with at_least(hits=100, misses=100) as seen:
        for _ in range(250):
            polygon, pose = scenes.polyomino(r), scenes.pose(r, scenes.WHOLE)
            target = Sprite(collision=polygon, **pose)
            probe = Sprite(collision=probe_at(r, corners(polygon)), **pose)
            expected = exact.hits(target, probe)
            assert target.hits(probe) == probe.hits(target) == expected
            seen["hits" if expected else "misses"] += 1


def test_turned_and_scaled_at_will() -> None:
    """Between any two corners: on the possible seam, or just beside it."""
    r = Dice(2)
    with at_least(hits=120, misses=40) as seen:
        for _ in range(35):
            polygon = scenes.shape(r, "polygon")
            assert isinstance(polygon, Polygon)
            pose = scenes.pose(r)
            start, end = r.sample(corners(polygon), 2)
            size, shift = math.dist(start, end), r.choice((0, 1e-12, 1e-6, -1e-6, 0.01))
            x, y = -shift * (end[1] - start[1]) / size, shift * (end[0] - start[0]) / size
            start, end = (start[0] + x, start[1] + y), (end[0] + x, end[1] + y)
            target = Sprite(collision=polygon, **pose)
            for shape in thin(start, end, 1e-4):
                hit = right(target, Sprite(collision=shape, **pose))
                seen["hits" if hit else "misses"] += 1


def castle(dice: Dice) -> Polygon:
    """Upright merlons on a base, with floors between them that are mostly slanted."""
    points: list[Pair] = []
    x = 0
    for _ in range(dice.randint(1, 3)):
        width, gap, top = dice.randint(1, 3), dice.choice([2, 4]), dice.choice([-1, 0])
        points += [(x, top), (x + width, dice.choice([top, top, top + 1])), (x + width, 3)]
        x += width + gap
        points += [(x - gap // 2, 3 + dice.choice([-1, 1, 2])), (x, 3)]
    return Polygon([*points, (x, 9), (0, 9)])


def test_where_upright_pieces_meet_the_normal_is_that_of_an_edge() -> None:
    """Of a ray and of a point that moves, aimed at the corners in which seams end."""
    r = Dice(7)
    with at_least(rays=1500, points=1500) as seen:
        for _ in range(150):
            target = Sprite(collision=castle(r), scale_x=r.choice((1, -1)))
            (world,) = target.world_shapes
            assert isinstance(world, Polygon)
            ring = world.points if target.scale_x > 0 else world.points[::-1]
            for k, (x, y) in enumerate(ring):
                before, after = ring[k - 1], ring[(k + 1) % len(ring)]
                sides = [(x - before[0], y - before[1]), (after[0] - x, after[1] - y)]
                if sides[0][0] * sides[1][1] >= sides[0][1] * sides[1][0]:
                    continue  # a corner that points outward
                normals = [(v / math.hypot(u, v), -u / math.hypot(u, v)) for u, v in sides]
                for _ in range(20):
                    dx, dy = r.randint(-6, 6), r.choice((-3, -2, -1, 1, 2, 3))
                    point = Sprite(x - dx, y - dy, collision=Point(0, 0))
                    for kind, hit in (
                        ("rays", Group(target).raycast(x - dx, y - dy, x + dx, y + dy)),
                        ("points", point.sweep(2 * dx, 2 * dy, target)),
                    ):
                        if hit and math.dist(hit.point, (x, y)) < 1e-9:
                            seen[kind] += 1
                            assert any(math.dist(hit.normal, n) < 1e-9 for n in normals), hit

"""Concave polygons and holes: nothing slips through where the library may have cut them.

How a polygon is cut is the library's own affair, but without new corners a cut can only run from
corner to corner. So every segment between two corners, wherever it runs inside, is tried as a seam.
"""

import copy
import math
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support import oracle_exact as exact
from support import oracle_shapely as oracle
from support import strategies as some
from support.examples import examples
from support.for_each import for_each
from support.oracle_shapely import Verdict
from support.poses import QUARTER_POSES, TURNED_POSES

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle, Vec2

Pair = tuple[float, float]


def outline(name: str) -> Polygon:
    return Polygon(*some.OUTLINES[name])


def corners(polygon: Polygon) -> list[Pair]:
    return [corner for ring in (polygon.points, *polygon.holes) for corner in ring]


def diagonals(polygon: Polygon) -> list[tuple[Pair, Pair]]:
    """All segments between two corners whose middle lies in the polygon."""
    area = exact.solids(Sprite(collision=polygon))[0]
    found = []
    for (x1, y1), (x2, y2) in combinations(corners(polygon), 2):
        middle = Sprite((x1 + x2) / 2, (y1 + y2) / 2, collision=Point(0, 0))
        if exact.strictly_inside(exact.solids(middle)[0].point, area):
            found.append(((x1, y1), (x2, y2)))
    return found


def along(start: Pair, end: Pair, t: float) -> Pair:
    return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])


OUTLINES = sorted(some.OUTLINES)


@for_each("name", OUTLINES)
def test_outlines_have_something_to_cut(name: str) -> None:
    assert diagonals(outline(name))


@for_each("pose", QUARTER_POSES + TURNED_POSES)
@for_each("name", OUTLINES)
def test_on_the_seams(name: str, pose: dict[str, Any]) -> None:
    """Points, segments and thin shapes on every possible seam, in the same pose as the polygon."""
    polygon = outline(name)
    target = Sprite(collision=polygon, **pose)
    for start, end in diagonals(polygon):
        (x, y), (px, py), (qx, qy) = (along(start, end, t) for t in (0.5, 0.49, 0.51))
        thin: list[Shape] = [
            Point(x, y),
            Segment(px, py, qx, qy),
            Segment(*start, *end),
            Segment(*end, *start),
            Segment(*along(start, end, -0.5), *along(start, end, 1.5)),
            Segment(x, y, *end),
            Triangle(*start, *end, x, y),
            Circle(x, y, 1e-3),
            Circle(x, y, 0),
            _sliver(start, end, 1e-3),
            _needle(start, end, 1e-3),
        ]
        for shape in thin:
            probe = Sprite(collision=shape, **pose)
            assert target.hits(probe), shape
            assert probe.hits(target), shape


def _sliver(start: Pair, end: Pair, part: float) -> Rect:
    """A rect of half the segment's length, very thin, along it."""
    (x, y), length = along(start, end, 0.5), math.dist(start, end)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    return Rect(x - length / 4, y - part * length / 2, length / 2, part * length, angle)


def _needle(start: Pair, end: Pair, part: float) -> Ellipse:
    (x, y), length = along(start, end, 0.5), math.dist(start, end)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    return Ellipse(x, y, length / 4, part * length, angle)


@for_each("pose", QUARTER_POSES[:2])
@for_each("name", OUTLINES)
def test_every_segment_and_point_exactly(name: str, pose: dict[str, Any]) -> None:
    """All segments between corners, inside or not, whole and in part; points of the half grid."""
    polygon = outline(name)
    target = Sprite(collision=polygon, **pose)
    area = exact.solids(target)[0]
    probes: list[Shape] = [Point(x / 2, y / 2) for x in range(-1, 18) for y in range(-1, 18)]
    for start, end in combinations(corners(polygon), 2):
        middle = along(start, end, 0.5)
        probes += [Segment(*start, *end), Segment(*middle, *end), Segment(*middle, *start)]
        probes += [Segment(*along(start, end, -1), *along(start, end, 2))]
    for shape in probes:
        probe = Sprite(collision=shape, **pose)
        expected = exact.overlap(exact.solids(probe)[0], area)
        assert target.hits(probe) == expected, shape
        assert probe.hits(target) == expected, shape


@for_each("pose", QUARTER_POSES + TURNED_POSES)
@for_each("name", [name for name in OUTLINES if some.OUTLINES[name][1]])
def test_nothing_hits_in_a_hole(name: str, pose: dict[str, Any]) -> None:
    polygon = outline(name)
    target = Sprite(collision=polygon, **pose)
    for hole in polygon.holes:
        (left, top), (right, bottom) = (
            map(min, zip(*hole, strict=True)),
            map(max, zip(*hole, strict=True)),
        )
        x, y = (left + right) / 2, (top + bottom) / 2
        shrunk = [along((x, y), corner, 1 - 1e-6) for corner in hole]
        radius = min(right - left, bottom - top) / 2
        inside: list[Shape] = [
            Point(x, y),
            Polygon(shrunk),
            Segment(*shrunk[0], *shrunk[2]),
            Segment(*shrunk[0], *shrunk[1]),
            Circle(x, y, radius / math.sqrt(2) - 1e-6),
            Triangle(*shrunk[0], *shrunk[1], *shrunk[2]),
            Triangle(*shrunk[0], *shrunk[2], *shrunk[0]),
        ]
        for shape in inside:
            probe = Sprite(collision=shape, **pose)
            assert not target.hits(probe), shape
            assert not probe.hits(target), shape
        beyond = [along((x, y), corner, 1 + 1e-6) for corner in hole]
        for shape in (Polygon(beyond), Segment(*beyond[0], *beyond[2]), Circle(x, y, radius * 1.5)):
            probe = Sprite(collision=shape, **pose)
            assert target.hits(probe), shape
            assert probe.hits(target), shape


def is_free_at(mover: Sprite, move: Vec2, other: Sprite) -> bool:
    moved = copy.copy(mover)
    moved.x, moved.y = mover.x + move.x, mover.y + move.y
    return not moved.hits(other)


@for_each("pose", [{}, TURNED_POSES[0]])
@for_each("name", OUTLINES)
def test_a_segment_on_a_seam_goes_deeper_or_leaves(name: str, pose: dict[str, Any]) -> None:
    """It hits none of the pieces, only the seam, which has no depth: the contact decides."""
    polygon = outline(name)
    target = Sprite(collision=polygon, **pose)
    left, top, right, bottom = target.world_shapes[0].bounds
    for start, end in diagonals(polygon):
        ends = [(start, end), (along(start, end, 0.25), along(start, end, 0.75))]
        ends.append((along(start, end, -1), along(start, end, 1)))
        for first, last in ends:
            probe = Sprite(collision=Segment(*first, *last), **pose)
            for mover, other in ((probe, target), (target, probe)):
                contact = mover.contacts(other)[0]
                nx, ny = contact.normal
                deeper = mover.sweep(-9 * nx, -9 * ny, other)
                if deeper is None or not deeper.overlapping:  # in the middle: no deeper
                    moved = copy.copy(mover)
                    moved.x, moved.y = mover.x - 1e-3 * nx, mover.y - 1e-3 * ny
                    depth = moved.contacts(other)[0].depth
                    # Turned, rounding decides whether it fits into a hole as wide as it.
                    assert pose or depth <= contact.depth + 1e-9
                    continue
                assert (deeper.fraction, deeper.overlapping) == (0, True)
                if deeper.normal != contact.normal:  # as short a way out, into which it goes less
                    assert is_free_at(mover, deeper.normal * (contact.depth + 1e-9), other)
                    assert deeper.normal.dot(contact.normal) < 0.9
                assert left - 1e-6 <= deeper.point[0] <= right + 1e-6
                assert top - 1e-6 <= deeper.point[1] <= bottom + 1e-6
                for turn in (0.0, 1e-9) if last == end else (0.0,):  # such a turn takes long
                    leaving = mover.sweep(nx, ny, other, turn=turn)
                    assert leaving is None or not leaving.overlapping


@for_each("pose", QUARTER_POSES)
def test_what_fills_a_hole_touches_only(pose: dict[str, Any]) -> None:
    for name in OUTLINES:
        polygon = outline(name)
        target = Sprite(collision=polygon, **pose)
        for hole in polygon.holes:
            plug = Sprite(collision=Polygon(hole), **pose)
            assert not plug.hits(target)
            assert not target.hits(plug)
            assert Sprite(collision=Segment(*hole[0], *hole[2]), **pose).check([target]) == []


# Corners in one line along an edge, which rounding bends to and fro when they are turned.
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


@for_each("probe", BESIDE)
def test_corners_in_line(probe: Shape) -> None:
    for angle in range(360):
        pose = {"x": 7, "y": 3, "angle": angle}
        row = Sprite(collision=Polygon(ROW), **pose)
        other = Sprite(collision=probe, **pose)
        assert not row.hits(other), angle
        assert not other.hits(row), angle


# Turned, these are bent at the corners in line. By a rounding only, and yet the line along a short
# edge may leave its neighbors far behind.
IN_LINE = [
    [(3.0, 0.0), (4.0, 0.0), (4.0, 1.0), (3.0, 1.0), (2.0, 1.0), (2.0, 0.0)],
    [(0, 0), (1, 0), (1.000001, 0), (9, 0), (9, 9), (8.99, 9), (0, 9), (0, 1e-9)],
]


@for_each("points", IN_LINE)
@for_each("x", [7, 3e6])
def test_discs_about_edges_with_corners_in_line(points: list[Pair], x: float) -> None:
    """Their centers lie on an edge or a little further in, up to many times their radius."""
    for angle in [326.5, *range(0, 360, 9)]:
        pose = {"x": x, "y": 3, "angle": angle, "center_y": 1}
        target = Sprite(collision=Polygon(points), **pose)
        for start, end in zip(points, points[1:] + points[:1], strict=True):
            inwards = (start[1] - end[1], end[0] - start[0])
            for depth in (0, 1e-5, 1e-3) if math.dist(start, end) > 1e-3 else (0,):
                px, py = along(start, end, 0.4)
                px += inwards[0] * depth
                py += inwards[1] * depth
                for r in (0.2, 1e-4, 5e-6):
                    for disc in (Circle(px, py, r), Ellipse(px, py, r, r / 2, 20)):
                        probe = Sprite(collision=disc, **pose)
                        assert target.hits(probe), (angle, disc)
                        assert probe.hits(target), (angle, disc)


def test_points_on_a_seam_with_corners_in_line() -> None:
    """A step on top of a block: the seam between them is one of three edges in line."""
    polygon = Polygon([(0, 0), (1, 0), (1, -1), (2, -1), (2, 0), (3, 0), (3, 3), (0, 3)])
    for angle in range(360):
        pose = {"x": 7, "y": 3, "angle": angle}
        target = Sprite(collision=polygon, **pose)
        for x in (1.25, 1.5, 1.75):
            assert target.hits(Sprite(collision=Point(x, 0), **pose)), (angle, x)


def test_segments_along_part_of_a_seam() -> None:
    """From a corner of the seam to a point on it that rounding moves to one side or the other."""
    for shift in range(-8, 4):
        polygon = Polygon([(x + shift, y) for x, y in some.OUTLINES["comb"][0]])
        parts = [Segment(start + shift, 4, end + shift, 4) for start, end in [(1, 1.75), (4, 5)]]
        for angle in range(360):
            pose = {"x": 7, "y": 3, "angle": angle, "scale_x": 10}
            target = Sprite(collision=polygon, **pose)
            for part in parts:
                probe = Sprite(collision=part, **pose)
                assert target.hits(probe), (shift, angle, part)
                assert probe.hits(target), (shift, angle, part)


def test_two_combs_interlock() -> None:
    """The teeth of one fill the gaps of the other: they touch along all edges and do not hit."""
    zigzag = [(1, 4), (2, 0), (3, 4), (4, 0), (5, 4), (6, 0), (7, 4)]
    comb, teeth = Polygon([*zigzag, (7, -2), (1, -2)]), Polygon([*zigzag, (7, 6), (1, 6)])
    assert not Sprite(collision=comb).hits(Sprite(collision=teeth))
    assert Sprite(0, 1e-6, collision=comb).hits(Sprite(collision=teeth))
    assert Sprite(1e-6, 0, collision=comb).hits(Sprite(collision=teeth))
    assert not Sprite(0, -1e-6, collision=comb).hits(Sprite(collision=teeth))


def test_holes_that_touch_the_shell_or_each_other() -> None:
    """In single points, as shapely allows."""
    shell = [(0, 0), (8, 0), (8, 8), (0, 8)]
    polygon = Polygon(shell, [[(0, 4), (2, 2), (4, 4), (2, 6)], [(4, 4), (6, 2), (7, 4), (6, 6)]])
    target = Sprite(collision=polygon)
    area = exact.solids(target)[0]
    for x1 in range(0, 9):
        for y1 in range(0, 9):
            for shape in (Point(x1, y1), Segment(x1, y1, 8 - x1, y1 + 1), Segment(x1, y1, 4, 4.5)):
                probe = Sprite(collision=shape)
                expected = exact.overlap(exact.solids(probe)[0], area)
                assert probe.hits(target) == expected, shape


@examples(60)
@given(
    polygon=some.polyominoes,
    pose=some.exact_poses(),
    data=st.data(),
)
def test_polyominoes_exactly(polygon: Polygon, pose: dict[str, Any], data: st.DataObject) -> None:
    """Segments from corner to corner, rects and points on the board, in the same quarter turn."""
    corner = st.sampled_from(corners(polygon))
    probe = data.draw(
        st.one_of(
            st.builds(lambda a, b: Segment(*a, *b), corner, corner),
            st.builds(
                lambda a, b, t: Segment(*along(a, b, t), *b),
                corner,
                corner,
                st.sampled_from([-1, 0.5, 2]),
            ),
            st.builds(lambda a: Point(*a), corner),
            st.builds(
                lambda a, w, h: Rect(*a, w, h), corner, some.small_lengths, some.small_lengths
            ),
            st.builds(lambda a, b, c: Triangle(*a, *b, *c), corner, corner, corner),
        )
    )
    target, other = Sprite(collision=polygon, **pose), Sprite(collision=probe, **pose)
    expected = exact.hits(target, other)
    assert target.hits(other) == expected
    assert other.hits(target) == expected


@examples(60)
@given(
    polygon=st.one_of(some.polyominoes, some.outlines, some.stars),
    pose=some.poses(),
    data=st.data(),
    shift=st.sampled_from([0, 1e-12, 1e-6, -1e-6, 0.01]),
)
def test_turned_and_scaled_at_will(
    polygon: Polygon, pose: dict[str, Any], data: st.DataObject, shift: float
) -> None:
    """Between any two corners: on the possible seam, or just beside it."""
    start, end = data.draw(
        st.lists(st.sampled_from(corners(polygon)), min_size=2, max_size=2, unique=True)
    )
    size = math.dist(start, end)
    beside = -shift * (end[1] - start[1]) / size, shift * (end[0] - start[0]) / size
    (x1, y1), (x2, y2), (x, y) = (
        (px + beside[0], py + beside[1])
        for px, py in (
            start,
            end,
            along(start, end, data.draw(st.sampled_from([0.5, 0.25, 0.001]))),
        )
    )
    target = Sprite(collision=polygon, **pose)
    for shape in (
        Point(x, y),
        Segment(x1, y1, x2, y2),
        Segment(x1, y1, x, y),
        Triangle(x1, y1, x2, y2, x, y),
        _sliver((x1, y1), (x2, y2), 1e-4),
        Circle(x, y, 1e-4 * size),
    ):
        probe = Sprite(collision=shape, **pose)
        expected = oracle.verdict(target, probe)
        if expected is not Verdict.CLOSE:
            assert target.hits(probe) == (expected is Verdict.HIT), shape
            assert probe.hits(target) == (expected is Verdict.HIT), shape

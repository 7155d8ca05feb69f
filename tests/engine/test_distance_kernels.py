"""The signed distance of two convex parts, for every pair of kinds, against plain sampling.

The oracle knows one thing of a convex set: how far it reaches along a unit vector. The distance is
the greatest gap over all of them; sampled, it is a lower bound which misses by little.
"""

import math
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.for_each import for_each

from spritecol._engine.narrow_phase.distances import measured
from spritecol._engine.storage.layout import BOX, CIRCLE, ELLIPSE, NOTHING, POINT, POLYGON, SEGMENT

Numbers = tuple[float, ...]
KINDS = {
    POINT: "point",
    SEGMENT: "segment",
    BOX: "box",
    CIRCLE: "circle",
    ELLIPSE: "ellipse",
    POLYGON: "polygon",
}
TURN = np.linspace(0, 2 * np.pi, 7200, endpoint=False)

coordinates = st.floats(-50, 50, width=32)
lengths = st.floats(0.125, 40, width=32)


def reach(kind: int, numbers: Numbers, nx: Any, ny: Any) -> Any:
    """The greatest n . p over the points p of a part."""
    if kind == CIRCLE:
        x, y, r = numbers
        return nx * x + ny * y + r
    if kind == ELLIPSE:
        x, y, a, b, c, d = numbers
        return nx * x + ny * y + np.hypot(a * nx + c * ny, b * nx + d * ny)
    if kind == BOX:
        left, top, right, bottom = numbers
        numbers = (left, top, right, top, right, bottom, left, bottom)
    corners = zip(numbers[::2], numbers[1::2], strict=True)
    return np.max([nx * x + ny * y for x, y in corners], axis=0)


def gap(kind_a: int, a: Numbers, kind_b: int, b: Numbers, nx: Any, ny: Any) -> Any:
    return -reach(kind_a, a, -nx, -ny) - reach(kind_b, b, nx, ny)


@st.composite
def parts(draw: st.DrawFn, kind: int) -> Numbers:
    x, y = draw(coordinates), draw(coordinates)
    if kind == POINT:
        return x, y
    if kind == SEGMENT:
        return x, y, x + draw(coordinates), y + draw(lengths)
    if kind == BOX:
        return x, y, x + draw(lengths), y + draw(lengths)
    if kind == CIRCLE:
        return x, y, draw(lengths)
    turn, rx, ry = draw(st.floats(0, 6)), draw(lengths), draw(lengths)
    if kind == ELLIPSE:
        c, s = math.cos(turn), math.sin(turn)
        return x, y, c * rx, -s * ry, s * rx, c * ry
    # A polygon inscribed in an ellipse, in the orientation of the engine.
    angles = sorted(draw(st.sets(st.integers(0, 23), min_size=3, max_size=7)))
    return tuple(
        number
        for k in angles
        for number in (
            x + rx * math.cos(k * math.pi / 12 + turn),
            y + ry * math.sin(k * math.pi / 12 + turn),
        )
    )


@pytest.mark.parametrize(
    ("kind_a", "kind_b"),
    [
        pytest.param(a, b, id=f"{KINDS[a]}-{KINDS[b]}")
        for a, b in combinations_with_replacement(KINDS, 2)
    ],
)
@examples(20)
@given(data=st.data())
def test_it_is_the_greatest_gap(kind_a: int, kind_b: int, data: st.DataObject) -> None:
    a, b = data.draw(parts(kind_a)), data.draw(parts(kind_b))
    distance, normal, at_a, at_b = measured(kind_a, a, kind_b, b)
    assert math.hypot(*normal) == pytest.approx(1, abs=1e-12)
    # The gap along the normal exists, and no other is wider. (Where a vertex is as near as the foot
    # beside it but for rounding, its normal may count: 1e-8 away, a square root of the rounding.
    # What is measured along it is as much off as that, times the lengths.)
    close = 1e-7 * max(1.0, *map(abs, (*a, *b)))
    assert distance == pytest.approx(gap(kind_a, a, kind_b, b, *normal), abs=close)
    assert distance >= np.max(gap(kind_a, a, kind_b, b, np.cos(TURN), np.sin(TURN))) - 1e-9
    # The two points are in contact once a has moved.
    assert at_a[0] - at_b[0] == pytest.approx(distance * normal[0], abs=close)
    assert at_a[1] - at_b[1] == pytest.approx(distance * normal[1], abs=close)
    nx, ny = normal
    assert nx * at_a[0] + ny * at_a[1] == pytest.approx(-reach(kind_a, a, -nx, -ny), abs=close)
    assert nx * at_b[0] + ny * at_b[1] == pytest.approx(reach(kind_b, b, nx, ny), abs=close)
    # The same from the other side, exactly.
    other, other_normal, other_a, other_b = measured(kind_b, b, kind_a, a)
    assert (other, other_a, other_b) == (distance, at_b, at_a) or a == b
    assert other_normal == (-normal[0], -normal[1]) or a == b


@pytest.mark.parametrize("kind_a", [POINT, SEGMENT, BOX, POLYGON])
@pytest.mark.parametrize("kind_b", [POINT, SEGMENT, BOX, POLYGON])
@examples(15)
@given(data=st.data())
def test_straight_parts_apart_are_as_far_as_shapely_says(
    kind_a: int, kind_b: int, data: st.DataObject
) -> None:
    a, b = data.draw(parts(kind_a)), data.draw(parts(kind_b))
    expected = geometry(kind_a, a).distance(geometry(kind_b, b))
    distance = measured(kind_a, a, kind_b, b)[0]
    assert max(0.0, distance) == pytest.approx(expected, abs=1e-9)


def geometry(kind: int, numbers: Numbers) -> shapely.Geometry:
    if kind == BOX:
        return shapely.box(*numbers)
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    return {1: shapely.Point, 2: shapely.LineString}.get(len(corners), shapely.Polygon)(
        corners[0] if len(corners) == 1 else corners
    )


@for_each("ratio", [1, 1.0000001, 1.5, 10, 1e3, 1e5])
@for_each(
    "place",
    [
        (0, 0),
        (0.5, 0),
        (0, 0.5),
        (0.9, 1e-9),
        (1, 0),
        (0.2, 0.3),
        (3, 0),
        (0, 7),
        (2, 5),
        (0.999, 0.03),
        (1e-12, 1e-12),
    ],
)
def test_a_point_and_an_ellipse_of_any_proportions(ratio: float, place: Any) -> None:
    """Against the nearest of very many points of the outline."""
    point = place[0] * ratio, place[1]
    distance = measured(POINT, point, ELLIPSE, (0, 0, ratio, 0, 0, 1))[0]
    turn = np.concatenate([np.linspace(0, 2 * np.pi, 400_000)])
    outline = np.hypot(ratio * np.cos(turn) - point[0], np.sin(turn) - point[1])
    inside = (point[0] / ratio) ** 2 + point[1] ** 2 < 1
    assert abs(distance) <= outline.min() + 1e-12 * ratio
    assert abs(distance) == pytest.approx(outline.min(), abs=2e-5 * ratio)
    assert (distance < 0) == inside or abs(distance) < 1e-12


@for_each("ratio", [1, 2, 30, 1e3, 1e5])
def test_ellipses_of_any_proportions(ratio: float) -> None:
    """A cross of two: the shortest move is across one of them, half of which is its width."""
    across = measured(ELLIPSE, (0, 0, ratio, 0, 0, 1), ELLIPSE, (0, 0, 1, 0, 0, ratio))
    assert across[0] == pytest.approx(-(1 + ratio) / 1 if ratio == 1 else across[0])
    turn = np.concatenate([TURN, np.linspace(-1e-3, 1e-3, 2001), np.arange(4) * np.pi / 2])
    a, b = (1, 0.1, ratio, 0, 0, 1), (-2, 0.4, 3, 1, 0, 0.5)
    gaps = gap(ELLIPSE, a, ELLIPSE, b, np.cos(turn + np.pi / 2), np.sin(turn + np.pi / 2))
    assert measured(ELLIPSE, a, ELLIPSE, b)[0] >= gaps.max() - 1e-9


def test_nothing_is_infinitely_far() -> None:
    with pytest.raises(ValueError, match="not the numbers"):
        measured(NOTHING, (), POINT, (0, 0))
    with pytest.raises(ValueError, match="not the numbers"):
        measured(BOX, (1, 2, 3), POINT, (0, 0))


def test_of_equally_short_moves_one_is_chosen() -> None:
    assert measured(POINT, (3, 3), POINT, (3, 3)) == (0, (0, -1), (3, 3), (3, 3))
    assert measured(BOX, (0, 0, 2, 2), BOX, (0, 0, 2, 2))[:2] == (-2, (0, -1))
    assert measured(CIRCLE, (1, 1, 2), CIRCLE, (1, 1, 3))[:2] == (-5, (0, -1))


@for_each(
    "kind_a, a, kind_b, b",
    [
        (SEGMENT, (0.0, 0.0, 1.0, 1.0), SEGMENT, (-1.1754943508222875e-38, 0.0, 2.0, 1.0)),
        (SEGMENT, (0.0, 0.0, 1.19e-7, 16.0), CIRCLE, (1.0, 0.0, 1.0)),
        (
            SEGMENT,
            (0.0, 0.0, 0.0, 1.0),
            ELLIPSE,
            (1.4e-45, 0.0, 1.0806046117362, -0.8414709848078, 1.6829419696157, 0.54030230586813),
        ),
    ],
)
def test_numbers_that_underflow(
    kind_a: int, a: tuple[float, ...], kind_b: int, b: tuple[float, ...]
) -> None:
    distance, normal, _, _ = measured(kind_a, a, kind_b, b)
    assert distance == pytest.approx(gap(kind_a, a, kind_b, b, *normal), abs=1e-9)
    assert distance >= np.max(gap(kind_a, a, kind_b, b, np.cos(TURN), np.sin(TURN))) - 1e-9

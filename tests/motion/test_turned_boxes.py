"""Pairs of turned boxes: their quick way finds what the exact test and other outlines find."""

import math
import random
from fractions import Fraction

import pytest
from support.counting import at_least

from spritecol import Polygon, Sprite

Corners = list[tuple[float, float]]


def box(x: float, y: float, width: float, height: float, turn: float) -> Corners:
    cosine, sine = math.cos(turn), math.sin(turn)
    halves = [(u * width / 2, v * height / 2) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(x + cosine * u - sine * v, y + sine * u + cosine * v) for u, v in halves]


def with_a_needless_point(corners: Corners) -> Polygon:
    """The same outline for anybody but the quick way, which is for four corners."""
    (ax, ay), (bx, by) = corners[:2]
    nx, ny = (by - ay) * 1e-10, (ax - bx) * 1e-10
    return Polygon([corners[0], ((ax + bx) / 2 + nx, (ay + by) / 2 + ny), *corners[1:]])


@pytest.mark.parametrize("thin", [1.0, 0.01, 1e-4])
@pytest.mark.parametrize("bent", [0.0, 1e-12, 1e-10])
@pytest.mark.parametrize("far", [0.0, 1e3])
def test_contacts_are_those_of_other_outlines(far: float, bent: float, thin: float) -> None:
    """Often turned alike or about so, or in one place; their corners a hair off a right angle."""
    r = random.Random(f"{far} {bent} {thin}")
    with at_least(hits=50, unique=40) as seen:
        for _ in range(150):
            turn, shapes = r.uniform(0, 7), []
            x, y = r.uniform(-far, far), r.uniform(-far, far)
            for _ in range(2):
                width, height = r.uniform(2, 40), r.choice([1, 1, thin]) * r.uniform(2, 40)
                at = [p + r.choice([0, 5, r.uniform(-12, 12)]) for p in (x, y)]
                by = turn + r.choice([0, math.pi / 4, math.pi / 2, r.uniform(0, 7)])
                corners = box(*at, width, height, by + r.choice([0, 0, 1e-12, 1e-9, 1e-6, 1e-4]))
                off = bent * min(width, height)
                shapes.append(
                    [(u + r.uniform(-off, off), v + r.uniform(-off, off)) for u, v in corners]
                )
            a, b = (Sprite(collision=Polygon(corners)) for corners in shapes)
            others = [Sprite(collision=with_a_needless_point(corners)) for corners in shapes]
            found, usual = a.distance(b).distance, others[0].distance(others[1]).distance
            assert found == pytest.approx(usual, abs=1e-6)
            assert b.distance(a).distance == found
            push, back = a.separation(b), b.separation(a)
            assert push.length == pytest.approx(back.length) == pytest.approx(max(0.0, -found))
            a.x, a.y = push
            assert not a.hits(b)
            a.x = a.y = 0
            seen["hits"] += found < 0
            for contact, other in zip(a.contacts(b), others[0].contacts(others[1]), strict=False):
                assert contact.depth == pytest.approx(other.depth, abs=1e-6)
                if contact.normal.dot(other.normal) > 0.999:  # of equal ways, any will do
                    seen["unique"] += 1
                    assert contact.normal == pytest.approx(other.normal, abs=1e-6)


def separates(a: Corners, b: Corners) -> bool:
    """Whether an edge of `a` has all of `b` on its outer side, in rational arithmetic."""
    for k, (qx, qy) in enumerate(a):
        px, py = a[k - 1]
        ex, ey = Fraction(qx) - Fraction(px), Fraction(qy) - Fraction(py)
        if all(
            ey * (Fraction(x) - Fraction(px)) >= ex * (Fraction(y) - Fraction(py)) for x, y in b
        ):
            return True
    return False


@pytest.mark.parametrize("far", [0.0, 1e3, 1e6])
def test_hits_of_boxes_that_all_but_touch_are_exact(far: float) -> None:
    """A corner on an edge, beside it by next to nothing, or by as much as is not in doubt."""
    r = random.Random(int(far))
    with at_least(hits=50, misses=50) as seen:
        for _ in range(400):
            x, y = r.uniform(-far, far), r.uniform(-far, far)
            one, other = (box(x, y, 20, r.choice([10, 1, 0.01]), r.uniform(0, 7)) for _ in "ab")
            (px, py), (qx, qy) = one[:2]
            off = r.choice([0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-2]) * r.choice([-1, 1])
            t = r.uniform(0, 1)
            u, v = max(other, key=lambda p: (p[1] - py) * (qx - px) - (p[0] - px) * (qy - py))
            dx = px + t * (qx - px) + off * (qy - py) - u
            dy = py + t * (qy - py) - off * (qx - px) - v
            other = [(u + dx, v + dy) for u, v in other]
            a, b = (Sprite(collision=Polygon(corners)) for corners in (one, other))
            expected = not separates(one, other) and not separates(other, one)
            assert a.hits(b) == b.hits(a) == expected
            seen["hits" if expected else "misses"] += 1

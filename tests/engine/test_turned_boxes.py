"""The quick way for pairs of turned boxes finds what the exact test and the usual way find."""

import math
import random
from fractions import Fraction

import pytest
from support.for_each import for_each
from support.hooks import both_ways

from spritecol import Polygon, Sprite

Corners = list[tuple[float, float]]


def box(x: float, y: float, width: float, height: float, angle: float) -> list[float]:
    """The corners of a turned box, as they are stored."""
    cosine, sine = math.cos(angle), math.sin(angle)
    numbers = []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        dx, dy = u * width / 2, v * height / 2
        numbers += [x + cosine * dx - sine * dy, y + sine * dx + cosine * dy]
    return numbers


def two_boxes(rng: random.Random, far: float, bent: float, thin: float) -> list[list[float]]:
    """Two boxes near to each other: often turned alike or about so, or in one place."""
    angle = rng.uniform(0, 2 * math.pi)
    x, y = rng.uniform(-far, far), rng.uniform(-far, far)
    numbers = []
    for _ in range(2):
        width, height = rng.uniform(2, 40), rng.choice([1, 1, thin]) * rng.uniform(2, 40)
        turn = rng.choice([0, math.pi / 4, math.pi / 2, rng.uniform(0, 7)])
        turn += rng.choice([0, 0, 1e-12, 1e-9, 1e-6, 1e-4])
        dx, dy = (rng.choice([0, 5, rng.uniform(-12, 12)]) for _ in range(2))
        corners = box(x + dx, y + dy, width, height, angle + turn)
        numbers.append(
            [number + rng.uniform(-bent, bent) * min(width, height) for number in corners]
        )
    return numbers


@for_each("thin", [1.0, 0.01, 1e-4])
@for_each("bent", [0.0, 1e-12, 1e-11, 5e-11, 1e-10])
@for_each("far", [0.0, 1e3, 1e6])
def test_contacts_are_the_same_to_the_last_bit(far: float, bent: float, thin: float) -> None:
    rng = random.Random(f"{far} {bent} {thin}")
    quick = 0
    for _ in range(600):
        a, b = two_boxes(rng, far, bent, thin)
        for pair in ((a, b), (b, a)):
            found, usual = both_ways(*pair)
            assert found is None or repr(found) == repr(usual), pair  # of 0.0, the sign, too
            quick += found is not None
    assert quick > 150 or bent > 1e-11 or far > 1e3


def test_what_is_no_pair_of_boxes_takes_the_usual_way() -> None:
    usual = box(0, 0, 20, 10, 0.5)
    tip = [0.0, -9.0, 7.0, 0.0, 0.0, 9.0, -5.0, 0.0]  # a kite
    slanted = [-9.0, -5.0, 5.0, -5.0, 9.0, 5.0, -5.0, 5.0]
    beam = box(3, 2, 1e6, 1, 1.0)
    for other in (tip, slanted, beam, box(0, 0, 20, 10, 0.5), [math.nan] * 8, [3.0, 2.0] * 4):
        assert both_ways(usual, other)[0] is both_ways(other, usual)[0] is None
    assert both_ways(usual, box(3, 2, 20, 10, 1.0))[0]
    with pytest.raises(ValueError, match="not the numbers of two polygons of four"):
        both_ways(usual, [0.0] * 6)


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


@for_each("far", [0.0, 1e3, 1e6])
def test_hits_of_boxes_that_all_but_touch_are_exact(far: float) -> None:
    """A corner on an edge, beside it by next to nothing, or by as much as is not in doubt."""
    rng = random.Random(int(far))
    hits = 0
    for _ in range(1000):
        x, y = rng.uniform(-far, far), rng.uniform(-far, far)
        one, other = (
            [
                (numbers[k], numbers[k + 1])
                for numbers in [box(x, y, 20, rng.choice([10, 1, 0.01]), rng.uniform(0, 7))]
                for k in range(0, 8, 2)
            ]
            for _ in range(2)
        )
        (px, py), (qx, qy) = one[:2]
        t = rng.uniform(0, 1)
        away = rng.choice([0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-2]) * rng.choice([-1, 1])
        cornerx, cornery = max(
            other, key=lambda p: (p[1] - py) * (qx - px) - (p[0] - px) * (qy - py)
        )
        dx = px + t * (qx - px) + away * (qy - py) - cornerx
        dy = py + t * (qy - py) - away * (qx - px) - cornery
        other = [(x + dx, y + dy) for x, y in other]
        a, b = (Sprite(collision=Polygon(corners)) for corners in (one, other))
        expected = not separates(one, other) and not separates(other, one)
        assert a.hits(b) == b.hits(a) == expected
        hits += expected
    assert 100 < hits < 900

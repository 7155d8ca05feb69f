"""What `Vec2` has by the names of pygame's Vector2 is what that tells."""

import math
import random
from typing import Any

import pytest

from spritecol import Circle, Distance, Rect, Sprite, Vec2

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")

WHOLE = [(x, y) for x in (-3, 0, 4) for y in (-4, 0, 3)]
CHANCE = random.Random(7)
WILD = [(CHANCE.uniform(-99, 99), CHANCE.uniform(-99, 99)) for _ in range(12)]
PAIRS = [(a, b) for a in (*WHOLE, *WILD[:6]) for b in (*WHOLE, *WILD[6:])]
CALLS: dict[str, list[Any]] = {
    "lerp": [0, 0.25, 1],
    "move_towards": [-2, 0, 3, 1000],
    "project": [],
    "reflect": [],
    "distance_squared_to": [],
    "distance_to": [],
    "dot": [],
    "cross": [],
}


@pytest.mark.parametrize("name", CALLS)
def test_a_method_with_another_vector(name: str) -> None:
    tried = 0
    for a, b in PAIRS:
        for more in CALLS[name] or [None]:
            given = (b,) if more is None else (b, more)
            try:
                wanted = getattr(pygame.Vector2(a), name)(*given)
            except ValueError:
                with pytest.raises(ValueError, match="direction"):
                    getattr(Vec2(a), name)(*given)
                continue
            found = getattr(Vec2(a), name)(*given)
            assert (
                tuple(found) == pytest.approx(tuple(wanted), abs=1e-9)
                if isinstance(found, Vec2)
                else found == pytest.approx(wanted)
            )
            tried += 1
    assert tried > 150


def test_the_angle_between_two() -> None:
    for a, b in PAIRS:
        turn, wanted = Vec2(a).angle_to(b), pygame.Vector2(a).angle_to(b)
        assert -180 <= turn <= 180
        assert math.remainder(turn - wanted, 360) == pytest.approx(0, abs=1e-9)
        if Vec2(a) and Vec2(b):
            assert Vec2(a).rotated(turn).normalized() == pytest.approx(Vec2(b).normalized())


def test_the_longest_length() -> None:
    for a in (*WHOLE, *WILD):
        for longest in (0, 2, 5, 500):
            wanted = pygame.Vector2(a).clamp_magnitude(longest) if any(a) else a
            assert Vec2(a).clamp_magnitude(longest) == pytest.approx(tuple(wanted))
    for bad, error in ((-1, ValueError), ("5", TypeError), (math.nan, ValueError)):
        with pytest.raises(error, match="longest"):
            Vec2(3, 4).clamp_magnitude(bad)


def test_rounding_length_and_a_quarter_of_a_turn() -> None:
    for a in (*WHOLE, *WILD):
        vector = Vec2(a)
        assert round(vector, 2) == (round(a[0], 2), round(a[1], 2))
        assert round(vector) == (round(a[0]), round(a[1]))
        assert type(round(vector)) is Vec2
        assert abs(vector) == vector.length
        assert vector.perpendicular() == vector.rotated(90)
        assert vector.perpendicular().dot(vector) == 0


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, "1"])
def test_a_share_beyond_both_ends(share: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="share"):
        Vec2(0, 0).lerp((1, 1), share)


def test_a_distance_is_a_float() -> None:
    ball, wall = Sprite(collision=Circle(0, 0, 5)), Sprite(20, -9, collision=Rect(0, 0, 5, 50))
    found = ball.distance(wall)
    assert isinstance(found, float)
    assert found == 15.0 == found.distance
    assert type(found.distance) is float
    assert hash(found) == hash(15.0)
    assert (found + 1, 2 * found, -found, found / 2, abs(found)) == (16, 30, -15, 7.5, 15)
    assert (round(found), f"{found:.2f}", f"{found}", str(found)) == (15, "15.00", "15.0", "15.0")
    assert sorted([found, 3.0, ball.distance((0, 9))]) == [3.0, 4.0, 15.0]
    assert (found.normal, found.point, found.other_point) == ((-1, 0), (5, 0), (20, 0))
    assert eval(repr(found), {"Distance": Distance, "Vec2": Vec2}).point == found.point
    match found:
        case Distance(distance, normal=normal):
            assert (distance, normal) == (15, (-1, 0))


def test_the_distance_of_many_is_that_of_the_nearest() -> None:
    chance = random.Random(3)
    asker = Sprite(collision=Circle(0, 0, 9))
    for _ in range(40):
        others = [
            Sprite(chance.randint(-60, 60), chance.randint(-60, 60), collision=Rect(0, 0, 9, 6))
            for _ in range(12)
        ]
        found, each = asker.distance(others), [asker.distance(one) for one in others]
        first = min(each)  # the first of equal ones
        assert (found, found.point, found.normal) == (first, first.point, first.normal)
        assert found == asker.distance([others[:6], None, others[6:]])
        assert found == asker.distance(*others)
        seen = [others[k] for k in range(12) if k % 2]
        assert asker.distance(others, exclude=seen) == min(each[::2])
        assert asker.distance(others, where=lambda one, seen=seen: one not in seen) == min(
            each[::2]
        )
    assert asker.distance([]) == math.inf


def test_the_distance_to_a_place_is_that_to_a_point() -> None:
    for x, y in WILD:
        asker = Sprite(3, 4, collision=[Rect(-9, -9, 30, 12), Circle(0, 0, 20)], collision_mask=0)
        point = Sprite(x, y, collision=Circle(0, 0, 0))
        wanted = asker.distance(point, mask=1)
        assert asker.distance((x, y)) == asker.distance(Vec2(x, y)) == wanted
        assert asker.distance(x, y) == wanted
        assert asker.contains(x, y) == (wanted <= 0) or wanted == 0

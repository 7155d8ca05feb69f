"""Ways that end in a touch, slots of width zero, and what else fits exactly, one example of each.

`tests/support/campaign/exact_fits.py` draws thousands of each kind.
"""

import numpy as np
import pytest

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)
from spritecol.typing import Collision


def box(x: float, y: float, width: float, height: float) -> Sprite:
    return Sprite(x, y, collision=Rect(0, 0, width, height))


@pytest.mark.parametrize(
    ("mover", "target"),
    [
        (Circle(0, 0, 1), Circle(0, 0, 4)),
        (Circle(0, 0, 1), Rect(-4, -4, 8, 8)),
        (Circle(0, 0, 1), Triangle(-4, 0, 3, -5, 3, 5)),
        (Rect(-1, -1, 2, 2), Rect(-4, -4, 8, 8)),
        (Segment(0, 0, 1, 0), Segment(-4, -3, -4, 5)),
    ],
)
def test_a_way_that_ends_in_a_touch_meets_nothing(mover: Collision, target: Collision) -> None:
    other = Sprite(3, 3, collision=target)
    far = Sprite(-9, 3, collision=mover)
    way = 7
    assert far.sweep(way, 0, other) is None
    assert far.sweep_all(way, 0, other) == []
    assert not Group(far).sweep_arrays(way, 0, other).hit[0]
    assert far.sweep(way + 1e-6, 0, other)
    if isinstance(mover, Circle):
        assert other.raycast(-9, 3, -9 + way, 3, radius=1) is None
    assert far.move_and_collide(way, 0, other) is None
    assert not far.hits(other)


def test_who_moves_alike_passes_nobody() -> None:
    rng = np.random.default_rng(1)
    row = Group(box(8.1 * k, 3.3, 8.1, 5) for k in range(32))
    watch = Overlaps(row, swept=True)
    before = watch.update()
    for _ in range(100):
        row.x += rng.uniform(-5, 5)
        row.y += rng.uniform(-5, 5)
        changes = watch.update()
        # By rounding two of them may overlap at the end. But none is passed.
        assert not {(id(a), id(b)) for a, b in changes.entered} & {
            (id(a), id(b)) for a, b in changes.exited
        }
    assert before.exited == []


@pytest.mark.parametrize("one_way", [None, (0, -1)])
def test_a_fraction_leads_into_nothing(one_way: tuple[float, float] | None) -> None:
    plank = Sprite(0, 137, collision=Rect(-500, 0, 2000, 8, one_way=one_way))
    boxes = Group(
        Sprite(20 * k, 40 + 0.37 * k, collision=Rect(-8, -8, 16, 16), angle=30) for k in range(60)
    )
    sweeps = boxes.sweep_arrays(3, 100, plank)
    assert sweeps.hit.all()
    single = [sprite.sweep(3, 100, plank) for sprite in boxes]
    assert [hit.position for hit in single if hit] == [tuple(end) for end in sweeps.ends.tolist()]
    x, y = boxes.x, boxes.y
    boxes.x, boxes.y = x + 3 * sweeps.fraction, y + 100 * sweeps.fraction
    assert not boxes.hits(plank)
    assert np.abs(boxes.y - sweeps.ends[:, 1]).max() < 1e-9
    boxes.x, boxes.y = sweeps.ends.T
    assert not boxes.hits(plank)
    assert boxes.sweep_arrays(0, 5, plank).hit.all()


def test_without_a_hit_a_way_ends_at_its_end() -> None:
    sweeps = Group(box(1, 2, 3, 4), box(5, 6, 7, 8)).sweep_arrays([10, 20], 30, [])
    assert sweeps.ends.tolist() == [[11, 32], [25, 36]]
    assert Group().sweep_arrays(1, 2, []).ends.shape == (0, 2)


def test_the_least_move_may_end_in_a_slot() -> None:
    tiles = [box(16 * i, 16 * j, 16, 16) for i in range(4) for j in range(3) if (i, j) != (1, 0)]
    one = box(18, 3, 16, 16)
    assert one.separation(tiles) == (-2, -3)
    assert one.depenetrate(tiles, max_distance=8) == (-2, -3)
    notch = Sprite(
        collision=Polygon(
            [(0, 0), (16, 0), (16, 20), (32, 20), (32, 0), (48, 0), (48, 40), (0, 40)]
        )
    )
    other = box(14, 10, 16, 16)
    assert other.distance(notch).distance == pytest.approx(-(40**0.5))
    (contact,) = other.contacts(notch)
    assert contact.depth == pytest.approx(40**0.5)
    other.x, other.y = other.x + contact.push.x, other.y + contact.push.y
    assert (other.x, other.y) == (16, 4)


def test_a_disc_meets_a_plank_within_another_one() -> None:
    planks = Group(
        Sprite(collision=Rect(0, 0, 100, 100, one_way=(0, -1))),
        Sprite(20, 50, collision=Rect(0, 0, 60, 8, one_way=(0, -1))),
    )
    ray = planks.raycast(50, 20, 50, 120, radius=4)
    sweep = Sprite(50, 20, collision=Circle(0, 0, 4)).sweep(0, 100, planks)
    assert ray
    assert sweep
    assert ray.sprite is sweep.other is planks[1]
    assert ray.fraction == sweep.fraction


def test_a_one_way_shape_stops_within_60_degrees() -> None:
    plank = Sprite(0, 0, collision=Rect(0, 0, 64, 8, one_way=(0, -1)))
    for lean, stops in ((55, True), (65, False)):
        angle = np.radians(lean)  # of the normal at the corner (0, 0), from straight up
        away = 20 * -np.sin(angle), 20 * -np.cos(angle)
        ball = Sprite(*away, collision=Circle(0, 0, 10))
        assert (ball.sweep(-away[0], -away[1], plank) is not None) is stops
        assert (plank.raycast(*away, 0, 0, radius=10) is not None) is stops


@pytest.mark.parametrize("far", [0, 1020, 1 << 20])
def test_a_capsule_passes_a_plank_whose_corner_meets_where_its_side_ends(far: int) -> None:
    plank = Sprite(far, far, collision=Rect(0, 0, 24, 2, one_way=(0, -1)))
    wall = Sprite(far, far, collision=Rect(0, 0, 24, 2))
    for dx, dy in [(4, 8), (4, 4), (8, 4), (1, 6), (4, 0.5)]:
        # The lower end of its side is at the corner after a quarter of the way.
        capsule = Sprite(far - dx / 4, far - dy / 4, collision=Capsule(-3, -1, -3, 0, 3))
        assert capsule.sweep(dx, dy, plank) is None
        hit = capsule.sweep(dx, dy, wall)
        assert hit
        assert (hit.fraction, hit.normal) == (0.25, (-1, 0))
        # One that lies flat, with the end of its lower side there, lands on it.
        flat = Sprite(far - dx / 4, far - dy / 4, collision=Capsule(-8, -3, 0, -3, 3))
        hit = flat.sweep(dx, dy, plank)
        assert hit
        assert (hit.fraction, hit.normal) == (0.25, (0, -1))


@pytest.mark.parametrize("scale", [1e-160, 1e-170, 1e-200, 1e-308])
def test_tiny_scales_are_none(scale: float) -> None:
    wall = box(0, -50, 10, 100)
    ball = Sprite(-50, 0, collision=Circle(0, 0, 5))
    ball.scale = scale
    hit = ball.sweep(100, 0, wall)
    assert hit
    assert hit.position.x == pytest.approx(0, abs=1e-9)
    ellipse = Sprite(290, 0, collision=Ellipse(0, 0, 5, 3), angle=30)
    ellipse.scale = scale
    assert box(0, 0, 5, 5).distance(ellipse).distance == pytest.approx(285)


def test_the_corner_of_the_next_brick_is_none() -> None:
    bricks = [box(16 * k, 0, 16, 8) for k in range(4)]
    whole = box(0, 0, 64, 8)
    ball = Sprite(36, 12, collision=Rect(-4, -4, 8, 8))
    parts = Sprite(collision=[Rect(16 * k, 0, 16, 8) for k in range(4)])
    for targets in (bricks, bricks[::-1], [parts]):
        hit, one = ball.sweep(-2, -2, targets), ball.sweep(-2, -2, whole)
        assert hit
        assert one
        assert hit.normal == one.normal == (0, 1)


def row(side: int, *cells: tuple[int, int]) -> list[Sprite]:
    return [Sprite(side * x, side * y, collision=Rect(0, 0, side, side)) for x, y in cells]


@pytest.mark.parametrize(
    ("mover", "way", "tiles", "normal"),
    [
        (Sprite(8, 4, collision=Segment(3, -3, 4, 0)), (4, -5), ((3, 0), (3, 1)), (-1, 0)),
        (
            Sprite(10, -8, collision=Triangle(4, 6, 10, 6, 2, 8)),
            (-12, 4),
            ((1, 0), (2, 0), (3, 0), (4, 0)),
            (0, -1),
        ),
        (
            Sprite(4, 16, collision=[Rect(0, 0, 2, 4), Circle(1, 0, 1)]),
            (-3, -6),
            ((0, 3),),
            (1, 0),
        ),
        (Sprite(4, -8, collision=Rect(-4, 0, 8, 4)), (-6, 6), ((-1, 0), (1, 0)), (0, -1)),
    ],
    ids=["a segment", "a triangle", "a box with a round head", "over a gap"],
)
def test_at_a_seam_there_is_one_normal(
    mover: Sprite,
    way: tuple[float, float],
    tiles: tuple[tuple[int, int], ...],
    normal: tuple[float, float],
) -> None:
    """What is only touched makes a seam, too, and so does another shape of the mover."""
    hit = mover.sweep(*way, row(4, *tiles))
    assert hit is not None
    assert hit.normal == normal


def test_a_capsule_passes_the_end_that_it_does_not_meet_from_the_front() -> None:
    """Its flat side goes exactly along the front."""
    plank = Sprite(2, 1, collision=Rect(0, 0, 2, 1, one_way=(1, 0)))
    assert Sprite(4, 5, collision=Capsule(0, 0, 4, 0, 1)).sweep(0, -4, plank) is None


def test_of_a_ray_that_starts_at_a_seam_the_outer_side_counts() -> None:
    tiles = row(8, (0, 0), (1, 0), (0, 1), (1, 1))
    for order in (tiles, tiles[::-1]):
        hit = Group(order).raycast(8, 16, 2, 2)
        assert hit is not None
        assert (hit.fraction, hit.normal) == (0, (0, 1))


@pytest.mark.parametrize("order", [1, -1])
def test_a_seam_is_none_beside_a_pointed_shape_on_its_line(order: int) -> None:
    """The point touches the box, and lies on the line of the seam."""
    ramp = Sprite(collision=Triangle(32, 32, 48, 48, 32, 48))
    block = box(48, 48, 16, 16)
    block.move_and_slide(3, -4, [ramp, box(64, 32, 16, 16), box(64, 48, 16, 16)][::order])
    assert (block.x, block.y) == (48, 44)


@pytest.mark.parametrize("step", [0.1, 0.8, 3.2])
def test_nothing_stops_who_rolls_over_seams_a_hair_beside_them(step: float) -> None:
    """The normals of both tiles are a hair apart, and neither is in the way of the other."""
    floor = Group(box(16 * k, 0, 16, 16) for k in range(40))
    for off in (0.0, 1e-12, 1e-9, 1e-7):
        ball = Sprite(16 + off, 0, collision=Circle(0, -8, 8))
        for _ in range(100):
            ball.move_and_slide(step, step, floor)
        assert ball.x == pytest.approx(16 + 100 * step)
        assert ball.y == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("far", [0, 40_000, 2.0**20])
def test_round_bodies_slide_past_corners_alike_everywhere(far: float) -> None:
    ball = Sprite(far + 6.4, far + 4.8, collision=Circle(0, 0, 8))
    slide = ball.move_and_slide(2.75, -4, Sprite(far, far, collision=Rect(-16, -16, 16, 16)))
    assert slide.travel.length == pytest.approx(4.85, abs=1e-6)

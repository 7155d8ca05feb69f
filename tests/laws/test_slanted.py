"""What is long and slanted, or hollow, among many: its box holds much that it is far from.

The truth is what each of two sprites of one shape says about the other one alone.
"""

import math
import random
from itertools import pairwise, product

import pytest
from support.hooks import index_forced

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    pairs,
)

LONG = 900.0


def ring(count: int, radius: float) -> list[tuple[float, float]]:
    """The corners of a regular polygon."""
    turns = [2 * math.pi * k / count for k in range(count)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


CORNERS = ring(40, LONG / 2)
ASKERS: dict[str, list[Shape]] = {
    "rect": [Rect(-LONG / 2, -2, LONG, 4)],
    "upright rect": [Rect(-2, -LONG / 2, 4, LONG, angle=20)],
    "segment": [Segment(-LONG / 2, -30, LONG / 2, 30)],
    "capsule": [Capsule(-LONG / 2, 0, LONG / 2, 0, 3)],
    "ellipse": [Ellipse(0, 0, LONG / 2, 3, 10)],
    "needle": [Polygon([(-LONG / 2, 0), (0, -5), (LONG / 2, 0), (0, 3)])],
    "ring of segments": [Segment(*a, *b) for a, b in pairwise(CORNERS)],
    "hollow polygon": [Polygon(CORNERS, holes=[ring(40, LONG / 2 - 6)])],
    "two bars": [Rect(-LONG / 2, -2, LONG, 4), Rect(-2, -LONG / 2, 4, LONG)],
    "boxes": [Rect(40 * k, 40 * k, 9, 9) for k in range(-10, 10)],
}
POSES = [
    {"angle": 45},
    {"angle": -17.3, "x": 3.5},
    {"angle": 200, "scale_x": 0.7, "scale_y": 1.8},
    {"angle": 75, "scale_x": -1, "y": 40},
    {},
    {"angle": 45, "scale_y": 0},
]


def small_shape(rng: random.Random, x: float, y: float) -> Shape:
    """A small shape of any kind about a place."""
    w = rng.uniform(1, 9)
    return rng.choice(
        [
            Circle(x, y, w),
            Rect(x, y, w, 4),
            Point(x, y),
            Segment(x, y, x + w, y - w),
            Ellipse(x, y, w, 2, 30),
            Capsule(x, y, x + w, y, 2),
            Rect(x, y, 3 * w, 4, angle=30),
        ]
    )


def crowd(seed: int) -> list[Shape]:
    """Some small shapes all over the place, and a few that are large."""
    rng = random.Random(seed)
    places = [(rng.uniform(-500, 500), rng.uniform(-500, 500)) for _ in range(700)]
    large: list[Shape] = [Circle(200, 100, 150), Rect(-300, -300, 90, 400, angle=12)]
    return [*(small_shape(rng, x, y) for x, y in places), *large]


@pytest.mark.parametrize(("name", "pose"), [*product(ASKERS, range(len(POSES)))])
def test_it_meets_what_each_of_its_shapes_meets(name: str, pose: int) -> None:
    """Among many sprites and among the shapes of one, in the same order."""
    shapes = crowd(pose)
    sprites = [Sprite(collision=shape) for shape in shapes]
    asker = Sprite(collision=ASKERS[name], **POSES[pose])
    singles = [Sprite(collision=shape, **POSES[pose]) for shape in ASKERS[name]]
    met = [(i, k) for i, a in enumerate(singles) for k, b in enumerate(sprites) if a.hits(b)]
    wanted = [sprites[k] for k in sorted({k for _, k in met})]
    assert wanted, "the scene has nothing to meet"
    with index_forced(True):
        group = Group(sprites)
        assert asker.check(group) == wanted
        assert asker.check([Group(sprites[:300]), Group(sprites[300:])]) == wanted
        assert [b for _, b in pairs([asker], group)] == wanted
        assert [b for _, b in pairs(Group(asker), group)] == wanted
        assert [a for a, _ in pairs(group, [asker])] == wanted
        assert group.query_shape(asker) == wanted
        assert asker.hits(group)
        changes = Overlaps(asker, group, enter=None, exit=None).update()
        assert [b for _, b in changes.entered] == wanted
    whole = Sprite(collision=shapes)
    assert asker.hits(whole)
    assert whole.hits(asker)
    if len(singles) == 1 and "scale_y" not in POSES[pose]:
        found = {shapes.index(one.other_shape) for one in asker.contacts(whole)}
        assert found == {k for _, k in met}


def test_it_passes_between_many_without_a_hit() -> None:
    """A laser between rows of boxes at 45 degrees: none is near, and one in its way is found."""
    rows = [
        Sprite(30 * k, 30 * k + 40 * j, collision=Rect(0, 0, 8, 8))
        for k in range(40)
        for j in (-2, -1, 1, 2)
    ]
    laser = Sprite(600, 604, collision=Rect(-900, -1, 1800, 2), angle=45)
    whole = Sprite(collision=[Rect(one.x, one.y, 8, 8) for one in rows])
    with index_forced(True):
        group = Group(rows)
        assert laser.check(group) == []
        assert not laser.hits(whole)
        rows[50].y = rows[50].x
        assert laser.check(group) == [rows[50]]

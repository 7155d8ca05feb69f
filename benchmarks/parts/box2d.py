"""Rays, casts and contacts beside Box2D: among many shapes, and among few in a large level."""

from collections.abc import Callable, Iterator
from math import pi, radians

import numpy as np
from harness.contender import Answer, Contender, Frames, Nearly
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import (
    BOX2D,
    CAST_ALONE,
    CASTS_IN_BULK,
    MANIFOLDS,
    RAYS_IN_LEVEL,
    RAYS_IN_WINDOW,
)
from numpy.typing import NDArray
from peers import load
from scenes import places

from parts.contacts import SIDE, overlapping
from parts.places import Call, circle_group, resting
from spritecol import Group, Rect, Sprite, SweepHit

PART = "box2d"
Floats = NDArray[np.float64]
RAYS = 10_000
WINDOW, LEVEL = (1280.0, 720.0), (10_000.0, 6_000.0)  # pixels
LONGEST = 283.0  # pixels of a ray in the window
IN_WINDOW = (10, 100, 1_000, 10_000)
IN_LEVEL = (30, 1_000)
CROWD = 100_000  # circles as dense as those of `scenes.places`
BOXES = 5_000
CASTS = 2_000
REACH = 200.0  # pixels of a cast
MOVER, TURN = (20.0, 30.0), 25.0  # pixels; degrees
PAIRS = 5_000

FLOAT32 = 2.0**-20  # of the largest coordinate: more than float32 rounds, in pixels
TOUCHING = 0.02  # pixels; Box2D stops a shape 0.005 pixels from another
TOLERANCE = 0.5  # pixels of a way


class Fractions:
    """Which of some fractions can be compared, and how.

    Those that shapes a hair larger would change are left out: float32 may decide them either way.
    """

    def __init__(self, answers: Callable[[float], Floats], hair: float, tolerance: Floats) -> None:
        """`answers` are those to shapes that are larger by so many pixels on each side."""
        self.tolerance = np.maximum(tolerance, 1e-12)
        change = np.abs(answers(hair) - answers(-hair))
        self.steady = change <= self.tolerance
        self.note = f"{len(change) - self.steady.sum():,} that all but touch are not compared"

    def read(self, found: Floats) -> Nearly:
        """What to compare of them: in units of the tolerance."""
        return Nearly((found / self.tolerance)[self.steady], 1.0)


def scattered(count: int, size: tuple[float, float]) -> Floats:
    """Circles in a rectangle, as rows x, y and radius."""
    rng = np.random.default_rng(count)
    x, y = (rng.uniform(0, side, count) for side in size)
    return np.column_stack((x, y, rng.uniform(places.LEAST, places.MOST, count)))


def ways(count: int, size: tuple[float, float], longest: float) -> tuple[Floats, Floats]:
    """Where some ways start, and how far they go."""
    rng = np.random.default_rng(count)
    starts = rng.uniform((0, 0), size, (count, 2))
    angle, length = rng.uniform(0, 2 * pi, count), rng.uniform(1, longest, count)
    return starts, np.column_stack((np.cos(angle), np.sin(angle))) * length[:, None]


def rays(
    case: str, circles: Floats, size: tuple[float, float], longest: float, effort: Effort
) -> Iterator[Row]:
    """One scene of rays among circles."""
    starts, steps = ways(500 if effort.quick else RAYS, size, longest)
    ends = starts + steps
    hair = FLOAT32 * max(size)

    def answers(larger: float) -> Floats:
        group = circle_group(circles + np.array((0, 0, larger)))
        return np.asarray(group.raycast_arrays(starts, ends).fraction)

    compared = Fractions(answers, hair, 50 * hair / np.hypot(*steps.T))
    group = circle_group(circles)
    ours: Contender = Call(
        lambda: group.raycast_arrays(starts, ends), lambda found: compared.read(found.fraction)
    )

    def box2d() -> list[Contender]:
        task = load("box2d").rays(circles, starts, ends, compared.read)
        task.note += f"; fractions within {50 * hair:.2g} pixels, {compared.note}"
        return [task]

    yield from contest(PART, case, len(circles), ours, {BOX2D: box2d}, effort)


def turned_boxes(count: int) -> Floats:
    """Boxes in a square, as rows x, y of the middle, width, height and angle in radians."""
    rng = np.random.default_rng(count)
    middles, sides = rng.uniform(0, side_of(count), (count, 2)), rng.uniform(10, 40, (count, 2))
    return np.column_stack((middles, sides, rng.uniform(0, 2 * pi, count)))


def side_of(count: int) -> float:
    """The side of the square of so many boxes."""
    return float(60 * count**0.5)


def box_group(boxes: Floats, larger: float = 0.0) -> Group:
    """A sprite for each box; the boxes are larger by so much on each side."""
    return Group(
        Sprite(x, y, collision=Rect(-w / 2, -h / 2, w, h), angle=float(np.degrees(angle)))
        for x, y, w, h, angle in (boxes + 2 * larger * np.array((0, 0, 1, 1, 0))).tolist()
    )


class OneByOne(Frames):
    """One sprite, put at the start of each way, and swept."""

    def __init__(self, mover: Sprite, boxes: Group, ways: Floats, compared: Fractions) -> None:
        self.mover, self.boxes, self.ways, self.compared = mover, boxes, ways.tolist(), compared

    def frame(self, moment: int) -> list[SweepHit | None]:
        mover, boxes, found = self.mover, self.boxes, []
        for x, y, dx, dy in self.ways:
            mover.x = x
            mover.y = y
            found.append(mover.sweep(dx, dy, boxes))
        return found

    def answer(self) -> Answer:
        fractions = [1.0 if hit is None else hit.fraction for hit in self.result]
        return self.compared.read(np.array(fractions))


def casts(effort: Effort) -> Iterator[Row]:
    """A box on its ways among turned boxes, none of which it overlaps at its start."""
    count = 100 if effort.quick else BOXES
    boxes = turned_boxes(count)
    starts, steps = ways(100 if effort.quick else CASTS, (side_of(count),) * 2, REACH)
    box = Rect(-MOVER[0] / 2, -MOVER[1] / 2, *MOVER)

    def movers() -> Group:
        return Group(Sprite(x, y, collision=box, angle=TURN) for x, y in starts.tolist())

    apart = np.ones(len(starts), dtype=bool)
    apart[movers().pair_indices(box_group(boxes, 1.0))[:, 0]] = False
    starts, steps = starts[apart], steps[apart]
    dx, dy = steps.T
    group, bulk = resting(box_group(boxes)), movers()

    def answers(larger: float) -> Floats:
        return np.asarray(bulk.sweep_arrays(dx, dy, box_group(boxes, larger)).fraction)

    compared = Fractions(answers, TOUCHING, TOLERANCE / np.hypot(*steps.T))

    def box2d() -> list[Contender]:
        task = load("box2d").casts(boxes, (*MOVER, radians(TURN)), starts, steps, compared.read)
        task.note += f"; fractions within {TOLERANCE} pixels, {compared.note}"
        return [task]

    alone: Contender = OneByOne(
        Sprite(collision=box, angle=TURN), group, np.hstack((starts, steps)), compared
    )
    together: Contender = Call(
        lambda: bulk.sweep_arrays(dx, dy, group),
        lambda found: compared.read(found.fraction),
    )
    yield from contest(PART, CAST_ALONE, count, alone, {BOX2D: box2d}, effort)
    yield from contest(PART, CASTS_IN_BULK, count, together, {BOX2D: box2d}, effort)


def manifolds(effort: Effort) -> Iterator[Row]:
    """Contacts of pairs of turned boxes."""
    count = 200 if effort.quick else PAIRS
    both = [
        np.array([(x, y, SIDE, SIDE, radians(angle)) for x, y, angle in boxes])
        for boxes in overlapping(count)
    ]
    a, b = map(box_group, both)
    tolerance = 1e-3  # pixels

    def box2d() -> list[Contender]:
        pairs = a.contact_arrays(b).positions + np.array((0, count))
        task = load("box2d").manifolds(
            np.vstack(both), pairs, lambda found: Nearly(found, tolerance)
        )
        task.note += f"; depths within {tolerance} pixels; the pairs are given"
        return [task]

    ours: Contender = Call(
        lambda: a.contact_arrays(b), lambda found: Nearly(found.depths, tolerance)
    )
    yield from contest(PART, MANIFOLDS, count, ours, {BOX2D: box2d}, effort)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    for count in IN_WINDOW[:2] if effort.quick else IN_WINDOW:
        circles = scattered(count, WINDOW)
        yield from rays(RAYS_IN_WINDOW, circles, WINDOW, LONGEST, effort)
    if not effort.quick:
        circles, size = places.circles(CROWD), places.window(CROWD)
        yield from rays(RAYS_IN_WINDOW, circles, size, LONGEST, effort)
    for longest in (500, 5_000):
        for count in IN_LEVEL:
            circles = scattered(count, LEVEL)
            yield from rays(RAYS_IN_LEVEL.format(longest), circles, LEVEL, longest, effort)
    yield from casts(effort)
    yield from manifolds(effort)

"""Rays, casts and contacts beside Box2D: among many shapes, and among few in a large level."""

from collections.abc import Callable, Iterable, Iterator
from math import pi, radians

import numpy as np
from harness.contender import Nearly
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import BOX2D, RAYS_IN_LEVEL, RAYS_IN_WINDOW
from peers import load
from scenes import places
from scenes.places import Floats

from parts.contacts import SIDE, overlapping
from parts.places import Call, circle_group, resting
from spritecol import Group, Rect, Sprite, SweepHit

PART = "box2d"
RAYS = 10_000
WINDOW, LEVEL = (1280.0, 720.0), (10_000.0, 6_000.0)  # pixels
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
DEPTH = 1e-3  # pixels: a depth's tolerance


class Fractions:
    """Which of some fractions can be compared, and how.

    Those that shapes a hair larger would change are left out: float32 may decide them either way.
    """

    def __init__(
        self, answers: Callable[[float], Floats], hair: float, pixels: float, ways: Floats
    ) -> None:
        """`answers` are those to shapes that are larger by so many pixels on each side."""
        self.tolerance = np.maximum(pixels / np.hypot(*ways.T), 1e-12)
        self.steady = np.abs(answers(hair) - answers(-hair)) <= self.tolerance
        unsteady = np.count_nonzero(~self.steady)
        self.note = f"; fractions within {pixels:.2g} pixels, "
        self.note += f"{unsteady:,} that all but touch are not compared"

    def read(self, found: Floats) -> Nearly:
        """What to compare of them: in units of the tolerance."""
        return Nearly((found / self.tolerance)[self.steady], 1.0)


def fractions(hits: Iterable[SweepHit | None]) -> Floats:
    """How far sweeps went."""
    return np.array([1.0 if hit is None else hit.fraction for hit in hits])


def random_ways(count: int, size: tuple[float, float], longest: float) -> tuple[Floats, Floats]:
    """Where some ways start, and how far they go."""
    rng = np.random.default_rng(count)
    starts = rng.uniform((0, 0), size, (count, 2))
    angle, length = rng.uniform(0, 2 * pi, count), rng.uniform(1, longest, count)
    return starts, np.column_stack((np.cos(angle), np.sin(angle))) * length[:, None]


def rays(
    case: str, count: int, size: tuple[float, float], longest: float, effort: Effort
) -> Iterator[Row]:
    """One scene of rays among circles."""
    circles = places.circles(count, size)
    starts, ways = random_ways(500 if effort.quick else RAYS, size, longest)
    ends = starts + ways

    def answers(larger: float) -> Floats:
        group = circle_group(circles + np.array((0, 0, larger)))
        return np.asarray(group.raycast_arrays(starts, ends).fraction)

    hair = FLOAT32 * max(size)
    compared = Fractions(answers, hair, 50 * hair, ways)
    read, note = compared.read, compared.note
    group = circle_group(circles)
    ours = Call(lambda: group.raycast_arrays(starts, ends), lambda found: read(found.fraction))
    theirs = {
        BOX2D: lambda: [
            load("box2d").Task(circles, "cast_rays", starts, ends, read=read, note=note)
        ]
    }
    yield from contest(PART, case, count, ours, theirs, effort)


def box_group(boxes: Floats, larger: float = 0.0) -> Group:
    """A sprite for each box, in rows x, y of the middle, width, height and angle in radians.

    The boxes are larger by so much on each side.
    """
    return Group(
        Sprite(x, y, collision=Rect(-w / 2, -h / 2, w, h), angle=float(np.degrees(angle)))
        for x, y, w, h, angle in (boxes + 2 * larger * np.array((0, 0, 1, 1, 0))).tolist()
    )


def casts(effort: Effort) -> Iterator[Row]:
    """A box on its ways among turned boxes, none of which it overlaps at its start."""
    count = 100 if effort.quick else BOXES
    side = 60 * count**0.5
    rng = np.random.default_rng(count)
    middles, sides = rng.uniform(0, side, (count, 2)), rng.uniform(10, 40, (count, 2))
    boxes = np.column_stack((middles, sides, rng.uniform(0, 2 * pi, count)))
    starts, ways = random_ways(100 if effort.quick else CASTS, (side, side), REACH)
    box = Rect(-MOVER[0] / 2, -MOVER[1] / 2, *MOVER)

    def movers() -> Group:
        return Group(Sprite(x, y, collision=box, angle=TURN) for x, y in starts.tolist())

    apart = np.ones(len(starts), dtype=bool)
    apart[movers().pair_indices(box_group(boxes, 1.0))[:, 0]] = False
    starts, ways = starts[apart], ways[apart]
    dx, dy = ways.T
    group, bulk = resting(box_group(boxes)), movers()
    mover, steps = Sprite(collision=box, angle=TURN), np.hstack((starts, ways)).tolist()

    def one_by_one() -> list[SweepHit | None]:
        found = []
        for x, y, dx, dy in steps:
            mover.x = x
            mover.y = y
            found.append(mover.sweep(dx, dy, group))
        return found

    def answers(larger: float) -> Floats:
        return np.asarray(bulk.sweep_arrays(dx, dy, box_group(boxes, larger)).fraction)

    compared = Fractions(answers, TOUCHING, TOLERANCE, ways)
    read, note = compared.read, compared.note
    asked = (*MOVER, radians(TURN), starts, ways)
    theirs = {
        BOX2D: lambda: [load("box2d").Task(boxes, "cast_boxes", *asked, read=read, note=note)]
    }
    for case, ours in {
        "sweep of a box": Call(one_by_one, lambda found: read(fractions(found))),
        "sweep_arrays of boxes": Call(
            lambda: bulk.sweep_arrays(dx, dy, group), lambda found: read(found.fraction)
        ),
    }.items():
        yield from contest(PART, f"{case} among turned ones", count, ours, theirs, effort)


def manifolds(effort: Effort) -> Iterator[Row]:
    """Contacts of pairs of turned boxes."""
    count = 200 if effort.quick else PAIRS
    both = [
        np.array([(x, y, SIDE, SIDE, radians(angle)) for x, y, angle in boxes])
        for boxes in overlapping(count)
    ]
    a, b = map(box_group, both)
    pairs = (a.contact_arrays(b).position + np.array((0, count))).astype(np.int64)
    ours = Call(lambda: a.contact_arrays(b), lambda found: Nearly(found.depth, DEPTH))
    theirs = {
        BOX2D: lambda: [
            load("box2d").Task(
                np.vstack(both),
                "collide",
                pairs,
                read=lambda found: Nearly(found, DEPTH),
                note=f"; depths within {DEPTH} pixels; the pairs are given",
            )
        ]
    }
    yield from contest(PART, "contact_arrays of turned boxes", count, ours, theirs, effort)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    for count in IN_WINDOW[:2] if effort.quick else IN_WINDOW:
        yield from rays(RAYS_IN_WINDOW, count, WINDOW, places.LONGEST, effort)
    if not effort.quick:
        yield from rays(RAYS_IN_WINDOW, CROWD, places.window(CROWD), places.LONGEST, effort)
    for longest in (500, 5_000):
        for count in IN_LEVEL:
            yield from rays(RAYS_IN_LEVEL.format(longest), count, LEVEL, longest, effort)
    yield from casts(effort)
    yield from manifolds(effort)

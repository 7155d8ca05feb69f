"""Shortest ways of a disc among a few walls, judged by the visibility graph and by sweeps."""

import math
import random
from itertools import pairwise

from oracle.ways import grown, shortest

from spritecol import Circle, Group, Rect, Sprite
from spritecol.paths import Paths
from support.campaign.bulk import Random
from support.campaign.sight import ROUND, STRAIGHT, wall
from support.campaign.tally import Tally

SCENES = 9  # of a round
LONGER = 1e-3
"""By how much a way may be longer than the shortest."""
CUT = 2e-3
"""By how much an arc may be longer than the few lines that stand for it, from within."""
SURE = 1e-2
"""In pixels: a gap that is wider by this, or narrower, is one to the oracle too."""


def length_of(way: list[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(way))


def hit_legs(way: list[tuple[float, float]], walls: list[Sprite], radius: float) -> list[int]:
    """Return the numbers of the legs on which a disc hits something."""
    found = []
    for k, (a, b) in enumerate(pairwise(way)):
        disc = Sprite(*a, collision=Circle(0, 0, radius))
        if disc.hits(walls) or disc.sweep(b[0] - a[0], b[1] - a[1], walls) is not None:
            found.append(k)
    return found


def faults(
    walls: list[Sprite],
    radius: float,
    start: tuple[float, float],
    goal: tuple[float, float],
    found: list[tuple[float, float]] | None,
) -> list[str]:
    """Return what is wrong with a way."""
    solid = [sprite.geometry for sprite in walls]
    least = shortest(grown(solid, radius, outside=False), start, goal)
    if found is None:
        most = shortest(grown(solid, radius + SURE, outside=True), start, goal)
        return [] if math.isinf(most) else [f"no way, but there is one of {most}"]
    wrong = []
    if found[0] != start or found[-1] != goal:
        wrong.append("other ends")
    if legs := hit_legs(found, walls, radius):
        wrong.append(f"hits on legs {legs} of {found}")
    length = length_of(found)
    if length < least * (1 - 1e-6) and not math.isinf(least):
        wrong.append(f"too short: {length} instead of {least}")
    most = shortest(grown(solid, radius, outside=True), start, goal)
    if length > most * (1 + LONGER):
        wider = shortest(grown(solid, radius + SURE, outside=True), start, goal)
        if length > wider * (1 + LONGER):
            wrong.append(f"too long: {length} instead of {most}")
    return wrong


def scene(
    rng: random.Random,
) -> tuple[list[Sprite], float, tuple[float, float], tuple[float, float]]:
    """Draw walls, the radius of a disc, and two places."""
    kinds = [kind for kind in (*STRAIGHT, *ROUND[: rng.randint(0, 3)]) if kind != "one way"]
    walls = [wall(rng, rng.choice(kinds)) for _ in range(rng.choice([1, 2, 4, 7]))]
    radius = rng.choice([0.0, 1.0, 4.0, rng.uniform(0, 9)])
    whole = rng.random() < 0.5

    def place() -> tuple[float, float]:
        x, y = rng.uniform(-80, 80), rng.uniform(-80, 80)
        return (float(round(x)), float(round(y))) if whole else (x, y)

    return walls, radius, place(), place()


Place = tuple[float, float]


def fitting(rng: random.Random) -> tuple[list[Sprite], float, Place, Place]:
    """Draw upright walls, a disc exactly as wide as a gap between them, and two places."""
    corner, unit = rng.choice([(0, 1), (1000, 1), (-30, 8), (7, 16), (0.5, 0.25)])

    def block() -> tuple[float, float, float, float]:
        x, y = rng.randint(-8, 8), rng.randint(-8, 8)
        w, h = rng.choice([(rng.randint(1, 6), 1), (1, rng.randint(1, 6)), (2, 2)])
        return x, y, x + w, y + h

    blocks = [block() for _ in range(rng.choice([2, 4, 8, 16]))]
    gaps = {b[k] - a[k + 2] for a in blocks for b in blocks for k in (0, 1)}
    diameter = rng.choice([gap for gap in sorted(gaps) if 0 < gap <= 4] or [1])
    walls = [
        Sprite(corner + unit * x, corner + unit * y, collision=Rect(0, 0, unit * w, unit * h))
        for x, y, w, h in ((x, y, right - x, below - y) for x, y, right, below in blocks)
    ]

    def place() -> Place:
        x, y = (rng.randint(-20, 24) / 2 for _ in range(2))
        return corner + unit * x, corner + unit * y

    return walls, unit * diameter / 2, place(), place()


def fitting_faults(
    walls: list[Sprite], radius: float, start: Place, goal: Place, found: list[Place] | None
) -> list[str]:
    """Return what is wrong with a way in a fitting scene, where the oracle allows a tiny
    difference.

    In whole numbers, gaps as wide as the disc are those that are open to one that is smaller by a
    hair. There the way is shorter by a hair, and by what a grown corner of few corners cuts off.
    """
    solid = [sprite.geometry for sprite in walls]
    least = shortest(grown(solid, radius, outside=False), start, goal)
    if found is None:
        return [] if math.isinf(least) else [f"no way, but there is one of {least}"]
    wrong = [] if found[0] == start and found[-1] == goal else ["other ends"]
    if legs := hit_legs(found, walls, radius):
        wrong.append(f"hits on legs {legs} of {found}")
    if not least * (1 - 1e-6) <= length_of(found) <= least * (1 + LONGER + CUT):
        wrong.append(f"as long as {length_of(found)} instead of {least}")
    return wrong


def judged(rng: random.Random, is_fitting: bool = False) -> tuple[list[str], object]:
    """Return what is wrong with one way, and its scene."""
    walls, radius, start, goal = fitting(rng) if is_fitting else scene(rng)
    paths = Paths(Group(walls), radius=radius)
    found = paths.find(start, goal)
    told = ([sprite.world_shapes for sprite in walls], radius, start, goal, found)
    if found is None and not math.isclose(radius, 0.0):
        disc = (
            Sprite(*start, collision=Circle(0, 0, radius)),
            Sprite(*goal, collision=Circle(0, 0, radius)),
        )
        if disc[0].hits(walls) or disc[1].hits(walls):
            return [], told
    judge = fitting_faults if is_fitting else faults
    return judge(walls, radius, start, goal, found), told


def play(rng: Random, tally: Tally, where: str) -> None:
    """Judge a few ways."""
    for number in range(SCENES):
        seed = int(rng.integers(2**62))
        found, _ = judged(random.Random(seed), number % 3 == 2)
        tally.one("ways", not found, lambda f=found, s=seed: f"{f}, scene {s}, {where}")  # type: ignore[misc]

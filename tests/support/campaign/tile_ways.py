"""Shortest ways of discs on maps of tiles in whole numbers: there, back, and of larger discs."""

import math
import random
from typing import NamedTuple

from oracle.ways import CLOSE, Box, Pair, of_disc, of_point

from spritecol import Circle, Group, Rect, Sprite
from spritecol.paths import Paths
from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.campaign.ways import LONGER, hit_legs

MAPS = 6  # of a round
SHORTER = 1e-9
"""A share of a way, for rounding."""


class Map(NamedTuple):
    """Boxes, a radius that often fits exactly, and two places: also at corners and beside walls."""

    boxes: list[Box]
    radius: float
    start: Pair
    goal: Pair


def drawn(rng: random.Random) -> Map:
    """A map."""
    tile = rng.choice([16, 16, 16, 8, 32, 10])
    side = rng.choice([6, 8, 8, 10])
    share = rng.choice([0.1, 0.2, 0.3, 0.4])
    left, top = rng.choice([(0, 0), (0, 0), (-48, 80), (1000, -3000)])
    boxes = [
        (left + tile * x, top + tile * y, left + tile * (x + w), top + tile * (y + h))
        for x in range(side)
        for y in range(side)
        if rng.random() < share
        for w, h in [rng.choice([(1, 1), (1, 1), (1, 1), (2, 1), (1, 3)])]
    ] or [(left, top, left + tile, top + tile)]
    radius = rng.choice([0.0, 0.0, tile / 2, tile / 2, tile / 2 - 0.001, tile / 4, tile / 3, tile])

    def place() -> Pair:
        x, y = left + rng.randint(0, tile * side), top + rng.randint(0, tile * side)
        kind = rng.randrange(5)
        if kind == 0:
            return float(x), float(y)
        if kind == 1:  # the middle of a tile
            return x // tile * tile + tile / 2, y // tile * tile + tile / 2
        box = rng.choice(boxes)
        if kind == 4:  # all round a corner
            away = radius + rng.choice([1e-4, 0.01, 0.5] if radius else [0.05, 0.5])
            angle = rng.uniform(0, 2 * math.pi)
            corner = box[rng.choice([0, 2])], box[rng.choice([1, 3])]
            return corner[0] + away * math.cos(angle), corner[1] + away * math.sin(angle)
        if kind == 2:  # at a corner, or off it
            u, v = rng.choice([(0, 1), (2, 1), (2, 3), (0, 3)])
            away = 0.0 if radius == 0.0 else radius
            return (
                box[u] + (away if u else -away) * rng.choice([0, 1]),
                box[v] + (away if v == 3 else -away),
            )
        if rng.random() < 0.5:  # beside a wall
            return rng.choice([box[0] - radius, box[2] + radius]), float(
                rng.randint(int(box[1]), int(box[3]))
            )
        return float(rng.randint(int(box[0]), int(box[2]))), rng.choice(
            [box[1] - radius, box[3] + radius]
        )

    def free_place() -> Pair:
        for _ in range(12):  # else it may be in a wall
            x, y = place()
            apart = [
                math.hypot(max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0))
                for box in boxes
            ]
            if min(apart) >= max(radius - CLOSE, CLOSE * rng.randint(0, 1)):
                break
        return x, y

    return Map(boxes, radius, free_place(), free_place())


def walls_of(one: Map) -> list[Sprite]:
    return [Sprite(x, y, collision=Rect(0, 0, r - x, b - y)) for x, y, r, b in one.boxes]


def judged(one: Map) -> tuple[list[str], str]:
    """Return what is wrong with the ways on a map, and the kind of map."""
    walls = walls_of(one)
    group = Group(walls)
    paths = Paths(group, radius=one.radius)
    way, back = paths.find(one.start, one.goal), paths.find(one.goal, one.start)
    ends = [Sprite(*place, collision=Circle(0, 0, one.radius)) for place in (one.start, one.goal)]
    if any(end.hits(group) for end in ends):
        return [] if way is None and back is None else [
            "a way from or to within a wall"
        ], "in walls"
    if one.radius:
        least = of_disc(one.boxes, one.radius, one.start, one.goal)
    else:
        least = of_point(one.boxes, one.start, one.goal)
    if (way is None) is not (back is None):
        return [f"there {way}, back {back}"], "one way"
    if way is None or back is None:
        return [] if math.isinf(least) else [f"no way, but one of {least}"], "no way"
    wrong = []
    if math.isinf(least):
        wrong.append(f"a way of {way.length}, where there is none")
    elif not least - 1e-4 <= way.length <= least * (1 + LONGER) + 1e-5:
        wrong.append(f"as long as {way.length} instead of {least}")
    if back.length != way.length:
        wrong.append(f"back {back.length} instead of {way.length}")
    if legs := hit_legs(way, walls, one.radius):
        wrong.append(f"hits on legs {legs} of {way}")
    if legs := hit_legs(back, walls, one.radius):
        wrong.append(f"hits on legs {legs} of {back}, back")
    for more in (1e-3, 0.1, 1.0):
        wider = Paths(group, radius=one.radius + more).find(one.start, one.goal)
        if wider is not None and wider.length < way.length * (1 - SHORTER) - CLOSE:
            wrong.append(f"for {more} more {wider.length} instead of {way.length}")
    return wrong, "straight" if len(way) == 2 else "round corners"


def play(rng: Random, tally: Tally, where: str) -> None:
    """Judge a few maps."""
    for _ in range(MAPS):
        seed = int(rng.integers(2**62))
        found, _kind = judged(drawn(random.Random(seed)))
        tally.one("tile-ways", not found, lambda f=found, s=seed: f"{f}, map {s}, {where}")  # type: ignore[misc]

"""Distances and separations: how far apart sprites are, and the least moves that end their hits."""

import numpy as np
import shapely
from numpy.typing import NDArray

from spritecol import Group, Sprite
from support.campaign.bulk import Floats, Ints, Random, Scene
from support.campaign.contacts import CROWD, DIRECTIONS, SHORTER, SLACK, moved
from support.campaign.geometry import (
    AREA,
    FINE,
    ROUND,
    World,
    cos_sin,
    parts_of_pairs,
    set_rounds,
    within_reach,
    world_of,
)
from support.campaign.tally import Tally

COUNT = 100  # questions of a kind
ROOM = 1.0001  # of a move: where there is room, so much is free as well
SEVERAL = 4  # targets of a separation


class Asked(Sprite):
    """A sprite that is asked. The campaign's own tests put one in its place that lies."""


def least(world: World, k: Ints, p: Ints, q: Ints, moves: Floats, rng: Random) -> NDArray[np.bool_]:
    """Return which moves are enough while shorter ones in random directions are not.

    Move k[i] takes part p[i] away from part q[i].
    """
    count, slack = len(moves), SLACK * world.margin
    length = np.hypot(moves[:, 0], moves[:, 1])
    after = moved(world.inner[p], moves[k])
    right = np.ones(count, dtype=bool)
    shapely.prepare(world.inner[q])
    right[k[shapely.intersects(world.inner[q], after)]] = False
    for turn in rng.uniform(0, 360, DIRECTIONS):
        cos, sin = cos_sin(np.array([turn]))
        way = np.column_stack([cos, sin]) * np.maximum(0.0, SHORTER * length - slack)[:, None]
        still = np.zeros(count, dtype=bool)
        still[k[within_reach(world.outer[q], moved(world.outer[p], way[k]), slack)]] = True
        right &= still | (SHORTER * length <= slack)
    return right


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Compare the distances of pairs, and the separations from a few others."""
    scene = scene.in_floats()
    world, sprites = world_of(scene), scene.sprites(Asked)
    away = np.hypot(*(scene.pose[n] - scene.pose[n][rng.integers(scene.count)] for n in "xy"))
    crowd = np.argsort(away)[: 2 * CROWD]
    set_rounds(world, np.flatnonzero((world.kind == ROUND) & np.isin(world.owner, crowd)), FINE)
    slack = SLACK * world.margin
    pairs = np.array([rng.choice(crowd, 2, replace=False) for _ in range(COUNT)])
    found = [sprites[i].distance(sprites[j]) for i, j in pairs.tolist()]
    far = np.array([one.distance for one in found])
    enabled = scene.enabled[pairs].all(axis=1)
    right = np.isfinite(far) == enabled
    normals, ends, other_ends = (
        np.nan_to_num([getattr(one, name) for one in found])
        for name in ("normal", "point", "other_point")
    )
    far[~enabled] = 0.0
    ways = far[:, None] * normals
    right &= ~enabled | (np.abs(np.hypot(*normals.T) - 1) < 1e-9)
    right &= ~enabled | (np.hypot(*(ends - other_ends - ways).T) <= slack)

    k, p, q = parts_of_pairs(world, pairs[:, 0], world, pairs[:, 1])
    # Lines and dots have nothing that is surely inside them, but they are where they are.
    there = np.where((world.kind >= ROUND), world.inner, world.outer)
    low, high = np.full(COUNT, np.inf), np.full(COUNT, np.inf)
    np.minimum.at(low, k, shapely.distance(world.outer[p], world.outer[q]))
    # Where nothing is surely inside of a shape, the distance to it is NaN, and no bound.
    np.fmin.at(high, k, shapely.distance(there[p], there[q]))
    right &= ~enabled | (low - slack <= np.maximum(far, 0)) & (np.maximum(far, 0) <= high + slack)
    right &= ~enabled | (far >= 0) | (low <= slack)
    sure = shapely.intersects(world.inner[p], world.inner[q])
    sure &= (world.kind[p] == AREA) | (world.kind[q] == AREA) | (world.kind[p] == ROUND)
    surely = np.zeros(COUNT, dtype=bool)
    surely[k[sure]] = True
    right &= ~enabled | ~surely | (far < 0)
    right &= least(world, k, p, q, np.where(far[:, None] < 0, -ways, 0), rng) | (far >= 0)
    for column, points in ((0, ends), (1, other_ends)):
        sides = (p, q)[column]
        near = np.zeros(COUNT, dtype=bool)
        near[k[within_reach(world.outer[sides], shapely.points(points[k]), slack)]] = True
        right &= ~enabled | near
    for i, (one, other_one) in enumerate(pairs.tolist()):
        # Away from each other it is as far, unless one fits between two sides without any room.
        away = np.array(sprites[one].separation(sprites[other_one]))
        back = np.array(sprites[other_one].separation(sprites[one]))
        shorter = min(away, -back, key=np.linalg.norm)
        if abs(np.linalg.norm(away) - np.linalg.norm(back)) > slack:
            mine = k == i
            after = moved(world.outer[p[mine]], np.array([ROOM * shorter]).repeat(mine.sum(), 0))
            right[i] &= bool(shapely.intersects(after, world.outer[q[mine]]).any())
        tally.one("distances", bool(right[i]), lambda i=i: f"{where} 0, {pairs[i]}")  # type: ignore[misc]

    rows = np.array([rng.choice(crowd, SEVERAL + 1, replace=False) for _ in range(COUNT)])
    moves = np.array(
        [sprites[row[0]].separation(Group([sprites[i] for i in row[1:]])) for row in rows.tolist()]
    )
    live = scene.enabled[rows]
    question, target = np.nonzero(live[:, :1] & live[:, 1:])
    k, p, q = parts_of_pairs(world, rows[question, 0], world, rows[question, target + 1])
    right = least(world, question[k], p, q, moves, rng)
    for i in range(COUNT):
        tally.one("distances", bool(right[i]), lambda i=i: f"{where} 0, away {rows[i]}")  # type: ignore[misc]

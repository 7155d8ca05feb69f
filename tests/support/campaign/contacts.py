"""Contacts: the push parts the two shapes, and no shorter move in any direction does."""

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from spritecol import Group
from support.campaign.bulk import Floats, Ints, Random, Scene
from support.campaign.geometry import FINE, ROUND, World, set_rounds, within_reach, world_of
from support.campaign.tally import Tally

CROWD = 40  # sprites that are asked, side by side
MOST = 300  # contacts of a scene
DIRECTIONS = 12
SHORTER = 0.999  # of the depth: this much of it is not enough in any direction
SLACK = 20  # margins


def moved(shapes: NDArray[Any], steps: Floats) -> NDArray[Any]:
    """Return the geometries, each moved by its own step."""
    corners, of = shapely.get_coordinates(shapes, return_index=True)
    result: NDArray[Any] = shapely.set_coordinates(shapes.copy(), corners + steps[of])
    return result


def part_numbers(world: World, positions: Ints, shapes: Ints) -> Ints:
    """Return the parts that are these shapes of these sprites."""
    first = np.searchsorted(world.owner, np.arange(world.scene.count))
    result: Ints = first[positions] + shapes
    return result


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Compare the contacts within a scene."""
    scene = scene.in_floats()
    world = world_of(scene)
    away = np.hypot(*(scene.pose[n] - scene.pose[n][rng.integers(scene.count)] for n in "xy"))
    crowd = np.argsort(away)[:CROWD]
    sprites = scene.sprites()
    group = Group([sprites[k] for k in crowd.tolist()])
    found = group.contact_arrays()
    some = rng.permutation(len(found.depth))[:MOST]
    normals, depths = found.normal[some], found.depth[some]
    set_rounds(world, np.flatnonzero(world.kind == ROUND), FINE)
    p, q = (
        part_numbers(world, crowd[found.position[some, k]], found.shape[some, k]) for k in (0, 1)
    )
    slack = SLACK * world.margin

    # By the depth and no more: in a hole there may be no room on the other side.
    after = moved(world.inner[p], normals * depths[:, None])
    shapely.prepare(world.inner[q])
    apart = ~shapely.intersects(world.inner[q], after)
    unit = np.abs(np.hypot(normals[:, 0], normals[:, 1]) - 1) < 1e-9
    least = np.ones(len(some), dtype=bool)
    for turn in rng.uniform(0, 2 * np.pi, DIRECTIONS):
        way = np.array([[np.cos(turn), np.sin(turn)]]) * (SHORTER * depths - slack)[:, None]
        still = within_reach(world.outer[q], moved(world.outer[p], way), slack)
        least &= still | (SHORTER * depths < slack)
    for k in range(len(some)):
        right = bool(apart[k] and unit[k] and least[k] and depths[k] >= 0)
        tally.one("contacts", right, lambda k=k: f"{where} 0, contact {some[k]}")  # type: ignore[misc]

    points = found.point[some].reshape(-1, 2)
    for parts in (p, q):
        near = within_reach(np.repeat(world.outer[parts], 2), shapely.points(points), slack)
        for k in np.flatnonzero(~near).tolist():
            tally.one("contacts", False, lambda k=k: f"{where} 0, point of contact {some[k // 2]}")  # type: ignore[misc]

    # Each pair of sprites that hits has contacts, and no other.
    pairs = {tuple(row) for row in found.position.tolist()}
    hits = {tuple(row) for row in group.pair_indices().tolist()}
    tally.one("contacts", pairs == hits, lambda: f"{where} 0, pairs")

"""The nearest sprite: how far it is, and that none is nearer."""

import numpy as np
import shapely

from spritecol import Group
from support.campaign.bounds import bounds_of, smallest
from support.campaign.bulk import Random, Scene
from support.campaign.geometry import world_of
from support.campaign.rays import rays
from support.campaign.tally import Tally

SINGLE = 20  # points one by one, too


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Compare distances with those to all sprites in reach."""
    points, _ = rays(rng, scene)
    scene = scene.in_floats()
    sprites, world = scene.sprites(), world_of(scene)
    group, bounds = Group(sprites), bounds_of(world)
    dots, count = shapely.points(points), len(points)
    positions, distances = group.nearest_indices(points)
    positions, distances = positions.reshape(-1), distances.reshape(-1)

    # Lines and dots have nothing that is surely inside them, but they are where they are.
    there = bounds.less.copy()
    empty = shapely.is_empty(there)
    there[empty] = world.outer[bounds.parts[empty]]
    tree = shapely.STRtree(bounds.more)
    (i, _), early = tree.query_nearest(dots, return_distance=True, all_matches=True)
    least = smallest(count, i, early)
    reach = least + bounds.slack + np.where(np.isfinite(least), 0.01 * least, 0)
    a, b = tree.query(
        shapely.buffer(dots, reach + 1e-3 * world.scene.size()), predicate="intersects"
    )
    most = smallest(count, a, shapely.distance(dots[a], there[b]))
    for k in range(count):
        own = np.flatnonzero(bounds.owner == positions[k])
        right = len(own) > 0 and least[k] - bounds.slack <= distances[k] <= most[k] + bounds.slack
        if right:
            low = shapely.distance(dots[k], bounds.more[own]).min()
            high = shapely.distance(dots[k], there[own]).min()
            right = low - bounds.slack <= distances[k] <= high + bounds.slack
        tally.one("nearest", bool(right), lambda k=k: f"{where} 0, point {k}")  # type: ignore[misc]
        if k < SINGLE:
            near = group.nearest(*points[k].tolist())
            same = near is not None and near.other is sprites[positions[k]]
            same = same and near is not None and near.distance == distances[k]
            tally.one("nearest", same, lambda k=k: f"{where} 0, point {k} alone")  # type: ignore[misc]

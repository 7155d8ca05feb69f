"""Rays: how far the first hit is, whose it is, and where they start inside."""

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from spritecol import Group, Rays
from support.campaign.bounds import Bounds, bounds_of, first_met, smallest
from support.campaign.bulk import Floats, Random, Scene
from support.campaign.contacts import part_numbers
from support.campaign.geometry import world_of
from support.campaign.tally import Tally

COUNT = 200  # rays of a scene
APART = 8.0  # times as far apart as for other topics, so that most rays start outside of all
SINGLE = 20  # of them one by one, too


def rays(rng: Random, scene: Scene) -> tuple[Floats, Floats]:
    """Starts and ends: between any two places, short ones too; in whole numbers if the scene is."""
    scene.thin_out(APART)
    places = np.column_stack([scene.pose["x"], scene.pose["y"]])
    low, high = places.min(axis=0), places.max(axis=0)
    starts = rng.uniform(low, high, (COUNT, 2))
    way = rng.uniform(low, high, (COUNT, 2)) - starts
    ends = starts + way * rng.choice([1.0, 0.2, 0.03], (COUNT, 1))
    if scene.exact:
        starts, ends = np.round(starts), np.round(ends)
        ends[(starts == ends).all(axis=1)] += 1.0
    return starts, ends


def outward_or_none(found: Rays, starts: Floats, ends: Floats, bounds: Bounds) -> NDArray[Any]:
    """Return whether each normal leads out of the shape that is hit, against the ray.

    A ray that starts inside has none.
    Where a cut between two convex pieces of a polygon ends, its normal may lead into the other one.
    """
    way, normals = ends - starts, found.normal
    unit = np.abs(np.hypot(*normals.T) - 1) < 1e-9
    right = unit & ((normals * way).sum(axis=1) <= 1e-9 * np.hypot(*way.T))
    inner = bounds.world.inner[
        part_numbers(bounds.world, np.maximum(found.position, 0), np.maximum(found.shape, 0))
    ]
    right &= ~shapely.intersects(inner, shapely.points(found.point + bounds.slack * normals))
    result: NDArray[Any] = np.where(found.inside, ~normals.any(axis=1), right)
    return result


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Compare the first hit of each ray."""
    starts, ends = rays(rng, scene)
    scene = scene.in_floats()
    sprites, world = scene.sprites(), world_of(scene)
    group, bounds = Group(sprites), bounds_of(world)
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    length = np.hypot(*(ends - starts).T)
    found = group.raycast_arrays(starts, ends)

    i, j, early = first_met(starts, lines, bounds.more)
    k, _, late = first_met(starts, lines, bounds.less)
    least, most = smallest(COUNT, i, early), smallest(COUNT, k, late)
    distance = np.where(found.hit, found.fraction * length, np.inf)
    outward = outward_or_none(found, starts, ends, bounds)
    for ray in range(COUNT):
        right = least[ray] - bounds.slack <= distance[ray] <= most[ray] + bounds.slack
        if found.hit[ray]:  # and this very sprite is there
            mine = (i == ray) & (bounds.owner[j] == found.position[ray])
            right = right and bool((early[mine] - bounds.slack <= distance[ray]).any())
            right = right and bool(outward[ray])
        tally.one("rays", bool(right), lambda r=ray: f"{where} 0, ray {r}")  # type: ignore[misc]
        if ray < SINGLE:
            one = group.raycast(*starts[ray].tolist(), *ends[ray].tolist())
            same = (one is None) is not bool(found.hit[ray]) and (
                one is None
                or (
                    one.other is sprites[found.position[ray]]
                    and one.fraction == found.fraction[ray]
                    and one.point == tuple(found.point[ray])
                    and one.normal == tuple(found.normal[ray])
                    and one.inside == found.inside[ray]
                )
            )
            tally.one("rays", same, lambda r=ray: f"{where} 0, ray {r} alone")  # type: ignore[misc]

    # Of sprites that a ray starts in, or touches at its start, the first in the Group is the hit.
    dots, near = shapely.points(starts), np.zeros(COUNT, dtype=bool)
    near[np.unique(shapely.STRtree(bounds.more).query(dots, predicate="intersects")[0])] = True
    i, j = shapely.STRtree(bounds.less).query(dots, predicate="intersects")
    inside = {*zip(i.tolist(), bounds.owner[j].tolist(), strict=True)}
    for ray in range(COUNT):
        sure = (ray, int(found.position[ray])) in inside
        right = bool(found.inside[ray]) is sure if sure or not near[ray] else None
        tally.one("rays", right, lambda r=ray: f"{where} 0, start of ray {r}")  # type: ignore[misc]

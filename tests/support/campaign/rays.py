"""Rays: how far the first hit is, whose it is, and where they start inside."""

import numpy as np
import shapely

from spritecol import Group
from support.campaign.bounds import bounds_of, first_met, smallest
from support.campaign.geometry import world_of
from support.campaign.scenes import Floats, Random, Scene
from support.campaign.tally import Tally

COUNT = 200  # rays of a scene
SINGLE = 20  # of them one by one, too


def rays(rng: Random, scene: Scene) -> tuple[Floats, Floats]:
    """Starts and ends: between any two places, short ones too."""
    places = np.column_stack([scene.pose["x"], scene.pose["y"]])
    low, high = places.min(axis=0), places.max(axis=0)
    starts = rng.uniform(low, high, (COUNT, 2))
    way = rng.uniform(low, high, (COUNT, 2)) - starts
    return starts, starts + way * rng.choice([1.0, 0.2, 0.03], (COUNT, 1))


def play(rng: Random, scene: Scene, other: Scene, tally: Tally, where: str) -> None:
    """Compare the first hit of each ray."""
    if scene.exact:
        return
    sprites, world = scene.sprites(), world_of(scene)
    group, bounds = Group(sprites), bounds_of(world)
    starts, ends = rays(rng, scene)
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    length = np.hypot(*(ends - starts).T)
    found = group.raycast_arrays(starts, ends)

    i, j, early = first_met(starts, lines, bounds.more)
    k, _, late = first_met(starts, lines, bounds.less)
    least, most = smallest(COUNT, i, early), smallest(COUNT, k, late)
    distance = np.where(found.hit, found.fraction * length, np.inf)
    for ray in range(COUNT):
        right = least[ray] - bounds.slack <= distance[ray] <= most[ray] + bounds.slack
        if found.hit[ray]:  # and this very sprite is there
            mine = (i == ray) & (bounds.owner[j] == found.position[ray])
            right = right and bool((early[mine] - bounds.slack <= distance[ray]).any())
        tally.one("rays", bool(right), lambda r=ray: f"{where} 0, ray {r}")  # type: ignore[misc]
        if ray < SINGLE:
            one = group.raycast(*starts[ray].tolist(), *ends[ray].tolist())
            same = (one is None) is not bool(found.hit[ray]) and (
                one is None
                or (
                    one.sprite is sprites[found.position[ray]]
                    and one.fraction == found.fraction[ray]
                    and one.point == tuple(found.point[ray])
                    and one.normal == tuple(found.normal[ray])
                    and one.inside == found.inside[ray]
                )
            )
            tally.one("rays", same, lambda r=ray: f"{where} 0, ray {r} alone")  # type: ignore[misc]

    dots = shapely.points(starts)
    inside, near = np.zeros(COUNT, dtype=bool), np.zeros(COUNT, dtype=bool)
    inside[np.unique(shapely.STRtree(bounds.less).query(dots, predicate="intersects")[0])] = True
    near[np.unique(shapely.STRtree(bounds.more).query(dots, predicate="intersects")[0])] = True
    for ray in range(COUNT):
        certain = inside[ray] or not near[ray]
        right = bool(found.inside[ray]) is bool(inside[ray]) if certain else None
        tally.one("rays", right, lambda r=ray: f"{where} 0, start of ray {r}")  # type: ignore[misc]

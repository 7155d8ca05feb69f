"""Rays: how far the first hit is, whose it is, and where they start inside.

Of many rays in any scene, the first hit is judged by bounds; of one in whole numbers all are, in
fractions.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from oracle import exact

from spritecol import Group, RayArrays, RayHit, Segment, Sprite, Vec2
from support.campaign.bounds import Bounds, bounds_of, first_met, smallest
from support.campaign.bulk import Floats, Random, Scene
from support.campaign.contacts import part_numbers
from support.campaign.geometry import world_of
from support.campaign.tally import Tally, many
from support.hooks import index_forced
from support.scenes import KINDS, WHOLE, Dice, sprite

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


def outward_or_none(found: RayArrays, starts: Floats, ends: Floats, bounds: Bounds) -> NDArray[Any]:
    """Return whether each normal leads out of the shape that is hit, against the ray.

    A ray that starts inside has none. At a corner where a polygon is not convex, the normal of each
    of both sides leads into the other one.
    """
    way, normals = ends - starts, found.normal
    unit = np.abs(np.hypot(*normals.T) - 1) < 1e-9
    right = unit & ((normals * way).sum(axis=1) <= 1e-9 * np.hypot(*way.T))
    own = part_numbers(bounds.world, np.maximum(found.index, 0), np.maximum(found.shape_index, 0))
    corners = shapely.multipoints(bounds.world.corners, indices=bounds.world.part)[own]
    hull = shapely.buffer(shapely.convex_hull(corners), -bounds.slack)
    at, ahead = shapely.points(found.point), shapely.points(found.point + bounds.slack * normals)
    notch = shapely.dwithin(corners, at, bounds.slack) & shapely.intersects(hull, at)
    right &= notch | ~shapely.intersects(bounds.world.inner[own], ahead)
    result: NDArray[Any] = np.where(found.from_inside, ~normals.any(axis=1), right)
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
            mine = (i == ray) & (bounds.owner[j] == found.index[ray])
            right = right and bool((early[mine] - bounds.slack <= distance[ray]).any())
            right = right and bool(outward[ray])
        tally.one("rays", bool(right), lambda r=ray: f"{where} 0, ray {r}")  # type: ignore[misc]
        if ray < SINGLE:
            one = group.raycast(*starts[ray].tolist(), *ends[ray].tolist())
            same = (one is None) is not bool(found.hit[ray]) and (
                one is None
                or (
                    one.other is sprites[found.index[ray]]
                    and one.fraction == found.fraction[ray]
                    and one.point == tuple(found.point[ray])
                    and one.normal == tuple(found.normal[ray])
                    and one.from_inside == found.from_inside[ray]
                )
            )
            tally.one("rays", same, lambda r=ray: f"{where} 0, ray {r} alone")  # type: ignore[misc]

    # Of sprites that a ray starts in, or touches at its start, the first in the Group is the hit.
    dots, near = shapely.points(starts), np.zeros(COUNT, dtype=bool)
    near[np.unique(shapely.STRtree(bounds.more).query(dots, predicate="intersects")[0])] = True
    i, j = shapely.STRtree(bounds.less).query(dots, predicate="intersects")
    inside = {*zip(i.tolist(), bounds.owner[j].tolist(), strict=True)}
    for ray in range(COUNT):
        sure = (ray, int(found.index[ray])) in inside
        right = bool(found.from_inside[ray]) is sure if sure or not near[ray] else None
        tally.one("rays", right, lambda r=ray: f"{where} 0, start of ray {r}")  # type: ignore[misc]
    many("rays in fractions", judged, COUNT)(rng, tally, where)


# --- rays in whole numbers, in fractions ----------------------------------------------------------

CONDITIONS: dict[str, Callable[[list[Sprite]], dict[str, Any]]] = {
    "all": lambda members: {},
    "not from inside": lambda members: {"hit_from_inside": False},
    "mask": lambda members: {"mask": 2},
    "exclude": lambda members: {"exclude": members[::2]},
    "where": lambda members: {"where": lambda other: other.collision_layer == 1},
}
BRANCHES = {
    *CONDITIONS, "thin", "thick", "one", "several", "a tie", "misses", "inside", "checked",
    *(f"{kind} hit" for kind in KINDS), *(f"{kind} hit by a disc" for kind in KINDS),
}  # fmt: skip


def aim(r: Dice, sprite: Sprite, near: int = 3) -> list[int]:
    """Draw a line in whole numbers between places in, on and around a sprite, or by its middle."""
    left, top, right, bottom = map(int, sprite.aabb)

    def place() -> tuple[int, int]:
        return r.randint(left - near, right + near), r.randint(top - near, bottom + near)

    start, end = place(), place()
    if r.random() < 0.3:
        start = (left + right) // 2, (top + bottom) // 2
    if r.random() < 0.3:
        end = left + right - start[0], top + bottom - start[1]
    elif r.random() < 0.4:  # on a side of its box
        end = r.choice((left, right)), r.randint(top, bottom)
        if r.random() < 0.5:
            end = r.randint(left, right), r.choice((top, bottom))
    return [*start, *end]


def unsound(hit: RayHit, line: Sequence[float], radius: float = 0.0) -> list[str]:
    """Return what does not hold for a hit, although it does for each."""
    start, way = Vec2(*line[:2]), Vec2(line[2] - line[0], line[3] - line[1])
    at, close = start + hit.fraction * way, 1e-9 * (1 + way.length)
    if hit.from_inside:
        is_right = (hit.fraction, hit.point, hit.normal) == (0, start, (0, 0))
    else:
        is_right = (
            abs(hit.normal.length - 1) < 1e-9
            and hit.normal.dot(way) <= close
            and hit.point.distance_to(at - radius * hit.normal) < close
        )
    is_right &= 0 <= hit.fraction <= 1 and abs(hit.distance - hit.fraction * way.length) < close
    return [] if is_right else [f"{hit} on {line} by {radius}"]


def order_of(hit: RayHit, members: list[Sprite], line: Sequence[float]) -> tuple[float, ...]:
    """Return by what hits are ordered; at ties, by which would come first further to the right."""
    into = -hit.normal.dot((line[2] - line[0], line[3] - line[1]))
    later = hit.normal.x / into if hit.normal.x and into > 0 else 0.0
    own = next(k for k, shape in enumerate(hit.other.shapes) if shape is hit.other_shape)
    return hit.fraction, -math.inf if hit.from_inside else later, members.index(hit.other), own


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with a ray among a few sprites, and the branches of the scene."""
    r, kind = Dice(seed), KINDS[seed % len(KINDS)]
    members = [sprite(r, kind, WHOLE)]
    members += [sprite(r, None, WHOLE) for _ in range(r.choice((0, 0, 2, 6)))]
    for one in members[1:]:
        one.collision_layer = r.choice((1, 1, 2))
    line, group = aim(r, r.choice(members)), Group(members)
    parts = [part for one in members for solid in exact.solids(one) for part in solid]
    is_oval = any(isinstance(part, exact.Oval) for part in parts)
    radius = 0.0 if is_oval or line[:2] == line[2:] else r.choice((0, 0, 1, 1.5, 3))
    name = r.choice(list(CONDITIONS))
    how = CONDITIONS[name](members)
    seen = Counter([name, "thick" if radius else "thin", "several" if members[1:] else "one"])
    counted = [
        one
        for k, one in enumerate(members)
        if not (name == "mask" and one.collision_layer != 2)
        and not (name == "where" and one.collision_layer != 1)
        and not (name == "exclude" and k % 2 == 0)
    ]
    wanted = {
        (members.index(one), met.other_shape): (float(met.time), met.inside)
        for one in counted
        for met in exact.ray(one, line[:2], line[2:], radius)
        if not (met.inside and name == "not from inside")
    }
    with index_forced(False):
        found = group.raycast_all(*line, radius=radius, **how)
    with index_forced(True):
        again = group.raycast_all(*line, radius=radius, **how)
    wrong = [f"with an index {again} instead of {found}"] if again != found else []
    orders = [order_of(hit, members, line) for hit in found]
    told = {
        (int(position), int(own)): (hit.fraction, hit.from_inside)
        for hit, (*_, position, own) in zip(found, orders, strict=True)
    }
    if told.keys() != wanted.keys() or len(told) != len(found):
        wrong.append(f"hits of {sorted(told)} instead of {sorted(wanted)}")
    elif any(
        abs(told[key][0] - wanted[key][0]) > 1e-12 or told[key][1] != wanted[key][1] for key in told
    ):
        wrong.append(f"{told} instead of {wanted}")
    keys = [(order[0], not hit.from_inside) for order, hit in zip(orders, found, strict=True)]
    if (keys if radius else orders) != sorted(keys if radius else orders):
        wrong.append(f"in the order {orders}")
    for hit in found:
        wrong += unsound(hit, line, radius)
    if group.raycast(*line, radius=radius, **how) != (found[0] if found else None):
        wrong.append("another first hit")
    if group.line_of_sight(*line, radius=radius, **how) == bool(found):
        wrong.append("a line of sight is no ray")
    if name != "where":  # which arrays do not take
        rows = group.raycast_arrays([line[:2]], [line[2:]], radius=radius, **how)
        fields = [bool(rows.hit[0]), *(rows.fraction.tolist() if found else ())]
        if fields != ([True, found[0].fraction] if found else [False]):
            wrong.append(f"arrays {rows}")
    if name == "all":
        there = group.query_circle(*line[:2], radius) if radius else group.query_point(*line[:2])
        if {id(one) for one in there} != {id(hit.other) for hit in found if hit.from_inside}:
            wrong.append(f"starts in {there}")
        checked = [] if radius else Sprite(collision=Segment(*line)).check(group)
        if not {id(one) for one in checked} <= {id(hit.other) for hit in found}:
            wrong.append(f"its segment hits {checked}")
        seen["checked"] += bool(checked)
    seen["misses"] += not found
    seen["inside"] += any(hit.from_inside for hit in found)
    seen["a tie"] += len({order[:1] for order in orders}) < len(orders)
    seen[f"{kind} hit{' by a disc' if radius else ''}"] += any(
        position == 0 for position, _ in told
    )
    return [f"{one}: {line}, {radius}, {name}, {members}" for one in wrong], +seen

"""Contacts: the push parts the two shapes, and no shorter move in any direction does.

Of many sprites in any scene this is judged by shapely; of one sprite and a few others by hits.
"""

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from spritecol import Group, Polygon, Shape, Sprite
from support.campaign.bulk import Floats, Ints, Random, Scene
from support.campaign.geometry import FINE, ROUND, World, set_rounds, within_reach, world_of
from support.campaign.least_moves import LONGER, free_after, points_outside, shorter_move
from support.campaign.tally import Tally, many
from support.hooks import index_forced
from support.scenes import KINDS, WHOLE, Dice, sized, sprite

CROWD = 40  # sprites that are asked, side by side
MOST = 300  # contacts of a scene
DIRECTIONS = 12
SHORTER = 0.999  # of the least depth: this much of it is not enough in any direction
CONVEX = 1 - 1e-9  # of the area of its hull: with less, a shape has several parts
SLACK = 20  # margins
COUNT = 60  # sprites that are judged one by one


def moved(shapes: NDArray[Any], steps: Floats) -> NDArray[Any]:
    """Return the geometries, each moved by its own step."""
    corners, of = shapely.get_coordinates(shapes, return_index=True)
    result: NDArray[Any] = shapely.set_coordinates(shapes.copy(), corners + steps[of])
    return result


def shares(world: World, k: Ints, p: Ints, q: Ints, count: int) -> Floats:
    """Return how much of each way out is not enough in any direction.

    Way k[i] leads part p[i] away from part q[i]. Beside an ellipse it need not be the least one,
    unless it parts only two convex shapes; then it is less than `SHORTER`, and the few ways that
    are longer still are counted.
    """
    is_short = np.bincount(k, minlength=count) > 1
    of_hulls = shapely.area(shapely.convex_hull(world.outer))
    concave = shapely.area(world.outer) < CONVEX * of_hulls
    is_short[k[concave[p] | concave[q]]] = True
    any_round = np.zeros(count, dtype=bool)
    any_round[k[(world.kind[p] == ROUND) | (world.kind[q] == ROUND)]] = True
    result: Floats = np.where(is_short & any_round, SHORTER / LONGER, SHORTER)
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
        part_numbers(world, crowd[found.index[some, k]], found.shape_index[some, k]) for k in (0, 1)
    )
    slack = SLACK * world.margin

    # By the depth and no more: in a hole there may be no room on the other side.
    after = moved(world.inner[p], normals * depths[:, None])
    shapely.prepare(world.inner[q])
    apart = ~shapely.intersects(world.inner[q], after)
    unit = np.abs(np.hypot(normals[:, 0], normals[:, 1]) - 1) < 1e-9
    least = np.ones(len(some), dtype=bool)
    shorter = shares(world, np.arange(len(some)), p, q, len(some)) * depths
    for turn in rng.uniform(0, 2 * np.pi, DIRECTIONS):
        way = np.array([[np.cos(turn), np.sin(turn)]]) * (shorter - slack)[:, None]
        still = within_reach(world.outer[q], moved(world.outer[p], way), slack)
        least &= still | (shorter < slack)
    may_be_longer = shorter < 0.999 * SHORTER * depths
    for k in range(len(some)):
        if may_be_longer[k] and not least[k]:
            tally.know("contacts", Counter(["longer beside an ellipse"]), f"{where} 0")
            least[k] = True
        right = bool(apart[k] and unit[k] and least[k] and depths[k] >= 0)
        tally.one("contacts", right, lambda k=k: f"{where} 0, contact {some[k]}")  # type: ignore[misc]

    points = found.point[some].reshape(-1, 2)
    for parts in (p, q):
        near = within_reach(np.repeat(world.outer[parts], 2), shapely.points(points), slack)
        for k in np.flatnonzero(~near).tolist():
            tally.one("contacts", False, lambda k=k: f"{where} 0, point of contact {some[k // 2]}")  # type: ignore[misc]

    # Each pair of sprites that hits has contacts, and no other.
    pairs = {tuple(row) for row in found.index.tolist()}
    hits = {tuple(row) for row in group.pair_indices().tolist()}
    tally.one("contacts", pairs == hits, lambda: f"{where} 0, pairs")
    many("contacts of one", judged, COUNT)(rng, tally, where)


# --- one sprite, by hits --------------------------------------------------------------------------

CONDITIONS: dict[str, Callable[[list[Sprite]], dict[str, Any]]] = {
    "all": lambda members: {},
    "mask": lambda members: {"mask": 2},
    "exclude": lambda members: {"exclude": members[::2]},
    "where": lambda members: {"where": lambda other: other.collision_layer == 1},
}

BRANCHES = {
    *CONDITIONS, "whole numbers", "any numbers", "one", "several", "hits", "misses", "concave",
    "deep", "shallow", *(f"{kind} hits" for kind in KINDS),
}  # fmt: skip


def alone(one: Sprite, shape: Shape) -> Sprite:
    """The same sprite with one shape only."""
    found = copy.copy(one)
    found.collision = shape
    return found


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the contacts of a sprite and a few others, and the branches.

    The exact test says which shapes hit, and whether a push leads out.
    """
    r, kind = Dice(seed), KINDS[seed % len(KINDS)]
    numbers = r.choice((WHOLE, sized(20)))
    asker = sprite(r, kind, numbers)
    asker.scale_x, asker.scale_y = r.choice(((1, 1), (-1, 1), (2, 1)))
    members = [sprite(r, None, numbers) for _ in range(r.choice((1, 1, 4)))]
    for one in members:
        if r.random() < 0.7:  # or it is where it is
            way = [
                round(r.uniform(-5, 5) + (asker.aabb[k] + asker.aabb[k + 2]) / 2)
                - (one.aabb[k] + one.aabb[k + 2]) // 2
                for k in (0, 1)
            ]
            one.x, one.y = one.x + way[0], one.y + way[1]
        one.collision_layer = r.choice((1, 1, 2))
    name = r.choice(list(CONDITIONS))
    how, group = CONDITIONS[name](members), Group(members)
    counted = {
        k: one
        for k, one in enumerate(members)
        if not (name == "mask" and one.collision_layer != 2)
        and not (name == "where" and one.collision_layer != 1)
        and not (name == "exclude" and k % 2 == 0)
    }
    wanted = [
        (k, i, j)
        for k, one in counted.items()
        for i, mine in enumerate(asker.shapes)
        for j, its in enumerate(one.shapes)
        if alone(asker, mine).hits(alone(one, its))
    ]
    place = asker.x, asker.y, asker.angle
    with index_forced(True):
        found = asker.contacts(group, **how)
    with index_forced(False):
        again = asker.contacts(members, **how)
    wrong = [f"from a list {again} instead of {found}"] if again != found else []
    wrong += ["it has moved"] if (asker.x, asker.y, asker.angle) != place else []
    told = [
        (group.index(hit.other), asker.shapes.index(hit.shape), its.index(hit.other_shape))
        for hit in found
        for its in [hit.other.shapes]
    ]
    if told != wanted:
        wrong.append(f"contacts of {told} instead of {wanted}")
    if name != "where":  # which arrays do not take
        rows = Group(asker).contact_arrays(group, **how)
        same = rows.index[:, 1].tolist() == [key[0] for key in told]
        same &= rows.shape_index.tolist() == [list(key[1:]) for key in told]
        same &= rows.depth.tolist() == [hit.depth for hit in found]
        same &= rows.normal.tolist() == [[*hit.normal] for hit in found]
        wrong += [] if same else [f"arrays {rows}"]
    seen = Counter([name, "whole numbers" if numbers is WHOLE else "any numbers"])
    seen["several" if members[1:] else "one"] += 1
    for hit in found:
        one, other = alone(asker, hit.shape), alone(hit.other, hit.other_shape)
        (back,) = other.contacts(one)
        is_convex = not any(isinstance(s, Polygon) for s in (hit.shape, hit.other_shape))
        is_unit = abs(hit.normal.length - 1) < 1e-9 and hit.depth >= 0
        is_unit &= hit.push.distance_to(hit.depth * hit.normal) <= 1e-9 * (1 + hit.depth)
        if not is_unit or abs(back.depth - hit.depth) > 1e-9 * (1 + hit.depth):
            wrong.append(f"{hit}, and back {back}")
        if not free_after(one, hit.push, other):
            wrong.append(f"hits after {hit}")
        if is_convex and (shorter := shorter_move(one, hit.push, other, 16)):
            wrong.append(f"{shorter} is shorter than {hit}")
        if points_outside(hit):
            wrong.append(f"points of {hit}")
        seen["concave"] += not is_convex
        seen["deep" if hit.depth > 5 else "shallow"] += 1
    seen["hits" if found else "misses"] += 1
    seen[f"{kind} hits"] += bool(found)
    return [f"{one}: {asker}, {name}, {members}" for one in wrong], +seen

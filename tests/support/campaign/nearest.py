"""The nearest sprites: how far each is, and that they come in order."""

import math
import random
from collections import Counter

import shapely

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Shape
from support.campaign.tally import many
from support.hooks import index_forced
from support.scenes import KINDS, sprite

ROUND = 6e-4
"""A polygon of 128 sides is that much smaller than its circle, as a part of its size."""


BRANCHES = {"apart", "inside", "all within", "some beyond", "fewer than k", "more than k", *KINDS}


def distance(shape: Shape, x: float, y: float, on_outline: bool = False) -> tuple[float, float]:
    """The distance of a world shape, and how exact shapely's figure is."""
    if isinstance(shape, Circle):
        away = max(0.0, math.hypot(shape.x - x, shape.y - y) - shape.radius)
        return away, 1e-9 + ROUND * shape.radius * on_outline
    left, top, right, bottom = shape.bounds
    # A capsule under unequal scale is a polygon of 130 corners; no other here has so many.
    are_many = isinstance(shape, Polygon) and len(shape.points) == 130
    is_round = are_many or isinstance(shape, Capsule | Ellipse)
    size = max(right - left, bottom - top) if is_round else 0.0
    return shape.geometry.distance(shapely.Point(x, y)), ROUND * size + 1e-8


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with who is near a place, among a few, and the branches of the scene."""
    r, kind = random.Random(seed), KINDS[seed % len(KINDS)]
    members = [sprite(r, kind), *(sprite(r) for _ in range(r.randint(1, 7)))]
    group, seen = Group(members), Counter([kind])
    left, top, right, bottom = members[0].aabb
    x, y = r.uniform(-90, 90), r.uniform(-90, 90)
    if r.random() < 0.5:
        x, y = r.uniform(left, right), r.uniform(top, bottom)
    with index_forced(False):
        found = group.nearest_k(x, y, len(members) + 1)
    with index_forced(True):
        again = group.nearest_k(x, y, len(members) + 1)
    wrong = [f"with an index {again} instead of {found}"] if again != found else []
    keys = [(near.distance, members.index(near.other)) for near in found]
    if keys != sorted(keys) or sorted(k for _, k in keys) != list(range(len(members))):
        wrong.append(f"in the order {keys}")
    for near in found:
        each = [distance(one, x, y) for one in near.other.world_shapes]
        best, doubt = min(each)
        one = near.other.world_shapes[near.other.shapes.index(near.other_shape)]
        if abs(near.distance - best) > max(d for _, d in each):
            wrong.append(f"{near.distance} instead of {best}: {near.other}")
        if abs(distance(one, x, y)[0] - best) > 2 * doubt + each[0][1] + 0.01:
            wrong.append(f"another shape is nearer than {near.other_shape}: {near.other}")
        off = one.geometry.distance(shapely.Point(near.point))
        if abs(math.dist(near.point, (x, y)) - near.distance) > 1e-8 or (
            off > distance(one, x, y, on_outline=True)[1] + 1e-8
        ):
            wrong.append(f"the point {near.point} of {near.other}")
        seen["apart" if near.distance else "inside"] += 1
    k, bound = r.randint(0, 9), r.uniform(0, 90)
    if group.nearest_k(x, y, k) != found[:k]:
        wrong.append(f"others are the nearest {k}")
    within = [near for near in found if near.distance <= bound]
    if group.nearest_k(x, y, 99, max_distance=bound) != within:
        wrong.append(f"others are within {bound}")
    at_zero = {id(near.other) for near in found if near.distance < 1e-8}  # but for rounding
    if not {id(one) for one in group.query_point(x, y)} <= at_zero:
        wrong.append("who is hit by the place is not at 0")
    seen["fewer than k" if len(members) < k else "more than k"] += 1
    seen["all within" if within == found else "some beyond"] += 1
    return [f"near ({x}, {y}): {line}" for line in wrong], seen


play = many("nearest", judged, 40)

"""Distances and separations: how far apart sprites are, and the least moves that end their hits.

Of two convex shapes, the distance is judged by plain sampling. That oracle knows one thing of a
convex set: how far it reaches along a unit vector. The distance is the greatest gap over all of
them; sampled, it is a lower bound which misses by little.
"""

import math
import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from spritecol import (
    Capsule,
    Circle,
    Distance,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
)
from support.campaign.bulk import Floats, Ints, Random, Scene
from support.campaign.contacts import CROWD, DIRECTIONS, SHORTER, SLACK, moved, shares
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
from support.campaign.tally import Tally, many

COUNT = 100  # questions of a kind
ROOM = 1.0001  # of a move: where there is room, so much is free as well
SEVERAL = 4  # targets of a separation
FEW = 60  # pairs of shapes in a round


class Asked(Sprite):
    """A sprite that is asked. The campaign's own tests put one in its place that lies."""


def least(
    world: World, k: Ints, p: Ints, q: Ints, moves: Floats, rng: Random, tally: Tally, where: str
) -> NDArray[np.bool_]:
    """Return which moves are enough while shorter ones in random directions are not.

    Move k[i] takes part p[i] away from part q[i].
    """
    count, slack = len(moves), SLACK * world.margin
    length = np.hypot(moves[:, 0], moves[:, 1])
    share = shares(world, k, p, q, count)
    shorter = share * length
    after = moved(world.inner[p], moves[k])
    right = np.ones(count, dtype=bool)
    shapely.prepare(world.inner[q])
    right[k[shapely.intersects(world.inner[q], after)]] = False
    is_least = np.ones(count, dtype=bool)
    for turn in rng.uniform(0, 360, DIRECTIONS):
        cos, sin = cos_sin(np.array([turn]))
        way = np.column_stack([cos, sin]) * np.maximum(0.0, shorter - slack)[:, None]
        still = np.zeros(count, dtype=bool)
        still[k[within_reach(world.outer[q], moved(world.outer[p], way[k]), slack)]] = True
        is_least &= still | (shorter <= slack)
    longer = right & ~is_least & (share < 0.999 * SHORTER)
    if longer.any():
        tally.know("distances", Counter({"longer beside an ellipse": int(longer.sum())}), where)
    result: NDArray[np.bool_] = right & (is_least | longer)
    return result


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
    out = np.where(far[:, None] < 0, -ways, 0)
    right &= least(world, k, p, q, out, rng, tally, f"{where} 0") | (far >= 0)
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
    right = least(world, question[k], p, q, moves, rng, tally, f"{where} 0, away")
    for i in range(COUNT):
        tally.one("distances", bool(right[i]), lambda i=i: f"{where} 0, away {rows[i]}")  # type: ignore[misc]
    many("distances by sampling", judged, FEW)(rng, tally, where)


# --- two convex shapes, by sampling ---------------------------------------------------------------

TURN = np.linspace(0, 2 * np.pi, 7200, endpoint=False)
KINDS = ("point", "segment", "box", "circle", "capsule", "ellipse", "polygon")
PAIRS = list(combinations_with_replacement(KINDS, 2))
THIN = {"point", "segment"}
ANGLE = 1e-8
"""How far a normal may be off, in radians. Where a vertex is as near as the foot beside it but for
rounding, its normal may count: a square root of the rounding away."""
BRANCHES = {
    *(f"{a}, {b} apart" for a, b in PAIRS),
    *(f"{a}, {b} deep" for a, b in PAIRS if "point" not in (a, b) and not {a, b} <= THIN),
}


class Draw:
    """Draws convex shapes: in few whole numbers, so that sides and gaps are often equal, or any."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.is_whole = self.r.random() < 0.4

    def coordinate(self) -> float:
        r = self.r
        if self.is_whole:
            return float(r.randint(-3, 3))
        return r.choice(
            (0.0, 1.19e-7, float(r.randint(-8, 8)), r.uniform(-8, 8), r.uniform(-50, 50))
        )

    def length(self) -> float:
        r = self.r
        if self.is_whole:
            return float(r.randint(1, 4))
        return r.choice((1.0, 0.125, float(r.randint(1, 16)), r.uniform(0.125, 40)))

    def convex(self, kind: str) -> Shape:
        """Draw a convex shape of a kind."""
        x, y, coordinate, length = (
            self.coordinate(),
            self.coordinate(),
            self.coordinate,
            self.length,
        )
        match kind:
            case "point":
                return Point(x, y)
            case "segment":
                return Segment(x, y, x + coordinate(), y + length())
            case "box":
                return Rect(x, y, length(), length())
            case "circle":
                return Circle(x, y, length())
            case "capsule":
                return Capsule(x, y, x + coordinate(), y + length(), length())
            case "ellipse":
                angle = self.r.choice((0, 90, self.r.uniform(0, 360)))
                return Ellipse(x, y, length(), length(), angle)
        # A polygon inscribed in an ellipse.
        turn, rx, ry = self.r.choice((0.0, self.r.uniform(0, 6))), length(), length()
        turns = sorted(self.r.sample(range(24), self.r.randint(3, 7)))
        angles = [k * math.pi / 12 + turn for k in turns]
        return Polygon([(x + rx * math.cos(t), y + ry * math.sin(t)) for t in angles])


def reach(shape: Shape, nx: Any, ny: Any) -> Any:
    """The greatest n . p over the points p of a shape."""
    match shape:
        case Circle():
            return nx * shape.x + ny * shape.y + shape.radius
        case Capsule():
            ends = nx * shape.x1 + ny * shape.y1, nx * shape.x2 + ny * shape.y2
            return np.maximum(*ends) + shape.radius
        case Ellipse():
            c, s = math.cos(math.radians(shape.angle)), math.sin(math.radians(shape.angle))
            along, across = shape.radius_x * (c * nx + s * ny), shape.radius_y * (c * ny - s * nx)
            return nx * shape.x + ny * shape.y + np.hypot(along, across)
    corners = shapely.get_coordinates(shape.geometry)
    return np.max([nx * x + ny * y for x, y in corners], axis=0)


def gap(a: Shape, b: Shape, nx: Any, ny: Any) -> Any:
    return -reach(a, -nx, -ny) - reach(b, nx, ny)


def size(*shapes: Shape) -> float:
    return max(1.0, *(abs(number) for shape in shapes for number in shape.bounds))


def measured(a: Shape, b: Shape) -> Distance:
    return Sprite(collision=a).distance(Sprite(collision=b))


def unlike_greatest(a: Shape, b: Shape, found: Distance) -> list[str]:
    """Return what of a distance is not that of the greatest gap."""
    (nx, ny), far = found.normal, found.distance
    (ax, ay), (bx, by) = found.point, found.other_point
    # By the size of the numbers: turned by ANGLE, a normal sees a gap that is so much less.
    close = 4 * ANGLE * size(a, b)
    is_right = {
        "the normal is a unit vector": abs(math.hypot(nx, ny) - 1) <= 1e-12,
        "it is the gap along the normal": abs(far - gap(a, b, nx, ny)) <= close,
        "no gap is greater": far
        >= np.max(gap(a, b, np.cos(TURN), np.sin(TURN))) - 1e-11 * size(a, b),
        "it leads from one point to the other": max(
            abs(ax - bx - far * nx), abs(ay - by - far * ny)
        )
        <= close,
        "its point is an end": abs(nx * ax + ny * ay + reach(a, -nx, -ny)) <= close,
        "its other point is an end": abs(nx * bx + ny * by - reach(b, nx, ny)) <= close,
    }
    return [f"not so: {law}" for law, holds in is_right.items() if not holds]


def is_same_area(a: Shape, b: Shape) -> bool:
    """Whether two shapes are the same place by place: an ellipse may be a circle."""
    if isinstance(a, Ellipse) and a.radius_x == a.radius_y:
        a = Circle(a.x, a.y, a.radius_x)
    if isinstance(b, Ellipse) and b.radius_x == b.radius_y:
        b = Circle(b.x, b.y, b.radius_x)
    return a == b


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the distance of two convex shapes, and which branch it was."""
    draw, (kind_a, kind_b) = Draw(seed), PAIRS[seed % len(PAIRS)]
    a, b = draw.convex(kind_a), draw.convex(kind_b)
    found, back = measured(a, b), measured(b, a)
    wrong = unlike_greatest(a, b, found)
    ulps = 1e-12 * size(a, b)  # a push is lengthened until it is free
    if abs(back.distance - found.distance) > ulps:
        wrong.append(f"{back.distance} the other way")
    if not is_same_area(a, b) and (
        back.normal != -found.normal
        or math.dist(back.point, found.other_point) > 2 * ulps
        or math.dist(back.other_point, found.point) > 2 * ulps
    ):
        wrong.append(f"the other way {back}")
    if {kind_a, kind_b}.isdisjoint({"circle", "capsule", "ellipse"}):
        expected = a.geometry.distance(b.geometry)
        if abs(max(0.0, found.distance) - expected) > 1e-11 * size(a, b):
            wrong.append(f"shapely says {expected}")
    branch = f"{kind_a}, {kind_b} {'apart' if found.distance > 0 else 'deep'}"
    if found.distance <= 0 and branch not in BRANCHES:  # who is thin only touches, or is in it
        branch = f"{kind_a}, {kind_b} apart"
    return [f"{a} and {b}, {found}: {line}" for line in wrong], Counter([branch])

"""Shortest ways of a disc among walls: there and back, by visibility graphs and by sweeps.

Among upright boxes the oracle is exact up to rounding; among walls of any shape, the length is
between two bounds. Bounds of the map are four walls more.
"""

import math
import random
from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

import shapely
from oracle.ways import CLOSE, Box, Pair, grown, of_disc, of_point, shortest

from spritecol import Circle, Group, Rect, Sprite
from spritecol.paths import Paths
from support.campaign.least_moves import LONGER as AROUND
from support.campaign.least_moves import is_oval
from support.campaign.sight import ROUND, STRAIGHT, wall
from support.campaign.tally import many

LONGER = 1e-3
"""By how much a way may be longer than the shortest."""
SHORTER = 1e-9
"""A share of a way, for rounding."""
SURE = 1e-2
"""In pixels: a gap that is wider by this, or narrower, is one to the oracle too."""
BEYOND = 1e4
"""In pixels: how far the walls reach that stand for bounds."""
BESIDE = (1e-9, 1e-6, 1e-3, 0.03)
"""In pixels: how far an end beside a wall is from touching it."""

FEW = 8
"""Among more walls of any shape, the visibility graph takes too long."""
COARSE = 0.06
"""In pixels: how far the polygon that shapely has for a round wall may be from it."""

BRANCHES = (
    *("tiles", "blocks", "any walls", "thicket", "in walls", "no way", "straight", "round corners"),
    *("bounds", "rebuilt", "ghosts", "beside", "stretched", "larger discs"),
    *("free place", "pushed out", "no free place"),
)


class Scene(NamedTuple):
    """Walls, the radius of a disc, two places, and the boxes if all walls are upright boxes."""

    walls: list[Sprite]
    radius: float
    start: Pair
    goal: Pair
    boxes: list[Box] | None = None


def hit_legs(way: list[Any], walls: list[Sprite], radius: float) -> list[int]:
    """Return the numbers of the legs on which a disc hits something."""
    found = []
    for k, (a, b) in enumerate(pairwise(way)):
        disc = Sprite(*a, collision=Circle(0, 0, radius))
        if disc.hits(walls) or disc.sweep(b[0] - a[0], b[1] - a[1], walls) is not None:
            found.append(k)
    return found


def wall_of(box: Box) -> Sprite:
    return Sprite(box[0], box[1], collision=Rect(0, 0, box[2] - box[0], box[3] - box[1]))


def is_within(way: list[Any], bounds: Box, radius: float) -> bool:
    """Whether a disc is within bounds all along a way, up to rounding."""
    return all(
        bounds[k] - CLOSE <= place[k] - radius and place[k] + radius <= bounds[k + 2] + CLOSE
        for place in way
        for k in (0, 1)
    )


# --- scenes ---------------------------------------------------------------------------------------


def tiles(rng: random.Random) -> tuple[list[Box], float, float]:
    """Draw boxes on a map of tiles, the side of a tile, and a radius that often fits exactly."""
    tile = rng.choice([16, 16, 16, 8, 32, 10])
    side = rng.choice([6, 8, 8, 10])
    share = rng.choice([0.1, 0.2, 0.3, 0.4])
    left, top = rng.choice([(0, 0), (0, 0), (-48, 80), (1000, -3000)])
    boxes: list[Box] = [
        (left + tile * x, top + tile * y, left + tile * (x + w), top + tile * (y + h))
        for x in range(side)
        for y in range(side)
        if rng.random() < share
        for w, h in [rng.choice([(1, 1), (1, 1), (1, 1), (2, 1), (1, 3)])]
    ]
    radius = rng.choice([0.0, 0.0, tile / 2, tile / 2, tile / 2 - 0.001, tile / 4, tile / 3, tile])
    return boxes or [(left, top, left + tile, top + tile)], tile, radius


def blocks(rng: random.Random) -> tuple[list[Box], float, float]:
    """Draw upright boxes that overlap, their unit, and the radius that a gap between two has."""
    corner, unit = rng.choice([(0, 1), (1000, 1), (-30, 8), (7, 16), (0.5, 0.25)])
    boxes = []
    for _ in range(rng.choice([2, 4, 8, 16])):
        x, y = rng.randint(-8, 8), rng.randint(-8, 8)
        w, h = rng.choice([(rng.randint(1, 6), 1), (1, rng.randint(1, 6)), (2, 2)])
        boxes.append((x, y, x + w, y + h))
    gaps = {b[k] - a[k + 2] for a in boxes for b in boxes for k in (0, 1)}
    diameter = rng.choice([gap for gap in sorted(gaps) if 0 < gap <= 4] or [1])
    placed: list[Box] = [
        (corner + unit * x, corner + unit * y, corner + unit * r, corner + unit * b)
        for x, y, r, b in boxes
    ]
    return placed, unit, unit * diameter / 2


def among_boxes(rng: random.Random, boxes: list[Box], unit: float, radius: float) -> Scene:
    """Draw two places: anywhere, in the middle of a tile, at corners, beside walls."""
    left, top, right, bottom = shapely.MultiPoint(
        [corner for box in boxes for corner in (box[:2], box[2:])]
    ).bounds

    def place() -> Pair:
        x = left + unit / 2 * rng.randint(-4, round(2 * (right - left) / unit) + 4)
        y = top + unit / 2 * rng.randint(-4, round(2 * (bottom - top) / unit) + 4)
        kind, box = rng.randrange(5), rng.choice(boxes)
        if kind == 0:  # anywhere
            return float(round(x)), float(round(y))
        if kind == 1:  # the middle of a tile, a corner, or the middle of a side
            return x, y
        u, v = rng.choice([(0, 1), (2, 1), (2, 3), (0, 3)])
        if kind == 2:  # all round a corner
            away = radius + rng.choice([1e-4, 0.01, 0.5] if radius else [0.05, 0.5])
            angle = rng.uniform(0, 2 * math.pi)
            return box[u] + away * math.cos(angle), box[v] + away * math.sin(angle)
        if kind == 3:  # at a corner, or off it
            return (
                box[u] + (radius if u else -radius) * rng.choice([0, 1]),
                box[v] + (radius if v == 3 else -radius),
            )
        beside_x, beside_y = box[u] + (radius if u else -radius), box[v] + radius * (v - 2)
        along_x, along_y = rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])
        return (beside_x, along_y) if rng.random() < 0.5 else (along_x, beside_y)

    def free_place() -> Pair:
        for _ in range(12):  # else it may be in a wall
            x, y = place()
            apart = min(
                math.hypot(max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0))
                for box in boxes
            )
            if apart >= max(radius - CLOSE, CLOSE * rng.randint(0, 1)):
                break
        return x, y

    return Scene(list(map(wall_of, boxes)), radius, free_place(), free_place(), boxes)


def among_any(rng: random.Random, count: int, seen: Counter[str]) -> Scene:
    """Draw walls of any shape, some of them stretched, and two places, also beside a wall."""
    kinds = [*STRAIGHT, *rng.choice([(), ROUND, 3 * ROUND])]
    kinds.remove("one way")
    walls = [wall(rng, rng.choice(kinds)) for _ in range(count)]
    if rng.random() < 0.3:
        walls[0].scale_x, walls[0].scale_y = rng.choice([(2, 1), (-1, 3), (0.5, 2), (-1, 1)])
        seen["stretched"] += 1
    radius = rng.choice([0.0, 1.0, 4.0, rng.uniform(0, 9)])
    whole = rng.random() < 0.5

    def place() -> Pair:
        x, y = rng.uniform(-80, 80), rng.uniform(-80, 80)
        if rng.random() < 0.2:
            disc, to = Sprite(4 * x, 4 * y, collision=Circle(0, 0, radius)), rng.choice(walls)
            hit = disc.sweep(to.x - disc.x, to.y - disc.y, to)
            if hit is not None and hit.fraction > 0:
                seen["beside"] += 1
                beside = hit.position + rng.choice(BESIDE) * hit.normal
                return beside.x, beside.y
        return (float(round(x)), float(round(y))) if whole else (x, y)

    start, goal = place(), place()
    if rng.random() < 0.5:  # on the other side of a wall
        middle = rng.choice(walls).aabb.center
        goal = 2 * middle.x - start[0], 2 * middle.y - start[1]
    return Scene(walls, radius, start, goal)


def with_bounds(rng: random.Random, scene: Scene) -> tuple[Box, Scene]:
    """Draw bounds around both ends, which they may touch, and the scene with walls beyond them.

    Sometimes one more wall fills them.
    """
    r, start, goal = scene.radius, scene.start, scene.goal
    is_exact = r > 0 and all((8.0 * number).is_integer() for number in (r, *start, *goal))
    more = [r + rng.choice([0.0, 1.0, 20.0]) + (0.0 if is_exact else 1e-3) for _ in range(4)]
    left, right = min(start[0], goal[0]) - more[0], max(start[0], goal[0]) + more[1]
    top, bottom = min(start[1], goal[1]) - more[2], max(start[1], goal[1]) + more[3]
    beyond: list[Box] = [
        (left - BEYOND, top - BEYOND, left, bottom + BEYOND),
        (right, top - BEYOND, right + BEYOND, bottom + BEYOND),
        (left - BEYOND, top - BEYOND, right + BEYOND, top),
        (left - BEYOND, bottom, right + BEYOND, bottom + BEYOND),
    ]
    if r and rng.random() < 0.15:  # and the disc fits nowhere
        half = r / 2
        beyond.append((left + half, top + half, right - half, bottom - half))
    boxes = None if scene.boxes is None else scene.boxes + beyond
    walls = scene.walls + list(map(wall_of, beyond))
    return (left, top, right, bottom), scene._replace(walls=walls, boxes=boxes)


def ghost(rng: random.Random, scene: Scene) -> Sprite:
    """Draw what is in the way of both ends, and cannot be hit."""
    across = Rect(-9, -200, 18, 400, layer=rng.choice([None, 0, 1]))
    middle = (scene.start[0] + scene.goal[0]) / 2, (scene.start[1] + scene.goal[1]) / 2
    is_there = across.layer != 0 and rng.random() < 0.5
    layer = 0 if across.layer is None and is_there else 1
    enabled = not is_there or layer == 0
    return Sprite(
        *middle, collision=across, collision_layer=layer,
        collision_enable=enabled and not (across.layer != 0 and layer),
    )  # fmt: skip


# --- the judge ------------------------------------------------------------------------------------


def shortest_from(solid: shapely.Geometry, start: Pair, goal: Pair) -> float:
    """Return the length of the shortest way around an area, also from an end just inside of it."""
    ends = [start, goal]
    for k, place in enumerate((start, goal)):
        at = shapely.Point(place)
        if solid.contains(at) and solid.boundary.distance(at) < SURE:
            ends[k] = shapely.shortest_line(solid.boundary, at).coords[0]
    return math.dist(start, ends[0]) + shortest(solid, *ends) + math.dist(ends[1], goal)


def wrong_length(scene: Scene, found: float | None) -> list[str]:
    """Return what is wrong with the length of a way, which is None if there is none."""
    walls, radius, start, goal, boxes = scene
    if boxes is not None:
        exact = of_disc(boxes, radius, start, goal) if radius else of_point(boxes, start, goal)
        low, high = exact - 1e-4, exact * (1 + LONGER) + 1e-5
        if found is None:
            return [] if math.isinf(exact) else [f"no way, but there is one of {exact}"]
        return [] if low <= found <= high else [f"as long as {found} instead of {exact}"]
    if len(walls) > FEW:
        return [] if found is None or found >= math.dist(start, goal) * (1 - SHORTER) else [
            f"{found} is shorter than straight"
        ]  # fmt: skip
    solid = [sprite.geometry for sprite in walls]
    if found is None:
        most = shortest(grown(solid, radius + SURE, outside=True), start, goal)
        return [] if math.isinf(most) else [f"no way, but there is one of {most}"]
    least = shortest(grown(solid, radius, outside=False), start, goal)
    if found < least * (1 - 1e-6) and not math.isinf(least):
        return [f"too short: {found} instead of {least}"]
    for more in (0.0, SURE):
        most = shortest_from(grown(solid, radius + more, outside=True), start, goal)
        if found <= most * (1 + LONGER):
            return []
    return [f"too long: {found} instead of {most}"]


def wrong_place(
    paths: Paths, scene: Scene, place: Pair, rough: float, seen: Counter[str]
) -> list[str]:
    """Return what is wrong with the nearest place to one at which the disc is free.

    It is right up to a share of the radius. Where an ellipse overlaps other walls it may be farther
    away, as ways out are.
    """
    solid = [sprite.geometry for sprite in scene.walls]
    at, r = shapely.Point(place), scene.radius
    areas = [grown(solid, r, outside=False), grown(solid, r + 1e-6, outside=True)]
    least, most = (area.boundary.distance(at) if area.contains(at) else 0.0 for area in areas)
    allowed = 1e-5 if scene.boxes is not None else COARSE
    try:
        free = paths.nearest_free(*place)
    except ValueError:
        seen["no free place"] += 1
        return [] if most > BEYOND / 4 else [f"no free place near {place}, but at {most}"]
    seen["free place" if free == place else "pushed out"] += 1
    far = math.dist(free, place)
    wrong = []
    if Sprite(*free, collision=Circle(0, 0, r)).hits(scene.walls):
        wrong.append(f"{free} is not free")
    most += rough * r + allowed
    met = Sprite(*place, collision=Circle(0, 0, r + far)).check(scene.walls)
    if most < far <= most * AROUND and len(met) > 1 and is_oval(*met):
        seen["farther beside an ellipse"] += 1
    elif not least - allowed <= far <= most:
        wrong.append(f"{free} is {far} away from {place} instead of {least} to {most}")
    return wrong


def rebuilt(rng: random.Random, group: Group, radius: float, bounds: Box | None) -> Paths:
    """Return Paths that were made while some walls were elsewhere, and have searched there."""
    away = rng.sample(list(group), (len(group) + 1) // 2)
    step = rng.choice([30.0, 500.0])
    gone = away.pop() if len(group) > 1 else None
    for one in away:
        one.x += step
    if gone is not None:
        group.remove(gone)
    paths = Paths(group, radius=radius, bounds=bounds)
    paths.find(tuple(map(sum, zip(away[0].position, (-90, -90), strict=True)))
               if away else (0, 0), (90, 90))  # fmt: skip
    if gone is not None:
        group.add(gone)
        paths.rebuild(*gone.aabb)
    for one in away:
        before = one.aabb
        one.x -= step
        paths.rebuild(*before)
        paths.rebuild(*one.aabb)
    return paths


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the ways of one scene, and which branches of it were played."""
    rng, seen = random.Random(seed), Counter[str]()
    kind = rng.choice(["tiles", "blocks", "any walls", "any walls", "thicket"])
    seen[kind] += 1
    match kind:
        case "tiles":
            scene = among_boxes(rng, *tiles(rng))
        case "blocks":
            scene = among_boxes(rng, *blocks(rng))
        case "any walls":
            scene = among_any(rng, rng.choice([1, 2, 3]), seen)
        case _:
            scene = among_any(rng, rng.choice([15, 30]), seen)
    bounds, count = None, len(scene.walls)
    radius, start, goal = scene.radius, scene.start, scene.goal
    if rng.random() < 0.3:
        bounds, scene = with_bounds(rng, scene)
        seen["bounds"] += 1
    group = Group(scene.walls[:count] + scene.walls[count + 4 :])  # without those beyond bounds
    if rng.random() < 0.3:
        group.add(ghost(rng, scene))
        seen["ghosts"] += 1
    if rng.random() < 0.3:
        paths = rebuilt(rng, group, radius, bounds)
        seen["rebuilt"] += 1
    else:
        paths = Paths(group, radius=radius, bounds=bounds)
    places = [(rng.uniform(-60, 60), rng.uniform(-60, 60)) for _ in range(2)]
    if bounds is None:
        places += [(one.x + 0.25 * radius, one.y + 0.25 * radius) for one in scene.walls[:1]]
    # In a corner between two arcs, of which the bounds allow one side, it adds up.
    rough = 1e-3 if bounds is None else 1e-2
    wrong = [line for place in places for line in wrong_place(paths, scene, place, rough, seen)]

    way, back = paths.find(start, goal), paths.find(goal, start)
    ends = [Sprite(*place, collision=Circle(0, 0, radius)) for place in (start, goal)]
    if any(end.hits(scene.walls) for end in ends):
        seen["in walls"] += 1
        return wrong + ([] if way is back is None else ["a way from or to within a wall"]), seen
    wrong += wrong_length(scene, None if way is None else way.length)
    if way is None or back is None:
        seen["no way"] += 1
        return wrong + ([] if way is back else [f"there {way}, back {back}"]), seen
    seen["straight" if len(way) == 2 else "round corners"] += 1
    if (way[0], way[-1]) != (start, goal) or back.length != way.length or back[::-1] != way:
        wrong.append(f"other ends, or back another way: {way}, {back}")
    for one in (way, back):
        if legs := hit_legs(one, list(group), radius):
            wrong.append(f"hits on legs {legs} of {one}")
    if bounds is not None and not is_within(way, bounds, radius):
        wrong.append(f"leaves the bounds {bounds}: {way}")
    if rng.random() < 0.3:
        seen["larger discs"] += 1
        for more in (1e-3, 0.1, 1.0):
            wider = Paths(group, radius=radius + more, bounds=bounds).find(start, goal)
            if wider is not None and wider.length < way.length * (1 - SHORTER) - CLOSE:
                wrong.append(f"for {more} more {wider.length} instead of {way.length}")
    return wrong, seen


play = many("ways", judged, 8)

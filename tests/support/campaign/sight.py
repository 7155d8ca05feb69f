"""Visible areas in scenes of a few walls that often touch, overlap, or have the eye on them."""

import copy
import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import shapely
from oracle.sight import Eye, farthest_of_rim, faults, wrong_points

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)
from support.campaign.tally import many

POINTS = 60  # of an eye, to each of which a line of sight is asked for
RIM = 300  # places on the rim of the disc, likewise
NEAR = 1e-6  # an eye that is nearer to a wall is judged by lines of sight alone

BRANCHES = (
    *("straight", "round", "crossed", "stretched", "one sprite", "ghosts", "sector", "disc"),
    *("blind", "at a wall", "in the open", "in part"),
)

STRAIGHT = ("rect", "tile", "segment", "triangle", "horns", "ring", "one way")
ROUND = ("circle", "ellipse", "capsule")
FRONTS = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-3, 1), (2, -1)]


def wall(rng: random.Random, kind: str) -> Sprite:
    """A wall near the origin, in whole numbers or in any."""
    whole = rng.random() < 0.5

    def size(low: int, high: int) -> float:
        return rng.randint(low, high) if whole else rng.uniform(low, high)

    angle = 0.0 if whole else rng.choice([0.0, rng.uniform(0.0, 360.0)])
    x, y = size(-60, 60), size(-60, 60)
    shape: Shape
    match kind:
        case "rect":
            shape = Rect(0, 0, size(1, 40), size(1, 40))
        case "tile":
            x, y, angle = 8 * rng.randint(-7, 7), 8 * rng.randint(-7, 7), 0.0
            shape = Rect(0, 0, 8, 8)
        case "segment":
            shape = Segment(0, 0, size(-30, 30) + 0.5, size(-30, 30))
        case "triangle":
            shape = Triangle(0, 0, size(5, 30), size(-5, 4), size(-5, 4), size(6, 30))
        case "horns":
            shape = Polygon([(0, 0), (30, 0), (30, 30), (20, 10), (10, 10), (0, 30)])
        case "ring":
            inner = [(5, 5), (35, 5), (35, 35), (5, 35)]
            shape = Polygon([(0, 0), (40, 0), (40, 40), (0, 40)], [inner])
        case "one way":
            front = rng.choice([(0, -1), (1, 0), (1, 1), (-3, 1)])
            shape = Rect(0, 0, size(5, 40), size(5, 40), one_way=front)
        case "circle":
            shape = Circle(0, 0, size(2, 25))
        case "ellipse":
            shape = Ellipse(0, 0, size(2, 25), size(2, 25), rng.uniform(0, 180))
        case _:
            shape = Capsule(0, 0, size(-25, 25), size(-25, 25) + 0.5, size(1, 10))
    return Sprite(x, y, angle=angle, collision=shape)


def crossed(rng: random.Random) -> list[Sprite]:
    """One-way shapes in whole numbers, each crossed by one or two other shapes."""
    size = rng.randint
    walls = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        front, x, y = rng.choice(FRONTS), size(-40, 40), size(-40, 40)
        one_way: list[Shape] = [
            Rect(0, 0, size(2, 40), size(2, 20), one_way=front),
            Triangle(0, 0, size(3, 30), size(-6, 5), size(-6, 2), size(6, 30), one_way=front),
            Polygon([(0, 0), (20, -5), (30, 10), (12, 22), (-3, 9)], one_way=front),
        ]
        walls.append(Sprite(x, y, collision=rng.choice(one_way)))
        for _ in range(rng.choice([1, 1, 2])):
            others: list[Shape] = [
                Segment(0, 0, size(-25, 25), size(1, 25)),
                Triangle(0, 0, size(5, 30), size(-5, 4), size(-5, 4), size(6, 30)),
                Rect(0, 0, size(2, 20), size(2, 20)),
                Rect(0, 0, size(2, 20), size(2, 20), one_way=rng.choice(FRONTS)),
            ]
            place = x + size(-3, 20), y + size(-3, 12)
            walls.append(Sprite(*place, collision=rng.choice(others)))
    return walls


def eye_among(rng: random.Random, walls: Sequence[Sprite]) -> Eye:
    """An eye anywhere, in whole numbers, at a corner, or between two of them."""
    x, y = rng.uniform(-60, 60), rng.uniform(-60, 60)
    if rng.random() < 0.5:
        x, y = round(x), round(y)
    if rng.random() < 0.15:
        corners = shapely.get_coordinates(rng.choice(walls).geometry).tolist()
        (x, y), (other_x, other_y) = rng.choice(corners), rng.choice(corners)
        if rng.random() < 0.5:
            x, y = (x + other_x) / 2, (y + other_y) / 2
    if rng.random() < 0.5:
        return Eye(x, y, rng.choice([50, 100.0, 33.3]), tolerance=rng.choice([0.25, 0.05, 1]))
    return Eye(x, y, 100, rng.uniform(0, 360), rng.choice([30, 90, 180, 270, 350]))


def ghosts(rng: random.Random, walls: list[Sprite], how: dict[str, Any]) -> list[Sprite]:
    """Draw the walls again among others that do not count, and write how to ask into `how`."""
    others = [wall(rng, rng.choice(STRAIGHT)) for _ in range(rng.randint(1, 6))]
    match rng.choice(["mask", "shapes", "exclude", "where", "disabled"]):
        case "mask":
            how["mask"] = 1
            for one in others:
                one.collision_layer = 2
        case "shapes":
            how["mask"], others = 1, []
            for one in walls:
                far = rng.choice([0, 30])
                one.collision = [*one.shapes, Rect(-far, -far, 9, 9, layer=2)]
        case "exclude":
            how["exclude"] = others
        case "where":
            how["where"] = lambda one: one not in others
        case _:
            for one in others:
                one.collision_enable = False
    mixed = [*walls, *others]
    rng.shuffle(mixed)
    return mixed


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the area of one eye in one scene, and the branches of both."""
    rng = random.Random(seed)
    kind = rng.choice(["straight", "round", "crossed"])
    seen = Counter([kind])
    if kind == "crossed":
        walls = crossed(rng)
    else:
        kinds = STRAIGHT + ROUND if kind == "round" else STRAIGHT
        walls = [wall(rng, rng.choice(kinds)) for _ in range(rng.choice([1, 2, 3, 5, 10, 25]))]
        if kind == "straight" and rng.random() < 0.3:
            seen["stretched"] += 1
            for one in walls:
                one.scale_x, one.scale_y = rng.choice([-1, 1, 2]), rng.choice([0.5, 1, -1])
        if rng.random() < 0.2:
            seen["one sprite"] += 1
            walls = [Sprite(collision=[shape for one in walls for shape in one.world_shapes])]
    eye = eye_among(rng, walls)
    seen["sector" if eye.spread < 360 else "disc"] += 1
    how: dict[str, Any] = {}
    solid = list(map(copy.copy, walls))
    if rng.random() < 0.3:
        seen["ghosts"] += 1
        walls = ghosts(rng, walls, how)
    group = Group(walls)
    area = eye.area_of(group, **how)
    if area is None:
        seen["blind"] += 1
        blind = not group.line_of_sight(eye.x, eye.y, eye.x + 1e-6, eye.y + 1e-7, **how)
        return ([] if blind or eye.spread < 360 else ["sees nothing"]), seen
    place = Point(eye.x, eye.y).geometry
    is_near = any(place.distance(sprite.geometry) < NEAR for sprite in solid)
    seen["at a wall" if is_near else "in the open"] += 1
    seen["in part"] += area.geometry.area < 0.9 * math.pi * eye.radius**2 * eye.spread / 360
    is_round = kind == "round"
    found = [] if is_near else faults(eye, solid, area, is_round)
    if not area.geometry.is_valid:
        found.append("not valid")
    points = [
        (eye.x + eye.radius * rng.uniform(-1, 1), eye.y + eye.radius * rng.uniform(-1, 1))
        for _ in range(POINTS)
    ]
    off = farthest_of_rim(eye, group, area, RIM, **how)
    if off > eye.tolerance * (1 + 1e-6) + 1e-9:
        found.append(f"a place on the rim {off}")
    found += [f"a point {p}" for p in wrong_points(eye, group, area, points, is_round, **how)]
    return found, +seen


play = many("sight", judged, 9)

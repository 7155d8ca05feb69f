"""Ways out are judged by trying moves on the sprite itself, exactly for boxes, and by shapely.

Whether a move is free is asked by `hits`, which is judged by fractions elsewhere.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import shapely

from spritecol import (
    Capsule,
    Circle,
    Contact,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Sprite,
    Vec2,
)
from support.campaign.tally import many
from support.scenes import shape, sized

Move = tuple[float, float]

LONGER = 1.3
"""How much longer a way out may be than the shortest one, beside an ellipse and other shapes. Few
are longer still, such as out of a slot that is hardly wider than a needle.
"""

CURVE = 0.06
"""Pixels by which the polygons of `geometry` may be off the curve, at radius 60."""


def star(radius: float, points: int) -> Polygon:
    turns = [math.pi * k / points for k in range(2 * points)]
    radii = [radius, 0.45 * radius] * points
    return Polygon([(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, turns, strict=True)])


POLYGONS = ("rect", "triangle", "star", "ring", "polygon", "frame")
AREAS = ("circle", "ellipse", "capsule", *POLYGONS)
KINDS = ("point", "segment", *AREAS)
NUMBERS = sized(40)


def any_sprite(
    rng: random.Random, kinds: Sequence[str] = KINDS, spread: float = 30, most: int = 2
) -> Sprite:
    count = rng.choice([1, 1, 1, most])
    return Sprite(
        rng.uniform(-spread, spread),
        rng.uniform(-spread, spread),
        collision=[shape(rng, rng.choice(kinds), NUMBERS) for _ in range(count)],
        angle=rng.choice([0, 90, rng.uniform(0, 360)]),
        scale_x=rng.choice([1, 1, 1.5, -2]),
    )


def is_round(*sprites: Sprite) -> bool:
    return any(isinstance(one, Circle | Ellipse | Capsule) for s in sprites for one in s.shapes)


def is_oval(*sprites: Sprite) -> bool:
    """Whether any shape is an ellipse in the world."""
    kinds = (Ellipse, Circle, Capsule)
    return any(
        isinstance(one, Ellipse) or (isinstance(one, kinds) and abs(s.scale_x) != abs(s.scale_y))
        for s in sprites
        for one in s.shapes
    )


def free_after(sprite: Sprite, move: Move, targets: Any) -> bool:
    x, y = sprite.x, sprite.y
    sprite.x, sprite.y = x + move[0], y + move[1]
    free = not sprite.hits(targets)
    sprite.x, sprite.y = x, y
    return free


def shorter_move(
    sprite: Sprite, move: Move, targets: Any, directions: int = 60, longer: float = 1
) -> Move | None:
    """Return a shorter move that ends the hits as well, if any of those that are tried does.

    A move counts as shorter if the other one is longer by more than that factor.
    """
    shorter = math.hypot(*move) * (1 - 1e-6) / longer - 1e-9
    for k, share in itertools.product(range(directions), (1, 0.9, 0.5)):
        turn, far = 2 * math.pi * k / directions, share * shorter
        other = far * math.cos(turn), far * math.sin(turn)
        if shorter > 0 and free_after(sprite, other, targets):
            return other
    return None


def assert_least(sprite: Sprite, move: Move, targets: Any, directions: int = 60) -> None:
    """Nothing hits after the move, and no move that is shorter ends the hits."""
    assert free_after(sprite, move, targets)
    assert shorter_move(sprite, move, targets, directions) is None, move


def obstacle(a: Sprite, b: Sprite) -> shapely.Geometry:
    """All moves of a with which it overlaps b, by shapely: the union over triangles of both."""
    hulls = []
    for p, q in itertools.product(triangles(a.geometry), triangles(b.geometry)):
        corners = [(x - u, y - v) for (x, y), (u, v) in itertools.product(q, p)]
        hulls.append(shapely.MultiPoint(corners).convex_hull)
    return shapely.unary_union(hulls)


def triangles(geometry: shapely.Geometry) -> list[list[Move]]:
    parts = shapely.constrained_delaunay_triangles(geometry)
    return [list(triangle.exterior.coords)[:3] for triangle in parts.geoms]


# --- boxes in whole numbers, exactly --------------------------------------------------------------


def boxes(rng: random.Random, spread: int, most: int = 2) -> Sprite:
    """A sprite of boxes in whole numbers."""
    return Sprite(
        rng.randint(-spread, spread),
        rng.randint(-spread, spread),
        collision=[
            Rect(rng.randint(-4, 4), rng.randint(-4, 4), rng.randint(1, 6), rng.randint(1, 6))
            for _ in range(rng.randint(1, most))
        ],
    )


def blocked(sprite: Sprite, others: Sequence[Sprite]) -> list[tuple[float, float, float, float]]:
    """All moves with which boxes of a sprite overlap boxes of others: open boxes themselves."""
    mine = [shape.bounds for shape in sprite.world_shapes]
    theirs = [shape.bounds for other in others for shape in other.world_shapes]
    return [(a[0] - b[2], a[1] - b[3], a[2] - b[0], a[3] - b[1]) for a in theirs for b in mine]


def ways_out(sprite: Sprite, others: Sequence[Sprite]) -> list[Move]:
    """The free moves of which one is the least: along an axis to a side, or to where two meet."""
    closed = blocked(sprite, others)
    across = sorted({0.0, *(x for box in closed for x in box[::2])})
    down = sorted({0.0, *(y for box in closed for y in box[1::2])})
    return [
        (x, y)
        for x, y in itertools.product(across, down)
        if not any(box[0] < x < box[2] and box[1] < y < box[3] for box in closed)
    ]


def ways_out_along(
    sprite: Sprite, others: Sequence[Sprite], line: tuple[int, int]
) -> list[Fraction]:
    """The factors of a line in whole numbers that are free, of which one is the least."""
    spans = []
    for left, top, right, bottom in blocked(sprite, others):
        low, high, inside = Fraction(-(10**9)), Fraction(10**9), True
        for near, far, speed in ((left, right, line[0]), (top, bottom, line[1])):
            if speed:
                ends = sorted((Fraction(near) / speed, Fraction(far) / speed))
                low, high = max(low, ends[0]), min(high, ends[1])
            else:
                inside = inside and near < 0 < far
        if inside and low < high:
            spans.append((low, high))
    ends = {Fraction(0), *(end for span in spans for end in span)}
    return [t for t in ends if not any(low < t < high for low, high in spans)]


# --- the judge ------------------------------------------------------------------------------------

FORMS: dict[str, Callable[[list[Sprite]], Any]] = {
    "list": list,
    "backward": lambda sprites: sprites[::-1],
    "Group": Group,
    "Groups in a list": lambda sprites: [Group(sprites[k::3]) for k in range(3)],
    "nested Groups": lambda sprites: Group(Group(sprites[:7]), Group(Group(sprites[7:]))),
    "one sprite": lambda sprites: Sprite(
        collision=[shape for one in sprites for shape in one.world_shapes]
    ),
}
"""In whatever form targets are given, the union of them decides."""

LINES = [(1, 0), (0, 1), (-1, 0), (3, 4), (1, 1), (-5, 12), (1, -2), (7, 3)]
SCENES = (
    "two",
    "boxes",
    "boxes on a line",
    "shapes",
    "shapes on a line",
    "polygons",
    "tiles",
    "needle",
)
BRANCHES = (
    *SCENES, *FORMS, "a slot", "a slot on a line", "a tie", "back on a line", "nothing to leave",
    "far", "of one target",
)  # fmt: skip


class Crowd(NamedTuple):
    """Who is asked, the targets, a line or None, and how long a least move is, if that is known."""

    one: Sprite
    others: list[Sprite]
    line: tuple[int, int] | None = None
    length: float | None = None


def boxes_on_a_line(rng: random.Random, seen: Counter[str]) -> tuple[Crowd, Move]:
    """Boxes and a line, on which there may be a slot just as wide; and the least move."""
    line = rng.choice(LINES)
    count, spread = rng.choice([(1, 4), (5, 6), (60, 25)])
    one, others = boxes(rng, 6), [boxes(rng, spread) for _ in range(count)]
    t = rng.randint(1, 4)
    is_slot = rng.random() < 0.4
    if is_slot:
        x, y, w, h = (rng.randint(9, 40) for _ in range(4))
        one = Sprite(x - t * line[0], y - t * line[1], collision=Rect(0, 0, w, h))
        sides = [Sprite(k, y - 2 * h, collision=Rect(0, 0, 50, 5 * h)) for k in (x - 50, x + w)]
        if line[0] == 0 or (line[1] and rng.random() < 0.5):
            sides = [Sprite(x - 2 * w, k, collision=Rect(0, 0, 5 * w, 50)) for k in (y - 50, y + h)]
        others = rng.sample(sides, 2)
    free = ways_out_along(one, others, line)
    at = max(free, key=lambda t: (-abs(t), t))  # both ways as far: the one that is named
    seen["a slot on a line"] += is_slot and at == t
    seen["back on a line"] += at < 0
    return Crowd(one, others, line), (float(at * line[0]), float(at * line[1]))


def boxes_anywhere(rng: random.Random, seen: Counter[str]) -> tuple[Crowd, list[Move]]:
    """Boxes in whole numbers, and all their least moves, the most upward one first, then left."""
    one, *others = [boxes(rng, 6) for _ in range(rng.randint(2, 8))]
    free = ways_out(one, others)
    least = min(x * x + y * y for x, y in free)
    best = sorted(((x, y) for x, y in free if x * x + y * y == least), key=lambda move: move[::-1])
    seen["a tie"] += len(best) > 1
    x, y = best[0]
    sides = [(x + 0.25 * k, y + 0.25 * j) for k, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    tight = [not free_after(one, side, others) for side in sides]
    seen["a slot"] += bool(least) and (all(tight[:2]) or all(tight[2:]))
    return Crowd(one, others, None, math.sqrt(least)), best


def tiles(rng: random.Random) -> Crowd:
    """Flush tiles, which are one wall: nearly all their outlines are inside of others."""
    side, columns, rows = rng.choice([8, 10]), rng.randint(1, 9), rng.randint(1, 6)
    angle = rng.choice([0, 0, 30])
    many = [
        Sprite(collision=Rect(side * x, side * y, side, side), angle=angle)
        for x in range(columns)
        for y in range(rows)
    ]
    wall = Sprite(collision=Rect(0, 0, side * columns, side * rows), angle=angle)
    # What is thin may leave by a seam that rounding opens.
    one = any_sprite(rng, AREAS if angle else KINDS, 0, 1)
    one.position = rng.uniform(0, side * columns), rng.uniform(0, side * rows)
    return Crowd(one, many, None, one.separation(wall).length)


def needle(rng: random.Random) -> Crowd:
    """A needle in a hollow, and a round part: what they differ by turns in a few places."""
    width, side = rng.uniform(2, 10), rng.uniform(5, 12)
    hole = rng.uniform(0.3, 0.95) * side
    square = [(-side, -side), (side, -side), (side, side), (-side, side)]
    hollow = Polygon(square, holes=[[(-hole, 0), (0, -hole), (hole, 0), (0, hole)]])
    thin = Ellipse(0, rng.uniform(-5, 5), width, width * 10 ** rng.uniform(-3, -0.6))
    oval = Ellipse(rng.uniform(-5, 5), 0, rng.uniform(1, 8), rng.uniform(1, 8))
    a, b = (
        Sprite(rng.uniform(-8, 8), rng.uniform(-8, 8), collision=parts, angle=angle)
        for parts, angle in (
            ([thin, hollow], rng.uniform(0, 360)),
            (rng.choice([oval, Circle(0, 0, 6)]), 0),
        )
    )
    return Crowd(a, [b], None, b.separation(a).length)


def polygons(rng: random.Random) -> Crowd:
    """Polygons in a heap, and how far the union of all obstacles extends around no move at all."""
    one = Sprite(collision=rng.choice([star(15, 5), Rect(-9, -9, 18, 18)]), angle=10)
    others = [any_sprite(rng, POLYGONS, 40, 1) for _ in range(rng.choice([1, 5, 25]))]
    union = shapely.unary_union([obstacle(one, other) for other in others])
    origin = shapely.Point(0, 0)
    depth = union.boundary.distance(origin) if union.contains(origin) else 0.0
    return Crowd(one, others, None, depth)


def wrong_contact(contact: Contact, back: Contact, move: Vec2) -> list[str]:
    """Return what is wrong with the one contact of two sprites whose least move is known."""
    wrong = []
    if contact.push != move or contact.push != contact.normal * contact.depth:
        wrong.append(f"the push {contact.push} instead of {move}")
    if abs(back.depth - contact.depth) > 1e-9 * max(1.0, contact.depth):
        wrong.append(f"as deep as {contact.depth}, and back {back.depth}")
    if (contact.normal + back.normal).length > 1e-9 or abs(contact.normal.length - 1) > 1e-12:
        wrong.append(f"the normal {contact.normal}, and back {back.normal}")
    return wrong + [f"the point {point} is outside" for point in points_outside(contact)]


def points_outside(contact: Contact) -> list[Vec2]:
    """Return those points of a contact that are not in both shapes, up to how round these are."""
    shapes = contact.shape, contact.other_shape
    allowed = CURVE if any(isinstance(one, Circle | Ellipse | Capsule) for one in shapes) else 1e-7
    worlds = [
        sprite.world_shapes[sprite.shapes.index(shape)].geometry
        for sprite, shape in zip((contact.sprite, contact.other), shapes, strict=True)
    ]
    far = [
        point
        for point in contact.points
        if any(world.distance(shapely.Point(point)) > allowed for world in worlds)
    ]
    return far if 1 <= len(contact.points) <= 2 else list(contact.points)


def wrong_moves(crowd: Crowd, move: Vec2, seen: Counter[str]) -> list[str]:
    """Return what is wrong with a way out, in all forms of targets and with a longest distance."""
    one, others, line, length = crowd
    wrong = []
    if bool(move) != one.hits(others) or not free_after(one, move, others):
        wrong.append(f"{move} does not end the hits, or there are none")
    most = length or 0.0
    if is_oval(one, *others) and len(others) > 1:
        most *= LONGER
    if length is not None and not (
        length - 1e-9 * max(1.0, length) <= move.length <= most + 1e-9 * max(1.0, most)
    ):
        wrong.append(f"{move} is as long as {move.length} instead of {length}")
    if line is not None and abs(Vec2(*line).normalized().cross(move)) > 1e-9:
        wrong.append(f"{move} is not on the line {line}")
    # In world space, a stretched capsule is shown as a polygon.
    is_shown = not any(isinstance(shape, Capsule) for other in others for shape in other.shapes)
    for name, form in FORMS.items():
        if name == "one sprite" and not is_shown:
            continue
        other = one.separation(form(others), along=line)
        if abs(other.length - move.length) > 1e-9 * max(1.0, move.length):
            wrong.append(f"{other} out of {name} instead of {move}")
        seen[name] += bool(move)
    for name in ("Group", "nested Groups"):  # whose order is that of the list
        if one.separation(FORMS[name](others), along=line) != move and len(others) > 1:
            wrong.append(f"other bits out of {name}")
    if move:
        start = one.position
        if one.depenetrate(others, along=line, max_distance=0.99 * move.length) != (0, 0):
            wrong.append("farther than the longest distance")
        # Beside an ellipse, a part of the shapes may have a longer way than all of them.
        room = LONGER if is_oval(one, *others) and line is None else 1
        if one.depenetrate(others, along=line, max_distance=room * move.length) != move:
            wrong.append(f"no {move} although it may be as long")
        if one.position != start + move or one.hits(others):
            wrong.append(f"{one.position} after {move} from {start}")
        one.position = start
    if len(others) == 1 and line is None and move:
        seen["of one target"] += 1
        contacts, near = one.contacts(others[0]), one.distance(others[0])
        if (-near.distance * near.normal).distance_to(move) > 1e-9 * max(1.0, move.length):
            wrong.append(f"by the distance {near} instead of {move}")
        if len(one.shapes) == len(others[0].shapes) == 1:
            wrong += wrong_contact(contacts[0], others[0].contacts(one)[0], move)
        if abs(others[0].separation(one).length - move.length) > 1e-9 * max(1.0, move.length):
            wrong.append("not as far back")
    return wrong


def judged(seed: int) -> tuple[list[str], Counter[str]]:
    """Return what is wrong with the ways out of one crowd, and the branches of the scene."""
    rng, kind = random.Random(seed), SCENES[seed % len(SCENES)]
    seen, wrong = Counter([kind]), []
    best: list[Move] = []
    match kind:
        case "boxes":
            crowd, best = boxes_anywhere(rng, seen)
        case "boxes on a line":
            crowd, exact = boxes_on_a_line(rng, seen)
            best = [exact]
        case "two":
            crowd = Crowd(any_sprite(rng, KINDS, most=1), [any_sprite(rng, KINDS, most=1)])
        case "tiles":
            crowd = tiles(rng)
        case "needle":
            crowd = needle(rng)
        case "polygons":
            crowd = polygons(rng)
        case _:
            targets = [any_sprite(rng, AREAS) for _ in range(rng.choice([1, 2, 5]))]
            line = rng.choice(LINES) if kind == "shapes on a line" else None
            crowd = Crowd(any_sprite(rng, KINDS), targets, line)
    one, others, line, _ = crowd
    move = one.separation(others, along=line)
    seen["far"] += move.length > 30
    seen["nothing to leave"] += not move
    wrong += wrong_moves(crowd, move, seen)
    if best and min(math.dist(move, one) for one in best) > 1e-9:
        wrong.append(f"{move} instead of one of {best}")
    is_whole = kind == "boxes" and (crowd.length or 0.5).is_integer()
    if is_whole and len(one.check(others)) > 1 and move != best[0]:
        wrong.append(f"{move} instead of {best[0]}, which leads most upward, then left")
    if kind in ("two", "shapes", "needle"):
        shapes = [shape for sprite in (one, *others) for shape in sprite.shapes]
        is_least = len(shapes) == 2 and all(len(getattr(one, "pieces", "1")) == 1 for one in shapes)
        longer = 1 if is_least or not is_oval(one, *others) else LONGER
        if other := shorter_move(one, move, others, longer=longer):
            if longer > 1:
                seen["longer beside an ellipse"] += 1
            else:
                wrong.append(f"{other} is shorter than {move}")
    if kind == "shapes on a line" and move:
        short = [k / 29 * 0.999999 * move for k in range(-29, 30)]
        wrong += [f"{k} is shorter than {move}" for k in short if free_after(one, k, others)]
    return [f"{line}: {one}, {others}" for line in wrong], +seen


play = many("least moves", judged, 30)

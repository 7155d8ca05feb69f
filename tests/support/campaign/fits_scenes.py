"""Scenes in which things fit exactly: small whole numbers and halves, tiles, slots and planks."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from spritecol import Capsule, Circle, Polygon, Rect, Segment, Sprite, Triangle
from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.fits import PIECES
from support.levels import UP

Pair = tuple[float, float]
FAR = 16
"""Scenes lie about the origin or about a power of two, up to this one."""


def dice(rng: Random) -> random.Random:
    """Return dice of which single throws are cheap, as those of numpy are not."""
    return random.Random(int(rng.integers(1 << 60)))


def code(what: Sprite | Sequence[Sprite] | str) -> str:
    """Return the Python code that makes sprites or lists of them; words stay as they are."""
    if isinstance(what, str):
        return what
    if not isinstance(what, Sprite):
        return f"[{', '.join(map(code, what))}]"
    shapes = repr(what.shapes[0] if len(what.shapes) == 1 else list(what.shapes))
    turn = f", angle={what.angle:g}" if what.angle else ""
    text = f"Sprite({what.x:.17g}, {what.y:.17g}, collision={shapes}{turn})"
    return text.replace(".0,", ",").replace(".0)", ")")


def tell(
    tally: Tally, topic: str, kind: str, where: str, *what: Sprite | Sequence[Sprite] | str
) -> None:
    """Count one answer. If it is wrong, `kind` says how, and `what` is the code that shows it."""
    tally.one(topic, not kind, lambda: f"{kind}: {''.join(map(code, what))} in {where}")


def pieced(outline: Sequence[Pair], *rects: tuple[float, float, float, float]) -> Any:
    """Return a concave polygon, and remember that it is a union of overlapping rects.

    A rect is (left, top, right, bottom).
    """
    shape = Polygon(outline)
    PIECES[shape] = tuple(((a, b), (c, b), (c, d), (a, d)) for a, b, c, d in rects)
    return shape


def notched(side: float, gap: float, depth: float, base: float) -> Any:
    """Return two posts on a base, with a slot between them, as one polygon."""
    right, low = 2 * side + gap, depth + base
    outline = [(0, 0), (side, 0), (side, depth), (side + gap, depth), (side + gap, 0),
               (right, 0), (right, low), (0, low)]  # fmt: skip
    posts = (0, 0, side, low), (side + gap, 0, right, low)
    return pieced(outline, *posts, (0, depth, right, low))


def shape(r: random.Random, size: int, kinds: str = "rrccstpol") -> Any:
    """Draw a shape of about this size, around the origin or beside it."""
    x, y = r.randint(-size, size), r.randint(-size, size)
    w, h = r.randint(1, size), r.randint(1, size)
    match r.choice(kinds):
        case "r":
            half = r.choice([0, 0, 0.5])
            return Rect(x, y, w + half, h)
        case "c":
            return Circle(x, y, w)
        case "s":
            return Segment(x, y, x + r.choice([0, w, -w]), y + h)
        case "t":
            return Triangle(x, y, x + w, y, x + r.randint(-size, size), y + h)
        case "p":  # a rect that is turned by an angle of the triangle with the sides 3, 4, 5
            u, v = r.choice([(3, 4), (4, 3), (1, 1), (1, 2)])
            a, b = r.choice([1, 2]), r.choice([1, 2])
            corners = [(0, 0), (a * u, a * v), (a * u - b * v, a * v + b * u), (-b * v, b * u)]
            return Polygon([(x + p, y + q) for p, q in corners])
        case "o":
            across = r.random() < 0.5
            return Capsule(x, y, x + (w if across else 0), y + (0 if across else w), h)
    return notched(w, h, r.randint(1, size), r.randint(1, size))


def tiles(r: random.Random, side: float) -> list[Sprite]:
    """Draw a small map of tiles with holes: a sprite for each tile, each row, or all of them."""
    columns, rows = r.randint(2, 5), r.randint(2, 4)
    full = r.choice([0.5, 0.8, 0.9])
    cells = [(i, j) for j in range(rows) for i in range(columns) if r.random() < full]
    match r.randrange(5):
        case 0 if cells:
            return [Sprite(collision=[Rect(side * i, side * j, side, side) for i, j in cells])]
        case 1:  # each row in as few rects as possible
            runs: list[tuple[int, int, int]] = []
            for i, j in cells:
                if runs and runs[-1][1] == j and runs[-1][2] == i:
                    runs[-1] = (runs[-1][0], j, i + 1)
                else:
                    runs.append((i, j, i + 1))
            return [
                Sprite(side * i, side * j, collision=Rect(0, 0, side * (end - i), side))
                for i, j, end in runs
            ]
    return [Sprite(side * i, side * j, collision=Rect(0, 0, side, side)) for i, j in cells]


def planks(r: random.Random, side: float) -> list[Sprite]:
    """Draw one-way shapes inside of and beside each other, with a floor or without."""
    result = []
    for _ in range(r.randint(1, 4)):
        x, y = side * r.randint(-2, 3), side * r.randint(-2, 3) / 2
        w, h = side * r.randint(1, 6), side * r.choice([0.5, 0.5, 1, 4])
        way = r.choice([UP, UP, UP, (0, 1), (1, 0), (-1, 0)])
        result.append(Sprite(x, y, collision=Rect(0, 0, w, h, one_way=way)))
    if r.random() < 0.5:
        result.append(Sprite(-3 * side, 5 * side, collision=Rect(0, 0, 9 * side, side)))
    return result


def loose(r: random.Random, side: float) -> list[Sprite]:
    """Draw a few sprites of any kind of shape."""
    return [
        Sprite(r.randint(-8, 16), r.randint(-8, 16), collision=shape(r, r.choice([2, 4, 8])))
        for _ in range(r.randint(1, 5))
    ]


LEVELS: tuple[Callable[[random.Random, float], list[Sprite]], ...] = (tiles, planks, loose)


def mover(r: random.Random, side: float, kinds: str = "bbbccox") -> Any:
    """Draw a shape that fits between tiles, around its middle or from a corner."""
    a, b = side * r.choice([0.5, 1, 1, 2]), side * r.choice([0.5, 1, 1, 2])
    left, top = r.choice([(-a / 2, -b / 2), (0, 0), (-a / 2, -b)])
    match r.choice(kinds):
        case "b":
            return Rect(left, top, a, b)
        case "c":
            return Circle(0, 0, a / 2)
        case "o":
            return Capsule(0, -b, 0, 0, a / 2) if r.random() < 0.5 else Capsule(0, 0, b, 0, a / 2)
        case "s":
            return Segment(0, 0, 0, -b) if r.random() < 0.5 else Segment(-a / 2, 0, a / 2, 0)
        case "m":  # several shapes: a head on a body
            return [Rect(left, top, a, b), Circle(left + a / 2, top, a / 2)]
    return shape(r, 4, "rcstpo")


def placed(r: random.Random, side: float, shift: Pair, body: Any) -> Sprite:
    """Put a sprite into a map or beside it: on the lines of tiles, or at any whole numbers."""
    x, y = side * r.randint(-4, 12) / 2, side * r.randint(-4, 10) / 2
    if r.random() < 0.4:
        x, y = r.randint(int(-2 * side), int(6 * side)), r.randint(int(-2 * side), int(5 * side))
    return Sprite(x + shift[0], y + shift[1], collision=body)


def way(r: random.Random, side: float) -> Pair:
    """Draw a way in whole numbers: along an axis, by some tiles, or any."""
    far = r.choice([side, 3 * side, 8 * side, 100, 2000] if r.random() < 0.2 else [3 * side])
    dx, dy = r.randint(-int(far), int(far)), r.randint(-int(far), int(far))
    match r.randrange(6):
        case 0:
            return float(dx or 1), 0.0
        case 1:
            return 0.0, float(dy or 1)
        case 2:
            return side * r.randint(-4, 4), side * (r.randint(-4, 4) or 1)
    return float(dx or 1), float(dy)


def shift_of(r: random.Random) -> Pair:
    """Draw how far the scene lies from the origin."""
    if r.random() < 0.8:
        return 0.0, 0.0
    return r.choice([-1, 1]) * 2.0 ** r.randint(8, FAR), r.choice([0.0, 2.0 ** r.randint(8, FAR)])


def carry(sprites: Sequence[Sprite], shift: Pair) -> None:
    """Move all of them."""
    for sprite in sprites:
        sprite.x += shift[0]
        sprite.y += shift[1]


def level(r: random.Random, side: float) -> tuple[list[Sprite], Pair]:
    """Draw targets, and how far they lie from the origin."""
    targets = r.choice(LEVELS)(r, side) or loose(r, side)
    shift = shift_of(r)
    carry(targets, shift)
    return targets, shift


def size_of(shift: Pair, *far: float) -> float:
    """Return the size of the numbers of a scene."""
    return 64 + max(map(abs, (*shift, *far)))

"""Least moves, also into slots that are exactly as wide as the sprite that moves.

An answer is wrong if there is a free place nearer to the start. Such a place must be free in exact
arithmetic, and lie on a grid, so that float64 can write it. The oracle looks for it where outlines
of obstacles cross, at their corners, and where they are nearest to the start.
"""

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import hypot, sqrt

from oracle import exact
from oracle.exact import Part

from spritecol import Circle, Rect, Sprite
from support.campaign import fits_scenes as scenes
from support.campaign.bulk import Random
from support.campaign.fits_scenes import Pair, tell
from support.campaign.fits_ways import CLOSE, is_on_grid
from support.campaign.tally import Tally
from support.fits import HERE, UNIT, Body, between, bodies, free, place

PARTS = 1 << 12
"""Of a quarter of a pixel: the grid on which free places are looked for."""
PLACES = 12


def crossings(walls: Sequence[Part], limit: float) -> list[Pair]:
    """Return where a least move below the limit may end, in quarters of a pixel."""
    lines: list[tuple[float, float, float]] = []  # unit normal and offset
    discs: list[tuple[float, float, float]] = []
    found: list[Pair] = []
    for wall in walls:
        found += wall.core
        if wall.r:
            discs += [(x, y, wall.r) for x, y in wall.core if abs(hypot(x, y) - wall.r) < limit]
        for a, b in exact.edges(wall.core):
            long = hypot(b[0] - a[0], b[1] - a[1])
            u, v = (b[1] - a[1]) / long, (a[0] - b[0]) / long
            offset = u * a[0] + v * a[1] + wall.r
            if abs(offset) < limit:
                lines.append((u, v, offset))
    lines, discs = list(dict.fromkeys(lines)), list(dict.fromkeys(discs))
    for n, (u, v, c) in enumerate(lines):
        found.append((u * c, v * c))
        for p, q, d in lines[:n]:
            w = u * q - v * p
            if abs(w) > 1e-9:
                found.append(((c * q - v * d) / w, (u * d - c * p) / w))
        for x, y, r in discs:
            off = c - u * x - v * y
            if abs(off) <= r:
                half = sqrt(r * r - off * off)
                found += [(x + off * u + s * half * v, y + off * v - s * half * u) for s in (1, -1)]
    for n, (x, y, r) in enumerate(discs):
        if x or y:
            far = hypot(x, y)
            found.append((x - r * x / far, y - r * y / far))
        for u, v, s in discs[:n]:
            gap = hypot(u - x, v - y)
            if gap and abs(r - s) <= gap <= r + s:
                along = (gap * gap + r * r - s * s) / (2 * gap)
                half = sqrt(max(0.0, r * r - along * along))
                p, q = (u - x) / gap, (v - y) / gap
                found += [
                    (x + along * p + k * half * q, y + along * q - k * half * p) for k in (1, -1)
                ]
    return sorted({spot for spot in found if hypot(*spot) < limit}, key=lambda spot: hypot(*spot))


def shorter(walls: Sequence[Part], limit: float, slack: float) -> tuple[Pair, bool] | None:
    """Return a free move shorter than the limit in pixels, and whether float64 can write it."""
    wanted, undecided = UNIT * (limit - slack), None
    for x, y in crossings(walls, wanted):
        near = [
            (round(PARTS * x) + i, round(PARTS * y) + j) for i in (0, -1, 1) for j in (0, -1, 1)
        ]
        for i, j in near:
            if hypot(i, j) < PARTS * wanted and free(walls, (i, j, PARTS)):
                return (i / PARTS / UNIT, j / PARTS / UNIT), True
        exact = [Fraction(n).limit_denominator(1000) for n in (x, y)]
        if undecided is None and free(walls, place(exact[0] / UNIT, exact[1] / UNIT)):
            undecided = (x / UNIT, y / UNIT), False
    return undecided


def walls_of(mine: Iterable[Body], others: Iterable[Body]) -> list[Part]:
    """Return all that is in the way of a sprite, each once."""
    return list(dict.fromkeys(between(a, b) for a in mine for b in others))


def wrong_move(walls: Sequence[Part], length: float, slack: float, tally: Tally, topic: str) -> str:
    """Return what is wrong with the length of a shortest move."""
    found = shorter(walls, length, slack)
    if found is None:
        return ""
    if not found[1]:
        tally.undecided[topic] += 1
        return ""
    (x, y), by = found[0], length - hypot(*found[0])
    return f"too long: by {by:.3g}, ({x:g}, {y:g}) will do"


def still_hits(
    mover: Sprite, targets: Sequence[Sprite], walls: Sequence[Part], x: float, y: float
) -> bool:
    """Return whether it hits there: by the oracle if sums are exact, else by the library."""
    if is_on_grid(x, y):
        return not free(
            walls, place(Fraction(x) - Fraction(mover.x), Fraction(y) - Fraction(mover.y))
        )
    return Sprite(x, y, collision=mover.collision).hits(targets)


def wrong_separation(mover: Sprite, targets: list[Sprite], slack: float, tally: Tally) -> str:
    """Return what is wrong with the separation from all targets, and with `depenetrate`."""
    walls = walls_of(bodies(mover), [body for target in targets for body in bodies(target)])
    move = mover.separation(targets)
    if free(walls, HERE):
        return "moved" if any(move) else ""
    if still_hits(mover, targets, walls, mover.x + move[0], mover.y + move[1]):
        return "still hits"
    kind = wrong_move(walls, hypot(*move), slack, tally, "fits-separations")
    ghost = Sprite(mover.x, mover.y, collision=mover.collision)
    out = ghost.depenetrate(targets, max_distance=hypot(*move) + slack)
    one_way = any(shape.one_way for target in targets for shape in target.shapes)
    if not kind and not one_way and (tuple(out) != tuple(move) or ghost.hits(targets)):
        kind = "depenetrate"
    return kind


def wrong_pair(mover: Sprite, other: Sprite, slack: float, tally: Tally) -> str:
    """Return what is wrong with the contacts and the distance of two sprites."""
    mine, others = bodies(mover), bodies(other)
    walls = walls_of(mine, others)
    hit = not free(walls, HERE)
    found = mover.distance(other)
    if (found.distance < 0) is not hit:
        return "sign of the distance"
    if not hit:
        far = max(0.0, float(min(map(exact.gap, walls))) / UNIT)
        return "" if abs(found.distance - far) <= slack else "distance"
    kind = wrong_move(walls, -found.distance, slack, tally, "fits-pairs")
    if kind:
        return f"distance {kind}"
    for contact in mover.contacts(other):
        k, m = mover.shapes.index(contact.shape), other.shapes.index(contact.other_shape)
        walls = walls_of([b for b in mine if b.shape == k], [b for b in others if b.shape == m])
        kind = wrong_move(walls, contact.depth, slack, tally, "fits-pairs")
        if kind:
            return f"contact {kind}"
        short = place(*((1 - 1e-6) * n for n in contact.push))
        if contact.depth > 1e6 * slack and free(walls, short):
            return "contact free before"
    return ""


def pit(r: random.Random, side: float) -> tuple[Sprite, list[Sprite]]:
    """Draw a sprite near a slot of its width: between posts, in a notch, or in a well of tiles."""
    w, h = side * r.choice([0.5, 1, 1, 2]), side * r.choice([0.5, 1, 2])
    deep, wall = side * r.choice([1, 1.5, 2]), side * r.choice([0.5, 1, 2, 4])
    match r.randrange(3):
        case 0:
            targets = [
                Sprite(-wall, 0, collision=Rect(0, 0, wall, deep)),
                Sprite(w, 0, collision=Rect(0, 0, wall, deep)),
            ]
            if r.random() < 0.7:
                targets.append(Sprite(-wall, deep, collision=Rect(0, 0, w + 2 * wall, side)))
        case 1:
            targets = [Sprite(-wall, 0, collision=scenes.notched(wall, w, deep, side))]
        case _:
            columns = int(w / side + 2) if w >= side else 3
            w = (columns - 2) * side
            targets = [
                Sprite(side * (i - 1), side * j, collision=Rect(0, 0, side, side))
                for i in range(columns) for j in range(3) if i in (0, columns - 1) or j == 2
            ]  # fmt: skip
    round_one = r.random() < 0.3
    x, y = r.randint(-int(wall), int(w + wall)), r.randint(-int(h), int(deep))
    body = Circle(w / 2, w / 2, w / 2) if round_one else Rect(0, 0, w, h)
    if r.random() < 0.2 and not round_one:
        body = scenes.mover(r, side, "bcom")
    return Sprite(x, y, collision=body), targets


def least(rng: Random, tally: Tally, where: str) -> None:
    """Judge separations, distances and contacts."""
    r = scenes.dice(rng)
    for _place in range(PLACES):
        side = r.choice([2, 4, 8, 16])
        if r.random() < 0.5:
            mover, targets = pit(r, side)
            shift = scenes.shift_of(r)
            scenes.carry([mover, *targets], shift)
        else:
            targets, shift = scenes.level(r, side)
            mover = scenes.placed(r, side, shift, scenes.mover(r, side, "bbbcom"))
        slack = 8 * CLOSE * scenes.size_of(shift)
        kind = wrong_separation(mover, targets, slack, tally)
        tell(tally, "fits-separations", kind, where, mover, ".separation(", targets, ")")
        for other in r.sample(targets, min(2, len(targets))):
            kind = wrong_pair(mover, other, slack, tally)
            tell(tally, "fits-pairs", kind, where, mover, ".distance(", other, ")")

"""Ways that fit exactly: sweeps, arrays of them, rays, and what swept Overlaps pass."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import hypot
from typing import Any, NamedTuple

from oracle import exact
from oracle.exact import Part

from spritecol import Circle, Group, Overlaps, Rect, Sprite
from support.campaign import fits_scenes as scenes
from support.campaign.bulk import Random
from support.campaign.fits_scenes import Pair, tell
from support.campaign.tally import Tally
from support.fits import (
    HERE,
    Body,
    Number,
    Place,
    between,
    bodies,
    inside,
    landing,
    meets,
    place,
)
from support.levels import UP

CLOSE = 1e-9
"""Of the numbers' size: so much earlier than the oracle a hit may be told."""
GRID = 1 << 12
"""Sums of places in such parts of a pixel are exact in float64."""
SCENES, MOVERS, RAYS = 10, 12, 16


def share(way: Place, fraction: Number) -> Place:
    """So much of a way."""
    a, b = fraction.as_integer_ratio()
    return way[0] * a, way[1] * a, way[2] * b


def rim(pair: Part, way: Place, time: Fraction) -> list[tuple[float, float]]:
    """The normals where a way begins to hit: two where two straight sides meet."""
    return exact.normals(pair, (Fraction(way[0]) * time / way[2], Fraction(way[1]) * time / way[2]))


def is_stopped(normals: Sequence[tuple[float, float]], one_way: tuple[float, float]) -> bool | None:
    """Whether a one-way shape stops what meets it so: at most 60 degrees from its direction."""
    long = hypot(*one_way)
    leans = [(n[0] * one_way[0] + n[1] * one_way[1]) / long - 0.5 for n in normals]
    if not leans or min(map(abs, leans)) < 1e-7:
        return None
    if min(leans) > 0:
        return True
    return False if len(leans) == 1 else None


class Met(NamedTuple):
    """A shape of a target, and where the mover would hit it."""

    target: int
    pair: Part
    body: Body


class Judged(NamedTuple):
    """The facts about one way.

    Attributes:
        way: the way.
        met: of `solid`, what is met on it.
        solid: what stops the mover where it meets it.
        passed: numbers of targets with one-way shapes that let it through.
        within: numbers of targets that it overlaps at the start.
        size: of the numbers, in pixels.
    """

    way: Place
    met: list[Met]
    solid: list[Met]
    passed: set[int]
    within: set[int]
    size: float


def judge(
    mine: Sequence[Body],
    others: Sequence[Sequence[Body]],
    way: Place,
    size: float,
) -> Judged | None:
    """Which shapes are met on a way; None if that is not certain."""
    result = Judged(way, [], [], set(), set(), size)
    passed: list[Body] = []
    for k, body in ((k, body) for k, parts in enumerate(others) for body in parts):
        pairs = [between(one, body) for one in mine]
        now = [pair for pair in pairs if meets(pair, way)]
        stops: bool | None = True
        if any(inside(pair, HERE) for pair in pairs):
            stops = body.one_way is None
            if stops:
                result.within.add(k)
        elif body.one_way is not None and now:
            times = [landing(pair, way) for pair in now]
            stopped = {
                is_stopped(rim(pair, way, time), body.one_way)
                for pair, time in zip(now, times, strict=True)
                if float(time - min(times)) < CLOSE
            }
            stops = stopped.pop() if len(stopped) == 1 else None
            if stops is False and len(now) > 1:
                stops = None
        if stops is None:
            return None
        if not stops:
            result.passed.add(k)
            passed.append(body)
            continue
        result.met.extend(Met(k, pair, body) for pair in now)
        result.solid.extend(Met(k, pair, body) for pair in pairs)
    is_ray = any(exact.is_point(one.part) for one in mine)
    return None if not is_ray and is_in_row(mine, result, passed) else result


def is_in_row(mine: Sequence[Body], judged: Judged, passed: Sequence[Body]) -> bool:
    """Whether a one-way shape is met by what is in the next one, where their fronts meet.

    Planks in a row are like one, so this one lets through, too. Where exactly is not judged.
    """
    for one in judged.met:
        for other in passed if one.body.one_way is not None else ():
            dx, dy = other.one_way or (0, 0)
            front = max(dx * x + dy * y for x, y in other.part.core)
            if any(dx * x + dy * y == front for x, y in one.body.part.core):
                at = share(judged.way, landing(one.pair, judged.way))
                if any(inside(between(part, other), at) for part in mine):
                    return True
    return False


def is_on_grid(*numbers: Number) -> bool:
    """Whether sums with whole numbers are exact."""
    return all(GRID * n % 1 == 0 and abs(n) < 1 << 30 for n in numbers)


def enters(judged: Judged, mover: Sprite, targets: Sequence[Sprite], x: float, y: float) -> bool:
    """Whether the mover would hit something new there.

    In parts of a pixel that float64 adds exactly the oracle decides; elsewhere the exact test of
    the library is the referee, as it is for its users.
    """
    if is_on_grid(x, y):
        at = place(Fraction(x) - Fraction(mover.x), Fraction(y) - Fraction(mover.y))
        return any(inside(one.pair, at) for one in judged.solid)
    ghost = Sprite(x, y, collision=mover.collision)
    return any(ghost.hits(targets[k]) for k in {one.target for one in judged.solid} - judged.passed)


def landing_of(judged: Judged) -> Fraction | None:
    """When the first hit begins, if that is a rational number."""
    first = min((landing(one.pair, judged.way) for one in judged.met), default=None)
    if first is None:
        return None
    return None if any(meets(one.pair, share(judged.way, first)) for one in judged.met) else first


def to_a_touch(judged: Judged | None, dx: float, dy: float) -> Pair:
    """So much of a way that it ends where the first hit would begin, if that is on the grid."""
    first = landing_of(judged) if judged else None
    x, y = Fraction(dx) * (first or 1), Fraction(dy) * (first or 1)
    return (dx, dy) if (4 * x).denominator > 1 or (4 * y).denominator > 1 else (float(x), float(y))


STEPS = (-15, -7, -3, -1, 0, 1, 3, 7, 15)
AROUND = [(x, y) for x in STEPS for y in STEPS if x or y]


def right_normal(judged: Judged, first: Fraction, normal: Pair) -> bool:
    """Whether the normal is that of the rim of all that is solid, where it is met.

    Where sides of neighbors continue each other, as those of tiles do, they are one side. Only
    upright rects are judged, without one-way shapes.
    """
    for _, pair, body in judged.solid:
        sides = [len(set(ends)) for ends in zip(*body.part.core, strict=True)]
        is_rect = sides == [2, 2] and len(body.part.core) == 4
        if body.part.r or body.one_way or not is_rect or len(pair.core) < 3:
            return True
    at, w = share(judged.way, first), 1 << 60
    for _, pair, _ in judged.met:
        for n in rim(pair, judged.way, first):
            # If all around a tiny step is free just where it leads away, this is the normal.
            for u, v in [(-n[1], n[0]), (n[1], -n[0]), *AROUND]:
                away, step = u * n[0] + v * n[1], 1 << 20
                to = (
                    at[0] * w + round(u * step) * at[2],
                    at[1] * w + round(v * step) * at[2],
                    at[2] * w,
                )
                unsure = 1e-9 <= abs(away) <= 1e-2
                if not unsure and any(inside(m.pair, to) for m in judged.solid) is (away > -1e-9):
                    break
            else:
                return abs(normal[0] - n[0]) + abs(normal[1] - n[1]) < 1e-6
    return True


def wrong_time(judged: Judged, k: int | None, fraction: float, long: float) -> str:
    """Return what is wrong with the first target that is met (or None), and with its time."""
    way = judged.way
    slack = max(1e-12, CLOSE * judged.size / long)
    hair = Fraction(4 * CLOSE * judged.size)
    one_way = " one-way" if any(one.body.one_way for one in judged.met) else ""
    if k is None:
        for _, pair, _ in judged.met:
            surely = pair._replace(r=pair.r and max(pair.r - hair, Fraction(1, 8)))
            if meets(surely, share(way, 1 - slack)) or (len(pair.core) == 2 and not pair.r):
                return "missed" + one_way
        return ""
    if not any(one.target == k for one in judged.met):
        for target, pair, _ in judged.solid:  # by a gap below what is promised, but not by a touch
            near, touch = (pair._replace(r=pair.r + n) for n in (hair, hair / 10**6))
            if target == k and pair.r and meets(near, way) and not meets(touch, way):
                return ""
        return "passed a one-way shape" if k in judged.passed else "touched"
    if fraction > slack and any(meets(m.pair, share(way, fraction - slack)) for m in judged.met):
        return "late" + one_way
    met = any(m.target == k and meets(m.pair, share(way, fraction + slack)) for m in judged.met)
    return "" if met else "early"


def wrong_hit(
    judged: Judged, mover: Sprite, targets: list[Sprite], dx: float, dy: float, hit: Any
) -> str:
    """Return what is wrong with a SweepHit or None, or an empty string."""
    k = None if hit is None else next(i for i, one in enumerate(targets) if one is hit.other)
    fraction = 1.0 if hit is None else hit.fraction
    kind = wrong_time(judged, k, fraction, max(abs(dx), abs(dy)))
    if kind or hit is None or not judged.met:
        return kind
    if enters(judged, mover, targets, *hit.position):
        return "position in"
    if enters(judged, mover, targets, mover.x + dx * fraction, mover.y + dy * fraction):
        return "fraction"
    first = landing_of(judged)
    if first is None:
        return ""
    x, y = Fraction(mover.x) + Fraction(dx) * first, Fraction(mover.y) + Fraction(dy) * first
    if first and 0 in hit.normal and is_on_grid(x, y):
        off = hit.position[0] - float(x), hit.position[1] - float(y)
        straight = not any(one.pair.r for one in judged.met)
        if off[0] * hit.normal[0] + off[1] * hit.normal[1] or (straight and any(off)):
            return "position"
    return "" if judged.passed or right_normal(judged, first, hit.normal) else "normal"


def is_tie(mover: Sprite, targets: list[Sprite], dx: float, dy: float, hit: Any) -> bool:
    """Whether what is hit is passed by who comes a millionth of a pixel farther up or down, left
    or right: a corner meets the end of a capsule's side to the last bit, say.
    """
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        ghost = Sprite(mover.x + 1e-6 * x, mover.y + 1e-6 * y, collision=mover.collision)
        found = ghost.sweep(dx, dy, targets)
        if found is None or found.other_shape != hit.other_shape:
            return True
    return False


def wrong_all(
    judged: Judged, mover: Sprite, targets: list[Sprite], dx: float, dy: float, first: Any
) -> str:
    """Return what is wrong with all hits on a way and with the move, if the first hit is right."""
    found = mover.sweep_all(dx, dy, targets)
    if (found[0] if found else None) != first:
        return "first of all"
    if [hit.fraction for hit in found] != sorted(hit.fraction for hit in found):
        return "order of all"
    # Of planks in a row some may be left out, and what is round may be a hair's breadth away.
    certain = not any(one.pair.r or one.body.one_way for one in judged.solid)
    met = {id(targets[one.target]) for one in judged.met}
    if certain and {id(hit.other) for hit in found} != met:
        return "all"
    ghost = Sprite(mover.x, mover.y, collision=mover.collision)
    ghost.move_and_collide(dx, dy, targets)
    ended = first.position if first else (mover.x + dx, mover.y + dy)
    return "" if (ghost.x, ghost.y) == ended else "move_and_collide"


def sweeps(rng: Random, tally: Tally, where: str) -> None:
    """Judge sweeps one by one, all that is on the way, moves to the first hit, and arrays."""
    r = scenes.dice(rng)
    for _scene in range(SCENES):
        tile = r.choice([2, 4, 8, 16])
        targets, shift = scenes.level(r, tile)
        others = [bodies(target) for target in targets]
        asked, ways, hits = [], [], []
        for _mover in range(MOVERS):
            one = scenes.placed(r, tile, shift, scenes.mover(r, tile, "bbbccoxms"))
            dx, dy = scenes.way(r, tile)
            size = scenes.size_of(shift, dx, dy)
            judged = judge(bodies(one), others, place(dx, dy), size)
            if r.random() < 0.4:
                dx, dy = to_a_touch(judged, dx, dy)
                judged = judge(bodies(one), others, place(dx, dy), size)
            hit = one.sweep(dx, dy, targets)
            asked.append(one)
            ways.append((dx, dy))
            hits.append(hit)
            if judged is None or judged.within:
                tally.undecided["fits-sweeps"] += 1
                continue
            kind = wrong_hit(judged, one, targets, dx, dy, hit)
            kind = kind or wrong_all(judged, one, targets, dx, dy, hit)
            if kind == "passed a one-way shape" and is_tie(one, targets, dx, dy, hit):
                tally.undecided["fits-sweeps"] += 1
                continue
            tell(tally, "fits-sweeps", kind, where, one, f".sweep({dx:g}, {dy:g}, ", targets, ")")
        # The same in an array, as the single ones.
        found = Group(asked).sweep_arrays(*map(list, zip(*ways, strict=True)), targets)
        for k, (hit, (dx, dy)) in enumerate(zip(hits, ways, strict=True)):
            right = bool(found.hit[k]) is (hit is not None)
            end = asked[k].x + dx, asked[k].y + dy
            if hit is not None and right:
                right = targets[found.index[k]] is hit.other
                right = right and found.fraction[k] == hit.fraction
                end = hit.position
            right = right and tuple(getattr(found, "end", [end] * MOVERS)[k]) == end
            kind = "" if right else "bulk"
            tell(tally, "fits-arrays", kind, where, asked[k], f" by {dx:g}, {dy:g}: ", targets)


def falls(rng: Random, tally: Tally, where: str) -> None:
    """`x += dx * fraction`, for many upright, turned and round things that fall on a plank."""
    r = scenes.dice(rng)
    far = float(r.choice([100, 2000, r.randint(1, 4000)]))
    across = float(r.choice([0, 0, r.randint(-50, 50)]))
    tilt = r.choice([0, 0, 30, 45, r.randint(1, 89)])
    shape = Rect(0, 0, 3000, 8, one_way=r.choice([None, UP]))
    plank = Sprite(-1000, r.randint(0, 200), collision=shape)
    kinds = [Rect(-8, -8, 16, 16), Circle(0, 0, 8), scenes.shape(r, 8), scenes.mover(r, 16)]
    movers = [
        Sprite(r.randint(0, 100), plank.y - r.randint(24, int(far) + 24), collision=one, angle=tilt)
        for one in kinds * 15
    ]
    found = Group(movers).sweep_arrays(across, far, plank)
    for k, one in enumerate(movers):
        if one.hits(plank):
            continue
        x, y, fraction = one.x, one.y, float(found.fraction[k])
        one.x, one.y = x + across * fraction, y + far * fraction
        kind = "fraction" if one.hits(plank) else ""
        if found.hit[k] and not kind and not one.sweep(across, far, plank):
            kind = "through"  # it is at the plank, and would go on
        if hasattr(found, "end") and not kind:
            one.x, one.y = found.end[k].tolist()
            kind = "ends" if one.hits(plank) else ""
        one.x, one.y = x, y
        tell(tally, "fits-falls", kind, where, one, f".sweep({across:g}, {far:g}, ", plank, ")")


def wrong_ray(judged: Judged, hit: Any, targets: list[Sprite], long: float) -> str:
    """Return what is wrong with the first hit of a ray."""
    k = None if hit is None else next(i for i, one in enumerate(targets) if one is hit.other)
    if judged.within or (hit is not None and hit.from_inside):
        # Of what it starts in, the first counts.
        first = min(judged.within, default=-1)
        right = hit is not None and hit.from_inside and hit.fraction == 0 and k == first
        return "" if right else "inside"
    kind = wrong_time(judged, k, 1.0 if hit is None else hit.fraction, long)
    first_time = landing_of(judged)
    if kind or hit is None or not first_time or judged.passed:
        return kind
    return "" if right_normal(judged, first_time, hit.normal) else "normal"


def rays(rng: Random, tally: Tally, where: str) -> None:
    """Judge thin and thick rays: the first, all, and lines of sight."""
    r = scenes.dice(rng)
    for _scene in range(SCENES):
        tile = r.choice([2, 4, 8, 16])
        targets, shift = scenes.level(r, tile)
        others, group = [bodies(target) for target in targets], Group(targets)
        for _ray in range(RAYS):
            radius = r.choice([0, 0, tile / 2, tile / 4, 1])
            ball, (dx, dy) = (
                scenes.placed(r, tile, shift, Circle(0, 0, radius)),
                scenes.way(r, tile),
            )
            line, size = (ball.x, ball.y, ball.x + dx, ball.y + dy), scenes.size_of(shift, dx, dy)
            judged = judge(bodies(ball), others, place(dx, dy), size)
            topic = "fits-thick-rays" if radius else "fits-rays"
            if judged is None:
                tally.undecided[topic] += 1
                continue
            hit = group.raycast(*line, radius=radius)
            every = group.raycast_all(*line, radius=radius)
            kind = wrong_ray(judged, hit, targets, max(abs(dx), abs(dy)))
            if not kind and (every[0] if every else None) != hit:
                kind = "first of all"
            if not kind and [one.fraction for one in every] != sorted(
                one.fraction for one in every
            ):
                kind = "order of all"
            if not kind and not radius:
                met = {one.target for one in judged.met} | judged.within
                if {id(one.other) for one in every} != {id(targets[k]) for k in met}:
                    kind = "all"
                elif group.line_of_sight(*line) is not (hit is None):
                    kind = "line_of_sight"
            call = f".raycast({', '.join(f'{n:g}' for n in line)}, radius={radius:g})"
            tell(tally, topic, kind, where, "Group(", targets, ")", call)


FRAMES, CROWD = 6, 16


def passes(rng: Random, tally: Tally, where: str) -> None:
    """Judge what swept Overlaps enter, exit and pass, by the relative ways of all pairs."""
    r = scenes.dice(rng)
    tile, shift = r.choice([2, 4, 8]), scenes.shift_of(r)
    sprites = []
    for _ in range(CROWD):
        x, y = (tile * r.randint(0, 12) / 2 + n for n in shift)
        sprites.append(Sprite(x, y, collision=scenes.mover(r, tile, "bbbcco")))
    watch = Overlaps(Group(sprites), swept=True)
    watch.update()
    everybody = scenes.way(r, tile)
    for _frame in range(FRAMES):
        before, ways = [bodies(sprite)[0] for sprite in sprites], []
        for sprite in sprites:
            ways.append(everybody if r.random() < 0.7 else scenes.way(r, tile))
            sprite.x, sprite.y = sprite.x + ways[-1][0], sprite.y + ways[-1][1]
        changes = watch.update()
        entered = {(id(a), id(b)) for a, b in changes.entered}
        exited = {(id(a), id(b)) for a, b in changes.exited}
        for i, j in combinations(range(CROWD), 2):
            pair = between(before[i], before[j])
            step = place(ways[i][0] - ways[j][0], ways[i][1] - ways[j][1])
            was, now = inside(pair, HERE), inside(pair, step)
            passed = not was and not now and meets(pair, step)
            key = id(sprites[i]), id(sprites[j])
            right = (key in entered) is ((now and not was) or passed)
            right = right and (key in exited) is ((was and not now) or passed)
            kind = "" if right else "changed" if was or now else "passed"
            came = f" came by {ways[i]} and {ways[j]}"
            tell(tally, "fits-passes", kind, where, sprites[i], " and ", sprites[j], came)

"""Moves that fit exactly: slides among tiles, the same play far away, and walkers in their doors.

Boxes in whole numbers are judged to the last bit by a mover that knows nothing but whole numbers
and fractions. Round bodies are compared with themselves at the origin.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import hypot

import attrs
from oracle.exact import Part

from spritecol import Capsule, CharacterController, Circle, Ellipse, Group, Rect, Sprite
from support.campaign import fits_scenes as scenes
from support.campaign.bulk import Random
from support.campaign.fits_places import pit, still_hits, walls_of
from support.campaign.fits_scenes import Pair, tell
from support.campaign.tally import Tally
from support.fits import HERE, bodies, free, landing, meets, place

SLIDES, PLAYS = 20, 4
Exact = tuple[Fraction, Fraction]


def slid(walls: Sequence[Part], dx: Fraction, dy: Fraction, *, again: bool) -> Exact | None:
    """How far a box comes among boxes, all of them upright; None where corner meets corner.

    It goes straight to the first that is in the way, then along it. What was in the way of one axis
    is looked for again where the other one ends, or not: both are right.
    """
    x = y = Fraction(0)
    end, e = (dx, dy), Fraction(1, 1 << 30)
    for _ in range(8):
        here, there = place(x, y), place(x + dx, y + dy)
        met = [wall for wall in walls if meets(wall, there, here)]
        if not met:
            return x + dx, y + dy
        first = min(landing(wall, there, here) for wall in met)
        x, y, dx, dy = x + dx * first, y + dy * first, dx * (1 - first), dy * (1 - first)
        if again:
            dx, dy = end[0] - x, end[1] - y
        here, far = place(x, y), (place(x + dx * e, y), place(x, y + dy * e))
        across, down = (any(meets(wall, there, here) for wall in walls) for there in far)
        if dx and dy and not across and not down:
            return None
        dx, dy = (Fraction(0) if across else dx), (Fraction(0) if down else dy)
        if not dx and not dy:
            break
    return x, y


def slides(rng: Random, tally: Tally, where: str) -> None:
    """Judge `move_and_slide` of boxes among tiles, pits and slots: where it ends, exactly."""
    r = scenes.dice(rng)
    for _slide in range(SLIDES):
        side = r.choice([2, 4, 8, 16])
        if r.random() < 0.4:
            mover, targets = pit(r, side)
            left, top, right, bottom = mover.aabb
            mover.collision = Rect(0, 0, right - left, bottom - top)
            mover.y -= 2 * side * r.randint(0, 2)
        else:
            targets = scenes.tiles(r, side)
            mover = scenes.placed(r, side, (0, 0), scenes.mover(r, side, "b"))
        scenes.carry([mover, *targets], scenes.shift_of(r))
        dx, dy = scenes.way(r, side)
        walls = walls_of(bodies(mover), [body for target in targets for body in bodies(target)])
        if not free(walls, HERE):
            continue
        ways = [slid(walls, Fraction(dx), Fraction(dy), again=again) for again in (False, True)]
        x, y = mover.x, mover.y
        mover.move_and_slide(dx, dy, targets)
        ended = mover.x, mover.y
        mover.x, mover.y = x, y
        kind = "inside" if still_hits(mover, targets, walls, *ended) else ""
        if None in ways:
            tally.undecided["fits-slides"] += 1
        elif not kind:
            slack = 1e-9 * (64 + abs(x) + abs(y)) if dx and dy else 0.0
            off = [max(abs(ended[0] - x - u), abs(ended[1] - y - v)) for u, v in filter(None, ways)]
            kind = "elsewhere" if min(off) > slack else ""
        call = f".move_and_slide({dx:g}, {dy:g}, "
        tell(tally, "fits-slides", kind, where, mover, call, targets, f") to {ended}")


def travelled(body: Sprite, targets: Sequence[Sprite], shift: Pair, dx: float, dy: float) -> Pair:
    """How far a slide comes if all is moved by that much."""
    ghost = Sprite(body.x + shift[0], body.y + shift[1], collision=body.collision)
    walls = [Sprite(one.x + shift[0], one.y + shift[1], collision=one.collision) for one in targets]
    travel = ghost.move_and_slide(dx, dy, walls).travel
    return travel[0], travel[1]


def far(rng: Random, tally: Tally, where: str) -> None:
    """The way of a round body about a tile: the same at the origin and far from it."""
    r = scenes.dice(rng)
    for _slide in range(SLIDES):
        size, radius = r.choice([8, 16, 32]), r.choice([2.5, 5, 8, 10])
        tile = Sprite(0, 0, collision=Rect(-size, -size, size, size))
        x, y = (r.randint(-size * 8, int(16 * radius)) / 8 for _ in "xy")
        if r.random() < 0.7:  # it touches the corner
            x, y = (radius * n / 5 for n in r.choice([(3, 4), (4, 3)]))
        body = Sprite(x, y, collision=Circle(0, 0, radius))
        dx, dy = r.randint(-64, 64) / 16, r.randint(-64, 64) / 16
        if body.hits(tile) or not (dx or dy):
            continue
        here = travelled(body, [tile], (0, 0), dx, dy)
        e = 2.0**-20
        beside = [
            travelled(body, [tile], (0, 0), dx + u, dy + v)
            for u, v in ((e, 0), (-e, 0), (0, e), (0, -e))
        ]
        if max(hypot(u - here[0], v - here[1]) for u, v in beside) > 1e-3:
            tally.undecided["fits-far"] += 1  # it stands on the edge of going another way
            continue
        o = r.choice([2.0 ** r.randint(8, 20), 40000.0])
        shift = r.choice([(o, o), (o, 0.0), (0.0, -o), (-o, o)])
        there = travelled(body, [tile], shift, dx, dy)
        off = hypot(there[0] - here[0], there[1] - here[1])
        kind = "another way" if off > 1e-2 * hypot(dx, dy) + 1e-8 * o else ""
        call, ended = f".move_and_slide({dx:g}, {dy:g}, ", f") travels {here}, at {shift} {there}"
        tell(tally, "fits-far", kind, where, body, call, tile, ended)


def rolls(rng: Random, tally: Tally, where: str) -> None:
    """A held key along a row of flush tiles, by tenths of pixels: nothing stops at a seam."""
    r = scenes.dice(rng)
    tile, far = r.choice([4, 8, 16, 32]), float(r.choice([0, 0, 1000, 40000]))
    radius = tile / r.choice([1, 2, 4])
    tall = radius + r.choice([0, 1, 2.5])
    shape = r.choice(
        [
            Circle(0, -radius, radius),
            Capsule(0, -tall, 0, -radius, radius),
            Capsule(-tall, -radius, tall, -radius, radius),
            Ellipse(0, -radius, tall, radius),
            Rect(-radius, -radius, 2 * radius, radius),
        ]
    )
    angle = r.choice([0, 90, 180, 270])
    right, down = [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))][
        angle // 90
    ]
    step = r.choice([0.1, 0.3, 0.7, 0.8, 2.7, 3.2, 5.1]) * r.choice([-1, 1])
    press = r.choice([0.1, 0.5, abs(step), 4])
    start = r.choice([0, tile / 2, r.random() * tile]) + r.choice([0, 1, -1]) * 10.0 ** r.randint(
        -13, -5
    )
    tiles = [
        Sprite(
            far + tile * k * right[0],
            far + tile * k * right[1],
            angle=angle,
            collision=Rect(0, 0, tile, tile),
        )
        for k in range(-24, 24)
    ]
    level = Group(tiles) if r.random() < 0.5 else r.sample(tiles, len(tiles))
    one = Sprite(far + start * right[0], far + start * right[1], angle=angle, collision=shape)
    near = 1e-9 * (far + 100)
    if one.hits(level):  # what is turned or round may be in the floor by rounding
        one.x, one.y = one.x - near * down[0], one.y - near * down[1]
    walker = CharacterController(one) if angle == 0 and r.random() < 0.5 else None
    for frame in range(min(60, int(20 * tile / abs(step)))):
        x, y = one.x, one.y
        dx, dy = (step * right[i] + press * down[i] for i in (0, 1))
        if walker:
            walker.move(dx, dy, level)
        else:
            one.move_and_slide(dx, dy, level)
        along = (one.x - x) * right[0] + (one.y - y) * right[1]
        across = (one.x - far) * down[0] + (one.y - far) * down[1]
        kind = ""
        if abs(along - step) > 8 * near:
            kind = f"stopped in frame {frame} at {one.x!r}, {one.y!r} after {along!r}"
        elif abs(across) > 8 * near:
            kind = f"left the floor in frame {frame} at {one.x!r}, {one.y!r}"
        if kind or not frame:
            call = (
                f" moves by {step:g}, {press:g} {'as a walker' if walker else 'and slides'} from "
            )
            tell(tally, "fits-rolls", kind, where, one, call, f"{start!r} on ", tiles[:2])
        if kind:
            break


def blocks(r: random.Random, left: float, top: float, width: float, height: float) -> list[Sprite]:
    """A rect as one sprite, or cut into columns that lie side by side."""
    parts = r.choice([n for n in (1, 1, 2, 4) if (4 * width / n).is_integer()])
    one = Rect(0, 0, width / parts, height)
    return [Sprite(left + width * k / parts, top, collision=one) for k in range(parts)]


@attrs.define
class Passage:
    """A level with a way through it that is exactly as wide as a box, and the keys that lead there.

    Attributes:
        level: its blocks. The floor is at y = 0, and the way leads to the right.
        x: where the left edge of the box is at first.
        speed, rise: how far it moves in a frame, to the right and up; without a rise it falls.
        frames: enough to come through.
        goal: where the left edge and the feet are then, at least; None if that does not matter.
    """

    level: list[Sprite]
    x: float
    speed: float
    frames: int
    goal: tuple[float | None, float | None]
    rise: float = 0.0


def passage(r: random.Random, name: str, w: float, h: float) -> Passage:
    """One of these for a box of that size."""
    speed, thick, deep = (
        r.choice([0.5, 1.0, 2.0, 3.0, 7.0]),
        r.choice([8.0, 16.0]),
        r.choice([8.0, 40.0]),
    )
    if name in ("tunnel", "flight"):
        level = [*blocks(r, -40, 0, 200, 8), *blocks(r, w + 8, -h - thick, 40, thick)]
        return Passage(level, -r.randint(0, 8) / 2, speed, int(80 / speed) + 20, (w + 48, None))
    if name in ("hole", "pit"):  # a wall stops it right above
        level = [
            *blocks(r, -100, 0, 100, deep),
            *blocks(r, w, 0, 100, deep),
            *blocks(r, w, -100, 100, 100),
        ]
        if name == "pit":
            level += blocks(r, -8, deep, w + 16, 8)
        return Passage(level, -speed * r.randint(0, 6), speed, 80, (0.0, deep))
    rise, top = float(r.choice([1, 4, 6.5, 32, 240])), float(r.choice([0, 0.5, 3, 10])) + h + thick
    level = [
        *blocks(r, -100, -top, 100, thick),
        *blocks(r, w, -top, 100, thick),
        *blocks(r, -100, 0, 200, 8),
    ]
    return Passage(level, 0.0, 0.0, int(top / rise) + 4, (0.0, -top), rise)


def walks(rng: Random, tally: Tally, where: str) -> None:
    """Boxes that hold a key: through tunnels, holes, pits and chimneys exactly as wide as they."""
    r = scenes.dice(rng)
    for _play in range(PLAYS):
        w, h = (float(r.choice([4, 8, 12, 16, 7.5, 28, r.randint(2, 30)])) for _ in "wh")
        name = r.choice(["tunnel", "flight", "hole", "pit", "chimney"])
        side, shift, plan = r.choice([-1, 1]), scenes.shift_of(r), passage(r, name, w, h)
        left, pull = r.choice([0, -w / 2, -w]), r.choice([0.25, 0.5, 1.0, 3.0])
        mover = Sprite(side * (plan.x + w / 2) - w / 2 - left, 0, collision=Rect(left, -h, w, h))
        for one in plan.level if side < 0 else ():  # mirrored
            one.x = -one.x - (one.aabb[2] - one.aabb[0])
        scenes.carry([mover, *plan.level], shift)
        r.shuffle(plan.level)
        snap, step = r.choice([0, 4]), r.choice([0, 0, 4])
        walker = CharacterController(mover, snap=snap, step=step)
        home, group = Sprite(mover.x, mover.y, collision=mover.collision), Group(plan.level)
        walls = walls_of(bodies(mover), [body for one in plan.level for body in bodies(one)])
        fall, kind = 0.0, ""
        for frame in range(plan.frames):
            fall = pull if walker.on_floor else min(fall + pull, 8.0)
            if name == "flight":
                mover.move_and_slide(side * plan.speed, 0, group)
            else:
                walker.move(side * plan.speed, -plan.rise if frame and plan.rise else fall, group)
            if still_hits(home, plan.level, walls, mover.x, mover.y):
                kind = "inside"
                break
        x, y = side * (mover.x + left + w / 2 - shift[0]) - w / 2, mover.y - shift[1]
        match name:
            case "tunnel" | "flight":
                through = x >= (plan.goal[0] or 0)
            case "hole" | "pit":
                through = y == plan.goal[1] or (name == "hole" and y > (plan.goal[1] or 0))
            case _:
                through = x == 0 and y <= (plan.goal[1] or 0)
        kind = kind or ("" if through else f"stuck at a {name}")
        keys = f"{name}, {side * plan.speed:g} and {plan.rise or -pull:g} up a frame, "
        keys += f"snap={snap}, step={step}, "
        keys += f"{plan.frames} frames to {mover.x, mover.y}"
        tell(tally, "fits-walks", kind, where, home, " among ", plan.level, f": {keys}")

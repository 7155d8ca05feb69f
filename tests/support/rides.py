"""Plays of riders on what moves: nobody is lost, crushed, or told another floor.

*On a lift*: where the feet must be is known in closed form. *Tossed*: any body on any long floor
that also jumps from one tilt to another. *In a room*: in one that moves a walker does what it does
at rest.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from spritecol import CharacterController, Polygon, Rect, Segment, Shape, Sprite, Triangle
from support.forms import CountedDice
from support.levels import BODIES, KINDS, UP, lowest, turned, walker

LONG = 400.0
"""Half the length of a lift of size 1."""


def judged(seed: Any) -> tuple[list[str], Counter[str]]:
    """Play some rides of each kind.

    Returns what is wrong, each with its place, and how often each branch was played.
    """
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for play in (on_a_lift, tossed, in_a_room):
        dice = CountedDice(f"{play.__name__} {seed}")
        wrong += [f"{line}, {play.__name__} {seed}" for line in play(dice)]
        seen.update(dice.seen)
    return wrong, seen


def on_a_lift(dice: CountedDice) -> Iterator[str]:
    """A rider on a lift that does anything but get too steep."""
    kind = dice.pick("rider", KINDS)
    size = dice.pick("size", [1e-3, 0.1, 1.0, 1.0, 30.0, 1e3])
    speed = dice.pick("speed", [0.3, 3.0, 40.0])
    one_way = dice.pick("one-way", [UP, None])
    ways = dice.pick("lift", ["move", "tilt", "scale", "move tilt", "move tilt scale"])
    far = dice.pick("far", [0.0, 0.0, 1e3, 1e5, 1e8] if size >= 1 else [0.0, 0.0, 1e3, 1e5])
    lift = Sprite(collision=Rect(-LONG * size, 0, 2 * LONG * size, 10 * size, one_way=one_way))
    lift.center_x = dice.uniform(-0.3, 0.3) * LONG * size
    lift.x, lift.y = far * dice.uniform(-1, 1) - lift.center_x, far * dice.uniform(-1, 1)
    rider = Sprite(lift.x + lift.center_x, lift.y - 3 * size, collision=BODIES[kind], scale=size)
    c = CharacterController(rider, snap=4 * size)
    for _ in range(4):
        c.move(0, 3 * size, lift)
    for frame in range(60):
        if "move" in ways:
            lift.x += dice.uniform(-speed, speed) * size
            lift.y += dice.uniform(-speed, speed) * size
        if "tilt" in ways:
            lift.angle = min(40.0, max(-40.0, lift.angle + dice.uniform(-3, 3)))
        if "scale" in ways:
            lift.scale_x = min(1.3, max(0.7, lift.scale_x * dice.uniform(0.98, 1.02)))
            lift.scale_y = min(1.5, max(0.5, lift.scale_y * dice.uniform(0.9, 1.1)))
        nx, ny = turned(lift.angle, *UP)
        dx, dy = rider.x - lift.x - lift.center_x, rider.y - lift.y
        along = ((-ny * dx + nx * dy) / lift.scale_x + lift.center_x) / size
        walks = dice.choice([0, 0, dice.random()])
        if abs(along) > 150:
            walks = -math.copysign(1.5, along)
        slide = c.move(walks * size, dice.choice([0, 0.5]) * size, lift)
        above = (rider.x - lift.x - lift.center_x) * nx + (rider.y - lift.y) * ny
        above += size * lowest(kind, nx, ny)
        numbers = max(abs(rider.x), abs(rider.y), 2 * LONG * size)
        laws = {
            "lost": slide.on_floor and slide.floor is c.floor is lift,
            "crushed": not slide.crushed,
            "off its floor": abs(above) < 2e-9 * numbers,
            "in its floor": one_way or not rider.hits(lift),
        }
        dice.seen.update(frames=1, carried=slide.carried != (0, 0))
        yield from (f"{law} in frame {frame}" for law, holds in laws.items() if not holds)


def any_floor(dice: CountedDice) -> Any:
    """A long flat floor that may be thin, concave or one-way, and what is below it."""
    x, one_way = LONG, dice.pick("any floor is one-way", [None, None, UP])
    ring = {
        "keel": [(-x, 0), (0, 0), (x, 0), (x, 12), (0, 20), (-x, 12)],
        "table": [
            *[(-x, 0), (x, 0), (x, 40), (0.9 * x, 40)],
            *[(0.9 * x, 9), (-0.9 * x, 9), (-0.9 * x, 40)],
        ],
        "wedge": [(-x, 0), (x, 0), (0, 80)],
    }
    kind = dice.pick("any floor", ["line", "plate", *ring])
    if kind == "line":
        return Segment(-x, 0, x, 0, one_way=one_way)
    if kind == "plate":
        return Rect(-x, 0, 2 * x, 0.5, one_way=one_way)
    return Polygon(ring[kind], one_way=one_way)


def tossed(dice: CountedDice) -> Iterator[str]:
    """A rider of any shape, at any angle, on a floor that also jumps from one tilt to another."""
    kind = dice.pick("any rider", list(BODIES))
    far, speed = dice.choice([0.0, 0.0, 1e3, 1e5]), dice.choice([0.0, 0.3, 3.0, 40.0])
    tilt = dice.pick("tilt", [2.0, 10.0, 40.0])
    scales, jumps = dice.pick("scales", [True, False]), dice.pick("jumps", [True, False])
    lift = Sprite(far * dice.uniform(-1, 1), far * dice.uniform(-1, 1), collision=any_floor(dice))
    lift.center_x, lift.center_y = dice.uniform(-120, 120), dice.choice([0.0, 0.0, 5.0, -20.0])
    rider = Sprite(collision=BODIES[kind], angle=dice.choice([0, 0, 45, 90, dice.uniform(0, 360)]))
    rider.scale_x = dice.choice([1, 1, -1, 0.5, 2, -0.7])
    rider.scale_y = dice.choice([1, 1, -1, 0.5, 2])
    rider.x = lift.x + lift.center_x - (rider.aabb[0] + rider.aabb[2]) / 2
    rider.y = lift.y - 3 - rider.aabb[3]
    snap, step = dice.pick("snap", [4, 4, 0]), dice.pick("step", [0, 0, 5])
    c = CharacterController(rider, snap=snap, step=step)
    for _ in range(4):
        c.move(0, 3, lift)
    for frame in range(40):
        lift.x += dice.uniform(-speed, speed)
        lift.y += dice.uniform(-speed, speed)
        angle = lift.angle + dice.uniform(-tilt, tilt)
        if jumps and dice.random() < 0.3:
            angle = dice.uniform(-40, 40)
        lift.angle = min(40.0, max(-40.0, angle))
        if scales:
            lift.scale_x = min(1.5, max(0.5, lift.scale_x * dice.uniform(0.9, 1.1)))
            lift.scale_y = min(1.5, max(0.5, lift.scale_y * dice.uniform(0.8, 1.2)))
        at = (rider.aabb[0] + rider.aabb[2]) / 2 - lift.x - lift.center_x
        along = at / math.cos(math.radians(lift.angle)) / lift.scale_x + lift.center_x
        dx = dice.choice([0, 0, dice.uniform(-2, 2)])
        if abs(along) > 150:
            dx = -math.copysign(2.0, along)
        slide, stands = c.move(dx, dice.choice([0, 0.5]), lift), (rider.x, rider.y)
        again = c.move(0, dice.choice([0, 0.5]), lift)
        laws = {
            "lost": slide.on_floor and again.on_floor and slide.floor is lift,
            "crushed": not slide.crushed,
            "in its floor": lift.shapes[0].one_way or not rider.hits(lift),
            "crept": (rider.x, rider.y) == stands,
        }
        dice.seen["frames"] += 1
        if not (laws["lost"] or rider.geometry.area):
            dice.seen["lost without an area"] += 1
            return
        yield from (f"{law} in frame {frame}" for law, holds in laws.items() if not holds)


# --- rooms that move -----------------------------------------------------------------------------


def room_of(dice: CountedDice) -> list[Shape]:
    """A floor between two walls, with blocks, planks, slopes and steps."""
    shapes: list[Shape] = [
        Rect(-100, 0, 300, 16),
        Rect(-108, -100, 8, 116),
        Rect(200, -100, 8, 116),
    ]
    for _ in range(8):
        x, y = dice.uniform(-80, 180), dice.uniform(-60, 0)
        width, height = dice.uniform(8, 40), dice.uniform(4, 24)
        kinds: dict[str, Shape] = {
            "block": Rect(x, y, width, height),
            "plank": Rect(x, y, width, 4, one_way=UP),
            "slope": Triangle(x, 0, x + 40, -height, x + 40, 0),
            "slope to the left": Triangle(x, 0, x + 40, 0, x, -height),
            "step": Rect(x, -height / 4, width, height / 4),
        }
        shapes.append(kinds[dice.pick("in a room", list(kinds))])
    return shapes


def in_a_room(dice: CountedDice) -> Iterator[str]:
    """One walker in a room at rest, and one in a room that moves while they stand."""
    shapes, change = room_of(dice), dice.pick("room", ["slow", "fast"])
    together, most = dice.pick("room is one sprite", [True, False]), 40 if change == "fast" else 2
    rooms = [
        [Sprite(collision=shapes)] if together else [Sprite(collision=shape) for shape in shapes]
        for _ in range(2)
    ]
    kind = dice.pick("in it", ["box", "capsule", "circle", "round feet"])
    step = dice.pick("step in it", [0, 4])
    walkers = [walker(kind, 0, -100, step=step, snap=8) for _ in rooms]
    if walkers[0].sprite.hits(rooms[0]):
        return
    dx = dy = fall = 0.0
    for frame in range(100):
        if frame % 20 == 0:
            ax, ay = dice.uniform(-2, 2), dice.uniform(-2, 2)
            way = dice.choice([-1.9, 0, 1.7, 2.1])
        stands = all(one.on_floor for one in walkers)
        if stands:
            dx, dy, fall = min(most, max(-most, dx + ax)), min(most, max(-most, dy + ay)), 0
            for one in rooms[1]:
                one.position += (dx, dy)
        else:
            dx = dy = 0.0
        fall = min(fall + 0.5, 8)
        moves = [one.move(way, fall, room) for one, room in zip(walkers, rooms, strict=True)]
        here, there = (
            (one.sprite.x - room[0].x, one.sprite.y - room[0].y)
            for one, room in zip(walkers, rooms, strict=True)
        )
        dice.seen.update({"frames": 1, f"stands in a room that is {change}": stands})
        if moves[0].crushed != moves[1].crushed or math.dist(here, there) > 1e-4:
            yield f"at {here} and not {there} in frame {frame}"
            return

"""Ordinary levels, bots that hold keys in them, and what a player would expect of each frame.

Tiles of any size and place, merged or not, slopes, half tiles, stairs, planks, lifts, doors and
presses; boxes, capsules and circles. What upright boxes do among upright boxes is told by
`by_axes`, a mover of the classic kind: it goes until its box meets another one, and shares no code
with the library. Of all others some laws are judged.
"""

import math
import random
from collections import Counter
from typing import Any

import attrs

from spritecol import Capsule, CharacterController, Circle, Group, Polygon, Rect, Sprite

NEAR = 1e-7  # of the level's numbers: what is nearer touches
UP = (0.0, -1.0)

Box = tuple[float, float, float, float]  # left, top, right, bottom


@attrs.define
class Thing:
    """An upright box of a level, and how it moves: by a list of places, to and fro."""

    box: Box
    sprite: Sprite
    one_way: bool = False
    path: list[tuple[float, float]] = attrs.Factory(list)
    motion: tuple[float, float] = (0.0, 0.0)

    def go(self, frame: int) -> None:
        if not self.path:
            return
        place = self.path[frame % len(self.path)]
        dx, dy = place[0] - self.sprite.x, place[1] - self.sprite.y
        self.sprite.x, self.sprite.y = place
        left, top, right, bottom = self.box
        self.motion = dx, dy
        self.box = left + dx, top + dy, right + dx, bottom + dy


@attrs.define
class Level:
    """A level: `things` are the upright boxes, `slopes` the polygons."""

    tile: float
    things: list[Thing]
    slopes: list[Sprite]
    targets: Any
    moving: list[Thing]
    solid: list[Sprite]
    numbers: float
    start: tuple[float, float]

    def go(self, frame: int) -> None:
        for thing in self.moving:
            thing.go(frame)


def path_of(r: random.Random, x: float, y: float, tile: float, speed: float) -> list[Any]:
    """Places on a way to and fro: straight, slanted or around, in steps of at most a speed."""
    kind = r.choice(["across", "up", "slanted", "around"])
    far = tile * r.choice([2, 3, 5])
    count = max(2, math.ceil(far / speed))
    places = []
    for k in range(count + 1):
        t = k / count
        match kind:
            case "across":
                place = x + far * t, y
            case "up":
                place = x, y - far * t
            case "slanted":
                place = x + far * t, y - 0.5 * far * t
            case _:
                place = (
                    x + 0.5 * far * math.sin(math.tau * t),
                    y - 0.5 * far * math.cos(math.tau * t),
                )
        places.append(place)
    return places if kind == "around" else places + places[-2:0:-1]


def level(r: random.Random, flat: bool, size: tuple[float, float], step: float) -> Level:
    """A level for a body of a size; a `flat` one has no slopes and no stairs."""
    tile = r.choice([8.0, 16.0, 16.0, 32.0, 10.0, 7.5, 12.3])
    far = r.choice([0.0, 0.0, 0.0, 1e3, 1e5, 1e6])
    at = [round(far * r.uniform(-1, 1)) + r.choice([0, 0, 0.5, 0.3]) for _ in range(2)]
    wide, high = size
    boxes: list[tuple[Box, bool]] = []
    polygons: list[list[tuple[float, float]]] = []

    def block(x: float, y: float, w: float, h: float, one_way: bool = False) -> None:
        if h > 0:
            boxes.append(((x, y, x + w, y + h), one_way))

    x, y, low = 0.0, 0.0, 12 * tile
    ground: list[tuple[float, float]] = []
    while x < 26 * tile:
        kinds = ["flat"] * 4 + ["wall", "down", "gap", "tunnel", "ledge", "plank", "slot"]
        if not flat:
            kinds += ["half", "stairs", "slope", "slope", "hill"]
        kind = r.choice(kinds)
        run = r.choice([1, 2, 3, 4]) * tile
        ground.append((x, y))
        if kind == "wall":
            y = max(-5 * tile, y - r.choice([1, 2]) * tile)
        elif kind == "down":
            y = min(4 * tile, y + r.choice([1, 2]) * tile)
        elif kind == "half":
            y = min(4 * tile, y + r.choice([-0.5, 0.5]) * tile)
        y = max(-5 * tile, y)
        if kind == "gap":
            run = r.choice([wide, tile, 2 * tile, wide + 1])
            block(x, low, run, tile)
        elif kind == "stairs" and step:
            rise = r.choice([-1, 1]) * step
            for k in range(4):
                y = min(5 * tile, y + rise)
                block(x + k * tile / 2, y, tile / 2, low + tile - y)
            run = 2 * tile
        elif kind in ("slope", "hill"):
            end = min(6 * tile, y + r.choice([1, 0.5, -1, -0.5]) * run)
            polygons.append([(x, y), (x + run, end), (x + run, low + tile), (x, low + tile)])
            if kind == "hill":
                polygons.append(
                    [
                        (x + run, end),
                        (x + 2 * run, y),
                        (x + 2 * run, low + tile),
                        (x + run, low + tile),
                    ]
                )
                run *= 2
            else:
                y = end
        else:
            for k in range(round(run / tile)):
                block(x + k * tile, y, tile, tile)
            block(x, y + tile, run, low + tile - y - tile)
        if kind == "tunnel":
            block(x, y - high - tile, run, tile)
        elif kind == "ledge":
            block(x, y - high - r.choice([0.5, 1, 2, 3]) * tile, run, r.choice([0.5, 1]) * tile)
        elif kind == "plank":
            block(x, y - r.choice([1, 2, 3]) * tile, run, r.choice([2, tile / 2]), True)
        elif kind == "slot":
            above = y - high - 1.5 * tile
            block(x - 2 * tile, above, 2 * tile, tile)
            block(x + r.choice([wide, wide + 1]), above, 2 * tile, tile)
        x += run
    block(-tile, -84 * tile, tile, 97 * tile)
    block(x, -84 * tile, tile, 97 * tile)

    one = r.choice([True, False])  # the map as the place of sprites, or as coordinates of shapes
    things, moving, slopes = [], [], []
    for (left, top, right, bottom), one_way in boxes:
        w, h, side = right - left, bottom - top, UP if one_way else None
        place = at[0] + left, at[1] + top
        if one:
            sprite = Sprite(*place, collision=Rect(0, 0, w, h, one_way=side))
        else:
            sprite = Sprite(collision=Rect(*place, w, h, one_way=side))
        things.append(Thing((place[0], place[1], place[0] + w, place[1] + h), sprite, one_way))
    for corners in polygons:
        slopes.append(Sprite(*at, collision=Polygon(corners)))
    for _ in range(r.choice([0, 1, 1, 2, 3])):
        where, above = r.choice(ground)
        w, h = r.choice([2, 3, 4]) * tile, r.choice([4.0, tile / 2, tile])
        kind = r.choice(["lift", "lift", "plank", "plank", "door", "press"])
        speed = r.choice([0.5, 1, 2, 2.5, 5, 10, 40])
        px, py = at[0] + where, at[1] + above - r.choice([0, 1, 2]) * tile
        if kind == "door":
            w, h = tile / 2, 2 * tile
        elif kind == "press":
            w, h, py = 2 * tile, 2 * tile, at[1] + above - 6 * tile
        way = path_of(r, px, py, tile, speed)
        if kind in ("door", "press"):
            count = max(2, math.ceil(3 * tile / speed))
            ways = [(px, py - 3 * tile * k / count) for k in range(count + 1)]
            way = ways + ways[-2:0:-1] + ways[:1] * 10
        side = UP if kind == "plank" else None
        sprite = Sprite(*way[0], collision=Rect(0, 0, w, h, one_way=side))
        thing = Thing((px, py, px + w, py + h), sprite, kind == "plank", way)
        left, top = way[0]
        thing.box = left, top, left + w, top + h
        moving.append(thing)
    things += moving
    solid = [thing.sprite for thing in things if not thing.one_way] + slopes
    everything = [thing.sprite for thing in things] + slopes
    r.shuffle(everything)
    targets = Group(everything) if r.random() < 0.5 else everything
    if not moving and one and r.random() < 0.3:
        firm = [thing for thing in things if not thing.one_way]
        rects = [Rect(a - at[0], b - at[1], c - a, d - b) for a, b, c, d in (t.box for t in firm)]
        whole = Sprite(*at, collision=rects)
        targets = [whole, *slopes, *(t.sprite for t in things if t.one_way)]
        solid = [whole, *slopes]
    first = r.choice(ground)
    start = at[0] + max(wide, min(first[0] + tile / 2, x - wide)), at[1] - 8 * tile
    numbers = max(map(abs, at)) + 30 * tile
    return Level(tile, things, slopes, targets, moving, solid, numbers, start)


# --- who walks -----------------------------------------------------------------------------------


def body(r: random.Random, kind: str) -> tuple[Any, tuple[float, float]]:
    """A shape and its width and height; feet at (0, 0) or a corner at it."""
    wide = r.choice([16.0, 16.0, 12.0, 8.0, 15.0, 20.0, 11.5])
    high = r.choice([16.0, 24.0, 28.0, 32.0, wide])
    high = max(high, wide)
    if kind == "box":
        x = r.choice([-wide / 2, 0.0])
        return Rect(x, -high, wide, high), (wide, high)
    if kind == "circle":
        return Circle(0, -wide / 2, wide / 2), (wide, wide)
    return Capsule(0, -wide / 2, 0, wide / 2 - high - 1, wide / 2), (wide, high + 1)


class Keys:
    """Somebody who holds keys for some frames each."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.speed = r.choice([1.0, 2.0, 3.0, 2.5, 1.7, 6.0])
        self.gravity = r.choice([0.25, 0.4, 0.5, 1.0])
        self.jump = r.choice([4.0, 6.0, 9.0])
        self.most = r.choice([8.0, 12.0, 30.0])
        self.side, self.fall, self.left = 0, 0.0, 0

    def wanted(self, c: Any) -> tuple[float, float, bool]:
        r = self.r
        if self.left == 0:
            self.side, self.left = r.choice([-1, 1, 1, -1, 0]), r.randint(3, 50)
        self.left -= 1
        if c.on_floor or c.on_ceiling:
            self.fall = 0.0
        self.fall = min(self.fall + self.gravity, self.most)
        if c.on_floor and r.random() < 0.05:
            self.fall = -self.jump
        return self.side * self.speed, self.fall, r.random() < 0.02


# --- what is expected ----------------------------------------------------------------------------


def by_axes(
    box: Box,
    dx: float,
    dy: float,
    stood: bool,
    things: list[Thing],
    ignored: list[Thing],
    near: float,
) -> tuple[float, float, bool] | None:
    """How far an upright box goes, and whether it stands then; None where that is not clear.

    It walks until a wall or the end of its floor, and flies until its box meets another one.
    """
    left, top, right, bottom = box
    x = y = 0.0
    rest, walks = 1.0, stood and dy >= 0
    tops = [t for t in things if t not in ignored]
    walls: list[Box] = []

    def supported(within: float) -> bool:
        return any(
            abs(t.box[1] - bottom - y) <= near
            and t.box[0] < right + x - within
            and left + x + within < t.box[2]
            for t in tops
        )

    for _ in range(12):
        if rest <= 0 or (walks and dx == 0):
            break
        vx, vy = dx, 0.0 if walks else dy
        first, what = rest, ""
        wall = box
        for t in things:
            a, b, c, d = t.box
            a, c = a - right - x, c - left - x
            b, d = b - bottom - y, d - top - y
            if t in ignored or (t.one_way and (vy <= 0 or b < -near)):
                continue
            if a < -near and near < c and b < -near and near < d:
                return None  # it is in it
            times = []
            for low, high, v in ((a, c, vx), (b, d, vy)):
                if v > 0:
                    times.append((low / v, high / v))
                elif v < 0:
                    times.append((high / v, low / v))
                elif low < -near and near < high:
                    times.append((-math.inf, math.inf))
                elif low < 0 < high:
                    return None  # by rounding, it does not fit
                else:
                    times.append((math.inf, -math.inf))
            enter, leave = max(times[0][0], times[1][0]), min(times[0][1], times[1][1])
            speed = math.hypot(vx, vy)
            if enter >= leave or enter * speed < -near or enter > first + near / speed:
                if abs(enter - leave) * speed <= 2 * near and enter <= first:
                    return None  # a corner is grazed
                continue
            if abs(times[0][0] - times[1][0]) * speed <= 2 * near:
                return None  # a corner is met
            axis = "wall" if times[0][0] > times[1][0] else ("floor" if vy > 0 else "ceiling")
            if t.one_way and axis != "floor":
                continue
            if t.one_way and b < 0.0:
                return None  # by rounding, its feet are below the top
            if abs(enter - first) * speed <= near and what and axis != what:
                return None
            if enter < first or not what:
                first, what, wall = max(0.0, enter), axis, t.box
        if walks:
            # Where the floor ends, the rest is flown.
            reach = 0.0
            while True:
                held = [
                    t for t in tops
                    if abs(t.box[1] - bottom - y) <= near
                    and t.box[0] < right + x + reach - near * (dx < 0)
                    and left + x + reach + near * (dx > 0) < t.box[2]
                ]  # fmt: skip
                ends = [t.box[2] - left - x if dx > 0 else t.box[0] - right - x for t in held]
                if not ends:
                    break
                end = max(ends) if dx > 0 else min(ends)
                if abs(end) <= abs(reach) + near:
                    break
                reach = end
            share = abs(reach / dx)
            if share < first - near / abs(dx):
                if abs(share - rest) * abs(dx) <= 1e-3:
                    return None
                x += dx * share
                rest -= share
                walks = False
                continue
        if abs(first - rest) * math.hypot(vx, vy) <= near and what:
            return None  # it is met at the very end
        x, y, rest = x + vx * first, y + vy * first, rest - first
        if what == "wall":
            walls.append(wall)
            dx = 0.0
        elif what == "ceiling":
            dy = 0.0
        elif what == "floor":
            walks = True
            dy = max(dy, 0.0)
        else:
            break
        if dx == 0 and dy == 0:
            break
    if any(top + y >= d - near or bottom + y <= b + near for _, b, _, d in walls):
        return None  # it has left the wall: it may go on, or not
    if supported(near) != supported(-near):
        return None  # it stands on a corner, or it does not
    return x, y, walks and supported(near)


def inside(kind: str, size: tuple[float, float], x: float, y: float, box: Box) -> float:
    """How deep a body with its feet at (x, y) is in an upright box; below 0 how far off."""
    wide, high = size
    half = wide / 2
    left, top, right, bottom = box
    if kind == "box":
        return min(right - x + half, x + half - left, bottom - y + high, y - top)
    low, up = y - half, y - high + half  # the middle line of a capsule
    dx = max(left - x, 0.0, x - right)
    dy = max(top - low, 0.0, up - bottom)
    if dx == 0 and dy == 0:
        return half
    return half - math.hypot(dx, dy)


def play(seed: Any, kind: str, frames: int, make: Any = CharacterController) -> Counter[str]:
    """Play a level with a body of a kind, and count what is not as expected.

    Returns how many frames were played, and "what: where" of what was wrong.
    """
    r = random.Random(f"ordinary {seed} {kind}")
    shape, size = body(r, kind)
    flat = r.random() < 0.4
    step = 0.0 if flat else r.choice([0.0, 4.0, 8.0])
    world = level(r, flat, size, step)
    near = NEAR * max(1.0, 1e-4 * world.numbers)
    keys = Keys(r)
    snap = 0.0 if flat else r.choice([4.0, 4.0, 8.0, 0.0])
    nudge = 0.0 if flat else r.choice([0.0, 4.0])
    world.go(0)
    hero = Sprite(*world.start, collision=shape)
    while hero.hits(world.solid):
        hero.y -= world.tile
    c = make(hero, snap=snap, step=step, nudge=nudge)
    found: Counter[str] = Counter()
    dropped: list[Thing] = []

    def wrong(what: str) -> None:
        found[f"{what}: {seed} {kind} frame {frame}"] += 1

    for frame in range(frames):
        world.go(frame)
        for thing in world.moving:
            if frame == 0:
                thing.motion = 0.0, 0.0
        dx, dy, drop = keys.wanted(c)
        left, top, right, bottom = hero.aabb
        before = {id(s) for s in hero.check(world.solid)}
        stood, floor = c.on_floor, c.floor
        x, y, normal = hero.x, hero.y, c.floor_normal
        under = next((t for t in world.moving if t.sprite is floor), None)
        mx, my = under.motion if under else (0.0, 0.0)
        slide = c.move(dx, dy, world.targets, drop=drop)
        found["frames"] += 1
        now = {id(s) for s in hero.check(world.solid)}
        if not now <= before:
            wrong("got into something")
        if now and not slide.crushed:
            wrong("is in something and not crushed")
        for thing in world.things:
            if not thing.one_way and not slide.crushed:
                a, b, e, f = hero.aabb
                middle = (a + e) / 2
                if inside(kind, size, middle, f, thing.box) > near:
                    wrong("is in a box")
        if slide.crushed and not before:
            wrong("crushed by nothing")
        # What is near and has moved, but is not its floor, makes it unclear what is expected.
        reach = abs(mx) + abs(my) + abs(dx) + abs(dy) + 2 + (snap + step if not flat else 0)
        pushed = bool(before)
        around = left - reach, top - reach, right + reach, bottom + reach
        for thing in world.moving:
            a, b, e, f = thing.box
            tx, ty = abs(thing.motion[0]), abs(thing.motion[1])
            if thing is not under and (
                a - tx < around[2]
                and around[0] < e + tx
                and b - ty < around[3]
                and around[1] < f + ty
            ):
                pushed = True
        if under and any(
            t is not under
            and t.box[0] < max(right, right + mx) + 1 + abs(dx)
            and min(left, left + mx) - 1 - abs(dx) < t.box[2]
            and t.box[1] < max(bottom, bottom + my) + near and min(top, top + my) - 1 < t.box[3]
            for t in world.things
        ):  # fmt: skip
            pushed = True
        if under and stood and not pushed and world.slopes:
            a = Sprite(hero.x, hero.y, collision=Rect(-40, -60, 80, 100))
            pushed |= a.hits(world.slopes)
        if drop and stood:
            dropped += [
                t
                for t in world.things
                if t.one_way
                and abs(t.box[1] - t.motion[1] - bottom) <= near
                and t.box[0] < right + mx
                and left + mx < t.box[2]
            ]
            pushed |= bool(dropped)
        dropped = [
            t for t in dropped
            if t.box[0] <= hero.aabb[2] and hero.aabb[0] <= t.box[2]
            and t.box[1] <= hero.aabb[3] + 1 + max(snap, step) and hero.aabb[1] <= t.box[3]
        ]  # fmt: skip
        if not pushed and kind == "box" and flat and (stood or dy):
            moved = left + mx, top + my, right + mx, bottom + my
            expected = by_axes(moved, dx, dy, stood, world.things, dropped, near)
            if expected is None:
                found["unclear"] += 1
            else:
                found["by axes"] += 1
                ex, ey, stands = expected
                if math.dist((hero.x - x, hero.y - y), (ex + mx, ey + my)) > 10 * near:
                    wrong(f"went {hero.x - x, hero.y - y}, not {ex + mx, ey + my}")
                elif stands != c.on_floor:
                    wrong(f"on_floor is {c.on_floor}")
        if c.on_floor:
            ghost = Sprite(hero.x, hero.y + 10 * near, collision=shape)
            a, b, e, f = hero.aabb
            rests = kind != "box" and any(
                (abs(t.box[0] - e) <= 10 * near or abs(t.box[2] - a) <= 10 * near)
                and t.box[1] < f
                and b < t.box[3]
                for t in world.things
            )  # in a gap as wide as it is
            if not (ghost.hits(world.targets) or rests):
                wrong("stands on nothing")
            _, ny = c.floor_normal
            if -ny < math.cos(math.radians(45)) - 1e-6:
                wrong("a floor too steep")
        # On a plain floor: as fast as wanted, and it stays there.
        if stood and not pushed and dy >= 0 and not dropped and under is not None:
            a, b, e, f = under.box
            if a < left + mx - abs(dx) - 1 and right + mx + abs(dx) + 1 < e:
                found["rides"] += 1
                if not c.on_floor:
                    wrong("lost from a lift")
                elif abs((hero.x - x) - mx - dx) > 10 * near or abs(hero.y - y - my) > 10 * near:
                    wrong(f"rode {hero.x - x - mx, hero.y - y - my}, not {dx, 0}")
        elif (
            stood
            and not pushed
            and dy >= 0
            and not dropped
            and dx
            and not (slide.on_wall or slide.on_ceiling)
        ):
            got = math.hypot(*slide.travel)
            # On a slope or a flat floor that goes on, as fast as wanted.
            if c.on_floor and tuple(c.floor_normal) == tuple(normal) and not slide.stepped:
                found["speeds"] += 1
                bends = abs(normal[0] * slide.travel[0] + normal[1] * slide.travel[1]) > near
                if kind == "box" and not bends and abs(got - abs(dx)) > 10 * near:
                    wrong(f"walked {got}, not {abs(dx)}")
        if (
            dx == 0
            and stood
            and not pushed
            and dy >= 0
            and not drop
            and not (mx or my)
            and c.on_floor
        ):
            found["stands"] += 1
            if (hero.x, hero.y) != (x, y):
                wrong(f"stood, but moved by {hero.x - x, hero.y - y}")
        if dy < 0 and not pushed and not slide.on_ceiling and not slide.on_floor and not nudge:
            found["rises"] += 1
            if (
                kind == "box"
                and not slide.crushed
                and abs(hero.y - y - dy - my) > 10 * near
                and not world.slopes
            ):
                wrong(f"rose {hero.y - y}, not {dy + my}")
        if abs(hero.y) > 2 * world.numbers + 1e4 or hero.y > world.start[1] + 22 * world.tile:
            wrong("fell out")
            break
    return found

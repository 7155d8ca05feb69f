"""Plays of bodies that get into walls, in rooms of whole walls and in the same rooms of tiles.

In both rooms the same must happen. Whether there is a way out is told by the least move out of the
whole walls, which knows nothing of tiles.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite, Triangle, Vec2
from support.levels import Box, block

SIZES = 8, 12, 16, 24, 32, 64
"""The sides of a tile, in pixels."""

BODIES: dict[str, Any] = {
    "box": Rect(-7, -9, 14, 18),
    "circle": Circle(0, 0, 8),
    "capsule": Capsule(0, -6, 0, 6, 8),
    "triangle": Triangle(-9, 6, 9, 6, 0, -10),
    "hexagon": Polygon(
        [(9 * math.cos(k * math.pi / 3), 9 * math.sin(k * math.pi / 3)) for k in range(6)]
    ),
}


class Room(NamedTuple):
    """Whole walls on a grid of tiles, and the size of the room between them."""

    walls: list[Box]
    tile: int
    wide: float
    high: float

    def whole(self) -> list[Sprite]:
        return [block(*wall) for wall in self.walls]

    def tiles(self) -> list[Sprite]:
        t = self.tile
        return [
            block(x, y, x + t, y + t)
            for a, b, c, d in self.walls
            for x in range(int(a), int(c), t)
            for y in range(int(b), int(d), t)
        ]


def room_of(r: random.Random, tile: int, is_open: bool = True) -> Room:
    """Draw a floor, two walls and a roof. An open room may lack the roof, and may have blocks."""
    columns, rows = (max(3, n // tile) for n in (r.choice([96, 160, 256]), r.choice([96, 160])))
    wide, high = columns * tile, rows * tile
    walls: list[Box] = [(-tile, high, wide + tile, high + tile)]
    low = r.choice([0, 0, 0, rows - 1, rows - 2]) * tile if is_open else 0  # may be a curb
    walls += [(-tile, low, 0, high), (wide, 0, wide + tile, high)]
    if not is_open or r.random() < 0.5:
        walls.append((-tile, -tile, wide + tile, 0))
    for _ in range(r.randint(1, 5) if is_open and r.random() < 0.4 else 0):
        a, b = r.randrange(columns), r.randrange(rows)
        c, d = min(columns, a + r.randint(1, 3)), min(rows, b + r.randint(1, 2))
        walls.append((a * tile, b * tile, c * tile, d * tile))
    return Room(walls, tile, wide, high)


# --- what happens to a body before it moves: a change, and the wanted motion ---------------------

Step = tuple[float, float]


def keys(r: random.Random, frame: int, held: list[float]) -> Step:
    if frame % 12 == 0:
        held[:2] = r.choice([-3, -3, 3, 3, 0, -1.5]), r.choice([4, 4, 4, -4])
    return held[0], held[1]


def pulse(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    hero.scale = 1.25 + 0.5 * math.sin(0.2 * frame)
    return keys(r, frame, held)


def turn(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    if frame % 30 == 0:
        held[2] = r.choice([-7, -5, -3, 3, 5, 7])
    hero.angle += held[2]
    return keys(r, frame, held)


def grow(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    if frame % 50 == 0:
        held[2] = r.choice([1.01, 1.03, 1.06])
    hero.scale = 1.0 if hero.scale_x > 2.5 else hero.scale_x * held[2]
    return keys(r, frame, held)


def leap(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    """Grow at once, as by a mushroom."""
    if frame % 15 == 0:
        hero.scale = r.choice([1, 1.5, 2])
    return keys(r, frame, held)


def knock(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    if frame % 6 == 0:
        hero.x += r.choice([-12, -8, -5, 0, 5, 8, 12])
        hero.y += r.choice([-8, -5, 0, 0, 5, 8])
    return keys(r, frame, held)


def write(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    """Into a corner, or at a wall."""
    if frame % 10 == 0:
        hero.x = r.choice([0, room.wide]) + r.uniform(-1, 1) * r.choice([0, 6, 14])
        hero.x = min(max(hero.x, 1), room.wide - 1)
        hero.y = r.choice([room.high, r.uniform(0, room.high)]) - r.choice([2, 6, 12])
    return keys(r, frame, held)


def drive(r: random.Random, room: Room, hero: Sprite, frame: int, held: list[float]) -> Step:
    if frame % 15 == 0:
        held[2:] = r.choice([-6, -4, 0, 4, 6]), r.choice([3, 4, 6, -2])
    hero.angle += held[2]
    angle = math.radians(hero.angle)
    return held[3] * math.cos(angle), held[3] * math.sin(angle)


CHANGES: dict[str, Callable[[random.Random, Room, Sprite, int, list[float]], Step]] = {
    "pulse": pulse,
    "turn": turn,
    "grow": grow,
    "leap": leap,
    "knock": knock,
    "write": write,
    "drive": drive,
}


def middle(hero: Sprite) -> Vec2:
    left, top, right, bottom = hero.aabb
    return Vec2((left + right) / 2, (top + bottom) / 2)


def in_walls(at: Vec2, walls: Sequence[Sprite]) -> bool:
    return Sprite(*at, collision=Circle(0, 0, 1e-3)).hits(walls)


def longest_way(hero: Sprite, before: Box) -> float:
    """How far a body may be pushed that only itself has changed: in proportion to that."""
    now = hero.aabb
    moved = [abs(now[k] - before[k]) for k in range(4)]
    change = math.hypot(max(moved[0], moved[2]), max(moved[1], moved[3]))
    return max(change, min(now[2] - now[0], now[3] - now[1]) / 2)


def least_way(hero: Sprite, walls: Sequence[Sprite], longest: float) -> Vec2 | None:
    """The least way out of whole walls, if it is short, and a point in the middle meets none."""
    way = hero.separation(walls)
    if not way.length or way.length > longest - 1e-6:
        return None
    return None if Sprite(*middle(hero), collision=Circle(0, 0, 1e-3)).sweep(*way, walls) else way


def judge_push(
    slide: Any, way: Vec2 | None, inside: bool, wanted: float, longest: float
) -> Iterator[str]:
    """Return what is wrong with the push of a frame in which only the body has changed."""
    if not inside and (slide.crushed or slide.pushed):
        yield f"pushed by {slide.pushed} out of nothing"
    if way is not None and slide.crushed:
        yield f"crushed though {way} is free"
    if way is not None and slide.pushed.length > way.length + 1e-6:
        yield f"pushed by {slide.pushed} and not {way}"
    if slide.pushed.length > longest + 1e-6:
        yield f"thrown by {slide.pushed}"
    if slide.travel.length > slide.pushed.length + wanted + 1e-6:
        yield f"went {slide.travel}, pushed by {slide.pushed}"


def differ(slides: Sequence[Any], walkers: Sequence[CharacterController]) -> str:
    """Return what differs between whole walls and tiles."""
    if slides[0].crushed is not slides[1].crushed:
        return f"crushed is {slides[0].crushed}, and among tiles {slides[1].crushed}"
    here, there = ((c.sprite.x, c.sprite.y) for c in walkers)
    return f"went to {here}, and among tiles to {there}" if math.dist(here, there) > 1e-6 else ""


def play(seed: Any, kind: str, change: str, frames: int = 120) -> Counter[str]:
    """A walker among whole walls and one among tiles, whose bodies change: each frame is judged.

    Returns "what: where" of what is wrong, and how many frames each law was about.
    """
    r, found = random.Random(f"rooms {seed} {kind} {change}"), Counter[str]()
    room = room_of(r, r.choice(SIZES))
    up = None if change == "drive" else r.choice([(0, -1), (0, -1), (0, -1), None])
    levels = room.whole(), room.tiles()
    start = room.wide * r.uniform(0.2, 0.8), room.high * r.uniform(0.3, 0.7)
    walkers = [
        CharacterController(Sprite(*start, collision=BODIES[kind]), up=up, snap=0) for _ in levels
    ]
    hero, held = walkers[0].sprite, [0.0] * 4
    if hero.hits(levels[0]):
        return found
    for c, level in zip(walkers, levels, strict=True):
        c.move(0, 0, level)
    for frame in range(frames):
        before = hero.aabb
        dx, dy = CHANGES[change](r, room, hero, frame, held)
        for c in walkers:
            c.sprite.x, c.sprite.y, c.sprite.angle = hero.x, hero.y, hero.angle
            c.sprite.scale = hero.scale_x
        if in_walls(middle(hero), levels[0]):
            break  # it is led out of the tile in which that is, and not through the next one
        longest, inside = longest_way(hero, before), hero.hits(levels[0])
        way = least_way(hero, levels[0], longest)
        slides = [c.move(dx, dy, level) for c, level in zip(walkers, levels, strict=True)]
        wrong = [differ(slides, walkers)]
        for slide, c, level in zip(slides, walkers, levels, strict=True):
            wrong += judge_push(slide, way, inside, math.hypot(dx, dy), longest)
            if c.sprite.hits(level) is not slide.crushed:
                wrong.append("in a wall and not crushed, or crushed by none")
        found.update(["frames", *["inside"] * inside, *["leaves"] * (way is not None)])
        found["crushed"] += slides[0].crushed
        if wrong[0] and slides[0].crushed and slides[1].crushed:
            break  # what it walks in may be other tiles
        found.update(f"{what}: {seed} {kind} {change} frame {frame}" for what in wrong if what)
        if wrong[0]:
            break
    return +found


# --- machines ------------------------------------------------------------------------------------


def machine_of(r: random.Random, room: Room, kind: str) -> tuple[Box, Step]:
    """A door as high as the room, or a press that is not as wide: where it is, and its way."""
    thick, t = r.choice([2, 6, 24]), room.tile
    if kind == "door":
        return (0, 0, thick, room.high), (room.wide - thick, 0)
    left, wide = r.choice([0, 0, t]), r.choice([2 * t, room.wide / 2, room.wide, room.wide])
    right = min(left + wide, room.wide)
    return (left, -thick, right, 0), (0, room.high - r.choice([0, 8, 20, 30]))


def pressed(seed: Any, kind: str, machine: str, frames: int = 150) -> Counter[str]:
    """The same where a door or a press moves in the room: nobody is led through it."""
    r, found = random.Random(f"pressed {seed} {kind} {machine}"), Counter[str]()
    room = room_of(r, r.choice(SIZES), is_open=False)
    box, (far_x, far_y) = machine_of(r, room, machine)
    levels = [[*walls, block(*box)] for walls in (room.whole(), room.tiles())]
    left, right = (box[2], room.wide) if machine == "door" else (box[0], box[2])
    start = r.uniform(left + 16, right - 16), room.high - r.uniform(16, 40)
    longest = r.choice([None, None, None, 1, 4])
    walkers = [
        CharacterController(Sprite(*start, collision=BODIES[kind]), max_push=longest)
        for _ in levels
    ]
    hero, thing = walkers[0].sprite, levels[0][-1]
    held, speed, time = [0.0] * 4, r.choice([2, 5, 12]), 0.0
    if hero.hits(levels[0]):
        return found
    below = machine == "press"
    for frame in range(frames):
        time += speed / max(far_x, far_y)
        share = 0.5 - 0.5 * math.cos(time)
        for level in levels:
            level[-1].x, level[-1].y = box[0] + share * far_x, box[1] + share * far_y
        dx, dy = keys(r, frame, held)
        slides = [c.move(dx, dy, level) for c, level in zip(walkers, levels, strict=True)]
        crushed, (left, top, right, bottom) = slides[0].crushed, hero.aabb
        a, b, c, d = thing.aabb
        x, y = middle(hero)
        fits = room.wide - c >= right - left if machine == "door" else room.high - d >= bottom - top
        above, is_between = a < x < c and y < b, below or machine == "door"
        laws = {
            differ(slides, walkers): not differ(slides, walkers) or (crushed and slides[1].crushed),
            "crushed in room enough": longest or not (crushed and fits and is_between),
            "pushed too far": not longest or slides[0].pushed.length <= longest + 1e-6,
            "led through the door": machine == "press" or crushed or x > c,
            "led through the press": not (below and above),
            "led through a wall": 0 < x < room.wide and 0 < y < room.high,
            "in something and not crushed": crushed is hero.hits(levels[0]),
        }
        pushed = slides[0].pushed.length > 0.0
        found.update(["frames", *["crushed"] * crushed, *["pushed"] * pushed])
        found.update(
            f"{law}: {seed} {kind} {machine} frame {frame}"
            for law, holds in laws.items()
            if not holds
        )
        below = machine == "press" and a < x < c and y > b
        if crushed or differ(slides, walkers):
            break  # who is crushed may walk on, out of what it is in
    return found

"""Plays of bodies that something gets into, or that get into something, in all forms.

*Shoved*: a mover comes aslant, or turns. *Changed*: in a room, the body grows, turns, or is put
elsewhere; whether there is a way out is told by the least move out of whole walls. *Machines*: in a
room, a door or a press closes, and nobody is led through it. *Inside*: a body in a machine that
stands flush at a block gets into nothing else; all is in whole numbers.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from spritecol import Capsule, CharacterController, Circle, Polygon, Rect, Sprite, Triangle, Vec2
from support.forms import BIRD, FORMS, NEAR, CountedDice, Form, Player, Wall
from support.levels import UP, Box, Place

LONG = 100
"""How many frames a play in a room has."""
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

FRAMES: list[Any] = [
    *BODIES.values(),
    Rect(-8, -16, 16, 16),
    Rect(-8, -32, 16, 32),
    Rect(-14, -60, 34, 60),
    Rect(-20, -12, 40, 12),
    Capsule(-12, -8, 12, -8, 8),
    Circle(0, -20, 20),
    Polygon([(0, 0), (12, -14), (0, -40), (-12, -14)]),
]
"""What a body becomes whose picture changes."""


def judged(seed: Any) -> tuple[list[str], Counter[str]]:
    """Play some scenes of each kind.

    Returns what is wrong, each with its place, and how often each branch was played.
    """
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for number, play in enumerate((shoved, changed, machine, *[inside] * 6)):
        dice = CountedDice(f"{number} {seed}")
        wrong += [f"{line}, in {play.__name__} {number} {seed}" for line in play(dice)]
        seen.update(dice.seen)
    return wrong, seen


def differ(whole: Player, slide: Any, other: Player, there: Any) -> str:
    """What differs after a move between a whole form and another one."""
    if slide.crushed is not there.crushed:
        return f"crushed is {slide.crushed} and not {there.crushed}"
    if math.dist(whole.place, other.place) > NEAR and not slide.crushed:
        return f"went to {whole.place}, and not to {other.place}"
    return ""  # who is crushed goes on in one piece or in several


# --- a mover that comes --------------------------------------------------------------------------


def shoved(dice: CountedDice) -> Iterator[str]:
    """A mover pushes a body, perhaps on a floor; it may be crushed in the end."""
    pieces, wide = dice.pick("pieces", range(2, 9)), dice.pick("piece", [8, 16, 24])
    thick, rows = dice.pick("thick", [8, 16, 40]), dice.pick("rows", [1, 1, 2])
    motion = dice.pick("motion", ["slant", "slow", "turn", "both"])
    dx, dy, turn = {
        "slant": (dice.uniform(-8, 8), dice.uniform(-8, 8), 0.0),
        "slow": (dice.choice([-2, -1, 1, 2]), dice.choice([-1, -0.5, 0.5, 1]), 0.0),
        "turn": (0.0, 0.0, dice.choice([-6, -3, 2, 5])),
        "both": (dice.uniform(-3, 3), dice.uniform(-3, 3), dice.uniform(-5, 5)),
    }[motion]
    box, tile = (0.0, 0.0, pieces * wide, thick), (wide, thick / rows)
    if dice.pick("mover", ["lies", "stands"]) == "stands":
        box, tile = (0.0, 0.0, thick, pieces * wide), (thick / rows, wide)
    # Cut into pieces, what turns may crush where a whole one pushes.
    walls = [Wall(box, None if turn else tile)]
    if dice.pick("floor", [True, False, False]):
        walls.append(Wall((-320, 60, 320, 76), (16, 16)))
    angle, size = dice.pick("angle", [0, 0, 30, 45]), dice.pick("size", [10, 16, 28])
    up, half = dice.pick("up", [None, None, UP]), size / 2
    body: Any = {
        "box": Rect(-8, -half, 16, size),
        "circle": Circle(0, 0, half),
        "capsule": Capsule(0, -half, 0, half, 6),
    }[dice.pick("body", ["box", "box", "circle", "capsule"])]
    start: Place = dice.uniform(-80, 80), dice.uniform(-80, 80)
    if not turn:  # where that leads
        along, frames = Vec2(dx, dy), dice.uniform(4, 20)
        at = Vec2(dice.random() * box[2], dice.random() * box[3]).rotated(angle)
        start = tuple(at + along * frames + along * ((8 + size) / along.length))
    how = {
        "up": up,
        "snap": 4,
        "step": dice.pick("step", [0, 0, 4]),
        "max_push": dice.pick("max_push", [None, None, 5, 60]),
    }
    whole = Player(Form(), walls, body, start, **how)
    others = {name: Player(form, walls, body, start, **how) for name, form in FORMS.items()}
    everyone = [whole, *others.values()]
    for player in everyone:
        player.shift(0, 0, 0, angle)
    if whole.is_inside:
        return
    fall = 0.0 if up is None else 1.0
    for player in everyone:
        player.move(0, fall)
    for frame in range(40):
        for player in (whole, *others.values()):
            player.shift(0, dx, dy, turn)
        before = whole.walker.sprite.check(whole.targets)
        slide = whole.move(0, fall)
        dice.seen.update(frames=1, shoved=bool(slide.pushed), shoved_crushed=slide.crushed)
        if not set(whole.walker.sprite.check(whole.targets)) <= set(before):
            yield f"got into something in frame {frame}"
        left, top, right, bottom = whole.walker.sprite.aabb
        for name, player in [*others.items()]:
            there = player.move(0, fall)
            if not (told := differ(whole, slide, player, there)):
                continue
            del others[name]
            if name == "bird" and slide.pushed.length > BIRD - 9:
                dice.seen["met the bird"] += 1
            elif (
                player.form.cut == "tiles"
                and there.crushed
                and slide.pushed.length > max(right - left, bottom - top)
            ):
                dice.seen["crushed by tiles"] = 1  # some are farther off than it looks
            else:
                yield f"{name}: {told} in frame {frame}"
        if slide.crushed:
            return


# --- rooms ---------------------------------------------------------------------------------------


class Room(NamedTuple):
    """Walls on a grid of tiles, and the size of the room between them."""

    walls: list[Wall]
    tile: int
    wide: float
    high: float

    def players(self, dice: CountedDice, body: Any, start: Place, **how: Any) -> list[Player]:
        """The room whole, and in one other form."""
        name = dice.pick("form of a room", ["tiles", "one sprite", "half", "double"])
        return [Player(form, self.walls, body, start, **how) for form in (Form(), FORMS[name])]


def room_of(dice: CountedDice, is_open: bool = True) -> Room:
    """Draw a floor, two walls and a roof. An open room may lack the roof, and may have blocks."""
    t = dice.pick("tile", SIZES)
    columns = max(3, dice.pick("room wide", [96, 160, 256]) // t)
    rows = max(3, dice.pick("room high", [96, 160]) // t)
    wide, high = columns * t, rows * t
    boxes: list[Box] = [(-t, high, wide + t, high + t)]
    low = dice.choice([0, 0, 0, rows - 1, rows - 2]) * t if is_open else 0  # may be a curb
    boxes += [(-t, low, 0, high), (wide, 0, wide + t, high)]
    if not is_open or dice.pick("roof", [True, False]):
        boxes.append((-t, -t, wide + t, 0))
    for _ in range(dice.pick("blocks", [0, 0, 0, 0, 1, 2, 3, 5]) if is_open else 0):
        a, b = dice.randrange(columns), dice.randrange(rows)
        c, d = min(columns, a + dice.randint(1, 3)), min(rows, b + dice.randint(1, 2))
        boxes.append((a * t, b * t, c * t, d * t))
    walls = [Wall(box, (t, t)) for box in boxes]
    for _ in range(dice.pick("plates", [0, 0, 0, 1, 2]) if is_open else 0):  # thinner than a tile
        x, y, thick = dice.randrange(columns) * t, dice.randrange(rows) * t, dice.choice([2, 4])
        along = dice.randint(16, 80)
        lies = dice.pick("plate", ["lies", "stands"]) == "lies"
        right, bottom = (x + along, y + thick) if lies else (x + thick, y + along)
        walls.append(Wall((x, y, right, bottom)))
    return Room(walls, t, wide, high)


class Hero:
    """What keys and other things want of a body: its pose, and its motion in this frame."""

    def __init__(self, dice: CountedDice) -> None:
        self.dice = dice
        self.x = self.y = self.angle = 0.0
        self.size = 1.0
        self.held, self.rate = (0.0, 0.0), 0.0
        self.frame: Any = None

    def keys(self, frame: int) -> Place:
        if frame % 12 == 0:
            self.held = self.dice.choice([-3, -3, 3, 3, 0, -1.5]), self.dice.choice([4, 4, 4, -4])
        return self.held

    def pulse(self, room: Room, frame: int) -> Place:
        self.size = 1.25 + 0.5 * math.sin(0.2 * frame)
        return self.keys(frame)

    def turn(self, room: Room, frame: int) -> Place:
        if frame % 30 == 0:
            self.rate = self.dice.choice([-7, -5, -3, 3, 5, 7])
        self.angle += self.rate
        return self.keys(frame)

    def grow(self, room: Room, frame: int) -> Place:
        if frame % 50 == 0:
            self.rate = self.dice.choice([1.01, 1.03, 1.06])
        self.size = 1.0 if self.size > 2.5 else self.size * self.rate
        return self.keys(frame)

    def leap(self, room: Room, frame: int) -> Place:
        """Grow at once, as by a mushroom."""
        if frame % 15 == 0:
            self.size = self.dice.choice([1, 1.5, 2])
        return self.keys(frame)

    def knock(self, room: Room, frame: int) -> Place:
        if frame % 6 == 0:
            self.x += self.dice.choice([-12, -8, -5, 0, 5, 8, 12])
            self.y += self.dice.choice([-8, -5, 0, 0, 5, 8])
        return self.keys(frame)

    def write(self, room: Room, frame: int) -> Place:
        """Into a corner, or at a wall."""
        if frame % 10 == 0:
            dice = self.dice
            self.x = dice.choice([0, room.wide]) + dice.uniform(-1, 1) * dice.choice([0, 6, 14])
            self.x = min(max(self.x, 1), room.wide - 1)
            self.y = dice.choice([room.high, dice.uniform(0, room.high)]) - dice.choice([2, 6, 12])
        return self.keys(frame)

    def swap(self, room: Room, frame: int) -> Place:
        """Another frame of its picture, with another shape."""
        if frame % 10 == 9:
            self.frame = self.dice.choice(FRAMES)
        return self.keys(frame)

    def drive(self, room: Room, frame: int) -> Place:
        """Seen from above, by a wheel."""
        if frame % 15 == 0:
            self.rate = self.dice.choice([-6, -4, 0, 4, 6])
            self.held = self.dice.choice([3, 4, 6, -2]), 0.0
        self.angle += self.rate
        return tuple(Vec2(self.held).rotated(self.angle))


CHANGES: dict[str, Callable[[Hero, Room, int], Place]] = {
    change.__name__: change
    for change in (
        *(
            Hero.pulse,
            Hero.turn,
            Hero.grow,
            Hero.leap,
            Hero.knock,
            Hero.write,
            Hero.swap,
            Hero.drive,
        ),
    )
}


def middle(sprite: Sprite) -> Vec2:
    left, top, right, bottom = sprite.aabb
    return Vec2((left + right) / 2, (top + bottom) / 2)


def longest_way(hero: Sprite, before: Box) -> float:
    """How far a body may be pushed that only itself has changed: in proportion to that."""
    now = hero.aabb
    moved = [abs(now[k] - before[k]) for k in range(4)]
    change = math.hypot(max(moved[0], moved[2]), max(moved[1], moved[3]))
    return max(change, min(now[2] - now[0], now[3] - now[1]) / 2)


def least_way(hero: Sprite, walls: Any, longest: float, came: Vec2) -> Vec2 | None:
    """The least way out of whole walls, if it is short, and the middle comes to its end freely."""
    way = hero.separation(walls)
    if not way.length or way.length > longest - NEAR:
        return None
    point = Sprite(*came, collision=Circle(0, 0, 1e-3))
    return None if point.sweep(*(middle(hero) + way - came), walls) else way


def wrong_push(
    slide: Any, way: Vec2 | None, inside: bool, wanted: float, longest: float, scale: float
) -> Iterator[str]:
    """What is wrong with the push of a frame in which only the body has changed."""
    pushed = slide.pushed / scale
    if not inside and (slide.crushed or pushed):
        yield f"pushed by {pushed} out of nothing"
    if way is not None and slide.crushed:
        yield f"crushed though {way} is free"
    if way is not None and pushed.length > way.length + NEAR:
        yield f"pushed by {pushed} and not {way}"
    if pushed.length > longest + NEAR:
        yield f"thrown by {pushed}"
    if slide.travel.length / scale > pushed.length + wanted + NEAR:
        yield f"went {slide.travel}, pushed by {pushed}"


def changed(dice: CountedDice) -> Iterator[str]:
    """A body in a room changes in each frame: it leaves the walls as told, in either form."""
    room, change = room_of(dice), dice.pick("change", list(CHANGES))
    up = None if change == "drive" else dice.pick("up in a room", [UP, UP, UP, None])
    hero, body = Hero(dice), BODIES[dice.pick("body in a room", list(BODIES))]
    start = room.wide * dice.uniform(0.2, 0.8), room.high * dice.uniform(0.3, 0.7)
    players = room.players(dice, body, start, up=up, snap=0)
    first = players[0]
    if first.is_inside:
        return
    for player in players:
        player.move(0, 0)
    came, crushed = middle(first.walker.sprite), False
    for frame in range(LONG):
        sprite = first.walker.sprite
        before = sprite.aabb
        came = came if crushed else middle(sprite)  # from where it was before it was crushed
        hero.x, hero.y = start = first.place
        way = CHANGES[change](hero, room, frame)
        for player in players:
            player.put((hero.x, hero.y), hero.angle, hero.size)
            if hero.frame is not None:
                player.walker.sprite.collision = hero.frame
        if Sprite(*middle(sprite), collision=Circle(0, 0, 1e-3)).hits(first.targets):
            return  # it is led out of the tile in which that is, and not through the next one
        longest, inside = longest_way(sprite, before), first.is_inside
        came = came if (hero.x, hero.y) == start else middle(sprite)  # if it was put here
        out = least_way(sprite, first.targets, longest, came)
        slides = [player.move(*way) for player in players]
        wrong = [differ(first, slides[0], players[1], slides[1])]
        for slide, player in zip(slides, players, strict=True):
            scale = player.form.scale
            wrong += wrong_push(slide, out, inside, math.hypot(*way), longest, scale)
            if player.is_inside is not slide.crushed:
                wrong.append("in a wall and not crushed, or crushed by none")
        crushed = slides[0].crushed
        dice.seen.update(frames=1, inside=inside, leaves=out is not None, crushed=crushed)
        dice.seen[f"leaves by {change}"] += out is not None
        yield from (f"{line} in frame {frame} of {change}" for line in wrong if line)
        if wrong[0] or (crushed and math.dist(first.place, players[1].place) > NEAR):
            return  # what it walks in may be other tiles


def machine(dice: CountedDice) -> Iterator[str]:
    """A door as high as a room, or a press that may be narrower, moves in it to and fro."""
    room, kind = room_of(dice, is_open=False), dice.pick("machine", ["door", "press"])
    thick, t = dice.pick("machine thick", [2, 6, 24]), room.tile
    far: Place = room.wide - thick, 0
    box: Box = (0, 0, thick, room.high)
    if kind == "press":
        left = dice.pick("press left", [0, 0, 1]) * t
        wide = dice.choice([2 * t, room.wide / 2, room.wide, room.wide])
        box = (left, -thick, min(left + wide, room.wide), 0)
        far = 0, room.high - dice.pick("press gap", [0, 8, 20, 30])
    left, right = (box[2], room.wide) if kind == "door" else (box[0], box[2])
    start = dice.uniform(left + 16, right - 16), room.high - dice.uniform(16, 40)
    longest = dice.pick("longest", [None, None, None, 1, 4])
    hero, speed = Hero(dice), dice.pick("speed", [2, 5, 12])
    room.walls.append(Wall(box))
    body = BODIES[dice.pick("body at a machine", list(BODIES))]
    players = room.players(dice, body, start, max_push=longest)
    first = players[0]
    if first.is_inside:
        return
    share, below = 0.0, kind == "press"
    for frame in range(LONG):
        before = share
        share = 0.5 - 0.5 * math.cos((frame + 1) * speed / max(far))
        for player in players:
            player.shift(-1, (share - before) * far[0], (share - before) * far[1])
        way = hero.keys(frame)
        slides = [player.move(*way) for player in players]
        crushed, (left, top, right, bottom) = slides[0].crushed, first.walker.sprite.aabb
        a, b, c, d = first.walls[-1][0].aabb
        x, y = middle(first.walker.sprite)
        fits = room.wide - c >= right - left if kind == "door" else room.high - d >= bottom - top
        above, is_between = a < x < c and y < b, below or kind == "door"
        told = differ(first, slides[0], players[1], slides[1])
        laws = {
            told: not told,
            "crushed in room enough": longest or not (crushed and fits and is_between),
            "pushed too far": not longest or slides[0].pushed.length <= longest + NEAR,
            "led through the door": kind == "press" or crushed or x > c,
            "led through the press": not (below and above),
            "led through a wall": 0 < x < room.wide and 0 < y < room.high,
            "in something and not crushed": crushed is first.is_inside,
        }
        pushed = slides[0].pushed.length > 0.0
        dice.seen.update({"frames": 1, f"crushed by a {kind}": crushed, f"a {kind} pushes": pushed})
        yield from (f"{law} in frame {frame}" for law, holds in laws.items() if not holds)
        below = kind == "press" and a < x < c and y > b
        if crushed or told:
            return  # who is crushed may walk on, out of what it is in


# --- inside of a machine -------------------------------------------------------------------------


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def flush_at(dice: CountedDice, box: Box) -> Box:
    """A machine flush at a box, at times of its size."""
    wide, high = 8 * dice.randint(1, 3), 8 * dice.randint(1, 6)
    if dice.random() < 0.3:
        wide, high = int(box[2] - box[0]), int(box[3] - box[1])
    side = dice.pick("flush", ["right", "left", "above", "below", "on the floor"])
    along = 8 * dice.randint(-2, 2)
    x, y = {
        "right": (box[2], box[1] + along),
        "left": (box[0] - wide, box[1] + along),
        "above": (box[0] + along, box[1] - high),
        "below": (box[0] + along, box[3]),
        "on the floor": (box[2], -high),
    }[side]
    return x, y, x + wide, y + high


def within(
    dice: CountedDice, machines: list[Box], level: list[Box], wide: int, high: int
) -> Box | None:
    """A box of a size inside of a machine, and of nothing in the level."""
    for _ in range(40):
        a, b, c, d = machine = dice.choice(machines)
        x = a + 4 * dice.randint(-wide // 4, int(c - a) // 4)
        y = dice.choice([-high, b + 4 * dice.randint(-high // 4, int(d - b) // 4)])
        box = (x, y, x + wide, y + high)
        if overlap(box, machine) and not any(overlap(box, one) for one in level):
            return box
    return None


def inside(dice: CountedDice) -> Iterator[str]:
    """A floor, posts, and machines; no frame leads into anything new."""
    level: list[Box] = [(-80, 0, 80, 8)]
    if dice.pick("ground", ["tiles", "whole"]) == "tiles":
        level = Wall((-80, 0, 80, 16), (16, 16)).tiles()
    for _ in range(dice.randint(1, 2)):
        wide, high, x = 8 * dice.randint(1, 3), 8 * dice.randint(1, 4), 8 * dice.randint(-5, 5)
        y = -high if dice.pick("post stands", [True, True, False]) else 8 * dice.randint(-6, 1)
        post = (x, y, x + wide, y + high)
        if not any(overlap(post, box) for box in level):
            level.append(post)
    machines = [flush_at(dice, dice.choice(level)) for _ in range(dice.randint(1, 2))]
    size = dice.pick("body in it", [(8, 16), (16, 16), (16, 24), (12, 28), (8, 8), (20, 28)])
    box = within(dice, machines, level, *size)
    way = dice.choice([-8, -4, -2, 2, 4, 8, 0]), dice.choice([0, 0, 1, 2, 4, -4])
    if box is None:
        return
    boxes = [*level, *machines]
    targets = [Sprite(a, b, collision=Rect(0, 0, c - a, d - b)) for a, b, c, d in boxes]
    hero = Sprite(*box[:2], collision=Rect(0, 0, *size))
    kind = dice.pick("moves", ["slides", "slides on floors", "is pushed", "walks", "from above"])
    walker = CharacterController(
        hero, up=None if kind == "from above" else UP, max_push=None if kind == "is pushed" else 0
    )
    for frame in range(12):
        held = {k for k, one in enumerate(targets) if hero.hits(one)}
        if kind.startswith("slides"):
            hero.move_and_slide(*way, targets, up=UP if kind == "slides on floors" else None)
        else:
            walker.move(*way, targets)
        new = {k for k, one in enumerate(targets) if hero.hits(one)} - held
        dice.seen.update(frames=1, stays=bool(held))
        if new:
            yield f"got into {[boxes[k] for k in new]} in frame {frame}"
